package ida

import (
	kernel "exhaust/puzzles/heuristic/ida"
	"exhaust/puzzles/tiles"
)

// A patternModel searches boards with additive pattern databases (R. E. Korf and A. Felner,
// "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002). The tiles are parted
// into a few sets. For each set, and all cells that its tiles may be on, a table holds how many
// moves of these tiles lead to their homes if nothing but them is in the way of the gap. No move is
// counted twice, so that the numbers of all sets may be added.
//
// On a square board rows and columns may be swapped, and the tiles renamed so that the goal stays
// the goal. The mirrored board takes as many moves. So the same tables give a second sum, and the
// greater one counts.
type patternModel struct {
	*grid
	tables [][]uint8 // of each set
	views  []view    // of the board itself, and of the mirrored board if it is square
}

// A view says where in the tables a board is found. The place in the table of a set is the sum over
// its tiles of the cell of each times a power of the number of cells.
type view struct {
	set   [tiles.MaxCells]uint8  // of each tile
	power [tiles.MaxCells]uint32 // of each tile
	cell  [tiles.MaxCells]uint32 // what each cell is to the view
}

// maxViews and maxSets are the greatest numbers of views, and of sets of tiles.
const (
	maxViews = 2
	maxSets  = 5
)

// A patternState is a board, with what its lower bound is made of.
type patternState struct {
	layout
	sums [maxViews]uint8           // of each view
	at   [maxViews][maxSets]uint32 // the place in the table of each set
}

func newPatternModel(g *grid, p *parting, tables [][]uint8) *patternModel {
	m := &patternModel{grid: g, tables: tables}
	m.views = append(m.views, g.view(p, func(cell int) int { return cell }))
	if g.rows == g.cols {
		m.views = append(m.views, g.view(p, g.transposed))
	}
	return m
}

// view returns the view of a board whose cells have gone elsewhere, and whose tiles have got the
// numbers of those that belong there.
func (g *grid) view(p *parting, to func(cell int) int) (v view) {
	for cell := range g.cells {
		v.cell[cell] = uint32(to(cell))
	}
	for tile := 1; tile < g.cells; tile++ {
		renamed := to(home(tile)) + 1
		v.set[tile], v.power[tile] = p.set[renamed], p.power[renamed]
	}
	return v
}

// start returns the node of a board.
func (m *patternModel) start(b *tiles.Board) kernel.Node[patternState] {
	s := patternState{layout: layoutOf(b)}
	for cell, tile := range b.Cells() {
		if tile == tiles.Gap {
			continue
		}
		for i := range m.views {
			v := &m.views[i]
			s.at[i][v.set[tile]] += v.cell[cell] * v.power[tile]
		}
	}
	left := uint8(0)
	for i := range m.views {
		for set, table := range m.tables {
			s.sums[i] += table[s.at[i][set]]
		}
		left = max(left, s.sums[i])
	}
	return kernel.Node[patternState]{State: s, Left: int(left)}
}

func (m *patternModel) layout(s *patternState) *layout { return &s.layout }

// Expand appends the boards after each move but the one that takes back the last. It looks no
// further where a view says that a board is too far from the goal.
func (m *patternModel) Expand(
	s *patternState, room int, dst []kernel.Node[patternState],
) []kernel.Node[patternState] {
	for _, from := range m.near[s.gap][:m.count[s.gap]] {
		if from == s.prev {
			continue
		}
		dst = append(dst, kernel.Node[patternState]{State: *s})
		n := &dst[len(dst)-1]
		n.Left = m.move(&n.State, int(from), room)
	}
	return dst
}

// move moves the tile on a cell beside the gap into it, and returns the lower bound of the new
// board, or one beyond the room. Then the state is of no further use.
func (m *patternModel) move(s *patternState, from, room int) (left int) {
	tile, to := s.slide(from)
	for i := range m.views {
		v := &m.views[i]
		set := v.set[tile]
		table, at := m.tables[set], &s.at[i][set]
		s.sums[i] -= table[*at]
		*at += (v.cell[to] - v.cell[from]) * v.power[tile]
		s.sums[i] += table[*at]
		if left = max(left, int(s.sums[i])); left > room {
			return left
		}
	}
	return left
}
