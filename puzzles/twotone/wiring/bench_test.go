package wiring_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// BenchmarkCensus2x2 takes the whole census of 31,104 cases, with both solvers
// and all replays, on all cores.
func BenchmarkCensus2x2(b *testing.B) {
	census := both(newSpace(b, 2, 2, twotone.Black))
	cases := uint64(0)
	for b.Loop() {
		take(b, census)
		cases += census.Cases()
	}
	b.ReportMetric(float64(cases)/b.Elapsed().Seconds(), "cases/s")
}

// BenchmarkSample3x3 has each solver solve the same 2,000 cases, drawn from all
// 3x3 boards under both rules.
func BenchmarkSample3x3(b *testing.B) {
	cases := drawCases(b, 3, 3, 2000)
	for _, name := range bothSolvers {
		b.Run(name, func(b *testing.B) {
			solver := newSolver(b, name)
			states := uint64(0)
			for b.Loop() {
				states += solveAll(b, solver, cases)
			}
			b.ReportMetric(float64(b.N*len(cases))/b.Elapsed().Seconds(), "cases/s")
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}

// drawCases draws cases from a space, the same ones every time.
func drawCases(b *testing.B, rows, cols, n int) []*twotone.Case {
	space, rng := newSpace(b, rows, cols, twotone.Black), rand.New(rand.NewPCG(3, 3))
	cases := make([]*twotone.Case, n)
	for i := range cases {
		cases[i] = &twotone.Case{Rule: twotone.Rule(bothRules[i%2])}
		space.Board(rng.Uint64N(space.Len()), &cases[i].Board)
	}
	return cases
}

// solveAll solves cases and returns the states met.
func solveAll(b *testing.B, s boardSolver, cases []*twotone.Case) (states uint64) {
	for _, c := range cases {
		r, err := s.Solve(context.Background(), c, puzzle.Best)
		if err != nil || r.Verdict == puzzle.Limit {
			b.Fatal(c.ID(), r, err)
		}
		states += r.States
	}
	return states
}
