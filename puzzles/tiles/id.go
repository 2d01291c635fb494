package tiles

import (
	"fmt"
	"strconv"
	"strings"

	"exhaust/puzzle"
)

// The ID of a board is one line without a character special to a shell:
//
//	ROWSxCOLS:TILE,TILE,...
//	3x3:1,2,3,4,5,6,0,7,8
//
//	ROWS, COLS  2 to 5
//	TILE        the tile on each cell, row by row; 0 for the gap

// String returns the ID of a valid board. Parse reads it back.
func (b *Board) String() string { return string(b.AppendID(nil)) }

// AppendID appends the ID of a valid board to dst.
func (b *Board) AppendID(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(b.Rows), 10)
	dst = append(dst, 'x')
	dst = strconv.AppendInt(dst, int64(b.Cols), 10)
	for i, tile := range b.Cells() {
		dst = append(dst, separator(i))
		dst = strconv.AppendInt(dst, int64(tile), 10)
	}
	return dst
}

// separator returns what stands in front of a cell's tile.
func separator(cell int) byte {
	if cell == 0 {
		return ':'
	}
	return ','
}

// Parse returns the valid board that an ID stands for. It reads exactly what String prints; an
// error is a *puzzle.SyntaxError.
func Parse(id string) (*Board, error) {
	p := idParser{text: id}
	if err := p.size(); err != nil {
		return nil, err
	}
	for cell := range p.b.Size() {
		if err := p.tile(cell); err != nil {
			return nil, err
		}
	}
	if p.pos < len(p.text) {
		return nil, p.unexpected("the end")
	}
	return &p.b, nil
}

// An idParser reads an ID from left to right. It stops at the first wrong character, so that all
// before pos is ASCII and bytes count characters.
type idParser struct {
	text string
	pos  int // the next byte
	b    Board
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

// expect reads one character.
func (p *idParser) expect(char byte) error {
	if p.pos == len(p.text) || p.text[p.pos] != char {
		return p.unexpected(strconv.Quote(string(char)))
	}
	p.pos++
	return nil
}

// number reads a number from low to high, without sign or leading zeros.
func (p *idParser) number(what string, low, high int) (int, error) {
	rest := p.text[p.pos:]
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	if digits == "" {
		return 0, p.unexpected(fmt.Sprintf("%s, a number from %d to %d", what, low, high))
	}
	n, why := numberOf(digits, what, low, high)
	if why != "" {
		return 0, p.fail(p.pos, "%s", why)
	}
	p.pos += len(digits)
	return n, nil
}

// numberOf returns the number from low to high that some digits are, or says why they are none.
func numberOf(digits, what string, low, high int) (n int, why string) {
	n, err := strconv.Atoi(digits)
	shown := puzzle.Shown(digits, puzzle.MaxShownWord)
	switch {
	case len(digits) > 1 && digits[0] == '0':
		return 0, fmt.Sprintf("%s %s, want a number without leading zeros", what, shown)
	case err != nil || n < low || n > high:
		return 0, fmt.Sprintf("%s %s, want a number from %d to %d", what, shown, low, high)
	}
	return n, ""
}

// size reads ROWSxCOLS.
func (p *idParser) size() (err error) {
	if p.b.Rows, err = p.number("rows", MinSide, MaxSide); err != nil {
		return err
	}
	if err = p.expect('x'); err != nil {
		return err
	}
	p.b.Cols, err = p.number("columns", MinSide, MaxSide)
	return err
}

// tile reads the tile of a cell, and what stands in front of it.
func (p *idParser) tile(cell int) error {
	if cell > 0 && p.pos == len(p.text) {
		return p.fail(p.pos, "%d tiles, want %d for a board of %dx%d",
			cell, p.b.Size(), p.b.Rows, p.b.Cols)
	}
	if err := p.expect(separator(cell)); err != nil {
		return err
	}
	start := p.pos
	n, err := p.number("tile", 0, p.b.Size()-1)
	if err != nil {
		return err
	}
	if p.b.holds(n, cell) {
		return p.fail(start, "tile %d again, want each once", n)
	}
	p.b.Tiles[cell] = uint8(n)
	return nil
}

// holds reports whether a tile is on one of the first cells.
func (b *Board) holds(tile, cells int) bool {
	for _, other := range b.Tiles[:cells] {
		if int(other) == tile {
			return true
		}
	}
	return false
}
