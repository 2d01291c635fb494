package bfs

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// A layout says where a state of a board keeps what. A place is a cell on which some
// piece can ever stand; an open cell is one that some piece can ever enter (see reach).
// From the least significant bit of a state in the order of statecodec.Compare up, which is bit 0 of
// its last word:
//
//	colours  a bit for each open ordinary cell: 1 if it is black. First come the lowest cells, if such are
//	         chosen (see order.go), then the others, each in the order of the cells
//	free     as many as the colours lack to six: nothing else lies in the bits of a statecodec.Block
//	stars    a bit for each star on an open cell, in the order of the cells: 1 if it is left
//	others   1, if there are stars on other cells: they are left for ever
//
// And from bit 63 of word 0 down:
//
//	turn     0 black, 1 white
//	black    the number of the black piece's place, as many bits as the largest number has
//	white    that of the white piece's place, likewise
//
// So states that differ in a few colours are near each other in the order of states, and sorted levels take
// half of the bytes that they take with the colours on top (docs/FORMAT.md).
//
// Places are numbered from 0 in the order of the cells. All that is left out is the same in
// all states of the board. A board of P places, M of its ordinary cells and K of its
// stars open, takes 2·ceil(log2 P) + 1 + K + max(M, 6) bits, and the one for others.
type layout struct {
	plain              bool // take every cell for open, for comparison
	reach              reach
	places             []uint16 // the cell of each place
	number             []uint16 // for each cell, the number of its place, or nowhere; behind the last, nowhere
	stranded           int      // the first star that is not on an open cell, or -1
	white, black, turn statecodec.Field
	others             bit
	star               []bit // for each place; none where no star is open
	colour             []bit // for each place; none where it is rainbow or not open
	colours            int   // open ordinary cells
	lowest             []int // the cells whose colours are lowest, in their order; empty in the order of the cells
	total              int   // bits
}

// The layout of states has a name; it changes whenever a position of a case might become another state.
const (
	inOrder    = "twotone 1"
	withFree   = ", %d bits free"
	withLowest = ", lowest cells %s"
)

// nowhere is the number of no place.
const nowhere = ^uint16(0)

// A bit is one bit of a state, or none if its mask is 0.
type bit struct {
	mask uint64
	word uint8
}

// reset lays out the states of the board of a case, the colours in the order of the cells. It allocates nothing if the
// layout has been used for a board as large. If a state would be too wide, only its
// number of bits and the stranded star are of use.
func (l *layout) reset(c *twotone.Case) {
	if l.plain {
		l.reach.all(c)
	} else {
		l.reach.reset(c)
	}
	l.places, l.number, l.stranded, l.total = l.places[:0], l.number[:0], -1, 1
	l.colours, l.lowest = 0, l.lowest[:0]
	for cell := range c.Cells {
		number := nowhere
		if l.reach.place(cell) {
			number = uint16(len(l.places))
			l.places = append(l.places, uint16(cell))
		}
		l.number = append(l.number, number)
		l.count(c, cell)
	}
	l.number = append(l.number, nowhere)
	l.total += 2*l.placeBits() + l.colours + l.free()
	if words, err := statecodec.Width(l.total); err == nil {
		l.resetFields(c, words)
	}
}

// count adds the star of a cell to the number of bits, and its colour to that of the colours.
func (l *layout) count(c *twotone.Case, cell int) {
	open := l.reach.changes(cell)
	if open && c.Cells[cell] != twotone.Rainbow {
		l.colours++
	}
	if c.Stars[cell] && (open || l.stranded < 0) {
		l.total++
	}
	if c.Stars[cell] && !open && l.stranded < 0 {
		l.stranded = cell
	}
}

// resetFields gives out the bits of states of so many words.
func (l *layout) resetFields(c *twotone.Case, words int) {
	out := statecodec.NewLayout(words)
	l.turn = out.High(1)
	l.black = out.High(l.placeBits())
	l.white = out.High(l.placeBits())
	l.star, l.colour = l.star[:0], l.colour[:0]
	for _, cell := range l.places {
		l.colour = append(l.colour, newBit(&out, c.Cells[cell] != twotone.Rainbow && l.reach.changes(int(cell))))
	}
	out.Low(l.free())
	for _, cell := range l.places {
		l.star = append(l.star, newBit(&out, c.Stars[cell] && l.reach.changes(int(cell))))
	}
	l.others = newBit(&out, l.stranded >= 0)
}

// free returns how many of the bits of a block no colour takes.
func (l *layout) free() int { return max(statecodec.BlockBits-l.colours, 0) }

// reorder makes the colours of some cells, given in their order, the lowest: what was laid out in the order of the cells
// changes places.
func (l *layout) reorder(lowest []int) {
	l.lowest = append(l.lowest[:0], lowest...)
	given := make([]bit, 0, l.colours)
	for _, b := range l.colour {
		if b.mask != 0 {
			given = append(given, b)
		}
	}
	low, high := given[:len(lowest)], given[len(lowest):]
	for place, cell := range l.places {
		from := &high
		if slices.Contains(lowest, int(cell)) {
			from = &low
		}
		if l.colour[place].mask != 0 {
			l.colour[place], *from = (*from)[0], (*from)[1:]
		}
	}
}

// name returns the name of the layout. Boards of six colours and more in the order of the cells have
// always been laid out like this.
func (l *layout) name() string {
	name := inOrder
	if free := l.free(); free > 0 {
		name += fmt.Sprintf(withFree, free)
	}
	if len(l.lowest) > 0 {
		name += fmt.Sprintf(withLowest, strings.Trim(fmt.Sprint(l.lowest), "[]"))
	}
	return name
}

// placeBits returns the number of bits of a place's number.
func (l *layout) placeBits() int { return bits.Len(uint(len(l.places) - 1)) }

// newBit returns the next low bit of a layout if it is wanted.
func newBit(out *statecodec.Layout, wanted bool) bit {
	if !wanted {
		return bit{}
	}
	f := out.Low(1)
	return bit{1 << f.Shift, uint8(f.Word)}
}

// bits returns the number of bits of a state.
func (l *layout) bits() int { return l.total }
