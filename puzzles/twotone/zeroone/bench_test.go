package zeroone

import (
	"context"
	"testing"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// large5x5 returns a board with seven stars whose shortest solution, of 35
// moves, needs a handover at the second move and two more.
func large5x5() *twotone.Case {
	stars := []int{1, 4, 6, 8, 9, 15, 20}
	return newCase("RBBWB BRBWW BBBRW RRWRR BBWRW", at{3, 4, stars}, black, handOver)
}

func TestLarge5x5(t *testing.T) {
	c := large5x5()
	got := mustSolve(t, New(), c, puzzle.Best)
	if got.Value != 35 || got.States != 523503 || !naiveReplay(draw(c), c.Rule, got.Certificate) {
		t.Errorf("%v %q in %d, %d states, want 35 moves and 523503 states", got.Verdict, string(got.Certificate), got.Value, got.States)
	}
}

func Benchmark2x2(b *testing.B) {
	benchmark(b, newCase("BW RB", at{0, 3, []int{1, 2}}, black, strict))
}

func Benchmark5x5(b *testing.B) { benchmark(b, large5x5()) }

// benchmark solves c over and over with one solver.
func benchmark(b *testing.B, c *twotone.Case) {
	s, states := New(), uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		result, err := s.Solve(context.Background(), c, puzzle.Best)
		if err != nil || result.Verdict != puzzle.Solvable {
			b.Fatal(result, err)
		}
		states += result.States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}
