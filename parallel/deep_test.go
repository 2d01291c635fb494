package parallel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/statecodec"
)

// tagPeriod is the number of levels that a byte tells apart. A search that knew levels by a byte would take a state
// this much later than a level for one of it.
const tagPeriod = 254

// layers returns a graph whose level l is the vertices width·l, ...,
// width·l+width-1. Each vertex but those of level 0, which are initial, has an edge
// from the level before.
func layers(r *rand.Rand, levels, width int) *graph {
	g := &graph{next: make([][]int, levels*width), goal: make([]bool, levels*width)}
	for i := range width {
		g.initial = append(g.initial, i)
	}
	for v := width; v < len(g.next); v++ {
		from := v - v%width - width + r.IntN(width)
		g.next[from] = append(g.next[from], v)
	}
	return g
}

// addDecoys adds edges back to all levels, most of them from levels one tag period
// after the one that a predecessor lies in.
func (g *graph) addDecoys(r *rand.Rand, levels, width, edges int) {
	for range edges {
		level := 1 + r.IntN(levels-1)
		from := level - 1 + tagPeriod*(1+r.IntN(2))
		if r.IntN(4) == 0 {
			from = level + r.IntN(levels-level)
		}
		if from < levels {
			v := from*width + r.IntN(width)
			g.next[v] = append(g.next[v], level*width+r.IntN(width))
		}
	}
}

// TestDeepGraphs walks back through more levels than there are tags.
func TestDeepGraphs(t *testing.T) {
	var s parallel.Search[[1]uint64]
	for seed := range uint64(20 / slowdown) {
		r := rand.New(rand.NewPCG(seed, 5))
		levels, width := 260+r.IntN(600), 1+r.IntN(4)
		g := layers(r, levels, width)
		for range 3 {
			g.goal[r.IntN(len(g.goal))] = true
		}
		g.addDecoys(r, levels, width, r.IntN(6*levels))
		s.TableStates = uint64(r.IntN(3) * 700)
		requireAgrees(t, &s, g, []int{1, 2}, []string{"usual"}, fmt.Sprintf("seed %d", seed))
	}
}

// TestDecoysThatBranch has decoys with more ways back than can be tried one by
// one: every vertex has an edge to each one of the next level, and to each one of
// the level that it looks as if it were before.
func TestDecoysThatBranch(t *testing.T) {
	const levels, width = 700, 3
	g := &graph{next: make([][]int, levels*width), goal: make([]bool, levels*width), initial: []int{0, 1, 2}}
	for v := range g.next {
		for _, level := range []int{v/width + 1, v/width + 1 - tagPeriod} {
			for i := range width {
				if to := level*width + i; level > 0 && to < len(g.next) {
					g.next[v] = append(g.next[v], to)
				}
			}
		}
	}
	g.goal[440*width] = true
	var s parallel.Search[[2]uint64]
	requireAgrees(t, &s, g, []int{1}, []string{"usual"}, "")
}

// A forgetful model leaves predecessors out.
type forgetful[W statecodec.Words] struct {
	reverseModel[W]
	forgets func(vertex int) bool
}

func (m forgetful[W]) Predecessors(w *W, dst []W) []W {
	dst = m.reverseModel.Predecessors(w, dst)
	return slices.DeleteFunc(dst, func(w W) bool {
		v := m.vertex(&w)
		return v >= 0 && v < len(m.next) && m.forgets(v)
	})
}

// TestForgetfulModel requires an error if the way back is lost, and a path that is
// true and shortest if it is not.
func TestForgetfulModel(t *testing.T) {
	var s parallel.Search[[1]uint64]
	lost, found := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		g := randomGraph(r, 60, 3, 2)
		share := r.IntN(5)
		forgot := make([]bool, len(g.next))
		for v := range forgot {
			forgot[v] = r.IntN(4) < share
		}
		m := forgetful[[1]uint64]{newReverseModel[[1]uint64](g), func(v int) bool { return forgot[v] }}
		got, err := s.Run(context.Background(), m, parallel.Options{Path: true})
		want := reference[[1]uint64](m, parallel.Options{})
		require.Equal(t, want.GoalDepth, got.GoalDepth)
		switch {
		case err != nil:
			lost++
			require.Empty(t, got.Path, "seed %d", seed)
		case want.GoalDepth >= 0:
			found++
			requirePath(t, m, got.Path, want.GoalDepth)
		}
		if share == 4 && want.GoalDepth > 0 {
			require.Error(t, err, "seed %d", seed)
		}
	}
	require.Greater(t, lost, 20)
	require.Greater(t, found, 20)
}

// requirePath requires a path to lead from an initial state to a goal in the given
// number of steps, through no other goal.
func requirePath[W statecodec.Words](t *testing.T, m parallel.Model[W], path []W, length int) {
	t.Helper()
	require.Len(t, path, length+1)
	require.Contains(t, m.Initial(nil), path[0])
	require.True(t, m.Goal(&path[length]))
	for i := range length {
		require.False(t, m.Goal(&path[i]))
		require.Contains(t, m.Successors(&path[i], nil), path[i+1])
	}
}
