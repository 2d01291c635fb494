package subsets

import "exhaust/puzzles/pawns"

// A board searches in breadth for all cells of a row at once: a row is a word, a cell is a bit of
// it, and a jump of the knight is a shift. The two words above and below spare the question whether
// there is such a row.
type board struct {
	side  int
	met   [pawns.MaxSide + 4]uint64 // the cells met, row y in word y+2
	fresh [pawns.MaxSide + 4]uint64 // those met at this level
	last  [pawns.MaxSide + 4]uint64 // those met at the level before
}

// search finds the moves from a pawn to all pieces, -1 where there are none. The knight has the
// number behind the last pawn's. O(side) words for each level.
func (b *board) search(g *pawns.Game, pawn int, moves *[pieces]int16) {
	missing := len(g.Pawns) + 1
	for i := range missing {
		moves[i] = -1
	}
	b.start(g.Side, g.Pawns[pawn])
	more := true
	for level := int16(0); more && missing > 0; level++ {
		for i, c := range g.Pawns {
			if b.isFresh(c) {
				moves[i] = level
				missing--
			}
		}
		if b.isFresh(g.Knight) {
			moves[len(g.Pawns)] = level
			missing--
		}
		more = b.step()
	}
}

// start begins a search at a cell.
func (b *board) start(side int, from pawns.Cell) {
	*b = board{side: side}
	b.fresh[from.Y+2] = 1 << from.X
	b.met[from.Y+2] = 1 << from.X
}

// isFresh tells whether a cell was met at this level.
func (b *board) isFresh(c pawns.Cell) bool { return b.fresh[c.Y+2]>>c.X&1 != 0 }

// step goes on to the next level, and tells whether it has any cell.
func (b *board) step() bool {
	b.last, b.fresh = b.fresh, b.last
	inside := ^uint64(0) >> (pawns.MaxSide - b.side)
	any := uint64(0)
	for y := 2; y < b.side+2; y++ {
		far := b.last[y-1] | b.last[y+1]  // one row away, so two columns
		near := b.last[y-2] | b.last[y+2] // two rows away, so one column
		fresh := (far<<2 | far>>2 | near<<1 | near>>1) & inside &^ b.met[y]
		b.fresh[y] = fresh
		b.met[y] |= fresh
		any |= fresh
	}
	return any != 0
}
