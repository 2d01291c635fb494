package family

import (
	"math/rand/v2"
)

// A Workshop is how cases worth keeping are made: drawn at random, solved, and changed as long as
// that makes them better.
type Workshop[C any] struct {
	// Draw draws a case of a size. The error is that of the size.
	Draw func(rng *rand.Rand, size string) (C, error)

	// Mutate returns a case of the same size that differs from c a little, and shares no memory
	// with it.
	Mutate func(rng *rand.Rand, c C) C

	// Signature returns a text that cases have in common which a player would call the same, such
	// as mirror images; nil: their IDs.
	Signature func(c C) string

	// Size returns the size of a case, as Draw takes it.
	Size func(c C) string
}
