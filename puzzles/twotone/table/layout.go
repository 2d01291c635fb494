package table

import "unsafe"

// wordBits is the number of bits of a word, and wordShift its logarithm.
const (
	wordBits  = 64
	wordShift = 6
)

// lanes is what the number of words of a row is a multiple of.
const lanes = 8

// A layout says how the slices of a class lie in memory. A slice is the 2^M
// colourings of the ordinary cells, one bit each; a row holds the slices of one
// cell with each of the N other cells in order, the one with itself included, and
// is filled up to a multiple of lanes.
type layout struct {
	cells  int
	beside [][]int // for each cell, the cells next to it: up, down, left, right
	bit    []int   // for each ordinary cell, its bit in a colouring; -1 for a rainbow cell
	bits   int     // M
	words  int     // of a slice; one, not all of it in use, if M < 6
	row    int     // words of a row
	used   uint64  // the bits in use of each word

	reversal *reversal
	gather   [lanes]uint64 // where the words of the first vector of a column lie in the rows, if a slice is shorter
}

// newLayout returns the layout of a class.
func newLayout(c Class) *layout {
	l := &layout{cells: c.Cells(), used: ^uint64(0)}
	for cell := range l.cells {
		l.beside = append(l.beside, beside(c, cell))
		if c.Rainbow>>cell&1 != 0 {
			l.bit = append(l.bit, -1)
			continue
		}
		l.bit = append(l.bit, l.bits)
		l.bits++
	}
	l.words = 1
	if l.bits > wordShift {
		l.words = 1 << (l.bits - wordShift)
	}
	if l.bits < wordShift {
		l.used = 1<<(1<<l.bits) - 1
	}
	l.row = (l.cells*l.words + lanes - 1) / lanes * lanes
	l.reversal = newReversal(l)
	for i := range l.gather {
		l.gather[i] = uint64(i/l.words*l.row + i%l.words)
	}
	return l
}

// beside returns the cells next to a cell.
func beside(c Class, cell int) []int {
	var list []int
	if cell >= c.Cols {
		list = append(list, cell-c.Cols)
	}
	if cell+c.Cols < c.Cells() {
		list = append(list, cell+c.Cols)
	}
	if cell%c.Cols > 0 {
		list = append(list, cell-1)
	}
	if cell%c.Cols < c.Cols-1 {
		list = append(list, cell+1)
	}
	return list
}

// slice returns the slice of a row with another cell.
func (l *layout) slice(row []uint64, other int) []uint64 {
	return row[other*l.words : (other+1)*l.words]
}

// fill sets all states of a row of a cell: the slices with all other cells.
func (l *layout) fill(row []uint64, cell int) {
	clear(row)
	for other := range l.cells {
		if other == cell {
			continue
		}
		for i := range l.slice(row, other) {
			l.slice(row, other)[i] = l.used
		}
	}
}

// RowBytes returns the bytes of a row of a class: what a star set leaves to another
// for one length.
func RowBytes(c Class) uint64 { return uint64(8 * newLayout(c).row) }

// SetBytes returns the bytes of a set of boards of a class, which has a row for each cell.
func SetBytes(c Class) uint64 { return uint64(c.Cells()) * RowBytes(c) }

// SweepBytes returns the bytes that a sweep of a class takes beside what its budget counts: the
// masks, and for each rule what is won, what is new, what is entered, and an edge for each pair of
// a star set and a cell.
func SweepBytes(c Class) uint64 {
	edges := uint64(c.Cells()) << c.Cells() * uint64(unsafe.Sizeof(edge{}))
	return 5*SetBytes(c) + uint64(len(bothRules))*(3*SetBytes(c)+edges)
}
