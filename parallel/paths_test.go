package parallel_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/statecodec"
)

// walks returns, for each number of steps up to one, how many walks from the distinct initial vertices
// end in each vertex, none of them going on from a goal. No vertex is ever
// held for met: the nearest goals are where the first walk ends in one.
func (g *graph) walks(steps int) [][]*big.Int {
	first := make([]*big.Int, len(g.next))
	for v := range first {
		first[v] = new(big.Int)
	}
	for _, v := range g.initial {
		first[v].SetInt64(1)
	}
	all := [][]*big.Int{first}
	for range steps {
		next := make([]*big.Int, len(g.next))
		for v := range next {
			next[v] = new(big.Int)
		}
		for v, n := range all[len(all)-1] {
			for _, to := range g.next[v] {
				if !g.goal[v] {
					next[to].Add(next[to], n)
				}
			}
		}
		all = append(all, next)
	}
	return all
}

// shortestWalks returns the least number of steps of a walk to a goal, at most so many, and how
// many walks of that length end in one. It returns -1 if there is none.
func (g *graph) shortestWalks(most int) (steps int, count *big.Int) {
	for steps, ends := range g.walks(most) {
		count := new(big.Int)
		for v, n := range ends {
			if g.goal[v] {
				count.Add(count, n)
			}
		}
		if count.Sign() > 0 {
			return steps, count
		}
	}
	return -1, new(big.Int)
}

// saturated returns a number of ways as Paths holds it.
func saturated(n *big.Int) uint64 {
	if !n.IsUint64() {
		return math.MaxUint64
	}
	return n.Uint64()
}

// requirePaths requires all shortest paths of a graph to be what its walks say: how many there are,
// and at each depth which states lie on one and in how many ways each goes on.
func requirePaths[W statecodec.Words](t *testing.T, g *graph, r parallel.Result[W], about string) {
	t.Helper()
	depth, count := g.shortestWalks(len(g.next))
	require.Equal(t, depth, r.GoalDepth, about)
	if depth < 0 {
		require.Nil(t, r.AllPaths, about)
		return
	}
	require.Equal(t, saturated(count), r.AllPaths.Count, about)
	require.Len(t, r.AllPaths.Levels, depth+1, about)
	m := newGraphModel[W](g)
	to := g.walks(depth)
	for d := range depth + 1 {
		want := map[W]uint64{}
		for v := range g.next {
			from := graph{initial: []int{v}, next: g.next, goal: g.goal}
			if to[d][v].Sign() == 0 {
				continue
			}
			if steps, ways := from.shortestWalks(depth - d); steps == depth-d {
				want[m.state(v)] = saturated(ways)
			}
		}
		got := map[W]uint64{}
		require.True(t, slices.IsSortedFunc(r.AllPaths.Levels[d], statecodec.Compare[W]), about)
		for i, w := range r.AllPaths.Levels[d] {
			got[w] = r.AllPaths.Ways[d][i]
			at, ok := r.AllPaths.Find(d, &w)
			require.True(t, ok && at == i, about)
		}
		require.Equal(t, want, got, "%s, depth %d", about, d)
	}
}

// TestAllPaths holds all shortest paths of hundreds of graphs with doubled edges against walks.
func TestAllPaths(t *testing.T) {
	widths(t, testAllPaths[[1]uint64], testAllPaths[[2]uint64], testAllPaths[[3]uint64],
		testAllPaths[[4]uint64], testAllPaths[[8]uint64])
}

func testAllPaths[W statecodec.Words](t *testing.T) {
	var s parallel.Search[W]
	several := 0
	for seed := range uint64(120 / slowdown) {
		r := rand.New(rand.NewPCG(seed, 11))
		g := randomGraph(r, 1+r.IntN(60), 1+r.IntN(4), [...]float64{0, 1, 3, 10}[r.IntN(4)])
		if seed%2 == 0 {
			g = braid(r, 2+r.IntN(12), 1+r.IntN(5))
		}
		s.Shards = shardCounts[seed%uint64(len(shardCounts))]
		for _, o := range []parallel.Options{{Workers: 1}, {Workers: 3, StopAtGoal: true}} {
			o.AllPaths = true
			about := fmt.Sprintf("seed %d, %+v", seed, o)
			got := run[W](t, &s, newReverseModel[W](g), o, about)
			requirePaths(t, g, got, about)
			if got.AllPaths != nil && got.AllPaths.Count > 1 {
				several++
			}
			requirePaths(t, g, run[W](t, &s, newGraphModel[W](g), o, about), about+", no reverser")
		}
	}
	require.Greater(t, several, 60/slowdown)
}

// braid returns layers with three times as many edges, some of them double and some back, and
// goals in the last layer.
func braid(r *rand.Rand, levels, width int) *graph {
	g := layers(r, levels, width)
	for range 2 {
		for v := width; v < len(g.next); v++ {
			from := v - v%width - width + r.IntN(width)
			g.next[from] = append(g.next[from], v)
		}
	}
	for range width {
		v := r.IntN(len(g.next))
		g.next[v] = append(g.next[v], r.IntN(v+1))
		g.goal[len(g.goal)-1-r.IntN(width)] = true
	}
	return g
}

// TestAllPathsDeep counts in spaces of hundreds of levels, goals in several of them.
func TestAllPathsDeep(t *testing.T) {
	var s parallel.Search[[1]uint64]
	for seed := range uint64(8 / slowdown) {
		r := rand.New(rand.NewPCG(seed, 12))
		levels, width := 560+r.IntN(100), 2+r.IntN(2)
		g := layers(r, levels, width)
		for v := width; v < len(g.next); v += width * (1 + r.IntN(20)) { // some ways more than one
			from := v - width + r.IntN(width)
			g.next[from] = append(g.next[from], v)
		}
		for v := 300 * width; v < len(g.next); v++ { // beside the ways to the first goal
			g.goal[v] = v%width == 0 && r.IntN(3) == 0
		}
		g.addDecoys(r, levels, width, 6*levels)
		depth, count := g.shortestWalks(levels)
		require.True(t, count.IsUint64())
		got := run[[1]uint64](t, &s, newReverseModel[[1]uint64](g), parallel.Options{AllPaths: true}, "")
		require.Equal(t, depth, got.GoalDepth, "seed %d", seed)
		require.Equal(t, count.Uint64(), got.AllPaths.Count, "seed %d", seed)
	}
}

// TestAllPathsSaturate has 2^n paths on a chain of double edges: the last number that fits, and more.
func TestAllPathsSaturate(t *testing.T) {
	var s parallel.Search[[1]uint64]
	for _, steps := range []int{1, 63, 64, 65, 200} {
		g := &graph{next: make([][]int, steps+1), goal: make([]bool, steps+1), initial: []int{0, 0}}
		for v := range steps {
			g.next[v] = []int{v + 1, v + 1}
		}
		g.goal[steps] = true
		got := run[[1]uint64](t, &s, newReverseModel[[1]uint64](g), parallel.Options{AllPaths: true}, "")
		want := uint64(math.MaxUint64)
		if steps < 64 {
			want = 1 << steps
		}
		require.Equal(t, want, got.AllPaths.Count, "%d steps", steps)
	}
}

// TestAllPathsForgetful requires an error where the model's predecessors leave out the only way.
func TestAllPathsForgetful(t *testing.T) {
	g := &graph{next: [][]int{{1}, {2}, {}}, goal: []bool{false, false, true}, initial: []int{0}}
	for forgotten := range 2 {
		var s parallel.Search[[1]uint64]
		m := forgetful[[1]uint64]{newReverseModel[[1]uint64](g), func(v int) bool { return v == forgotten }}
		got, err := s.Run(context.Background(), m, parallel.Options{AllPaths: true})
		require.Error(t, err)
		require.Nil(t, got.AllPaths)
	}
}

// TestAllPathsCancelled ends the context when the search has come to its goals.
func TestAllPathsCancelled(t *testing.T) {
	g := &graph{next: [][]int{{1}, {2}, {}}, goal: []bool{false, false, true}, initial: []int{0}}
	ctx, cancel := context.WithCancel(context.Background())
	m := lastWord{newGraphModel[[1]uint64](g), cancel}
	var s parallel.Search[[1]uint64]
	got, err := s.Run(ctx, m, parallel.Options{AllPaths: true, StopAtGoal: true})
	require.NoError(t, err)
	require.Equal(t, 2, got.GoalDepth)
	require.Nil(t, got.AllPaths)
}

// A lastWord is a model that calls a function when it names a goal.
type lastWord struct {
	graphModel[[1]uint64]
	call func()
}

func (m lastWord) Goal(w *[1]uint64) bool {
	goal := m.graphModel.Goal(w)
	if goal {
		m.call()
	}
	return goal
}

// TestAllPathsNeedTheWholeLevel has memory end the search within the level of the goals: an
// incomplete level must not be counted.
func TestAllPathsNeedTheWholeLevel(t *testing.T) {
	m := star{rays: 100_000, apart: 1}
	var s parallel.Search[[2]uint64]
	met, whole := 0, 0
	for memory := uint64(1 << 13); memory < 1<<19; memory += memory / 8 {
		o := parallel.Options{Workers: 1, Memory: memory, AllPaths: true}
		got := run[[2]uint64](t, &s, allRays{m}, o, "")
		if got.Limit != nil {
			require.Nil(t, got.AllPaths, "%d bytes", memory)
			if got.GoalDepth >= 0 {
				met++
			}
			continue
		}
		whole++
		require.Equal(t, uint64(2*m.rays), got.AllPaths.Count, "%d bytes", memory)
	}
	require.Greater(t, met, 3)
	require.Positive(t, whole)
}

// allRays is a star whose every ray ends in a goal.
type allRays struct{ star }

func (allRays) Goal(w *[2]uint64) bool { return w[1] > 0 }

// TestStatesLimit raises the limit of states: where it ends a search does not depend on the
// workers, what it leaves is whole levels, and a goal among them is found.
func TestStatesLimit(t *testing.T) {
	widths(t, testStatesLimit[[1]uint64], testStatesLimit[[2]uint64], testStatesLimit[[3]uint64],
		testStatesLimit[[4]uint64], testStatesLimit[[8]uint64])
}

func testStatesLimit[W statecodec.Words](t *testing.T) {
	g := wideGraph(rand.New(rand.NewPCG(5, 17)), 10_000/slowdown, 2)
	m := newReverseModel[W](g)
	whole := reference[W](m, parallel.Options{})
	var s parallel.Search[W]
	limited, found := 0, 0
	for limit := uint64(1); limit < 4*whole.States; limit *= 2 {
		want := whole.Summary
		want.States = 0
		for d, states := range whole.Levels {
			if want.States > limit {
				want.Levels, want.Exhausted, want.Limit = whole.Levels[:d], false, parallel.ErrStates
				break
			}
			want.States += states
		}
		if whole.GoalDepth >= len(want.Levels) {
			want.GoalDepth = -1
		}
		for _, workers := range []int{1, 2, 5} {
			about := fmt.Sprintf("limit %d, %d workers", limit, workers)
			got := run(t, &s, m, parallel.Options{Workers: workers, States: limit, Path: true, AllPaths: true}, about)
			require.Equal(t, want.Levels, got.Levels, about)
			require.Equal(t, want.States, got.States, about)
			require.Equal(t, want.Limit, got.Limit, about)
			require.Equal(t, want.Exhausted, got.Exhausted, about)
			require.Equal(t, want.GoalDepth, got.GoalDepth, about)
			require.Equal(t, want.GoalDepth >= 0, got.AllPaths != nil, about)
		}
		if want.Limit != nil {
			limited++
			if want.GoalDepth >= 0 {
				found++
			}
		}
	}
	require.Greater(t, limited, 5)
	require.Positive(t, found)
}

// A lens is a model in which so many states lie between the initial one and the goal.
type lens struct{ rays uint64 }

const lensGoal = 1 << 40

func (m lens) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, [1]uint64{}) }
func (m lens) Goal(w *[1]uint64) bool              { return w[0] == lensGoal }
func (m lens) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	if w[0] != 0 {
		return append(dst, [1]uint64{lensGoal})
	}
	for i := range m.rays {
		dst = append(dst, [1]uint64{(i + 1) << 6})
	}
	return dst
}
func (m lens) Predecessors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	if w[0] == lensGoal {
		return m.Successors(&[1]uint64{}, dst)
	}
	return append(dst, [1]uint64{})
}

// TestLens gathers all paths through more states of one level than a table of one shard holds.
func TestLens(t *testing.T) {
	for _, rays := range []uint64{1000, 30_000, 50_000, 200_000} {
		var s parallel.Search[[1]uint64]
		got := run(t, &s, lens{rays}, parallel.Options{AllPaths: true, Path: true}, "")
		require.Equal(t, int(rays), len(got.AllPaths.Levels[1]))
		require.Equal(t, rays, got.AllPaths.Count)
		require.Equal(t, [][1]uint64{{}, {64}, {lensGoal}}, got.Path)
	}
}
