package bfs

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
	"exhaust/statecodec"
)

func parse(t testing.TB, id string) *tiles.Board {
	t.Helper()
	b, err := tiles.Parse(id)
	require.NoError(t, err)
	return b
}

// boardOf returns a board of a size with some tiles.
func boardOf(rows, cols int, all []int) *tiles.Board {
	b := &tiles.Board{Rows: rows, Cols: cols}
	for cell, tile := range all {
		b.Tiles[cell] = uint8(tile)
	}
	return b
}

// soak tells whether to test all that is otherwise sampled.
func soak() bool { return os.Getenv("EXHAUST_SOAK") != "" }

// isOdd reports whether a board is of the half that cannot be solved.
func isOdd(b *tiles.Board) bool { return swaps(b)%2 != gapDistance(b)%2 }

// TestParity holds the parity of every arrangement of small sizes, and one in 31 of 3x3 unless
// EXHAUST_SOAK is set, against the whole space: what can be reached from the solved board, that is
// all that can be solved, is the even half.
func TestParity(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}} {
		m := modelOf(t, size[0], size[1])
		of := space(m)
		reached := func(w [1]uint64) bool {
			b := statecodec.BlockOf(&w)
			i, met := slices.BinarySearchFunc(of, b, func(a, b block) int { return order(a.Key, b.Key) })
			return met && of[i].Set&b.Set != 0
		}
		odd := 0
		all := arrangements(size[0] * size[1])
		for i, a := range all {
			if len(all) > 50_000 && i%31 > 0 && !soak() {
				continue
			}
			if o := isOdd(boardOf(size[0], size[1], a)); o == reached(m.Pack(a...)) {
				require.Failf(t, "parity", "%v %v: odd %v", size, a, o)
			} else if o {
				odd++
			}
		}
		require.NotZero(t, odd)
	}
}

// TestDepthOf3x4 explores a space of 239,500,800 boards, which takes a few gigabytes and the better
// part of a minute: its depth is that of https://oeis.org/A151944.
func TestDepthOf3x4(t *testing.T) {
	if !soak() {
		t.Skip("goes with EXHAUST_SOAK")
	}
	var s parallel.Search[[1]uint64]
	r := explore(t, &s, modelOf(t, 3, 4))
	require.EqualValues(t, 239_500_800, r.States)
	require.Equal(t, 53, r.Depth())
}

// TestOddBoardsAreExhausted searches odd boards all the same: the search comes to half of all
// arrangements and finds that the goal is not there.
func TestOddBoardsAreExhausted(t *testing.T) {
	s := New(puzzle.Limits{})
	for _, c := range []struct {
		id   string
		half uint64
	}{
		{"2x2:2,1,3,0", 12}, {"2x3:1,2,3,5,4,0", 360}, {"3x2:0,2,1,3,4,5", 360},
		{"2x4:2,1,3,4,5,6,7,0", 20160}, {"3x3:1,2,3,4,5,6,8,7,0", 181440},
	} {
		b := parse(t, c.id)
		require.True(t, isOdd(b))
		m, err := NewModel(b)
		require.NoError(t, err)
		a, err := s.run(t.Context(), m, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Unsolvable, a.Verdict, c.id)
		require.Equal(t, c.half, a.States, c.id)
	}
}

func TestAsks(t *testing.T) {
	s := New(puzzle.Limits{})
	b := parse(t, "2x5:1,2,0,4,5,6,7,3,8,9")
	for ask, want := range map[puzzle.Ask]puzzle.Answer{
		puzzle.Decide: {Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Bare: true},
		puzzle.Any:    {Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Certificate: []byte("ULL")},
		puzzle.Best:   {Verdict: puzzle.Solvable, Value: 3, Certificate: []byte("ULL")},
	} {
		a, err := s.Solve(t.Context(), b, ask)
		require.NoError(t, err)
		require.NotZero(t, a.States)
		a.States = 0
		require.Equal(t, want, a)
	}
	for id, moves := range map[string]string{
		"5x2:1,2,3,4,5,6,7,0,9,8":                "U",
		"5x3:1,2,3,4,5,6,7,8,9,10,11,12,13,0,14": "L",
		"3x5:0,1,2,3,4,6,7,8,9,5,11,12,13,14,10": "LLLLUU",
		"2x2:1,2,3,0":                            "",
	} {
		a, err := s.Solve(t.Context(), parse(t, id), puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, moves, string(a.Certificate), id)
		require.Equal(t, len(moves), a.Value)
	}
	a, err := s.Solve(t.Context(), parse(t, "3x2:2,1,3,4,5,0"), puzzle.Best)
	require.NoError(t, err)
	want := puzzle.Answer{Verdict: puzzle.Unsolvable, Value: puzzle.Unsaid, Reason: oddReason}
	require.Equal(t, want, a)
	_, err = s.Solve(t.Context(), &tiles.Board{}, puzzle.Best)
	require.EqualError(t, err, "a board of 0x0: want 2x2 to 5x5")
	for _, size := range [][2]int{{4, 5}, {5, 4}, {5, 5}} {
		_, err = s.Solve(t.Context(), tiles.Goal(size[0], size[1]), puzzle.Best)
		require.ErrorIs(t, err, puzzle.ErrTooLarge)
	}
	require.EqualError(t, err, "a board of 25 cells: want at most 16: too large")
}

// TestSizesOfManyColumns walks about on the boards that no whole space has: each path is replayed
// tile by tile.
func TestSizesOfManyColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for _, size := range [][2]int{{2, 5}, {5, 2}, {3, 5}, {5, 3}} {
		b := boardOf(size[0], size[1], r.Perm(size[0]*size[1]))
		m, err := NewModel(b)
		require.NoError(t, err)
		path := m.Initial(nil)
		for range 500 {
			next := m.Successors(&path[len(path)-1], nil)
			path = append(path, next[r.IntN(len(next))])
		}
		for i, letter := range m.Certificate(path) {
			slide(b, letter)
			require.Equal(t, m.Pack(intsOf(b)...), path[i+1], "%v %c", size, letter)
		}
	}
}

// slide moves a tile this way.
func slide(b *tiles.Board, letter byte) {
	gap := slices.Index(b.Cells(), tiles.Gap)
	from := gap + map[byte]int{'U': b.Cols, 'D': -b.Cols, 'L': 1, 'R': -1}[letter]
	b.Tiles[gap], b.Tiles[from] = b.Tiles[from], b.Tiles[gap]
}

func intsOf(b *tiles.Board) (all []int) {
	for _, tile := range b.Cells() {
		all = append(all, int(tile))
	}
	return all
}

func TestLimits(t *testing.T) {
	hard := parse(t, "4x4:0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1") // 80 moves
	broken := errors.New("broken off")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	for _, c := range []struct {
		ctx    context.Context
		limits puzzle.Limits
		cause  error
	}{
		{t.Context(), puzzle.Limits{States: 1000}, puzzle.ErrStates},
		{t.Context(), puzzle.Limits{Memory: 1 << 20}, puzzle.ErrMemory},
		{ctx, puzzle.Limits{}, broken},
	} {
		a, err := New(c.limits).Solve(c.ctx, hard, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Answer{Value: puzzle.Unsaid, States: a.States, Cause: c.cause}, a)
	}
}

// BenchmarkSolve solves random boards of 3x3.
func BenchmarkSolve(b *testing.B) {
	s := New(puzzle.Limits{})
	r := rand.New(rand.NewPCG(3, 3))
	var list []*tiles.Board
	for len(list) < 64 {
		if c := boardOf(3, 3, r.Perm(9)); !isOdd(c) {
			list = append(list, c)
		}
	}
	for b.Loop() {
		for _, c := range list {
			if _, err := s.Solve(context.Background(), c, puzzle.Best); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(list)), "µs/board")
}
