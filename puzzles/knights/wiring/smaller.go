package wiring

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"exhaust/puzzles/knights"
)

// Order compares two valid boards by size: the one with fewer cells is smaller, then the one of
// which fewer cells are not as in the goal, then the one with fewer rows, then the one whose hole
// comes first, and last the one whose black knights come first. It returns -1 if b is smaller than
// c, 0 if they are the same, and 1 if it is greater.
func Order(b, c *knights.Board) int {
	return cmp.Or(
		cmp.Compare(b.Size(), c.Size()),
		cmp.Compare(misplaced(b), misplaced(c)),
		cmp.Compare(b.Rows, c.Rows),
		cmp.Compare(b.Hole, c.Hole),
		cmp.Compare(bits.Reverse64(c.Black), bits.Reverse64(b.Black)),
	)
}

// misplaced returns the number of cells that are not as in the goal.
func misplaced(b *knights.Board) (n int) {
	goal := knights.Goal(b.Rows, b.Cols)
	for cell := range b.Size() {
		if b.At(cell) != goal.At(cell) {
			n++
		}
	}
	return n
}

// Smaller yields the valid boards that are one step away from b and smaller in the sense of Order,
// what takes away most first: a row or a column less, two cells exchanged, a symmetric image. None
// shares memory with b.
func Smaller(b *knights.Board) iter.Seq[*knights.Board] {
	return func(yield func(*knights.Board) bool) {
		for _, list := range [...][]*knights.Board{narrower(b), exchanged(b), images(b)} {
			for _, c := range list {
				if Order(c, b) < 0 && !yield(c) {
					return
				}
			}
		}
	}
}

// narrower returns the board without one row, and without one column.
func narrower(b *knights.Board) (list []*knights.Board) {
	for row := range b.Rows {
		if knights.IsSize(b.Rows-1, b.Cols) {
			kept := func(cell int) bool { return cell/b.Cols != row }
			list = append(list, restOf(b, b.Rows-1, b.Cols, kept))
		}
	}
	for col := range b.Cols {
		if knights.IsSize(b.Rows, b.Cols-1) {
			kept := func(cell int) bool { return cell%b.Cols != col }
			list = append(list, restOf(b, b.Rows, b.Cols-1, kept))
		}
	}
	return list
}

// restOf returns a smaller board of what is on some cells of b. If the hole is not among them it is
// where it is in the goal; and knights change their colour until there are as many of each as in
// the goal.
func restOf(b *knights.Board, rows, cols int, kept func(cell int) bool) *knights.Board {
	goal := knights.Goal(rows, cols)
	c := &knights.Board{Rows: rows, Cols: cols, Hole: goal.Hole}
	at := 0
	for cell := range b.Size() {
		if !kept(cell) {
			continue
		}
		if cell == b.Hole {
			c.Hole = at
		}
		c.Black |= b.Black >> cell & 1 << at
		at++
	}
	c.Black &^= 1 << c.Hole
	balance(c, &goal)
	return c
}

// balance changes the colour of knights until there are as many of each as in the goal, those first
// that are not as in the goal.
func balance(b, goal *knights.Board) {
	all := (uint64(1)<<b.Size() - 1) &^ (1 << b.Hole)
	for {
		more := bits.OnesCount64(b.Black) - bits.OnesCount64(goal.Black)
		from := b.Black // the knights of the colour that there are too many of
		better := from &^ goal.Black
		if more < 0 {
			from = all &^ b.Black
			better = from & goal.Black
		}
		if more == 0 {
			return
		}
		if better == 0 {
			better = from
		}
		b.Black ^= better & -better
	}
}

// exchanged returns the board with two cells exchanged that are not alike, with the fewest cells
// that are not as in the goal first.
func exchanged(b *knights.Board) (list []*knights.Board) {
	for i := range b.Size() {
		for j := range i {
			if b.At(i) != b.At(j) {
				list = append(list, swapped(b, i, j))
			}
		}
	}
	slices.SortStableFunc(list, func(c, d *knights.Board) int {
		return cmp.Compare(misplaced(c), misplaced(d))
	})
	return list
}

// swapped returns the board with two cells exchanged.
func swapped(b *knights.Board, i, j int) *knights.Board {
	c := b.Clone()
	if b.IsBlack(i) != b.IsBlack(j) {
		c.Black ^= 1<<i | 1<<j
	}
	switch b.Hole {
	case i:
		c.Hole = j
	case j:
		c.Hole = i
	}
	return c
}

// maxBefore is the number of cells up to which all smaller boards are tried.
const maxBefore = 9

// Before yields the boards that are smaller than b in the sense of Order and have up to 9 cells, in
// increasing order, a batch for each number of cells. These are all smaller ones if b has no more.
func Before(b *knights.Board) (batches iter.Seq[[]*knights.Board], all bool) {
	batches = func(yield func([]*knights.Board) bool) {
		for cells := knights.MinCells; cells <= min(b.Size(), maxBefore); cells++ {
			batch := boardsOf(cells)
			end, _ := slices.BinarySearchFunc(batch, b, Order)
			if end > 0 && !yield(batch[:end]) {
				return
			}
		}
	}
	return batches, b.Size() <= maxBefore
}

// boardsOf returns all boards with so many cells, whatever their sides, in increasing order.
func boardsOf(cells int) (list []*knights.Board) {
	for rows := 1; rows <= cells; rows++ {
		if cells%rows != 0 {
			continue
		}
		s := spaceOf(rows, cells/rows)
		for i := range s.Len() {
			list = append(list, s.At(i, nil))
		}
	}
	slices.SortFunc(list, Order)
	return list
}
