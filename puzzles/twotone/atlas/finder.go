package atlas

import (
	"math/bits"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/table"
)

// size returns the number of cells of a set.
func size(set uint32) int { return bits.OnesCount32(set) }

// A finder finds the first case of the greatest length of a class and its images under one rule, as such or for
// its bound. While the class is done it keeps the star sets that may have it; which of their boards is
// the first is looked at in the end.
type finder struct {
	space *twotone.Space
	class table.Class
	group []twotone.Symmetry
	best  twotone.Nearness // the greatest so far, if there are any kept
	least uint32           // the least image of a star set that has it: such boards come first
	kept  []kept
	spare []kept
}

// A kept is the boards of a level that are the best.
type kept struct {
	stars uint32
	set   table.Set
}

// reset makes the finder one of a class.
func (f *finder) reset(s *twotone.Space, c table.Class, group []twotone.Symmetry) {
	f.space, f.class, f.group = s, c, group
	f.drop()
}

// drop forgets all star sets, but for their memory.
func (f *finder) drop() {
	f.spare = append(f.spare, f.kept...)
	f.kept = f.kept[:0]
}

// add looks at a level, whose moves are so near to their bound. The bound is 1 if it is the length as such that
// counts.
func (f *finder) add(v *table.Level, rule twotone.Rule, bound uint64) {
	now, by := twotone.Nearness{Value: uint64(v.Moves), Bound: bound}, +1
	if len(f.kept) > 0 {
		by = now.Compare(f.best)
	}
	if by < 0 {
		return
	}
	least := f.leastImage(v.Stars)
	switch {
	case by > 0 || least < f.least:
		f.drop()
		f.best, f.least = now, least
	case least > f.least:
		return
	}
	var k kept
	if n := len(f.spare); n > 0 {
		k, f.spare = f.spare[n-1], f.spare[:n-1]
	}
	k.stars = v.Stars
	v.Keep(rule, &k.set)
	f.kept = append(f.kept, k)
}

// leastImage returns the least image of a star set.
func (f *finder) leastImage(stars uint32) uint32 {
	least := stars
	for _, y := range f.group {
		least = min(least, image(y, f.class.Rows, f.class.Cols, stars))
	}
	return least
}

// first returns the number of the first of all the best boards, images included. There must be one.
func (f *finder) first() uint64 {
	first := f.space.Len()
	for i := range f.kept {
		k := &f.kept[i]
		k.set.Each(func(mover, other int, open uint64) {
			first = min(first, f.number(k.stars, mover, other, open))
		})
	}
	return first
}

// longest returns the longest case, if there is any.
func (f *finder) longest() *Longest {
	if len(f.kept) == 0 {
		return nil
	}
	return &Longest{Length: int(f.best.Value), Number: f.first()}
}

// nearest returns the case nearest to its bound, if there is any.
func (f *finder) nearest() *Nearest {
	if len(f.kept) == 0 {
		return nil
	}
	return &Nearest{Nearness: f.best, Number: f.first()}
}

// number returns the least number of a board and its images.
func (f *finder) number(stars uint32, mover, other int, open uint64) uint64 {
	c := twotone.Case{Board: twotone.Board{
		Rows: f.class.Rows, Cols: f.class.Cols,
		Cells: make([]twotone.Colour, f.class.Cells()), Stars: make([]bool, f.class.Cells()),
		Black: mover, White: other,
	}}
	for cell := range c.Cells {
		c.Stars[cell] = stars>>cell&1 != 0
		if f.class.Rainbow>>cell&1 != 0 {
			c.Cells[cell] = twotone.Rainbow
			continue
		}
		if open&1 != 0 {
			c.Cells[cell] = twotone.White // the mover is black
		}
		open >>= 1
	}
	least := f.space.Len()
	for _, y := range f.group {
		least = min(least, f.space.Number(&y.Apply(&c).Board))
	}
	return least
}
