package twotone

import (
	"cmp"
	"iter"
	"slices"
)

// Order compares two valid cases by size: the one with fewer cells is smaller, then the one with
// fewer stars, then with fewer rainbow cells, then black to move before white,
// strict before handover, fewer rows, and then the board whose number in its Space is smaller. It returns
// -1 if c is smaller than d, 0 if they are the same, and 1 if it is greater.
func Order(c, d *Case) int {
	if order := cmp.Compare(c.Size(), d.Size()); order != 0 {
		return order
	}
	return cmp.Or(
		cmp.Compare(c.StarCount(), d.StarCount()),
		cmp.Compare(c.Count(Rainbow), d.Count(Rainbow)),
		cmp.Compare(c.Turn, d.Turn),
		cmp.Compare(c.Rule, d.Rule),
		cmp.Compare(c.Rows, d.Rows),
		compareBackwards(c.Stars, d.Stars, func(a, b bool) int { return cmp.Compare(digit(a), digit(b)) }),
		cmp.Compare(c.Black, d.Black),
		cmp.Compare(c.White, d.White),
		compareBackwards(c.Cells, d.Cells, cmp.Compare[Colour]),
	)
}

func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareBackwards compares two lists of a length as numbers whose last digit weighs most.
func compareBackwards[T any](a, b []T, compare func(a, b T) int) int {
	for i := len(a) - 1; i >= 0; i-- {
		if order := compare(a[i], b[i]); order != 0 {
			return order
		}
	}
	return 0
}

// Smaller returns the valid cases that are one step away from c and smaller in the sense of Order,
// what takes away most first: a row or a column less, a star less, a rainbow
// cell painted, the other turn or rule, a symmetric image, a piece or a star moved, a white cell painted black. None
// shares memory with c.
func (c *Case) Smaller() iter.Seq[*Case] {
	return func(yield func(*Case) bool) {
		for _, steps := range []iter.Seq[*Case]{
			c.narrower, c.poorer, c.plainer, c.turned, c.images, c.moved, c.blacker,
		} {
			for d := range steps {
				if Order(d, c) < 0 && d.Validate() == nil && !yield(d) {
					return
				}
			}
		}
	}
}

// changed returns a copy with a change made to it.
func (c *Case) changed(change func(d *Case)) *Case {
	d := c.Clone()
	change(d)
	return d
}

// narrower yields the case without one row, and without one column. A piece that stands
// there goes to the next row or column, or at the edge to the one before.
func (c *Case) narrower(yield func(*Case) bool) {
	for row := range c.Rows {
		if !yield(c.withoutRow(row)) {
			return
		}
	}
	flip := Symmetry(transpose)
	across := flip.Apply(c)
	for row := range across.Rows {
		if !yield(flip.Apply(across.withoutRow(row))) {
			return
		}
	}
}

// withoutRow returns the case without a row. The result may be no valid case.
func (c *Case) withoutRow(row int) *Case {
	from, to := row*c.Cols, (row+1)*c.Cols
	place := func(cell int) int {
		if cell >= to || cell >= from && row == c.Rows-1 {
			return cell - c.Cols
		}
		return cell // in the rows before, or in the next row, which takes this one's place
	}
	return c.changed(func(d *Case) {
		d.Rows--
		d.Cells = slices.Delete(d.Cells, from, to)
		d.Stars = slices.Delete(d.Stars, from, to)
		d.Black, d.White = place(c.Black), place(c.White)
	})
}

// poorer yields the case without one star.
func (c *Case) poorer(yield func(*Case) bool) {
	for cell, star := range c.Stars {
		if star && !yield(c.changed(func(d *Case) { d.Stars[cell] = false })) {
			return
		}
	}
}

// plainer yields the case with one rainbow cell painted black or white.
func (c *Case) plainer(yield func(*Case) bool) {
	for cell, colour := range c.Cells {
		for _, paint := range []Colour{Black, White} {
			if colour == Rainbow && !yield(c.changed(func(d *Case) { d.Cells[cell] = paint })) {
				return
			}
		}
	}
}

// turned yields the case with the other side to move, and under the other rule.
func (c *Case) turned(yield func(*Case) bool) {
	_ = yield(c.changed(func(d *Case) { d.Turn = d.Turn.Opposite() })) &&
		yield(c.changed(func(d *Case) { d.Rule = Handover - d.Rule }))
}

// images yields the case's symmetric images.
func (c *Case) images(yield func(*Case) bool) {
	for y := Symmetry(1); y < Symmetries; y++ {
		if !yield(y.Apply(c)) {
			return
		}
	}
}

// moved yields the case with a piece or a star on another cell.
func (c *Case) moved(yield func(*Case) bool) {
	for cell := range c.Cells {
		ok := yield(c.changed(func(d *Case) { d.Black = cell })) &&
			yield(c.changed(func(d *Case) { d.White = cell }))
		if !ok {
			return
		}
		for from, star := range c.Stars {
			moves := star && from > cell && !c.Stars[cell]
			if moves && !yield(c.changed(func(d *Case) { d.Stars[from], d.Stars[cell] = false, true })) {
				return
			}
		}
	}
}

// blacker yields the case with one white cell painted black.
func (c *Case) blacker(yield func(*Case) bool) {
	for cell, colour := range c.Cells {
		if colour == White && !yield(c.changed(func(d *Case) { d.Cells[cell] = Black })) {
			return
		}
	}
}

// CasesOf returns all cases with so many cells, whatever their sides, turn and rule, in no
// particular order. The cases share no memory. It is an error if there are too many.
func CasesOf(cells int) (iter.Seq[*Case], error) {
	var spaces []*Space
	for rows := 1; rows <= cells; rows++ {
		if cells%rows != 0 {
			continue
		}
		for _, turn := range []Colour{Black, White} {
			s, err := NewSpace(rows, cells/rows, turn)
			if err != nil {
				return nil, err
			}
			spaces = append(spaces, s)
		}
	}
	return func(yield func(*Case) bool) {
		for _, s := range spaces {
			for number := range s.Len() {
				for _, rule := range []Rule{Strict, Handover} {
					c := &Case{Rule: rule}
					s.Board(number, &c.Board)
					if !yield(c) {
						return
					}
				}
			}
		}
	}, nil
}

// sweepCells is how many cells the boards have at most that Before lists.
const sweepCells = 4

// Before yields the cases that are smaller than c in the sense of Order and have up to four cells, in a
// batch for each number of cells, in order. It reports whether these are all smaller cases.
func Before(c *Case) (batches iter.Seq[[]*Case], all bool) {
	size := c.Size()
	return func(yield func([]*Case) bool) {
		for cells := 2; cells <= min(size, sweepCells); cells++ {
			if !yield(allBefore(c, cells)) {
				return
			}
		}
	}, size <= sweepCells
}

// allBefore returns all cases of so many cells that are smaller than c, in order.
func allBefore(c *Case, cells int) (before []*Case) {
	cases, err := CasesOf(cells)
	if err != nil {
		return nil // not with so few cells
	}
	for d := range cases {
		if Order(d, c) < 0 {
			before = append(before, d)
		}
	}
	slices.SortFunc(before, Order)
	return before
}
