package table

import "math/bits"

// size returns the number of cells of a set.
func size(set uint32) int { return bits.OnesCount32(set) }

// images returns what the symmetries of a rectangle make of its cells: for each symmetry, where
// each cell goes. There are eight if it is a square, four if not (which need not differ if it is
// one cell high). The first is the identity.
func images(rows, cols int) [][]int {
	var all [][]int
	for flips := range 4 {
		to := make([]int, rows*cols)
		turned := make([]int, rows*cols)
		for cell := range to {
			row, col := cell/cols, cell%cols
			if flips&1 != 0 {
				row = rows - 1 - row
			}
			if flips&2 != 0 {
				col = cols - 1 - col
			}
			to[cell], turned[cell] = row*cols+col, col*rows+row
		}
		all = append(all, to)
		if rows == cols {
			all = append(all, turned)
		}
	}
	return all
}

// image returns what becomes of a set of cells.
func image(set uint32, to []int) uint32 {
	moved := uint32(0)
	for cell, place := range to {
		moved |= set >> cell & 1 << place
	}
	return moved
}

// canonical returns the least image of a class's rainbow cells, and a symmetry that
// leads to it.
func canonical(c Class) (Class, []int) {
	var best []int
	least := c
	for _, to := range images(c.Rows, c.Cols) {
		if r := image(c.Rainbow, to); best == nil || r < least.Rainbow {
			least.Rainbow, best = r, to
		}
	}
	return least, best
}
