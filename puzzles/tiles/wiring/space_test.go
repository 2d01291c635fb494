package wiring

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzles/tiles"
)

// TestSpaceNumbers takes every board of small sizes: all are valid and differ, the number of each
// is its own, and they are in the order of their tiles.
func TestSpaceNumbers(t *testing.T) {
	for _, size := range []string{"2x2", "2x3", "3x2", "2x4"} {
		s := spaceNamed(t, size)
		seen := map[tiles.Board]bool{}
		var b *tiles.Board
		last := -1
		for i := range s.Len() {
			b = s.At(i, b)
			if b.Validate() != nil || seen[*b] || s.number(b) != i {
				require.NoError(t, b.Validate())
				require.False(t, seen[*b], b)
				require.Equal(t, i, s.number(b), b)
			}
			seen[*b] = true
			order := 0
			for _, tile := range b.Cells() {
				order = order*10 + int(tile)
			}
			require.Greater(t, order, last)
			last = order
		}
		require.EqualValues(t, s.Len(), len(seen))
		require.Equal(t, size, s.String())
		require.Equal(t, size+" board", s.Title())
	}
}

// TestLargeSpaceNumbers takes boards of sizes that nobody counts through, up to 20 cells.
func TestLargeSpaceNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range []string{"2x5", "3x4", "4x4", "4x5", "5x4"} {
		s := spaceNamed(t, size)
		for range 300 {
			i := r.Uint64N(s.Len())
			b := s.At(i, nil)
			require.NoError(t, b.Validate())
			require.Equal(t, i, s.number(b))
		}
		for _, i := range []uint64{0, s.Len() - 1} {
			require.Equal(t, i, s.number(s.At(i, nil)))
		}
	}
	require.EqualValues(t, 2432902008176640000, spaceNamed(t, "4x5").Len())
}

func TestSizes(t *testing.T) {
	f := Family()
	for size, want := range map[string]string{
		"":       `size "": want ROWSxCOLS, such as 3x4`,
		"3":      `size "3": want ROWSxCOLS, such as 3x4`,
		"03x4":   `size "03x4": want ROWSxCOLS, such as 3x4`,
		"3x4 ":   `size "3x4 ": want ROWSxCOLS, such as 3x4`,
		"1x4":    "a board of 1x4: want 2x2 to 5x5",
		"6x2":    "a board of 6x2: want 2x2 to 5x5",
		"2x9999": "a board of 2x9999: want 2x2 to 5x5",
	} {
		_, err := f.Space(context.Background(), size, nil)
		require.EqualError(t, err, want)
		_, err = f.Random(size, family.Draws{})
		require.EqualError(t, err, want)
		_, err = f.Sample(size, family.Draws{})
		require.EqualError(t, err, want)
		_, err = f.Workshop.Draw(rand.New(rand.NewPCG(1, 1)), size)
		require.EqualError(t, err, want)
	}
	s, err := f.Space(context.Background(), "5x5", nil)
	require.EqualError(t, err, "no space of 5x5: it has 2^64 boards or more")
	require.Nil(t, s)
}
