// Package table solves all boards of a size at once, backwards from the won
// states. It is solver C of the two-tone puzzle.
//
// # The mover's frame
//
// What a board is worth does not depend on who is called black. So a state is
// seen from the mover's side: the mover's cell, the other piece's cell, the stars left, and for each ordinary cell
// whether it shows the colour opposite to the mover's, that is, whether the
// mover may enter it. With the rainbow cells (a Class), the stars and both cells fixed, the states
// left are the 2^M colourings of the ordinary cells, and a set of them is one bit
// set of 2^M bits: a slice.
//
// # Steps are shifts
//
// Let N(d, S, a, b) be the slice of the states from which the mover on a, with the other on
// b and the stars S left, wins in d moves and no fewer. The mover enters an
// ordinary cell c beside a: c must show the opposite colour, and then shows the mover's. So of
// N(d, S, c, b) the states in which c shows the mover's colour are kept, and
// c's bit is flipped in each: a mask and a shift by 2^i places for the cell's bit number i. That
// is the entry E(d, S, c, b), the same for every a beside c. A rainbow cell changes nothing, and its entry is N
// itself. Then
//
//	N(d+1, S, a, b) = union of E(d, S, c, b) over the c beside a
//	                  without what was won in d moves or fewer.
//
// If c holds a star, the turn passes, S loses c, and the entry is made of N(d, S-c, b, c). The
// new mover sees every colour the other way round, which reverses the bit
// set. The reversal costs nothing: in star sets of odd size a bit is set if the
// cell shows the mover's own colour, so that both sides of a collected star name the colouring by
// the same bits; the shift then goes the other way.
//
// # Handovers
//
// In the states of a fixed slice of masks the mover on a is stuck. Under the
// handover rule such a state is worth what the state is in which the other is to
// move: N(d, S, a, b) gains, at the same d, the reversal of N(d, S, b, a) under the mask. No state in which
// both are stuck ever enters, since nothing enters it first.
//
// # Order
//
// All star sets are done in ascending order as numbers, so that a set comes
// after its subsets. A set S leaves to each S+c one entry for each d. These
// are all that is kept, and each is dropped when it has been used.
package table

import (
	"errors"

	"exhaust/puzzles/twotone"
)

// MaxCells is the number of cells of the largest board that a table takes.
const MaxCells = 16

// ErrMemory says that a sweep would take more memory than its budget allows.
var ErrMemory = errors.New("memory limit")

// A Class is all boards of a size with the same rainbow cells.
type Class struct {
	Rows, Cols int
	Rainbow    uint32 // bit i is cell i
}

// Cells returns N, the number of cells.
func (c Class) Cells() int { return c.Rows * c.Cols }

// All returns the set of all cells.
func (c Class) All() uint32 { return 1<<c.Cells() - 1 }

// Ordinary returns M, the number of ordinary cells.
func (c Class) Ordinary() int { return size(c.All() &^ c.Rainbow) }

// Boards returns the number of boards of the class whose stars lie within a set of K cells, with one side to
// move: 2^K·N(N-1)·2^M.
func (c Class) Boards(within uint32) uint64 {
	n := uint64(c.Cells())
	return n * (n - 1) << (size(within) + c.Ordinary())
}

// bothRules is the order of rules in arrays.
var bothRules = [2]twotone.Rule{twotone.Strict, twotone.Handover}
