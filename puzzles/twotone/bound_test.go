package twotone_test

import (
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
