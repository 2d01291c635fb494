package wiring

import (
	"math/rand/v2"

	"exhaust/family"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/referee"
)

// workshop returns how boards worth keeping are made: they are drawn from all of a size.
func workshop() *family.Workshop[*knights.Board] {
	return &family.Workshop[*knights.Board]{
		Draw: func(rng *rand.Rand, size string) (*knights.Board, error) {
			d, err := newDrawer(size, family.Draws{})
			if err != nil {
				return nil, err
			}
			return d.Draw(rng, nil), nil
		},
		Mutate:    mutate,
		Signature: Signature,
		Size:      sizeOf,
	}
}

// mutate returns a board that differs from b by up to four jumps, or by two cells that are
// exchanged.
func mutate(rng *rand.Rand, b *knights.Board) *knights.Board {
	for {
		c := swapped(b, rng.IntN(b.Size()), rng.IntN(b.Size()))
		if rng.IntN(2) == 0 {
			c = jumped(rng, b)
		}
		if *c != *b {
			return c
		}
	}
}

// jumped returns the board after some random jumps. From the goal there are none: the play is over.
func jumped(rng *rand.Rand, b *knights.Board) *knights.Board {
	var r referee.Referee
	r.Start(b)
	jumps := 1 + rng.IntN(4)
	for range 8 * b.Size() { // tries
		name := knights.AppendJump(nil, b.Cols, rng.IntN(b.Size()))
		if _, err := r.Jump(string(name)); err == nil {
			jumps--
		}
		if jumps == 0 {
			break
		}
	}
	c := new(knights.Board)
	r.Position(c)
	return c
}
