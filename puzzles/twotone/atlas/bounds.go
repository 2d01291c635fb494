package atlas

import "exhaust/puzzles/twotone"

// bounds are the greatest lengths that the boards of a class can have, for each rule by the number of stars:
// K·(M + (M+1)·R) under the strict rule, Q - 1 under handover. (docs/RULES.md, sections 4 and 6.)
type bounds [2][]uint64

// newBounds returns the bounds of a class.
func newBounds(c Class) (all bounds) {
	b := twotone.Board{Rows: c.Rows, Cols: c.Cols, Cells: make([]twotone.Colour, c.Cells()), Stars: make([]bool, c.Cells())}
	for cell := range b.Cells {
		if c.Rainbow>>cell&1 != 0 {
			b.Cells[cell] = twotone.Rainbow
		}
	}
	for stars := range c.Cells() + 1 {
		all[twotone.Strict] = append(all[twotone.Strict], uint64(twotone.StrictBound(&b)))
		all[twotone.Handover] = append(all[twotone.Handover], twotone.StateBound(&b)-1)
		if stars < c.Cells() {
			b.Stars[stars] = true
		}
	}
	return all
}

// over returns how many boards of a number of stars have a greater length than they can, under each
// rule.
func (b *bounds) over(stars int, g *Group) (n uint64) {
	for rule, bound := range b {
		for length, boards := range g.Lengths[rule] {
			if uint64(length) > bound[stars] {
				n += boards
			}
		}
	}
	return n
}
