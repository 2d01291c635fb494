package bfs_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/zeroone"
)

// A census is all plays of a length that win, enumerated one by one.
type census struct {
	count uint64
	first string           // the first moves, in the order U, D, L, R
	best  twotone.Solution // with the fewest handovers, the first of them in that order
}

// enumerate plays all plays of so many moves with the referee, each from the start.
func enumerate(c *twotone.Case, moves int) census {
	var out census
	var referee twotone.Referee
	var play func(s twotone.Solution, left int)
	play = func(s twotone.Solution, left int) {
		referee.Start(c)
		for _, letter := range s {
			if referee.Step(letter) != nil {
				return
			}
		}
		if referee.Won() || left == 0 {
			if referee.Won() && left == 0 {
				out.add(s)
			}
			return
		}
		if referee.Allows(twotone.StepHandover) {
			s = append(s, twotone.StepHandover)
		}
		for _, letter := range []byte("UDLR") {
			play(append(slices.Clone(s), letter), left-1)
		}
	}
	play(nil, moves)
	return out
}

func (n *census) add(s twotone.Solution) {
	n.count++
	if move := strings.Trim(string(s), "-"); move != "" && !strings.HasSuffix(n.first, move[:1]) {
		n.first += move[:1]
	}
	if n.best == nil || s.Handovers() < n.best.Handovers() {
		n.best = append(twotone.Solution{}, s...)
	}
}

// requireStudy requires a study of a case to be what zeroone and the enumeration say, if that takes no
// more than so many moves. It reports whether it was enumerated.
func requireStudy(t *testing.T, s *bfs.Solver, z *zeroone.Solver, c *twotone.Case, most int) (bfs.Study, bool) {
	t.Helper()
	want := solve(t, z, c, puzzle.Best)
	got, err := s.Study(context.Background(), c)
	require.NoError(t, err)
	if got.Verdict != want.Verdict || got.Value != want.Value {
		t.Fatalf("%s: %v in %d, zeroone says %v in %d", c.ID(), got.Verdict, got.Value, want.Verdict, want.Value)
	}
	if want.Verdict != puzzle.Solvable {
		require.Equal(t, bfs.Study{Answer: got.Answer}, got, c.ID())
		return got, false
	}
	if want.Value > most {
		return got, false
	}
	n := enumerate(c, want.Value)
	if n.count != got.Count || n.first != string(got.First) || n.best.String() != twotone.Solution(got.Certificate).String() {
		t.Fatalf("%s: %d solutions, first moves %q, %v; enumerated %d, %q, %v",
			c.ID(), got.Count, got.First, got.Certificate, n.count, n.first, n.best)
	}
	return got, true
}

func TestStudyEveryBoard(t *testing.T) {
	if raceEnabled {
		t.Skip("one worker")
	}
	s, z := bfs.New(bfs.Options{Workers: 1}), zeroone.New()
	for _, size := range [][2]int{{1, 3}, {4, 1}, {2, 2}} {
		several, plain := 0, 0
		eachCase(t, size[0], size[1], func(c *twotone.Case) {
			got, ok := requireStudy(t, s, z, c, 7)
			if ok && got.Count > 1 {
				several++
			}
			if ok && twotone.Solution(got.Certificate).Handovers() == 0 {
				plain++
			}
		})
		require.Positive(t, plain)
		if size[0] > 1 && size[1] > 1 {
			require.Greater(t, several, 1000)
		}
	}
}

func TestStudyDrawnBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	s, z := bfs.New(bfs.Options{Workers: 2}), zeroone.New()
	enumerated, several, handed := 0, 0, 0
	for _, test := range []struct{ rows, cols, boards, stars, most int }{
		{2, 3, 1500, 6, 9}, {1, 5, 800, 5, 9}, {3, 2, 500, 6, 9}, {3, 3, 300, 4, 8}, {2, 5, 200, 4, 8}, {4, 4, 60, 3, 7},
	} {
		for range test.boards {
			got, ok := requireStudy(t, s, z, drawCase(rng, test.rows, test.cols, test.stars), test.most)
			if !ok {
				continue
			}
			enumerated++
			if got.Count > 1 {
				several++
			}
			if twotone.Solution(got.Certificate).Handovers() > 0 {
				handed++
			}
		}
	}
	require.Greater(t, enumerated, 1000)
	require.Greater(t, several, 400)
	require.Greater(t, handed, 100)
}

// All images of a board have as many shortest solutions, with as few handovers, and the images of its first moves;
// states that hold every cell make no difference.
func TestStudyOfImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 2))
	s, plain := bfs.New(bfs.Options{Workers: 1}), bfs.NewPlain(bfs.Options{Workers: 1})
	solvable := 0
	for range 60 {
		c := drawCase(rng, 3, 4, 5)
		want, err := s.Study(context.Background(), c)
		require.NoError(t, err)
		if want.Verdict != puzzle.Solvable {
			continue
		}
		solvable++
		again, err := plain.Study(context.Background(), c)
		require.NoError(t, err)
		require.Equal(t, want, again, c.ID())
		for y := range twotone.Symmetry(twotone.Symmetries) {
			got, err := s.Study(context.Background(), y.Apply(c))
			require.NoError(t, err)
			require.Equal(t, want.Count, got.Count, c.ID())
			require.Equal(t, twotone.Solution(want.Certificate).Handovers(), twotone.Solution(got.Certificate).Handovers(), c.ID())
			require.ElementsMatch(t, y.Solution(want.First), got.First, c.ID())
		}
	}
	require.Greater(t, solvable, 20)
}

// A limit is never an answer, and where the limit of states lies does not depend on the workers.
func TestStudyLimits(t *testing.T) {
	answered, limited := 0, 0
	for _, c := range largeCases(t) {
		want, err := bfs.New(bfs.Options{}).Study(context.Background(), c)
		require.NoError(t, err)
		single := bfs.New(bfs.Options{Workers: 1})
		for states := uint64(1); states < 200_000; states *= 3 {
			single.LimitStates(states)
			first, err := single.Study(context.Background(), c)
			require.NoError(t, err)
			if first.Verdict == puzzle.Limit {
				require.Greater(t, first.States, states)
				require.Equal(t, bfs.Study{Answer: puzzle.Answer{States: first.States}, Stopped: parallel.ErrStates}, first)
				limited++
			} else {
				require.Equal(t, want, first)
				answered++
			}
			for _, workers := range []int{2, 5} {
				again, err := bfs.New(bfs.Options{Workers: workers, States: states}).Study(context.Background(), c)
				require.NoError(t, err)
				require.Equal(t, first, again)
			}
			solved := solve(t, bfs.New(bfs.Options{Workers: 3, States: states}), c, puzzle.Best)
			require.Equal(t, first.Verdict, solved.Verdict)
			require.Equal(t, first.States, solved.States)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		got, err := bfs.New(bfs.Options{}).Study(ctx, c)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, got.Verdict)
		require.Equal(t, context.Canceled, got.Stopped)
		got, err = bfs.New(bfs.Options{Memory: 1}).Study(context.Background(), c)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, got.Verdict)
		require.Equal(t, parallel.ErrMemory, got.Stopped)
	}
	require.Greater(t, answered, 2)
	require.Greater(t, limited, 10)
}
