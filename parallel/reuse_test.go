package parallel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/statecodec"
)

// TestReuse runs one Search over models of all sizes in random order, with limits
// in between: each result is that of a fresh Search.
func TestReuse(t *testing.T) {
	widths(t, testReuse[[1]uint64], testReuse[[2]uint64], testReuse[[3]uint64],
		testReuse[[4]uint64], testReuse[[8]uint64])
}

func testReuse[W statecodec.Words](t *testing.T) {
	r := rand.New(rand.NewPCG(8, 10))
	var models []parallel.Model[W]
	for _, n := range []int{1, 2, 10, 100, 1000, 3000, 10_000, 30_000} {
		models = append(models, newReverseModel[W](randomGraph(r, n, 4, 3)), newGraphModel[W](wideGraph(r, max(n, 12), 0)))
	}
	var reused parallel.Search[W]
	for i := range 60 / slowdown {
		m := models[r.IntN(len(models))]
		o := parallel.Options{Workers: 1 + r.IntN(4), StopAtGoal: r.IntN(2) == 0, Path: r.IntN(2) == 0}
		if r.IntN(4) == 0 {
			interrupt(t, &reused, m, r.IntN(2000))
		}
		var fresh parallel.Search[W]
		about := fmt.Sprintf("run %d", i)
		requireSame(t, run(t, &fresh, m, o, about), run(t, &reused, m, o, about), about)
	}
}

// interrupt runs a search that has little memory and is cancelled after n expansions,
// if it does not end before.
func interrupt[W statecodec.Words](t *testing.T, s *parallel.Search[W], m parallel.Model[W], n int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := s.Run(ctx, newTripwire(m, n+1, cancel), parallel.Options{Memory: 1 << 20, Workers: 3})
	require.NoError(t, err)
}

// TestMemoryLimitAfterLargeSearch has a search whose limit was enough for a fresh
// Search run on one that had been large.
func TestMemoryLimitAfterLargeSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 11))
	large := newGraphModel[[8]uint64](wideGraph(r, 100_000, 0))
	small := newGraphModel[[8]uint64](wideGraph(r, 2_000, 0))
	limit := parallel.Options{Memory: 1 << 20, Workers: 2}
	var s parallel.Search[[8]uint64]
	before := run(t, &s, small, limit, "before")
	require.True(t, before.Exhausted)
	levels := append([]uint64(nil), before.Levels...)
	run(t, &s, large, parallel.Options{Workers: 2}, "large")
	after := run(t, &s, small, limit, "after")
	require.NoError(t, after.Limit)
	require.Equal(t, levels, after.Levels)
}

// TestSmallSearchAllocatesNothing is about spaces of tens of states, with a goal
// that is there and one that is not.
func TestSmallSearchAllocatesNothing(t *testing.T) {
	widths(t, testAllocations[[1]uint64], testAllocations[[2]uint64], testAllocations[[3]uint64],
		testAllocations[[4]uint64], testAllocations[[8]uint64])
}

// A ring is a graph of vertices in a ring that knows its states in advance, so that
// it allocates nothing itself. State 0 is in it.
type ring[W statecodec.Words] struct {
	states [50]W
	goal   uint64
}

func (m *ring[W]) Initial(dst []W) []W { return append(dst, m.states[0]) }
func (m *ring[W]) Goal(w *W) bool      { return (*w)[0] == m.goal }
func (m *ring[W]) Successors(w *W, dst []W) []W {
	n := uint64(len(m.states))
	return append(dst, m.states[((*w)[0]+1)%n], m.states[((*w)[0]+n-1)%n])
}

// A reverseRing is a ring that can step backwards.
type reverseRing[W statecodec.Words] struct{ ring[W] }

func (m *reverseRing[W]) Predecessors(w *W, dst []W) []W { return m.Successors(w, dst) }

func testAllocations[W statecodec.Words](t *testing.T) {
	for _, goal := range []uint64{20, 99} {
		m := &reverseRing[W]{ring[W]{goal: goal}}
		for i := range m.states {
			m.states[i][0] = uint64(i)
		}
		for _, path := range []bool{false, true} {
			requireNoAllocations[W](t, m, parallel.Options{Workers: 1, StopAtGoal: true, Path: path})
			requireNoAllocations[W](t, &m.ring, parallel.Options{Workers: 1, Path: path && goal == 99})
		}
	}
}

func requireNoAllocations[W statecodec.Words](t *testing.T, m parallel.Model[W], o parallel.Options) {
	t.Helper()
	var s parallel.Search[W]
	ctx := context.Background()
	allocations := testing.AllocsPerRun(100, func() {
		if r, err := s.Run(ctx, m, o); err != nil || !r.Exhausted && r.GoalDepth != 20 {
			t.Errorf("%+v, %v", r, err)
		}
	})
	require.Zero(t, allocations, "%T %+v", m, o)
}
