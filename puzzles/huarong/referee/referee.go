// Package referee replays a certificate of the huarong puzzle slide by slide on the rules.
//
// It moves things about on a board of its own, cell by cell, as a person would, and shares no code
// with any solver.
package referee

import (
	"fmt"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// A content is what is on a cell.
type content uint8

const (
	fixed content = iota
	tile          // a tile that may slide
	piece         // the tile that must come to the target
	hole
)

// A Referee plays a case on the rules. The zero Referee is ready for Start; a Referee may be used
// again and again.
type Referee struct {
	start            huarong.Case
	cells            [huarong.MaxSide][huarong.MaxSide]content
	holeRow, holeCol int
	slides           int // slides made
}

var _ puzzle.Referee[*huarong.Case] = (*Referee)(nil)

// Start puts the tiles of a valid case on the board. It costs O(cells) and allocates nothing.
func (r *Referee) Start(c *huarong.Case) {
	r.start, r.slides = *c, 0
	for cell := range c.Size() {
		r.cells[cell/c.Cols][cell%c.Cols] = contentOf(c, cell)
	}
	r.holeRow, r.holeCol = c.Hole/c.Cols, c.Hole%c.Cols
}

// contentOf returns what is on a cell of a case.
func contentOf(c *huarong.Case, cell int) content {
	switch {
	case cell == c.Hole:
		return hole
	case cell == c.Piece:
		return piece
	case c.IsFree(cell):
		return tile
	}
	return fixed
}

// Won reports whether the piece is on its target.
func (r *Referee) Won() bool {
	row, col := r.start.Target/r.start.Cols, r.start.Target%r.start.Cols
	return r.cells[row][col] == piece
}

// Position sets c to the case as it is now: the start with the hole and the piece where they have
// come to.
func (r *Referee) Position(c *huarong.Case) {
	*c = r.start
	for cell := range c.Size() {
		switch r.cells[cell/c.Cols][cell%c.Cols] {
		case hole:
			c.Hole = cell
		case piece:
			c.Piece = cell
		}
	}
}

// Slide makes one slide: the hole goes U, D, L or R, and the tile that was there comes into the
// cell where the hole was. It reports whether that tile is the piece. If the rules do not allow the
// slide it changes nothing, and the error is a *puzzle.StepError.
func (r *Referee) Slide(letter byte) (piece bool, err error) {
	row, col := r.holeRow, r.holeCol
	switch letter {
	case huarong.HoleUp:
		row--
	case huarong.HoleDown:
		row++
	case huarong.HoleLeft:
		col--
	case huarong.HoleRight:
		col++
	}
	if why := r.refuses(row, col); why != "" {
		return false, &puzzle.StepError{Step: r.slides + 1, Text: text(letter), Why: why}
	}
	return r.swap(row, col), nil
}

// refuses says why the hole may not go to a cell, or nothing if it may.
func (r *Referee) refuses(row, col int) (why string) {
	switch {
	case r.Won():
		return "the play is over: the piece is on its target"
	case row == r.holeRow && col == r.holeCol:
		return "no such slide, want U, D, L or R"
	case row < 0 || row >= r.start.Rows || col < 0 || col >= r.start.Cols:
		return "the hole would leave the board"
	case r.cells[row][col] == fixed:
		return fmt.Sprintf("the tile at %d,%d is fixed", row+1, col+1)
	}
	return ""
}

// swap lets the tile at a cell slide into the hole, and reports whether it is the piece.
func (r *Referee) swap(row, col int) bool {
	moved := r.cells[row][col]
	r.cells[r.holeRow][r.holeCol] = moved
	r.cells[row][col] = hole
	r.holeRow, r.holeCol = row, col
	r.slides++
	return moved == piece
}

// text returns a slide as written, fit for one line.
func text(letter byte) string { return puzzle.Shown(string([]byte{letter}), puzzle.MaxShownWord) }

// Replay replays a whole certificate and returns its number of slides. The error is a
// *puzzle.StepError that names the first wrong slide, or says that the piece is not on its target
// after the last. No slide may follow the one that brings the piece to its target.
func (r *Referee) Replay(c *huarong.Case, certificate []byte) (slides int, err error) {
	r.Start(c)
	for _, letter := range certificate {
		if _, err := r.Slide(letter); err != nil {
			return 0, err
		}
	}
	if !r.Won() {
		return 0, &puzzle.StepError{Step: r.slides + 1, Why: "the piece is not on its target"}
	}
	return r.slides, nil
}
