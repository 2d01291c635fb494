package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// MaxLine is the longest line that an external solver may print, in bytes.
const MaxLine = 1 << 20

// grace is how long a process may take to end when it has no more to do, and how
// long its output is listened to when it has ended.
const grace = time.Second

// errFlood says that a line is longer than MaxLine.
var errFlood = errors.New("a line without end")

// A process is a running external solver. Its methods are for one goroutine.
type process struct {
	cmd     *exec.Cmd
	in, out *os.File
	writes  chan []byte // to the goroutine that writes to in
	expired atomic.Bool // it was killed because it took too long
	exited  chan struct{}

	mu     sync.Mutex
	stderr tail
	heard  chan struct{} // closed when standard error has ended

	buffer     []byte // what was read of its output
	start, end int    // the part of it that has not been used
	reads      int    // how often something was read
}

// startProcess starts a program with its arguments, in a process group of its own.
func startProcess(args []string) (*process, error) {
	p := &process{
		cmd:    exec.Command(args[0], args[1:]...),
		writes: make(chan []byte, 1),
		exited: make(chan struct{}),
		heard:  make(chan struct{}),
	}
	ownGroup(p.cmd)
	theirIn, in, err1 := os.Pipe()
	out, theirOut, err2 := os.Pipe()
	stderr, theirStderr, err3 := os.Pipe()
	p.in, p.out = in, out
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirIn, theirOut, theirStderr
	err := errors.Join(err1, err2, err3)
	if err == nil {
		err = p.cmd.Start()
	}
	closeAll(theirIn, theirOut, theirStderr)
	if err != nil {
		closeAll(in, out, stderr)
		return nil, fmt.Errorf("starting %s: %w", args[0], err)
	}
	go write(in, p.writes)
	go p.listen(stderr)
	go p.reap(stderr)
	return p, nil
}

// closeAll closes files; those that could not be opened are nil.
func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

// write writes what comes, until there is no more, and closes the process's input. Whether it
// arrives, the output tells.
func write(in io.WriteCloser, writes <-chan []byte) {
	defer in.Close()
	var err error
	for text := range writes {
		if err == nil { // when nobody reads, the rest is dropped
			_, err = in.Write(text)
		}
	}
}

// listen keeps the end of standard error.
func (p *process) listen(stderr io.Reader) {
	defer close(p.heard)
	buffer := make([]byte, 4<<10)
	for {
		n, err := stderr.Read(buffer)
		p.mu.Lock()
		p.stderr.write(buffer[:n])
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// reap waits for the process and ends what it has started. What has left its group
// and holds on to the pipes is not waited for.
func (p *process) reap(stderr *os.File) {
	p.cmd.Wait()
	killGroup(p.cmd)
	close(p.exited)
	select {
	case <-p.heard:
	case <-time.After(grace):
	}
	stderr.Close()
	time.AfterFunc(grace, func() { p.out.Close() })
}

// kill ends the process and what it has started. When it has ended, reap does so: its
// number may be another's by now.
func (p *process) kill() {
	select {
	case <-p.exited:
	default:
		killGroup(p.cmd)
	}
}

// expire kills the process because it takes too long.
func (p *process) expire() {
	p.expired.Store(true)
	p.kill()
}

// hangUp closes the process's input.
func (p *process) hangUp() {
	if p.writes != nil {
		close(p.writes)
		p.writes = nil
	}
}

// finish closes the process's input, gives it a moment, kills it, and waits for its end.
func (p *process) finish() {
	p.hangUp()
	select {
	case <-p.exited:
	case <-time.After(grace):
	}
	p.discard()
}

// discard kills the process and waits for its end.
func (p *process) discard() {
	p.kill()
	p.hangUp()
	<-p.exited
	p.out.Close()
}

// line returns the next line of the output, without its end. At the end of the output it
// returns what is left, and io.EOF.
func (p *process) line() ([]byte, error) {
	for searched := p.start; ; {
		if i := bytes.IndexByte(p.buffer[searched:p.end], '\n'); i >= 0 {
			line := p.buffer[p.start : searched+i]
			if len(line) > MaxLine {
				return nil, errFlood
			}
			p.start = searched + i + 1
			return bytes.TrimSuffix(line, []byte{'\r'}), nil
		}
		if p.end-p.start > MaxLine {
			return nil, errFlood
		}
		read := p.end - p.start
		err := p.fill()
		searched = p.start + read
		if err != nil {
			return p.buffer[p.start:p.end], io.EOF
		}
	}
}

// fill reads more of the output behind what is there.
func (p *process) fill() error {
	p.end = copy(p.buffer, p.buffer[p.start:p.end])
	p.start = 0
	if p.end == len(p.buffer) {
		p.buffer = append(p.buffer, make([]byte, max(64<<10, len(p.buffer)))...)
	}
	n, err := p.out.Read(p.buffer[p.end:])
	p.end += n
	p.reads++
	if n > 0 {
		return nil
	}
	return err
}

// ending says how the process ended that has closed its output within a line or
// before it replied.
func (p *process) ending(rest []byte) *Fault {
	select {
	case <-p.exited:
	case <-time.After(grace):
		return p.fault(Closed, "closed its output without a reply, and went on")
	}
	state := p.cmd.ProcessState
	switch {
	case len(bytes.TrimSpace(rest)) > 0:
		return p.fault(Cut, "ended within a line, %v: %s", state, excerpt(rest))
	case !state.Success():
		return p.fault(Crashed, "ended without a reply: %v", state)
	}
	return p.fault(Closed, "ended without a reply: %v", state)
}

// fault ends the process and makes a Fault with the end of its standard error.
func (p *process) fault(kind Kind, format string, args ...any) *Fault {
	why := fmt.Sprintf(format, args...)
	p.discard()
	select { // what it wrote before its end is in the pipe
	case <-p.heard:
	case <-time.After(grace):
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Fault{Kind: kind, Why: why, Stderr: p.stderr.text()}
}

// excerpt returns the beginning of a line in quotes.
func excerpt(line []byte) string {
	const most = 80
	if len(line) > most {
		return fmt.Sprintf("%q...", line[:most])
	}
	return fmt.Sprintf("%q", line)
}

// watch kills the process if ctx ends. It returns what ends the watch.
func (p *process) watch(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, p.kill)
}
