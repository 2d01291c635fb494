package frontier

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// tornRuns writes states to some runs, of few states a block, so that most blocks of states have parts in several blocks of several runs.
func tornRuns[W statecodec.Words](t *testing.T, r *rand.Rand, states []W) (runs []*Reader[W]) {
	parts := make([][]W, 3)
	for _, w := range states {
		i := r.IntN(len(parts))
		parts[i] = append(parts[i], w)
	}
	for _, part := range parts {
		runs = append(runs, open[W](t, write(t, r, Options{Codec: None, BlockStates: 1 + r.IntN(9)}, part)))
	}
	return runs
}

// A merging merges a range of runs.
type merging[W statecodec.Words] func(runs []*Reader[W], r Range[W]) Stream[W]

// right reports whether the ranges that cuts make hold the states of runs, each block whole.
func (m merging[W]) right(t *testing.T, runs []*Reader[W], cuts []W, want []statecodec.Block[W]) bool {
	t.Helper()
	var got []statecodec.Block[W]
	for i := range len(cuts) + 1 {
		err := pass(context.Background(), m(runs, rangeOf(cuts, i)), func(blocks []statecodec.Block[W]) error {
			got = append(got, blocks...)
			return nil
		})
		require.NoError(t, err)
	}
	return slices.Equal(want, got)
}

// A changed stream is one to whose slices something is done.
type changed[W statecodec.Words] struct {
	Stream[W]
	do func([]statecodec.Block[W]) []statecodec.Block[W]
}

func (c changed[W]) Next() ([]statecodec.Block[W], error) {
	blocks, err := c.Stream.Next()
	return c.do(blocks), err
}

// An unmended stream passes on the blocks of a run as they are.
type unmended[W statecodec.Words] struct{ Cursor[W] }

func (c *unmended[W]) Next() ([]statecodec.Block[W], error) {
	c.torn.Set = 0
	blocks, err := c.Cursor.Next()
	if c.torn.Set != 0 {
		blocks = append(blocks, c.torn)
	}
	return blocks, err
}

// mergings are the merge of runs, and bugs that are planted in it.
func mergings[W statecodec.Words]() map[string]merging[W] {
	of := func(stream func(*Reader[W], Range[W]) Stream[W]) merging[W] {
		return func(runs []*Reader[W], r Range[W]) Stream[W] {
			var streams []Stream[W]
			for _, f := range runs {
				streams = append(streams, stream(f, r))
			}
			return tree(streams, new(buffers[W]))
		}
	}
	cursor := func(f *Reader[W], r Range[W]) Stream[W] { return f.Cursor(r) }
	return map[string]merging[W]{
		"right": of(cursor),
		"does not mend": of(func(f *Reader[W], r Range[W]) Stream[W] {
			return &unmended[W]{*f.Cursor(r)}
		}),
		"forgets what is torn": of(func(f *Reader[W], r Range[W]) Stream[W] {
			c := f.Cursor(r)
			return changed[W]{c, func(blocks []statecodec.Block[W]) []statecodec.Block[W] {
				c.torn.Set = 0
				return blocks
			}}
		}),
		"takes a key from one run": func(runs []*Reader[W], r Range[W]) Stream[W] {
			var all []statecodec.Block[W]
			for _, f := range runs {
				_ = pass(context.Background(), f.Cursor(r), func(blocks []statecodec.Block[W]) error {
					all = append(all, blocks...)
					return nil
				})
			}
			all = distinctKeys(all)
			slices.SortFunc(all, func(a, b statecodec.Block[W]) int { return statecodec.Compare(a.Key, b.Key) })
			return &sliceStream[W]{all}
		},
		"cuts within blocks": of(func(f *Reader[W], r Range[W]) Stream[W] {
			for _, bound := range []**W{&r.From, &r.To} {
				if *bound != nil {
					within := **bound
					within[len(within)-1] |= 32
					*bound = &within
				}
			}
			return f.Cursor(r)
		}),
	}
}

// TestMergeTorn merges runs that tear blocks of states, cut into ranges at states within such blocks: each block comes out whole, and each planted
// bug is found.
func TestMergeTorn(t *testing.T) {
	everyWidth(t, testMergeTorn[[1]uint64], testMergeTorn[[2]uint64], testMergeTorn[[3]uint64], testMergeTorn[[4]uint64], testMergeTorn[[8]uint64])
}

func testMergeTorn[W statecodec.Words](t *testing.T, r *rand.Rand) {
	found := map[string]bool{}
	for range 20 {
		want := boardBlocks[W](r, 1+r.IntN(500))
		states := statesIn(want)
		want = statecodec.AppendBlocks(nil, states)
		runs := tornRuns(t, r, states)
		cuts := cut(pick(r, states, 1, 9), 9)
		for name, m := range mergings[W]() {
			ok := m.right(t, runs, cuts, want)
			require.True(t, ok || name != "right")
			found[name] = found[name] || !ok
		}
	}
	for name := range mergings[W]() {
		require.Equal(t, name != "right", found[name], "a merge that %s", name)
	}
}

// subtractions are Subtract, and bugs that are planted in it.
func subtractions[W statecodec.Words]() map[string]func(*Reader[W], []statecodec.Block[W], *Buffer[W]) ([]statecodec.Block[W], error) {
	type block = statecodec.Block[W]
	// eachOf does something with the states that one block of the run has of each candidate.
	eachOf := func(f *Reader[W], candidates []block, b *Buffer[W], do func(candidate *block, held uint64)) ([]block, error) {
		for i := range candidates {
			c := &candidates[i]
			blocks, err := f.look(max(f.Find(c.Key), 0), b)
			if err != nil {
				return nil, err
			}
			if at := search(blocks, &c.Key); at < len(blocks) && blocks[at].Key == c.Key {
				do(c, blocks[at].Set)
			}
		}
		return slices.DeleteFunc(candidates, func(b block) bool { return b.Set == 0 }), nil
	}
	return map[string]func(*Reader[W], []block, *Buffer[W]) ([]block, error){
		"right": (*Reader[W]).Subtract,
		"looks at one block of the run": func(f *Reader[W], candidates []block, b *Buffer[W]) ([]block, error) {
			return eachOf(f, candidates, b, func(c *block, held uint64) { c.Set &^= held })
		},
		"drops what has a held state": func(f *Reader[W], candidates []block, b *Buffer[W]) ([]block, error) {
			return eachOf(f, candidates, b, func(c *block, held uint64) { c.Set = 0 })
		},
		"keeps blocks of no states": func(f *Reader[W], candidates []block, b *Buffer[W]) ([]block, error) {
			n := len(candidates)
			_, err := f.Subtract(candidates, b)
			return candidates[:n], err
		},
	}
}

// TestSubtractTorn subtracts runs that tear blocks of states. Each planted bug is found.
func TestSubtractTorn(t *testing.T) {
	everyWidth(t, testSubtractTorn[[1]uint64], testSubtractTorn[[2]uint64], testSubtractTorn[[3]uint64], testSubtractTorn[[4]uint64], testSubtractTorn[[8]uint64])
}

func testSubtractTorn[W statecodec.Words](t *testing.T, r *rand.Rand) {
	found := map[string]bool{}
	for range 20 {
		states := statesIn(boardBlocks[W](r, 1+r.IntN(500)))
		held := pick(r, states, 1, 2)
		f := open[W](t, write(t, r, Options{Codec: None, BlockStates: 1 + r.IntN(9)}, held))
		candidates := pick(r, states, 1, 1+r.IntN(3))
		want := slices.DeleteFunc(slices.Clone(candidates), func(w W) bool { return slices.Contains(held, w) })
		for name, subtract := range subtractions[W]() {
			got, err := subtract(f, statecodec.AppendBlocks(nil, candidates), &Buffer[W]{})
			require.NoError(t, err)
			ok := slices.Equal(statecodec.AppendBlocks(nil, want), got)
			require.True(t, ok || name != "right")
			found[name] = found[name] || !ok
		}
	}
	for name := range subtractions[W]() {
		require.Equal(t, name != "right", found[name], "a subtraction that %s", name)
	}
}

// sortings are the sort of a sorter, and bugs that are planted in it.
func sortings[W statecodec.Words]() map[string]func(*Packer[W], []statecodec.Block[W]) []statecodec.Block[W] {
	type block = statecodec.Block[W]
	return map[string]func(*Packer[W], []block) []block{
		"right": (*Packer[W]).sort,
		"does not merge": func(_ *Packer[W], blocks []block) []block {
			slices.SortFunc(blocks, func(a, b block) int { return statecodec.Compare(a.Key, b.Key) })
			return blocks
		},
		"forgets a piece": func(p *Packer[W], blocks []block) []block { return p.sort(distinctKeys(blocks)) },
		"sorts each piece alone": func(p *Packer[W], blocks []block) (sorted []block) {
			for piece := range slices.Chunk(blocks, max(len(blocks)/2, 1)) {
				sorted = append(sorted, p.sort(piece)...)
			}
			return sorted
		},
	}
}

// TestSortBlocks sorts the kinds of levels of TestPack, and one that is sorted in pieces, in which states are twice.
func TestSortBlocks(t *testing.T) {
	everyWidth(t, testSortBlocks[[1]uint64], testSortBlocks[[2]uint64], testSortBlocks[[3]uint64], testSortBlocks[[4]uint64], testSortBlocks[[8]uint64])
}

func testSortBlocks[W statecodec.Words](t *testing.T, r *rand.Rand) {
	found := map[string]bool{}
	var p Packer[W]
	all := levels[W](r, 200+r.IntN(300))
	all["many"] = boardBlocks[W](r, 2*packBlocks)
	for kind, blocks := range all {
		want := statecodec.AppendBlocks(nil, statesIn(blocks))
		twice := torn(r, slices.Concat(blocks, blocks[:len(blocks)/3]))
		for name, sort := range sortings[W]() {
			ok := slices.Equal(want, sort(&p, slices.Clone(twice)))
			require.True(t, ok || name != "right", kind)
			found[name] = found[name] || !ok
		}
	}
	for name := range sortings[W]() {
		require.Equal(t, name != "right", found[name], "a sorter that %s", name)
	}
}
