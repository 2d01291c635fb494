package perimeter

import "math/bits"

// A block is positions with the hole on the same cell and the same colours in the high slots. Bit n
// of its set stands for the one with the colours n in the low slots.
type block struct {
	high uint64
	set  uint64
}

// withBit are the patterns of the low slots, as bits of a word, in which a slot is black; withCount
// those in which so many are.
var withBit, withCount = func() (bit [maxLow]uint64, count [maxLow + 1]uint64) {
	for pattern := range 1 << maxLow {
		count[bits.OnesCount(uint(pattern))] |= 1 << pattern
		for slot := range bit {
			bit[slot] |= uint64(pattern>>slot&1) << pattern
		}
	}
	return bit, count
}()

// block returns the block of one position.
func (l *layout) block(p position) block {
	return block{
		high: p.colours >> l.low & (1<<l.high - 1),
		set:  1 << (p.colours & (1<<l.low - 1)),
	}
}

// first returns the first position of a block with the hole on a cell.
func (l *layout) first(hole int, b block) position {
	p := position{hole, b.high<<l.low | uint64(bits.TrailingZeros64(b.set))}
	if bits.OnesCount64(p.colours) < l.blacks {
		p.colours |= 1 << l.implied()
	}
	return p
}

// impliedBlack returns the patterns of the low slots for which the implied one is black.
func (l *layout) impliedBlack(high uint64) uint64 {
	if low := l.blacks - 1 - bits.OnesCount64(high); low >= 0 && low <= maxLow {
		return withCount[low]
	}
	return 0
}

// jumped returns where the positions of a block come to by a jump: two blocks, of which any may be
// empty.
func (l *layout) jumped(b block, j *jump) (one, two block) {
	one = b
	switch j.kind {
	case lowLow:
		one.set = swapLow(b.set, j.a, j.b)
	case lowImplied:
		one.set = swapWith(b.set, j.a, l.impliedBlack(b.high))
	case highHigh:
		differ := (b.high>>j.a ^ b.high>>j.b) & 1
		one.high ^= differ<<j.a | differ<<j.b
	case lowHigh:
		two.high = b.high ^ 1<<j.b
		one.set, two.set = parted(b.set, withBit[j.a], b.high>>j.b&1)
		if b.high>>j.b&1 != 0 {
			two.set <<= 1 << j.a
		} else {
			two.set >>= 1 << j.a
		}
	case highImplied:
		two.high = b.high ^ 1<<j.a
		one.set, two.set = parted(b.set, l.impliedBlack(b.high), b.high>>j.a&1)
	}
	return one, two
}

// parted parts a set into those patterns for which a slot has the given colour, and the others.
// Black are the patterns for which it is black.
func parted(set, black, colour uint64) (same, other uint64) {
	same = set & (black ^ (colour - 1)) // all black ones if the colour is 1, else all others
	return same, set &^ same
}

// swapLow swaps two low slots, a < b.
func swapLow(set uint64, a, b uint8) uint64 {
	shift := uint64(1)<<b - 1<<a
	onlyA, onlyB := set&withBit[a]&^withBit[b], set&withBit[b]&^withBit[a]
	return set&^(onlyA|onlyB) | onlyA<<shift | onlyB>>shift
}

// swapWith swaps a low slot and the implied one, which is black for some patterns.
func swapWith(set uint64, a uint8, black uint64) uint64 {
	onlyA, onlyImplied := set&withBit[a]&^black, set&black&^withBit[a]
	return set&^(onlyA|onlyImplied) | onlyA>>(1<<a) | onlyImplied<<(1<<a)
}
