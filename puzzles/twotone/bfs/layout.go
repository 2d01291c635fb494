package bfs

import (
	"math/bits"

	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// A layout says where a state of a board keeps what. From bit 0 of word 0 up:
//
//	white    the white piece's cell, as many bits as the largest cell number has
//	black    the black piece's cell, likewise
//	turn     0 black, 1 white
//	stars    a bit for each star of the board, in the order of the cells: 1 if it is left
//	colours  a bit for each ordinary cell, in the order of the cells: 1 if it is black
//
// A board of N cells, M of them ordinary, with K stars takes
// 2·ceil(log2 N) + 1 + K + M bits.
type layout struct {
	white, black, turn statecodec.Field
	star               []statecodec.Field // for each cell; of width 0 where the board has no star
	colour             []statecodec.Field // for each cell; of width 0 where it is rainbow
	total              int
}

// reset lays out the states of the board of a case. It allocates nothing if the
// layout has been used for a board as large.
func (l *layout) reset(c *twotone.Case) {
	var out statecodec.Layout
	place := bits.Len(uint(c.Size() - 1))
	l.white = out.Field(place)
	l.black = out.Field(place)
	l.turn = out.Field(1)
	l.star, l.colour = l.star[:0], l.colour[:0]
	for _, star := range c.Stars {
		l.star = append(l.star, out.Field(width(star)))
	}
	for _, colour := range c.Cells {
		l.colour = append(l.colour, out.Field(width(colour != twotone.Rainbow)))
	}
	l.total = out.Bits()
}

func width(present bool) int {
	if present {
		return 1
	}
	return 0
}

// bits returns the number of bits of a state.
func (l *layout) bits() int { return l.total }

// piece returns the field of the black or the white piece's cell.
func (l *layout) piece(c twotone.Colour) statecodec.Field {
	if c == twotone.Black {
		return l.black
	}
	return l.white
}
