package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/statecodec"
)

// requireHonest requires a result that a limit ended to be true as far as it goes:
// all levels but the last are complete, and a goal that was met is as near as any.
func requireHonest[W statecodec.Words](t *testing.T, m parallel.Model[W], want, got parallel.Result[W], about string) {
	t.Helper()
	require.False(t, got.Exhausted, about)
	sum := uint64(0)
	for level, states := range got.Levels {
		if level < len(got.Levels)-1 {
			require.Equal(t, want.Levels[level], states, about)
		}
		require.LessOrEqual(t, states, want.Levels[level], about)
		sum += states
	}
	require.Equal(t, sum, got.States, about)
	require.LessOrEqual(t, got.Edges, want.Edges, about)
	require.LessOrEqual(t, got.DeadEnds, want.DeadEnds, about)
	require.LessOrEqual(t, got.Goals, want.Goals, about)
	if got.GoalDepth >= 0 {
		require.Equal(t, want.GoalDepth, got.GoalDepth, about)
		requirePath(t, m, got.Path, got.GoalDepth)
	} else {
		require.Empty(t, got.Path, about)
	}
}

// wideGraph returns a graph of n vertices, most of which can be reached, with goals.
func wideGraph(r *rand.Rand, n int, goals float64) *graph {
	g := randomGraph(r, n, 5, goals)
	g.initial = []int{0, 1, 2, 2}
	for v := range 3 {
		g.goal[v] = false
		g.next[v] = append(g.next[v], 3*v+3, 3*v+4, 3*v+5)
	}
	return g
}

// TestMemoryLimit raises the limit from almost nothing until a search gets
// through: before, it is honest; then, and with any more memory, the result is the
// one without a limit.
func TestMemoryLimit(t *testing.T) {
	widths(t, testMemoryLimit[[1]uint64], testMemoryLimit[[2]uint64], testMemoryLimit[[3]uint64],
		testMemoryLimit[[4]uint64], testMemoryLimit[[8]uint64])
}

func testMemoryLimit[W statecodec.Words](t *testing.T) {
	m := newReverseModel[W](wideGraph(rand.New(rand.NewPCG(5, 7)), 30_000/slowdown, 4))
	o := parallel.Options{Path: true}
	want := reference[W](m, o)
	for _, o.Workers = range []int{1, 4} {
		var s parallel.Search[W]
		limited, whole := 0, 0
		for o.Memory = 1; o.Memory < 1<<32; o.Memory *= 2 {
			about := fmt.Sprintf("%+v", o)
			got := run(t, &s, m, o, about)
			if got.Limit == nil {
				whole++
				requireSame(t, want, got, about)
				continue
			}
			limited++
			require.Zero(t, whole, "less memory was enough: %s", about)
			require.ErrorIs(t, got.Limit, parallel.ErrMemory)
			requireHonest(t, m, want, got, about)
		}
		require.Greater(t, limited, 8)
		require.Greater(t, whole, 5)
	}
}

// TestMemoryLimitAgain has a Search stopped by its limit many times: each time it must
// account for all pages again, or there is no memory left for a search that fits.
func TestMemoryLimitAgain(t *testing.T) {
	large := newGraphModel[[1]uint64](wideGraph(rand.New(rand.NewPCG(5, 8)), 20_000, 0))
	small := newGraphModel[[1]uint64](wideGraph(rand.New(rand.NewPCG(5, 9)), 500, 0))
	var s parallel.Search[[1]uint64]
	for i := range uint64(400) {
		got := run(t, &s, large, parallel.Options{Memory: 40_000 + 600*i, Workers: 1}, "large")
		require.ErrorIs(t, got.Limit, parallel.ErrMemory)
	}
	got := run(t, &s, small, parallel.Options{Memory: 1 << 18, Workers: 1}, "small")
	require.NoError(t, got.Limit)
}

// TestMemoryLimitAtStart has more initial states than there is memory for.
func TestMemoryLimitAtStart(t *testing.T) {
	g := &graph{next: make([][]int, 100_000), goal: make([]bool, 100_000)}
	for v := range g.next {
		g.initial = append(g.initial, v)
	}
	g.goal[0] = true
	var s parallel.Search[[1]uint64]
	got := run(t, &s, newGraphModel[[1]uint64](g), parallel.Options{Memory: 1 << 16, Path: true}, "")
	require.ErrorIs(t, got.Limit, parallel.ErrMemory)
	require.False(t, got.Exhausted)
	got = run(t, &s, newGraphModel[[1]uint64](g), parallel.Options{}, "")
	require.Equal(t, []uint64{100_000}, got.Levels)
	require.Equal(t, uint64(99_999), got.DeadEnds)
}

// A tripwire is a model that calls a function when it expands a state for the
// n-th time.
type tripwire[W statecodec.Words] struct {
	parallel.Model[W]
	mu   *sync.Mutex
	left *int
	trip func()
}

func newTripwire[W statecodec.Words](m parallel.Model[W], n int, trip func()) tripwire[W] {
	return tripwire[W]{m, new(sync.Mutex), &n, trip}
}

func (m tripwire[W]) Successors(w *W, dst []W) []W {
	m.mu.Lock()
	defer m.mu.Unlock()
	if *m.left--; *m.left == 0 {
		m.trip()
	}
	return m.Model.Successors(w, dst)
}

var errTest = errors.New("the test's own reason")

// TestCancel cancels a search before it begins and after so many expansions. It
// ends soon, says why, and the next search on the same memory is exact.
func TestCancel(t *testing.T) {
	widths(t, testCancel[[1]uint64], testCancel[[2]uint64], testCancel[[3]uint64],
		testCancel[[4]uint64], testCancel[[8]uint64])
}

func testCancel[W statecodec.Words](t *testing.T) {
	m := newGraphModel[W](wideGraph(rand.New(rand.NewPCG(6, 8)), 8_000, 4))
	o := parallel.Options{Path: true}
	want := reference[W](m, o)
	var s parallel.Search[W]
	for _, o.Workers = range []int{1, 3} {
		for _, n := range []int{0, 1, 5, 100, 3000} {
			about := fmt.Sprintf("%d workers, after %d expansions", o.Workers, n)
			ctx, cancel := context.WithCancelCause(context.Background())
			if n == 0 {
				cancel(errTest)
			}
			got, err := s.Run(ctx, newTripwire(m, n, func() { cancel(errTest) }), o)
			require.NoError(t, err, about)
			require.Equal(t, errTest, got.Limit, about)
			requireHonest(t, m, want, got, about)
			requireSame(t, want, run(t, &s, m, o, about), about)
			cancel(nil)
		}
	}
}

// TestCancelAfterTheEnd has a context that is done when all work is.
func TestCancelAfterTheEnd(t *testing.T) {
	g := &graph{next: [][]int{{}}, goal: []bool{true}, initial: []int{0}}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var s parallel.Search[[1]uint64]
	got, err := s.Run(ctx, newGraphModel[[1]uint64](g), parallel.Options{})
	require.NoError(t, err)
	require.Equal(t, 0, got.GoalDepth)
	require.Equal(t, got.Limit == nil, got.Exhausted)
}

// A counter is a model without end: a line, or the plane as seen from a corner.
type counter struct{ plane bool }

func (counter) Initial(dst [][2]uint64) [][2]uint64 { return append(dst, [2]uint64{}) }
func (counter) Goal(*[2]uint64) bool                { return false }
func (m counter) Successors(w *[2]uint64, dst [][2]uint64) [][2]uint64 {
	dst = append(dst, [2]uint64{w[0] + 1, w[1]})
	if m.plane {
		dst = append(dst, [2]uint64{w[0], w[1] + 1})
	}
	return dst
}

func TestDeadline(t *testing.T) {
	var s parallel.Search[[2]uint64]
	for _, m := range []counter{{false}, {true}} {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		got, err := s.Run(ctx, m, parallel.Options{})
		cancel()
		require.NoError(t, err)
		require.ErrorIs(t, got.Limit, context.DeadlineExceeded)
		require.False(t, got.Exhausted)
		require.Greater(t, got.Depth(), 0)
	}
}

// TestProgress watches a search while it runs. The race detector has its say.
func TestProgress(t *testing.T) {
	m := newGraphModel[[1]uint64](wideGraph(rand.New(rand.NewPCG(7, 9)), 50_000, 0))
	var s parallel.Search[[1]uint64]
	require.Zero(t, s.Progress().States)
	stop := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		last := parallel.Progress{}
		for {
			p := s.Progress()
			if p.States < last.States || p.Level < last.Level || p.Table < last.Table || p.Frontier > 50_000 {
				t.Errorf("%+v after %+v", p, last)
			}
			last = p
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	r := run(t, &s, m, parallel.Options{Workers: 3}, "")
	close(stop)
	watcher.Wait()
	require.Equal(t, r.States, s.Progress().States)
	require.Zero(t, s.Progress().Frontier)
	require.Greater(t, s.Progress().Table, 8*r.States)
}
