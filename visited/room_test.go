package visited

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// fill enters so many blocks, of different keys.
func fill(t *testing.T, s *Set[[1]uint64], from, n uint64) {
	t.Helper()
	var in Inserter[[1]uint64]
	shards := make([]uint16, 1)
	for i := from; i < from+n; i++ {
		block := []statecodec.Block[[1]uint64]{{Key: [1]uint64{i << statecodec.BlockBits}, Set: 1}}
		s.ShardsOf(block, shards)
		_, left := in.Insert(s, int(shards[0]), block)
		require.Empty(t, left)
	}
}

// heapBytes returns what is on the heap and in use.
func heapBytes() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestGrowTakesWhatItSays grows a table with many workers, where it is and somewhere else: the
// memory at its peak is what BytesFor says, and no more is said than is taken.
func TestGrowTakesWhatItSays(t *testing.T) {
	for _, workers := range []int{1, 3, 64, 200} {
		for _, inPlace := range []bool{true, false} {
			about := fmt.Sprintf("%d workers, in place %v", workers, inPlace)
			before := memory.Held() // by the sets of other tests
			s := New[[1]uint64]()
			require.NoError(t, s.Grow(1<<18, workers))
			fill(t, s, 0, 1000)
			if !inPlace {
				s.memory.Words = s.memory.Words[:len(s.memory.Words):len(s.memory.Words)]
			}
			said := s.BytesFor(1<<19, workers) - s.freshBytes()
			_ = memory.Peak()
			require.NoError(t, s.Grow(1<<19, workers))
			taken := uint64(memory.Peak() - before)
			require.LessOrEqual(t, taken, said, about)
			require.GreaterOrEqual(t, taken, said/8*7, about)
			s.Reset()
			require.Equal(t, before, memory.Held(), about)
		}
	}
}

// TestFreshListsCount has very many fresh blocks, whose slots are listed on the heap.
func TestFreshListsCount(t *testing.T) {
	s := New[[1]uint64]()
	require.NoError(t, s.Grow(1<<20, 1))
	table := uint64(s.Shards()) * uint64(s.shardBytes())
	before := heapBytes()
	fill(t, s, 0, 1<<19)
	listed := heapBytes() - before
	require.Greater(t, listed, uint64(1<<20))
	require.GreaterOrEqual(t, s.Bytes()-table, listed/10*9)
	require.GreaterOrEqual(t, s.BytesFor(1<<21, 1), 2*table+listed/10*9)
	runtime.KeepAlive(s)
	s.Reset()
}
