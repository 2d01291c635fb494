package ida

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

func parse(t testing.TB, id string) *tiles.Board {
	t.Helper()
	b, err := tiles.Parse(id)
	require.NoError(t, err)
	return b
}

// hard is a board of 4x4 that takes 80 moves, the most there are.
const hard = "4x4:0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1"

// TestPartings looks at all ways of parting tiles: each tile is in one set, the sets fit into a
// state and a placing, and small tables come before large ones.
func TestPartings(t *testing.T) {
	for rows := tiles.MinSide; rows <= tiles.MaxSide; rows++ {
		for cols := tiles.MinSide; cols <= tiles.MaxSide; cols++ {
			g := newGrid(rows, cols)
			list := g.partings()
			require.Equal(t, g.cells > 9, len(list) > 0)
			last := uint64(0)
			for i, p := range list {
				require.Equal(t, i, p.number)
				require.NotZero(t, p.after)
				requireWhole(t, g, p)
				require.Greater(t, g.memory(p), last)
				last = g.memory(p)
			}
		}
	}
	require.Equal(t, [][]int{{1, 3, 5, 2, 4}, {7, 9, 6, 8}}, newGrid(5, 2).partings()[0].sets)
}

func requireWhole(t *testing.T, g *grid, p *parting) {
	seen := map[int]bool{}
	require.LessOrEqual(t, len(p.sets), maxSets)
	for number, set := range p.sets {
		require.LessOrEqual(t, len(set), maxInSet)
		for i, tile := range set {
			require.False(t, seen[tile])
			seen[tile] = true
			require.EqualValues(t, number, p.set[tile])
			require.EqualValues(t, power(g.cells, i), p.power[tile])
		}
	}
	require.Len(t, seen, g.cells-1)
}

// TestParity holds the parity of every arrangement of small sizes against what can be reached from
// the goal: that is all that can be solved.
func TestParity(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}} {
		list, far := distances(size[0], size[1])
		for _, b := range list {
			require.False(t, isOdd(&b), b)
			for cell, tile := range b.Cells() {
				if tile == 1 || tile == 2 {
					b.Tiles[cell] = 3 - tile
				}
			}
			_, reached := far[b]
			require.False(t, reached)
			require.True(t, isOdd(&b), b)
		}
	}
}

func TestAsks(t *testing.T) {
	s := New(puzzle.Limits{})
	b := parse(t, "2x3:1,0,3,4,2,5")
	for ask, want := range map[puzzle.Ask]puzzle.Answer{
		puzzle.Decide: {Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Bare: true},
		puzzle.Any:    {Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Certificate: []byte("UL")},
		puzzle.Best:   {Verdict: puzzle.Solvable, Value: 2, Certificate: []byte("UL")},
	} {
		a, err := s.Solve(t.Context(), b, ask)
		require.NoError(t, err)
		require.NotZero(t, a.States)
		a.States = 0
		require.Equal(t, want, a)
	}
	for id, moves := range map[string]string{
		"2x2:1,2,3,0": "", "5x5:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,0,21,22,23,24,20": "U",
		"4x5:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,0,18,19": "LL",
	} {
		a, err := s.Solve(t.Context(), parse(t, id), puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, moves, string(a.Certificate), id)
		require.Equal(t, len(moves), a.Value)
		require.NotNil(t, a.Certificate)
	}
	a, err := s.Solve(t.Context(), parse(t, "3x2:2,1,3,4,5,0"), puzzle.Best)
	require.NoError(t, err)
	want := puzzle.Answer{Verdict: puzzle.Unsolvable, Value: puzzle.Unsaid, Reason: oddReason}
	require.Equal(t, want, a)
	_, err = s.Solve(t.Context(), &tiles.Board{}, puzzle.Best)
	require.EqualError(t, err, "a board of 0x0: want 2x2 to 5x5")
}

func TestLimits(t *testing.T) {
	broken := errors.New("broken off")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	far := parse(t, "3x3:8,6,7,2,5,4,3,0,1") // 31 moves
	for _, c := range []struct {
		ctx    context.Context
		limits puzzle.Limits
		cause  error
	}{
		{t.Context(), puzzle.Limits{States: 1}, puzzle.ErrStates},
		{t.Context(), puzzle.Limits{States: 500}, puzzle.ErrStates},
		{t.Context(), puzzle.Limits{Within: 30}, puzzle.ErrWithin},
		{t.Context(), puzzle.Limits{Within: 1}, puzzle.ErrWithin},
		{ctx, puzzle.Limits{}, broken},
	} {
		a, err := New(c.limits).Solve(c.ctx, far, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Answer{Value: puzzle.Unsaid, States: a.States, Cause: c.cause}, a)
		if c.limits.States > 0 {
			require.LessOrEqual(t, a.States, c.limits.States+maxNear)
		}
	}
	a, err := New(puzzle.Limits{Within: 31}).Solve(t.Context(), far, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, 31, a.Value)
}

// low makes the ladder of a solver for a size whose rungs are left after a few nodes.
func low(s *Solver, rows, cols int) *ladder {
	l := newLadder(rows, cols, s.limits.Memory)
	for _, p := range l.partings {
		p.after = 50
	}
	s.sizes[[2]int{rows, cols}] = l
	return l
}

// TestLadder solves boards of 3x4 and 4x3 with the distance and conflicts alone, as memory is
// short, and up all rungs: the values are the same. The nodes of all rungs count.
func TestLadder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range [][2]int{{3, 4}, {4, 3}} {
		short := New(puzzle.Limits{Memory: 1 << 20})
		full := New(puzzle.Limits{})
		l := low(full, size[0], size[1])
		for range 3 {
			b := tiles.Goal(size[0], size[1])
			for range 100 {
				next := after(*b)
				b = &next[r.IntN(len(next))]
			}
			want, err := short.Solve(t.Context(), b, puzzle.Best)
			require.NoError(t, err)
			got, err := full.Solve(t.Context(), b, puzzle.Best)
			require.NoError(t, err)
			require.Equal(t, puzzle.Solvable, got.Verdict)
			require.Equal(t, want.Value, got.Value, b)

			limited := New(puzzle.Limits{States: got.States})
			limited.sizes[[2]int{size[0], size[1]}] = l
			got, err = limited.Solve(t.Context(), b, puzzle.Best)
			require.NoError(t, err)
			require.Equal(t, want.Value, got.Value, b)
			limited.limits.States /= 2
			got, err = limited.Solve(t.Context(), b, puzzle.Best)
			require.NoError(t, err)
			require.Equal(t, puzzle.ErrStates, got.Cause)
			require.LessOrEqual(t, got.States, limited.limits.States+maxNear)
		}
		require.Empty(t, short.sizes[[2]int{size[0], size[1]}].partings)
		require.Len(t, l.rungs, 2)
	}
}

// TestMemory looks which databases are used under some limits, and that a search under a limit ends
// in good order.
func TestMemory(t *testing.T) {
	of4x4 := map[uint64]int{0: 2, 1: 0, 4: 0, 16: 1, 64: 1, 128: 2}
	for mebibytes, partings := range of4x4 {
		require.Len(t, newLadder(4, 4, mebibytes<<20).partings, partings, "%d MiB", mebibytes)
	}
	of5x5 := map[uint64]int{0: 1, 64: 0, 128: 1}
	for mebibytes, partings := range of5x5 {
		require.Len(t, newLadder(5, 5, mebibytes<<20).partings, partings, "%d MiB", mebibytes)
	}
	s := New(puzzle.Limits{Memory: 1 << 20, States: 10_000})
	a, err := s.Solve(t.Context(), parse(t, hard), puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, puzzle.ErrStates, a.Cause)
}

// TestContext breaks off the making of tables, and the wait for them. What was broken off is made
// anew.
func TestContext(t *testing.T) {
	broken := errors.New("broken off")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, broken)
	defer cancel()
	g := newGrid(4, 4)
	_, err := g.makeTables(ctx, g.partings()[1])
	require.Equal(t, broken, err)

	s := shelf{lock: make(chan struct{}, 1), tables: map[shelfMark][][]uint8{}}
	g = newGrid(2, 5)
	p := g.partings()[0]
	_, err = s.get(ctx, g, p)
	require.Equal(t, broken, err)
	require.Empty(t, s.tables)
	s.lock <- struct{}{} // somebody is at the shelf
	_, err = s.get(ctx, g, p)
	require.Equal(t, broken, err)
	<-s.lock
	tables, err := s.get(t.Context(), g, p)
	require.NoError(t, err)
	require.Len(t, tables, len(p.sets))

	ctx, cancel = context.WithTimeoutCause(t.Context(), 100*time.Millisecond, broken)
	defer cancel()
	a, err := New(puzzle.Limits{}).Solve(ctx, parse(t, hard), puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, broken, a.Cause)
}

// TestShelf has many solvers ask for the same tables at once: they are made once.
func TestShelf(t *testing.T) {
	s := shelf{lock: make(chan struct{}, 1), tables: map[shelfMark][][]uint8{}}
	var wait sync.WaitGroup
	got := make([][][]uint8, 8)
	for i := range got {
		wait.Go(func() {
			g := newGrid(5, 2)
			got[i], _ = s.get(context.Background(), g, g.partings()[0])
		})
	}
	wait.Wait()
	for _, tables := range got {
		require.NotNil(t, tables)
		require.Same(t, &got[0][0][0], &tables[0][0])
	}
}

// TestAllocations solves a board again: nothing is allocated but the answer.
func TestAllocations(t *testing.T) {
	s := New(puzzle.Limits{})
	b := parse(t, "3x3:8,6,7,2,5,4,3,0,1")
	solve := func() {
		_, err := s.Solve(context.Background(), b, puzzle.Best)
		require.NoError(t, err)
	}
	solve()
	require.LessOrEqual(t, testing.AllocsPerRun(5, solve), 1.0)
}

// BenchmarkNodes is what a node costs, with the distance and conflicts, and with databases, on a
// board of 4x4.
func BenchmarkNodes(b *testing.B) {
	const nodes = 1 << 20
	for i, name := range []string{"conflicts", "databases"} {
		b.Run(name, func(b *testing.B) {
			l := newLadder(4, 4, 0)
			board := parse(b, hard)
			_, err := l.rung(b.Context(), 0)
			require.NoError(b, err)
			r, err := l.rung(b.Context(), i)
			require.NoError(b, err)
			for b.Loop() {
				r.run(b.Context(), board, 0, puzzle.Limits{States: nodes})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/nodes, "ns/node")
		})
	}
}

// BenchmarkTables makes the tables of each way of parting tiles.
func BenchmarkTables(b *testing.B) {
	for _, size := range []string{"2x5", "3x4", "3x5", "4x4", "4x5", "5x5"} {
		g := newGrid(int(size[0]-'0'), int(size[2]-'0'))
		for _, p := range g.partings() {
			b.Run(size+"/"+string(rune('a'+p.number)), func(b *testing.B) {
				for b.Loop() {
					_, err := g.makeTables(b.Context(), p)
					require.NoError(b, err)
				}
			})
		}
	}
}
