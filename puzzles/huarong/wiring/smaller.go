package wiring

import (
	"cmp"
	"iter"
	"slices"

	"exhaust/puzzles/huarong"
)

// Order compares two valid cases by size: the one with fewer cells is smaller, then the one with
// fewer free cells, then with fewer rows, then the one whose free cells come first, and last the
// one whose hole, piece and target come first. It returns -1 if c is smaller than d, 0 if they are
// the same, and 1 if it is greater.
func Order(c, d *huarong.Case) int {
	return cmp.Or(
		cmp.Compare(c.Size(), d.Size()),
		cmp.Compare(c.FreeCount(), d.FreeCount()),
		cmp.Compare(c.Rows, d.Rows),
		slices.Compare(c.Free[:], d.Free[:]),
		cmp.Compare(c.Hole, d.Hole),
		cmp.Compare(c.Piece, d.Piece),
		cmp.Compare(c.Target, d.Target),
	)
}

// Smaller yields the valid cases that are one step away from c and smaller in the sense of Order,
// what takes away most first: a row or a column less, a cell fixed, a symmetric image, the hole,
// the piece or the target moved, a free cell moved. None shares memory with c.
func Smaller(c *huarong.Case) iter.Seq[*huarong.Case] {
	return func(yield func(*huarong.Case) bool) {
		steps := [...]func(*huarong.Case, func(*huarong.Case) bool) bool{
			narrower, poorer, images, moved, shifted,
		}
		keep := func(d *huarong.Case) bool {
			return Order(d, c) >= 0 || d.Validate() != nil || yield(d)
		}
		for _, step := range steps {
			if !step(c, keep) {
				return
			}
		}
	}
}

// narrower yields the case without one row, and without one column. It tells whether to go on, as
// the other steps do.
func narrower(c *huarong.Case, yield func(*huarong.Case) bool) bool {
	for row := range c.Rows {
		if c.Rows > 1 && !yield(withoutRow(c, row)) {
			return false
		}
	}
	across := transpose.apply(c)
	for row := range across.Rows {
		if across.Rows > 1 && !yield(transpose.apply(withoutRow(across, row))) {
			return false
		}
	}
	return true
}

// withoutRow returns the case without a row. What stands there goes to the next row, or from the
// last to the one before. The result may be no valid case.
func withoutRow(c *huarong.Case, row int) *huarong.Case {
	d := c.Clone()
	d.Rows--
	copy(d.Free[row:], d.Free[row+1:])
	d.Free[d.Rows] = 0
	for _, cell := range []*int{&d.Hole, &d.Piece, &d.Target} {
		if at := *cell / c.Cols; at > row || at == row && row == d.Rows {
			*cell -= c.Cols
		}
	}
	return d
}

// changed returns a copy with a change made to it.
func changed(c *huarong.Case, change func(d *huarong.Case)) *huarong.Case {
	d := c.Clone()
	change(d)
	return d
}

// poorer yields the case with one more cell fixed.
func poorer(c *huarong.Case, yield func(*huarong.Case) bool) bool {
	for cell := range c.Size() {
		fix := func(d *huarong.Case) { d.SetFree(cell, false) }
		if c.IsFree(cell) && !yield(changed(c, fix)) {
			return false
		}
	}
	return true
}

// images yields the case's symmetric images.
func images(c *huarong.Case, yield func(*huarong.Case) bool) bool {
	for y := symmetry(1); y < symmetries; y++ {
		if !yield(y.apply(c)) {
			return false
		}
	}
	return true
}

// moved yields the case with the hole, the piece or the target on a cell before.
func moved(c *huarong.Case, yield func(*huarong.Case) bool) bool {
	for cell := range c.Size() {
		if !c.IsFree(cell) {
			continue
		}
		ok := yield(changed(c, func(d *huarong.Case) { d.Hole = cell })) &&
			yield(changed(c, func(d *huarong.Case) { d.Piece = cell })) &&
			yield(changed(c, func(d *huarong.Case) { d.Target = cell }))
		if !ok {
			return false
		}
	}
	return true
}

// shifted yields the case with one free cell fixed and the cell beside it freed. What stands there
// goes along.
func shifted(c *huarong.Case, yield func(*huarong.Case) bool) bool {
	for cell := range c.Size() {
		for _, to := range []int{cell - 1, cell + 1, cell - c.Cols, cell + c.Cols} {
			can := to >= 0 && to < c.Size() && c.IsFree(cell) && !c.IsFree(to)
			if can && !yield(changed(c, func(d *huarong.Case) { shift(d, cell, to) })) {
				return false
			}
		}
	}
	return true
}

// shift moves a free cell and what stands there.
func shift(c *huarong.Case, from, to int) {
	c.SetFree(from, false)
	c.SetFree(to, true)
	for _, cell := range []*int{&c.Hole, &c.Piece, &c.Target} {
		if *cell == from {
			*cell = to
		}
	}
}

// maxBefore is the number of cells up to which all smaller cases are tried. There are 9,300 cases
// of so many cells and fewer.
const maxBefore = 6

// Before yields the cases that are smaller than c in the sense of Order and have up to 6 cells, in
// increasing order, a batch for each number of cells. These are all smaller ones if c has no more.
func Before(c *huarong.Case) (batches iter.Seq[[]*huarong.Case], all bool) {
	batches = func(yield func([]*huarong.Case) bool) {
		for cells := 2; cells <= min(c.Size(), maxBefore); cells++ {
			batch := casesOf(cells)
			end, _ := slices.BinarySearchFunc(batch, c, Order)
			if end > 0 && !yield(batch[:end]) {
				return
			}
		}
	}
	return batches, c.Size() <= maxBefore
}

// casesOf returns all cases with so many cells, whatever their sides, in increasing order.
func casesOf(cells int) (list []*huarong.Case) {
	for rows := 1; rows <= cells; rows++ {
		if cells%rows != 0 {
			continue
		}
		s, _ := spaceOf(rows, cells/rows) // small enough
		for i := range s.Len() {
			list = append(list, s.At(i, nil))
		}
	}
	slices.SortFunc(list, Order)
	return list
}
