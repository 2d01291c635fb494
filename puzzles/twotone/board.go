// Package twotone is the two-tone board puzzle: the board, its notation, its
// symmetries, the space of all boards of a size, and the referee that replays
// a solution on the rules.
//
// One black and one white piece stand on a grid of black, white and rainbow
// cells. A piece steps onto orthogonally adjacent cells of the opposite colour,
// which then take its own, or onto rainbow cells, which never change. Entering
// a cell with a star collects it and passes the turn. The game is won when no
// star is left.
//
// This package holds no solver. The solvers live in the folders below it and
// share nothing but the types of this package: none of them uses the referee's
// transitions, and the referee uses none of theirs.
package twotone

import "fmt"

// Limits of a board's size. A side fits a byte, a cell number 16 bits.
const (
	MaxSide  = 255
	MaxCells = MaxSide * MaxSide
)

// A Colour is what a cell shows. Pieces, and the side to move, are Black or
// White.
type Colour uint8

// The colours. An ordinary cell is Black or White and takes the colour of the
// piece that enters it; a Rainbow cell never changes.
const (
	Black Colour = iota
	White
	Rainbow
)

// Opposite returns White for Black and Black for White. A rainbow cell is its
// own opposite.
func (c Colour) Opposite() Colour {
	switch c {
	case Black:
		return White
	case White:
		return Black
	default:
		return c
	}
}

// String returns "black", "white" or "rainbow".
func (c Colour) String() string {
	switch c {
	case Black:
		return "black"
	case White:
		return "white"
	case Rainbow:
		return "rainbow"
	default:
		return fmt.Sprintf("Colour(%d)", uint8(c))
	}
}

// A Rule says what happens to a mover without a legal move.
type Rule uint8

// The two rules.
const (
	Strict   Rule = iota // the mover is stuck for good: the play is lost
	Handover             // the mover may hand the turn over, at no cost
)

// String returns "strict" or "handover".
func (r Rule) String() string {
	switch r {
	case Strict:
		return "strict"
	case Handover:
		return "handover"
	default:
		return fmt.Sprintf("Rule(%d)", uint8(r))
	}
}

// A Board is a position: the cells, the two pieces, the stars and the side to
// move. Cells are numbered row-major from 0.
type Board struct {
	Rows, Cols int      // sides, 1 to MaxSide; at least two cells
	Cells      []Colour // the colour of each of the Rows*Cols cells
	Stars      []bool   // for each cell, whether a star lies on it
	Black      int      // the cell of the black piece
	White      int      // the cell of the white piece, another one
	Turn       Colour   // Black or White
}

// A Case is a board under a rule: the unit that is enumerated and solved.
type Case struct {
	Board
	Rule Rule
}

// Size returns the number of cells, N.
func (b *Board) Size() int { return b.Rows * b.Cols }

// Count returns how many cells show colour c.
func (b *Board) Count(c Colour) int {
	n := 0
	for _, cell := range b.Cells {
		if cell == c {
			n++
		}
	}
	return n
}

// StarCount returns the number of stars, K.
func (b *Board) StarCount() int {
	n := 0
	for _, star := range b.Stars {
		if star {
			n++
		}
	}
	return n
}

// Clone returns a copy that shares no memory with c.
func (c *Case) Clone() *Case {
	d := *c
	d.Cells = append([]Colour(nil), c.Cells...)
	d.Stars = append([]bool(nil), c.Stars...)
	return &d
}

// Validate returns an error that says what is wrong with the case, or nil.
func (c *Case) Validate() error {
	n := c.Size()
	switch {
	case c.Rows < 1 || c.Rows > MaxSide || c.Cols < 1 || c.Cols > MaxSide:
		return fmt.Errorf("a board of %dx%d: want sides of 1 to %d", c.Rows, c.Cols, MaxSide)
	case n < 2:
		return fmt.Errorf("a board of %dx%d: want at least two cells", c.Rows, c.Cols)
	case len(c.Cells) != n:
		return fmt.Errorf("%d cells: want %d for a board of %dx%d", len(c.Cells), n, c.Rows, c.Cols)
	case len(c.Stars) != n:
		return fmt.Errorf("a star set over %d cells: want %d", len(c.Stars), n)
	case c.Black < 0 || c.Black >= n:
		return fmt.Errorf("black piece on cell %d: want 0 to %d", c.Black, n-1)
	case c.White < 0 || c.White >= n:
		return fmt.Errorf("white piece on cell %d: want 0 to %d", c.White, n-1)
	case c.Black == c.White:
		return fmt.Errorf("both pieces on cell %d: want two different cells", c.Black)
	case c.Turn > White:
		return fmt.Errorf("%v to move: want black or white", c.Turn)
	case c.Rule > Handover:
		return fmt.Errorf("rule %v: want strict or handover", c.Rule)
	}
	for i, cell := range c.Cells {
		if cell > Rainbow {
			return fmt.Errorf("cell %d is %v: want black, white or rainbow", i, cell)
		}
	}
	return nil
}
