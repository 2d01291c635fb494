// Package knights is the puzzle of the knights: black and white knights on a board with one cell
// that is empty, the hole. A knight jumps into the hole as in chess, and the hole is then where it
// came from. Knights of one colour are all alike. All are to stand as in the goal, which for the
// 5x5 board is
//
//	11111
//	01111
//	00*11
//	00001
//	00000
//
// with 1 for a black knight, 0 for a white one and * for the hole. The value of a case is the least
// number of jumps.
//
// This package holds what a case is and how it is written. It holds no rule of how knights move:
// the referee and each solver have their own.
package knights

import (
	"fmt"
	"math/bits"
)

// The least and the greatest number of cells of a board. Colours and the hole of the largest board
// fit 64 bits.
const (
	MinCells = 2
	MaxCells = 58
)

// A Board is a board with knights on it: a case. It is a value: boards that are the same are equal,
// and a copy shares nothing. Cells are numbered row by row from 0.
type Board struct {
	Rows, Cols int
	Hole       int    // the cell without a knight
	Black      uint64 // bit n: a black knight on cell n; 0 for the hole and beyond the board
}

// Size returns the number of cells.
func (b *Board) Size() int { return b.Rows * b.Cols }

// Clone returns a copy that shares no memory with b.
func (b *Board) Clone() *Board {
	c := *b
	return &c
}

// IsBlack reports whether a black knight is on a cell.
func (b *Board) IsBlack(cell int) bool { return b.Black>>cell&1 != 0 }

// The characters of the cells of a board, in IDs, files and pictures.
const (
	White = '0'
	Black = '1'
	Hole  = '*'
)

// At returns the character of a cell: White, Black or Hole.
func (b *Board) At(cell int) byte {
	switch {
	case cell == b.Hole:
		return Hole
	case b.IsBlack(cell):
		return Black
	}
	return White
}

// Goal returns the position that all knights of a board of a size are to come to. The hole is in
// row Rows/2 and column Cols/2, both from 0. Black knights are above the diagonal from the first
// cell to the last one, and on it before the hole; white ones are below it, and on it after the
// hole. A cell is above the diagonal if column x (Rows-1) > row x (Cols-1).
func Goal(rows, cols int) Board {
	g := Board{Rows: rows, Cols: cols, Hole: rows/2*cols + cols/2}
	for cell := range rows * cols {
		above := cell%cols*(rows-1) - cell/cols*(cols-1)
		if cell != g.Hole && (above > 0 || above == 0 && cell < g.Hole) {
			g.Black |= 1 << cell
		}
	}
	return g
}

// IsGoal reports whether all knights of a valid board have come to their goal.
func (b *Board) IsGoal() bool { return *b == Goal(b.Rows, b.Cols) }

// Validate returns an error that says what is wrong with the board, or nil.
func (b *Board) Validate() error {
	if !IsSize(b.Rows, b.Cols) {
		const want = "a board of %dx%d: want %d to %d cells"
		return fmt.Errorf(want, b.Rows, b.Cols, MinCells, MaxCells)
	}
	if b.Hole < 0 || b.Hole >= b.Size() {
		return fmt.Errorf("hole on cell %d: want 0 to %d", b.Hole, b.Size()-1)
	}
	if b.Black>>b.Size() != 0 {
		return fmt.Errorf("a black knight beyond the last cell: want cells 0 to %d", b.Size()-1)
	}
	if b.IsBlack(b.Hole) {
		return fmt.Errorf("a black knight on cell %d: want none where the hole is", b.Hole)
	}
	return b.checkBlack()
}

// IsSize reports whether a board may have so many rows and columns.
func IsSize(rows, cols int) bool {
	sides := rows >= 1 && cols >= 1 && rows <= MaxCells && cols <= MaxCells
	return sides && rows*cols >= MinCells && rows*cols <= MaxCells
}

// checkBlack returns an error unless there are as many black knights as in the goal.
func (b *Board) checkBlack() error {
	goal := Goal(b.Rows, b.Cols)
	got, want := bits.OnesCount64(b.Black), bits.OnesCount64(goal.Black)
	if got == want {
		return nil
	}
	return fmt.Errorf("%d black and %d white knights, want %d and %d as in the goal",
		got, b.Size()-1-got, want, b.Size()-1-want)
}
