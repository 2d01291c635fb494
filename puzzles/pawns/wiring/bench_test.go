package wiring

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// BenchmarkSolve solves games that are drawn at random, with each solver.
func BenchmarkSolve(b *testing.B) {
	for _, m := range Family().Solvers {
		for _, text := range []string{
			"4:3", "5:5", "50:8", "50:10", "50:12", "4:15", "8:15", "50:15",
		} {
			if m.OnDemand && strings.Contains(text, ":1") {
				continue
			}
			b.Run(fmt.Sprintf("%s/%s", m.Name, text), func(b *testing.B) {
				games := drawMany(b, text, 64)
				s := m.New(puzzle.Limits{})
				states := uint64(0)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					a, err := s.Solve(context.Background(), games[i%len(games)], puzzle.Best)
					if err != nil {
						b.Fatal(err)
					}
					states += a.States
				}
				b.ReportMetric(float64(states)/float64(b.N), "states/op")
			})
		}
	}
}

// drawMany draws games of a size.
func drawMany(t testing.TB, text string, n int) (games []*pawns.Game) {
	t.Helper()
	d, err := newDrawer(text, family.Draws{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		games = append(games, d.Draw(rng, nil))
	}
	return games
}
