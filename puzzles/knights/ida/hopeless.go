package ida

import (
	"fmt"
	"math/bits"

	"exhaust/puzzles/knights"
)

// A region is the cells that chains of knight's moves join to one another: where the hole can be
// once it is on one of them.
type region struct {
	cells uint64 // as bits
	path  []int  // the cells in their order, if they make a path; else nil
}

// hopeless says why a board has no solution, where that can be seen without a search, or nothing.
// There are two reasons. A cell that is not in the hole's region keeps what is on it. And if the
// region is a path, no knight ever passes another, so that the order of colours along it stays. On
// a board of three rows and columns the region is a ring, and its middle keeps a knight.
func (m *model) hopeless(b *knights.Board) string {
	r := m.regions[b.Hole]
	wrong := b.Black ^ m.goal.Black
	if b.Hole != m.goal.Hole {
		wrong |= 1<<b.Hole | 1<<m.goal.Hole
	}
	if wrong &^= r.cells; wrong != 0 {
		name := knights.AppendJump(nil, m.cols, bits.TrailingZeros64(wrong))
		return fmt.Sprintf("the hole never comes to %s, which is not as in the goal", name)
	}
	if r.path != nil && along(b, r.path) != along(&m.goal, r.path) {
		return "no knight passes another on the path of cells where the hole can be"
	}
	return ""
}

// along returns the colours of the knights on the cells of a path, the first one in the lowest bit,
// with the hole left out.
func along(b *knights.Board, path []int) (colours uint64) {
	place := 0
	for _, cell := range path {
		if cell != b.Hole {
			colours |= b.Black >> cell & 1 << place
			place++
		}
	}
	return colours
}

// setRegions finds the region of each cell.
func (m *model) setRegions() {
	m.regions = make([]region, m.rows*m.cols)
	for cell := range m.regions {
		if m.regions[cell].cells == 0 {
			cells := m.joined(cell, nil)
			r := region{path: m.path(cells)}
			for _, c := range cells {
				r.cells |= 1 << c
			}
			for _, c := range cells {
				m.regions[c] = r
			}
		}
	}
}

// joined appends the cells that are joined to one and not in the list, and itself: always the next
// one after the last, as far as there is one.
func (m *model) joined(cell int, list []int) []int {
	list = append(list, cell)
	for _, next := range m.around(cell) {
		known := false
		for _, c := range list {
			known = known || c == next
		}
		if !known {
			list = m.joined(next, list)
		}
	}
	return list
}

// path returns the cells of a region in order if they make a path, or nil.
func (m *model) path(cells []int) []int {
	first := -1
	for _, cell := range cells {
		switch n := len(m.around(cell)); {
		case n > 2:
			return nil
		case n < 2:
			first = cell
		}
	}
	if first < 0 {
		return nil // a ring
	}
	return m.joined(first, nil)
}
