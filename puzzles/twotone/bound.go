package twotone

import (
	"cmp"
	"math"
	"math/bits"
)

// StrictBound returns the most moves that a shortest solution can have under the
// strict rule, K·(M + (M+1)·R) with K stars, M ordinary and R rainbow cells: in
// the turn before a star the mover enters each ordinary cell at most once, which
// cuts the turn into at most M+1 walks over rainbow cells. (docs/RULES.md, section 6.)
func StrictBound(b *Board) int {
	r := b.Count(Rainbow)
	m := b.Size() - r
	return b.StarCount() * (m + (m+1)*r)
}

// StateBound returns Q = N(N-1)·2^M·2^K·2, the most states that a board of N cells can have, M of
// them ordinary, with K stars; or the greatest uint64 if Q is more. (docs/RULES.md, section 4.)
func StateBound(b *Board) uint64 {
	n := uint64(b.Size())
	shift := b.Size() - b.Count(Rainbow) + b.StarCount() + 1
	if places := n * (n - 1); shift+bits.Len64(places) <= 64 {
		return places << shift
	}
	return math.MaxUint64
}

// A Nearness is how near a value comes to its bound, as a fraction.
type Nearness struct {
	Value uint64 `json:"value"`
	Bound uint64 `json:"bound"` // at least 1
}

// Compare returns -1, 0 or +1 if n is less than other, equal or greater, exactly.
func (n Nearness) Compare(other Nearness) int {
	hi, lo := bits.Mul64(n.Value, other.Bound)
	otherHi, otherLo := bits.Mul64(other.Value, n.Bound)
	return cmp.Or(cmp.Compare(hi, otherHi), cmp.Compare(lo, otherLo))
}
