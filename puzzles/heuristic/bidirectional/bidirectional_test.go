package bidirectional

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
)

// A graph is a toy state space: the neighbours of each state, from 0, both ways.
type graph struct{ next, before [][]int }

func (g *graph) Successors(s int, dst []int) []int   { return append(dst, g.next[s]...) }
func (g *graph) Predecessors(s int, dst []int) []int { return append(dst, g.before[s]...) }

// newGraph returns a graph of n states with some edges.
func newGraph(n int, edges ...[2]int) *graph {
	g := &graph{next: make([][]int, n), before: make([][]int, n)}
	for _, e := range edges {
		g.next[e[0]] = append(g.next[e[0]], e[1])
		g.before[e[1]] = append(g.before[e[1]], e[0])
	}
	return g
}

// randomGraph returns a graph of n states with so many edges at random, some of them double or from
// a state to itself.
func randomGraph(random *rand.Rand, n, edges int) *graph {
	var list [][2]int
	for range edges {
		list = append(list, [2]int{random.IntN(n), random.IntN(n)})
	}
	return newGraph(n, list...)
}

// layered returns a graph in which every edge leads from a layer of states to the next one, or back
// to any before: paths are long.
func layered(random *rand.Rand, layers, width int) *graph {
	var list [][2]int
	for layer := range layers - 1 {
		for range 2 * width {
			from := layer*width + random.IntN(width)
			list = append(list, [2]int{from, (layer+1)*width + random.IntN(width)})
			list = append(list, [2]int{from, random.IntN((layer + 1) * width)})
		}
	}
	return newGraph(layers*width, list...)
}

// distances returns the moves from the nearest of some states to each, by plain breadth first; -1
// where there is no way.
func (g *graph) distances(from []int) []int {
	d := slices.Repeat([]int{-1}, len(g.next))
	var queue []int
	for _, s := range from {
		if d[s] < 0 {
			d[s] = 0
			queue = append(queue, s)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, to := range g.next[queue[0]] {
			if d[to] < 0 {
				d[to] = d[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return d
}

// least returns the least distance of some states, or -1.
func least(d, of []int) int {
	best := -1
	for _, s := range of {
		if d[s] >= 0 && (best < 0 || d[s] < best) {
			best = d[s]
		}
	}
	return best
}

// check returns an error unless a result is right about a search from starts to goals.
func (g *graph) check(r Result[int], starts, goals []int) error {
	want := least(g.distances(starts), goals)
	switch {
	case r.Cause != nil:
		return fmt.Errorf("limit: %w", r.Cause)
	case (r.Path == nil) != (want < 0):
		return fmt.Errorf("path %v, want %d moves", r.Path, want)
	case r.Path == nil:
		return nil
	case r.Bound != want || len(r.Path) != want+1:
		return fmt.Errorf("path %v, bound %d, want %d moves", r.Path, r.Bound, want)
	case !slices.Contains(starts, r.Path[0]) || !slices.Contains(goals, r.Path[want]):
		return fmt.Errorf("path %v, want one from %v to %v", r.Path, starts, goals)
	}
	for i, to := range r.Path[1:] {
		if !slices.Contains(g.next[r.Path[i]], to) {
			return fmt.Errorf("path %v: no move %d", r.Path, i+1)
		}
	}
	return nil
}

// hashes are the usual hash, and hashes under which all states collide, or all slots wrap around.
var hashes = map[string]func(int) uint32{
	"usual":    nil,
	"all zero": func(int) uint32 { return 0 },
	"all ones": func(int) uint32 { return 1<<32 - 1 },
	"high":     func(s int) uint32 { return 1<<32 - 1 - uint32(s)%3 },
}

// TestPairs searches between all two states of many graphs.
func TestPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, hash := range hashes {
		var s Search[int]
		s.sides[0].hash, s.sides[1].hash = hash, hash
		for range 30 {
			n := 2 + random.IntN(18)
			g := randomGraph(random, n, random.IntN(3*n))
			for pair := range n * n {
				starts, goals := []int{pair / n}, []int{pair % n}
				r := s.Run(t.Context(), g, starts, goals, puzzle.Limits{})
				require.NoError(t, g.check(r, starts, goals), "%s: %v", name, g.next)
			}
		}
	}
}

// TestEnds searches from several starts to several goals, from none, and from states named twice.
func TestEnds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var s Search[int]
	some := func(n int) (list []int) {
		for range random.IntN(4) {
			list = append(list, random.IntN(n))
		}
		return list
	}
	for range 3000 {
		n := 2 + random.IntN(40)
		g := randomGraph(random, n, random.IntN(2*n))
		starts, goals := some(n), some(n)
		r := s.Run(t.Context(), g, starts, goals, puzzle.Limits{})
		require.NoError(t, g.check(r, starts, goals), "%v from %v to %v", g.next, starts, goals)
	}
}

// TestLongPaths searches graphs of thousands of states: tables grow, and are used again.
func TestLongPaths(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var s Search[int]
	longest := 0
	for range 40 {
		layers, width := 2+random.IntN(60), 1+random.IntN(150)
		g := layered(random, layers, width)
		for range 5 {
			starts, goals := []int{random.IntN(width)}, []int{random.IntN(layers * width)}
			r := s.Run(t.Context(), g, starts, goals, puzzle.Limits{})
			require.NoError(t, g.check(r, starts, goals))
			longest = max(longest, r.Bound)
		}
	}
	require.Greater(t, longest, 30)
}

// hasty searches from both ends, but state by state in turn, and ends when they meet: levels are
// cut short. It returns the length of the path that it found, or -1.
func (g *graph) hasty(start, goal int) int {
	depth := [2]map[int]int{{start: 0}, {goal: 0}}
	queue := [2][]int{{start}, {goal}}
	ways := [2][][]int{g.next, g.before}
	for side := 0; len(queue[side]) > 0; side = 1 - side {
		at := queue[side][0]
		queue[side] = queue[side][1:]
		if _, met := depth[1-side][at]; met {
			return depth[0][at] + depth[1][at]
		}
		for _, to := range ways[side][at] {
			if _, met := depth[side][to]; !met {
				depth[side][to] = depth[side][at] + 1
				queue[side] = append(queue[side], to)
			}
		}
	}
	return -1
}

// TestMeetingInTheMiddleOfALevel is the trap of searches from both ends. The hasty one comes from 0
// to 9 through 8, in 5 moves, because the levels of the shorter path have more states before it.
// Such graphs are among the random ones too.
func TestMeetingInTheMiddleOfALevel(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var s Search[int]
	traps := 0
	for range 3000 {
		n := 5 + random.IntN(20)
		g := randomGraph(random, n, 2*n)
		starts, goals := []int{0}, []int{n - 1}
		r := s.Run(t.Context(), g, starts, goals, puzzle.Limits{})
		require.NoError(t, g.check(r, starts, goals), "%v", g.next)
		if hasty := g.hasty(0, n-1); hasty >= 0 && hasty != r.Bound {
			require.Greater(t, hasty, r.Bound)
			traps++
		}
	}
	require.Greater(t, traps, 10)
}

// TestWrongPaths sees the check of these tests find what is wrong.
func TestWrongPaths(t *testing.T) {
	g := newGraph(5, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{0, 3})
	starts, goals := []int{0}, []int{3}
	require.NoError(t, g.check(Result[int]{Path: []int{0, 3}, Bound: 1}, starts, goals))
	for _, r := range []Result[int]{
		{},
		{Cause: puzzle.ErrStates},
		{Path: []int{0, 1, 2, 3}, Bound: 3},
		{Path: []int{0, 3}, Bound: 2},
		{Path: []int{3, 0}, Bound: 1},
		{Path: []int{0, 2}, Bound: 1},
	} {
		require.Error(t, g.check(r, starts, goals), "%v", r)
	}
	require.Error(t, g.check(Result[int]{Path: []int{0, 4}, Bound: 1}, starts, []int{4}))
	require.Error(t, g.check(Result[int]{Path: []int{0, 2}, Bound: 2}, starts, []int{2}))

	// A model that does not step back everywhere: the sides never meet, or on a longer path.
	oneWay := &graph{next: g.next, before: make([][]int, 5)}
	var s Search[int]
	wrong := 0
	for from := range 5 {
		for to := range 5 {
			starts, goals := []int{from}, []int{to}
			r := s.Run(t.Context(), oneWay, starts, goals, puzzle.Limits{})
			if g.check(r, starts, goals) != nil {
				wrong++
			}
		}
	}
	require.NotZero(t, wrong)
}

// line returns a graph of n states, each with an edge to the next.
func line(n int) *graph {
	var list [][2]int
	for s := range n - 1 {
		list = append(list, [2]int{s, s + 1})
	}
	return newGraph(n, list...)
}

// TestWithin bounds the length of the path.
func TestWithin(t *testing.T) {
	g := line(20)
	var s Search[int]
	for length := range 12 {
		for within := 1; within < 15; within++ {
			l := puzzle.Limits{Within: within}
			r := s.Run(t.Context(), g, []int{0}, []int{length}, l)
			if length <= within {
				require.NoError(t, g.check(r, []int{0}, []int{length}))
				continue
			}
			require.Equal(t, puzzle.ErrWithin, r.Cause)
			require.Nil(t, r.Path)
			require.Equal(t, within+1, r.Bound)
		}
	}
	r := s.Run(t.Context(), g, []int{19}, []int{3}, puzzle.Limits{Within: 2})
	require.NoError(t, r.Cause, "nothing follows 19, which is sure before the bound is reached")
	require.Nil(t, r.Path)
}

// A wide graph has many states: from each n > 0 lead edges to 8n+1 up to 8n+8.
type wide struct{ visits func() }

func (w wide) Successors(s int, dst []int) []int {
	if w.visits != nil {
		w.visits()
	}
	for i := range 8 {
		dst = append(dst, 8*s+i+1)
	}
	return dst
}

func (w wide) Predecessors(s int, dst []int) []int { return append(dst, -s) }

// TestLimits stops searches, of which nothing is claimed then.
func TestLimits(t *testing.T) {
	var s Search[int]
	starts, goals := []int{1}, []int{-2, -3} // the side of the goals goes to and fro
	r := s.Run(t.Context(), wide{}, starts, goals, puzzle.Limits{})
	require.NoError(t, r.Cause)
	require.EqualValues(t, 1+8+4, r.States)

	endless := pair{wide{}}
	for _, states := range []uint64{1, 5, 1000, 100_000} {
		r = s.Run(t.Context(), endless, starts, []int{-1}, puzzle.Limits{States: states})
		require.Equal(t, puzzle.ErrStates, r.Cause)
		require.Nil(t, r.Path)
		require.Greater(t, r.States, states)
		require.LessOrEqual(t, r.States, states+9)
	}
	for _, memory := range []uint64{1, 100_000, 1 << 20, 10 << 20} {
		var s Search[int]
		r = s.Run(t.Context(), endless, starts, []int{-1}, puzzle.Limits{Memory: memory})
		require.Equal(t, puzzle.ErrMemory, r.Cause)
		require.Nil(t, r.Path)
		kept := s.sides[0].bytes(cap(s.sides[0].nodes), cap(s.sides[0].slots)) +
			s.sides[1].bytes(cap(s.sides[1].nodes), cap(s.sides[1].slots))
		require.LessOrEqual(t, kept, memory+uint64(32<<10))
	}
}

// A pair is two endless trees, which never meet: one of positive and one of negative states.
type pair struct{ wide }

func (p pair) Predecessors(s int, dst []int) []int {
	for i := range 8 {
		dst = append(dst, 8*s-i-1)
	}
	return dst
}

// TestContext ends searches by their context, before they begin and in the middle of a level.
func TestContext(t *testing.T) {
	var s Search[int]
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	visits := 0
	model := pair{wide{func() {
		if visits++; visits == 20_000 {
			cancel(why)
		}
	}}}
	r := s.Run(ctx, model, []int{1}, []int{-1}, puzzle.Limits{})
	require.Equal(t, why, r.Cause)
	require.Nil(t, r.Path)
	require.LessOrEqual(t, visits, 20_000+checkEvery)
	require.NotZero(t, r.Bound)

	r = s.Run(ctx, model, []int{1}, []int{-1}, puzzle.Limits{})
	require.Equal(t, why, r.Cause)
	require.EqualValues(t, 2, r.States)
}

// TestMemoryIsKept searches again without new memory, and gives up what a large search took.
func TestMemoryIsKept(t *testing.T) {
	g := layered(rand.New(rand.NewPCG(9, 9)), 40, 100)
	var s Search[int]
	starts, goals := []int{0}, []int{3999}
	s.Run(t.Context(), g, starts, goals, puzzle.Limits{})
	s.Run(t.Context(), g, starts, goals, puzzle.Limits{})
	ctx := t.Context()
	again := func() { s.Run(ctx, g, starts, goals, puzzle.Limits{}) }
	require.Zero(t, testing.AllocsPerRun(5, again))

	s.Run(ctx, pair{}, []int{1}, []int{-1}, puzzle.Limits{States: 1 << 20})
	s.Run(ctx, g, starts, goals, puzzle.Limits{})
	require.Less(t, cap(s.sides[0].nodes), 1<<16)
}

// BenchmarkRun searches two endless trees that never meet for a million states.
func BenchmarkRun(b *testing.B) {
	var s Search[int]
	for b.Loop() {
		s.Run(context.Background(), pair{}, []int{1}, []int{-1}, puzzle.Limits{States: 1e6})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/state")
}
