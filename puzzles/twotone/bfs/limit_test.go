package bfs_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
)

// largeCases returns cases of 20,000 to 70,000 states, some levels of which are
// large enough to be shared, and one whose plain states take several words.
func largeCases(t testing.TB) []*twotone.Case {
	return []*twotone.Case{
		parse(t, "3x5:WBBBWWRWRWRRWRW:10:1:0,3,4,5,7,8,10,13,14:strict:white"),
		parse(t, "3x5:WBRRWBBRBBBBBRB:6:7:0,1,3,5,10,11,13,14:strict:white"),
		parse(t, "3x5:BBBWWWRBBWWRWWB:6:2:0,4,10,11,14:handover:white"),
		wideCase(t),
	}
}

// wideCase returns a lane board with a few thousand plain states of more than a word.
func wideCase(t testing.TB) *twotone.Case {
	rng := rand.New(rand.NewPCG(12, 8))
	s := bfs.New(bfs.Options{Memory: 1 << 22})
	for {
		c, _ := drawLanes(rng, 12, 16, 0)
		r := solve(t, s, c, puzzle.Best)
		if r.Verdict != puzzle.Limit && r.States > 5000 {
			return c
		}
	}
}

func TestWorkersMakeNoDifference(t *testing.T) {
	verdicts := map[puzzle.Verdict]int{}
	for _, c := range largeCases(t) {
		for _, newSolver := range []func(bfs.Options) *bfs.Solver{bfs.New, bfs.NewPlain} {
			want := solve(t, newSolver(bfs.Options{Workers: 1}), c, puzzle.Best)
			verdicts[want.Verdict]++
			require.Greater(t, want.States, uint64(5000))
			for _, workers := range []int{2, 3, 8, 0} {
				got := solve(t, newSolver(bfs.Options{Workers: workers}), c, puzzle.Best)
				require.Equal(t, want, got, "%s with %d workers", c.ID(), workers)
			}
		}
	}
	require.Positive(t, verdicts[puzzle.Solvable])
	require.Positive(t, verdicts[puzzle.Unsolvable])
}

// One solver over boards of all sizes and widths, large before small, answers as
// a fresh one does, and does not touch the case.
func TestReuse(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 7))
	reused := bfs.New(bfs.Options{Workers: 2})
	large := largeCases(t)
	for i := range 300 {
		c := drawCase(rng, 1+rng.IntN(3), 2+rng.IntN(3), 4)
		if i%3 == 0 {
			size := laneSizes[rng.IntN(len(laneSizes))]
			c, _ = drawLanes(rng, size[0], size[1], 0)
		}
		if i%100 == 50 {
			c = large[i/100+1]
		}
		ask := puzzle.Ask(rng.IntN(3))
		before := c.Clone()
		got := solve(t, reused, c, ask)
		require.Equal(t, before, c)
		require.Equal(t, solve(t, bfs.New(bfs.Options{Workers: 1}), c, ask), got, "%s", c.ID())
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range append(largeCases(t), parse(t, "2x2:BWRB:0:3:1,2:strict"), parse(t, "1x4:BBBW:0:3:2:handover")) {
		s := bfs.New(bfs.Options{Workers: 2})
		r, err := s.Solve(ctx, c, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, r.Verdict, c.ID())
		require.Empty(t, r.Certificate)
		// and the solver is as good as new
		require.Equal(t, solve(t, bfs.New(bfs.Options{Workers: 1}), c, puzzle.Best), solve(t, s, c, puzzle.Best))
	}
}

func TestMemoryLimit(t *testing.T) {
	for _, c := range largeCases(t) {
		for _, memory := range []uint64{1, 1 << 16} {
			r := solve(t, bfs.New(bfs.Options{Memory: memory}), c, puzzle.Best)
			require.Equal(t, puzzle.Limit, r.Verdict)
			require.Empty(t, r.Certificate)
			require.Zero(t, r.Value)
		}
		enough := solve(t, bfs.New(bfs.Options{Memory: 1 << 26}), c, puzzle.Best)
		require.Equal(t, solve(t, bfs.New(bfs.Options{}), c, puzzle.Best), enough)
	}
}

// To decide a small board allocates nothing once the solver is warm.
func TestDecideAllocatesNothing(t *testing.T) {
	for id, states := range map[string]uint64{
		"2x2:BWRB:0:3:1,2:strict":                   4,
		"2x2:BWRB:0:3:1,2:handover:white":           3,
		"2x4:WBRBBRWR:4:1:1,2,3,4,5:handover:white": 303,
	} {
		c := parse(t, id)
		s := bfs.New(bfs.Options{Workers: 1})
		require.Equal(t, states, solve(t, s, c, puzzle.Decide).States, id)
		allocs := testing.AllocsPerRun(100, func() { _, _ = s.Solve(context.Background(), c, puzzle.Decide) })
		require.Zero(t, allocs, id)
	}
}
