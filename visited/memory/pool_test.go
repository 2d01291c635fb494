package memory

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// pieces is the number of pieces on the heap of the pools tested here.
const pieces = 256

// requireWhole requires a pool to know of every piece that it made, each once, and so many of them to be in use.
func requireWhole(t *testing.T, p *Pool, used int) {
	t.Helper()
	size := uint64(8 * p.Words)
	u, f := p.Bytes()
	require.Equal(t, uint64(used)*size, u, "bytes in use")
	require.Equal(t, uint64(len(p.free))*size, f, "bytes that are not in use")
	require.Equal(t, len(p.heap)+p.cut/p.Words, used+len(p.free)+len(p.cold), "pieces")
	idle := map[*uint64]bool{}
	for _, all := range [][][]uint64{p.free, p.cold} {
		for _, q := range all {
			require.Len(t, q, p.Words)
			idle[unsafe.SliceData(q)] = true
		}
	}
	require.Len(t, idle, len(p.free)+len(p.cold), "pieces that are not in use, each once")
}

// TestPool takes pieces and gives them back at random, trims and resets, and requires that each piece holds what was written to it
// until it goes. Some are as large as what the memory of a pool grows by at least, and larger.
func TestPool(t *testing.T) {
	for _, words := range []int{512, 2304, slabBytes / 8, slabBytes/8 + 512} {
		t.Run(fmt.Sprint(words), func(t *testing.T) { testPool(t, words) })
	}
}

func testPool(t *testing.T, words int) {
	slab := max(slabBytes/8/words, 2)
	p := Pool{Words: words, Heap: min(pieces, slab)}
	r := rand.New(rand.NewPCG(1, 42))
	type written struct {
		piece []uint64
		sign  uint64
	}
	var used []written
	cold, most := 0, 0
	for step := range 30 {
		for range r.IntN(2 * slab) {
			sign := uint64(len(used))<<32 | uint64(step)
			used = append(used, written{fill(p.Get(), sign), sign})
		}
		r.Shuffle(len(used), func(i, j int) { used[i], used[j] = used[j], used[i] })
		most = max(most, len(used))
		left := r.IntN(len(used) + 1)
		for _, u := range used[left:] {
			p.Put(u.piece)
		}
		used = used[:left]
		requireWhole(t, &p, len(used))
		if r.IntN(3) == 0 {
			p.Trim()
			require.Empty(t, p.free)
			cold += len(p.cold)
			requireWhole(t, &p, len(used))
		}
		for _, u := range used {
			requireFilled(t, u.piece, u.sign)
		}
		if r.IntN(10) == 0 {
			used = used[:0]
			p.Reset()
			requireWhole(t, &p, 0)
		}
	}
	require.Greater(t, most, p.Heap+slab, "pieces in use at a time")
	if p.slabs.Mapped() {
		require.Positive(t, cold)
	}
}

// fill fills a piece with words of a sign.
func fill(q []uint64, sign uint64) []uint64 {
	for i := range q {
		q[i] = sign + uint64(i)<<20
	}
	return q
}

// requireFilled requires a piece to be as it was filled.
func requireFilled(t *testing.T, q []uint64, sign uint64) {
	t.Helper()
	for i := range q {
		if q[i] != sign+uint64(i)<<20 {
			t.Fatalf("word %d of piece %#x: %#x", i, sign, q[i])
		}
	}
}

// TestTrimGivesMemoryBack has pieces of which every third is in use when the pool is trimmed. The others are zero then, as what the system
// took back is, or gone from the heap; they come again before others are made.
func TestTrimGivesMemoryBack(t *testing.T) {
	p := Pool{Words: 512, Heap: pieces}
	var all [][]uint64
	for i := range pieces + 3000 {
		all = append(all, fill(p.Get(), uint64(i)))
	}
	if !p.slabs.Mapped() || runtime.GOOS != "linux" {
		t.Skip("not every system takes memory back at once")
	}
	require.Len(t, p.heap, pieces)
	in := 0
	for i, q := range all {
		if i%3 == 0 {
			in++
		} else {
			p.Put(q)
		}
	}
	cut := p.cut
	p.Trim()
	requireWhole(t, &p, in)
	require.Less(t, len(p.heap), pieces/2)
	require.Len(t, p.cold, 2000)
	for _, q := range p.cold {
		requireZero(t, q)
	}
	for range 2000 {
		fill(p.Get(), 1)
	}
	require.Empty(t, p.cold)
	require.Equal(t, cut, p.cut)
	for i := 0; i < len(all); i += 3 {
		requireFilled(t, all[i], uint64(i))
	}
	requireWhole(t, &p, in+2000)
}

// TestPoolTogether has many goroutines take pieces, write to them, and give them back, while one trims. No two have the
// same piece, or the race detector or the content says so.
func TestPoolTogether(t *testing.T) {
	p := Pool{Words: 768, Heap: pieces}
	var workers sync.WaitGroup
	for worker := range uint64(16) {
		workers.Go(func() {
			r := rand.New(rand.NewPCG(worker, 43))
			for range 30 {
				var all [][]uint64
				for range r.IntN(60) {
					all = append(all, fill(p.Get(), worker))
				}
				if worker == 0 {
					p.Trim()
				}
				if used, _ := p.Bytes(); used < uint64(len(all)*8*p.Words) {
					t.Errorf("%d bytes in use", used)
				}
				for _, q := range all {
					if q[0] != worker || q[767] != worker+767<<20 {
						t.Errorf("%#x in a piece of %d", q[0], worker)
					}
					p.Put(q)
				}
			}
		})
	}
	workers.Wait()
	requireWhole(t, &p, 0)
}
