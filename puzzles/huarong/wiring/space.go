package wiring

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzles/huarong"
)

// A space is all cases of a size: every set of free cells with every valid query.
//
// Cases are in the order of their IDs' rows, read as text, and then of the hole's, the piece's and
// the target's cell. With f free cells a board has f·(f-1)·f queries. How many cases there are with
// the first cells decided depends only on how many of these are free; so a number is turned into a
// case, and back, cell by cell.
type space struct {
	rows, cols int

	// ways[k][f] is the number of cases with k cells left to decide and f free ones before them.
	ways [][]uint64
}

// queries returns the number of queries of a board with f free cells.
func queries(f uint64) uint64 {
	if f < 2 {
		return 0
	}
	return f * (f - 1) * f
}

// newSpace is family.Family.Space. It takes no time, so that nothing is listed.
func newSpace(
	_ context.Context, size string, _ *atomic.Uint64,
) (family.Space[*huarong.Case], error) {
	rows, cols, err := parseSize(size)
	if err != nil {
		return nil, err
	}
	s, err := spaceOf(rows, cols)
	if err != nil {
		return nil, err // a nil *space would be no nil Space
	}
	return s, nil
}

// spaceOf returns the space of a size that parseSize lets through. It is an error if there are 2^64
// cases or more: on more than 50 cells.
func spaceOf(rows, cols int) (*space, error) {
	s := &space{rows: rows, cols: cols}
	n := rows * cols
	last := make([]uint64, n+1)
	for f := range last {
		last[f] = queries(uint64(f))
	}
	s.ways = append(s.ways, last)
	for k := 1; k <= n; k++ {
		ways := make([]uint64, n+1-k)
		for f := range ways {
			sum, over := bits.Add64(s.ways[k-1][f], s.ways[k-1][f+1], 0)
			if over != 0 {
				return nil, fmt.Errorf("no space of %dx%d: it has 2^64 cases or more", rows, cols)
			}
			ways[f] = sum
		}
		s.ways = append(s.ways, ways)
	}
	return s, nil
}

func (s *space) Len() uint64    { return s.ways[s.rows*s.cols][0] }
func (s *space) String() string { return fmt.Sprintf("%dx%d", s.rows, s.cols) }
func (s *space) Title() string  { return s.String() + " board" }

// At returns case number i, which is less than Len. It costs O(cells).
func (s *space) At(i uint64, reuse *huarong.Case) *huarong.Case {
	c := emptied(reuse, s.rows, s.cols)
	free := 0
	for cell := range c.Size() {
		fixed := s.ways[c.Size()-1-cell][free]
		if i >= fixed {
			i -= fixed
			c.SetFree(cell, true)
			free++
		}
	}
	f := uint64(free)
	hole, piece, target := int(i/f/(f-1)), int(i/f%(f-1)), int(i%f)
	if piece >= hole {
		piece++
	}
	c.Hole, c.Piece, c.Target = freeCell(c, hole), freeCell(c, piece), freeCell(c, target)
	return c
}

// number returns the number of a case of the space: the inverse of At.
func (s *space) number(c *huarong.Case) (i uint64) {
	free := 0
	for cell := range c.Size() {
		if c.IsFree(cell) {
			i += s.ways[c.Size()-1-cell][free]
			free++
		}
	}
	hole, piece, target := rankOf(c, c.Hole), rankOf(c, c.Piece), rankOf(c, c.Target)
	if piece > hole {
		piece--
	}
	return i + uint64((hole*(free-1)+piece)*free+target)
}

// emptied returns a board of fixed cells, in the memory of reuse unless that is nil.
func emptied(reuse *huarong.Case, rows, cols int) *huarong.Case {
	if reuse == nil {
		reuse = new(huarong.Case)
	}
	*reuse = huarong.Case{Board: huarong.Board{Rows: rows, Cols: cols}}
	return reuse
}

// freeCell returns the free cell with n free cells before it. There must be more than n.
func freeCell(c *huarong.Case, n int) int {
	for row := 0; ; row++ {
		set := c.Free[row]
		if before := bits.OnesCount64(set); n >= before {
			n -= before
			continue
		}
		for range n {
			set &= set - 1
		}
		return row*c.Cols + bits.TrailingZeros64(set)
	}
}

// rankOf returns the number of free cells before a cell.
func rankOf(c *huarong.Case, cell int) int {
	row, col := cell/c.Cols, cell%c.Cols
	n := bits.OnesCount64(c.Free[row] & (1<<col - 1))
	for _, set := range c.Free[:row] {
		n += bits.OnesCount64(set)
	}
	return n
}
