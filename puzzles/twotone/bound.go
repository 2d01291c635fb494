package twotone

// StrictBound returns the most moves that a shortest solution can have under the
// strict rule, K·(M + (M+1)·R) with K stars, M ordinary and R rainbow cells: in
// the turn before a star the mover enters each ordinary cell at most once, which
// cuts the turn into at most M+1 walks over rainbow cells. (docs/RULES.md, section 6.)
func StrictBound(b *Board) int {
	r := b.Count(Rainbow)
	m := b.Size() - r
	return b.StarCount() * (m + (m+1)*r)
}
