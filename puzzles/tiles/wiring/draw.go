package wiring

import (
	"fmt"
	"math/rand/v2"

	"exhaust/family"
	"exhaust/puzzles/tiles"
)

// A drawer draws boards of a size.
type drawer struct {
	rows, cols int
	solvable   bool // draws from the half that can be solved
}

// newDrawer returns what draws uniformly from the arrangements of a size that can be solved.
func newDrawer(size string, _ family.Draws) (family.Drawer[*tiles.Board], error) {
	return drawerOf(size, true)
}

// newSampler returns what draws uniformly from all arrangements of a size.
func newSampler(size string, _ family.Draws) (family.Drawer[*tiles.Board], error) {
	return drawerOf(size, false)
}

func drawerOf(size string, solvable bool) (family.Drawer[*tiles.Board], error) {
	rows, cols, err := parseSize(size)
	if err != nil {
		return nil, err
	}
	return &drawer{rows, cols, solvable}, nil
}

// Draw draws a board. It uses the memory of reuse unless that is nil. To swap the tiles 1 and 2
// leads from either half of the arrangements to the other, one to one; so whoever does so with all
// boards of the wrong half draws uniformly from the right one.
func (d *drawer) Draw(rng *rand.Rand, reuse *tiles.Board) *tiles.Board {
	b := emptied(reuse, d.rows, d.cols)
	all := b.Cells()
	for i := range all {
		all[i] = uint8(i)
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if d.solvable && !solvable(b) {
		swapFirst(b)
	}
	return b
}

func (d *drawer) String() string {
	if d.solvable {
		return fmt.Sprintf("random %dx%d boards that can be solved", d.rows, d.cols)
	}
	return fmt.Sprintf("random %dx%d boards", d.rows, d.cols)
}

// swapFirst swaps the tiles 1 and 2.
func swapFirst(b *tiles.Board) {
	for cell, tile := range b.Cells() {
		if tile == 1 || tile == 2 {
			b.Tiles[cell] = 3 - tile
		}
	}
}

// solvable reports whether a board is of the half that can be solved. It puts the board in order,
// each swap one that puts what belongs there on a cell; the number of these and the gap's distance
// from its corner are both even or both odd if and only if the board can be solved.
func solvable(b *tiles.Board) bool {
	gap := cellOf(b, tiles.Gap)
	parity := b.Rows - 1 - gap/b.Cols + b.Cols - 1 - gap%b.Cols
	d := b.Clone()
	for cell := range d.Size() {
		if at := cellOf(d, wanted(d, cell)); at != cell {
			d.Tiles[at], d.Tiles[cell] = d.Tiles[cell], d.Tiles[at]
			parity++
		}
	}
	return parity%2 == 0
}

// wanted returns the tile that belongs on a cell.
func wanted(b *tiles.Board, cell int) uint8 { return uint8((cell + 1) % b.Size()) }

// cellOf returns the cell of a tile, or of the gap.
func cellOf(b *tiles.Board, tile uint8) int {
	for cell, other := range b.Cells() {
		if other == tile {
			return cell
		}
	}
	return -1 // not on a valid board
}

// workshop returns how boards worth keeping are made.
func workshop() *family.Workshop[*tiles.Board] {
	return &family.Workshop[*tiles.Board]{
		Draw: func(rng *rand.Rand, size string) (*tiles.Board, error) {
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

// maxMutation is the greatest number of moves by which mutate changes a board.
const maxMutation = 8

// mutate returns a board that a few random moves lead to, and that is another one.
func mutate(rng *rand.Rand, b *tiles.Board) *tiles.Board {
	for {
		d := b.Clone()
		for range 1 + rng.IntN(maxMutation) {
			near := beside(d, cellOf(d, tiles.Gap))
			exchange(d, cellOf(d, tiles.Gap), near[rng.IntN(len(near))])
		}
		if *d != *b {
			return d
		}
	}
}

// beside returns the cells above, below, left and right of one.
func beside(b *tiles.Board, cell int) (near []int) {
	row, col := cell/b.Cols, cell%b.Cols
	for _, to := range [][2]int{{row - 1, col}, {row + 1, col}, {row, col - 1}, {row, col + 1}} {
		if to[0] >= 0 && to[0] < b.Rows && to[1] >= 0 && to[1] < b.Cols {
			near = append(near, to[0]*b.Cols+to[1])
		}
	}
	return near
}

// exchange swaps what is on two cells.
func exchange(b *tiles.Board, cell, other int) {
	b.Tiles[cell], b.Tiles[other] = b.Tiles[other], b.Tiles[cell]
}

// transposed returns the board with rows and columns swapped, and each tile renamed to the one that
// belongs on the cell to which its own place goes. So the solved board becomes the solved board of
// the other size, moves become moves, and the value stays.
func transposed(b *tiles.Board) *tiles.Board {
	d := emptied(nil, b.Cols, b.Rows)
	to := func(cell int) int { return cell%b.Cols*b.Rows + cell/b.Cols }
	for cell, tile := range b.Cells() {
		place := (int(tile) + b.Size() - 1) % b.Size()
		d.Tiles[to(cell)] = wanted(d, to(place))
	}
	return d
}

// Signature returns the lesser of the IDs of a board and of the one with rows and columns swapped,
// which have it in common. Other turns and mirror images put the gap of the goal elsewhere.
func Signature(b *tiles.Board) string { return min(b.String(), transposed(b).String()) }
