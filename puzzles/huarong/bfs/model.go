package bfs

import (
	"math/bits"

	"exhaust/parallel"
	"exhaust/puzzles/huarong"
	"exhaust/statecodec"
)

// A cell is numbered by tiles: its place in a tile of 8x8 cells in the low six bits, row and then
// column, and the number of the tile, likewise, in the next six. A state is one word: the hole's
// cell in bits 0 to 11, the piece's in bits 12 to 23. So the states of a block have the piece in
// one place and the hole in one tile, and the hole's places there are a set of 64 bits.
const (
	tileBits  = 3 // of a row or a column within a tile
	tileSide  = 1 << tileBits
	tileCells = tileSide * tileSide
	cellBits  = 12
	cellMask  = 1<<cellBits - 1
	tiles     = huarong.MaxSide / tileSide // in a row and in a column
)

// Layout names the layout of states.
const Layout = "huarong hole+piece, tiles of 8x8"

// A state is where the hole and the piece are.
type state = [1]uint64

// stateOf packs a state.
func stateOf(hole, piece int) state { return state{uint64(piece)<<cellBits | uint64(hole)} }

// placesOf unpacks a state.
func placesOf(w *state) (hole, piece int) {
	return int(w[0] & cellMask), int(w[0] >> cellBits)
}

// cellAt returns the number of the cell in a row and a column.
func cellAt(row, col int) int {
	tile := row>>tileBits*tiles + col>>tileBits
	return tile*tileCells + row%tileSide*tileSide + col%tileSide
}

// rowCol returns the row and the column of a cell.
func rowCol(cell int) (row, col int) {
	tile, inside := cell/tileCells, cell%tileCells
	return tile/tiles*tileSide + inside/tileSide, tile%tiles*tileSide + inside%tileSide
}

// noTarget is the target of a model without a goal.
const noTarget = -1

// A Model is the state space of one case: an edge a slide, a goal wherever the piece is on its
// target. It is a parallel.BlockModel.
type Model struct {
	free   [tiles * tiles]uint64 // the free cells of each tile
	able   [tiles * tiles]uint64 // the cells of each tile beside a free cell
	first  state
	target int
}

var (
	_ parallel.BlockModel[state] = (*Model)(nil)
	_ parallel.Reverser[state]   = (*Model)(nil)
)

// NewModel returns the model of a valid case.
func NewModel(c *huarong.Case) *Model {
	m := new(Model)
	m.reset(c)
	return m
}

// NewWhole returns the model of all that can be reached on a board of free cells alone, without a
// goal: the hole begins in the first cell and the piece in the second. The sides are at most
// huarong.MaxSide, and there are at least two cells.
func NewWhole(rows, cols int) *Model {
	c := &huarong.Case{Board: huarong.Board{Rows: rows, Cols: cols}, Piece: 1, Target: 1}
	for row := range rows {
		c.Free[row] = ^uint64(0) >> (huarong.MaxSide - cols)
	}
	m := NewModel(c)
	m.target = noTarget
	return m
}

// reset makes the model that of a case.
func (m *Model) reset(c *huarong.Case) {
	*m = Model{}
	numbered := func(cell int) int { return cellAt(cell/c.Cols, cell%c.Cols) }
	for row := range c.Rows {
		for set := c.Free[row]; set != 0; set &= set - 1 {
			m.setFree(row, bits.TrailingZeros64(set))
		}
	}
	m.first, m.target = stateOf(numbered(c.Hole), numbered(c.Piece)), numbered(c.Target)
}

// setFree notes that a cell is free.
func (m *Model) setFree(row, col int) {
	cell := cellAt(row, col)
	m.free[cell/tileCells] |= 1 << (cell % tileCells)
	for _, way := range &ways {
		if beside, inside := way.from(row, col); inside {
			m.able[beside/tileCells] |= 1 << (beside % tileCells)
		}
	}
}

// isFree reports whether a cell is free.
func (m *Model) isFree(cell int) bool { return m.free[cell/tileCells]>>(cell%tileCells)&1 != 0 }

// A way is one of the four in which the hole may go.
type way struct {
	letter   byte
	row, col int
}

var ways = [...]way{
	{huarong.HoleUp, -1, 0},
	{huarong.HoleDown, 1, 0},
	{huarong.HoleLeft, 0, -1},
	{huarong.HoleRight, 0, 1},
}

// from returns the cell that lies this way of another, and whether it is within the largest board.
func (y *way) from(row, col int) (cell int, inside bool) {
	row, col = row+y.row, col+y.col
	if uint(row) >= huarong.MaxSide || uint(col) >= huarong.MaxSide {
		return 0, false
	}
	return cellAt(row, col), true
}

// Initial appends the first state.
func (m *Model) Initial(dst []state) []state { return append(dst, m.first) }

// Goal reports whether the piece is on its target.
func (m *Model) Goal(w *state) bool {
	_, piece := placesOf(w)
	return piece == m.target
}

// Successors appends the states after each slide, in the order U, D, L, R.
func (m *Model) Successors(w *state, dst []state) []state {
	hole, piece := placesOf(w)
	row, col := rowCol(hole)
	for i := range ways {
		to, inside := ways[i].from(row, col)
		switch {
		case !inside || !m.isFree(to):
		case to == piece:
			dst = append(dst, stateOf(piece, hole)) // they change places
		default:
			dst = append(dst, stateOf(to, piece))
		}
	}
	return dst
}

// Predecessors appends the states before each slide: the same as those after, for a slide can be
// taken back.
func (m *Model) Predecessors(w *state, dst []state) []state { return m.Successors(w, dst) }

// Certificate returns the slides of a path: the ways in which the hole goes.
func (m *Model) Certificate(path []state) []byte {
	slides := make([]byte, 0, len(path))
	for i := range path {
		if i > 0 {
			slides = append(slides, letterOf(&path[i-1], &path[i]))
		}
	}
	return slides
}

// letterOf returns the slide that leads from one state to another.
func letterOf(before, after *state) byte {
	from, _ := placesOf(before)
	to, _ := placesOf(after)
	row, col := rowCol(from)
	for i := range ways {
		if cell, inside := ways[i].from(row, col); inside && cell == to {
			return ways[i].letter
		}
	}
	return 0 // the path is none of the model
}

// BlockGoals returns all states of a block or none: they have the piece in the same place.
func (m *Model) BlockGoals(b *statecodec.Block[state]) uint64 {
	if m.Goal(&b.Key) {
		return b.Set
	}
	return 0
}
