package visited

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
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
				states := 9000 / len(*new(W))
				if hash != nil {
					states = 100 + 300/max(1, shards) // probes are as long as there are states, and each shard has room for all
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

// insertAll has workers insert overlapping random states round by round, and
// checks the set against a map: what is new, and how many blocks there are.
func insertAll[W statecodec.Words](t *testing.T, s *Set[W], workers, states int) {
	want := map[W]bool{}
	r := rand.New(rand.NewPCG(uint64(workers), uint64(states)))
	for len(want) < states {
		var met, wantNew []W
		for range 1 + r.IntN(states) {
			w := smallState[W](r)
			if !want[w] {
				want[w] = true
				wantNew = append(wantNew, w)
			}
			for range 1 + r.IntN(3) {
				met = append(met, w)
			}
		}
		fresh := insertTogether(t, s, met, workers)
		slices.SortFunc(wantNew, statecodec.Compare[W])
		slices.SortFunc(fresh, statecodec.Compare[W])
		require.True(t, slices.Equal(wantNew, fresh))
	}
	requireHolds(t, s, want)
	s.Reset()
	require.Zero(t, s.Len())
	requireHolds(t, s, map[W]bool{})
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

// insertTogether inserts states, in blocks, each into its shard, on so many goroutines; grows the set
// when it is full; and returns the states that were new.
func insertTogether[W statecodec.Words](t *testing.T, s *Set[W], states []W, workers int) []W {
	var added atomic.Uint64
	for left := statecodec.AppendBlocks(nil, states); len(left) > 0; {
		shards := make([]uint16, len(left))
		s.ShardsOf(left, shards)
		byShard := make([][]statecodec.Block[W], s.Shards())
		for i, shard := range shards {
			byShard[shard] = append(byShard[shard], left[i])
		}
		var wg sync.WaitGroup
		for i := range workers {
			wg.Go(func() {
				var in Inserter[W]
				for shard := i; shard < len(byShard); shard += workers {
					var n uint64
					n, byShard[shard] = in.Insert(s, shard, byShard[shard])
					added.Add(n)
				}
			})
		}
		wg.Wait()
		if left = slices.Concat(byShard...); len(left) > 0 {
			require.NoError(t, s.Grow(s.Capacity()*4/3, workers))
		}
	}
	fresh := takeFresh(t, s)
	require.Equal(t, len(fresh), int(added.Load()))
	return fresh
}

// takeFresh returns the states that are fresh, of which there are none then.
func takeFresh[W statecodec.Words](t *testing.T, s *Set[W]) (fresh []W) {
	keys := map[W]bool{}
	var in Inserter[W]
	for shard := range s.Shards() {
		in.TakeFresh(s, shard, func(b statecodec.Block[W]) {
			require.NotZero(t, b.Set)
			require.False(t, keys[b.Key], "a key comes once")
			keys[b.Key] = true
			fresh = b.Append(fresh)
		})
		in.TakeFresh(s, shard, func(b statecodec.Block[W]) { t.Errorf("%v is fresh twice", b) })
	}
	return fresh
}

// requireHolds checks that the set holds these states and no others.
func requireHolds[W statecodec.Words](t *testing.T, s *Set[W], want map[W]bool) {
	t.Helper()
	blocks, states := map[W]uint64{}, 0
	for w := range want {
		b := statecodec.BlockOf(&w)
		blocks[b.Key] |= b.Set
	}
	for key, set := range blocks {
		if got := s.Lookup(&key); got != set {
			t.Fatalf("%v: %#x, want %#x", key, got, set)
		}
	}
	require.Equal(t, len(blocks), int(s.Len()))
	each(s.memory.Words, func(e *entry[W]) { states += bits.OnesCount64(e.set) })
	require.Equal(t, len(want), states)
	r := rand.New(rand.NewPCG(9, 9))
	for range 1000 {
		w := smallState[W](r)
		b := statecodec.BlockOf(&w)
		if got := s.Lookup(&b.Key); got != blocks[b.Key] {
			t.Fatalf("%v: %#x, want %#x", b.Key, got, blocks[b.Key])
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
	want := map[W]bool{}
	require.NoError(t, s.Grow(200_000, 2))
	require.Equal(t, manyShards, s.Shards())
	batch := make([]W, 100_000)
	for i := range batch {
		batch[i][0], batch[i][len(batch[i])-1] = r.Uint64()>>40, r.Uint64()>>40
		want[batch[i]] = true
	}
	insertTogether(t, s, batch, 2)
	base := s.base
	for i, factor := range []float64{1.01, 1.25, 3, 1.7} {
		require.NoError(t, s.Grow(uint64(float64(s.Capacity())*factor), 1+i))
		requireHolds(t, s, want)
	}
	if s.memory.Mapped() {
		require.Equal(t, base, s.base)
	}
	s.Reset()
	requireHolds(t, s, map[W]bool{})
}

// TestGrowElsewhere grows a set whose memory cannot be extended.
func TestGrowElsewhere(t *testing.T) {
	s := New[[1]uint64]()
	s.FixedShards = 16
	s.Reset()
	want := map[[1]uint64]bool{}
	for i := range 50 {
		var batch [][1]uint64
		for range 100 {
			w := [1]uint64{rand.Uint64N(5000)}
			want[w] = true
			batch = append(batch, w)
		}
		insertTogether(t, s, batch, 2)
		s.memory.Words = slices.Clip(s.memory.Words)
		require.NoError(t, s.Grow(s.Capacity()+1, 1+i%3))
		requireHolds(t, s, want)
	}
}

func TestFullSet(t *testing.T) {
	s := New[[1]uint64]()
	batch := make([]statecodec.Block[[1]uint64], s.Capacity()+2)
	for i := range batch {
		batch[i] = statecodec.Block[[1]uint64]{Key: [1]uint64{uint64(i) << statecodec.BlockBits}, Set: 1}
	}
	var in Inserter[[1]uint64]
	added, left := in.Insert(s, 0, batch)
	require.Equal(t, batch[len(batch)-2:], left)
	require.Equal(t, s.Capacity(), added)
	require.Equal(t, s.Capacity(), s.Len())
}

func TestSmallSetsDoNotAllocate(t *testing.T) {
	s := New[[2]uint64]()
	var in Inserter[[2]uint64]
	batch := make([]statecodec.Block[[2]uint64], 0, 100)
	fresh := 0
	count := func(b statecodec.Block[[2]uint64]) { fresh += b.Len() }
	run := func() {
		s.Reset()
		fresh = 0
		for i := 0; i < 1200; i += 100 {
			batch = batch[:0]
			for j := range 100 {
				batch = append(batch, statecodec.Block[[2]uint64]{Key: [2]uint64{uint64(i + j), 0}, Set: 1})
			}
			for _, left := in.Insert(s, 0, batch); len(left) > 0; _, left = in.Insert(s, 0, left) {
				require.NoError(t, s.Grow(4*s.Len(), 1))
			}
			in.TakeFresh(s, 0, count)
		}
		if s.Len() != 1200 || fresh != 1200 {
			t.Fatalf("%d blocks, %d new, want 1200", s.Len(), fresh)
		}
	}
	for range 10 { // until all buffers have grown
		run()
	}
	require.Zero(t, testing.AllocsPerRun(10, run))
}
