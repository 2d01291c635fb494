package wiring

import (
	"cmp"
	"iter"
	"slices"

	"exhaust/puzzles/tiles"
)

// Order compares two valid boards by size: the one with fewer cells is smaller, then the one with
// fewer tiles out of place, then the one whose tiles are less far from their places, then the one
// with fewer rows, and last the one whose tiles come first. It returns -1 if b is smaller than c, 0
// if they are the same, and 1 if it is greater.
func Order(b, c *tiles.Board) int {
	return cmp.Or(
		cmp.Compare(b.Size(), c.Size()),
		cmp.Compare(misplaced(b), misplaced(c)),
		cmp.Compare(farness(b), farness(c)),
		cmp.Compare(b.Rows, c.Rows),
		slices.Compare(b.Cells(), c.Cells()),
	)
}

// misplaced returns the number of tiles out of place.
func misplaced(b *tiles.Board) (n int) {
	for cell, tile := range b.Cells() {
		if tile != tiles.Gap && tile != wanted(b, cell) {
			n++
		}
	}
	return n
}

// farness returns the sum of the tiles' distances from their places, in rows and columns.
func farness(b *tiles.Board) (sum int) {
	for cell, tile := range b.Cells() {
		if tile != tiles.Gap {
			place := int(tile) - 1
			sum += apart(cell/b.Cols, place/b.Cols) + apart(cell%b.Cols, place%b.Cols)
		}
	}
	return sum
}

func apart(a, b int) int { return max(a, b) - min(a, b) }

// Smaller yields the boards that are one step away from b and smaller in the sense of Order, what
// takes away most first: a row or a column less, two tiles put into place, one tile, the gap moved,
// two neighbours swapped, rows and columns swapped. None shares memory with b.
func Smaller(b *tiles.Board) iter.Seq[*tiles.Board] {
	return func(yield func(*tiles.Board) bool) {
		steps := [...]func(*tiles.Board, func(*tiles.Board) bool) bool{
			narrower, tidierByTwo, tidier, swapped, images,
		}
		keep := func(d *tiles.Board) bool { return Order(d, b) >= 0 || yield(d) }
		for _, step := range steps {
			if !step(b, keep) {
				return
			}
		}
	}
}

// narrower yields the board without one row, and without one column. It tells whether to go on, as
// the other steps do.
func narrower(b *tiles.Board, yield func(*tiles.Board) bool) bool {
	for row := range b.Rows {
		if b.Rows > tiles.MinSide && !withoutRow(b, row, yield) {
			return false
		}
	}
	across := transposed(b)
	back := func(d *tiles.Board) bool { return yield(transposed(d)) }
	for row := range across.Rows {
		if across.Rows > tiles.MinSide && !withoutRow(across, row, back) {
			return false
		}
	}
	return true
}

// withoutRow yields the board without a row, and the same with the tiles 1 and 2 swapped: one of
// the two can be solved. The tiles that are left are numbered anew in their order. A gap in that
// row goes to the next row, or from the last to the one before, and takes the place of a tile.
func withoutRow(b *tiles.Board, row int, yield func(*tiles.Board) bool) bool {
	d := b.Clone()
	if gap := cellOf(b, tiles.Gap); gap/b.Cols == row {
		to := gap + b.Cols
		if to >= b.Size() {
			to = gap - b.Cols
		}
		exchange(d, gap, to)
	}
	left := slices.Delete(slices.Clone(d.Cells()), row*b.Cols, (row+1)*b.Cols)
	sorted := slices.Sorted(slices.Values(left))
	*d = tiles.Board{Rows: b.Rows - 1, Cols: b.Cols}
	for cell, tile := range left {
		d.Tiles[cell] = uint8(slices.Index(sorted, tile))
	}
	other := d.Clone()
	swapFirst(other)
	return yield(d) && yield(other)
}

// tidier yields the board with one tile put into place. What was there goes where the tile was.
func tidier(b *tiles.Board, yield func(*tiles.Board) bool) bool {
	for cell := range b.Size() - 1 {
		d := b.Clone()
		if exchange(d, cell, cellOf(b, wanted(b, cell))); !yield(d) {
			return false
		}
	}
	return true
}

// tidierByTwo yields the board with two tiles put into place, one after the other. So boards that
// can be solved come from such boards, if the gap stays where it is.
func tidierByTwo(b *tiles.Board, yield func(*tiles.Board) bool) bool {
	return tidier(b, func(d *tiles.Board) bool {
		return *d == *b || tidier(d, yield)
	})
}

// swapped yields the board with what is on two cells beside each other swapped. With the gap on one
// of them that is a move.
func swapped(b *tiles.Board, yield func(*tiles.Board) bool) bool {
	gap := cellOf(b, tiles.Gap)
	for cell := range b.Size() {
		for _, other := range beside(b, (gap+cell)%b.Size()) {
			d := b.Clone()
			if exchange(d, (gap+cell)%b.Size(), other); !yield(d) {
				return false
			}
		}
	}
	return true
}

// images yields the board with rows and columns swapped.
func images(b *tiles.Board, yield func(*tiles.Board) bool) bool { return yield(transposed(b)) }

// maxBefore is the number of cells up to which all smaller boards are tried. There are 1,464 boards
// of so many cells and fewer.
const maxBefore = 6

// Before yields the boards that are smaller than b in the sense of Order and have up to 6 cells, in
// increasing order, a batch for each number of cells. These are all smaller ones if b has no more.
func Before(b *tiles.Board) (batches iter.Seq[[]*tiles.Board], all bool) {
	batches = func(yield func([]*tiles.Board) bool) {
		for _, sizes := range [][]space{{{2, 2}}, {{2, 3}, {3, 2}}} {
			batch := boardsOf(sizes)
			end, _ := slices.BinarySearchFunc(batch, b, Order)
			if end > 0 && !yield(batch[:end]) {
				return
			}
		}
	}
	return batches, b.Size() <= maxBefore
}

// boardsOf returns all boards of some sizes in increasing order.
func boardsOf(sizes []space) (list []*tiles.Board) {
	for _, s := range sizes {
		for i := range s.Len() {
			list = append(list, s.At(i, nil))
		}
	}
	slices.SortFunc(list, Order)
	return list
}
