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
		for _, shards := range []int{0, 1, 4, 1024} {
			t.Run(fmt.Sprintf("%s/%d", name, shards), func(t *testing.T) {
				states := 600
				if hash == nil {
					states = 15000 / len(*new(W))
				}
				s := New[W]()
				s.Hash, s.FixedShards = hash, shards
				s.Reset()
				for _, workers := range []int{1, 3} {
					insertAll(t, s, workers, states)
				}
			})
		}
	}
}

// insertAll has workers insert overlapping random states level by level, and
// checks the set against a map: what is new, how many, at which level.
func insertAll[W statecodec.Words](t *testing.T, s *Set[W], workers, states int) {
	want := map[W]uint8{}
	r := rand.New(rand.NewPCG(uint64(workers), uint64(states)))
	for level := 0; len(want) < states; level += 100 {
		tag := Tag(level)
		var met, wantNew []W
		for range 1 + r.IntN(states) {
			w := smallState[W](r)
			if _, ok := want[w]; !ok {
				want[w] = tag
				wantNew = append(wantNew, w)
			}
			for range 1 + r.IntN(3) {
				met = append(met, w)
			}
		}
		fresh := insertTogether(t, s, met, workers, tag)
		slices.SortFunc(wantNew, statecodec.Compare[W])
		slices.SortFunc(fresh, statecodec.Compare[W])
		require.True(t, slices.Equal(wantNew, fresh))
		require.Equal(t, len(want), int(s.Len()))
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

// insertTogether inserts states, each into its shard, on so many goroutines; grows the set
// when it is full; and returns the states that were new.
func insertTogether[W statecodec.Words](t *testing.T, s *Set[W], states []W, workers int, tag uint8) []W {
	fresh := make([][]W, workers)
	for left := states; len(left) > 0; {
		shards := make([]uint16, len(left))
		s.ShardsOf(left, shards)
		byShard := make([][]W, s.Shards())
		for i, shard := range shards {
			byShard[shard] = append(byShard[shard], left[i])
		}
		var wg sync.WaitGroup
		for i := range workers {
			wg.Go(func() {
				var in Inserter[W]
				for shard := i; shard < len(byShard); shard += workers {
					byShard[shard] = in.Insert(s, shard, byShard[shard], tag, func(met []W) { fresh[i] = append(fresh[i], met...) })
				}
			})
		}
		wg.Wait()
		if left = slices.Concat(byShard...); len(left) > 0 {
			require.NoError(t, s.Grow(s.Capacity()*4/3, workers))
		}
	}
	return slices.Concat(fresh...)
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

// TestGrowMapped grows a set that lies outside the heap, in place.
func TestGrowMapped(t *testing.T) {
	t.Run("1", testGrowMapped[[1]uint64])
	t.Run("2", testGrowMapped[[2]uint64])
}

func testGrowMapped[W statecodec.Words](t *testing.T) {
	s := New[W]()
	r := rand.New(rand.NewPCG(5, 6))
	want := map[W]uint8{}
	require.NoError(t, s.Grow(200_000, 2))
	require.Equal(t, manyShards, s.Shards())
	batch := make([]W, 200_000)
	for i := range batch {
		batch[i][0], batch[i][len(batch[i])-1] = r.Uint64()>>40, r.Uint64()>>40
		want[batch[i]] = Tag(7)
	}
	insertTogether(t, s, batch, 2, Tag(7))
	base := s.base
	for i, factor := range []float64{1.01, 1.25, 3, 1.7} {
		require.NoError(t, s.Grow(uint64(float64(s.Capacity())*factor), 1+i))
		require.Equal(t, len(want), int(s.Len()))
		requireHolds(t, s, want)
	}
	if s.memory.mapped != nil {
		require.Equal(t, base, s.base)
	}
	s.Reset()
	requireHolds(t, s, map[W]uint8{})
}

// TestGrowElsewhere grows a set whose memory cannot be extended.
func TestGrowElsewhere(t *testing.T) {
	s := New[[1]uint64]()
	s.FixedShards = 16
	s.Reset()
	want := map[[1]uint64]uint8{}
	for i := range 50 {
		var batch [][1]uint64
		for range 100 {
			w := [1]uint64{rand.Uint64N(5000)}
			if _, ok := want[w]; !ok {
				want[w] = Tag(i)
			}
			batch = append(batch, w)
		}
		insertTogether(t, s, batch, 2, Tag(i))
		s.memory.words = slices.Clip(s.memory.words)
		require.NoError(t, s.Grow(s.Capacity()+1, 1+i%3))
		requireHolds(t, s, want)
	}
}

func TestFullSet(t *testing.T) {
	s := New[[1]uint64]()
	batch := make([][1]uint64, s.Capacity()+2)
	for i := range batch {
		batch[i][0] = uint64(i)
	}
	var in Inserter[[1]uint64]
	n := 0
	left := in.Insert(s, 0, slices.Clone(batch), 1, func(fresh [][1]uint64) { n += len(fresh) })
	require.Equal(t, batch[len(batch)-2:], left)
	require.Equal(t, int(s.Capacity()), n)
	require.Equal(t, s.Capacity(), s.Len())
}

func TestSmallSetsDoNotAllocate(t *testing.T) {
	s := New[[2]uint64]()
	var in Inserter[[2]uint64]
	batch := make([][2]uint64, 0, 100)
	fresh := 0
	count := func(met [][2]uint64) { fresh += len(met) }
	run := func() {
		s.Reset()
		fresh = 0
		for i := 0; i < 1200; i += 100 {
			batch = batch[:0]
			for j := range 100 {
				batch = append(batch, [2]uint64{uint64(i + j), 0})
			}
			for left := in.Insert(s, 0, batch, 1, count); len(left) > 0; left = in.Insert(s, 0, left, 1, count) {
				require.NoError(t, s.Grow(4*s.Len(), 1))
			}
		}
		if s.Len() != 1200 || fresh != 1200 {
			t.Fatalf("%d states, %d new, want 1200", s.Len(), fresh)
		}
	}
	for range 10 { // until all buffers have grown
		run()
	}
	require.Zero(t, testing.AllocsPerRun(10, run))
}

// TestEnterWords holds the vector code to the plain code: random buckets, filled and free,
// words that are in them, are not, are 0, and come twice.
func TestEnterWords(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		plain, fast := newHeapMemory(64*50), newHeapMemory(64*50)
		for b := 0; b < len(plain.words); b += 8 {
			for slot := range r.IntN(slots + 1) {
				plain.words[b] |= uint64(1+r.IntN(254)) << (8 * slot)
				plain.words[b+1+slot] = uint64(r.IntN(12))
			}
		}
		copy(fast.words, plain.words)
		n := r.IntN(100)
		words, places := make([]uint64, n), make([]uintptr, n)
		for i := range words {
			words[i], places[i] = uint64(r.IntN(12)), uintptr(64*r.IntN(50))
		}
		tag := uint8(1 + r.IntN(254))
		fastWords := slices.Clone(words)
		over, overPlaces := make([]uint64, n), make([]uintptr, n)
		fastOver, fastOverPlaces := make([]uint64, n), make([]uintptr, n)
		fresh, full := enterWordsPlain(plain.base(), words, places, tag, over, overPlaces)
		gotFresh, gotFull := enterWords(fast.base(), fastWords, places, tag, fastOver, fastOverPlaces)
		require.Equal(t, words[:fresh], fastWords[:gotFresh])
		require.Equal(t, over[:full], fastOver[:gotFull])
		require.Equal(t, overPlaces[:full], fastOverPlaces[:gotFull])
		require.Equal(t, plain.words, fast.words)
	}
}

// TestWordHashes holds the assembly that hashes to the plain code.
func TestWordHashes(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := range 200 {
		buckets, bits := 1+r.Uint64N(1000), 1+r.IntN(10)
		m := newHeapMemory(64 * uintptr(buckets))
		words, want, got := make([]uint64, n), make([]uintptr, n), make([]uintptr, n)
		wantShards, gotShards := make([]uint16, n), make([]uint16, n)
		for i := range words {
			words[i] = r.Uint64() >> r.IntN(64)
		}
		locateWordsPlain(words, want, buckets, bits)
		locateWords(m.base(), words, got, buckets, bits)
		require.Equal(t, want, got)
		shardsOfPlain(words, wantShards, 64-bits)
		shardsOf(words, gotShards, 64-bits)
		require.Equal(t, wantShards, gotShards)
	}
}
