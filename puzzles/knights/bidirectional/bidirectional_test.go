package bidirectional

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/plain"
	"exhaust/puzzles/knights/referee"
)

// shuffled returns the goal of a size with its cells in random order.
func shuffled(random *rand.Rand, rows, cols int) *knights.Board {
	goal := knights.Goal(rows, cols)
	b := &knights.Board{Rows: rows, Cols: cols}
	for from, to := range random.Perm(goal.Size()) {
		if from == goal.Hole {
			b.Hole = to
		}
		b.Black |= goal.Black >> from & 1 << to
	}
	return b
}

// TestSuccessors holds the jumps of random boards against the referee's; every one can be taken
// back.
func TestSuccessors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{
		{1, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 3}, {5, 5},
		{7, 8}, {29, 2}, {1, 58},
	} {
		m := newModel(size[0], size[1])
		for range 50 {
			b := shuffled(random, size[0], size[1])
			if b.IsGoal() {
				continue
			}
			var want []position
			for cell := range b.Size() {
				var r referee.Referee
				r.Start(b)
				if _, err := r.Jump(string(knights.AppendJump(nil, b.Cols, cell))); err == nil {
					var after knights.Board
					r.Position(&after)
					want = append(want, positionOf(&after))
				}
			}
			got := m.Successors(positionOf(b), nil)
			require.ElementsMatch(t, want, got, b)
			for _, after := range got {
				require.Contains(t, m.Predecessors(after, nil), positionOf(b))
			}
		}
	}
}

// TestSolve solves boards of changing sizes, against the plain solver.
func TestSolve(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	s, reference := New(puzzle.Limits{}), plain.New(puzzle.Limits{})
	var r referee.Referee
	unsolvable := 0
	for _, size := range [][2]int{
		{1, 2}, {2, 2}, {3, 3}, {3, 4}, {2, 5}, {4, 3},
		{4, 4}, {3, 5},
	} {
		for range 10 {
			b := shuffled(random, size[0], size[1])
			want, err := reference.Solve(t.Context(), b, puzzle.Best)
			require.NoError(t, err)
			a, err := s.Solve(t.Context(), b, puzzle.Best)
			require.NoError(t, err)
			require.Equal(t, want.Verdict, a.Verdict, b)
			require.Equal(t, want.Value, a.Value, b)
			if a.Verdict == puzzle.Unsolvable {
				unsolvable++
				continue
			}
			value, err := r.Replay(b, a.Certificate)
			require.NoError(t, err)
			require.Equal(t, a.Value, value)
		}
	}
	require.NotZero(t, unsolvable)
}

// TestLimits ends searches of the 5x5 board.
func TestLimits(t *testing.T) {
	b, err := knights.Parse("000*0/10010/01010/11100/11111") // 39 jumps
	require.NoError(t, err)
	why := errors.New("enough")
	done, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, test := range []struct {
		ctx    context.Context
		limits puzzle.Limits
		cause  error
	}{
		{done, puzzle.Limits{}, why},
		{t.Context(), puzzle.Limits{States: 10_000}, puzzle.ErrStates},
		{t.Context(), puzzle.Limits{Memory: 1 << 20}, puzzle.ErrMemory},
		{t.Context(), puzzle.Limits{Within: 15}, puzzle.ErrWithin},
	} {
		a, err := New(test.limits).Solve(test.ctx, b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.Equal(t, test.cause, a.Cause)
	}
}

// BenchmarkSolve solves random 5x5 boards, each as if it were the first.
func BenchmarkSolve(b *testing.B) {
	s := New(puzzle.Limits{})
	random := rand.New(rand.NewPCG(1, 1))
	var times []float64
	for b.Loop() {
		before := b.Elapsed()
		board := shuffled(random, 5, 5)
		if _, err := s.Solve(context.Background(), board, puzzle.Best); err != nil {
			b.Fatal(err)
		}
		times = append(times, (b.Elapsed()-before).Seconds()*1e3)
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2], "ms/median")
}
