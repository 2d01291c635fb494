// Package bfs is the breadth-first solver of sliding tiles, on the engine of package parallel, and
// the state space that it searches: the field's yardstick for exhaustive search.
//
// A position is one word. It says where the blank and some of the tiles are, the placed ones, and
// in which order the others, the ranked ones, follow one another in the cells that are left. Five
// tiles are ranked, three on the 2x2 board:
//
//	bits 0 ... 5           the rank of their order, from 1
//	bit  6                 whether their order is odd
//	bits 7 ... 10          the cell of the blank
//	bits 11+4i ... 14+4i   the cell of the placed tile i; 51 bits in all on the 4x4 board
//
// The cells are numbered along the shorter side of the board. Five tiles have 60 even orders and 60
// odd ones; a rank stands for one of each.
//
// Of all arrangements half can be reached, even or odd ones as the blank's cell is, and so the
// positions of a block, which agree in all but the lowest six bits, are the 60 even orders or the
// 60 odd ones. As the blank is in the same cell, their distances are all even or all odd, and a
// slide takes all of a block to one other: it changes the cells of the blank and of a placed tile,
// or it moves one ranked tile past some others.
//
// The solved position has the tiles 1, 2, 3, ... in order and the blank in the last cell, a corner.
// Half of all arrangements can be reached from it:
//
//	2x2          12 positions, depth  6
//	2x3         360            depth 21
//	2x4      20,160            depth 36
//	3x3     181,440            depth 31
//	3x4 239,500,800            depth 53
//
// Every move can be taken back, so predecessors are successors.
package bfs

import (
	"fmt"
	"math/bits"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
	"exhaust/statecodec"
)

// least and most are the bounds on rows and columns of a whole space, and mostCells on the cells of
// any board: the number of one takes four bits.
const (
	least, most = 2, 4
	mostCells   = 16
)

// States names the layout of states; it changes whenever a position might become another state.
const States = "tiles 2"

// The places of the parts of a position.
const (
	rankMask    = 1<<statecodec.BlockBits - 1
	oddPlace    = statecodec.BlockBits
	blankPlace  = oddPlace + 1
	placedPlace = blankPlace + cellBits
	cellBits    = 4
	cellMask    = 1<<cellBits - 1
)

// A Model is the state space of one board size, from the solved position or from a board. It is a
// parallel.Model, a parallel.Reverser and a parallel.BlockModel.
type Model struct {
	// Target is the goal. Without one no position is a goal, and a search explores the whole space.
	Target [1]uint64

	rows, cols int
	placed     []int    // the tiles whose cells a position holds
	tops       uint64   // the top bits of their nibbles, from bit 3 on
	ranked     []int    // the tiles whose order a position ranks
	ranks      *ranking // of these orders
	solved     [1]uint64
	first      [1]uint64         // where a search begins
	from       [mostCells]slides // for each cell of the blank
}

// slides are the moves from positions with the blank in one cell.
type slides struct {
	cells [4]uint8 // the neighbours: above, below, left, right of the blank
	n     uint8
}

// NewWhole returns the model of boards of rows x cols cells, each 2 to 4, from the solved position.
func NewWhole(rows, cols int) (*Model, error) {
	if min(rows, cols) < least || max(rows, cols) > most {
		const want = "tiles: a board of %dx%d cells: want %dx%d to %dx%d"
		return nil, fmt.Errorf(want, rows, cols, least, least, most, most)
	}
	return newModel(rows, cols), nil
}

// NewModel returns the model of a valid board: a search from it, whose goal is the solved position.
// The error says that the board has more than 16 cells; it wraps puzzle.ErrTooLarge.
func NewModel(b *tiles.Board) (*Model, error) {
	if b.Size() > mostCells {
		const want = "a board of %v cells: want at most %d: %w"
		return nil, fmt.Errorf(want, b.Size(), mostCells, puzzle.ErrTooLarge)
	}
	m := newModel(b.Rows, b.Cols)
	m.begin(b)
	return m, nil
}

// begin makes a board of the model's size the start, and the solved position the goal.
func (m *Model) begin(b *tiles.Board) {
	all := make([]int, b.Size())
	for cell, tile := range b.Cells() {
		all[cell] = int(tile)
	}
	m.first, m.Target = m.Pack(all...), m.solved
}

// newModel returns the model of boards of up to 16 cells, from the solved position.
func newModel(rows, cols int) *Model {
	m := &Model{rows: rows, cols: cols}
	m.split()
	m.tops = 0x8888888888888888 & (1<<(cellBits*len(m.placed)) - 1)
	m.ranks = newRanking(len(m.ranked))
	all := make([]int, rows*cols)
	for i := range all {
		all[i] = (i + 1) % len(all)
		m.from[m.cell(i/cols, i%cols)] = m.slides(i/cols, i%cols)
	}
	m.solved = m.Pack(all...)
	m.first = m.solved
	return m
}

// cell returns the number of a cell.
func (m *Model) cell(row, col int) int {
	if m.rows < m.cols {
		return col*m.rows + row
	}
	return row*m.cols + col
}

// Pack returns the position with the given tiles, row by row, 0 for the blank: each tile of the
// board once.
func (m *Model) Pack(all ...int) [1]uint64 {
	at := make([]int, len(all)) // the cell of each tile
	for i, tile := range all {
		at[tile] = m.cell(i/m.cols, i%m.cols)
	}
	w := uint64(at[0]) << blankPlace
	for i, tile := range m.placed {
		w |= uint64(at[tile]) << (placedPlace + cellBits*i)
	}
	rank, odd := m.ranks.rank(orderBy(m.ranked, at))
	return [1]uint64{w | uint64(odd)<<oddPlace | uint64(rank)}
}

// orderBy returns the indices of tiles in the order of their cells.
func orderBy(tiles, at []int) (order []int) {
	for cell := range at {
		for i, tile := range tiles {
			if at[tile] == cell {
				order = append(order, i)
			}
		}
	}
	return order
}

// slides returns the moves from positions with the blank in the given cell.
func (m *Model) slides(row, col int) (s slides) {
	add := func(inside bool, row, col int) {
		if inside {
			s.cells[s.n] = uint8(m.cell(row, col))
			s.n++
		}
	}
	add(row > 0, row-1, col)
	add(row < m.rows-1, row+1, col)
	add(col > 0, row, col-1)
	add(col < m.cols-1, row, col+1)
	return s
}

// Name returns the model's name, such as "tiles:3x4".
func (m *Model) Name() string { return fmt.Sprintf("tiles:%dx%d", m.rows, m.cols) }

// Initial appends the position where a search begins.
func (m *Model) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, m.first) }

// Goal reports whether the position is the target.
func (m *Model) Goal(w *[1]uint64) bool { return *w == m.Target }

// Successors appends the position after each move: the tile above, below, left
// and right of the blank slides into it, in this order.
func (m *Model) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	free := m.free(w[0])
	s := &m.from[w[0]>>blankPlace&cellMask]
	for _, cell := range s.cells[:s.n] {
		change, i, j := m.slide(w[0], free, uint64(cell))
		rank := m.ranks.moved[i][j][w[0]&rankMask]
		dst = append(dst, [1]uint64{w[0]&^rankMask ^ change | uint64(rank)})
	}
	return dst
}

// free returns the cells that hold neither the blank nor a placed tile, and more beyond the board.
func (m *Model) free(w uint64) uint64 {
	taken := uint64(0)
	w >>= blankPlace
	for range len(m.placed) + 1 {
		taken |= 1 << (w & cellMask)
		w >>= cellBits
	}
	return ^taken
}

// slide returns what the slide of the tile in a cell changes in all bits but the rank, and that the
// ranked tile i moves to place j of their order; if a placed tile slides, both are 0. It has no
// branches, as none could be foreseen.
func (m *Model) slide(w, free, cell uint64) (change, i, j uint64) {
	blank := w >> blankPlace & cellMask
	way := cell ^ blank
	i, j = before(free, cell), before(free, blank)
	j -= (cell - blank) >> 63 // the tile itself, if it comes from before the blank
	ranked := -(free >> (cell % 64) & 1)
	i, j = i&ranked, j&ranked
	change = way<<blankPlace | way<<(placedPlace+m.placeOf(cell, w>>placedPlace))
	return change | (i^j)&1<<oddPlace, i, j
}

// before returns the number of free cells before one.
func before(free, cell uint64) uint64 {
	return uint64(bits.OnesCount64(free & (1<<(cell%64) - 1)))
}

// placeOf returns the place of the placed tile in a cell, and at least 64 if there is none.
// Subtracting 1 from every nibble of the difference borrows into the top bit of the first one that
// is 0, and of others only above it.
func (m *Model) placeOf(cell, placed uint64) uint64 {
	const ones = 0x1111111111111111
	w := placed ^ cell*ones
	return uint64(bits.TrailingZeros64((w-ones)&^w&m.tops)) &^ 3
}

// Predecessors appends the positions from which a move leads here.
func (m *Model) Predecessors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	return m.Successors(w, dst)
}
