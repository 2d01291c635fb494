package parallel_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint/faultfs"
	"exhaust/parallel"
	"exhaust/statecodec"
)

// spillFS returns an empty directory in memory.
func spillFS(t *testing.T) *faultfs.FS {
	t.Helper()
	fs := &faultfs.FS{}
	require.NoError(t, fs.Make())
	return fs
}

// TestSorted searches graphs on which the table is left early or late, with sorters of little and
// much room, one worker or many, with levels in memory or in a checkpoint, and requires the reference's results.
func TestSorted(t *testing.T) {
	widths(t, testSorted[[1]uint64], testSorted[[2]uint64], testSorted[[3]uint64], testSorted[[4]uint64], testSorted[[8]uint64])
}

func testSorted[W statecodec.Words](t *testing.T) {
	var s parallel.Search[W]
	for seed := range uint64(40 / slowdown) {
		r := rand.New(rand.NewPCG(seed, 20))
		n := 1 + r.IntN(1<<(1+r.IntN(14)))
		g := randomGraph(r, n, r.IntN(7), [...]float64{0, 1, 20}[r.IntN(3)])
		requireSorted(t, &s, g, r, fmt.Sprintf("seed %d", seed))
	}
}

// requireSorted searches a graph in some ways at random.
func requireSorted[W statecodec.Words](t *testing.T, s *parallel.Search[W], g *graph, r *rand.Rand, about string) {
	t.Helper()
	plain, reversible := newGraphModel[W](g), newReverseModel[W](g)
	for range 4 {
		s.TableStates, s.SorterBlocks = uint64(1+r.IntN(len(g.next)+1)), 1+r.IntN(2000)
		o := parallel.Options{Workers: 1 + r.IntN(5), StopAtGoal: r.IntN(2) == 0, Path: true}
		want := reference[W](plain, o)
		models := []parallel.Model[W]{plain, reversible}
		m := models[r.IntN(2)]
		if r.IntN(2) == 0 {
			o.Spill = spillFS(t)
		}
		about := fmt.Sprintf("%s, %d states in a table, %d blocks in a sorter, %+v", about, s.TableStates, s.SorterBlocks, o)
		requireSame(t, want, run(t, s, m, o, about), about)
		fs := &faultfs.FS{}
		o.Checkpoint = &parallel.Checkpoint{Dir: newDir(t, fs), EachLevel: r.IntN(2) == 0}
		requireSame(t, want, run(t, s, m, o, about), about+", kept")
		require.NoError(t, o.Checkpoint.Dir.Close())
		s.TableStates = uint64(r.IntN(2 * len(g.next)))
		o.Checkpoint.Dir = openDir(t, fs)
		requireSame(t, want, run(t, s, m, o, about), about+", again")
		require.NoError(t, o.Checkpoint.Dir.Close())
	}
	s.TableStates, s.SorterBlocks = 0, 0
}

// TestSortedAllPaths gathers all shortest paths of searches with and without a table, and of a finished one that is kept: they are the same.
func TestSortedAllPaths(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 25))
		m := newReverseModel[[2]uint64](wideGraph(r, 2000, 8))
		o := parallel.Options{AllPaths: true}
		var s parallel.Search[[2]uint64]
		want := *run(t, &s, m, o, "table").AllPaths
		require.Positive(t, want.Count)
		var other parallel.Search[[2]uint64]
		other.TableStates, other.SorterBlocks = 300, 200
		require.Equal(t, want, *run(t, &other, m, o, "sorted").AllPaths, "seed %d", seed)
		o.Checkpoint = &parallel.Checkpoint{Dir: newDir(t, &faultfs.FS{})}
		for range 2 {
			require.Equal(t, want, *run(t, &other, m, o, "kept").AllPaths, "seed %d", seed)
		}
	}
}
