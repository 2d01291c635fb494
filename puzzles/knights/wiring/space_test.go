package wiring

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzles/knights"
)

// TestSpaceNumbers takes every case of small sizes: all are valid and differ, and the number of
// each is its own. There are as many as there are valid boards.
func TestSpaceNumbers(t *testing.T) {
	for _, size := range []string{
		"1x2", "2x1", "1x7", "2x2", "2x3", "3x2", "3x3", "2x5", "3x4", "4x3",
	} {
		s := spaceNamed(t, size)
		seen := map[knights.Board]bool{}
		var b *knights.Board
		for i := range s.Len() {
			b = s.At(i, b)
			if b.Validate() != nil || seen[*b] || s.number(b) != i {
				require.NoError(t, b.Validate())
				require.False(t, seen[*b], b)
				require.Equal(t, i, s.number(b), b)
			}
			seen[*b] = true
		}
		valid := 0
		for black := range uint64(1) << s.goal.Size() {
			if bits.OnesCount64(black) == s.blacks() {
				valid += s.goal.Size() - s.blacks() // cells for the hole
			}
		}
		require.Len(t, seen, valid)
		require.Equal(t, size, s.String())
		require.Equal(t, size+" board", s.Title())
	}
}

// TestLargeSpaces takes the first and the last case of every size, and random ones, and holds the
// number of cases against that in big numbers: it fits 64 bits for every size.
func TestLargeSpaces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for rows := 1; rows <= knights.MaxCells; rows++ {
		for cols := 1; cols <= knights.MaxCells; cols++ {
			if !knights.IsSize(rows, cols) {
				continue
			}
			s := spaceOf(rows, cols)
			want := new(big.Int).Binomial(int64(rows*cols-1), int64(s.blacks()))
			want.Mul(want, big.NewInt(int64(rows*cols)))
			require.True(t, want.IsUint64())
			require.Equal(t, want.Uint64(), s.Len())
			some := []uint64{random.Uint64N(s.Len()), random.Uint64N(s.Len())}
			for _, i := range append(some, 0, s.Len()-1) {
				b := s.At(i, nil)
				require.NoError(t, b.Validate())
				require.Equal(t, i, s.number(b))
			}
		}
	}
}

// TestDrawer draws every case of a small size about equally often.
func TestDrawer(t *testing.T) {
	d, err := Family().Random("2x3", family.Draws{})
	require.NoError(t, err)
	require.Equal(t, "random 2x3 boards", d.String())
	random := rand.New(rand.NewPCG(2, 2))
	counts := map[knights.Board]int{}
	for range 60 * 200 {
		counts[*d.Draw(random, nil)]++
	}
	require.Len(t, counts, 60)
	for b, n := range counts {
		require.InDelta(t, 200, n, 80, b.String())
	}
}

func TestSizes(t *testing.T) {
	f := Family()
	for size, want := range map[string]string{
		"":      `size "": want ROWSxCOLS, such as 3x4`,
		"5":     `size "5": want ROWSxCOLS, such as 3x4`,
		"05x5":  `size "05x5": want ROWSxCOLS, such as 3x4`,
		"5x5 ":  `size "5x5 ": want ROWSxCOLS, such as 3x4`,
		"5x100": `size "5x100": want ROWSxCOLS, such as 3x4`,
		"1x1":   "size 1x1: want 2 to 58 cells",
		"8x8":   "size 8x8: want 2 to 58 cells",
		"99x99": "size 99x99: want 2 to 58 cells",
	} {
		_, err := f.Space(context.Background(), size, nil)
		require.EqualError(t, err, want)
		_, err = f.Random(size, family.Draws{})
		require.EqualError(t, err, want)
		_, err = f.Workshop.Draw(rand.New(rand.NewPCG(1, 1)), size)
		require.EqualError(t, err, want)
	}
}
