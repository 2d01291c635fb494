package table

import (
	"context"
	"fmt"

	"exhaust/puzzles/twotone"
)

// Lengths holds the shortest length of each board of a class under one rule, a byte a
// board, for all star sets within a set of cells.
type Lengths struct {
	class   Class
	within  uint32
	lengths []uint8 // one more than the length, or 0 if there is none; see index
	budget  *Budget
}

// maxLength is the greatest length that a byte holds.
const maxLength = 254

// Lengths sweeps a class under a rule and keeps all lengths, which the budget of the sweep counts until they are
// dropped. The error is that of Run, or says that a length does not fit a byte.
func (s *Sweep) Lengths(ctx context.Context, c Class, rule twotone.Rule, within uint32) (*Lengths, error) {
	t := &Lengths{class: c, within: within, budget: s.pool.budget}
	if !s.pool.budget.take(c.Boards(within)) {
		return nil, ErrMemory
	}
	t.lengths = make([]uint8, c.Boards(within))
	var long error
	err := s.Run(ctx, c, []twotone.Rule{rule}, within, func(v *Level) {
		if v.Moves > maxLength {
			long = fmt.Errorf("a board of %dx%d of length %d: want at most %d", c.Rows, c.Cols, v.Moves, maxLength)
			return
		}
		set := v.set(rule)
		t.put(v.Stars, &set, uint8(v.Moves+1))
	})
	if err == nil {
		err = long
	}
	if err != nil {
		t.Drop()
		return nil, err
	}
	return t, nil
}

// Drop gives the memory of lengths back to their budget. They are not to be used any more.
func (t *Lengths) Drop() {
	t.budget.give(uint64(len(t.lengths)))
	t.lengths = nil
}

// put enters a value for all boards of a set.
func (t *Lengths) put(stars uint32, set *Set, value uint8) {
	for mover := range set.cells {
		for other := range set.cells {
			if mover != other {
				from := t.index(stars, mover, other, 0)
				lengths := t.lengths[from : from+1<<set.bits]
				set.slice(mover, other, func(open uint64) { lengths[open] = value })
			}
		}
	}
}

// index returns the place of a state, whose stars lie within the set. Of open, bit 0 is the first ordinary cell.
func (t *Lengths) index(stars uint32, mover, other int, open uint64) int {
	if other > mover {
		other--
	}
	n := t.class.Cells()
	pair := mover*(n-1) + other
	return (pack(stars, t.within)*n*(n-1)+pair)<<t.class.Ordinary() | int(open)
}

// pack returns a subset of a set as a number: its bit 0 tells whether the first
// element of the set is in it.
func pack(subset, set uint32) int {
	if set&(set+1) == 0 {
		return int(subset)
	}
	packed, place := uint32(0), 0
	for ; set != 0; set &= set - 1 {
		if subset&set&-set != 0 {
			packed |= 1 << place
		}
		place++
	}
	return int(packed)
}

// Length returns the shortest length of a state, or false if it is unsolvable. All sets
// are sets of cells; open are those that show the colour opposite to the mover's, of which only
// ordinary cells count.
func (t *Lengths) Length(stars uint32, mover, other int, open uint32) (int, bool) {
	ordinary := t.class.All() &^ t.class.Rainbow
	d := t.lengths[t.index(stars, mover, other, uint64(pack(open&ordinary, ordinary)))]
	return int(d) - 1, d != 0
}
