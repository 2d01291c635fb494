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

// levels are kinds of levels: up to n blocks, of which a key may have several, with disjoint sets.
func levels[W statecodec.Words](r *rand.Rand, n int) map[string][]statecodec.Block[W] {
	all := map[string][]statecodec.Block[W]{
		"a board":         boardBlocks[W](r, n),
		"any keys":        randomBlocks(r, randomStates[W](r, n)),
		"sorted states":   statecodec.AppendBlocks(nil, sortedStates[W](r, n)),
		"one state":       statecodec.AppendBlocks(nil, sortedStates[W](r, 1)),
		"none":            nil,
		"one key":         {},
		"one digit":       randomBlocks(r, randomStates[W](r, n)),
		"full sets":       randomBlocks(r, randomStates[W](r, n)),
		"single states":   randomBlocks(r, randomStates[W](r, n)),
		"every bit":       nil,
		"the lowest bits": nil,
	}
	var w W
	last := len(w) - 1
	for i := range uint64(64) {
		all["one key"] = append(all["one key"], statecodec.Block[W]{Key: w, Set: 1 << i})
	}
	for i := range all["one digit"] { // one key is far above the others
		b := &all["one digit"][i]
		b.Key[0] &= 1<<40 - 1
		if i == 0 {
			b.Key[0] |= 1 << 63
		}
	}
	all["one digit"] = distinctKeys(all["one digit"])
	for i := range all["full sets"] {
		all["full sets"][i].Set = ^uint64(0)
	}
	for i := range all["single states"] {
		all["single states"][i].Set = 1 << r.IntN(64)
	}
	keys := make([]W, n) // more bits vary than there is room for in a tag, and many keys agree in the highest of them
	for i := range keys {
		for j := 0; j < len(w); j++ {
			keys[i][j] = r.Uint64() & -r.Uint64N(2)
		}
		if i%2 == 1 {
			keys[i] = keys[i-1]
			keys[i][last] ^= 1 << (6 + r.IntN(3))
		}
	}
	all["every bit"] = randomBlocks(r, keys)
	for i := range n {
		w[last] = uint64(i) << statecodec.BlockBits
		all["the lowest bits"] = append(all["the lowest bits"], statecodec.Block[W]{Key: w, Set: 1 | r.Uint64()})
	}
	return all
}

// randomBlocks gives each key of states a set, of few states or many.
func randomBlocks[W statecodec.Words](r *rand.Rand, states []W) (blocks []statecodec.Block[W]) {
	for i := range states {
		b := statecodec.BlockOf(&states[i])
		for range r.IntN(3) {
			b.Set |= r.Uint64() & r.Uint64()
		}
		blocks = append(blocks, b)
	}
	return distinctKeys(blocks)
}

// distinctKeys returns one block of each key.
func distinctKeys[W statecodec.Words](blocks []statecodec.Block[W]) []statecodec.Block[W] {
	seen := map[W]bool{}
	return slices.DeleteFunc(blocks, func(b statecodec.Block[W]) bool {
		defer func() { seen[b.Key] = true }()
		return seen[b.Key]
	})
}

// boardBlocks draws n blocks as a board makes them: positions in the top bits, below each some hundred keys that differ in the
// low bits by some steps more often than by others, and sets of about five states, of which some are frequent too.
func boardBlocks[W statecodec.Words](r *rand.Rand, n int) (blocks []statecodec.Block[W]) {
	var sets [64]uint64
	for i := range sets {
		for sets[i] == 0 {
			sets[i] = r.Uint64() & r.Uint64() & r.Uint64() & (r.Uint64() | r.Uint64())
		}
	}
	steps := [...]uint64{1, 1, 1, 1, 1, 2, 2, 3, 3, 8, 64, 1 << 10, 1 << 14}
	seen := map[W]bool{}
	var w W
	last := len(w) - 1
	for len(blocks) < n {
		if len(blocks)%200 == 0 {
			w[0] = r.Uint64N(36)<<58 | r.Uint64N(36)<<52 | r.Uint64N(40)<<32
			w[last] |= r.Uint64N(1<<12) << 18
		}
		w[last] += steps[r.IntN(len(steps))] << statecodec.BlockBits
		if !seen[w] {
			blocks = append(blocks, statecodec.Block[W]{Key: w, Set: sets[r.IntN(1+r.IntN(1+r.IntN(len(sets))))]})
		}
		seen[w] = true
	}
	return blocks
}

// statesIn returns the states of blocks, sorted one by one.
func statesIn[W statecodec.Words](blocks []statecodec.Block[W]) (states []W) {
	for i := range blocks {
		states = blocks[i].Append(states)
	}
	slices.SortFunc(states, statecodec.Compare)
	return states
}

// torn cuts some blocks into two or three with the same key, and puts all in no order.
func torn[W statecodec.Words](r *rand.Rand, blocks []statecodec.Block[W]) (all []statecodec.Block[W]) {
	for _, b := range blocks {
		for range r.IntN(3) {
			part := b.Set & r.Uint64()
			if part == 0 || part == b.Set {
				continue
			}
			all = append(all, statecodec.Block[W]{Key: b.Key, Set: part})
			b.Set &^= part
		}
		all = append(all, b)
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// paged puts blocks into pages, some of them empty.
func paged[W statecodec.Words](r *rand.Rand, blocks []statecodec.Block[W]) (pages [][]statecodec.Block[W]) {
	for len(blocks) > 0 {
		n := min(r.IntN(1000), len(blocks))
		pages = append(pages, slices.Clone(blocks[:n]))
		blocks = blocks[n:]
	}
	return pages
}

// TestPack packs levels with little and much room, on one goroutine or several, beside a plain sort of all states.
func TestPack(t *testing.T) {
	everyWidth(t, testPack[[1]uint64], testPack[[2]uint64], testPack[[3]uint64], testPack[[4]uint64], testPack[[8]uint64])
}

func testPack[W statecodec.Words](t *testing.T, r *rand.Rand) {
	var p Packer[W]
	for range 4 {
		for name, blocks := range levels[W](r, r.IntN(1<<(1+r.IntN(12)))) {
			want := statesIn(blocks)
			pages := paged(r, torn(r, blocks))
			room, workers := 1+r.IntN(1+r.IntN(20_000)), 1+r.IntN(8)
			about := fmt.Sprintf("%s: %d states, room for %d blocks, %d workers", name, len(want), room, workers)
			d, err := newStore[W](t, 1<<30, nil).Draft(Options{Codec: codecs[r.IntN(3)], BlockStates: 1 + r.IntN(9000)})
			require.NoError(t, err)
			before := slices.Concat(pages...)
			require.NoError(t, p.Pack(t.Context(), workers, pages, room, d), about)
			require.True(t, slices.Equal(before, slices.Concat(pages...)), "the pages were changed: %s", about)
			run, err := d.Close()
			require.NoError(t, err)
			require.True(t, slices.Equal(want, statesOf(t, run.Reader)), about)
			require.Less(t, cap(p.flat), 50_000)
		}
	}
}

// TestPackManyRanges packs levels that are cut into ranges for workers to share.
func TestPackManyRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	blocks := boardBlocks[[1]uint64](r, 5*packBlocks)
	want := statesIn(blocks)
	pages := paged(r, torn(r, blocks))
	var p Packer[[1]uint64]
	for _, workers := range []int{1, 2, 3, 8} {
		for _, room := range []int{packBlocks / 2, 2 * packBlocks, 1 << 30} {
			d, err := newStore[[1]uint64](t, 1<<30, nil).Draft(Options{Codec: S2})
			require.NoError(t, err)
			require.NoError(t, p.Pack(t.Context(), workers, pages, room, d))
			run, err := d.Close()
			require.NoError(t, err)
			require.True(t, slices.Equal(want, statesOf(t, run.Reader)), "%d workers, room for %d blocks", workers, room)
		}
	}
}

// TestPackRefuses packs levels in which a state is twice, wherever that is.
func TestPackRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	var p Packer[[2]uint64]
	for range 40 {
		blocks := torn(r, boardBlocks[[2]uint64](r, 1+r.IntN(3000)))
		twice := blocks[r.IntN(len(blocks))]
		twice.Set &= -twice.Set // one state
		pages := paged(r, slices.Insert(blocks, r.IntN(len(blocks)+1), twice))
		d, err := newStore[[2]uint64](t, 1<<30, nil).Draft(Options{})
		require.NoError(t, err)
		require.ErrorIs(t, p.Pack(t.Context(), 1+r.IntN(3), pages, 1+r.IntN(5000), d), ErrOrder)
		d.Discard()
	}
}

// TestPackCancelled packs with a context that is done, and goes on with the same packer.
func TestPackCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("why")
	cancel(why)
	r := rand.New(rand.NewPCG(8, 10))
	blocks := boardBlocks[[1]uint64](r, 100)
	var p Packer[[1]uint64]
	d, err := newStore[[1]uint64](t, 1<<30, nil).Draft(Options{})
	require.NoError(t, err)
	require.ErrorIs(t, p.Pack(ctx, 2, paged(r, blocks), 10, d), why)
	require.NoError(t, p.Pack(t.Context(), 2, paged(r, blocks), 10, d))
	run, err := d.Close()
	require.NoError(t, err)
	require.True(t, slices.Equal(statesIn(blocks), statesOf(t, run.Reader)))
}

// BenchmarkPack packs levels of boards on one goroutine, under the options of a search that is kept.
func BenchmarkPack(b *testing.B) {
	for _, n := range []int{30_000, 100_000, 300_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			blocks := boardBlocks[[1]uint64](r, n)
			r.Shuffle(n, func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
			pages := slices.Collect(slices.Chunk(blocks, 1024))
			states := len(statesIn(blocks))
			var p Packer[[1]uint64]
			s := newStore[[1]uint64](b, 1<<30, nil)
			var bytes int64
			for b.Loop() {
				d, _ := s.Draft(Options{Codec: S2, BlockStates: 1 << 15})
				_ = p.Pack(b.Context(), 1, pages, n, d)
				run, _ := d.Close()
				bytes = run.Info().Bytes
				_ = run.Drop()
			}
			perState(b, states)
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(states), "ns/state")
			b.ReportMetric(float64(bytes)/float64(states), "bytes/state")
		})
	}
}
