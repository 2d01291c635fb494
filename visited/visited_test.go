package visited

import (
	"fmt"
	"maps"
	"math/rand/v2"
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
					homes := make([]uintptr, len(part))
					s.Locate(part, homes)
					found, ok := s.Insert(part, homes, tag)
					if !ok {
						return
					}
					fresh[i] += len(found)
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

func TestInsertWithoutRoom(t *testing.T) {
	s := New[[1]uint64]()
	batch := make([][1]uint64, s.Capacity()+1)
	for i := range batch {
		batch[i][0] = uint64(i)
	}
	homes := make([]uintptr, len(batch))
	s.Locate(batch, homes)
	_, ok := s.Insert(batch, homes, 1)
	require.False(t, ok)
	require.Zero(t, s.Len())
	fresh, ok := s.Insert(batch[1:], homes[1:], 1)
	require.True(t, ok)
	require.Len(t, fresh, int(s.Capacity()))
	fresh, ok = s.Insert(nil, nil, 1)
	require.True(t, ok)
	require.Empty(t, fresh)
}

func TestSmallSetsDoNotAllocate(t *testing.T) {
	s := New[[2]uint64]()
	batch := make([][2]uint64, 300)
	homes := make([]uintptr, len(batch))
	run := func() {
		s.Reset()
		for round := range 4 {
			for i := range batch {
				batch[i][0] = uint64(round*1000 + i)
			}
			s.Locate(batch, homes)
			if _, ok := s.Insert(batch, homes, 1); !ok {
				_, buckets := s.BytesFor(2 * s.Capacity())
				require.NoError(t, s.Grow(buckets, 1))
				s.Locate(batch, homes)
				s.Insert(batch, homes, 1)
			}
		}
	}
	run()
	run()
	require.Zero(t, testing.AllocsPerRun(10, run))
}
