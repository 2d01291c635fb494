package subsets

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// spread finds the moves from a cell by applying the rule of the knight until nothing changes.
func spread(side int, from pawns.Cell) map[pawns.Cell]int16 {
	moves := map[pawns.Cell]int16{from: 0}
	for level := int16(0); len(moves) > 0; level++ {
		before := len(moves)
		for c, m := range moves {
			for x := range side {
				for y := range side {
					d := pawns.Cell{X: x, Y: y}
					_, known := moves[d]
					if p := (c.X - x) * (c.Y - y); m == level && !known && (p == 2 || p == -2) {
						moves[d] = level + 1
					}
				}
			}
		}
		if len(moves) == before {
			break
		}
	}
	return moves
}

// The board finds the moves from a pawn to all pieces, on one side after the other.
func TestBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var b board
	for range 60 {
		side := 2 + rng.IntN(11)
		n := min(pawns.MaxPawns, side*side-1)
		g := &pawns.Game{Side: side}
		for i, c := range rng.Perm(side * side)[:n+1] {
			at := pawns.Cell{X: c % side, Y: c / side}
			if i == n {
				g.Knight = at
			} else {
				g.Pawns = append(g.Pawns, at)
			}
		}
		pawn := rng.IntN(n)
		var got [pieces]int16
		b.search(g, pawn, &got)
		want := spread(side, g.Pawns[pawn])
		for i, c := range append(g.Pawns, g.Knight) {
			moves, ok := want[c]
			if !ok {
				moves = -1
			}
			require.Equal(t, moves, got[i], "%s from pawn %d to piece %d", g.ID(), pawn, i)
		}
	}
}

// On the widest board, where a row fills its word, nothing is shifted out and comes in elsewhere:
// the opposed corners of 64x64 are 42 moves apart, three cells of 126 for each.
func TestWidestBoard(t *testing.T) {
	g := &pawns.Game{Side: 64, Knight: pawns.Cell{X: 63, Y: 63},
		Pawns: []pawns.Cell{{X: 0, Y: 0}, {X: 63, Y: 0}, {X: 0, Y: 63}}}
	var b board
	var got [pieces]int16
	b.search(g, 0, &got)
	require.EqualValues(t, 42, got[3])
	require.Equal(t, got[1], got[2], "two corners are as far")
	require.EqualValues(t, 33, got[1], "63 columns take 32 moves, and an odd number for the colour")
}

func Example() {
	g := &pawns.Game{Side: 50, Knight: pawns.Cell{X: 0, Y: 2}}
	g.Pawns = []pawns.Cell{{X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 3}}
	a, err := New(puzzle.Limits{}).Solve(context.Background(), g, puzzle.Best)
	fmt.Println(a.Verdict, a.Value, string(a.Certificate), err)
	// Output: solvable 8 102 <nil>
}

// BenchmarkLargest solves the largest game: 15 pawns, on 50x50.
func BenchmarkLargest(b *testing.B) {
	g := &pawns.Game{Side: 50}
	for i := range pawns.MaxPawns {
		g.Pawns = append(g.Pawns, pawns.Cell{X: i * 17 % 50, Y: 1 + i*31%49})
	}
	s := New(puzzle.Limits{})
	b.ReportAllocs()
	for b.Loop() {
		a, err := s.Solve(context.Background(), g, puzzle.Best)
		if err != nil || a.Verdict != puzzle.Solvable {
			b.Fatal(a, err)
		}
	}
}
