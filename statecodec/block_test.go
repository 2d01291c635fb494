package statecodec

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBlocks(t *testing.T) {
	t.Run("1", testBlocks[[1]uint64])
	t.Run("2", testBlocks[[2]uint64])
	t.Run("3", testBlocks[[3]uint64])
	t.Run("8", testBlocks[[8]uint64])
}

// testBlocks takes sorted states apart into blocks and puts them together again.
func testBlocks[W Words](t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		var states []W
		for range r.IntN(200) {
			var w W
			w[0], w[len(w)-1] = r.Uint64N(3)<<50, w[len(w)-1]|r.Uint64N(300)
			states = append(states, w)
		}
		slices.SortFunc(states, Compare[W])
		states = slices.Compact(states)
		blocks := AppendBlocks(nil, states)
		var got []W
		n := 0
		for i := range blocks {
			b := &blocks[i]
			require.Zero(t, b.Key[len(b.Key)-1]&blockMask)
			require.True(t, i == 0 || Less(&blocks[i-1].Key, &b.Key), "one block for each key")
			n += b.Len()
			got = b.Append(got)
		}
		require.Equal(t, len(states), n)
		require.True(t, slices.Equal(states, got))
	}
}
