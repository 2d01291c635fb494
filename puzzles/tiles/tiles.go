// Package tiles is the sliding-tile puzzle on boards of 2x2 to 4x4 cells, the
// field's yardstick for exhaustive search, as a model for package parallel.
//
// A position is one word, four bits a cell, row-major from the low end:
//
//	bits 4i ... 4i+3   the tile in cell i; 0 is the blank
//
// The blank is the lowest nibble that is 0, which a few operations find without
// a loop. The solved position has the tiles 1, 2, 3, ... in order and the blank
// in the last cell, a corner. Half of all arrangements can be reached from it:
//
//	2x2          12 positions, depth  6
//	2x3         360            depth 21
//	2x4      20,160            depth 36
//	3x3     181,440            depth 31
//	3x4 239,500,800            depth 53
//
// Every move can be taken back, so predecessors are successors.
package tiles

import (
	"fmt"
	"math/bits"
)

// least and most are the bounds on rows and columns.
const least, most = 2, 4

// States names the layout of states; it changes whenever a position might become another state.
const States = "tiles 1"

// A Model is the state space of one board size, from the solved position. It is
// a parallel.Model and a parallel.Reverser.
type Model struct {
	// Target is the goal. Without one no position is a goal, and a search explores
	// the whole space.
	Target [1]uint64

	rows, cols int
	solved     [1]uint64
	from       [most * most]slides // for each cell of the blank
}

// slides are the moves from positions with the blank in one cell.
type slides struct {
	shifts [4]uint8 // of the neighbours' nibbles: above, below, left, right of the blank
	n      uint8
}

// New returns the model of boards of rows x cols cells, each 2 to 4.
func New(rows, cols int) (*Model, error) {
	if min(rows, cols) < least || max(rows, cols) > most {
		return nil, fmt.Errorf("tiles: a board of %dx%d cells: want %dx%d to %dx%d", rows, cols, least, least, most, most)
	}
	m := &Model{rows: rows, cols: cols}
	tiles := make([]int, rows*cols)
	for cell := range tiles {
		tiles[cell] = (cell + 1) % len(tiles)
		m.from[cell] = m.slides(cell)
	}
	m.solved = Pack(tiles...)
	return m, nil
}

// Pack returns the position with the given tiles, row by row, 0 for the blank.
func Pack(tiles ...int) [1]uint64 {
	w := uint64(0)
	for cell, tile := range tiles {
		w |= uint64(tile) << (4 * cell)
	}
	return [1]uint64{w}
}

// slides returns the moves from positions with the blank in the given cell.
func (m *Model) slides(cell int) (s slides) {
	add := func(inside bool, neighbour int) {
		if inside {
			s.shifts[s.n] = uint8(4 * neighbour)
			s.n++
		}
	}
	row, col := cell/m.cols, cell%m.cols
	add(row > 0, cell-m.cols)
	add(row < m.rows-1, cell+m.cols)
	add(col > 0, cell-1)
	add(col < m.cols-1, cell+1)
	return s
}

// Name returns the model's name, such as "tiles:3x4".
func (m *Model) Name() string { return fmt.Sprintf("tiles:%dx%d", m.rows, m.cols) }

// Initial appends the solved position.
func (m *Model) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, m.solved) }

// Goal reports whether the position is the target.
func (m *Model) Goal(w *[1]uint64) bool { return *w == m.Target }

// Successors appends the position after each move: the tile above, below, left
// and right of the blank slides into it, in this order.
func (m *Model) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	blank := blankShift(w[0])
	s := &m.from[blank/4%(most*most)]
	for _, shift := range s.shifts[:s.n] {
		tile := w[0] >> (shift % 64) & 15
		dst = append(dst, [1]uint64{w[0] ^ tile<<(shift%64) ^ tile<<(blank%64)})
	}
	return dst
}

// Predecessors appends the positions from which a move leads here.
func (m *Model) Predecessors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	return m.Successors(w, dst)
}

// blankShift returns the place of the lowest nibble that is 0. Subtracting 1
// from every nibble borrows into the top bit of the first one that is 0, and of
// others only above it.
func blankShift(w uint64) uint {
	const ones, tops = 0x1111111111111111, 0x8888888888888888
	return uint(bits.TrailingZeros64((w-ones)&^w&tops)) &^ 3
}
