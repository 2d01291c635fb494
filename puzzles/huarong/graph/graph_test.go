package graph

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
	"exhaust/puzzles/huarong/plain"
	"exhaust/puzzles/huarong/referee"
)

// parse returns the case of an ID.
func parse(t *testing.T, id string) *huarong.Case {
	c, err := huarong.Parse(id)
	require.NoError(t, err)
	return c
}

// randomBoard returns a board of which each cell is free with a chance of so many percent.
func randomBoard(r *rand.Rand, rows, cols, percent int) huarong.Board {
	for {
		b := huarong.Board{Rows: rows, Cols: cols}
		for cell := range b.Size() {
			b.SetFree(cell, r.IntN(100) < percent)
		}
		if b.FreeCount() > 1 {
			return b
		}
	}
}

// randomQuery returns a case of a board with two free cells or more.
func randomQuery(r *rand.Rand, b huarong.Board) *huarong.Case {
	for {
		c := &huarong.Case{Board: b}
		c.Hole, c.Piece, c.Target = r.IntN(b.Size()), r.IntN(b.Size()), r.IntN(b.Size())
		if c.Validate() == nil {
			return c
		}
	}
}

// requireSame requires the answer of a new plain solver.
func requireSame(t *testing.T, s *Solver, c *huarong.Case) {
	t.Helper()
	want, err := plain.New(puzzle.Limits{}).Solve(context.Background(), c, puzzle.Best)
	require.NoError(t, err)
	got, err := s.Solve(context.Background(), c, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, want.Verdict, got.Verdict, c)
	require.Equal(t, want.Value, got.Value, c)
	if got.Verdict == puzzle.Solvable {
		n, err := new(referee.Referee).Replay(c, got.Certificate)
		require.NoError(t, err, c)
		require.Equal(t, want.Value, n, c)
	}
}

// TestWalks holds the walks of each cell of random boards against distances that are relaxed until
// nothing changes.
func TestWalks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		b := randomBoard(r, 1+r.IntN(9), 2+r.IntN(9), 50+r.IntN(50))
		var g grid
		g.reset(&b)
		g.stamp = math.MaxUint32 - uint32(r.IntN(4)) // the stamps begin anew soon
		for cell := range b.Size() {
			if !b.IsFree(cell) {
				continue
			}
			piece := g.cell(cell)
			g.measure(piece)
			for side := range sides {
				steps := relaxed(&g, piece+g.delta[side], piece)
				for to := range sides {
					require.Equal(t, steps[piece+g.delta[to]], g.walks[piece][side][to], "%v", b)
				}
			}
		}
	}
}

// relaxed returns the hole's distances from a cell, noWalk where there is none.
func relaxed(g *grid, from, blocked int) []uint16 {
	steps := make([]uint16, len(g.open))
	for cell := range steps {
		steps[cell] = noWalk
	}
	if !g.open[from] {
		return steps
	}
	steps[from] = 0
	for changed := true; changed; {
		changed = false
		for cell := range steps {
			if steps[cell] == noWalk {
				continue
			}
			for _, delta := range g.delta {
				to := cell + delta
				if to != blocked && g.open[to] && steps[to] > steps[cell]+1 {
					steps[to], changed = steps[cell]+1, true
				}
			}
		}
	}
	return steps
}

// TestQueue pushes nodes with distances that do not lie too far apart, and takes out a nearest one
// each time.
func TestQueue(t *testing.T) {
	const nodes, cells = 40, 13
	r := rand.New(rand.NewPCG(3, 4))
	var q queue
	q.reset(nodes, bucketsFor(cells))
	for range 50 {
		q.begin()
		in := map[int]int{}
		out := map[int]bool{}
		for range 200 {
			if node := r.IntN(nodes); r.IntN(3) > 0 && !out[node] {
				distance := q.at + r.IntN(cells+1)
				old, queued := in[node]
				require.Equal(t, !queued || distance < old, q.push(node, distance))
				if !queued || distance < old {
					in[node] = distance
				}
				continue
			}
			node := q.pop()
			if len(in) == 0 {
				require.Equal(t, none, node)
				continue
			}
			for _, distance := range in {
				require.LessOrEqual(t, in[node], distance)
			}
			require.Equal(t, in[node], q.at)
			delete(in, node)
			out[node] = true
			require.False(t, q.push(node, q.at), "what is out does not come back")
		}
	}
}

// TestBoardsByTurns changes between boards that differ in one cell, or in how their rows are cut:
// equality decides whether the walks are kept.
func TestBoardsByTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	boards := []huarong.Board{
		randomBoard(r, 4, 6, 80), randomBoard(r, 6, 4, 80),
		randomBoard(r, 2, 2, 90), randomBoard(r, 9, 7, 75),
	}
	for _, b := range boards[:2] {
		for cell := range b.Size() {
			if d := b; d.FreeCount() > 3 {
				d.SetFree(cell, !d.IsFree(cell))
				boards = append(boards, d)
			}
		}
	}
	s := New(puzzle.Limits{})
	for range 600 {
		b := boards[r.IntN(len(boards))]
		requireSame(t, s, randomQuery(r, b))
		require.Equal(t, b, s.board)
	}
}

// TestWalksAreKept asks again about an equal board at another address: no walk is made again.
func TestWalksAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	b := randomBoard(r, 6, 7, 90)
	s := New(puzzle.Limits{})
	for range 200 {
		requireSame(t, s, randomQuery(r, b))
	}
	known := 0
	for cell, is := range s.grid.known {
		if is {
			known++
			s.grid.walks[cell][up][down] = 12345 // a mark, where no query looks again
		}
	}
	require.Greater(t, known, b.FreeCount()/2)
	c := randomQuery(r, b)
	c.Target = c.Piece
	_, err := s.Solve(context.Background(), c, puzzle.Best)
	require.NoError(t, err)
	for cell, is := range s.grid.known {
		if is {
			require.EqualValues(t, 12345, s.grid.walks[cell][up][down])
		}
	}
}

// TestMemoryIsCounted holds what bytesFor says against what the slices have room for.
func TestMemoryIsCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, size := range [][2]int{{1, 2}, {2, 3}, {30, 29}, {64, 64}} {
		b := randomBoard(r, size[0], size[1], 75)
		s := New(puzzle.Limits{})
		s.take(&b)
		g, q := &s.grid, &s.queue
		taken := cap(g.open) + cap(g.known) + cap(g.wanted) +
			cap(g.walks)*int(unsafe.Sizeof(g.walks[0])) +
			4*cap(g.stamps) + 2*cap(g.steps) + 4*cap(g.line) +
			4*cap(q.heads) + 4*cap(q.next) + 4*cap(q.ago) + 4*cap(q.distance) + 4*cap(s.before)
		require.LessOrEqual(t, uint64(taken), bytesFor(&b))
		require.LessOrEqual(t, bytesFor(&b), uint64(taken)*5/4)
	}
}

func TestMemoryLimit(t *testing.T) {
	c := parse(t, "1111/1111/1111:1,1,2,2,3,4")
	need := bytesFor(&c.Board)
	for _, memory := range []uint64{1, need - 1} {
		a, err := New(puzzle.Limits{Memory: memory}).Solve(context.Background(), c, puzzle.Decide)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.ErrorIs(t, a.Cause, puzzle.ErrMemory)
	}
	s := New(puzzle.Limits{Memory: need})
	a, err := s.Solve(context.Background(), c, puzzle.Decide)
	require.NoError(t, err)
	require.Equal(t, puzzle.Solvable, a.Verdict)
	a, err = s.Solve(context.Background(), c, puzzle.Any)
	require.NoError(t, err)
	require.Equal(t, puzzle.Limit, a.Verdict, "there is no room for the certificate")
	require.ErrorIs(t, a.Cause, puzzle.ErrMemory)
}

// A tiring context is done after so many looks at it.
type tiring struct {
	context.Context
	looks int
}

var errTired = errors.New("tired")

func (c *tiring) Err() error {
	if c.looks--; c.looks < 0 {
		return errTired
	}
	return nil
}

// TestContextEndsAnywhere ends the context at each look that a case takes, and asks once more
// without an end: what was made by then is right.
func TestContextEndsAnywhere(t *testing.T) {
	c := parse(t, "11111/10101/11111:1,1,3,5,1,3")
	s := New(puzzle.Limits{})
	limits := 0
	for looks := 0; ; looks++ {
		s.known = false // the walks are to be made again
		a, err := s.Solve(&tiring{context.Background(), looks}, c, puzzle.Best)
		require.NoError(t, err)
		if a.Verdict == puzzle.Solvable {
			break
		}
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.ErrorIs(t, a.Cause, errTired)
		require.Nil(t, a.Certificate)
		require.Equal(t, puzzle.Unsaid, a.Value)
		requireSame(t, s, c)
		limits++
	}
	require.Greater(t, limits, 10)
}

func TestNoAllocation(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	a, b := randomQuery(r, randomBoard(r, 7, 5, 80)), randomQuery(r, randomBoard(r, 5, 7, 80))
	s := New(puzzle.Limits{})
	require.Zero(t, testing.AllocsPerRun(10, func() {
		for _, c := range []*huarong.Case{a, b} {
			if _, err := s.Solve(context.Background(), c, puzzle.Decide); err != nil {
				panic(err)
			}
		}
	}))
}

// BenchmarkFile solves a contest file of the greatest size, 500 queries of one board of 30x30, from
// the start each time.
func BenchmarkFile(b *testing.B) {
	for _, percent := range []int{75, 100} {
		b.Run(fmt.Sprintf("%d%% free", percent), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, uint64(percent)))
			board := randomBoard(r, 30, 30, percent)
			var cases []*huarong.Case
			for range 500 {
				cases = append(cases, randomQuery(r, board))
			}
			for b.Loop() {
				solveAll(b, New(puzzle.Limits{}), cases)
			}
		})
	}
}

// BenchmarkBoards solves one query of each of many boards.
func BenchmarkBoards(b *testing.B) {
	for _, size := range [][2]int{{3, 3}, {30, 30}, {64, 64}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			r := rand.New(rand.NewPCG(2, 2))
			var cases []*huarong.Case
			for range 20 {
				cases = append(cases, randomQuery(r, randomBoard(r, size[0], size[1], 75)))
			}
			s := New(puzzle.Limits{})
			for b.Loop() {
				solveAll(b, s, cases)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(cases)), "ns/case")
		})
	}
}

func solveAll(b *testing.B, s *Solver, cases []*huarong.Case) {
	for _, c := range cases {
		if _, err := s.Solve(context.Background(), c, puzzle.Best); err != nil {
			b.Fatal(err)
		}
	}
}
