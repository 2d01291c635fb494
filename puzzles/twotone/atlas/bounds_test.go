package atlas

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/table"
)

// A length above the bounds, K·(M + (M+1)·R) and Q - 1, is seen: 2 · (2 + 3·1) = 10 and 3·2 · 2^2 · 2^2 · 2 - 1 = 191 of
// three cells, one of them rainbow, and two stars.
func TestLengthOverBound(t *testing.T) {
	a := newAtlas(t, 1, 3)
	w := worker{atlas: a}
	c := Class{Class: table.Class{Rows: 1, Cols: 3, Rainbow: 1}, Orbit: 1}
	for _, test := range []struct {
		rule         twotone.Rule
		length       int
		stars, wrong uint64
	}{
		{twotone.Strict, 10, 2, 0}, {twotone.Strict, 11, 2, 7}, {twotone.Strict, 6, 1, 7}, {twotone.Strict, 0, 0, 0}, {twotone.Strict, 1, 0, 7},
		{twotone.Handover, 191, 2, 0}, {twotone.Handover, 192, 2, 7}, {twotone.Handover, 96, 1, 7},
	} {
		groups := make([]Group, 4)
		groups[test.stars].count(int(test.rule), test.length, 7)
		tally := w.tally(c, groups, newBounds(c), 0)
		require.Equal(t, test.wrong, tally.Mismatches, "%+v", test)
		require.Equal(t, test.wrong > 0, tally.First != "")
	}
}

// Of the cases of several shares the nearest to the bound is kept, and of those that are as near the first, in whatever share.
func TestNearestOfShares(t *testing.T) {
	space, err := twotone.NewSpace(1, 4, twotone.Black)
	require.NoError(t, err)
	far, first, second := nearCase(t, 1, "1x4:WWWB:1:3:0,3:strict"), nearCase(t, 4, "1x4:WWWB:1:3:0,3:strict"), nearCase(t, 4, "1x4:WWWW:1:3:0,3:strict")
	for _, shares := range [][]*NearCase{{far, first, second}, {second, first, far}, {nil, second, far, first}, {first, nil, far}} {
		r := RuleReport{Counts: Counts{Lengths: map[string]uint64{}}}
		for _, near := range shares {
			require.NoError(t, r.join(&RuleReport{NearLength: near}, space))
		}
		require.Equal(t, first, r.NearLength)
	}
}

// nearCase returns a case of a length.
func nearCase(t *testing.T, length uint64, id string) *NearCase {
	c, err := twotone.ParseID(id)
	require.NoError(t, err)
	return &NearCase{twotone.Nearness{Value: length, Bound: uint64(twotone.StrictBound(&c.Board))}, id}
}
