package compare

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"
)

// A Protocol is what is said to an external solver, a line at a time, and what it says.
type Protocol[C any] interface {
	// AppendRequest appends a request to dst: one line, with its end.
	AppendRequest(dst []byte, id uint64, c C) []byte

	// Clone returns a copy of a case that shares no memory with it.
	Clone(c C) C

	// ParseReply reads a line without its end. The reply keeps nothing of it. An error says what
	// makes it no reply.
	ParseReply(line []byte) (Reply, error)
}

// A Reply is what an external solver says about the request of the same ID.
type Reply struct {
	ID     uint64
	Answer Answer
	Failed string // what kept it from answering, in its own words; or ""
}

// The most cases, and bytes of requests, that are in flight to a process.
const (
	maxInFlight      = 256
	maxBytesInFlight = 64 << 10
)

// An External is a solver that is a program of its own: it reads a request a line and
// prints a reply a line, in any order.
//
// One process is started when it is first needed and kept. It is sent many requests before it has
// replied to the first. When anything goes wrong, the process is ended, and each case without an
// answer is put to a process of its own that is asked nothing else: what that one does is the
// answer to that case, be it a fault. So the answers depend on the program and the case, not on
// what else was asked and when, if the program is so made itself. The first cases are asked alone
// too, up to one that is answered, which finds at once what is wrong with every reply.
//
// When a batch is answered, a case is asked that was answered before, as a mark: when its reply is
// there, a program that prints too much has done so, and is not taken for one that did so in the
// next batch. The mark is that first answered case until another is seen to be answered in less
// time, then that one. So the mark costs little, even where a batch is a single case.
//
// A fault that does not show again when the case is asked alone is counted (Stats.Unsteady). Where
// only the mark got no reply in time, all cases are answered, and nothing is held against the
// program but a line for people (Stats.Silence).
type External[C any] struct {
	label    string
	args     []string
	protocol Protocol[C]
	timeout  time.Duration

	process  *process // nil if none runs
	asked    uint64   // requests that were sent to it
	mark     []C      // a case that was answered, quickly if possible; none before that
	stats    Stats
	requests []byte
	before   uint64 // the ID of answers[i] is before+1+i
	answers  []Answer
	answered []bool
	cases    int           // the first so many answers are to cases, and not to the mark
	latest   int           // the last one that was answered, or -1
	quickest int           // the case of the batch that was waited for least, or -1
	least    time.Duration // how long it was waited for
}

// Stats are what is known of a solver beside its answers.
type Stats struct {
	Times    Times
	Unsteady uint64 // faults that did not show again when a case was asked alone
	Last     *Fault // the last of them
	Silence  *Fault // the last time-out
}

func (s *Stats) merge(other *Stats) {
	s.Times.merge(&other.Times)
	s.Unsteady += other.Unsteady
	if other.Last != nil {
		s.Last = other.Last
	}
	if other.Silence != nil {
		s.Silence = other.Silence
	}
}

// NewExternal returns the solver that runs the program args[0] with the arguments args[1:]. A case
// takes the time from the reply before it; with several replies in one read of its output, they
// share it. A process that does not reply for as long as timeout, its start included, is ended.
func NewExternal[C any](label string, args []string, protocol Protocol[C], timeout time.Duration) *External[C] {
	return &External[C]{label: label, args: args, protocol: protocol, timeout: timeout}
}

// Name returns the solver's label.
func (x *External[C]) Name() string { return x.label }

// Stats returns what is known of the solver beside its answers.
func (x *External[C]) Stats() *Stats { return &x.stats }

// Close ends the process.
func (x *External[C]) Close() error {
	if x.process != nil {
		x.process.finish()
		x.process = nil
	}
	return nil
}

// Solve answers a case. The error is that the program cannot be started or that ctx is done.
func (x *External[C]) Solve(ctx context.Context, c C) (Answer, error) {
	var answer [1]Answer
	_, err := x.SolveSome(ctx, []C{c}, answer[:])
	return answer[0], err
}

// SolveSome answers the first n of the cases, at least one. It stops at a fault, so
// that the caller can decide whether to go on.
func (x *External[C]) SolveSome(ctx context.Context, cases []C, answers []Answer) (n int, err error) {
	if len(cases) == 0 {
		return 0, nil
	}
	if len(x.mark) == 0 {
		answers[0], err = x.alone(ctx, cases[0])
		if err == nil && answers[0].Fault == nil {
			x.mark = append(x.mark, x.protocol.Clone(cases[0]))
		}
		return 1, err
	}
	n, err = x.prepare(cases)
	if err != nil {
		return 0, err
	}
	fault := x.exchange(ctx, x.process, n)
	if fault == nil && !x.process.expired.Load() {
		fault = x.settle(ctx, cases)
	}
	copy(answers, x.answers[:n])
	switch {
	case ctx.Err() != nil:
		x.drop()
		return 0, ctx.Err()
	case fault == nil && x.process.expired.Load(): // with the last reply
		x.drop()
		return n, nil
	case fault == nil:
		return n, nil
	}
	x.drop()
	return x.again(ctx, cases[:n], answers, fault)
}

// prepare has a process ready, and requests for as many of the cases as may be in flight.
func (x *External[C]) prepare(cases []C) (n int, err error) {
	if x.process == nil {
		if x.process, err = startProcess(x.args); err != nil {
			return 0, err
		}
		x.asked = 0
	}
	x.requests = make([]byte, 0, cap(x.requests)) // the last ones may still be on their way
	before := x.asked
	for n < min(len(cases), maxInFlight) && len(x.requests) < maxBytesInFlight {
		x.asked++
		x.requests = x.protocol.AppendRequest(x.requests, x.asked, cases[n])
		n++
	}
	x.expect(before, n)
	return n, nil
}

// expect makes room for the answers to n cases, whose IDs follow the ID before.
func (x *External[C]) expect(before uint64, n int) {
	x.before, x.cases, x.latest, x.quickest = before, n, -1, -1
	x.answers = append(x.answers[:0], make([]Answer, n)...)
	x.answered = append(x.answered[:0], make([]bool, n)...)
}

// settle asks the mark when all cases of a batch are answered. The quickest of them is the mark
// from then on if it was quicker.
func (x *External[C]) settle(ctx context.Context, cases []C) *Fault {
	x.asked++
	x.requests = x.protocol.AppendRequest(make([]byte, 0, cap(x.requests)), x.asked, x.mark[0])
	x.answers, x.answered = append(x.answers, Answer{}), append(x.answered, false)
	start := time.Now()
	fault := x.exchange(ctx, x.process, 1)
	if fault == nil && x.quickest >= 0 && x.least < time.Since(start) {
		x.mark[0] = x.protocol.Clone(cases[x.quickest])
	}
	return fault
}

// drop ends a process that is of no more use.
func (x *External[C]) drop() {
	x.process.discard()
	x.process = nil
}

// again asks each case alone that was not answered because of a fault, up to the first that
// shows a fault again.
func (x *External[C]) again(ctx context.Context, cases []C, answers []Answer, fault *Fault) (int, error) {
	answered := x.answered
	if fault.Kind == TimedOut && !slices.Contains(answered[:len(cases)], false) {
		x.stats.Silence = fault // of the mark
		return len(cases), nil
	}
	x.answered = nil // alone needs its own
	for i, c := range cases {
		if answered[i] {
			continue
		}
		var err error
		if answers[i], err = x.alone(ctx, c); err != nil || answers[i].Fault != nil {
			return i + 1, err
		}
	}
	x.stats.Unsteady++
	x.stats.Last = fault
	return len(cases), nil
}

// alone puts a case to a process of its own, and looks on until it has ended.
func (x *External[C]) alone(ctx context.Context, c C) (Answer, error) {
	p, err := startProcess(x.args)
	if err != nil {
		return Answer{}, err
	}
	defer p.discard()
	x.requests = x.protocol.AppendRequest(nil, 1, c)
	x.expect(0, 1)
	start := time.Now()
	fault := x.exchange(ctx, p, 1)
	if fault == nil {
		fault = p.silence()
	}
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	if fault != nil && fault.Kind == TimedOut {
		x.stats.Silence = fault
		x.stats.Times.add(time.Since(start), 1)
	}
	if fault != nil {
		return Answer{Fault: fault}, nil
	}
	return x.answers[0], nil
}

// silence closes the process's input and makes sure that it prints nothing more.
func (p *process) silence() *Fault {
	p.hangUp()
	defer time.AfterFunc(grace, p.kill).Stop()
	line, err := p.line()
	if errors.Is(err, errFlood) {
		return p.fault(Flooded, "printed more than %d bytes without the end of a line", MaxLine)
	}
	if err == nil || len(line) > 0 {
		return p.fault(Garbled, "printed another line after its reply: %s", excerpt(line))
	}
	return nil
}

// exchange sends the requests and takes so many replies.
func (x *External[C]) exchange(ctx context.Context, p *process, left int) *Fault {
	defer p.watch(ctx)()
	timer := time.AfterFunc(x.timeout, p.expire)
	defer timer.Stop()
	at, took := time.Now(), time.Duration(0) // of the last read, and how long it was waited for
	p.writes <- x.requests
	replies, reads := 0, p.reads
	for ; left > 0; left-- {
		line, err := p.line()
		fresh := p.reads != reads
		if fresh {
			x.stats.Times.add(took, replies)
			now := time.Now()
			at, took = now, now.Sub(at)
			replies, reads = 0, p.reads
		}
		if err != nil {
			return x.ending(p, line, err)
		}
		if fault := x.take(p, line); fault != nil {
			return fault
		}
		if x.latest < x.cases {
			replies++
			x.waited(took)
		}
		if fresh {
			timer.Reset(x.timeout)
		}
	}
	x.stats.Times.add(took, replies)
	return nil
}

// waited takes in how long the latest answer was waited for.
func (x *External[C]) waited(took time.Duration) {
	if x.quickest < 0 || took < x.least {
		x.quickest, x.least = x.latest, took
	}
}

// ending says why there are no more lines.
func (x *External[C]) ending(p *process, rest []byte, err error) *Fault {
	switch {
	case errors.Is(err, errFlood):
		return p.fault(Flooded, "printed more than %d bytes without the end of a line", MaxLine)
	case p.expired.Load() && len(rest) > 0:
		return p.fault(TimedOut, "no whole line for %v, only %s; a reply ends with a line feed", x.timeout, excerpt(rest))
	case p.expired.Load():
		return p.fault(TimedOut, "no reply for %v; a reply must be flushed when it is printed", x.timeout)
	case errors.Is(err, io.EOF):
		return p.ending(rest)
	}
	return p.fault(Closed, "its output cannot be read: %v", err)
}

// take takes a line of the output for one of the answers. A line too many makes the answer doubtful
// that it comes after.
func (x *External[C]) take(p *process, line []byte) *Fault {
	r, err := x.protocol.ParseReply(line)
	i := r.ID - x.before - 1
	if err == nil && i < uint64(len(x.answers)) && !x.answered[i] {
		x.answered[i], x.latest = true, int(i)
		x.answers[i] = r.Answer
		if r.Failed != "" {
			x.answers[i] = Answer{Fault: &Fault{Kind: Failed, Why: "replied with an error: " + r.Failed}}
		}
		return nil
	}
	if x.latest >= 0 {
		x.answered[x.latest] = false
	}
	switch {
	case err != nil:
		return p.fault(Garbled, "printed a line that is no reply, %v: %s", err, excerpt(line))
	case i >= uint64(len(x.answers)):
		return p.fault(Garbled, "replied to a request that it was not asked: %s", excerpt(line))
	}
	x.answered[i] = false
	return p.fault(Garbled, "replied twice to a request: %s", excerpt(line))
}
