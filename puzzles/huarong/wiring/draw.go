package wiring

import (
	"fmt"
	"math/rand/v2"

	"exhaust/family"
	"exhaust/puzzles/huarong"
)

// A drawer draws cases of a size.
type drawer struct {
	rows, cols int
	draw       func(rng *rand.Rand, c *huarong.Case) bool // tells whether it drew a valid case
}

// newDrawer returns what draws random cases: each cell is free with the chance 3/4, but at least
// two are; then the hole, the piece and the target are drawn from the free cells.
func newDrawer(size string, _ family.Draws) (family.Drawer[*huarong.Case], error) {
	rows, cols, err := parseSize(size)
	if err != nil {
		return nil, err
	}
	return &drawer{rows, cols, drawDense}, nil
}

// newSampler returns what draws uniformly from all cases of a size.
func newSampler(size string, _ family.Draws) (family.Drawer[*huarong.Case], error) {
	rows, cols, err := parseSize(size)
	if err != nil {
		return nil, err
	}
	return &drawer{rows, cols, drawUniform}, nil
}

// Draw draws a case. It uses the memory of reuse unless that is nil.
func (d *drawer) Draw(rng *rand.Rand, reuse *huarong.Case) *huarong.Case {
	for {
		if reuse = emptied(reuse, d.rows, d.cols); d.draw(rng, reuse) {
			return reuse
		}
	}
}

func (d *drawer) String() string { return fmt.Sprintf("random %dx%d boards", d.rows, d.cols) }

// rowMask holds a bit for each cell of a row.
func rowMask(c *huarong.Case) uint64 { return ^uint64(0) >> (huarong.MaxSide - c.Cols) }

// drawDense frees each cell with the chance 3/4 and draws a query.
func drawDense(rng *rand.Rand, c *huarong.Case) bool {
	for row := range c.Rows {
		c.Free[row] = (rng.Uint64() | rng.Uint64()) & rowMask(c)
	}
	free := c.FreeCount()
	if free < 2 {
		return false
	}
	hole, piece := rng.IntN(free), rng.IntN(free-1)
	if piece >= hole {
		piece++
	}
	c.Hole, c.Piece = freeCell(c, hole), freeCell(c, piece)
	c.Target = freeCell(c, rng.IntN(free))
	return true
}

// drawUniform draws a set of free cells and three cells, all of them with the same chance. Whatever
// is valid of these is a case, so that all cases have the same chance. That is about one in eight.
func drawUniform(rng *rand.Rand, c *huarong.Case) bool {
	for row := range c.Rows {
		c.Free[row] = rng.Uint64() & rowMask(c)
	}
	n := c.Size()
	c.Hole, c.Piece, c.Target = rng.IntN(n), rng.IntN(n), rng.IntN(n)
	return c.Validate() == nil
}

// workshop returns how cases worth keeping are made.
func workshop() *family.Workshop[*huarong.Case] {
	return &family.Workshop[*huarong.Case]{
		Draw: func(rng *rand.Rand, size string) (*huarong.Case, error) {
			d, err := newDrawer(size, family.Draws{})
			if err != nil {
				return nil, err
			}
			return d.Draw(rng, nil), nil
		},
		Mutate:    mutate,
		Signature: Signature,
		Size:      sizeOf,
	}
}

// mutate returns a copy in which one cell is fixed that was free, or the other way round, or one of
// the hole, the piece and the target is elsewhere.
func mutate(rng *rand.Rand, c *huarong.Case) *huarong.Case {
	for {
		d := c.Clone()
		cell := rng.IntN(c.Size())
		switch rng.IntN(5) {
		case 0:
			d.Hole = cell
		case 1:
			d.Piece = cell
		case 2:
			d.Target = cell
		default:
			d.SetFree(cell, !d.IsFree(cell))
		}
		if *d != *c && d.Validate() == nil {
			return d
		}
	}
}
