package wiring

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"sort"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzles/pawns"
)

// A space is all games of a size whose pawns can be reached and stand in the order of their cells.
// They are numbered in the order of pawns.Order: by the number of pawns, then by the knight's cell,
// then by the last pawn, the one before it, and so on.
type space struct {
	size
	region []pawns.Cell
	total  uint64

	// choices[k][m] is how many sets of k things m things have, or the greatest number if it is
	// beyond that. The knight takes one cell of the region, and the pawns stand on a set of the
	// others.
	choices [][]uint64
}

// newSpace returns the space of a size.
func newSpace(_ context.Context, text string, _ *atomic.Uint64) (family.Space[*pawns.Game], error) {
	z, cells, err := parseSize(text)
	if err != nil {
		return nil, err
	}
	s, err := spaceOf(z, cells)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// spaceOf returns the space of a size that has games.
func spaceOf(z size, cells []pawns.Cell) (*space, error) {
	s := &space{size: z, region: cells, choices: binomials(z.pawns, len(cells)-1)}
	for k := 1; k <= z.pawns; k++ {
		over, games := bits.Mul64(s.sets(k), uint64(len(cells)))
		var carry uint64
		s.total, carry = bits.Add64(s.total, games, 0)
		if over|carry != 0 {
			return nil, fmt.Errorf("size %v: want less than 2^64 games", z)
		}
	}
	return s, nil
}

// binomials returns the number of sets of 0 to k things among 0 to m.
func binomials(k, m int) [][]uint64 {
	table := make([][]uint64, k+1)
	for i := range table {
		table[i] = make([]uint64, m+1)
		for j := range table[i] {
			switch {
			case i == 0:
				table[i][j] = 1
			case j > 0:
				sum, carry := bits.Add64(table[i][j-1], table[i-1][j-1], 0)
				if carry != 0 {
					sum = math.MaxUint64
				}
				table[i][j] = sum
			}
		}
	}
	return table
}

// sets returns how many sets of k cells the pawns may stand on, the knight's cell known.
func (s *space) sets(k int) uint64 { return s.choices[k][len(s.region)-1] }

// Len returns the number of games.
func (s *space) Len() uint64 { return s.total }

// Title names one of the games for people.
func (s *space) Title() string {
	if s.pawns == 1 {
		return "game with " + s.words()
	}
	return "game with 1 to " + s.words()
}

// At returns game number i. It uses the memory of reuse.
func (s *space) At(i uint64, reuse *pawns.Game) *pawns.Game {
	k := 1
	for ; ; k++ {
		games := s.sets(k) * uint64(len(s.region))
		if i < games {
			break
		}
		i -= games
	}
	g := fresh(reuse, s.side)
	knight := int(i / s.sets(k))
	g.Knight = s.region[knight]
	g.Pawns = append(g.Pawns, make([]pawns.Cell, k)...)
	s.place(g.Pawns, i%s.sets(k), knight)
	return g
}

// place puts pawns on set number i of the cells of the region that the knight leaves free. The sets
// with a smaller last cell come first.
func (s *space) place(list []pawns.Cell, i uint64, knight int) {
	for k := len(list); k > 0; k-- {
		before := s.choices[k] // sets of k cells before the first with its last cell there
		last := sort.Search(len(before), func(m int) bool { return before[m] > i }) - 1
		i -= before[last]
		if last >= knight {
			last++
		}
		list[k-1] = s.region[last]
	}
}

// fresh returns an empty game of a side that uses the memory of reuse, which may be nil.
func fresh(reuse *pawns.Game, side int) *pawns.Game {
	if reuse == nil {
		reuse = new(pawns.Game)
	}
	*reuse = pawns.Game{Side: side, Pawns: reuse.Pawns[:0]}
	return reuse
}
