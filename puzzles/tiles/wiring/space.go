package wiring

import (
	"context"
	"fmt"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzles/tiles"
)

// A space is all boards of a size: every arrangement, whether it can be solved or not.
//
// Boards are in the order of their tiles, the gap counted as 0, so that the number of one is its
// rank among all arrangements (D. H. Lehmer, "Teaching combinatorial tricks to a computer", 1960).
type space struct{ rows, cols int }

// maxSpaceCells is the number of cells up to which arrangements are numbered by a word: 20! is less
// than 2^64, and 21! is not.
const maxSpaceCells = 20

// newSpace is family.Family.Space. It takes no time, so that nothing is listed.
func newSpace(
	_ context.Context, size string, _ *atomic.Uint64,
) (family.Space[*tiles.Board], error) {
	rows, cols, err := parseSize(size)
	if err != nil {
		return nil, err
	}
	if rows*cols > maxSpaceCells {
		return nil, fmt.Errorf("no space of %s: it has 2^64 boards or more", size)
	}
	return &space{rows, cols}, nil
}

// factorial returns n!, for n up to maxSpaceCells.
func factorial(n int) uint64 {
	product := uint64(1)
	for i := range n {
		product *= uint64(i + 1)
	}
	return product
}

func (s *space) Len() uint64    { return factorial(s.rows * s.cols) }
func (s *space) String() string { return fmt.Sprintf("%dx%d", s.rows, s.cols) }
func (s *space) Title() string  { return s.String() + " board" }

// At returns board number i, which is less than Len. It costs O(cells²).
func (s *space) At(i uint64, reuse *tiles.Board) *tiles.Board {
	b := emptied(reuse, s.rows, s.cols)
	left := b.Cells()
	for tile := range left {
		left[tile] = uint8(tile)
	}
	weight := s.Len()
	for cell := range left {
		weight /= uint64(len(left) - cell)
		take(left[cell:], int(i/weight))
		i %= weight
	}
	return b
}

// take moves one of some tiles to the front, and those before it one on.
func take(list []uint8, at int) {
	tile := list[at]
	copy(list[1:at+1], list[:at])
	list[0] = tile
}

// number returns the number of a board of the space: the inverse of At.
func (s *space) number(b *tiles.Board) (i uint64) {
	all := b.Cells()
	for cell, tile := range all {
		smaller := uint64(0)
		for _, later := range all[cell+1:] {
			if later < tile {
				smaller++
			}
		}
		i = i*uint64(len(all)-cell) + smaller
	}
	return i
}

// emptied returns a board without tiles, in the memory of reuse unless that is nil.
func emptied(reuse *tiles.Board, rows, cols int) *tiles.Board {
	if reuse == nil {
		reuse = new(tiles.Board)
	}
	*reuse = tiles.Board{Rows: rows, Cols: cols}
	return reuse
}
