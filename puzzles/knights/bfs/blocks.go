package bfs

import (
	"math/bits"

	"exhaust/statecodec"
)

// withBit are the sets of the numbers below 64 in which a bit is set; withCount those of the
// numbers with a count of bits set.
var (
	withBit   [statecodec.BlockBits]uint64
	withCount [statecodec.BlockBits + 1]uint64
)

func init() {
	for i := range 1 << statecodec.BlockBits {
		withCount[bits.OnesCount(uint(i))] |= 1 << i
		for bit := range withBit {
			withBit[bit] |= uint64(i>>bit&1) << i
		}
	}
}

// A blockJump is what a jump does to the positions of a block in which the knight is black. The
// others keep their place in the block.
type blockJump struct {
	low    uint64 // those in which it is black, if it comes from one of the lowest places
	last   uint64 // all ones if it comes from the place that is left out
	rotate int    // what is added to their place in the block
	key    uint64 // what their key changes by
}

// blockJump returns what the jump between two places does.
func (m *Model) blockJump(from, into uint) (j blockJump) {
	for _, end := range [...]struct {
		place uint
		sign  int
	}{{from, -1}, {into, 1}} {
		switch {
		case end.place == m.last():
		case end.place < statecodec.BlockBits:
			j.rotate += end.sign << end.place
		default:
			j.key |= 1 << end.place
		}
	}
	switch {
	case from == m.last():
		j.last = ^uint64(0)
	case from < statecodec.BlockBits:
		j.low = withBit[from]
	}
	return j
}

// lastBlack returns the positions of a block in which the knight that is left out is black: the
// lowest six places hold one black knight less than are missing in the key.
func (m *Model) lastBlack(key uint64) uint64 {
	if low := m.blacks - bits.OnesCount64(key&m.colours) - 1; low >= 0 && low < len(withCount) {
		return withCount[low]
	}
	return 0
}

// A block is the positions of up to 64 states that agree in all but their lowest six bits.
type block = statecodec.Block[[1]uint64]

// BlockSuccessors appends the positions after each jump from those of a block: one block for a
// jump, or two if the knight comes into the seven cells in which a block differs or leaves them.
func (m *Model) BlockSuccessors(b *block, dst []block) ([]block, uint64) {
	key := b.Key[0]
	js := &m.from[key>>(m.hole%64)]
	if js.n == 0 {
		return dst, b.Set
	}
	last := m.lastBlack(key)
	for i := range js.list[:js.n] {
		j := &js.list[i]
		black := b.Set & (-(key >> (j.place % 64) & 1) | j.blocks.low | last&j.blocks.last)
		white, moved, to := b.Set&^black, bits.RotateLeft64(black, j.blocks.rotate), key^j.hole
		if j.blocks.key == 0 {
			white, moved = white|moved, 0
		}
		if white != 0 {
			dst = append(dst, block{Key: [1]uint64{to}, Set: white})
		}
		if moved != 0 {
			dst = append(dst, block{Key: [1]uint64{to ^ j.blocks.key}, Set: moved})
		}
	}
	return dst, 0
}

// BlockGoals returns the goal, if one is looked for and it is one of the block.
func (m *Model) BlockGoals(b *block) uint64 {
	goal := statecodec.BlockOf(&m.goal)
	if goal.Key != b.Key {
		return 0
	}
	return goal.Set & b.Set
}
