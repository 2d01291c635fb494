// Package bfs is the breadth-first solver of the knights, on the engine of package parallel, and
// the model that is explored: a board of up to 58 cells as one word.
//
// The classic task is to reach
//
//	11111
//	01111
//	00*11
//	00001
//	00000
//
// and all 25·C(24,12) = 67,603,900 arrangements can be reached from it.
//
// A position is one word, with the colours of the knights in an order of cells of the model's own:
//
//	bits 0 ... cells-2   the colour of the knight in each cell but one; 0 for the hole's
//	the last bits        the cell of the hole, row-major, from bit cells or bit 6 up, whichever is
//	                     higher
//
// The colour that is left out follows from the number of black knights, which no jump changes. So
// the positions of a block, which agree in all but the lowest six bits, differ in how the same
// knights stand on seven cells, in up to C(7, 3) = 35 ways. The seven are chosen such that many of
// these are met at the same level.
//
// Every jump can be taken back, so predecessors are successors.
package bfs

import (
	"fmt"
	"math/bits"
	"slices"

	"exhaust/puzzles/knights"
	"exhaust/statecodec"
)

// maxJumps is the largest number of cells that are a knight's move away.
const maxJumps = 8

// States names the layout of states; it changes whenever a position might become another state.
const States = "knights 2"

// A Model is the state space of one board size. It is a parallel.Model, a parallel.Reverser and a
// parallel.BlockModel. Either one position is a goal or none.
type Model struct {
	rows, cols int
	order      []int  // the cells in the order of their colours' places; the last is left out
	hole       uint   // the place of the hole's cell
	colours    uint64 // the places of all colours but the last
	blacks     int    // how many knights are black
	start      [1]uint64
	goal       [1]uint64 // noGoal if no position is one
	from       []jumps   // for each cell of the hole
}

// noGoal is no position: the hole is on no cell.
var noGoal = [1]uint64{^uint64(0)}

// jumps are the moves into the hole in one cell.
type jumps struct {
	list [maxJumps]jump
	n    int
}

// A jump is the move of a knight from a cell into the hole.
type jump struct {
	place  uint   // of the colour of the cell it comes from
	both   uint64 // the colours of both cells
	hole   uint64 // what the hole's cell changes by
	blocks blockJump
}

// NewWhole returns the model of all that can be reached from the goal of a size, which has 1 to 58
// cells. No position is a goal, so that all of it is explored.
func NewWhole(rows, cols int) (*Model, error) {
	cells := rows * cols
	if rows < 1 || cols < 1 || rows > 64 || cols > 64 || cells+cellBits(cells) > 64 {
		const want = "knights: a board of %dx%d cells does not fit into 64 bits: " +
			"want at most 58 cells"
		return nil, fmt.Errorf(want, rows, cols)
	}
	m := &Model{
		rows: rows, cols: cols,
		order:   order(rows, cols),
		hole:    uint(max(cells, statecodec.BlockBits)),
		colours: 1<<(cells-1) - 1,
		goal:    noGoal,
	}
	for cell := range cells {
		m.from = append(m.from, m.jumps(cell))
	}
	m.setStart()
	return m, nil
}

// NewModel returns the model of a valid board, which is searched for the goal.
func NewModel(b *knights.Board) (*Model, error) {
	m, err := NewWhole(b.Rows, b.Cols)
	if err != nil {
		return nil, err
	}
	m.begin(b)
	return m, nil
}

// begin makes a valid board of the model's size the start, and what was the start at first the
// goal.
func (m *Model) begin(b *knights.Board) {
	if m.goal == noGoal {
		m.goal = m.start
	}
	w := uint64(b.Hole) << m.hole
	for place, cell := range m.order[:m.last()] {
		w |= b.Black >> cell & 1 << place
	}
	m.start = [1]uint64{w}
}

// cellBits returns the number of bits that hold a cell's number.
func cellBits(cells int) int { return bits.Len(uint(cells - 1)) }

// together are seven cells, by row and column, that make the most of blocks on the 5x5 board: 6.6
// positions of one level share a block, where it would be 4.6 with the first seven cells, and
// expanding all levels takes 0.63 blocks of successors a position instead of 0.89, both in a sample
// of 50,000 positions. A search that exchanges one cell at a time ends here from three different
// beginnings.
var together = [...][2]int{{0, 1}, {0, 2}, {1, 1}, {1, 3}, {1, 4}, {2, 3}, {3, 4}}

// order returns the cells of a board in the order of their colours' places: together, as far as
// they are on the board, and then the others, but for the last of the first seven, which comes at
// the end.
func order(rows, cols int) (cells []int) {
	for _, at := range together {
		if at[0] < rows && at[1] < cols {
			cells = append(cells, at[0]*cols+at[1])
		}
	}
	for cell := range rows * cols {
		if !slices.Contains(cells, cell) {
			cells = append(cells, cell)
		}
	}
	if len(cells) > statecodec.BlockBits {
		last := cells[statecodec.BlockBits]
		cells = append(slices.Delete(cells, statecodec.BlockBits, statecodec.BlockBits+1), last)
	}
	return cells
}

// place returns the place of a cell's colour. That of the last one is 0 in every position.
func (m *Model) place(cell int) uint { return uint(slices.Index(m.order, cell)) }

// last returns the place of the colour that is left out.
func (m *Model) last() uint { return uint(len(m.order) - 1) }

// setStart makes the start position, with the hole in the middle, black above
// the diagonal and on it before the hole, white below the diagonal and on it after
// the hole.
func (m *Model) setStart() {
	hole := m.rows/2*m.cols + m.cols/2
	w := uint64(0)
	for cell := range m.rows * m.cols {
		side := cell%m.cols*(m.rows-1) - cell/m.cols*(m.cols-1)
		if cell != hole && (side > 0 || side == 0 && cell < hole) {
			w |= 1 << m.place(cell)
		}
	}
	m.blacks = bits.OnesCount64(w)
	m.start = [1]uint64{w&m.colours | uint64(hole)<<m.hole}
}

// jumps returns the moves into the hole in the given cell, in the order of the
// cells they come from.
func (m *Model) jumps(hole int) (js jumps) {
	for cell := range m.rows * m.cols {
		down, right := cell/m.cols-hole/m.cols, cell%m.cols-hole%m.cols
		if down*down+right*right != 5 {
			continue
		}
		from, into := m.place(cell), m.place(hole)
		js.list[js.n] = jump{
			place:  from,
			both:   1<<from | 1<<into,
			hole:   uint64(cell^hole) << m.hole,
			blocks: m.blockJump(from, into),
		}
		js.n++
	}
	return js
}

// Name returns the model's name, such as "knights:5x5".
func (m *Model) Name() string { return fmt.Sprintf("knights:%dx%d", m.rows, m.cols) }

// Certificate returns the jumps of a path of positions, each of which follows from the one before:
// a knight leaves the cell that the hole comes to.
func (m *Model) Certificate(path [][1]uint64) []byte {
	jumps := []byte{}
	for _, w := range path[1:] {
		jumps = knights.AppendJump(jumps, m.cols, int(w[0]>>m.hole))
	}
	return jumps
}

// Initial appends the start position.
func (m *Model) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, m.start) }

// Goal reports whether a position is the goal, if one is looked for.
func (m *Model) Goal(w *[1]uint64) bool { return *w == m.goal }

// Successors appends the position after each jump, in the order of the cells
// from which the knights jump.
func (m *Model) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	left := m.blacks - bits.OnesCount64(w[0]&m.colours) // 1 if the knight that is left out is black
	whole := w[0] | uint64(left)<<(m.last()%64)
	js := &m.from[w[0]>>(m.hole%64)]
	for i := range js.list[:js.n] {
		j := &js.list[i]
		black := -(whole >> (j.place % 64) & 1) // all ones for a black knight
		dst = append(dst, [1]uint64{(whole ^ black&j.both ^ j.hole) &^ (1 << (m.last() % 64))})
	}
	return dst
}

// Predecessors appends the positions from which a jump leads here.
func (m *Model) Predecessors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	return m.Successors(w, dst)
}
