package visited

import (
	"math/rand/v2"
	"testing"

	"exhaust/statecodec"
)

// BenchmarkGrow moves a full table of one-word states to one twice as large, on one
// worker.
func BenchmarkGrow(b *testing.B) {
	blocks := uint64(0)
	for b.Loop() {
		b.StopTimer()
		s := New[[1]uint64]()
		fillRandom(b, s, 1_000_000)
		blocks += s.Len()
		b.StartTimer()
		if err := s.Grow(2*s.Capacity(), 1); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		s.Reset()
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(blocks), "ns/block")
}

// BenchmarkInsert enters blocks of random keys into a table of 1 to 2 million, a thousand
// and some into one shard after the other.
func BenchmarkInsert(b *testing.B) {
	s := New[[1]uint64]()
	fillRandom(b, s, 2_000_000)
	var in Inserter[[1]uint64]
	r := rand.New(rand.NewPCG(1, 1))
	blocks := make([]statecodec.Block[[1]uint64], 1<<18)
	byShard := make([][]statecodec.Block[[1]uint64], manyShards)
	shards := make([]uint16, len(blocks))
	entered := 0
	for b.Loop() {
		b.StopTimer()
		if s.Len() > s.Capacity()-uint64(2*len(blocks)) {
			s.Reset()
			fillRandom(b, s, 2_000_000)
		}
		for i := range blocks {
			blocks[i] = statecodec.Block[[1]uint64]{Key: [1]uint64{r.Uint64()}, Set: 1}
		}
		s.ShardsOf(blocks, shards)
		for i, shard := range shards {
			byShard[shard] = append(byShard[shard], blocks[i])
		}
		b.StartTimer()
		for shard := range byShard {
			in.Insert(s, shard, byShard[shard])
			byShard[shard] = byShard[shard][:0]
		}
		entered += len(blocks)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(entered), "ns/block")
}

// fillRandom makes an empty set one that takes so many blocks and fills half of that.
func fillRandom(b *testing.B, s *Set[[1]uint64], blocks uint64) {
	if err := s.Grow(blocks, 1); err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(2, 2))
	var in Inserter[[1]uint64]
	one, shard := make([]statecodec.Block[[1]uint64], 1), make([]uint16, 1)
	for range blocks / 2 {
		one[0] = statecodec.Block[[1]uint64]{Key: [1]uint64{r.Uint64()}, Set: 1}
		s.ShardsOf(one, shard)
		in.Insert(s, int(shard[0]), one)
	}
}
