package knights

import (
	"fmt"
	"strings"

	"exhaust/puzzle"
)

// A jump is named by the cell that the knight leaves: it always goes into the hole. A cell is a
// letter for its row and a character for its column:
//
//	rows     a to z from the top, then A to Z, then 0 to 9
//	columns  1 to 9 from the left, then A to Z, then a to z
//
// so that b4 is the fourth cell of the second row. A certificate is its jumps one after the other,
// two characters each.

// The names of rows and columns, in order. They reach for boards of MaxCells cells in one line.
const (
	rowNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	colNames = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// JumpSize is the number of bytes of a jump in a certificate.
const JumpSize = 2

// AppendJump appends the name of a cell of a board with so many columns: the jump from there.
func AppendJump(dst []byte, cols, cell int) []byte {
	return append(dst, rowNames[cell/cols], colNames[cell%cols])
}

// Place returns the row and the column, from 0, of a jump's name. ok is false if it is no name.
func Place(name string) (row, col int, ok bool) {
	if len(name) != JumpSize {
		return 0, 0, false
	}
	row, col = strings.IndexByte(rowNames, name[0]), strings.IndexByte(colNames, name[1])
	return row, col, row >= 0 && col >= 0
}

// FormatJumps returns a certificate for people: its jumps with single blanks between them, as in
// "b4 d5 c3". ParseJumps reads it back.
func FormatJumps(certificate []byte) string {
	var text []byte
	for i, char := range certificate {
		if i > 0 && i%JumpSize == 0 {
			text = append(text, ' ')
		}
		text = append(text, char)
	}
	return string(text)
}

// ParseJumps reads the names of jumps, with any number of blanks and tabs, or none, before, between
// and after them. An empty text is the empty certificate. An error is a *puzzle.SyntaxError.
// Whether the jumps are legal is for the referee to say.
func ParseJumps(text string) ([]byte, error) {
	jumps := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' {
			i++
			continue
		}
		if strings.IndexByte(rowNames, text[i]) < 0 {
			return nil, badJump(text, i, "a row a to z, A to Z or 0 to 9")
		}
		if i+1 == len(text) || strings.IndexByte(colNames, text[i+1]) < 0 {
			return nil, badJump(text, i+1, "a column 1 to 9, A to Z or a to z")
		}
		jumps = append(jumps, text[i:i+JumpSize]...)
		i += JumpSize
	}
	return jumps, nil
}

// badJump returns an error at a byte of a solution. All before is ASCII, so bytes count characters.
func badJump(text string, at int, want string) error {
	what := "unexpected end"
	if at < len(text) {
		what = "unexpected " + puzzle.QuotedFirst(text[at:])
	}
	msg := fmt.Sprintf("%s, want %s", what, want)
	return &puzzle.SyntaxError{Name: "solution", Column: at + 1, Msg: msg}
}
