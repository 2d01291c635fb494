package bfs_test

import (
	"math/rand/v2"

	"exhaust/puzzles/twotone"
)

// A lane board is large and has few states. Its left part is black and its right
// part white, so that a piece that stands on its own colour is walled in. Each
// piece gets a lane of cells that it may enter: a walk that does not reach the
// border between the parts. What is not beside a lane is never seen, and may be
// painted rainbow to make the state as small as is wanted.
type laneBoard struct {
	twotone.Case
	rng    *rand.Rand
	half   int    // the first column of the white part
	inLane []bool // for each cell
}

// drawLanes draws a lane board of at least eight columns and turns it some way:
// rows and columns, left and right, black and white. With bits > 0 it paints
// unseen cells rainbow until a state has so many bits; it reports false if
// there are not enough of them.
func drawLanes(rng *rand.Rand, rows, cols, bits int) (*twotone.Case, bool) {
	n := rows * cols
	b := &laneBoard{rng: rng, half: cols / 2, inLane: make([]bool, n)}
	b.Rows, b.Cols, b.Rule = rows, cols, twotone.Rule(rng.IntN(2))
	b.Cells, b.Stars = make([]twotone.Colour, n), make([]bool, n)
	for i := range b.Cells {
		if i%cols >= b.half {
			b.Cells[i] = twotone.White
		}
	}
	b.Black = b.lane(0, b.half-1)
	b.White = b.lane(b.half+1, cols)
	if !b.shrink(bits) {
		return nil, false
	}
	return twotone.Symmetry(rng.IntN(twotone.Symmetries)).Apply(&b.Case), true
}

// lane lays a lane within the columns from, ..., to-1 and returns its first cell.
func (b *laneBoard) lane(from, to int) (first int) {
	first = b.rng.IntN(b.Rows)*b.Cols + from + b.rng.IntN(to-from)
	own := b.Cells[first]
	at := first
	for range 3 + b.rng.IntN(14) {
		b.inLane[at] = true
		if at != first {
			b.Cells[at] = own.Opposite()
			if b.rng.IntN(8) == 0 {
				b.Cells[at] = twotone.Rainbow
			}
			b.Stars[at] = b.rng.IntN(3) == 0
		}
		next := b.ahead(at, from, to)
		if len(next) == 0 {
			break
		}
		at = next[b.rng.IntN(len(next))]
	}
	return first
}

// ahead returns the cells beside a cell, within the columns from, ..., to-1, that are in no lane.
func (b *laneBoard) ahead(cell, from, to int) (cells []int) {
	for _, next := range b.beside(cell) {
		if col := next % b.Cols; col >= from && col < to && !b.inLane[next] {
			cells = append(cells, next)
		}
	}
	return cells
}

func (b *laneBoard) beside(cell int) (cells []int) {
	row, col := cell/b.Cols, cell%b.Cols
	if row > 0 {
		cells = append(cells, cell-b.Cols)
	}
	if row < b.Rows-1 {
		cells = append(cells, cell+b.Cols)
	}
	if col > 0 {
		cells = append(cells, cell-1)
	}
	if col < b.Cols-1 {
		cells = append(cells, cell+1)
	}
	return cells
}

// unseen returns whether a cell is neither in a lane nor beside one.
func (b *laneBoard) unseen(cell int) bool {
	seen := b.inLane[cell]
	for _, next := range b.beside(cell) {
		seen = seen || b.inLane[next]
	}
	return !seen
}

// shrink paints unseen cells rainbow until a state has so many bits, or until
// there are none if bits is 0.
func (b *laneBoard) shrink(bits int) bool {
	for _, cell := range b.rng.Perm(b.Size()) {
		if stateBits(&b.Case) <= bits || bits == 0 {
			break
		}
		if b.unseen(cell) {
			b.Cells[cell] = twotone.Rainbow
		}
	}
	return bits == 0 || stateBits(&b.Case) == bits
}
