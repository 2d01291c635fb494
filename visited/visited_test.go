package visited

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// hashes are the ways a test hashes: the real one, and ones so bad that only
// the comparison of all words can tell states apart.
func hashes[W statecodec.Words]() map[string]func(*W) uint64 {
	return map[string]func(*W) uint64{
		"xxhash": nil,
		"zero":   func(*W) uint64 { return 0 },
		"ones":   func(*W) uint64 { return ^uint64(0) },
		"few":    func(w *W) uint64 { return statecodec.Hash(w) &^ (1<<62 - 1) },
	}
}

func TestSetAgainstMap(t *testing.T) {
	t.Run("1", testAgainstMap[[1]uint64])
	t.Run("2", testAgainstMap[[2]uint64])
	t.Run("3", testAgainstMap[[3]uint64])
	t.Run("4", testAgainstMap[[4]uint64])
	t.Run("8", testAgainstMap[[8]uint64])
}

func testAgainstMap[W statecodec.Words](t *testing.T) {
	for name, hash := range hashes[W]() {
		for _, workers := range []int{1, 3, 8} {
			t.Run(fmt.Sprintf("%s/%d", name, workers), func(t *testing.T) {
				states := 600
				if hash == nil {
					states = 20000
				}
				insertAll(t, hash, workers, states)
			})
		}
	}
}

// insertAll has workers insert overlapping random states level by level, and
// checks the set against a map: what is new, how many, at which level.
func insertAll[W statecodec.Words](t *testing.T, hash func(*W) uint64, workers, states int) {
	s := New[W]()
	s.Hash = hash
	want := map[W]uint8{}
	r := rand.New(rand.NewPCG(uint64(workers), uint64(states)))
	for level := 0; len(want) < states; level += 100 {
		tag := Tag(level)
		batches := make([][]W, workers)
		for range 1 + r.IntN(states) {
			w := smallState[W](r)
			if _, ok := want[w]; !ok {
				want[w] = tag
			}
			for range 1 + r.IntN(3) {
				i := r.IntN(workers)
				batches[i] = append(batches[i], w)
			}
		}
		before := s.Len()
		fresh := insertTogether(t, s, batches, tag)
		require.Equal(t, len(want), int(s.Len()))
		require.Equal(t, len(want)-int(before), fresh)
	}
	requireHolds(t, s, want)
	s.Reset()
	require.Zero(t, s.Len())
	requireHolds(t, s, map[W]uint8{})
}

// smallState returns a random state, often one with zero words.
func smallState[W statecodec.Words](r *rand.Rand) (w W) {
	for i := 0; i < len(w); i++ {
		w[i] = uint64(r.IntN(20)) * r.Uint64()
		if r.IntN(20) == 0 {
			w[i] = uint64(r.IntN(2))
		}
	}
	return w
}

// insertTogether inserts one batch a worker, growing the set when it is full,
// and returns how many states were new.
func insertTogether[W statecodec.Words](t *testing.T, s *Set[W], batches [][]W, tag uint8) int {
	fresh := make([]int, len(batches))
	for left := true; left; {
		var wg sync.WaitGroup
		for i := range batches {
			wg.Go(func() {
				for len(batches[i]) > 0 {
					part := batches[i][:min(100, len(batches[i]))]
					found, ok := insertBatch(s, part, tag)
					if !ok {
						return
					}
					fresh[i] += found
					batches[i] = batches[i][len(part):]
				}
			})
		}
		wg.Wait()
		left = false
		for _, b := range batches {
			left = left || len(b) > 0
		}
		if left {
			_, buckets := s.BytesFor(s.Capacity() * 4 / 3)
			require.NoError(t, s.Grow(max(buckets, MinBuckets+20), len(batches)))
		}
	}
	sum := 0
	for _, n := range fresh {
		sum += n
	}
	return sum
}

// insertBatch inserts states and returns how many were new, or false if there is
// no room for them.
func insertBatch[W statecodec.Words](s *Set[W], states []W, tag uint8) (int, bool) {
	var in Inserter[W]
	in.Open(s)
	defer in.Leave()
	in.States = append(in.States, states...)
	n := 0
	for !in.Idle() {
		fresh, ok := in.Flush(tag)
		if !ok {
			return 0, false
		}
		n += len(fresh)
	}
	return n, true
}

func requireHolds[W statecodec.Words](t *testing.T, s *Set[W], want map[W]uint8) {
	t.Helper()
	for w, tag := range want {
		got, ok := s.Lookup(&w)
		if !ok || got != tag {
			t.Fatalf("%v: %d %v, want %d", w, got, ok, tag)
		}
	}
	got := map[W]uint8{}
	s.Each(func(w *W, tag uint8) bool {
		if _, twice := got[*w]; twice {
			t.Fatalf("%v twice", *w)
		}
		got[*w] = tag
		return true
	})
	require.True(t, maps.Equal(want, got))
	r := rand.New(rand.NewPCG(9, 9))
	for range 1000 {
		w := smallState[W](r)
		_, ok := s.Lookup(&w)
		if ok != (want[w] != 0) {
			t.Fatalf("%v: %v", w, ok)
		}
	}
}

// TestGrowMapped moves a set of several chunks that lies outside the heap.
func TestGrowMapped(t *testing.T) {
	t.Run("1", testGrowMapped[[1]uint64])
	t.Run("2", testGrowMapped[[2]uint64])
}

func testGrowMapped[W statecodec.Words](t *testing.T) {
	s := New[W]()
	r := rand.New(rand.NewPCG(5, 6))
	want := map[W]uint8{}
	_, buckets := s.BytesFor(200_000)
	require.NoError(t, s.Grow(buckets, 2))
	for len(want) < 200_000 {
		batch := make([]W, 100)
		for i := range batch {
			batch[i][0], batch[i][len(batch[i])-1] = r.Uint64()>>40, r.Uint64()>>40
			want[batch[i]] = Tag(7)
		}
		insertTogether(t, s, [][]W{batch}, Tag(7))
	}
	for _, factor := range []float64{1.01, 1.25, 3} {
		require.NoError(t, s.Grow(uint64(float64(s.buckets)*factor), 3))
		require.Equal(t, len(want), int(s.Len()))
		requireHolds(t, s, want)
	}
	s.Reset()
	requireHolds(t, s, map[W]uint8{})
}

func TestFullSet(t *testing.T) {
	s := New[[1]uint64]()
	batch := make([][1]uint64, s.Capacity()+1)
	for i := range batch {
		batch[i][0] = uint64(i)
	}
	_, ok := insertBatch(s, batch, 1)
	require.False(t, ok)
	require.Zero(t, s.Len())
	n, ok := insertBatch(s, batch[1:], 1)
	require.True(t, ok)
	require.Equal(t, int(s.Capacity()), n)
	_, ok = insertBatch(s, batch[:1], 1)
	require.False(t, ok)
}

func TestSmallSetsDoNotAllocate(t *testing.T) {
	s := New[[2]uint64]()
	var in Inserter[[2]uint64]
	in.Open(s)
	flush := func() {
		for {
			if _, ok := in.Flush(1); ok {
				return
			}
			in.Leave()
			_, buckets := s.BytesFor(2 * s.Capacity())
			require.NoError(t, s.Grow(buckets, 1))
			in.Relocate()
		}
	}
	run := func() {
		s.Reset()
		for i := range 1200 {
			in.States = append(in.States, [2]uint64{uint64(i), 0})
			if len(in.States) == BatchStates {
				flush()
			}
		}
		for !in.Idle() {
			flush()
		}
		in.Leave()
		if s.Len() != 1200 {
			t.Fatalf("%d states, want 1200", s.Len())
		}
	}
	for range 10 { // until all buffers have grown
		run()
	}
	require.Zero(t, testing.AllocsPerRun(10, run))
}

// TestFilter holds the vector code to the plain code: random buckets, filled and free,
// words that are in them, are not, and are 0.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	m := newHeapMemory(64 * 50)
	for range 2000 {
		clear(m.words)
		for b := 0; b < len(m.words); b += 8 {
			m.words[b] = uint64(r.IntN(12)) // tags, which are no state
			for cell := range r.IntN(slots + 1) {
				m.words[b+1+cell] = uint64(1 + r.IntN(11))
			}
		}
		n := r.IntN(100)
		words, places := make([]uint64, n), make([]uintptr, n)
		for i := range words {
			words[i], places[i] = uint64(r.IntN(12)), uintptr(64*r.IntN(50))
		}
		fast, fastPlaces := slices.Clone(words), slices.Clone(places)
		left := filter(m.base(), fast, fastPlaces)
		want := filterPlain(m.base(), words, places)
		require.Equal(t, words[:want], fast[:left])
		require.Equal(t, places[:want], fastPlaces[:left])
	}
}

// TestPlaceWords holds the assembly to the plain code.
func TestPlaceWords(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := range 200 {
		buckets := 1 + r.Uint64N(1000)
		m := newHeapMemory(64 * uintptr(buckets))
		words, want, got := make([]uint64, n), make([]uintptr, n), make([]uintptr, n)
		for i := range words {
			words[i] = r.Uint64() >> r.IntN(64)
		}
		placeWordsPlain(words, want, buckets)
		placeWords(m.base(), words, got, buckets)
		require.Equal(t, want, got)
	}
}
