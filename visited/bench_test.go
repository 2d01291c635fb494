package visited

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkGrow moves a full table of one-word states to one two fifths larger, on one
// worker.
func BenchmarkGrow(b *testing.B) {
	s := New[[1]uint64]()
	fillRandom(b, s, 4_000_000)
	states := s.Len()
	for b.Loop() {
		b.StopTimer()
		t := New[[1]uint64]()
		fillRandom(b, t, 4_000_000)
		b.StartTimer()
		if err := t.Grow(t.buckets*7/5, 1); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		t.Reset()
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(states), "ns/state")
}

// BenchmarkInsert enters random states, few of which are there, into a table far
// larger than the caches.
func BenchmarkInsert(b *testing.B) {
	s := New[[1]uint64]()
	fillRandom(b, s, 16_000_000)
	r := rand.New(rand.NewPCG(1, 1))
	var in Inserter[[1]uint64]
	in.Open(s)
	states := 0
	for b.Loop() {
		for range BatchStates {
			in.States = append(in.States, [1]uint64{r.Uint64()})
		}
		states += BatchStates
		if _, ok := in.Flush(1); !ok {
			b.StopTimer()
			in.Clear()
			s.Reset()
			fillRandom(b, s, 16_000_000)
			b.StartTimer()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(states), "ns/state")
}

// fillRandom fills a table that takes so many states to seven eighths of that.
func fillRandom(b *testing.B, s *Set[[1]uint64], states uint64) {
	_, buckets := s.BytesFor(states)
	if err := s.Grow(buckets, 1); err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(2, 2))
	var in Inserter[[1]uint64]
	in.Open(s)
	for s.Len() < states*7/8 {
		for range BatchStates {
			in.States = append(in.States, [1]uint64{r.Uint64()})
		}
		in.Flush(1)
	}
	for !in.Idle() {
		in.Flush(1)
	}
	in.Leave()
}
