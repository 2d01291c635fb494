package frontier

import (
	"sort"

	"exhaust/statecodec"
)

// A Range is the states from From on and before To; nil stands for no bound.
type Range[W statecodec.Words] struct {
	From, To *W
}

// A Stream yields strictly increasing states a slice at a time, each valid until the
// next is asked for, and an empty one at the end.
type Stream[W statecodec.Words] interface {
	Next() ([]W, error)
}

// A Cursor streams a range of a run, a block at a time. It is for one goroutine.
type Cursor[W statecodec.Words] struct {
	run    *Reader[W]
	bounds Range[W]
	block  int
	buffer Buffer[W]
}

// Cursor returns a cursor before the first state of a range.
func (f *Reader[W]) Cursor(r Range[W]) *Cursor[W] {
	c := &Cursor[W]{run: f, bounds: r}
	if r.From != nil {
		c.block = max(f.Find(*r.From), 0)
	}
	return c
}

// Next returns the states of the next block that lie in the range, none at the end. The
// slice is valid until the next call. Errors are those of Decode.
func (c *Cursor[W]) Next() ([]W, error) {
	for c.block < len(c.run.blocks) {
		to := c.bounds.To
		if to != nil && !statecodec.Less(&c.run.blocks[c.block].first, to) {
			break
		}
		states, err := c.run.Decode(c.block, &c.buffer)
		if err != nil {
			return nil, err
		}
		c.block++
		if states = c.bounds.cut(states); len(states) > 0 {
			return states, nil
		}
	}
	return nil, nil
}

// cut returns the part of a sorted slice that lies in the range.
func (r *Range[W]) cut(states []W) []W {
	if to := r.To; to != nil && !statecodec.Less(&states[len(states)-1], to) {
		states = states[:search(states, to)]
	}
	if from := r.From; from != nil && len(states) > 0 && statecodec.Less(&states[0], from) {
		states = states[search(states, from):]
	}
	return states
}

// search returns the place of the first state that is not before w.
func search[W statecodec.Words](states []W, w *W) int {
	return sort.Search(len(states), func(i int) bool { return !statecodec.Less(&states[i], w) })
}

// appendFirsts appends the first state of each block.
func (f *Reader[W]) appendFirsts(dst []W) []W {
	for i := range f.blocks {
		dst = append(dst, f.blocks[i].first)
	}
	return dst
}

// cut sorts states and returns up to parts-1 of them, distinct, that cut them evenly.
func cut[W statecodec.Words](states []W, parts int) (cuts []W) {
	Sort(states, make([]W, len(states)))
	for i := 1; i < parts; i++ {
		if at := len(states) * i / parts; at > 0 {
			cuts = append(cuts, states[at])
		}
	}
	return Distinct(cuts)
}
