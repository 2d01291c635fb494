package parallel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/statecodec"
)

// hashes are the hashes that the tests search with: the usual one, and some that
// put all states in the first or in the last place.
func hashes[W statecodec.Words]() map[string]func(*W) uint64 {
	return map[string]func(*W) uint64{
		"usual": nil,
		"zeros": func(*W) uint64 { return 0 },
		"ones":  func(*W) uint64 { return ^uint64(0) },
		"two":   func(w *W) uint64 { return -(statecodec.Hash(w) & 1) },
	}
}

// widths runs a test for each width of states.
func widths(t *testing.T, w1, w2, w3, w4, w8 func(*testing.T)) {
	t.Run("1", w1)
	t.Run("2", w2)
	t.Run("3", w3)
	t.Run("4", w4)
	t.Run("8", w8)
}

// requireSame requires a result to be the wanted one, to the last number.
func requireSame[W statecodec.Words](t *testing.T, want, got parallel.Result[W], about string) {
	t.Helper()
	if slices.Equal(want.Levels, got.Levels) {
		want.Levels, got.Levels = nil, nil // rather than nil and empty
	}
	got.Before = want.Before
	if slices.Equal(want.Path, got.Path) {
		want.Path, got.Path = nil, nil
	}
	require.Equal(t, want, got, about)
}

func run[W statecodec.Words](t *testing.T, s *parallel.Search[W], m parallel.Model[W], o parallel.Options, about string) parallel.Result[W] {
	t.Helper()
	r, err := s.Run(context.Background(), m, o)
	require.NoError(t, err, about)
	return r
}

// requireAgrees searches a graph with every combination of worker count, hash,
// stepping back and stopping, and requires the reference's results.
func requireAgrees[W statecodec.Words](t *testing.T, s *parallel.Search[W], g *graph, workers []int, hash []string, about string) {
	t.Helper()
	plain, reversible := newGraphModel[W](g), newReverseModel[W](g)
	for i, stop := range []bool{false, true} {
		o := parallel.Options{StopAtGoal: stop, Path: true}
		want := reference[W](plain, o)
		s.Shards = shardCounts[(len(g.next)+i)%len(shardCounts)]
		for _, name := range hash {
			if s.Hash = hashes[W]()[name]; s.Hash != nil {
				s.Shards = min(s.Shards, 32) // for one full shard, all grow
			}
			for _, o.Workers = range workers {
				about := fmt.Sprintf("%s, hash %s, %d shards, %+v", about, name, s.Shards, o)
				requireSame(t, want, run(t, s, plain, o, about), about)
				requireSame(t, want, run(t, s, reversible, o, about), about+", reversible")
			}
		}
	}
	s.Hash, s.Shards = nil, 0
}

// shardCounts are what the table is cut into in the tests; 0 is the usual number, which is
// one shard as long as the table is small.
var shardCounts = []int{0, 1, 2, 32, 1024}

// TestSmallGraphs searches hundreds of graphs of up to 80 vertices, on one Search.
// Not varied: the memory limit, which TestMemoryLimit is about.
func TestSmallGraphs(t *testing.T) {
	widths(t, testSmallGraphs[[1]uint64], testSmallGraphs[[2]uint64], testSmallGraphs[[3]uint64],
		testSmallGraphs[[4]uint64], testSmallGraphs[[8]uint64])
}

func testSmallGraphs[W statecodec.Words](t *testing.T) {
	var s parallel.Search[W]
	for seed := range uint64(100 / slowdown) {
		r := rand.New(rand.NewPCG(seed, 1))
		goals := [...]float64{0, 0.5, 3, 20}[r.IntN(4)]
		g := randomGraph(r, 1+r.IntN(80), r.IntN(7), goals)
		requireAgrees(t, &s, g, []int{1, 2, 3, 8, 32}, []string{"usual", "zeros", "ones"}, fmt.Sprintf("seed %d", seed))
	}
}

// TestWideGraphs searches graphs with levels of thousands of states, which many
// workers share, and goals in the widest level or everywhere. The small table
// that each search begins with grows many times.
func TestWideGraphs(t *testing.T) {
	widths(t, testWideGraphs[[1]uint64], testWideGraphs[[2]uint64], testWideGraphs[[3]uint64],
		testWideGraphs[[4]uint64], testWideGraphs[[8]uint64])
}

func testWideGraphs[W statecodec.Words](t *testing.T) {
	var s parallel.Search[W]
	for seed := range uint64(4 / slowdown) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 8000 + r.IntN(20000)
		g := randomGraph(r, n, 2+r.IntN(5), float64(r.IntN(30)))
		g.initial = append(g.initial, r.IntN(n), r.IntN(n))
		if seed%2 == 0 {
			g.aimAtWidestLevel(r)
		}
		requireAgrees(t, &s, g, []int{2, 32}, []string{"usual"}, fmt.Sprintf("seed %d", seed))
	}
}

// aimAtWidestLevel makes some vertices of the widest level goals, and no others.
func (g *graph) aimAtWidestLevel(r *rand.Rand) {
	clear(g.goal)
	level, widest := g.initial, []int(nil)
	for met := make([]bool, len(g.next)); len(level) > 0; {
		var fresh, next []int
		for _, v := range level {
			if !met[v] {
				met[v] = true
				fresh, next = append(fresh, v), append(next, g.next[v]...)
			}
		}
		if level = next; len(fresh) > len(widest) {
			widest = fresh
		}
	}
	for _, v := range widest {
		g.goal[v] = r.IntN(3) == 0
	}
}

// TestConstantHash has wide levels whose states all lie in one run of slots.
func TestConstantHash(t *testing.T) {
	widths(t, testConstantHash[[1]uint64], testConstantHash[[2]uint64], testConstantHash[[3]uint64],
		testConstantHash[[4]uint64], testConstantHash[[8]uint64])
}

func testConstantHash[W statecodec.Words](t *testing.T) {
	var s parallel.Search[W]
	r := rand.New(rand.NewPCG(3, 3))
	g := randomGraph(r, 3400, 2, 0)
	for v := range 2200 {
		g.initial = append(g.initial, v) // level 0 is wide
	}
	m := newGraphModel[W](g)
	want := reference[W](m, parallel.Options{})
	for _, name := range []string{"zeros", "ones", "two"}[:1+2/slowdown] {
		s.Hash = hashes[W]()[name]
		requireSame(t, want, run(t, &s, m, parallel.Options{Workers: 4}, name), name)
	}
}

// TestLargeGraphs has tables that grow beyond a chunk of the move and out of
// the collector's heap.
func TestLargeGraphs(t *testing.T) {
	widths(t,
		func(t *testing.T) { testLargeGraph[[1]uint64](t, 200_000) },
		func(t *testing.T) { testLargeGraph[[2]uint64](t, 100_000) },
		func(t *testing.T) { testLargeGraph[[3]uint64](t, 60_000) },
		func(t *testing.T) { testLargeGraph[[4]uint64](t, 60_000) },
		func(t *testing.T) { testLargeGraph[[8]uint64](t, 60_000) })
}

func testLargeGraph[W statecodec.Words](t *testing.T, n int) {
	n /= slowdown
	r := rand.New(rand.NewPCG(4, 4))
	g := randomGraph(r, n, 5, 0)
	g.initial = []int{0, 1, 2}
	g.aimAtWidestLevel(r)
	m := newReverseModel[W](g)
	o := parallel.Options{Path: true}
	want := reference[W](m, o)
	require.Greater(t, want.States, uint64(n/2))
	var s parallel.Search[W]
	for _, o.Workers = range []int{1, 7} {
		about := fmt.Sprintf("%d workers", o.Workers)
		requireSame(t, want, run(t, &s, m, o, about), about)
	}
}

// A funnel is a model whose initial states are so many pages of work with the
// same successors in the same order: workers that begin together insert the same
// states at the same time.
type funnel[W statecodec.Words] struct{ pages uint64 }

// funnelPage is the number of states of a page.
const funnelPage = 1024

func (m funnel[W]) Initial(dst []W) []W {
	for i := range m.pages * funnelPage {
		var w W
		w[0] = i
		dst = append(dst, w)
	}
	return dst
}

func (m funnel[W]) Goal(w *W) bool { return (*w)[0] >= 1<<32 }

func (m funnel[W]) Successors(w *W, dst []W) []W {
	for i := range uint64(8) {
		next := *w
		next[0] = 1<<32 + (*w)[0]%funnelPage*8 + i
		dst = append(dst, next)
	}
	return dst
}

// TestSameStatesAtOnce has each new state met by all workers at about the same
// time. Exactly one of them must count it.
func TestSameStatesAtOnce(t *testing.T) {
	widths(t, testSameStates[[1]uint64], testSameStates[[2]uint64], testSameStates[[3]uint64],
		testSameStates[[4]uint64], testSameStates[[8]uint64])
}

func testSameStates[W statecodec.Words](t *testing.T) {
	s := parallel.Search[W]{Shards: 64}
	m := funnel[W]{pages: 3}
	for i := range 240 / slowdown / len(*new(W)) {
		r := run(t, &s, m, parallel.Options{Workers: 2 + i%2}, "")
		require.Equal(t, []uint64{3 * funnelPage, 8 * funnelPage}, r.Levels)
		require.Equal(t, uint64(8*funnelPage), r.Goals)
	}
}

// A star is a model in which one state has very many successors, each several
// times: batches far beyond their usual size, if these are so far apart that each has a block of its own.
type star struct{ rays, apart uint64 }

func (m star) Initial(dst [][2]uint64) [][2]uint64 { return append(dst, [2]uint64{}) }
func (m star) Goal(w *[2]uint64) bool              { return w[1] == m.rays*m.apart }
func (m star) Successors(w *[2]uint64, dst [][2]uint64) [][2]uint64 {
	for ray := uint64(0); w[1] == 0 && ray < 2*m.rays; ray++ {
		dst = append(dst, [2]uint64{0, (ray%m.rays + 1) * m.apart})
	}
	return dst
}

func TestManySuccessors(t *testing.T) {
	var s parallel.Search[[2]uint64]
	for _, rays := range []uint64{1, 255, 256, 257, 1000, 1024, 100_000} {
		for workers, apart := range map[int]uint64{1: 1, 2: 1, 3: 64, 4: 17} {
			r := run(t, &s, star{rays, apart}, parallel.Options{Workers: workers, Path: true}, "star")
			require.True(t, r.Exhausted)
			require.Equal(t, []uint64{1, rays}, r.Levels)
			require.Equal(t, 2*rays, r.Edges)
			require.Equal(t, rays-1, r.DeadEnds)
			require.Equal(t, [][2]uint64{{}, {0, rays * apart}}, r.Path)
		}
	}
}

// A line is a model of states 0 to its own number, each with an edge to the next.
type line uint64

func (line) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, [1]uint64{}) }
func (m line) Goal(w *[1]uint64) bool            { return w[0] == uint64(m) }
func (line) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	return append(dst, [1]uint64{w[0] + 1})
}

// TestThinSpace has as many levels as states. A table that grew by what the next
// levels seem to need would be moved thousands of times; the calls of the hash tell.
func TestThinSpace(t *testing.T) {
	const last = 300_000 / slowdown
	var hashed atomic.Uint64
	s := parallel.Search[[1]uint64]{Hash: func(w *[1]uint64) uint64 {
		hashed.Add(1)
		return statecodec.Hash(w)
	}}
	r := run[[1]uint64](t, &s, line(last), parallel.Options{}, "")
	require.True(t, r.Exhausted)
	require.Equal(t, last, r.Depth())
	require.Equal(t, last, r.GoalDepth)
	require.Equal(t, uint64(last), r.Edges)
	require.Less(t, hashed.Load(), uint64(100*last))
}

// TestNoStates is about a model without an initial state.
func TestNoStates(t *testing.T) {
	var s parallel.Search[[1]uint64]
	r := run(t, &s, newGraphModel[[1]uint64](&graph{}), parallel.Options{Path: true, StopAtGoal: true}, "")
	require.True(t, r.Exhausted)
	require.Equal(t, -1, r.Depth())
	require.Equal(t, -1, r.GoalDepth)
	require.Empty(t, r.Path)
}

// A crowd is a model with so many initial states and no others.
type crowd struct{ states uint64 }

func (m crowd) Initial(dst [][1]uint64) [][1]uint64 {
	for i := range m.states {
		dst = append(dst, [1]uint64{i << 8})
	}
	return dst
}
func (crowd) Goal(*[1]uint64) bool                                 { return false }
func (crowd) Successors(_ *[1]uint64, dst [][1]uint64) [][1]uint64 { return dst }

// TestManyInitialStates begins with more states than a small table is grown fourfold for, before any level is known.
func TestManyInitialStates(t *testing.T) {
	var s parallel.Search[[1]uint64]
	m := crowd{600_000}
	got := run(t, &s, m, parallel.Options{}, "")
	require.Equal(t, []uint64{m.states}, got.Levels)
	require.Equal(t, m.states, got.DeadEnds)
}
