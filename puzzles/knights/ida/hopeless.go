package ida

import (
	"fmt"
	"slices"
	"strings"

	"exhaust/puzzles/knights"
)

// hopeless says why a board has no solution, where that can be seen without a search, or nothing.
// There are two reasons. A cell that no chain of knight's moves joins to the hole keeps its knight.
// And where the hole's cells, those that are joined to it, make a path or a ring, no knight ever
// passes another: along a path, the order of colours stays, and around a ring it stays but for where
// it begins.
func (m *model) hopeless(b *knights.Board) string {
	joined := m.joined(b.Hole)
	for cell := range b.Size() {
		if b.At(cell) != m.goal.At(cell) && !slices.Contains(joined, cell) {
			name := knights.AppendJump(nil, m.cols, cell)
			return fmt.Sprintf("the hole never comes to %s, which is not as in the goal", name)
		}
	}
	line, ring := m.line(joined)
	now, then := colours(b, line), colours(&m.goal, line)
	switch {
	case now == then || ring && isTurned(now, then):
		return ""
	case ring:
		return "no knight passes another on the ring of cells where the hole can be"
	}
	return "no knight passes another on the path of cells where the hole can be"
}

// joined returns the cells that chains of knight's moves join to one, and itself.
func (m *model) joined(cell int) []int {
	cells := []int{cell}
	for i := 0; i < len(cells); i++ {
		for _, next := range m.around(cells[i]) {
			if !slices.Contains(cells, next) {
				cells = append(cells, next)
			}
		}
	}
	return cells
}

// line returns joined cells in the order of the path or ring that they make, or nil if they make
// neither.
func (m *model) line(joined []int) (cells []int, ring bool) {
	first, ring := joined[0], true
	for _, cell := range joined {
		switch n := len(m.around(cell)); {
		case n > 2:
			return nil, false
		case n < 2:
			first, ring = cell, false
		}
	}
	cells = []int{first}
	for i := 0; i < len(cells); i++ {
		for _, next := range m.around(cells[i]) {
			if !slices.Contains(cells, next) {
				cells = append(cells, next)
				break
			}
		}
	}
	return cells, ring
}

// colours returns the knights on some cells in their order, the hole left out.
func colours(b *knights.Board, cells []int) (text string) {
	for _, cell := range cells {
		if cell != b.Hole {
			text += string(b.At(cell))
		}
	}
	return text
}

// isTurned reports whether a ring of colours is another one that begins elsewhere.
func isTurned(now, then string) bool {
	return len(now) == len(then) && strings.Contains(now+now, then)
}
