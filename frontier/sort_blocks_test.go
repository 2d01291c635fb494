package frontier

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

func TestGatherer(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for i := range 2000 {
		mask := r.Uint64() >> r.IntN(65)
		if i%2 == 0 {
			mask &= r.Uint64() & r.Uint64()
		}
		g, x := gathererOf(mask), r.Uint64()
		want, n := uint64(0), 0
		for bit := range 64 {
			if mask>>bit&1 == 1 {
				want |= x >> bit & 1 << n
				n++
			}
		}
		require.Equal(t, want, g.of(x), "%x of %x", mask, x)
		require.Equal(t, n, g.size)
	}
}

// A writing is blockSorter.write, or what a bug makes of it.
type writing[W statecodec.Words] func(*blockSorter[W], *Part[W], []statecodec.Block[W]) error

// right reports whether the states of blocks are what is written.
func (w writing[W]) right(t *testing.T, blocks []statecodec.Block[W]) bool {
	t.Helper()
	if len(blocks) == 0 {
		return true
	}
	d, err := newStore[W](t, 1<<30, nil).Draft(Options{Codec: None, BlockStates: 1000})
	require.NoError(t, err)
	part := d.NewPart()
	if err := w(new(blockSorter[W]), part, blocks); err != nil {
		return false
	}
	require.NoError(t, d.Append(part))
	run, err := d.Close()
	require.NoError(t, err)
	return slices.Equal(statesIn(blocks), statesOf(t, run.Reader))
}

// writings are the sorter, and bugs that are planted in it.
func writings[W statecodec.Words]() map[string]writing[W] {
	return map[string]writing[W]{
		"right": (*blockSorter[W]).write,
		"does not merge": func(s *blockSorter[W], part *Part[W], blocks []statecodec.Block[W]) error {
			place := s.arrange(blocks)
			for _, tag := range s.tags {
				_ = part.WriteBlocks([]statecodec.Block[W]{blocks[tag[0]&place]})
			}
			return part.err
		},
		"forgets a piece": func(s *blockSorter[W], part *Part[W], blocks []statecodec.Block[W]) error {
			return s.write(part, distinctKeys(slices.Clone(blocks)))
		},
		"ignores a bit": func(s *blockSorter[W], part *Part[W], blocks []statecodec.Block[W]) error {
			place := s.arrange(blocks)
			ignored := place<<1 | 1
			slices.SortFunc(s.tags, func(a, b [1]uint64) int {
				return statecodec.Compare([1]uint64{a[0]&^ignored | a[0]&place}, [1]uint64{b[0]&^ignored | b[0]&place})
			})
			return s.merge(part, blocks, place)
		},
		"leaves ties": func(s *blockSorter[W], part *Part[W], blocks []statecodec.Block[W]) error {
			place := bits.Len(uint(len(blocks) - 1))
			s.layOut(blocks, place)
			s.tag(blocks)
			ignored := [1]uint64{1<<place - 1}
			sortInto(s.tags, s.scratch[:len(s.tags)], &ignored, false)
			return s.merge(part, blocks, ignored[0])
		},
	}
}

// TestBlockSorter writes the kinds of levels of TestPack, some of which find each planted bug.
func TestBlockSorter(t *testing.T) {
	everyWidth(t, testBlockSorter[[1]uint64], testBlockSorter[[2]uint64], testBlockSorter[[3]uint64], testBlockSorter[[4]uint64], testBlockSorter[[8]uint64])
}

func testBlockSorter[W statecodec.Words](t *testing.T, r *rand.Rand) {
	found := map[string]bool{}
	for kind, blocks := range levels[W](r, 200+r.IntN(300)) {
		blocks = torn(r, blocks)
		for name, write := range writings[W]() {
			ok := write.right(t, blocks)
			require.True(t, ok || name != "right", kind)
			found[name] = found[name] || !ok
		}
	}
	for name := range writings[W]() {
		require.Equal(t, name != "right", found[name], "a sorter that %s", name)
	}
}

// TestWriteBlocks encodes blocks and their states to the same bytes, wherever the blocks of the run end.
func TestWriteBlocks(t *testing.T) {
	everyWidth(t, testWriteBlocks[[1]uint64], testWriteBlocks[[2]uint64], testWriteBlocks[[3]uint64], testWriteBlocks[[4]uint64], testWriteBlocks[[8]uint64])
}

func testWriteBlocks[W statecodec.Words](t *testing.T, r *rand.Rand) {
	for _, blocks := range levels[W](r, 300) {
		states := statesIn(blocks)
		sorted := statecodec.AppendBlocks(nil, states)
		for range 20 {
			o := Options{Codec: None, BlockStates: 1 + r.IntN(1+r.IntN(3000))}
			one, err := NewPart[W](o)
			require.NoError(t, err)
			require.NoError(t, one.Write(states))
			require.NoError(t, one.seal())
			two, err := NewPart[W](o)
			require.NoError(t, err)
			for left := sorted; len(left) > 0; {
				n := 1 + r.IntN(len(left))
				require.NoError(t, two.WriteBlocks(left[:n]))
				left = left[n:]
			}
			require.NoError(t, two.seal())
			require.Equal(t, one.bytes, two.bytes, "%d states a block", o.BlockStates)
			require.Equal(t, one.blocks, two.blocks)
			require.Equal(t, one.last, two.last)
			require.Equal(t, one.states, two.states)
		}
	}
}

// TestWriteBlocksOrder puts a block where it may not be.
func TestWriteBlocksOrder(t *testing.T) {
	type block = statecodec.Block[[2]uint64]
	for _, blocks := range [][]block{
		{{Key: [2]uint64{0, 64}, Set: 1}, {Key: [2]uint64{0, 0}, Set: 1}},
		{{Key: [2]uint64{0, 64}, Set: 1}, {Key: [2]uint64{0, 64}, Set: 1}},
		{{Key: [2]uint64{0, 64}, Set: 6}, {Key: [2]uint64{0, 64}, Set: 1}},
		{{Key: [2]uint64{1, 0}, Set: 1}, {Key: [2]uint64{0, 64}, Set: 1}},
		{{Key: [2]uint64{0, 0}, Set: 7}, {Key: [2]uint64{1, 0}, Set: 1}, {Key: [2]uint64{0, 64}, Set: 1}},
	} {
		for size := 1; size < 6; size++ {
			p, err := NewPart[[2]uint64](Options{BlockStates: size})
			require.NoError(t, err)
			require.ErrorIs(t, p.WriteBlocks(blocks), ErrOrder)
			p.Reset()
			require.NoError(t, p.WriteBlocks(blocks[:1]))
			require.NoError(t, p.WriteBlocks([]block{{Key: [2]uint64{2, 0}}, {Key: [2]uint64{3, 0}, Set: 1}}), "a block of no states")
			require.ErrorIs(t, p.WriteBlocks(blocks), ErrOrder)
			p.Reset()
			require.NoError(t, p.WriteBlocks([]block{{Key: [2]uint64{5, 64}, Set: 1}}))
			require.ErrorIs(t, p.WriteBlocks([]block{{Key: [2]uint64{0, 0}}, {Key: [2]uint64{5, 0}, Set: 1}}), ErrOrder, "behind a block of no states")
		}
	}
}

// TestDecodeBlocks reads the blocks of states of a run.
func TestDecodeBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	states := statesIn(boardBlocks[[2]uint64](r, 3000))
	f := open[[2]uint64](t, write(t, r, Options{BlockStates: 700}, states))
	var b Buffer[[2]uint64]
	for i := range f.Blocks() {
		blocks, err := f.DecodeBlocks(i, &b)
		require.NoError(t, err)
		require.Equal(t, statecodec.AppendBlocks(nil, states[i*700:min(i*700+700, len(states))]), blocks)
	}
}
