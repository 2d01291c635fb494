package huarong

import (
	"fmt"
	"strconv"
	"strings"

	"exhaust/puzzle"
)

// A case ID is a case on one line without a character special to a shell:
//
//	ROW/ROW/...:HOLE,PIECE,TARGET
//	0111/0110/0100:3,2,1,2,2,2
//
//	ROW                  a digit a cell: 1 free, 0 fixed; all rows of the same length
//	HOLE, PIECE, TARGET  row and column of each, from 1, with a comma between

// String returns the case ID of a valid case. Parse reads it back.
func (c *Case) String() string { return string(c.AppendID(nil)) }

// AppendID appends the case ID of a valid case to dst.
func (c *Case) AppendID(dst []byte) []byte {
	for cell := range c.Size() {
		if cell > 0 && cell%c.Cols == 0 {
			dst = append(dst, '/')
		}
		dst = append(dst, digitOf(c.IsFree(cell)))
	}
	for i, p := range places {
		cell := *p.cell(c)
		dst = append(dst, ":,,"[i])
		dst = strconv.AppendInt(dst, int64(cell/c.Cols+1), 10)
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, int64(cell%c.Cols+1), 10)
	}
	return dst
}

// digitOf returns the digit of a cell.
func digitOf(free bool) byte {
	if free {
		return '1'
	}
	return '0'
}

// Parse returns the valid case that an ID stands for. It reads exactly what String prints; an error
// is a *puzzle.SyntaxError.
func Parse(id string) (*Case, error) {
	p := idParser{text: id}
	if err := p.board(); err != nil {
		return nil, err
	}
	if err := p.query(); err != nil {
		return nil, err
	}
	return &p.c, nil
}

// An idParser reads a case ID from left to right. It stops at the first wrong character, so that
// all before pos is ASCII and bytes count characters.
type idParser struct {
	text string
	pos  int // the next byte
	c    Case
}

// fail returns an error at a byte of the ID.
func (p *idParser) fail(pos int, format string, args ...any) error {
	return &puzzle.SyntaxError{
		Name:   "case " + puzzle.Shown(p.text, puzzle.MaxShownID),
		Column: pos + 1,
		Msg:    fmt.Sprintf(format, args...),
	}
}

// unexpected returns an error for the next character.
func (p *idParser) unexpected(want string) error {
	if p.pos == len(p.text) {
		return p.fail(p.pos, "unexpected end, want %s", want)
	}
	return p.fail(p.pos, "unexpected %s, want %s", puzzle.QuotedFirst(p.text[p.pos:]), want)
}

// next reads a character if it comes next, and tells whether it did.
func (p *idParser) next(char byte) bool {
	if p.pos == len(p.text) || p.text[p.pos] != char {
		return false
	}
	p.pos++
	return true
}

// board reads the rows and the colon behind them.
func (p *idParser) board() error {
	for more := true; more; more = p.next('/') {
		if err := p.row(); err != nil {
			return err
		}
	}
	if !p.next(':') {
		return p.unexpected("a cell 0 or 1, / or :")
	}
	return nil
}

// row reads one row.
func (p *idParser) row() error {
	if p.c.Rows == MaxSide {
		return p.fail(p.pos, "row %d, want at most %d rows", MaxSide+1, MaxSide)
	}
	start := p.pos
	for p.pos < len(p.text) && (p.text[p.pos] == '0' || p.text[p.pos] == '1') {
		col := p.pos - start
		if err := p.checkColumn(col); err != nil {
			return err
		}
		p.c.Free[p.c.Rows] |= uint64(p.text[p.pos]-'0') << col
		p.pos++
	}
	switch n := p.pos - start; {
	case n == 0:
		return p.unexpected("a cell 0 or 1")
	case p.c.Rows == 0:
		p.c.Cols = n
	case n < p.c.Cols:
		return p.fail(p.pos, "%s in a row, want %d as in the first", cells(n), p.c.Cols)
	}
	p.c.Rows++
	return nil
}

// checkColumn returns an error if no cell may stand in a column.
func (p *idParser) checkColumn(col int) error {
	switch {
	case p.c.Rows > 0 && col == p.c.Cols:
		return p.fail(p.pos, "a row goes on, want %s as in the first", cells(p.c.Cols))
	case col == MaxSide:
		return p.fail(p.pos, "a row goes on, want at most %d cells", MaxSide)
	}
	return nil
}

// cells returns a number of cells in words.
func cells(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return strconv.Itoa(n) + " cells"
}

// query reads the three places up to the end.
func (p *idParser) query() error {
	for i, place := range places {
		if i > 0 && !p.next(',') {
			return p.unexpected("a comma")
		}
		if err := p.place(place); err != nil {
			return err
		}
	}
	if p.pos < len(p.text) {
		return p.unexpected("the end")
	}
	return nil
}

// place reads a row and a column.
func (p *idParser) place(place place) error {
	start := p.pos
	row, err := p.number("row of the "+place.name, p.c.Rows)
	if err != nil {
		return err
	}
	if !p.next(',') {
		return p.unexpected("a comma")
	}
	col, err := p.number("column of the "+place.name, p.c.Cols)
	if err != nil {
		return err
	}
	cell := (row-1)*p.c.Cols + col - 1
	if why := p.c.refuses(place, cell); why != "" {
		return p.fail(start, "%s", why)
	}
	*place.cell(&p.c) = cell
	return nil
}

// number reads a number from 1 to high.
func (p *idParser) number(what string, high int) (int, error) {
	rest := p.text[p.pos:]
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	if digits == "" {
		return 0, p.unexpected(fmt.Sprintf("%s, a number from 1 to %d", what, high))
	}
	n, why := numberOf(digits, what, high)
	if why != "" {
		return 0, p.fail(p.pos, "%s", why)
	}
	p.pos += len(digits)
	return n, nil
}

// numberOf returns the number from 1 to high that a text is, without sign or leading zeros, or says
// why it is none.
func numberOf(text, what string, high int) (n int, why string) {
	n, err := strconv.Atoi(text)
	shown := puzzle.Shown(text, puzzle.MaxShownWord)
	switch {
	case err != nil || n < 1 || n > high || text[0] == '+':
		return 0, fmt.Sprintf("%s %s, want a number from 1 to %d", what, shown, high)
	case text[0] == '0':
		return 0, fmt.Sprintf("%s %s, want a number without leading zeros", what, shown)
	}
	return n, ""
}
