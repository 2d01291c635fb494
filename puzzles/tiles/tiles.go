// Package tiles is the sliding-tile puzzle on boards of 2x2 to 5x5 cells: the 8-puzzle, the
// 15-puzzle, the 24-puzzle and boards that are no squares.
//
// A board of N cells holds the tiles 1 to N-1 and a gap. A tile beside the gap, above, below, left
// or right of it, may move into it. The goal is the tiles in order, row by row, and the gap in the
// last cell. The value of a board is the least number of moves that lead to the goal.
//
// A move is named by the way in which the TILE goes: U when the tile below the gap moves up into
// it. The tile goes up, the gap goes down.
//
// This package holds what a board is and how it is written. It holds no rule of how tiles move: the
// referee and each solver have their own.
package tiles

import (
	"fmt"
)

// Bounds on rows, on columns and on cells.
const (
	MinSide  = 2
	MaxSide  = 5
	MaxCells = MaxSide * MaxSide
)

// Gap is what stands on the cell without a tile.
const Gap = 0

// The moves, by the way in which the tile goes. A certificate is a move a byte.
const (
	TileUp    = 'U' // the tile below the gap moves up
	TileDown  = 'D' // the tile above the gap moves down
	TileLeft  = 'L' // the tile to the right of the gap moves left
	TileRight = 'R' // the tile to the left of the gap moves right
)

// A Board is an arrangement of the tiles. It is a value: arrangements that are the same are equal,
// and a copy shares nothing. Cells are numbered row by row from 0.
type Board struct {
	Rows, Cols int             // MinSide to MaxSide
	Tiles      [MaxCells]uint8 // the tile on each cell, or Gap; 0 beyond the board
}

// Goal returns the solved board of a size: 1, 2, 3, ... and the gap. The size must be valid.
func Goal(rows, cols int) *Board {
	b := &Board{Rows: rows, Cols: cols}
	for cell := range b.Size() - 1 {
		b.Tiles[cell] = uint8(cell + 1)
	}
	return b
}

// Size returns the number of cells.
func (b *Board) Size() int { return b.Rows * b.Cols }

// Cells returns the tiles on the board, cell by cell. They belong to the board.
func (b *Board) Cells() []uint8 { return b.Tiles[:b.Size()] }

// Clone returns a copy that shares no memory with b.
func (b *Board) Clone() *Board {
	c := *b
	return &c
}

// ValidSize returns an error unless there are boards of so many rows and columns.
func ValidSize(rows, cols int) error {
	if min(rows, cols) < MinSide || max(rows, cols) > MaxSide {
		return fmt.Errorf("a board of %dx%d: want %dx%d to %dx%d",
			rows, cols, MinSide, MinSide, MaxSide, MaxSide)
	}
	return nil
}

// Validate returns an error that says what is wrong with the board, or nil: there is to be each
// tile once, and one gap. It costs O(MaxCells).
func (b *Board) Validate() error {
	if err := ValidSize(b.Rows, b.Cols); err != nil {
		return err
	}
	var seen [MaxCells]bool
	for cell, tile := range b.Tiles {
		switch {
		case cell >= b.Size() && tile != 0:
			return fmt.Errorf("tile %d on cell %d: want a board of %d cells", tile, cell, b.Size())
		case cell >= b.Size():
		case int(tile) >= b.Size():
			return fmt.Errorf("tile %d on cell %d: want 0 to %d", tile, cell, b.Size()-1)
		case seen[tile]:
			return fmt.Errorf("tile %d on two cells: want each once", tile)
		default:
			seen[tile] = true
		}
	}
	return nil
}
