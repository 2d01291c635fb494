package parallel

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint/faultfs"
	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// A thicket is a model of so many states, each in a block of its own and all blocks in no order, of
// which levels are twice as large as those before. Each state has a successor that another one has
// too.
type thicket struct{ states uint64 }

// scatter maps numbers below 2^58 to keys, one to one.
func scatter(n uint64) [1]uint64 { return [1]uint64{n * 0x9E3779B185EBCA87 << 6} }

// inverse is what undoes the factor of scatter.
const inverse = 0x87493432BADB37

func (m thicket) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, scatter(1)) }
func (m thicket) Goal(*[1]uint64) bool                { return false }
func (m thicket) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	n := w[0] >> 6 * inverse & (1<<58 - 1)
	for i := 2 * n; i <= 2*n+2; i++ {
		if i < m.states {
			dst = append(dst, scatter(i))
		}
	}
	return dst
}

func TestThicket(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 12345, 1<<58 - 1} {
		require.Equal(t, n, scatter(n)[0]>>6*inverse&(1<<58-1))
	}
}

// mappedSlack is what may be mapped beside what a limit counts, which is rounded up here and there.
const mappedSlack = 1 << 20

// TestMappedMemoryHeedsTheLimit searches with many workers and little memory: the table and copies
// of it, pages, sorters and runs never take more than the limit together, and what is found is the
// same.
func TestMappedMemoryHeedsTheLimit(t *testing.T) {
	m, limits, teams := thicket{1 << 20}, []uint64{16, 32}, []int{2, 256}
	if os.Getenv("EXHAUST_SOAK") != "" {
		m, limits, teams = thicket{1 << 23}, []uint64{8, 16, 32, 64, 128, 200}, []int{1, 2, 8, 64, 256}
	}
	for _, memoryMiB := range limits {
		for _, workers := range teams {
			about := fmt.Sprintf("%d workers, %d MiB", workers, memoryMiB)
			var s Search[[1]uint64]
			_ = memory.Peak()
			r, err := s.Run(context.Background(), m, Options{Workers: workers, Memory: memoryMiB << 20, Spill: &faultfs.FS{}})
			require.NoError(t, err)
			require.NoError(t, r.Limit, about)
			require.Equal(t, m.states-1, r.States, about)
			peak := uint64(memory.Peak())
			t.Logf("%s: %d MiB", about, peak>>20)
			require.LessOrEqual(t, peak, memoryMiB<<20+mappedSlack, about)
			require.Zero(t, memory.Held())
		}
	}
}

// TestTeams has the numbers of workers that memory has room for.
func TestTeams(t *testing.T) {
	var s Search[[1]uint64]
	for _, c := range []struct {
		workers, memory  int // in MiB
		readers, tenants int
	}{
		{64, 0, 64, 64},
		{64, 8, 1, 3},
		{64, 32, 4, 13},
		{2, 32, 2, 2},
		{256, 1024, 128, 256},
	} {
		s.begin(thicket{1}, Options{Workers: c.workers, Memory: uint64(c.memory) << 20})
		require.NoError(t, s.set.Grow(1<<17, 1))
		require.Greater(t, s.set.Shards(), 1)
		require.Equal(t, c.readers, s.readers(), "%+v", c)
		require.Equal(t, c.tenants, s.expanders(), "%+v", c)
		s.end()
	}
}

// TestRoundsAreAccountedFor has all workers post as many blocks as the exchange takes, in no order
// of shards, which is when the most pages are not full: the memory that was said to be needed is
// enough.
func TestRoundsAreAccountedFor(t *testing.T) {
	var s Search[[1]uint64]
	for _, workers := range []int{1, 13, 200} {
		for _, limit := range []uint64{0, 32 << 20, 256 << 20} {
			s.begin(thicket{1}, Options{Workers: workers, Memory: limit})
			require.NoError(t, s.set.Grow(1<<17, 1))
			s.level.blocks = 1 << 20
			s.exchange.room = s.exchangeRoom()
			said := s.memory(0) - s.set.Bytes()
			team := s.workers[:s.team()]
			for i := uint64(0); !s.exchange.isFull(); i++ {
				w := team[i%uint64(len(team))]
				w.post([]statecodec.Block[[1]uint64]{{Key: scatter(i), Set: 1}})
			}
			used, _ := s.pool.Bytes()
			require.LessOrEqual(t, used, said, "%d workers, %d bytes", workers, limit)
			require.LessOrEqual(t, said, max(4*used, s.outboxBytes()), "%d workers, %d bytes", workers, limit)
			s.end()
		}
	}
}
