package table

// A shift is a step onto a cell, backwards: of a set of colourings after the step it makes
// the set before it. Up: the step cleared the cell's bit, and the shift sets it. Down: the step set
// the bit, and the shift clears it. A step onto a rainbow cell leaves all as it is.
//
// The other fields say the same for vectors of lanes words: permute the words,
// mask, rotate; store the vector as number i^flip, or nothing but zeros there if i&flip is not want.
type shift struct {
	bit  int // the cell's bit in a colouring; -1 for a rainbow cell
	up   bool
	perm [lanes]uint64
	mask [lanes]uint64
	rot  [lanes]uint64
	flip uint64 // in bytes
	want uint64
}

// newShift returns the shift of a bit.
func newShift(bit int, up bool) *shift {
	s := &shift{bit: bit, up: up}
	for i := range uint64(lanes) {
		s.perm[i], s.mask[i] = i, ^uint64(0)
	}
	switch {
	case bit < 0:
	case bit < wordShift:
		s.inWord()
	case bit < wordShift+3:
		s.inVector()
	default:
		s.flip = 1 << (bit - wordShift) * 8
		if !up {
			s.want = s.flip
		}
	}
	return s
}

// inWord sets the shift of one of the lowest bits.
func (s *shift) inWord() {
	for i := range s.perm {
		if s.up {
			s.mask[i], s.rot[i] = lows[s.bit], 1<<s.bit
		} else {
			s.mask[i], s.rot[i] = ^lows[s.bit], wordBits-1<<s.bit
		}
	}
}

// inVector sets the shift of a bit that numbers the words of a vector.
func (s *shift) inVector() {
	block := uint64(1) << (s.bit - wordShift)
	for i := range uint64(lanes) {
		s.perm[i] = i ^ block
		if (i&block != 0) != s.up {
			s.mask[i] = 0
		}
	}
}

// A reversal says for vectors of lanes words how to reverse slices: permute the
// bytes of the vector number i^flip, reverse the bits of each, shift each word right.
type reversal struct {
	perm  [8 * lanes]uint8
	right [lanes]uint64
	flip  uint64 // in bytes
}

// newReversal returns the reversal of slices of a layout.
func newReversal(l *layout) *reversal {
	r := &reversal{}
	bytes := 8 * min(l.words, lanes)
	for i := range r.perm {
		r.perm[i] = uint8(i/bytes*bytes + bytes - 1 - i%bytes)
	}
	for i := range r.right {
		r.right[i] = uint64(wordBits - min(wordBits, 1<<l.bits))
	}
	r.flip = uint64(8*l.words - bytes)
	return r
}
