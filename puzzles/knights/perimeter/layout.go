package perimeter

import (
	"math/bits"
	"slices"

	"exhaust/puzzles/knights"
)

// A layout says where the colours of a board's knights are, in the bits of a position.
//
// Every cell has a slot, but for one, the wanderer: where the hole is on another cell, the
// wanderer's colour is in that cell's slot. So the slots always hold the colours of all knights,
// and a jump from one cell into another swaps the bits of their slots: the knight's, and the
// wanderer's. A jump from the wanderer or into it changes no bit at all.
//
// The slots come in three kinds, from bit 0 up:
//
//	low      up to six: all their patterns are the 64 bits of a word
//	high     they say which word it is
//	implied  one, the last: it follows from the others, because jumps change no number of knights
//
// So a block of up to C(7, 3) = 35 positions, with the same hole and high slots, is one word and
// jumps as one.
type layout struct {
	rows, cols int
	blacks     int // how many knights are black
	low, high  int // slots of these kinds; there is an implied one too
	slots      [knights.MaxCells]uint8
	wanderer   int
	jumps      [knights.MaxCells][]jump // for each cell of the hole
}

// A position is where the hole is, and the colours in the slots, 1 for black.
type position struct {
	hole    int
	colours uint64
}

// maxLow is the most low slots: a word has 1<<maxLow bits.
const maxLow = 6

// together are cells of the 5x5 board, by row and column, that make good use of words when their
// slots are the low ones and the implied one: positions that differ only there are often equally
// far from the goal.
var together = [...][2]int{{0, 1}, {0, 2}, {1, 1}, {1, 3}, {1, 4}, {2, 3}, {3, 4}}

// newLayout returns the layout of a size.
func newLayout(rows, cols int) *layout {
	goal := knights.Goal(rows, cols)
	n := rows * cols
	l := &layout{rows: rows, cols: cols, blacks: bits.OnesCount64(goal.Black)}
	l.low = min(maxLow, n-2)
	l.high = n - 2 - l.low
	order := inOrder(rows, cols)
	l.wanderer = order[n-1]
	for slot, cell := range order[:n-1] {
		switch {
		case slot == l.low:
			slot = l.implied()
		case slot > l.low:
			slot--
		}
		l.slots[cell] = uint8(slot)
	}
	for hole := range n {
		for from := range n {
			if l.reaches(from, hole) {
				l.jumps[hole] = append(l.jumps[hole], l.jump(from, hole))
			}
		}
	}
	return l
}

// inOrder returns the cells of a board: together, as far as they are on it, and then the others.
func inOrder(rows, cols int) (cells []int) {
	for _, at := range together {
		if at[0] < rows && at[1] < cols {
			cells = append(cells, at[0]*cols+at[1])
		}
	}
	for cell := range rows * cols {
		if !slices.Contains(cells, cell) {
			cells = append(cells, cell)
		}
	}
	return cells
}

// implied returns the number of the implied slot.
func (l *layout) implied() int { return l.low + l.high }

// reaches reports whether two cells are a knight's move apart: those are cells at the distance of
// the square root of five.
func (l *layout) reaches(a, b int) bool {
	down, right := a/l.cols-b/l.cols, a%l.cols-b%l.cols
	return down*down+right*right == 5
}

// position returns the position of a board.
func (l *layout) position(b *knights.Board) position {
	p := position{hole: b.Hole}
	for cell := range b.Size() {
		if cell == b.Hole || !b.IsBlack(cell) {
			continue
		}
		slot := l.slots[cell]
		if cell == l.wanderer {
			slot = l.slots[b.Hole]
		}
		p.colours |= 1 << slot
	}
	return p
}

// A kind is what kinds of slots a jump swaps.
type kind uint8

// The kinds of jumps. The letters are the kinds of the slots, that of jump.a first.
const (
	none kind = iota // no slot changes: the wanderer's cell is one of the two
	lowLow
	lowHigh
	lowImplied
	highHigh
	highImplied
)

// A jump is that from one cell into the hole: what happens to positions.
type jump struct {
	to   int // where the hole is then: the cell that the knight leaves
	kind kind
	a, b uint8 // the slots that are swapped, a < b; high ones are counted from the first high one
	bits uint64
}

// jump returns the jump between two cells.
func (l *layout) jump(from, hole int) jump {
	j := jump{to: from}
	if from == l.wanderer || hole == l.wanderer {
		return j
	}
	a, b := l.slots[from], l.slots[hole]
	a, b = min(a, b), max(a, b)
	j.bits = 1<<a | 1<<b
	low, implied := uint8(l.low), uint8(l.implied())
	switch {
	case b < low:
		j.kind = lowLow
	case a < low && b < implied:
		j.kind, b = lowHigh, b-low
	case a < low:
		j.kind = lowImplied
	case b < implied:
		j.kind, a, b = highHigh, a-low, b-low
	default:
		j.kind, a = highImplied, a-low
	}
	j.a, j.b = a, b
	return j
}

// after returns the position after a jump.
func (p position) after(j *jump) position {
	if both := p.colours & j.bits; both != 0 && both != j.bits {
		p.colours ^= j.bits
	}
	p.hole = j.to
	return p
}
