package ida

import (
	"context"
	"math/bits"
)

// A table holds, for the hole on each cell and every colouring of a pattern's cells, the least
// number of jumps to what is seen of the goal, if nothing is known of the other cells but how many
// of their knights are black.
//
// No entry is more than the true distance of any position that looks like it. For a jump from one
// position to another is a jump from what is seen of the one to what is seen of the other: a knight
// of a cell that is not seen may have either colour of which there is one left there. So a shortest
// solution, looked at like this, is a way in the table, of as many jumps.
type table struct {
	cells []int    // of the pattern; cell number i has place i, and bit i of a colouring
	place []uint64 // of each cell of the board, its bit; 0 if it is not of the pattern
	left  []uint8  // by begin(hole) + colouring; the hole's bit is 0
}

// unmet marks what no jumps lead to. Distances of farthest and more are entered as farthest.
const (
	unmet    = 0xff
	farthest = unmet - 1
)

// begin returns where the entries begin for the hole on a cell.
func (t *table) begin(hole int) uint32 { return uint32(hole) << len(t.cells) }

// seen returns the colouring of the pattern's cells.
func (t *table) seen(black uint64) (seen uint32) {
	for i, cell := range t.cells {
		seen |= uint32(black>>cell&1) << i
	}
	return seen
}

// A builder makes a table, breadth first from the goal. A jump can be taken back, so that what
// comes to the goal is what the goal comes to.
type builder struct {
	*table
	around [][]int // the cells that are a knight's move away from each
	blacks int     // how many knights are black
	queue  []uint32
}

// checkEvery is the number of entries between two looks at the context.
const checkEvery = 1 << 14

// build fills the table. It ends with the cause of the context's end if that comes first.
func (b *builder) build(ctx context.Context, goalHole int, goalBlack uint64) error {
	for i := range b.left {
		b.left[i] = unmet
	}
	b.meet(goalHole, uint64(b.seen(goalBlack)), 0)
	for i := 0; i < len(b.queue); i++ {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		at := b.queue[i]
		b.expand(int(at>>len(b.cells)), uint64(at)&(1<<len(b.cells)-1), min(b.left[at]+1, farthest))
	}
	b.queue = nil
	return nil
}

// meet enters a distance if there is none.
func (b *builder) meet(hole int, seen uint64, distance uint8) {
	at := b.begin(hole) + uint32(seen)
	if b.left[at] == unmet {
		b.left[at] = distance
		b.queue = append(b.queue, at)
	}
}

// expand enters what is a jump away.
func (b *builder) expand(hole int, seen uint64, distance uint8) {
	white, black := b.hidden(hole, seen)
	for _, from := range b.around[hole] {
		bit := b.place[from]
		if bit == 0 && black > 0 || seen&bit != 0 {
			b.meet(from, seen&^bit|b.place[hole], distance)
		}
		if bit == 0 && white > 0 || bit != 0 && seen&bit == 0 {
			b.meet(from, seen, distance)
		}
	}
}

// hidden returns how many white and black knights are on cells that are not seen.
func (b *builder) hidden(hole int, seen uint64) (white, black int) {
	knights := len(b.place) - len(b.cells)
	if b.place[hole] == 0 {
		knights--
	}
	black = b.blacks - bits.OnesCount64(seen)
	return knights - black, black
}
