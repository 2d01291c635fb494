package bfs

import (
	"math/bits"
	"slices"

	"exhaust/parallel"
	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

var _ parallel.BlockModel[[1]uint64] = (*model[[1]uint64])(nil)

// A block holds states that agree in all but the colours of up to six cells: in the mover, both places and the stars,
// so that each of the four steps is one and the same for all of them. A step into a cell whose colour they agree in
// is legal for all or for none; one into a cell of the six, for those in which its colour is open to the mover, and
// these all get the other colour.

// A lane is what a step into a cell does to the states of a block.
type lane struct {
	open uint64 // the states that may step, if the colours of the key let them
	turn int    // how far left their bits turn
}

// lanes are the lanes of the black and the white piece. Lane 0 is that of cells whose colour is in the key or that are
// rainbow, lane i+1 that of bit i.
type lanes [2][8]lane

// allLanes are the lanes of all boards.
var allLanes = newLanes()

func newLanes() (l lanes) {
	for piece := range l {
		l[piece][0].open = ^uint64(0)
	}
	for bit := range statecodec.BlockBits {
		white := ^uint64(0) / (1<<(1<<bit) + 1) // the states in which the cell is white: the indices without this bit
		l[twotone.Black][bit+1] = lane{white, 1 << bit}
		l[twotone.White][bit+1] = lane{^white, -1 << bit}
	}
	return l
}

// blockMask holds the bits in which the states of a block may differ.
const blockMask = 1<<statecodec.BlockBits - 1

// laneOf returns the lane of the colour of a cell.
func laneOf[W statecodec.Words](colour bit) uint8 {
	var w W
	if int(colour.word) != len(w)-1 || colour.mask&blockMask == 0 {
		return 0
	}
	return uint8(bits.TrailingZeros64(colour.mask)) + 1
}

// BlockSuccessors appends the states after each legal move of the mover in each state of a block: a block for each
// step, or two if in some of its states the turn is handed over. As in Successors each step is taken
// whether it is legal or not.
func (m *model[W]) BlockSuccessors(b *statecodec.Block[W], dst []statecodec.Block[W]) ([]statecodec.Block[W], uint64) {
	if cap(dst)-len(dst) < 2*maxMoves {
		dst = slices.Grow(dst, 2*maxMoves)
	}
	turn := m.turn(&b.Key)
	other, open := m.at(&b.Key, turn^1), m.open(&b.Key, turn)
	open[len(open)-1] |= blockMask // of these the lanes say what is open
	steps, lanes := &m.from[turn][m.at(&b.Key, turn)], &m.lanes[turn]
	n, next, stuck := len(dst), dst[:len(dst)+2*maxMoves], b.Set
	for i := range steps {
		v, after := &steps[i], b.Key
		lane := &lanes[v.lane%uint8(len(lanes))]
		able := b.Set & lane.open & -uint64(v.legal(&open, other))
		stuck &^= able
		statecodec.Xor(&after, &v.flip)
		star, pass := after[v.starAt%uint8(len(after))]&v.star, uint64(0)
		if star != 0 {
			pass = 1
		}
		after[v.starAt%uint8(len(after))] ^= star
		after[0] ^= pass << (m.turnShift % 64)
		after[len(after)-1] &^= blockMask
		next[n] = statecodec.Block[W]{Key: after, Set: bits.RotateLeft64(able, lane.turn)}
		n += int((able | -able) >> 63)
	}
	if m.rule == twotone.Handover {
		for i, end := len(dst), n; i < end; i++ {
			n += m.foldBlock(&next[i], &next[n])
		}
	}
	return next[:n], stuck
}

// foldBlock hands the turn over in the states of a block in which fold does. If that is in some of them, it makes
// these a block of their own, which is passed, and returns 1; otherwise it returns 0.
func (m *model[W]) foldBlock(b, passed *statecodec.Block[W]) int {
	turn := m.turn(&b.Key)
	over := b.Set &^ m.able(b, turn)
	if over == 0 {
		return 0
	}
	if over &= m.able(b, turn^1); over == 0 || m.Goal(&b.Key) {
		return 0
	}
	*passed = statecodec.Block[W]{Key: b.Key, Set: over}
	passed.Key[0] ^= 1 << (m.turnShift % 64)
	if over == b.Set {
		*b = *passed
		return 0
	}
	b.Set &^= over
	return 1
}

// able returns the states of a block in which a piece would have a legal move if it were its turn.
func (m *model[W]) able(b *statecodec.Block[W], piece uint64) (able uint64) {
	other, open := m.at(&b.Key, piece^1), m.open(&b.Key, piece)
	open[len(open)-1] |= blockMask
	steps, lanes := &m.from[piece][m.at(&b.Key, piece)], &m.lanes[piece]
	for i := range steps {
		v := &steps[i]
		able |= lanes[v.lane%uint8(len(lanes))].open & -uint64(v.legal(&open, other))
	}
	return able & b.Set
}

// BlockGoals returns all states of a block or none: they have the same stars.
func (m *model[W]) BlockGoals(b *statecodec.Block[W]) uint64 {
	if m.Goal(&b.Key) {
		return b.Set
	}
	return 0
}
