package table

// masks holds what is fixed for a class, each for every cell of the mover, as rows by the
// other's cell, or the other way round.
type masks struct {
	empty []uint64    // all that is no state
	rows  [2][]uint64 // the colourings in which a mover on the cell is stuck, for star sets of even and of odd size
	cols  [2][]uint64 // the same by the other's cell: those in which a mover is stuck whose other is on the cell
}

// at returns the row of a cell in an array of rows.
func (l *layout) at(rows []uint64, cell int) []uint64 { return rows[cell*l.row : (cell+1)*l.row] }

func newMasks(l *layout) *masks {
	m := &masks{empty: make([]uint64, l.cells*l.row)}
	for odd := range 2 {
		m.rows[odd], m.cols[odd] = make([]uint64, l.cells*l.row), make([]uint64, l.cells*l.row)
	}
	for a := range l.cells {
		row := l.at(m.empty, a)
		l.fill(row, a)
		for i := range row {
			row[i] = ^row[i]
		}
		for b := range l.cells {
			if a == b {
				continue
			}
			for odd := range 2 {
				slice := l.slice(l.at(m.rows[odd], a), b)
				l.stuck(slice, a, b, odd == 0)
				copy(l.slice(l.at(m.cols[odd], b), a), slice)
			}
		}
	}
	return m
}

// stuck sets in a slice the colourings in which a mover on a is stuck while the
// other is on b, if the set bits of a colouring are the cells that the mover may
// enter (open), or those that it may not.
func (l *layout) stuck(slice []uint64, a, b int, open bool) {
	care, want := uint64(0), uint64(0)
	for _, c := range l.beside[a] {
		if c == b {
			continue
		}
		if l.bit[c] < 0 {
			return // a rainbow cell is a way out
		}
		care |= 1 << l.bit[c]
	}
	if !open {
		want = care
	}
	for x := range uint64(1) << l.bits {
		if x&care == want {
			slice[x/wordBits] |= 1 << (x % wordBits)
		}
	}
}
