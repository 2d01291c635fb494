package twotone_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

// K · (M + (M + 1) · R), worked out by hand.
func TestStrictBound(t *testing.T) {
	for id, want := range map[string]int{
		"2x3:BWRRBB:0:5:1,3,4:strict": 42, // K = 3, M = 4, R = 2: 3 · (4 + 5·2)
		"2x3:BWWWBB:0:5:1,3:strict":   12, // no rainbow: K · M = 2 · 6
		"1x3:RRR:0:1:2:strict":        3,  // rainbow only: 1 · (0 + 1·3)
		"1x3:RBR:0:1:-:strict":        0,
		"2x2:BWRB:0:3:1,2:strict":     14, // 2 · (3 + 4·1)
	} {
		require.Equal(t, want, twotone.StrictBound(&parseCase(t, id).Board), id)
	}
}

// N(N-1) · 2^M · 2^K · 2, worked out by hand, and the greatest number where it is more.
func TestStateBound(t *testing.T) {
	for id, want := range map[string]uint64{
		"2x3:BWRRBB:0:5:1,3,4:strict": 30 * 16 * 8 * 2,
		"1x3:RRR:0:1:2:strict":        6 * 2 * 2,
		"2x2:BWRB:0:3:-:handover":     12 * 8 * 2,
	} {
		require.Equal(t, want, twotone.StateBound(&parseCase(t, id).Board), id)
	}
	board := func(n, ordinary, stars int) *twotone.Board {
		b := &twotone.Board{Rows: 1, Cols: n, White: 1, Cells: make([]twotone.Colour, n), Stars: make([]bool, n)}
		for i := range n {
			b.Stars[i] = i < stars
			if i >= ordinary {
				b.Cells[i] = twotone.Rainbow
			}
		}
		return b
	}
	// 28·27 = 756 takes 10 bits: with 53 ordinary cells and stars and the turn, 64
	require.Equal(t, uint64(756)<<54, twotone.StateBound(board(28, 28, 25)))
	require.Equal(t, uint64(math.MaxUint64), twotone.StateBound(board(28, 28, 26)))
	require.Equal(t, uint64(756)<<54, twotone.StateBound(board(28, 27, 26)))
	require.Equal(t, uint64(math.MaxUint64), twotone.StateBound(board(200, 200, 200)))
}

// Fractions are compared exactly, whatever their size.
func TestNearness(t *testing.T) {
	for _, test := range []struct {
		less, more twotone.Nearness
	}{
		{twotone.Nearness{Value: 1, Bound: 3}, twotone.Nearness{Value: 3, Bound: 8}},
		{twotone.Nearness{Value: 0, Bound: 1}, twotone.Nearness{Value: 1, Bound: math.MaxUint64}},
		{twotone.Nearness{Value: 1 << 62, Bound: 1<<63 - 1}, twotone.Nearness{Value: 1<<62 - 1, Bound: 1<<63 - 4}}, // by a hair
	} {
		require.Equal(t, -1, test.less.Compare(test.more), "%v", test)
		require.Equal(t, 1, test.more.Compare(test.less), "%v", test)
	}
	require.Zero(t, twotone.Nearness{Value: 1, Bound: 3}.Compare(twotone.Nearness{Value: 2, Bound: 6}))
}
