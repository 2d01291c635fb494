package wiring

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzles/huarong"
)

// TestSpaceCountsAll builds every set of free cells and every three cells of small sizes, and
// counts those that are valid.
func TestSpaceCountsAll(t *testing.T) {
	for _, size := range []string{"1x2", "2x1", "1x5", "2x2", "2x3", "3x2"} {
		s := spaceNamed(t, size)
		n := s.rows * s.cols
		count := uint64(0)
		for mask := range 1 << n {
			c := emptied(nil, s.rows, s.cols)
			for cell := range n {
				c.SetFree(cell, mask>>cell&1 != 0)
			}
			for query := range n * n * n {
				c.Hole, c.Piece, c.Target = query/n/n, query/n%n, query%n
				if c.Validate() == nil {
					count++
				}
			}
		}
		require.Equal(t, count, s.Len(), size)
	}
}

// TestSpaceCountsByFormula holds the number of cases against sums in closed form: over the sets of
// free cells of N cells, f³ adds up to N²(N+3)·2^(N-3) and f² to N(N+1)·2^(N-2), and a set of f has
// f³ - f² queries.
func TestSpaceCountsByFormula(t *testing.T) {
	for _, size := range [][2]int{
		{1, 3}, {2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 5}, {5, 6}, {1, 49}, {7, 7}, {5, 10},
	} {
		s, err := spaceOf(size[0], size[1])
		require.NoError(t, err)
		n := int64(size[0] * size[1])
		cubes := new(big.Int).Lsh(big.NewInt(n*n*(n+3)), uint(n-3))
		squares := new(big.Int).Lsh(big.NewInt(n*(n+1)), uint(n-2))
		want := cubes.Sub(cubes, squares)
		require.True(t, want.IsUint64(), size)
		require.Equal(t, want.Uint64(), s.Len(), size)
	}
	counts := map[string]uint64{"2x2": 144, "2x3": 1920, "3x3": 50_688, "3x4": 946_176}
	for size, cases := range counts {
		require.Equal(t, cases, spaceNamed(t, size).Len())
	}
	_, err := spaceOf(3, 17)
	require.EqualError(t, err, "no space of 3x17: it has 2^64 cases or more")
	_, err = spaceOf(64, 64)
	require.EqualError(t, err, "no space of 64x64: it has 2^64 cases or more")
}

// TestSpaceNumbers takes every case of small sizes: all are valid and differ, and the number of
// each is its own.
func TestSpaceNumbers(t *testing.T) {
	for _, size := range []string{"1x2", "3x1", "2x2", "2x3", "3x2", "3x3"} {
		s := spaceNamed(t, size)
		seen := map[huarong.Case]bool{}
		var c *huarong.Case
		for i := range s.Len() {
			c = s.At(i, c)
			if c.Validate() != nil || seen[*c] || s.number(c) != i {
				require.NoError(t, c.Validate())
				require.False(t, seen[*c], c)
				require.Equal(t, i, s.number(c), c)
			}
			seen[*c] = true
		}
		require.EqualValues(t, s.Len(), len(seen))
		require.Equal(t, size, s.String())
		require.Equal(t, size+" board", s.Title())
	}
}

// TestLargeSpaceNumbers takes cases of sizes that nobody counts through.
func TestLargeSpaceNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][2]int{{3, 7}, {5, 10}, {10, 5}, {49, 1}} {
		s, err := spaceOf(size[0], size[1])
		require.NoError(t, err)
		for range 500 {
			i := r.Uint64N(s.Len())
			c := s.At(i, nil)
			require.NoError(t, c.Validate())
			require.Equal(t, i, s.number(c))
		}
		for _, i := range []uint64{0, s.Len() - 1} {
			require.Equal(t, i, s.number(s.At(i, nil)))
		}
	}
}

// TestSpaceOrder takes the IDs of a space in order: their rows never go back.
func TestSpaceOrder(t *testing.T) {
	s := spaceNamed(t, "3x2")
	last := ""
	for i := range s.Len() {
		c := s.At(i, nil)
		rows := c.String()[:len("11/11/11")]
		require.LessOrEqual(t, last, rows)
		last = rows
	}
}

func TestSizes(t *testing.T) {
	f := Family()
	for size, want := range map[string]string{
		"":                    `size "": want ROWSxCOLS, such as 3x4`,
		"3":                   `size "3": want ROWSxCOLS, such as 3x4`,
		"03x4":                `size "03x4": want ROWSxCOLS, such as 3x4`,
		"3x4 ":                `size "3x4 ": want ROWSxCOLS, such as 3x4`,
		"9999999999999999999": `size "9999999999999999999": want ROWSxCOLS, such as 3x4`,
		"1x1":                 "size 1x1: want sides of 1 to 64 and at least two cells",
		"65x2":                "size 65x2: want sides of 1 to 64 and at least two cells",
		"2x999999":            "size 2x999999: want sides of 1 to 64 and at least two cells",
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
	s, err := f.Space(context.Background(), "64x64", nil)
	require.EqualError(t, err, "no space of 64x64: it has 2^64 cases or more")
	require.Nil(t, s)
}
