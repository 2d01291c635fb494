package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"exhaust/enumerate"
	"exhaust/puzzle"
)

// A Match puts many cases to two solvers.
type Match[C any] struct {
	Cases    uint64
	Case     func(i uint64, reuse C) C // case number i; it may use the memory of reuse, which may be a zero C
	NewPanel func() (*Panel[C], error) // the two solvers and the referee of a worker; closed at the end if they are io.Closers
	Enough   uint64                    // the match ends at so many differences
	Workers  int                       // 0: as many as GOMAXPROCS
	Done     *atomic.Uint64            // if not nil, counts the cases that this run has done
	Keeper   *enumerate.Keeper         // if not nil, keeps what is done
}

// maxSilent is how many cases in a row an external solver may leave without a reply in time.
const maxSilent = 5

// ErrSilent says that a match ended because an external solver replied to nothing any more.
var ErrSilent = fmt.Errorf("no reply in time, %d cases in a row", maxSilent)

// errEnough ends a match at its last difference.
var errEnough = errors.New("enough differences")

// An Outcome is what came of a match. But for the stats it is the same for any number of
// workers and any order of replies, as long as the solvers answer a case the same way every time.
type Outcome struct {
	Cases      uint64    // that were put to both
	Agreed     uint64    // both answered, and nothing differs
	Limited    uint64    // at least one reached a limit, and nothing differs
	Limits     [2]uint64 // how often each solver reached a limit or a time-out
	Mismatches uint64
	Kinds      map[Kind]uint64 // of differences
	First      *First          // the first difference in the order of the cases
	Limit      error           // why the match ended before its last case, differences aside; or nil
	Unkept     error           // why the keeper failed, after which nothing was kept any more; or nil
	Stats      [2]Stats
}

// A First is the first difference of a match.
type First struct {
	Number     uint64 // of the case
	Answers    []Answer
	Difference Difference
}

// Run plays the match. When ctx is done it ends soon with what was found by then. The error is that
// a solver cannot be used at all.
func (m *Match[C]) Run(ctx context.Context) (Outcome, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var players []*player[C]
	defer func() {
		for _, p := range players {
			p.close()
		}
	}()
	report, err := enumerate.Run(ctx, enumerate.Job[score]{
		Cases:   m.Cases,
		Workers: m.Workers,
		Done:    m.Done,
		Keeper:  m.Keeper,
		NewWorker: func() (enumerate.Worker[score], error) {
			p, err := m.newPlayer()
			if err == nil {
				players = append(players, p)
			}
			return p, err
		},
		Merge: func(into *score, later score) {
			into.merge(later, m.Enough)
			if why := into.over; why != nil {
				cancel(why)
			}
		},
	})
	if err != nil {
		return Outcome{}, err
	}
	o := report.Tally.outcome()
	o.Limit, o.Unkept = m.limit(&report), report.Unkept
	for _, p := range players { // of chunks that were not finished
		for i := range o.Stats {
			o.Stats[i].merge(p.statsOf(i))
		}
	}
	return o, nil
}

// limit says why a match ended before its last case, differences aside. Where it was interrupted,
// the score may be over by cases behind one that was not asked: that is not its end, but what was
// found until then.
func (m *Match[C]) limit(report *enumerate.Report[score]) error {
	why := report.Limit
	if why == nil {
		why = report.Tally.over
	}
	if errors.Is(why, errEnough) {
		return nil
	}
	return why
}

// A player is a worker of a match.
type player[C any] struct {
	match   *Match[C]
	panel   *Panel[C]
	cases   []C
	answers [2][]Answer
	stats   [2]Stats // of solvers that keep none themselves
	both    []Answer // the answers to one case
}

// A batcher is a solver that answers many cases faster than one by one, such as External.
type batcher[C any] interface {
	SolveSome(ctx context.Context, cases []C, answers []Answer) (int, error)
	Stats() *Stats
}

func (m *Match[C]) newPlayer() (*player[C], error) {
	panel, err := m.NewPanel()
	if err != nil {
		return nil, err
	}
	if len(panel.Solvers) != 2 {
		return nil, fmt.Errorf("%d solvers in a match: want two", len(panel.Solvers))
	}
	p := &player[C]{match: m, panel: panel, cases: make([]C, maxInFlight), both: make([]Answer, 2)}
	for i := range p.answers {
		p.answers[i] = make([]Answer, maxInFlight)
	}
	return p, nil
}

func (p *player[C]) close() { p.panel.Close() }

// Close closes the solvers that can be closed.
func (p *Panel[C]) Close() {
	for _, s := range p.Solvers {
		if c, ok := s.(io.Closer); ok {
			c.Close()
		}
	}
}

func (p *player[C]) statsOf(i int) *Stats {
	if b, ok := p.panel.Solvers[i].(batcher[C]); ok {
		return b.Stats()
	}
	return &p.stats[i]
}

// Chunk puts the cases from, ..., to-1 to both solvers, as far as they are needed.
func (p *player[C]) Chunk(ctx context.Context, from, to uint64) (score, error) {
	var s score
	for from < to && s.over == nil {
		n := int(min(maxInFlight, to-from))
		for i := range n {
			p.cases[i] = p.match.Case(from+uint64(i), p.cases[i])
		}
		n, err := p.ask(ctx, n)
		if err != nil {
			return score{}, err
		}
		for i := 0; i < n && s.over == nil; i++ {
			p.judge(&s, from+uint64(i), i)
		}
		from += uint64(n)
	}
	for i := range s.stats {
		s.stats[i], *p.statsOf(i) = *p.statsOf(i), Stats{}
	}
	return s, nil
}

// ask puts the first n cases to both solvers, and returns how many of them both have answered.
func (p *player[C]) ask(ctx context.Context, n int) (int, error) {
	for i, s := range p.panel.Solvers {
		var err error
		if b, ok := s.(batcher[C]); ok {
			n, err = b.SolveSome(ctx, p.cases[:n], p.answers[i])
		} else {
			err = p.solve(ctx, i, n)
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if err != nil {
			return 0, fmt.Errorf("solver %s: %w", s.Name(), err)
		}
	}
	return n, nil
}

// solve puts the first n cases to solver i, one by one.
func (p *player[C]) solve(ctx context.Context, i, n int) error {
	at := time.Now()
	for j := range n {
		a, err := p.panel.Solvers[i].Solve(ctx, p.cases[j])
		if err != nil {
			return err
		}
		now := time.Now()
		p.stats[i].Times.add(now.Sub(at), 1)
		p.answers[i][j], at = a, now
	}
	return nil
}

// judge enters the answers to the j-th case of the batch in the score.
func (p *player[C]) judge(s *score, number uint64, j int) {
	p.both[0], p.both[1] = p.answers[0][j], p.answers[1][j]
	s.cases++
	limited := false
	for i := range p.both {
		if kind := p.both[i].fault(); p.both[i].Verdict == puzzle.Limit && (kind == "" || kind == TimedOut) {
			limited = true
			s.limits[i]++
		}
	}
	difference := p.panel.Judge(p.cases[j], p.both)
	if difference == nil && limited {
		s.limited++
	}
	for i := range p.both {
		if p.both[i].fault() == TimedOut {
			s.mark(event{TimedOut, i, s.counts}, p.match.Enough)
		}
	}
	if difference == nil {
		return
	}
	if s.found == nil {
		s.found = &First{Number: number, Answers: append([]Answer{}, p.both...), Difference: *difference}
	}
	s.mark(event{kind: difference.Kind, upTo: s.counts}, p.match.Enough)
}
