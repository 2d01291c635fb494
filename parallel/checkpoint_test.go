package parallel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
	"exhaust/parallel"
	"exhaust/statecodec"
)

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
	g.initial = []int{0, 1, 2, 3, 4, 5, 6, 7}
	for _, sorted := range []bool{false, true} {
		for fault := faultfs.Error; fault <= faultfs.Crash; fault++ {
			op := 0
			for requireSurvives(t, g, op, fault, faultfs.Survival(op/slowdown%3), sorted) {
				op += slowdown
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
		s.TableStates, s.SorterBlocks = 40, 16
		s.Shards, s.Hash = 32, hashes[[2]uint64]()["zeros"] // one of them is full after a dozen states
	}
	fs := &faultfs.FS{}
	o := parallel.Options{Workers: 2, Path: true, Checkpoint: &parallel.Checkpoint{Dir: newDir(t, fs), EachLevel: op/slowdown%2 == 0}}
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
	if op/slowdown%2 == 1 {
		s.TableStates, o.Memory = 0, 0 // half of the searches go on with a table
	}
	requireSame(t, want, run(t, &s, m, o, about), about+", again")
	require.NoError(t, o.Checkpoint.Dir.Close())
	return reached
}

// TestChainedRuns ends a search again and again, by a crash at a random operation or by cancelling it after some expansions, and
// goes on with other workers, another size of table and of sorters, until it is done: the result is the
// reference's.
func TestChainedRuns(t *testing.T) {
	widths(t, testChainedRuns[[1]uint64], testChainedRuns[[2]uint64], testChainedRuns[[3]uint64], testChainedRuns[[4]uint64], testChainedRuns[[8]uint64])
}

func testChainedRuns[W statecodec.Words](t *testing.T) {
	var s parallel.Search[W]
	for seed := range uint64(12 / slowdown) {
		r := rand.New(rand.NewPCG(seed, 22))
		g := randomGraph(r, 100+r.IntN(6000), 2+r.IntN(4), float64(r.IntN(3)*4))
		g.initial = append(g.initial, r.IntN(len(g.next)))
		m := newReverseModel[W](g)
		o := parallel.Options{Path: true, StopAtGoal: r.IntN(3) == 0}
		want := reference[W](m, o)
		fs := &faultfs.FS{}
		require.NoError(t, newDir(t, fs).Close())
		runs := 1
		for ; ; runs++ {
			about := fmt.Sprintf("seed %d, run %d", seed, runs)
			got, ended := chainedRun(t, &s, m, o, r, fs, runs)
			if ended {
				requireSame(t, want, got, about)
				break
			}
			require.Less(t, runs, 1000, about)
		}
		if seed == 0 {
			require.Greater(t, runs, 2, "runs of the first chain")
		}
	}
}

// chainedRun goes on with a search, and reports whether it came to its end.
func chainedRun[W statecodec.Words](t *testing.T, s *parallel.Search[W], m parallel.Model[W], o parallel.Options, r *rand.Rand, fs *faultfs.FS, run int) (got parallel.Result[W], ended bool) {
	t.Helper()
	s.TableStates, s.SorterBlocks = uint64(r.IntN(3)*r.IntN(4000)), 1+r.IntN(500)
	o.Workers = 1 + r.IntN(4)
	o.Checkpoint = &parallel.Checkpoint{Dir: openDir(t, fs), EachLevel: r.IntN(2) == 0}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if r.IntN(2) == 0 {
		m = newTripwire(m, 1+r.IntN(20*run), cancel)
	} else {
		fs.FailAt(r.IntN(20*run), faultfs.Crash)
	}
	got, err := s.Run(ctx, m, o)
	if err != nil {
		require.ErrorIs(t, err, faultfs.ErrCrashed)
	}
	_ = o.Checkpoint.Dir.Close()
	fs.Restart(faultfs.Survival(r.IntN(3)))
	return got, err == nil && got.Limit == nil
}

// TestRewind goes back to each level of a finished search, and on from there.
func TestRewind(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 23))
	m := newReverseModel[[1]uint64](wideGraph(r, 3000, 3))
	fs := &faultfs.FS{}
	o := parallel.Options{Path: true, Checkpoint: &parallel.Checkpoint{Dir: newDir(t, fs), EachLevel: true}}
	want := reference[[1]uint64](m, o)
	var s parallel.Search[[1]uint64]
	requireSame(t, want, run(t, &s, m, o, "first"), "first")
	require.NoError(t, o.Checkpoint.Dir.Close())
	require.Greater(t, want.Depth(), 5)
	require.Positive(t, want.GoalDepth)
	for level := want.Depth(); level >= 0; level-- {
		about := fmt.Sprintf("level %d", level)
		require.NoError(t, parallel.Rewind(fs, "test", identity, level), about)
		require.ErrorIs(t, parallel.Rewind(fs, "test", identity, level+1), parallel.ErrNoLevel, about)
		o.Checkpoint.Dir = openDir(t, fs)
		requireSame(t, want, run(t, &s, m, o, about), about)
		require.NoError(t, o.Checkpoint.Dir.Close())
	}
	require.ErrorIs(t, parallel.Rewind(fs, "test", identity, -1), parallel.ErrNoLevel)
}

// TestDamage damages the files of a search that was interrupted: every bit of the manifest and of a level's header and index, and many of
// the rest; and cuts each file at every length of some. The search is then an error that names the file, or comes to the reference's
// result, because what is damaged is not read. LastWhole names the last level before the damage.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 24))
	g := randomGraph(r, 400, 4, 2)
	g.initial = []int{5}
	m := newReverseModel[[1]uint64](g)
	fs := &faultfs.FS{}
	d := newDir(t, fs)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var s parallel.Search[[1]uint64]
	_, err := s.Run(ctx, newTripwire[[1]uint64](m, 150, cancel), parallel.Options{Workers: 1, Checkpoint: &parallel.Checkpoint{Dir: d, EachLevel: true}})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	names, err := fs.List()
	require.NoError(t, err)
	require.Greater(t, len(names), 5)
	want := reference[[1]uint64](m, parallel.Options{Path: true})
	detected, harmless := 0, 0
	for _, name := range names {
		whole := fs.Bytes(name)
		for _, damaged := range damages(r, whole) {
			fs.Put(name, damaged)
			if requireDetected(t, &s, m, fs, name, want) {
				detected++
			} else {
				harmless++
			}
		}
		fs.Put(name, whole)
	}
	require.Greater(t, detected, 1000)
	require.Zero(t, harmless)
}

// damages returns a file cut at many lengths, and with single bits flipped.
func damages(r *rand.Rand, whole []byte) (all [][]byte) {
	for _, n := range []int{0, 1, 8, 20, 33, len(whole) / 2, len(whole) - 1} {
		all = append(all, whole[:max(0, min(n, len(whole)-1))])
	}
	for i := range whole {
		if i > 64 && i < len(whole)-64 && r.IntN(10) > 0 {
			continue
		}
		flipped := slices.Clone(whole)
		flipped[i] ^= 1 << r.IntN(8)
		all = append(all, flipped)
	}
	return all
}

// requireDetected resumes a search one of whose files is damaged, and reports whether that was found out. If
// not, the result must be the wanted one.
func requireDetected(t *testing.T, s *parallel.Search[[1]uint64], m parallel.Model[[1]uint64], fs *faultfs.FS, name string, want parallel.Result[[1]uint64]) bool {
	t.Helper()
	before := snapshot(fs)
	defer restore(fs, before)
	requireLastWhole(t, fs, name)
	d, err := checkpoint.Open(fs, "test", identity)
	if err == nil {
		var got parallel.Result[[1]uint64]
		got, err = s.Run(context.Background(), m, parallel.Options{Path: true, Checkpoint: &parallel.Checkpoint{Dir: d}})
		require.NoError(t, d.Close())
		if err == nil {
			requireSame(t, want, got, name)
			return name == "LOCK" || name == "MANIFEST.old" // which may hold anything
		}
	}
	require.ErrorContains(t, err, name)
	return true
}

// requireLastWhole requires LastWhole to name a damaged file of levels, and the level before its first.
func requireLastWhole(t *testing.T, fs *faultfs.FS, name string) {
	t.Helper()
	var first int
	if _, err := fmt.Sscanf(name, "levels-%d", &first); err != nil {
		return
	}
	m, err := checkpoint.Read(fs)
	require.NoError(t, err)
	level, damage := parallel.LastWhole(fs, m)
	require.ErrorContains(t, damage, name)
	require.Equal(t, first-1, level)
}

// FuzzReadKept reads any progress: it is an error, or says what a search can be resumed from, and no call panics.
func FuzzReadKept(f *testing.F) {
	f.Add([]byte(`{"levels":[{"states":3,"goals":1,"edges":0,"dead_ends":0,"file":"a","at":0,"bytes":9}],"expanded":0,"goal_depth":0,"goal":[7],"seconds":1}`))
	f.Add([]byte(`{"levels":[],"expanded":0,"goal_depth":-1,"goal":null,"seconds":0}`))
	f.Add([]byte(`{"levels":null,"expanded":-1,"goal_depth":-1}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, progress []byte) {
		k, err := parallel.ReadKept(&checkpoint.Manifest{Progress: progress, Files: []checkpoint.Entry{{Name: "a", Bytes: 9}}})
		if err != nil {
			require.ErrorIs(t, err, checkpoint.ErrCorrupt)
			return
		}
		if k != nil {
			require.LessOrEqual(t, k.Open(), k.States())
		}
	})
}

// snapshot returns the content of all files of a directory.
func snapshot(fs *faultfs.FS) map[string][]byte {
	files := map[string][]byte{}
	names, _ := fs.List()
	for _, name := range names {
		files[name] = fs.Bytes(name)
	}
	return files
}

// restore makes a directory what it was.
func restore(fs *faultfs.FS, files map[string][]byte) {
	names, _ := fs.List()
	for _, name := range names {
		fs.Put(name, nil)
	}
	for name, data := range files {
		fs.Put(name, data)
	}
}

// An unsynced file system forgets to sync files: a bug that is planted.
type unsynced struct{ *faultfs.FS }

func (u unsynced) Create(name string) (checkpoint.Writer, error) {
	w, err := u.FS.Create(name)
	return unsyncedWriter{w}, err
}

type unsyncedWriter struct{ checkpoint.Writer }

func (unsyncedWriter) Sync() error { return nil }

// TestFaultsFindAMissingSync crashes a search on a file system that does not sync files, at every operation: what
// TestEveryFault requires of a directory must then fail somewhere.
func TestFaultsFindAMissingSync(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 21))
	g := randomGraph(r, 120, 4, 2)
	g.initial = []int{0, 1}
	m := newReverseModel[[2]uint64](g)
	var s parallel.Search[[2]uint64]
	found := 0
	for op, reached := 0, true; reached; op++ {
		fs := &faultfs.FS{}
		d, err := checkpoint.Create(unsynced{fs}, checkpoint.Run{Tool: "test", Identity: identity}, false)
		require.NoError(t, err)
		fs.FailAt(op, faultfs.Crash)
		_, _ = s.Run(context.Background(), m, parallel.Options{Workers: 2, Checkpoint: &parallel.Checkpoint{Dir: d, EachLevel: true}})
		reached = fs.Operations() > op
		fs.Restart(faultfs.Names)
		if d, err = checkpoint.Open(fs, "test", identity); err != nil {
			found++
			continue
		}
		require.NoError(t, d.Close())
	}
	require.Positive(t, found)
}
