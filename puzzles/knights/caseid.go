package knights

import (
	"fmt"
	"strconv"

	"exhaust/puzzle"
)

// A case ID is a board on one line:
//
//	ROW/ROW/...
//	10110/01*11/10111/01001/00000
//
// A row is a character a cell: 1 for a black knight, 0 for a white one, * for the hole. All rows
// have the same length. There are as many black knights as in the goal of the size.

// String returns the case ID of a valid board. Parse reads it back.
func (b *Board) String() string { return string(b.AppendID(nil)) }

// AppendID appends the case ID of a valid board to dst.
func (b *Board) AppendID(dst []byte) []byte {
	for cell := range b.Size() {
		if cell > 0 && cell%b.Cols == 0 {
			dst = append(dst, '/')
		}
		dst = append(dst, b.At(cell))
	}
	return dst
}

// Parse returns the valid board that an ID stands for. It reads exactly what String prints; an
// error is a *puzzle.SyntaxError.
func Parse(id string) (*Board, error) {
	p := idParser{text: id}
	p.b.Hole = -1
	for more := true; more; {
		if err := p.row(); err != nil {
			return nil, err
		}
		more = p.pos < len(id) && id[p.pos] == '/'
		p.pos++
	}
	p.pos = len(id)
	if p.b.Size() < MinCells {
		return nil, p.fail("a board of 1 cell, want %d to %d", MinCells, MaxCells)
	}
	if p.b.Hole < 0 {
		return nil, p.fail("unexpected end, want a hole * before it")
	}
	if err := p.b.checkBlack(); err != nil {
		return nil, p.fail("%v", err)
	}
	return &p.b, nil
}

// An idParser reads a case ID from left to right. It stops at the first wrong character, so that
// all before pos is ASCII and bytes count characters.
type idParser struct {
	text string
	pos  int // the next byte
	b    Board
}

// fail returns an error at the next character.
func (p *idParser) fail(format string, args ...any) error {
	return &puzzle.SyntaxError{
		Name:   "case " + puzzle.Shown(p.text, puzzle.MaxShownID),
		Column: p.pos + 1,
		Msg:    fmt.Sprintf(format, args...),
	}
}

// row reads one row, up to a slash or the end.
func (p *idParser) row() error {
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos] != '/' {
		if why := p.b.put(p.text[p.pos:], p.pos-start); why != "" {
			return p.fail("%s", why)
		}
		p.pos++
	}
	switch n := p.pos - start; {
	case n == 0 && p.pos == len(p.text):
		return p.fail("unexpected end, want a cell 0, 1 or *")
	case n == 0:
		return p.fail("unexpected %q, want a cell 0, 1 or *", "/")
	case p.b.Rows == 0:
		p.b.Cols = n
	case n < p.b.Cols:
		return p.fail("%s in a row, want %d as in the first", cells(n), p.b.Cols)
	}
	p.b.Rows++
	return nil
}

// cells returns a number of cells in words.
func cells(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return strconv.Itoa(n) + " cells"
}

// put puts what the first character of a text stands for on the cell in a column of the row after
// the last one. The number of columns is known from the second row on, and the hole is -1 until it
// is known. It says why it cannot, or nothing.
func (b *Board) put(text string, col int) (why string) {
	cell := b.Rows*b.Cols + col
	switch char := text[0]; {
	case char != White && char != Black && char != Hole:
		return fmt.Sprintf("unexpected %s, want a cell 0, 1 or *", puzzle.QuotedFirst(text))
	case b.Rows > 0 && col == b.Cols:
		return fmt.Sprintf("a row goes on, want %s as in the first", cells(b.Cols))
	case cell == MaxCells:
		return fmt.Sprintf("the board goes on, want at most %d cells", MaxCells)
	case char == Hole && b.Hole >= 0:
		return "a second hole, want one *"
	case char == Hole:
		b.Hole = cell
	case char == Black:
		b.Black |= 1 << cell
	}
	return ""
}
