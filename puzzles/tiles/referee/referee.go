// Package referee replays a certificate of a sliding-tile board move by move on the rules.
//
// It moves tiles on a board of its own, as a person would, and shares no code with any solver.
package referee

import (
	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

// A Referee plays a board on the rules. The zero Referee is ready for Start; a Referee may be used
// again and again.
type Referee struct {
	rows, cols     int
	cells          [tiles.MaxSide][tiles.MaxSide]uint8 // the tile in each row and column, or tiles.Gap
	gapRow, gapCol int
	moves          int // moves made
}

var _ puzzle.Referee[*tiles.Board] = (*Referee)(nil)

// Start sets up a valid board. It costs O(cells) and allocates nothing.
func (r *Referee) Start(b *tiles.Board) {
	r.rows, r.cols, r.moves = b.Rows, b.Cols, 0
	for i, tile := range b.Cells() {
		row, col := i/b.Cols, i%b.Cols
		r.cells[row][col] = tile
		if tile == tiles.Gap {
			r.gapRow, r.gapCol = row, col
		}
	}
}

// Solved reports whether every tile is where it belongs: 1, 2, 3, ... row by row, and the gap last.
func (r *Referee) Solved() bool {
	want := uint8(0)
	for row := range r.rows {
		for col := range r.cols {
			want++
			last := row == r.rows-1 && col == r.cols-1
			if !last && r.cells[row][col] != want {
				return false
			}
		}
	}
	return true
}

// Position sets b to the board as it is now.
func (r *Referee) Position(b *tiles.Board) {
	*b = tiles.Board{Rows: r.rows, Cols: r.cols}
	for cell := range b.Size() {
		b.Tiles[cell] = r.cells[cell/r.cols][cell%r.cols]
	}
}

// Move makes one move: a tile goes U, D, L or R into the gap. It returns the tile. If the rules do
// not allow the move it changes nothing, and the error is a *puzzle.StepError.
func (r *Referee) Move(letter byte) (tile int, err error) {
	row, col, why := r.mover(letter)
	if why == "" && r.Solved() {
		why = "the play is over: the board is solved"
	}
	if why != "" {
		text := puzzle.Shown(string([]byte{letter}), puzzle.MaxShownWord)
		return 0, &puzzle.StepError{Step: r.moves + 1, Text: text, Why: why}
	}
	moved := r.cells[row][col]
	r.cells[r.gapRow][r.gapCol] = moved
	r.cells[row][col] = tiles.Gap
	r.gapRow, r.gapCol = row, col
	r.moves++
	return int(moved), nil
}

// mover returns where the tile stands that a move takes into the gap, or says why there is none.
func (r *Referee) mover(letter byte) (row, col int, why string) {
	row, col = r.gapRow, r.gapCol
	switch letter {
	case tiles.TileUp:
		row++
		why = "no tile below the gap"
	case tiles.TileDown:
		row--
		why = "no tile above the gap"
	case tiles.TileLeft:
		col++
		why = "no tile to the right of the gap"
	case tiles.TileRight:
		col--
		why = "no tile to the left of the gap"
	default:
		return 0, 0, "no such move, want U, D, L or R"
	}
	if row >= 0 && row < r.rows && col >= 0 && col < r.cols {
		why = ""
	}
	return row, col, why
}

// Replay replays a whole certificate and returns its number of moves. The error is a
// *puzzle.StepError that names the first wrong move, or says that the board is not solved after the
// last. No move may follow the one that solves the board.
func (r *Referee) Replay(b *tiles.Board, certificate []byte) (moves int, err error) {
	r.Start(b)
	for _, letter := range certificate {
		if _, err := r.Move(letter); err != nil {
			return 0, err
		}
	}
	if !r.Solved() {
		return 0, &puzzle.StepError{Step: r.moves + 1, Why: "the board is not solved"}
	}
	return r.moves, nil
}
