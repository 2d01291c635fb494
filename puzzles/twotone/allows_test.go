package twotone_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

// Allows says of every step on every small board what Step says.
func TestAllowsWhatStepTakes(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {1, 3}, {3, 1}, {2, 2}} {
		for _, turn := range []twotone.Colour{twotone.Black, twotone.White} {
			space, err := twotone.NewSpace(size[0], size[1], turn)
			require.NoError(t, err)
			var c twotone.Case
			var r twotone.Referee
			for i := range space.Len() {
				space.Board(i, &c.Board)
				for _, c.Rule = range []twotone.Rule{twotone.Strict, twotone.Handover} {
					for _, letter := range []byte("UDLR-X") {
						r.Start(&c)
						allowed := r.Allows(letter)
						if err := r.Step(letter); allowed != (err == nil) {
							t.Fatalf("%s, %c: allowed %v, but %v", c.ID(), letter, allowed, err)
						}
					}
				}
			}
		}
	}
}
