// Package huarong is the sliding puzzle of NOIP 2013 (Huarong Road): a board of fixed and movable
// tiles with one hole, and one piece that must come to its target.
//
// A board has rows and columns of cells. A cell is fixed, or free. One free cell is the hole; on
// every other free cell lies a tile. A tile beside the hole slides into it. One of the tiles is the
// piece. The value of a case is the least number of slides after which the piece lies on its
// target.
//
// A slide is named by the way in which the HOLE goes: U when the tile above the hole slides down
// into it. The hole goes up, the tile goes down.
//
// This package holds what a case is and how it is written. It holds no rule of how tiles move: the
// referee and each solver have their own.
package huarong

import (
	"fmt"
	"math/bits"
)

// MaxSide is the greatest number of rows and of columns of a board. A row fits a word, and the
// largest board has 4,096 cells.
const MaxSide = 64

// The slides, by the way in which the hole goes. A certificate is a slide a byte.
const (
	HoleUp    = 'U' // the tile above the hole slides down
	HoleDown  = 'D' // the tile below the hole slides up
	HoleLeft  = 'L' // the tile to the left of the hole slides right
	HoleRight = 'R' // the tile to the right of the hole slides left
)

// A Board is which cells are free. It is a value: boards of the same size with the same free cells
// are equal, and a copy shares nothing.
type Board struct {
	Rows, Cols int             // 1 to MaxSide
	Free       [MaxSide]uint64 // bit c of row r stands for its cell in column c; 0 beyond the board
}

// A Case is a board and one query. Cells are numbered row by row from 0.
type Case struct {
	Board
	Hole   int // the cell of the hole
	Piece  int // the cell of the piece
	Target int // the cell that the piece must come to
}

// Size returns the number of cells.
func (b *Board) Size() int { return b.Rows * b.Cols }

// IsFree reports whether a cell of the board is free.
func (b *Board) IsFree(cell int) bool { return b.Free[cell/b.Cols]>>(cell%b.Cols)&1 != 0 }

// SetFree makes a cell of the board free, or fixed.
func (b *Board) SetFree(cell int, free bool) {
	b.Free[cell/b.Cols] &^= 1 << (cell % b.Cols)
	if free {
		b.Free[cell/b.Cols] |= 1 << (cell % b.Cols)
	}
}

// FreeCount returns the number of free cells.
func (b *Board) FreeCount() int {
	n := 0
	for _, row := range b.Free {
		n += bits.OnesCount64(row)
	}
	return n
}

// Clone returns a copy that shares no memory with c.
func (c *Case) Clone() *Case {
	d := *c
	return &d
}

// Validate returns an error that says what is wrong with the case, or nil. It costs O(MaxSide).
func (c *Case) Validate() error {
	if c.Rows < 1 || c.Rows > MaxSide || c.Cols < 1 || c.Cols > MaxSide {
		return fmt.Errorf("a board of %dx%d: want sides of 1 to %d", c.Rows, c.Cols, MaxSide)
	}
	for row, cells := range c.Free {
		if row >= c.Rows && cells != 0 || cells>>(c.Cols-1)>>1 != 0 {
			return fmt.Errorf("a free cell in row %d beyond the board: want a board of %dx%d",
				row+1, c.Rows, c.Cols)
		}
	}
	for _, p := range places {
		cell := *p.cell(c)
		if cell < 0 || cell >= c.Size() {
			return fmt.Errorf("%s on cell %d: want 0 to %d", p.name, cell, c.Size()-1)
		}
		if why := c.refuses(p, cell); why != "" {
			return fmt.Errorf("%s", why)
		}
	}
	return nil
}

// A place is one of the three cells of a query.
type place struct {
	name string
	cell func(c *Case) *int
}

// places are the three cells in the order of a query.
var places = [...]place{
	{"hole", func(c *Case) *int { return &c.Hole }},
	{"piece", func(c *Case) *int { return &c.Piece }},
	{"target", func(c *Case) *int { return &c.Target }},
}

// refuses says why a place may not be on a cell of the board, or nothing if it may. The places
// before it are known. The target may be where the hole or the piece is.
func (c *Case) refuses(p place, cell int) (why string) {
	row, col := cell/c.Cols+1, cell%c.Cols+1
	switch {
	case !c.IsFree(cell):
		return fmt.Sprintf("%s at %d,%d on a fixed cell: want a free cell", p.name, row, col)
	case p.name == "piece" && cell == c.Hole:
		return fmt.Sprintf("%s at %d,%d where the hole is: want another cell", p.name, row, col)
	}
	return ""
}
