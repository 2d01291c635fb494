package frontier

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// newFiles returns an empty directory in memory.
func newFiles(t *testing.T) *faultfs.FS {
	t.Helper()
	fs := &faultfs.FS{}
	require.NoError(t, fs.Make())
	return fs
}

// newStore returns a store that is closed at the end of the test.
func newStore[W statecodec.Words](t testing.TB, bytes int64, files Files) *Store[W] {
	s := NewStore[W](bytes, files)
	t.Cleanup(s.Close)
	return s
}

// statesOf returns all states of a run.
func statesOf[W statecodec.Words](t *testing.T, f *Reader[W]) (all []W) {
	t.Helper()
	var b Buffer[W]
	for i := range f.Blocks() {
		states, err := f.Decode(i, &b)
		require.NoError(t, err)
		all = append(all, states...)
	}
	return all
}

// store writes states to a store, cut into parts at random.
func store[W statecodec.Words](t *testing.T, r *rand.Rand, s *Store[W], o Options, states []W) (*Run[W], error) {
	t.Helper()
	d, err := s.Draft(o)
	require.NoError(t, err)
	defer d.Discard()
	for at := 0; at < len(states); {
		n := min(1+r.IntN(len(states)), len(states)-at)
		p := d.NewPart()
		require.NoError(t, p.Write(states[at:at+n]))
		if err := d.Append(p); err != nil {
			return nil, err
		}
		at += n
	}
	return d.Close()
}

// TestStore keeps runs in memory while they fit and in files when they do not, and gives all of it back.
func TestStore(t *testing.T) {
	everyWidth(t, testStore[[1]uint64], testStore[[2]uint64], testStore[[3]uint64], testStore[[4]uint64], testStore[[8]uint64])
}

func testStore[W statecodec.Words](t *testing.T, r *rand.Rand) {
	fs := newFiles(t)
	s := newStore[W](t, 20_000, fs)
	var runs []*Run[W]
	var all [][]W
	for i := range 40 {
		states := sortedStates[W](r, r.IntN(3000))
		run, err := store(t, r, s, Options{Codec: codecs[i%3], BlockStates: 1 + r.IntN(300)}, states)
		require.NoError(t, err)
		require.LessOrEqual(t, s.Held(), int64(20_000))
		require.Equal(t, uint64(len(states)), run.Info().States)
		runs, all = append(runs, run.Hold()), append(all, states)
		require.NoError(t, run.Drop()) // it is held
	}
	require.Positive(t, s.Held())
	require.Positive(t, s.next, "no run went to a file")
	names, err := fs.List()
	require.NoError(t, err)
	require.Empty(t, names, "the files have no names")
	for i, run := range runs {
		require.True(t, slices.Equal(all[i], statesOf(t, run.Reader)))
		require.NoError(t, run.Drop())
	}
	require.Zero(t, s.Held())
}

// TestStoreWithoutFiles refuses what has no room, and takes it when there is room again.
func TestStoreWithoutFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := newStore[[1]uint64](t, 3000, nil)
	small, large := sortedStates[[1]uint64](r, 200), sortedStates[[1]uint64](r, 5000)
	run, err := store(t, r, s, Options{}, small)
	require.NoError(t, err)
	held := s.Held()
	_, err = store(t, r, s, Options{}, large)
	require.ErrorIs(t, err, ErrNoRoom)
	require.Equal(t, held, s.Held(), "a draft that failed takes nothing")
	require.NoError(t, run.Drop())
	s.SetMemory(1 << 20)
	run, err = store(t, r, s, Options{}, large)
	require.NoError(t, err)
	require.True(t, slices.Equal(large, statesOf(t, run.Reader)))
}

// TestDraftOrder appends parts that are not in order.
func TestDraftOrder(t *testing.T) {
	for _, bytes := range []int64{1 << 20, 0} {
		s := newStore[[1]uint64](t, bytes, newFiles(t))
		d, err := s.Draft(Options{})
		require.NoError(t, err)
		for _, v := range []uint64{7, 5} {
			p := d.NewPart()
			require.NoError(t, p.Write([][1]uint64{{v}}))
			err = d.Append(p)
		}
		require.ErrorIs(t, err, ErrOrder)
		d.Discard()
		require.Zero(t, s.Held())
	}
}

// TestPieces adds bytes in slices of all sizes, short and long after another, and reads from anywhere: what is read is what was
// added, the memory taken is as foretold, and what others add at the same time is not among it.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	pool := &memory.Pool{Words: pieceBytes / 8}
	for _, most := range []int{1, 1000, pieceBytes, pieceBytes + 1, 3*pieceBytes + 17, 500_000} {
		var all [3]pieces
		var want [3][]byte
		for i := range all {
			all[i].pool = pool
		}
		for step := 0; len(want[0]) < most; step++ {
			i := step % 3
			b := make([]byte, min(r.IntN(1<<r.IntN(18)), most-len(want[i])))
			for k := range b {
				b[k] = byte(r.Uint32())
			}
			before, foretold := all[i].taken(), all[i].toTake(len(b))
			all[i].add(b)
			require.Equal(t, before+foretold, all[i].taken())
			want[i] = append(want[i], b...)
		}
		for i := range all {
			p := &all[i]
			p.trim()
			require.Equal(t, int64(len(want[i])), p.size)
			require.GreaterOrEqual(t, p.taken(), p.size)
			require.Less(t, p.taken(), p.size+pieceBytes)
			require.Len(t, p.tail, max(0, (len(want[i])-1)/pieceBytes))
			for range 100 {
				from := r.IntN(len(want[i]) + 1)
				got := make([]byte, r.IntN(len(want[i])-from+1))
				n, err := p.ReadAt(got, int64(from))
				require.NoError(t, err)
				require.Equal(t, len(got), n)
				require.True(t, slices.Equal(want[i][from:from+n], got))
			}
			_, err := p.ReadAt(make([]byte, 2), p.size-1)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			p.free()
			require.Zero(t, p.taken())
		}
		used, _ := pool.Bytes()
		require.Zero(t, used)
	}
	pool.Reset()
}

// TestStoreUsesPiecesAgain keeps runs of several pieces, drops some, and keeps others: each is what it was, and those that come
// take the memory of those that went.
func TestStoreUsesPiecesAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 10))
	const most = 10 * pieceBytes
	before := memory.Held()
	s := newStore[[2]uint64](t, most, nil)
	type kept struct {
		run    *Run[[2]uint64]
		states [][2]uint64
	}
	var all []kept
	refused := 0
	for range 120 {
		states := sortedStates[[2]uint64](r, r.IntN(40_000))
		run, err := store(t, r, s, Options{Codec: None}, states)
		require.LessOrEqual(t, s.Held(), int64(most+pieceBytes))
		if err == nil {
			all = append(all, kept{run, states})
			continue
		}
		require.ErrorIs(t, err, ErrNoRoom)
		refused++
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, k := range all[:len(all)/2] {
			require.True(t, slices.Equal(k.states, statesOf(t, k.run.Reader)))
			require.NoError(t, k.run.Drop())
		}
		all = all[len(all)/2:]
	}
	require.Greater(t, refused, 3)
	require.LessOrEqual(t, memory.Held()-before, int64(4<<20), "what a pool grows by at least, which is more than the store takes")
	for _, k := range all {
		require.True(t, slices.Equal(k.states, statesOf(t, k.run.Reader)))
		require.NoError(t, k.run.Drop())
	}
}

// TestCopy copies runs of memory and of files: the copy is the run, and a damaged block is not copied.
func TestCopy(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	states := sortedStates[[2]uint64](r, 3000)
	for _, bytes := range []int64{1 << 20, 0} {
		fs := newFiles(t)
		run, err := store(t, r, newStore[[2]uint64](t, bytes, fs), Options{BlockStates: 100}, states)
		require.NoError(t, err)
		d, err := checkpoint.Create(fs, checkpoint.Run{}, true)
		require.NoError(t, err)
		f, err := d.New("copy.exhaust")
		require.NoError(t, err)
		_, err = f.Write([]byte("before"))
		require.NoError(t, err)
		info, err := run.Copy(f)
		require.NoError(t, err)
		_, err = f.Finish(info.States)
		require.NoError(t, err)
		file, err := d.Open("copy.exhaust")
		require.NoError(t, err)
		again, err := OpenRun[[2]uint64](file, 6, info.Bytes, "copy.exhaust")
		require.NoError(t, err)
		require.NoError(t, again.Verify())
		require.True(t, slices.Equal(states, statesOf(t, again.Reader)))
		require.NoError(t, again.Drop())

		bytes := fs.Bytes("copy.exhaust")
		bytes[1000] ^= 1
		fs.Put("copy.exhaust", bytes)
		file, err = d.Open("copy.exhaust")
		require.NoError(t, err)
		again, err = OpenRun[[2]uint64](file, 6, info.Bytes, "copy.exhaust")
		require.NoError(t, err)
		f, err = d.New("again.exhaust")
		require.NoError(t, err)
		_, err = again.Copy(f)
		require.ErrorIs(t, err, ErrCorrupt)
		f.Discard()
	}
}

// sorted returns the states of some sorters less those of some runs, by a plain sort and a map.
func plainGather[W statecodec.Words](added [][]W, past [][]W) []W {
	held := map[W]bool{}
	for _, states := range past {
		for _, w := range states {
			held[w] = true
		}
	}
	all := slices.Concat(added...)
	slices.SortFunc(all, statecodec.Compare)
	return slices.DeleteFunc(slices.Compact(all), func(w W) bool { return held[w] })
}

// TestGather sorts states in sorters of little and much room, in memory and in files, and
// takes from them those of runs of the past, on one goroutine or several: what is left is what a plain sort and a map leave.
func TestGather(t *testing.T) {
	everyWidth(t, testGather[[1]uint64], testGather[[2]uint64], testGather[[3]uint64], testGather[[4]uint64], testGather[[8]uint64])
}

func testGather[W statecodec.Words](t *testing.T, r *rand.Rand) {
	for i := range 15 {
		s := newStore[W](t, []int64{0, 50_000, 300_000, 1 << 24}[r.IntN(4)], newFiles(t))
		s.SetBuffers([]uint64{0, 1, 200_000, 1 << 20}[r.IntN(4)])
		universe := sortedStates[W](r, 1+r.IntN(10_000*(1+r.IntN(4))))
		var past []*Run[W]
		var pastStates [][]W
		for range r.IntN(4) {
			states := pick(r, universe, r.IntN(9), 10)
			run, err := store(t, r, s, Options{BlockStates: 1 + r.IntN(500)}, states)
			require.NoError(t, err)
			past, pastStates = append(past, run), append(pastStates, states)
		}
		var sorters []*Sorter[W]
		var added [][]W
		for range 1 + r.IntN(4) {
			states := slices.Concat(pick(r, universe, r.IntN(11), 10), pick(r, universe, r.IntN(3), 10))
			added = append(added, states)
			sorter := NewSorter(s, 50+r.IntN(1+r.IntN(1+r.IntN(2)*100_000)))
			fill(t, r, sorter, states)
			sorters = append(sorters, sorter)
		}
		want := plainGather(added, pastStates)
		workers := 1 + r.IntN(4)
		got, fresh, err := gather(workers, sorters, past, s)
		about := fmt.Sprintf("case %d, %d workers", i, workers)
		require.NoError(t, err, about)
		require.True(t, slices.Equal(want, got), about)
		require.True(t, slices.Equal(want, fresh), about)
		for _, sorter := range sorters {
			require.NoError(t, sorter.Free())
		}
		for _, run := range past {
			require.NoError(t, run.Drop())
		}
		require.Zero(t, s.held, about)
	}
}

// TestSorterOfLargeSegments has a sorter write segments of several parts.
func TestSorterOfLargeSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	s := newStore[[1]uint64](t, 1<<30, nil)
	sorter := NewSorter(s, 3*segmentBlocks+1000)
	states := make([][1]uint64, 8*segmentBlocks)
	for i := range states {
		states[i][0] = r.Uint64()
	}
	for chunk := range slices.Chunk(states, 1000) {
		require.NoError(t, sorter.Add(statecodec.AppendBlocks(nil, chunk)))
	}
	require.Len(t, sorter.segments, 2)
	sorter.Seal()
	got, fresh, err := gather(2, []*Sorter[[1]uint64]{sorter}, nil, s)
	require.NoError(t, err)
	slices.SortFunc(states, statecodec.Compare)
	require.True(t, slices.Equal(states, got))
	require.True(t, slices.Equal(states, fresh))
	require.NoError(t, sorter.Free())
	require.Zero(t, s.held)
}

// fill adds states, which may be there twice, to a sorter as blocks in no order, and seals it.
func fill[W statecodec.Words](t *testing.T, r *rand.Rand, s *Sorter[W], states []W) {
	t.Helper()
	blocks := torn(r, statecodec.AppendBlocks(nil, states))
	for len(blocks) > 0 {
		n := min(1+r.IntN(2000), len(blocks))
		require.NoError(t, s.Add(blocks[:n]))
		blocks = blocks[n:]
	}
	s.Seal()
}

// gather gathers to a run and returns its states, and those that fresh was called with, sorted.
func gather[W statecodec.Words](workers int, sorters []*Sorter[W], past []*Run[W], s *Store[W]) (states, fresh []W, err error) {
	d, err := s.Draft(Options{BlockStates: 300})
	if err != nil {
		return nil, nil, err
	}
	defer d.Discard()
	calls := make([][]statecodec.Block[W], workers)
	err = Gather(context.Background(), workers, sorters, past, d, func(worker int, blocks []statecodec.Block[W]) {
		calls[worker] = append(calls[worker], blocks...)
	})
	if err != nil {
		return nil, nil, err
	}
	fresh = statesIn(slices.Concat(calls...))
	run, err := d.Close()
	if err != nil {
		return nil, nil, err
	}
	for c := run.Cursor(Range[W]{}); ; {
		next, err := c.Next()
		if err != nil || len(next) == 0 {
			return states, fresh, errors.Join(err, run.Drop())
		}
		states = append(states, statesIn(next)...)
	}
}

// TestUnion adds runs of all sizes: the union holds all their states, in few runs.
func TestUnion(t *testing.T) {
	everyWidth(t, testUnion[[1]uint64], testUnion[[2]uint64], testUnion[[3]uint64], testUnion[[4]uint64], testUnion[[8]uint64])
}

func testUnion[W statecodec.Words](t *testing.T, r *rand.Rand) {
	s := newStore[W](t, 30_000, newFiles(t))
	u := NewUnion(s)
	left := sortedStates[W](r, 20_000)
	all := slices.Clone(left)
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	added := 0
	for len(left) > 0 {
		var runs []*Run[W]
		for range 1 + r.IntN(3) {
			n := min(r.IntN(1<<r.IntN(12)+1), len(left))
			states := slices.Clone(left[:n])
			left = left[n:]
			added += n
			slices.SortFunc(states, statecodec.Compare)
			run, err := store(t, r, s, Options{}, states)
			require.NoError(t, err)
			runs = append(runs, run)
		}
		require.NoError(t, u.Add(context.Background(), 1+r.IntN(3), runs...))
		for _, run := range runs {
			require.NoError(t, run.Drop())
		}
		require.Equal(t, uint64(added), u.States())
		for i := 1; i < len(u.runs); i++ {
			require.GreaterOrEqual(t, u.runs[i-1].Info().States, unionFactor*u.runs[i].Info().States, "run %d of %d", i, len(u.runs))
		}
	}
	var states []W
	for _, run := range u.Runs() {
		states = append(states, statesOf(t, run.Reader)...)
	}
	slices.SortFunc(states, statecodec.Compare)
	require.True(t, slices.Equal(all, states))
	require.NoError(t, u.Drop())
	require.Zero(t, s.Held())
}

// TestUnionPacksTighter merges runs with and without room: as long as half of the memory is free under S2, and then under zstd.
func TestUnionPacksTighter(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	states := levelStates[[1]uint64](r, 3000)
	for _, codec := range []Codec{S2, Zstd} {
		s := newStore[[1]uint64](t, 1<<20, newFiles(t))
		var runs []*Run[[1]uint64]
		for i := range 2 {
			run, err := store(t, r, s, Options{Codec: None}, states[1500*i:1500*(i+1)])
			require.NoError(t, err)
			runs = append(runs, run)
		}
		if codec == Zstd {
			s.SetMemory(2*s.Held() - 1)
		}
		u := NewUnion(s)
		require.NoError(t, u.Add(t.Context(), 1, runs...))
		require.Len(t, u.Runs(), 1)
		require.Equal(t, codec, u.Runs()[0].Info().Codec)
	}
}

// TestHas asks for every state of a run and for states between, before and behind them.
func TestHas(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	universe := sortedStates[[2]uint64](r, 3000)
	states := pick(r, universe, 1, 2)
	f := open[[2]uint64](t, write(t, r, Options{BlockStates: 70}, states))
	var b Buffer[[2]uint64]
	for _, i := range r.Perm(len(universe)) {
		has, err := f.Has(&universe[i], &b)
		require.NoError(t, err)
		require.Equal(t, slices.Contains(states, universe[i]), has)
	}
}

// TestGatherCancelled ends a gathering and a merge with the context's cause.
func TestGatherCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("why")
	cancel(why)
	r := rand.New(rand.NewPCG(1, 4))
	s := newStore[[1]uint64](t, 1<<20, nil)
	states := sortedStates[[1]uint64](r, 1000)
	sorter := NewSorter(s, 100)
	fill(t, r, sorter, states)
	d, err := s.Draft(Options{})
	require.NoError(t, err)
	require.ErrorIs(t, Gather(ctx, 2, []*Sorter[[1]uint64]{sorter}, nil, d, func(int, []statecodec.Block[[1]uint64]) {}), why)
	d.Discard()
	u := NewUnion(s)
	run, err := store(t, r, s, Options{}, states)
	require.NoError(t, err)
	require.ErrorIs(t, u.Add(ctx, 2, run, run), why)
	require.Zero(t, u.States())
}
