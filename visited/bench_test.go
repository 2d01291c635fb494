package visited

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkGrow moves a full table of one-word states to one twice as large, on one
// worker.
func BenchmarkGrow(b *testing.B) {
	states := uint64(0)
	for b.Loop() {
		b.StopTimer()
		s := New[[1]uint64]()
		fillRandom(b, s, 4_000_000)
		states += s.Len()
		b.StartTimer()
		if err := s.Grow(2*s.Capacity(), 1); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		s.Reset()
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(states), "ns/state")
}

// BenchmarkInsert enters random states into a table far larger than the caches, a thousand
// and some into one shard after the other, from five to seven eighths of its slots.
func BenchmarkInsert(b *testing.B) {
	s := New[[1]uint64]()
	fillRandom(b, s, 16_000_000)
	var in Inserter[[1]uint64]
	r := rand.New(rand.NewPCG(1, 1))
	states := make([][1]uint64, 1<<18)
	byShard := make([][][1]uint64, manyShards)
	shards := make([]uint16, len(states))
	entered := 0
	for b.Loop() {
		b.StopTimer()
		if s.Len() > s.Capacity()-uint64(2*len(states)) {
			s.Reset()
			fillRandom(b, s, 16_000_000)
		}
		for i := range states {
			states[i][0] = r.Uint64()
		}
		s.ShardsOf(states, shards)
		for i, shard := range shards {
			byShard[shard] = append(byShard[shard], states[i])
		}
		b.StartTimer()
		for shard := range byShard {
			in.Insert(s, shard, byShard[shard], 1, func([][1]uint64) {})
			byShard[shard] = byShard[shard][:0]
		}
		entered += len(states)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(entered), "ns/state")
}

// fillRandom makes an empty set one that takes so many states and fills five eighths
// of its slots.
func fillRandom(b *testing.B, s *Set[[1]uint64], states uint64) {
	if err := s.Grow(states, 1); err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(2, 2))
	var in Inserter[[1]uint64]
	one, shard := make([][1]uint64, 1), make([]uint16, 1)
	for range states * 5 / 7 {
		one[0][0] = r.Uint64()
		s.ShardsOf(one, shard)
		in.Insert(s, int(shard[0]), one, 1, func([][1]uint64) {})
	}
}
