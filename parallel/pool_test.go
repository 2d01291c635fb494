package parallel

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// requireWhole requires a pool to know of every page that it made, each once, and so many of them to be in use.
func requireWhole[W statecodec.Words](t *testing.T, p *pool[W], used int) {
	t.Helper()
	size := uint64(8 * p.pageWords())
	u, f := p.bytes()
	require.Equal(t, uint64(used)*size, u, "bytes in use")
	require.Equal(t, uint64(len(p.free))*size, f, "bytes that are not in use")
	require.Equal(t, len(p.heap)+p.cut/p.pageWords(), used+len(p.free)+len(p.cold), "pages")
	idle := map[*statecodec.Block[W]]bool{}
	for _, pages := range [][]page[W]{p.free, p.cold} {
		for _, q := range pages {
			require.Equal(t, pageBlocks, cap(q))
			idle[unsafe.SliceData(q)] = true
		}
	}
	require.Len(t, idle, len(p.free)+len(p.cold), "pages that are not in use, each once")
}

// TestPool takes pages and gives them back at random, trims and resets, and requires that each page is empty when it
// comes, and holds what was written to it until it goes.
func TestPool(t *testing.T) {
	t.Run("1", testPool[[1]uint64])
	t.Run("8", testPool[[8]uint64])
}

func testPool[W statecodec.Words](t *testing.T) {
	var p pool[W]
	r := rand.New(rand.NewPCG(1, 42))
	type written struct {
		page page[W]
		sign uint64
	}
	var used []written
	cold, most := 0, 0
	slab := slabBytes / 8 / p.pageWords()
	for step := range 30 {
		for range r.IntN(2 * slab) {
			q := p.get()
			require.Empty(t, q)
			require.Equal(t, pageBlocks, cap(q))
			used = append(used, written{fill(q, uint64(len(used))<<32|uint64(step)), uint64(len(used))<<32 | uint64(step)})
		}
		r.Shuffle(len(used), func(i, j int) { used[i], used[j] = used[j], used[i] })
		most = max(most, len(used))
		left := r.IntN(len(used) + 1)
		for _, u := range used[left:] {
			p.put(u.page)
		}
		used = used[:left]
		requireWhole(t, &p, len(used))
		if r.IntN(3) == 0 {
			p.trim()
			require.Empty(t, p.free)
			cold += len(p.cold)
			requireWhole(t, &p, len(used))
		}
		for _, u := range used {
			requireFilled(t, u.page, u.sign)
		}
		if r.IntN(10) == 0 {
			used = used[:0]
			p.reset()
			requireWhole(t, &p, 0)
		}
	}
	require.Greater(t, most, keptPages+slab, "pages in use at a time")
	if p.slabs.Mapped() {
		require.Positive(t, cold)
	}
}

// fill fills a page with blocks of a sign.
func fill[W statecodec.Words](q page[W], sign uint64) page[W] {
	for i := range pageBlocks {
		b := statecodec.Block[W]{Set: ^sign}
		b.Key[0] = sign + uint64(i)<<20
		q = append(q, b)
	}
	return q
}

// requireFilled requires a page to be as it was filled.
func requireFilled[W statecodec.Words](t *testing.T, q page[W], sign uint64) {
	t.Helper()
	require.Len(t, q, pageBlocks)
	for i := range q {
		if q[i].Key[0] != sign+uint64(i)<<20 || q[i].Set != ^sign {
			t.Fatalf("block %d of page %#x: %v", i, sign, q[i])
		}
	}
}

// TestTrimGivesMemoryBack has pages of which every third is in use when the pool is trimmed. The others are zero then, as what the system
// took back is, or gone from the heap; they come again before others are made.
func TestTrimGivesMemoryBack(t *testing.T) {
	var p pool[[1]uint64]
	var pages []page[[1]uint64]
	for i := range keptPages + 3000 {
		pages = append(pages, fill(p.get(), uint64(i)))
	}
	if !p.slabs.Mapped() || runtime.GOOS != "linux" {
		t.Skip("not every system takes memory back at once")
	}
	require.Len(t, p.heap, keptPages)
	in := 0
	for i, q := range pages {
		if i%3 == 0 {
			in++
		} else {
			p.put(q)
		}
	}
	cut := p.cut
	p.trim()
	requireWhole(t, &p, in)
	require.Less(t, len(p.heap), keptPages/2)
	require.Len(t, p.cold, 2000)
	for _, q := range p.cold {
		for _, b := range q[:cap(q)] {
			require.Zero(t, b)
		}
	}
	for range 2000 {
		fill(p.get(), 1)
	}
	require.Empty(t, p.cold)
	require.Equal(t, cut, p.cut)
	for i := 0; i < len(pages); i += 3 {
		requireFilled(t, pages[i], uint64(i))
	}
	requireWhole(t, &p, in+2000)
}

// TestPoolTogether has many goroutines take pages, write to them, and give them back, while one trims. No two have the
// same page, or the race detector or the content says so.
func TestPoolTogether(t *testing.T) {
	var p pool[[2]uint64]
	var workers sync.WaitGroup
	for worker := range uint64(16) {
		workers.Go(func() {
			r := rand.New(rand.NewPCG(worker, 43))
			for range 30 {
				var pages []page[[2]uint64]
				for range r.IntN(60) {
					pages = append(pages, fill(p.get(), worker))
				}
				if worker == 0 {
					p.trim()
				}
				used, _ := p.bytes()
				if used < uint64(len(pages)*8*p.pageWords()) {
					t.Errorf("%d bytes in use", used)
				}
				for _, q := range pages {
					if q[0].Key[0] != worker || q[pageBlocks-1].Set != ^worker {
						t.Errorf("%v in a page of %d", q[0], worker)
					}
					p.put(q)
				}
			}
		})
	}
	workers.Wait()
	requireWhole(t, &p, 0)
}
