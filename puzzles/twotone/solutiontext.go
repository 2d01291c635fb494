package twotone

import (
	"fmt"

	"exhaust/puzzle"
)

// String returns the steps with single blanks between them, as in "R D - L".
// ParseSolution reads it back.
func (s Solution) String() string {
	if len(s) == 0 {
		return ""
	}
	text := make([]byte, 0, 2*len(s)-1)
	for i, step := range s {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, step)
	}
	return string(text)
}

// ParseSolution reads the steps U, D, L, R and - with any number of blanks and
// tabs, or none, before, between and after them. An empty text is the empty
// solution. An error is a *puzzle.SyntaxError. Whether the steps are legal is for
// Replay to say.
func ParseSolution(text string) (Solution, error) {
	steps := make(Solution, 0, len(text)/2+1)
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case StepUp, StepDown, StepLeft, StepRight, StepHandover:
			steps = append(steps, text[i])
		case ' ', '\t':
		default:
			// All before is ASCII, so bytes count characters.
			msg := fmt.Sprintf("unknown step %s, want U, D, L, R or -", puzzle.QuotedFirst(text[i:]))
			return nil, &puzzle.SyntaxError{Name: "solution", Column: i + 1, Msg: msg}
		}
	}
	return steps, nil
}
