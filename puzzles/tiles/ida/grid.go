package ida

import (
	"math/bits"
	"slices"

	"exhaust/puzzles/tiles"
)

// maxNear is how many cells are beside one at most.
const maxNear = 4

// A grid is the cells of a board, and where its tiles belong.
type grid struct {
	rows, cols, cells int

	near  [tiles.MaxCells][maxNear]uint8 // the cells below, above, right and left of each
	count [tiles.MaxCells]uint8          // how many of these there are
	far   [tiles.MaxCells][tiles.MaxCells]uint8

	beside [tiles.MaxCells]uint32 // near as sets of cells
	inner  [2]uint32              // the cells beyond the first column, and before the last
}

// newGrid returns the grid of boards of a size.
func newGrid(rows, cols int) *grid {
	g := &grid{rows: rows, cols: cols, cells: rows * cols}
	for cell := range g.cells {
		row, col := cell/cols, cell%cols
		g.add(cell, row < rows-1, cell+cols)
		g.add(cell, row > 0, cell-cols)
		g.add(cell, col < cols-1, cell+1)
		g.add(cell, col > 0, cell-1)
		for other := range g.cells {
			g.far[cell][other] = uint8(distance(row, other/cols) + distance(col, other%cols))
		}
		if col > 0 {
			g.inner[0] |= 1 << cell
		}
		if col < cols-1 {
			g.inner[1] |= 1 << cell
		}
	}
	return g
}

// add notes that another cell is beside one, if there is such a cell.
func (g *grid) add(cell int, there bool, other int) {
	if there {
		g.near[cell][g.count[cell]] = uint8(other)
		g.count[cell]++
		g.beside[cell] |= 1 << other
	}
}

func distance(a, b int) int { return max(a, b) - min(a, b) }

// A layout is a board within a search.
type layout struct {
	cells [tiles.MaxCells]uint8 // the tile on each
	gap   uint8                 // the cell of the gap
	prev  uint8                 // the cell where the gap was before the last move
}

// nowhere is where the gap was before the first move.
const nowhere = 0xff

// layoutOf returns the layout of a board.
func layoutOf(b *tiles.Board) layout {
	return layout{cells: b.Tiles, gap: uint8(slices.Index(b.Cells(), tiles.Gap)), prev: nowhere}
}

// slide moves the tile on a cell beside the gap into it, and returns the tile and where it is now.
func (l *layout) slide(from int) (tile, to int) {
	to = int(l.gap)
	l.cells[to] = l.cells[from]
	l.cells[from] = tiles.Gap
	l.gap, l.prev = uint8(from), uint8(to)
	return int(l.cells[to]), to
}

// home returns the cell where a tile belongs.
func home(tile int) int { return tile - 1 }

// transposed returns the cell that one becomes when rows and columns of a square board are swapped.
func (g *grid) transposed(cell int) int { return cell%g.cols*g.cols + cell/g.cols }

// flood returns the cells that can be reached from one over free cells.
func (g *grid) flood(from int, free uint32) uint32 {
	reached := uint32(1) << from
	for {
		next := reached<<g.cols | reached>>g.cols
		next |= reached&g.inner[1]<<1 | reached&g.inner[0]>>1
		next = next&free | reached
		if next == reached {
			return reached
		}
		reached = next
	}
}

// first returns the least cell of a set.
func first(set uint32) int { return bits.TrailingZeros32(set) }
