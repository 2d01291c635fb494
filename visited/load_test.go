package visited

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// TestLoad has several workers load blocks at once, the same keys again and again with other states, into tables of one shard and of
// many that grow when they must. All states are there in the end, each was new once, and none is fresh.
func TestLoad(t *testing.T) {
	for name, hash := range hashes[[1]uint64]() {
		for _, shards := range []int{0, 1, 16} {
			t.Run(fmt.Sprintf("%s/%d", name, shards), func(t *testing.T) {
				s := New[[1]uint64]()
				s.Hash, s.FixedShards = hash, shards
				s.Reset()
				load(t, s, rand.New(rand.NewPCG(1, 53)), 3, 500)
			})
		}
	}
	s := New[[1]uint64]() // large enough to be in many shards, outside the heap
	load(t, s, rand.New(rand.NewPCG(1, 54)), 2, 60_000)
	require.Equal(t, manyShards, s.Shards())
}

// load loads blocks of so many keys.
func load(t *testing.T, s *Set[[1]uint64], r *rand.Rand, workers int, keys uint64) {
	t.Helper()
	want := sets{}
	left := make([][]block1, workers) // for each worker
	loaders := make([]Loader[[1]uint64], workers)
	var added atomic.Uint64
	for range 8 {
		for i := range left {
			for range keys / 2 {
				b := newBlock([1]uint64{r.Uint64N(keys) << statecodec.BlockBits}, 3<<r.IntN(64))
				want[b.Key] |= b.Set
				left[i] = append(left[i], b)
			}
		}
		for full := true; full; {
			locks := make([]sync.Mutex, s.Shards())
			var group sync.WaitGroup
			for i := range left {
				group.Go(func() {
					n, over := loaders[i].Load(s, locks, i*s.Shards()/workers, left[i])
					added.Add(n)
					left[i] = append(left[i][:0], over...)
				})
			}
			group.Wait()
			full = false
			for i := range left {
				full = full || len(left[i]) > 0
			}
			if full {
				require.NoError(t, s.Grow(s.Capacity()+s.Capacity()/4+1, workers))
			}
		}
		require.Zero(t, s.Fresh())
		states := 0
		for key, set := range want {
			b := newBlock(key, set)
			states += b.Len()
			require.Equal(t, set, s.Lookup(&key))
		}
		require.Equal(t, uint64(states), added.Load())
		require.Equal(t, uint64(len(want)), s.Len())
	}
	require.NoError(t, s.Grow(2*s.Capacity()+1000, 1))
	for i := range uint64(100) { // what is entered afterwards is fresh but for what was loaded
		b := newBlock([1]uint64{i << statecodec.BlockBits}, r.Uint64())
		want := newBlock(b.Key, b.Set&^want[b.Key])
		require.Equal(t, uint64(want.Len()), insert1(t, s, b))
		require.Equal(t, want.Set, takeSets(t, s)[b.Key])
	}
}
