package memory

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// stamp fills words with numbers of their own, and requireStamped requires them to be there.
func stamp(words []uint64) {
	for i := range words {
		words[i] = ^uint64(i)
	}
}

func requireStamped(t *testing.T, words []uint64, from int) {
	t.Helper()
	for i := range words {
		if words[i] != ^uint64(from+i) {
			t.Fatalf("word %d: %#x", from+i, words[i])
		}
	}
}

func requireZero(t *testing.T, words []uint64) {
	t.Helper()
	if i := slices.IndexFunc(words, func(w uint64) bool { return w != 0 }); i >= 0 {
		t.Fatalf("word %d of %d: %#x", i, len(words), words[i])
	}
}

// mapped reports whether large memory is mapped on this system.
func mapped(t *testing.T) bool {
	m, err := New(large)
	require.NoError(t, err)
	defer m.Free()
	return m.Mapped()
}

// TestNew makes memory of sizes about where it is mapped, and of no words and of huge pages: zero, as long as was asked, and mapped
// from a mebibyte on.
func TestNew(t *testing.T) {
	for _, bytes := range []uintptr{0, 8, 4096, large - 8, large, large + 8, 2<<20 - 8, 2 << 20, 2<<20 + 8, 5<<20 + 24} {
		m, err := New(bytes)
		require.NoError(t, err)
		require.Len(t, m.Words, int(bytes/8))
		require.Equal(t, bytes >= large && mapped(t), m.Mapped(), "%d bytes", bytes)
		requireZero(t, m.Words)
		stamp(m.Words)
		requireStamped(t, m.Words, 0)
		if bytes > 0 {
			require.Equal(t, &m.Words[0], (*uint64)(m.Base()))
		}
		m.Free()
		require.Empty(t, m.Words)
		require.False(t, m.Mapped())
		m.Free() // of what is empty
	}
}

// TestNewFixed makes memory that stays as large as it is.
func TestNewFixed(t *testing.T) {
	for _, bytes := range []uintptr{0, 8, large - 8, large, 3<<20 + 24} {
		m := NewFixed(bytes)
		require.Len(t, m.Words, int(bytes/8))
		require.Equal(t, bytes >= large && mapped(t), m.Mapped(), "%d bytes", bytes)
		require.Less(t, cap(m.Words), int(bytes+6<<20)/8)
		requireZero(t, m.Words)
		stamp(m.Words)
		requireStamped(t, m.Words, 0)
		m.Free()
		require.Empty(t, m.Words)
	}
}

// TestAs has words as pairs and as bytes, and these as words again.
func TestAs(t *testing.T) {
	words := []uint64{1, 2, 3, 4}
	pairs := As[[2]uint64](words)
	require.Equal(t, [][2]uint64{{1, 2}, {3, 4}}, pairs)
	pairs[1][0] = 7
	require.Equal(t, uint64(7), words[2])
	require.Len(t, As[byte](words), 32)
	require.Equal(t, words, As[uint64](As[byte](words)))
	require.Empty(t, As[byte, uint64](nil))
}

// TestExtend makes memory larger step by step, by a word and by many pages. What it had stays where it was, what is added is
// zero.
func TestExtend(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 61))
	for range 5 {
		m, err := New(large + 8*uintptr(r.IntN(1000)))
		require.NoError(t, err)
		if !m.Mapped() {
			t.Skip("no memory is mapped here")
		}
		base := m.Base()
		stamp(m.Words)
		for range 15 {
			had := len(m.Words)
			more := r.IntN(1 << r.IntN(18))
			require.True(t, m.Extend(8*uintptr(had+more)))
			require.Len(t, m.Words, had+more)
			require.Equal(t, base, m.Base())
			requireStamped(t, m.Words[:had], 0)
			requireZero(t, m.Words[had:])
			stamp(m.Words)
		}
		require.False(t, m.Extend(8*uintptr(cap(m.Words)+1)), "more than is reserved")
		requireStamped(t, m.Words, 0)
		m.Free()
	}
}

// TestHeld makes memory, extends it and frees it, and counts.
func TestHeld(t *testing.T) {
	before := Held()
	a, err := New(3 * large)
	require.NoError(t, err)
	if !a.Mapped() {
		t.Skip("no memory is mapped here")
	}
	b, small := NewFixed(large), NewHeap(2*large)
	require.Equal(t, before+4*large, Held())
	require.True(t, a.Extend(5*large))
	require.Equal(t, before+6*large, Held())
	for _, m := range []*Memory{&a, &b, &small, &a} {
		m.Free()
	}
	require.Equal(t, before, Held())
	p := Pool{Words: 4096, Heap: 1}
	p.Put(p.Get())
	p.Get()
	p.Get()
	require.Positive(t, Held()-before)
	p.Reset()
	require.Equal(t, before, Held())
}

// TestExtendHeap has memory on the heap smaller and larger again: it cannot be more than it was made, and what comes again is zero.
func TestExtendHeap(t *testing.T) {
	m := NewHeap(800)
	require.False(t, m.Mapped())
	stamp(m.Words)
	require.False(t, m.Extend(8*uintptr(cap(m.Words)+1)))
	require.Len(t, m.Words, 100)
	require.True(t, m.Extend(80))
	require.Len(t, m.Words, 10)
	require.True(t, m.Extend(400))
	requireStamped(t, m.Words[:10], 0)
	requireZero(t, m.Words[10:])
	require.Len(t, m.Words, 50)
}

// TestMemoriesAreApart has several memories at once, which grow in turns and go in another order: none writes to another.
func TestMemoriesAreApart(t *testing.T) {
	var all [6]Memory
	for i := range all {
		var err error
		all[i], err = New(large + 4096*uintptr(i))
		require.NoError(t, err)
	}
	for round := range 4 {
		for i := range all {
			m := &all[i]
			had := len(m.Words)
			if m.Mapped() {
				require.True(t, m.Extend(8*uintptr(had+70_000*(i+1))))
			}
			for j := range m.Words {
				m.Words[j] = uint64(i<<8 | round)
			}
		}
	}
	for _, i := range []int{3, 0, 5, 1, 4, 2} {
		for _, w := range all[i].Words {
			if w != uint64(i<<8|3) {
				t.Fatalf("memory %d: %#x", i, w)
			}
		}
		all[i].Free()
	}
}

// TestRelease gives pieces back that begin and end anywhere: what lies in whole pages of a piece is zero then, what is beside the piece stays,
// and the whole can be written again.
func TestRelease(t *testing.T) {
	m, err := New(4 << 20)
	require.NoError(t, err)
	defer m.Free()
	if !m.Mapped() || runtime.GOOS != "linux" {
		t.Skip("not every system takes memory back at once")
	}
	r := rand.New(rand.NewPCG(1, 62))
	page := pageWords(t, &m)
	for _, piece := range [][2]int{{0, len(m.Words)}, {0, page}, {1, page}, {1, 2*page + 1}, {page - 1, page + 1}, {page, 2 * page}, {5, 5}, {len(m.Words), len(m.Words)}} {
		requireReleased(t, &m, piece[0], piece[1], page)
	}
	for range 50 {
		from := r.IntN(len(m.Words))
		requireReleased(t, &m, from, from+r.IntN(min(len(m.Words)-from, 1<<r.IntN(20))+1), page)
	}
}

// pageWords returns the words of the pages that Release gives back: a power of two at which what is zero begins and
// ends.
func pageWords(t *testing.T, m *Memory) int {
	t.Helper()
	stamp(m.Words)
	Release(m.Words[1:])
	page := slices.Index(m.Words, 0)
	require.Positive(t, page)
	require.Zero(t, page&(page-1))
	return page
}

// requireReleased gives a piece of memory back.
func requireReleased(t *testing.T, m *Memory, from, to, page int) {
	t.Helper()
	stamp(m.Words)
	Release(m.Words[from:to])
	first, last := (from+page-1)/page*page, to/page*page
	if first >= last {
		requireStamped(t, m.Words, 0)
		return
	}
	requireStamped(t, m.Words[:first], 0)
	requireZero(t, m.Words[first:last])
	requireStamped(t, m.Words[last:], last)
}
