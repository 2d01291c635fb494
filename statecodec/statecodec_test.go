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

// TestLayout packs fields of random widths and values, and reads all of them
// back after each is set: no field touches another.
func TestLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		var l Layout
		var fields []Field
		var values []uint64
		var w [8]uint64
		for {
			width := r.IntN(20)
			if l.Bits()+width+19 > MaxBits {
				break
			}
			f := l.Field(width)
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

// TestEmptyField asks for fields without bits where the last word is full.
func TestEmptyField(t *testing.T) {
	var l Layout
	l.Field(64)
	f := l.Field(0)
	require.Equal(t, 64, l.Bits())
	w := [1]uint64{^uint64(0)}
	Set(&w, f, 1)
	require.Equal(t, [1]uint64{^uint64(0)}, w)
	require.Zero(t, Get(&w, f))
}

// FuzzLayout lays out fields of the given widths, sets them to the given values, and reads
// them back: each holds what was put there, and nothing lies outside the layout.
func FuzzLayout(f *testing.F) {
	f.Add([]byte{1, 7, 7, 64, 0, 3}, uint64(1))
	f.Add([]byte{63, 2, 64, 64, 64, 64, 64, 64}, uint64(99))
	f.Fuzz(func(t *testing.T, widths []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		var l Layout
		var w [8]uint64
		var fields []Field
		var values []uint64
		for _, width := range widths {
			next := l
			field := next.Field(int(width) % 65)
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
