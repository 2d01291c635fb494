package alphabeta

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// closed tells whether the moves from a cell are right by what is true of them alone: 0 there, each
// other number one more than the least of the cells a jump away, and -1 where no such cell has a
// number.
func closed(side int, from pawns.Cell, moves func(pawns.Cell) int) (pawns.Cell, bool) {
	for x := range side {
		for y := range side {
			c, least := pawns.Cell{X: x, Y: y}, -1
			for i := range side {
				for j := range side {
					if p := (i - x) * (j - y); p == 2 || p == -2 {
						m := moves(pawns.Cell{X: i, Y: j})
						if m >= 0 && (least < 0 || m < least) {
							least = m
						}
					}
				}
			}
			want := least + 1
			if c == from {
				want = 0
			} else if least < 0 {
				want = -1
			}
			if moves(c) != want {
				return c, false
			}
		}
	}
	return pawns.Cell{}, true
}

// The circles find shortest ways on one side after the other.
func TestWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var w ways
	for _, side := range []int{8, 3, 5, 2, 9, 4, 13, 3, 8} {
		from := pawns.Cell{X: rng.IntN(side), Y: rng.IntN(side)}
		table := make([]int, side*side)
		for i := range table {
			table[i] = w.shortest(side, from, pawns.Cell{X: i % side, Y: i / side})
		}
		c, ok := closed(side, from, func(c pawns.Cell) int { return table[c.Y*side+c.X] })
		require.True(t, ok, "from %v to %v on %dx%d", from, c, side, side)
	}
}

// On the widest board the rims hold: the opposed corners are 42 moves apart, three cells of 126 for
// each, and no way leads through an edge.
func TestWidestBoard(t *testing.T) {
	var w ways
	require.Equal(t, 42, w.shortest(64, pawns.Cell{}, pawns.Cell{X: 63, Y: 63}))
	require.Equal(t, 33, w.shortest(64, pawns.Cell{}, pawns.Cell{X: 63}))
	require.Equal(t, 33, w.shortest(64, pawns.Cell{Y: 63}, pawns.Cell{X: 63, Y: 63}))
	require.Equal(t, 33, w.shortest(64, pawns.Cell{}, pawns.Cell{Y: 63}))
}

// The bounds and the windows leave out most of the 10! orders of a game, and not all.
func TestLeavesOut(t *testing.T) {
	g := &pawns.Game{Side: 50}
	for i := range 10 {
		g.Pawns = append(g.Pawns, pawns.Cell{X: i * 17 % 50, Y: 1 + i*31%49})
	}
	a, err := New(puzzle.Limits{}).Solve(context.Background(), g, puzzle.Decide)
	require.NoError(t, err)
	require.Greater(t, a.States, uint64(100))
	require.Less(t, a.States, uint64(3_628_800/10))
}

func Example() {
	g := &pawns.Game{Side: 50, Pawns: []pawns.Cell{{X: 1, Y: 2}, {X: 2, Y: 4}}}
	a, err := New(puzzle.Limits{}).Solve(context.Background(), g, puzzle.Best)
	fmt.Println(a.Verdict, a.Value, string(a.Certificate), err)
	// Output: solvable 3 10 <nil>
}
