package statecodec

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"
)

func TestWidth(t *testing.T) {
	for _, c := range []struct{ bits, words int }{
		{0, 1}, {1, 1}, {64, 1}, {65, 2}, {128, 2}, {129, 3}, {192, 3}, {193, 4}, {256, 4}, {257, 8}, {512, 8},
	} {
		words, err := Width(c.bits)
		require.NoError(t, err)
		require.Equal(t, c.words, words, "%d bits", c.bits)
	}
	_, err := Width(513)
	var wide *WidthError
	require.ErrorAs(t, err, &wide)
	require.EqualError(t, err, "a state would need 513 bits: want at most 512")
}

func TestHashIsXXHash64(t *testing.T) {
	t.Run("1", testHash[[1]uint64])
	t.Run("2", testHash[[2]uint64])
	t.Run("3", testHash[[3]uint64])
	t.Run("4", testHash[[4]uint64])
	t.Run("8", testHash[[8]uint64])
}

func testHash[W Words](t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		w := random[W](r)
		var b []byte
		for i := 0; i < len(w); i++ {
			b = binary.LittleEndian.AppendUint64(b, w[i])
		}
		require.Equal(t, xxhash.Sum64(b), Hash(&w))
	}
}

func random[W Words](r *rand.Rand) (w W) {
	for i := 0; i < len(w); i++ {
		w[i] = r.Uint64() >> r.IntN(64)
	}
	return w
}

func TestCompare(t *testing.T) {
	sorted := [][2]uint64{{0, 0}, {0, 1}, {0, 1 << 63}, {1, 0}, {1, 1}, {1 << 63, 0}}
	for i, a := range sorted {
		for j, b := range sorted {
			want := 0
			switch {
			case i < j:
				want = -1
			case i > j:
				want = 1
			}
			require.Equal(t, want, Compare(a, b), "%v %v", a, b)
			require.Equal(t, want < 0, Less(&a, &b), "%v %v", a, b)
			x, y := [1]uint64{uint64(i)}, [1]uint64{uint64(j)}
			require.Equal(t, want, Compare(x, y), "%v %v", x, y)
			require.Equal(t, want < 0, Less(&x, &y), "%v %v", x, y)
		}
	}
}

// TestLayout packs fields of random widths and values from both ends, and reads all of them
// back after each is set: no field touches another.
func TestLayout(t *testing.T) {
	t.Run("1", testLayout[[1]uint64])
	t.Run("2", testLayout[[2]uint64])
	t.Run("3", testLayout[[3]uint64])
	t.Run("8", testLayout[[8]uint64])
}

func testLayout[W Words](t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var w W
	for range 200 {
		l := NewLayout(len(w))
		var fields []Field
		var values []uint64
		for {
			width := r.IntN(20)
			if l.Bits()+width+19 > 64*len(w) {
				break
			}
			f := draw(r, &l, width)
			require.LessOrEqual(t, f.Shift+f.Width, uint(64), "a field straddles two words")
			v := r.Uint64() & (1<<width - 1)
			Set(&w, f, ^v)
			Set(&w, f, v)
			fields, values = append(fields, f), append(values, v)
		}
		var got []uint64
		for _, f := range fields {
			got = append(got, Get(&w, f))
		}
		require.True(t, slices.Equal(values, got))
	}
}

// draw takes a field from either end.
func draw(r *rand.Rand, l *Layout, width int) Field {
	if r.IntN(2) == 0 {
		return l.Low(width)
	}
	return l.High(width)
}

// TestLayoutEnds asks for fields where words end: low ones come in the order of Compare from the least
// significant up, high ones from the most significant down.
func TestLayoutEnds(t *testing.T) {
	l := NewLayout(3)
	require.Equal(t, Field{Word: 2, Shift: 0, Width: 60}, l.Low(60))
	require.Equal(t, Field{Word: 2, Shift: 60, Width: 4}, l.Low(4))
	require.Equal(t, Field{Word: 1, Shift: 0, Width: 1}, l.Low(1))
	require.Equal(t, Field{Word: 0, Shift: 63, Width: 1}, l.High(1))
	require.Equal(t, Field{Word: 0, Shift: 0, Width: 63}, l.High(63))
	require.Equal(t, Field{Word: 1, Shift: 56, Width: 8}, l.High(8))
	require.Equal(t, 64+1+64+8, l.Bits())
	// what does not fit the rest of a word leaves it empty
	require.Equal(t, Field{Word: 1, Shift: 1, Width: 2}, l.Low(2))
	require.Equal(t, Field{Word: 2, Shift: 3, Width: 61}, l.High(61))
	require.Equal(t, 64+3+64+64+61, l.Bits())
}

// TestEmptyField asks for fields without bits where words are full.
func TestEmptyField(t *testing.T) {
	l := NewLayout(1)
	l.Low(64)
	for _, f := range []Field{l.Low(0), l.High(0)} {
		require.Equal(t, 64, l.Bits())
		w := [1]uint64{^uint64(0)}
		Set(&w, f, 1)
		require.Equal(t, [1]uint64{^uint64(0)}, w)
		require.Zero(t, Get(&w, f))
	}
}

// FuzzLayout lays out fields of the given widths from ends drawn at random, sets them to random values, and reads
// them back: each holds what was put there, and nothing lies outside the layout.
func FuzzLayout(f *testing.F) {
	f.Add([]byte{1, 7, 7, 64, 0, 3}, uint64(1))
	f.Add([]byte{63, 2, 64, 64, 64, 64, 64, 64}, uint64(99))
	f.Fuzz(func(t *testing.T, widths []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		l := NewLayout(8)
		var w [8]uint64
		var fields []Field
		var values []uint64
		for _, width := range widths {
			next := l
			field := draw(r, &next, int(width)%65)
			if next.Bits() > MaxBits {
				break
			}
			l = next
			fields, values = append(fields, field), append(values, r.Uint64()&(field.Mask()>>field.Shift))
			Set(&w, field, values[len(values)-1])
		}
		for i, field := range fields {
			require.Equal(t, values[i], Get(&w, field))
			Set(&w, field, 0)
		}
		require.Equal(t, [8]uint64{}, w)
	})
}

func BenchmarkHash(b *testing.B) {
	b.Run("1", benchmarkHash[[1]uint64])
	b.Run("2", benchmarkHash[[2]uint64])
	b.Run("8", benchmarkHash[[8]uint64])
}

func benchmarkHash[W Words](b *testing.B) {
	var w W
	sum := uint64(0)
	for b.Loop() {
		w[0]++
		sum += Hash(&w)
	}
	sink = sum
}

var sink uint64
