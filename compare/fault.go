package compare

// What an external solver can do instead of answering. All but TimedOut are differences.
const (
	TimedOut Kind = "timeout" // it did not reply in time, which says nothing of the case
	Failed   Kind = "error"   // it replied that it failed
	Crashed  Kind = "crash"   // it ended with an exit status other than 0, or by a signal
	Closed   Kind = "closed"  // it ended with status 0, or closed its output
	Cut      Kind = "cut"     // its output ended within a line
	Garbled  Kind = "reply"   // it printed a line that is no reply to what it was asked
	Flooded  Kind = "flood"   // it printed a line longer than MaxLine
)

// A Fault is why an external solver gave no answer to a case.
type Fault struct {
	Kind   Kind
	Why    string   // a line for people
	Stderr []string // the last lines of its standard error
}

func (f *Fault) Error() string { return f.Why }

// A tail keeps the last lines of what is written to it.
type tail struct {
	lines [][]byte // the last one is being written
}

// The most that a tail keeps.
const (
	tailLines = 10
	tailWidth = 400 // bytes of a line
)

// write takes in some bytes. A long line is cut.
func (t *tail) write(p []byte) {
	for _, b := range p {
		if len(t.lines) == 0 || b == '\n' {
			t.lines = append(t.lines, nil)
			if len(t.lines) > tailLines+1 {
				t.lines = t.lines[1:]
			}
		}
		if last := &t.lines[len(t.lines)-1]; b != '\n' && b != '\r' && len(*last) < tailWidth {
			*last = append(*last, b)
		}
	}
}

// text returns the last lines that hold anything.
func (t *tail) text() []string {
	var text []string
	for _, line := range t.lines {
		if len(line) > 0 {
			text = append(text, string(line))
		}
	}
	return text[max(0, len(text)-tailLines):]
}
