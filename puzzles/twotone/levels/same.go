package levels

import "exhaust/puzzles/twotone"

// Signature returns a text that two boards have in common if and only if one is the image of the other under a rotation, a
// reflection, the swap of colours, pieces and mover, or several of these: the least ID among the images.
func Signature(b *twotone.Board) string {
	c := &twotone.Case{Board: *b}
	least := ""
	for y := range twotone.Symmetry(twotone.Symmetries) {
		if id := y.Apply(c).ID(); least == "" || id < least {
			least = id
		}
	}
	return least
}
