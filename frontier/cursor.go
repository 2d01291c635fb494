package frontier

import (
	"slices"
	"sort"

	"exhaust/statecodec"
)

// A Range is the states from From on and before To; nil stands for no bound. Both are keys of blocks, so that no block of states lies in
// two ranges.
type Range[W statecodec.Words] struct {
	From, To *W
}

// A Stream yields blocks of states whose keys increase strictly, a slice at a time, each valid until the
// next is asked for, and an empty one at the end.
type Stream[W statecodec.Words] interface {
	Next() ([]statecodec.Block[W], error)
}

// A Cursor streams a range of a run, a block of the run at a time. It is for one goroutine.
type Cursor[W statecodec.Words] struct {
	run    *Reader[W]
	bounds Range[W]
	block  int
	buffer *Buffer[W]
	torn   statecodec.Block[W] // of which the run's next block has more; no states if there is none
}

// Cursor returns a cursor before the first state of a range.
func (f *Reader[W]) Cursor(r Range[W]) *Cursor[W] { return f.cursor(r, new(Buffer[W])) }

// cursor returns a cursor with a given buffer.
func (f *Reader[W]) cursor(r Range[W], b *Buffer[W]) *Cursor[W] {
	c := &Cursor[W]{run: f, bounds: r, buffer: b}
	if r.From != nil {
		c.block = max(f.Find(*r.From), 0)
	}
	return c
}

// Next returns what the next block of the run has in the range, nothing at the end. The
// slice is valid until the next call, and the caller may change it. Errors are those of Decode.
func (c *Cursor[W]) Next() ([]statecodec.Block[W], error) {
	for c.block < len(c.run.blocks) {
		to := c.bounds.To
		if to != nil && !statecodec.Less(&c.run.blocks[c.block].first, to) {
			break
		}
		blocks, err := c.run.DecodeBlocks(c.block, c.buffer)
		if err != nil {
			return nil, err
		}
		c.block++
		if blocks = c.bounds.cut(c.mend(blocks)); len(blocks) > 0 {
			return blocks, nil
		}
	}
	return nil, nil
}

// mend adds to the first of some blocks what was kept of it, and keeps the last one if the run's next block has more of it.
// The states of a key may so be gathered from many blocks of the run.
func (c *Cursor[W]) mend(blocks []statecodec.Block[W]) []statecodec.Block[W] {
	blocks[0].Set |= c.torn.Set
	c.torn.Set = 0
	last := len(blocks) - 1
	if c.block < len(c.run.blocks) && blocks[last].Key == keyOf(&c.run.blocks[c.block].first) {
		c.torn, blocks = blocks[last], blocks[:last]
	}
	return blocks
}

// keyOf returns the key of a state's block.
func keyOf[W statecodec.Words](w *W) W { return statecodec.BlockOf(w).Key }

// cut returns the part of sorted blocks that lies in the range.
func (r *Range[W]) cut(blocks []statecodec.Block[W]) []statecodec.Block[W] {
	if r.To != nil {
		blocks = blocks[:search(blocks, r.To)]
	}
	if r.From != nil {
		blocks = blocks[search(blocks, r.From):]
	}
	return blocks
}

// search returns the place of the first of sorted blocks whose key is not before w.
func search[W statecodec.Words](blocks []statecodec.Block[W], w *W) int {
	return sort.Search(len(blocks), func(i int) bool { return !statecodec.Less(&blocks[i].Key, w) })
}

// appendFirsts appends the first states of blocks, of one in so many.
func (f *Reader[W]) appendFirsts(dst []W, step int) []W {
	for i := 0; i < len(f.blocks); i += step {
		dst = append(dst, f.blocks[i].first)
	}
	return dst
}

// cut sorts states and returns the keys of up to parts-1 of them, distinct, that cut them evenly. A cut at a key leaves each block of
// states whole.
func cut[W statecodec.Words](states []W, parts int) (cuts []W) {
	slices.SortFunc(states, statecodec.Compare)
	for i := 1; i < parts; i++ {
		if at := len(states) * i / parts; at > 0 {
			cuts = append(cuts, keyOf(&states[at]))
		}
	}
	return slices.Compact(cuts)
}
