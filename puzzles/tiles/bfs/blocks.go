package bfs

import (
	"math/bits"

	"exhaust/statecodec"
)

// BlockSuccessors appends the positions after each move from those of a block: one block for each.
// There are no dead ends.
func (m *Model) BlockSuccessors(
	b *statecodec.Block[[1]uint64], dst []statecodec.Block[[1]uint64],
) ([]statecodec.Block[[1]uint64], uint64) {
	key := b.Key[0]
	free := m.free(key)
	s := &m.from[key>>blankPlace&cellMask]
	for _, cell := range s.cells[:s.n] {
		change, i, j := m.slide(key, free, uint64(cell))
		set := b.Set
		if i != j {
			set = moveAll(&m.ranks.moved[i][j], set)
		}
		dst = append(dst, statecodec.Block[[1]uint64]{Key: [1]uint64{key ^ change}, Set: set})
	}
	return dst, 0
}

// moveAll returns the ranks that come from those of a set.
func moveAll(moved *[1 << statecodec.BlockBits]uint8, set uint64) (to uint64) {
	for ; set != 0; set &= set - 1 {
		to |= 1 << (moved[bits.TrailingZeros64(set)] % 64)
	}
	return to
}

// BlockGoals returns the target, if it is in the block.
func (m *Model) BlockGoals(b *statecodec.Block[[1]uint64]) uint64 {
	target := statecodec.BlockOf(&m.Target)
	if target.Key != b.Key {
		return 0
	}
	return target.Set & b.Set
}
