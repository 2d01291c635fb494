package wiring

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// deepBoards take 38 or 39 jumps, as many as any of 5x5.
var deepBoards = []string{
	"000*0/10010/01010/11100/11111",
	"00000/*1000/10101/11100/11111",
	"00000/01000/10101/*1110/11111",
	"00100/10100/11000/0111*/11011",
	"00000/10000/01010/1111*/11111",
}

// BenchmarkAnswers solves 300 random 5x5 boards, and some of the deepest, and reports the median,
// the 99th percentile and the maximum of the times, and the time of the first answer, which makes
// what stays.
func BenchmarkAnswers(b *testing.B) {
	random := rand.New(rand.NewPCG(300, 5))
	s := spaceNamed(b, "5x5")
	var boards, deep []*knights.Board
	for range 300 {
		boards = append(boards, s.At(random.Uint64N(s.Len()), nil))
	}
	for _, id := range deepBoards {
		deep = append(deep, parse(b, id))
	}
	for _, name := range []string{"perimeter", "ida", "bidirectional"} {
		p := newPanel(puzzle.Limits{}, name)
		first := timesOf(b, p.solvers[0], []*knights.Board{&s.goal})
		b.Run(name+"/random", func(b *testing.B) {
			for b.Loop() {
				report(b, timesOf(b, p.solvers[0], boards))
			}
			b.ReportMetric(first[0], "first-ms")
		})
		b.Run(name+"/deep", func(b *testing.B) {
			for b.Loop() {
				report(b, timesOf(b, p.solvers[0], deep))
			}
		})
	}
}

// timesOf returns the milliseconds that a solver takes for each board, in increasing order.
func timesOf(
	b *testing.B, s puzzle.Solver[*knights.Board], boards []*knights.Board,
) (ms []float64) {
	for _, board := range boards {
		begin := time.Now()
		a, err := s.Solve(context.Background(), board, puzzle.Best)
		require.NoError(b, err)
		require.Equal(b, puzzle.Solvable, a.Verdict)
		ms = append(ms, time.Since(begin).Seconds()*1e3)
	}
	slices.Sort(ms)
	return ms
}

// report reports times.
func report(b *testing.B, ms []float64) {
	b.ReportMetric(ms[len(ms)/2], "median-ms")
	b.ReportMetric(ms[len(ms)*99/100], "p99-ms")
	b.ReportMetric(ms[len(ms)-1], "max-ms")
}
