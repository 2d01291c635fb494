// Package referee plays frogs and toads on the rules, move by move. It shares no code with any
// solver.
package referee

import (
	"fmt"
	"strings"

	"exhaust/examples/newpuzzle/frogs"
	"exhaust/puzzle"
)

// rules are all that can happen: some leaves before and after a move, and which of them is left.
var rules = [...]struct {
	before, after string
	left          int
}{
	{"F.", ".F", 0},   // a frog steps to the right
	{"FT.", ".TF", 0}, // a frog jumps over a toad
	{".T", "T.", 1},   // a toad steps to the left
	{".FT", "TF.", 2}, // a toad jumps over a frog
}

// A Referee is a puzzle.Referee.
type Referee struct{}

// Replay plays a certificate and returns the number of its moves. The error is a *puzzle.StepError.
// No move may follow the one after which all have passed.
func (Referee) Replay(start frogs.Row, certificate []byte) (moves int, err error) {
	row := string(start)
	for i, letter := range certificate {
		after, why := play(row, int(letter)-'a')
		if why != "" {
			return 0, &puzzle.StepError{Step: i + 1, Text: fmt.Sprintf("%q", letter), Why: why}
		}
		row = after
	}
	if !passed(row) {
		why := "a frog has a toad to its right in " + row
		return 0, &puzzle.StepError{Step: len(certificate) + 1, Why: why}
	}
	return len(certificate), nil
}

// play returns the row after the move from a leaf, or says why there is no such move.
func play(row string, leaf int) (after, why string) {
	if passed(row) {
		return "", "all have passed"
	}
	for _, r := range rules {
		from := leaf - r.left
		to := from + len(r.before)
		if from >= 0 && to <= len(row) && row[from:to] == r.before {
			return row[:from] + r.after + row[to:], ""
		}
	}
	return "", "nobody can move from there in " + row
}

// passed reports whether no frog has a toad to its right.
func passed(row string) bool {
	_, right, _ := strings.Cut(row, "F")
	return !strings.Contains(right, "T")
}
