package pawns

import (
	"fmt"

	"exhaust/puzzle"
)

// A line of play is a certificate: a mark for each pawn, in the order of their capture. The mark of
// a pawn is its number in the ID, from 0, as a digit of base 16: 0 to 9, then a to e. In 201, the
// third pawn of the ID is captured first.

// marks are the marks of the pawns.
const marks = "0123456789abcde"

// Mark returns the mark of a pawn.
func Mark(pawn int) byte { return marks[pawn] }

// Marked returns the pawn of a mark; ok is false if there is no such mark.
func Marked(mark byte) (pawn int, ok bool) {
	switch {
	case '0' <= mark && mark <= '9':
		return int(mark - '0'), true
	case 'a' <= mark && mark <= 'e':
		return int(mark-'a') + 10, true
	}
	return 0, false
}

// ParseLine reads a line of play with any number of blanks and tabs, or none, before, between and
// after the marks. An error is a *puzzle.SyntaxError. Whether the line is legal is for the referee
// to say.
func ParseLine(text string) ([]byte, error) {
	line := make([]byte, 0, len(text))
	for i := range len(text) {
		if text[i] == ' ' || text[i] == '\t' {
			continue
		}
		if _, ok := Marked(text[i]); !ok {
			// All before is ASCII, so bytes count characters.
			first := puzzle.QuotedFirst(text[i:])
			msg := fmt.Sprintf("unknown pawn %s, want 0 to 9 or a to e", first)
			return nil, &puzzle.SyntaxError{Name: "solution", Column: i + 1, Msg: msg}
		}
		line = append(line, text[i])
	}
	return line, nil
}

// FormatLine returns a line of play with single blanks between the marks, as in "2 0 1".
func FormatLine(line []byte) string {
	text := make([]byte, 0, 2*len(line))
	for i, mark := range line {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, mark)
	}
	return string(text)
}
