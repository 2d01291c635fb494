package wiring

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzles/knights"
)

// choices[n][k] is the number of ways to choose k of n things, for all n below MaxCells. All fit 64
// bits, even MaxCells times the greatest.
var choices = func() (c [knights.MaxCells][knights.MaxCells + 1]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// A space is all cases of a size: every arrangement of the goal's knights and the hole.
//
// Cases are in the order of the hole's cell, and then of the black knights' cells: with the other
// cells numbered from 0, the set of k black ones c1 < ... < ck is number C(c1,1) + ... + C(ck,k)
// (the combinatorial number system, D. E. Knuth, "The Art of Computer Programming" 4A, 7.2.1.3).
type space struct{ goal knights.Board }

// newSpace is family.Family.Space. It takes no time, so that nothing is listed.
func newSpace(
	_ context.Context, size string, _ *atomic.Uint64,
) (family.Space[*knights.Board], error) {
	rows, cols, err := parseSize(size)
	if err != nil {
		return nil, err
	}
	return spaceOf(rows, cols), nil
}

// spaceOf returns the space of a size.
func spaceOf(rows, cols int) *space { return &space{knights.Goal(rows, cols)} }

// sets returns the number of cases with the hole on one cell.
func (s *space) sets() uint64 { return choices[s.goal.Size()-1][s.blacks()] }

// blacks returns the number of black knights.
func (s *space) blacks() int { return bits.OnesCount64(s.goal.Black) }

func (s *space) Len() uint64    { return uint64(s.goal.Size()) * s.sets() }
func (s *space) String() string { return sizeOf(&s.goal) }
func (s *space) Title() string  { return s.String() + " board" }

// At returns case number i, which is less than Len. It costs O(cells).
func (s *space) At(i uint64, reuse *knights.Board) *knights.Board {
	if reuse == nil {
		reuse = new(knights.Board)
	}
	*reuse = knights.Board{Rows: s.goal.Rows, Cols: s.goal.Cols, Hole: int(i / s.sets())}
	i %= s.sets()
	set, left := uint64(0), s.blacks()
	for cell := s.goal.Size() - 2; left > 0; cell-- {
		if n := choices[cell][left]; i >= n {
			i -= n
			set |= 1 << cell
			left--
		}
	}
	before := uint64(1)<<reuse.Hole - 1
	reuse.Black = set&before | set&^before<<1
	return reuse
}

// number returns the number of a case of the space: the inverse of At.
func (s *space) number(b *knights.Board) (i uint64) {
	i = uint64(b.Hole) * s.sets()
	before := uint64(1)<<b.Hole - 1
	set := b.Black&before | b.Black>>1&^before
	for k := 1; set != 0; k++ {
		i += choices[bits.TrailingZeros64(set)][k]
		set &= set - 1
	}
	return i
}

// A drawer draws uniformly from a space.
type drawer struct{ space *space }

// newDrawer returns what draws cases of a size, all of them with the same chance.
func newDrawer(size string, _ family.Draws) (family.Drawer[*knights.Board], error) {
	rows, cols, err := parseSize(size)
	if err != nil {
		return nil, err
	}
	return drawer{spaceOf(rows, cols)}, nil
}

// Draw draws a case. It uses the memory of reuse unless that is nil.
func (d drawer) Draw(rng *rand.Rand, reuse *knights.Board) *knights.Board {
	return d.space.At(rng.Uint64N(d.space.Len()), reuse)
}

func (d drawer) String() string { return fmt.Sprintf("random %v boards", d.space) }
