// Package knights is the puzzle of the knights of the 5x5 board, as a model for
// package parallel: twelve white knights, `0`, twelve black ones, `1`, and one
// hole, `*`. A knight jumps into the hole, which is then where it came from. The
// classic task is to reach
//
//	11111
//	01111
//	00*11
//	00001
//	00000
//
// The model begins at this position. All 25·C(24,12) = 67,603,900 arrangements
// can be reached from it. Boards of other sizes come with a position of the same
// kind.
//
// A position is one word:
//
//	bits 0 ... k-1       the cell of the hole, row-major
//	bits k ... k+cells-1 the colour of the knight in each cell; 0 for the hole's
//
// with the least k that holds a cell's number, 5 for 25 cells. Every jump can be
// taken back, so predecessors are successors.
package knights

import (
	"fmt"
	"math/bits"
)

// maxJumps is the largest number of cells that are a knight's move away.
const maxJumps = 8

// States names the layout of states; it changes whenever a position might become another state.
const States = "knights 1"

// A Model is the state space of one board size. It is a parallel.Model and a
// parallel.Reverser. No position is a goal.
type Model struct {
	rows, cols int
	holeMask   uint64
	start      [1]uint64
	from       []jumps // for each cell of the hole
}

// jumps are the moves into the hole in one cell.
type jumps struct {
	list [maxJumps]jump
	n    int
}

// A jump is the move of a knight from a cell into the hole.
type jump struct {
	shift uint   // of the colour of the cell it comes from
	both  uint64 // the colours of both cells
	hole  uint64 // what the hole's cell changes by
}

// New returns the model of boards of rows x cols cells, 1 to 58 of them.
func New(rows, cols int) (*Model, error) {
	cells := rows * cols
	if rows < 1 || cols < 1 || rows > 64 || cols > 64 || cells+cellBits(cells) > 64 {
		return nil, fmt.Errorf("knights: a board of %dx%d cells does not fit into 64 bits: want at most 58 cells", rows, cols)
	}
	m := &Model{rows: rows, cols: cols, holeMask: 1<<cellBits(cells) - 1}
	for cell := range cells {
		m.from = append(m.from, m.jumps(cell))
	}
	m.start = m.startPosition()
	return m, nil
}

// cellBits returns the number of bits that hold a cell's number.
func cellBits(cells int) int { return bits.Len(uint(cells - 1)) }

// colour returns the place of a cell's colour.
func (m *Model) colour(cell int) uint { return uint(cellBits(m.rows*m.cols) + cell) }

// startPosition returns the position with the hole in the middle, black above
// the diagonal and on it before the hole, white below the diagonal and on it after
// the hole.
func (m *Model) startPosition() [1]uint64 {
	hole := m.rows/2*m.cols + m.cols/2
	w := uint64(hole)
	for cell := range m.rows * m.cols {
		side := cell%m.cols*(m.rows-1) - cell/m.cols*(m.cols-1)
		if cell != hole && (side > 0 || side == 0 && cell < hole) {
			w |= 1 << m.colour(cell)
		}
	}
	return [1]uint64{w}
}

// jumps returns the moves into the hole in the given cell, in the order of the
// cells they come from.
func (m *Model) jumps(hole int) (js jumps) {
	for cell := range m.rows * m.cols {
		down, right := cell/m.cols-hole/m.cols, cell%m.cols-hole%m.cols
		if down*down+right*right != 5 {
			continue
		}
		js.list[js.n] = jump{
			shift: m.colour(cell),
			both:  1<<m.colour(cell) | 1<<m.colour(hole),
			hole:  uint64(cell ^ hole),
		}
		js.n++
	}
	return js
}

// Name returns the model's name, such as "knights:5x5".
func (m *Model) Name() string { return fmt.Sprintf("knights:%dx%d", m.rows, m.cols) }

// Initial appends the start position.
func (m *Model) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, m.start) }

// Goal returns false: the whole space is explored.
func (m *Model) Goal(*[1]uint64) bool { return false }

// Successors appends the position after each jump, in the order of the cells
// from which the knights jump.
func (m *Model) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	js := &m.from[w[0]&m.holeMask]
	for i := range js.list[:js.n] {
		j := &js.list[i]
		black := -(w[0] >> (j.shift % 64) & 1) // all ones for a black knight
		dst = append(dst, [1]uint64{w[0] ^ black&j.both ^ j.hole})
	}
	return dst
}

// Predecessors appends the positions from which a jump leads here.
func (m *Model) Predecessors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	return m.Successors(w, dst)
}
