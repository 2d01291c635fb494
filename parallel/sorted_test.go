package parallel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
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
		s.TableStates, s.SorterStates = uint64(1+r.IntN(len(g.next)+1)), 1+r.IntN(2000)
		o := parallel.Options{Workers: 1 + r.IntN(5), StopAtGoal: r.IntN(2) == 0, Path: true}
		want := reference[W](plain, o)
		models := []parallel.Model[W]{plain, reversible}
		m := models[r.IntN(2)]
		if r.IntN(2) == 0 {
			o.Spill = spillFS(t)
		}
		about := fmt.Sprintf("%s, %d states in a table, %d in a sorter, %+v", about, s.TableStates, s.SorterStates, o)
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
	s.TableStates, s.SorterStates = 0, 0
}

var identity = map[string]string{"run": "test"}

// newDir begins a run in a directory in memory.
func newDir(t *testing.T, fs *faultfs.FS) *checkpoint.Dir {
	t.Helper()
	d, err := checkpoint.Create(fs, checkpoint.Run{Tool: "test", Identity: identity}, false)
	require.NoError(t, err)
	return d
}

// openDir takes up the run of a directory in memory.
func openDir(t *testing.T, fs *faultfs.FS) *checkpoint.Dir {
	t.Helper()
	d, err := checkpoint.Open(fs, "test", identity)
	require.NoError(t, err)
	return d
}

// TestEveryFault fails every input and output operation of a small search that is kept, one after the
// other, in each way that package faultfs knows. The search ends with the reference's result, or with an error or a limit;
// what is in the directory then, whatever outlived a crash, is gone on with to the reference's result.
func TestEveryFault(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 21))
	g := randomGraph(r, 120, 4, 2)
	g.initial = []int{0, 1}
	for _, sorted := range []bool{false, true} {
		for fault := faultfs.Error; fault <= faultfs.Crash; fault++ {
			op := 0
			for requireSurvives(t, g, op, fault, faultfs.Survival(op%3), sorted) {
				op++
			}
			require.Greater(t, op, 30, "operations that %v was tried on", fault)
		}
	}
}

// requireSurvives fails one operation, and reports whether there was one of that number.
func requireSurvives(t *testing.T, g *graph, op int, fault faultfs.Fault, survival faultfs.Survival, sorted bool) bool {
	t.Helper()
	m := newReverseModel[[2]uint64](g)
	var s parallel.Search[[2]uint64]
	if sorted {
		s.TableStates, s.SorterStates = 40, 16
		s.Shards, s.Hash = 32, hashes[[2]uint64]()["zeros"] // one of them is full after a dozen states
	}
	fs := &faultfs.FS{}
	o := parallel.Options{Workers: 2, Path: true, Checkpoint: &parallel.Checkpoint{Dir: newDir(t, fs), EachLevel: op%2 == 0}}
	if sorted {
		o.Memory = 1 // all runs go to files
	}
	want := reference[[2]uint64](m, o)
	about := fmt.Sprintf("operation %d, %v, sorted %v", op, fault, sorted)

	fs.FailAt(op, fault)
	got, err := s.Run(context.Background(), m, o)
	reached := fs.Operations() > op
	switch {
	case err == nil && got.Limit == nil:
		requireSame(t, want, got, about)
	case err == nil:
		require.ErrorIs(t, got.Limit, checkpoint.ErrDiskFull, about)
	}
	if fault != faultfs.Crash {
		_ = o.Checkpoint.Dir.Close()
	}
	fs.Restart(survival)
	o.Checkpoint.Dir = openDir(t, fs)
	requireSame(t, want, run(t, &s, m, o, about), about+", again")
	require.NoError(t, o.Checkpoint.Dir.Close())
	return reached
}
