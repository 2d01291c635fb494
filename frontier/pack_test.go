package frontier

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// levelOf returns states as the pages of a level: their blocks in no order, some of them in several pieces.
func levelOf[W statecodec.Words](r *rand.Rand, states []W) (pages [][]statecodec.Block[W]) {
	var blocks []statecodec.Block[W]
	for _, b := range statecodec.AppendBlocks(nil, states) {
		if part := b.Set & r.Uint64(); r.IntN(4) == 0 && part != 0 && part != b.Set {
			blocks = append(blocks, statecodec.Block[W]{Key: b.Key, Set: part})
			b.Set &^= part
		}
		blocks = append(blocks, b)
	}
	r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	for len(blocks) > 0 {
		n := min(r.IntN(1000), len(blocks)) // some are empty
		pages = append(pages, slices.Clone(blocks[:n]))
		blocks = blocks[n:]
	}
	return pages
}

// TestPack packs pages of blocks in no order, with little and much room, on one goroutine or several.
func TestPack(t *testing.T) {
	everyWidth(t, testPack[[1]uint64], testPack[[2]uint64], testPack[[3]uint64], testPack[[4]uint64], testPack[[8]uint64])
}

func testPack[W statecodec.Words](t *testing.T, r *rand.Rand) {
	var p Packer[W]
	for i := range 20 {
		s := NewStore[W](1<<30, nil)
		want := sortedStates[W](r, r.IntN(1<<(1+r.IntN(15))))
		pages := levelOf(r, want)
		room, workers := 1+r.IntN(1+r.IntN(100_000)), 1+r.IntN(5)
		about := fmt.Sprintf("case %d: %d states, room for %d, %d workers", i, len(want), room, workers)
		d, err := s.Draft(Options{BlockStates: 1 + r.IntN(9000)})
		require.NoError(t, err)
		before := slices.Concat(pages...)
		require.NoError(t, p.Pack(context.Background(), workers, pages, room, d), about)
		require.True(t, slices.Equal(before, slices.Concat(pages...)), "the pages were changed: %s", about)
		run, err := d.Close()
		require.NoError(t, err)
		require.True(t, slices.Equal(want, statesOf(t, run.Reader)), about)
		require.Less(t, cap(p.flat), 200_000)
	}
}

// TestPackRefuses packs states of which two are equal, and with a context that is done.
func TestPackRefuses(t *testing.T) {
	var p Packer[[1]uint64]
	d, err := NewStore[[1]uint64](1<<20, nil).Draft(Options{})
	require.NoError(t, err)
	block := func(v uint64) statecodec.Block[[1]uint64] { return statecodec.BlockOf(&[1]uint64{v}) }
	pages := [][]statecodec.Block[[1]uint64]{{block(5), block(300)}, {block(5)}}
	require.ErrorIs(t, p.Pack(context.Background(), 1, pages, 10, d), ErrOrder)
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("why")
	cancel(why)
	require.ErrorIs(t, p.Pack(ctx, 1, pages[:1], 10, d), why)
}
