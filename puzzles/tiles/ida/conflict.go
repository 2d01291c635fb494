package ida

import (
	kernel "exhaust/puzzles/heuristic/ida"
	"exhaust/puzzles/tiles"
)

// A conflictModel searches boards with the Manhattan distance and linear conflicts (O. Hansson, A.
// Mayer and M. Yung, "Criticizing solutions to relaxed models yields powerful admissible
// heuristics", Information Sciences 63, 1992). A tile needs at least as many moves as its cell is
// away from its home. Of the tiles that are in the row of their homes, all but those of a longest
// run in the right order have to leave the row and come back: two vertical moves more for each,
// that the distance does not count. The same holds for columns, and horizontal moves.
//
// The conflicts of a row depend on which of its tiles belong there, and where. That is a code,
// whose conflicts are looked up: the digit of a cell is 0 for a tile that belongs elsewhere and for
// the gap, and otherwise the column of its home, from 1, in base columns + 1.
type conflictModel struct {
	*grid
	inRow, inCol line
}

// A line is what is the same of all rows, or of all columns.
type line struct {
	powers [tiles.MaxSide]uint16 // of the base
	digits [tiles.MaxSide][tiles.MaxCells]uint16
	extra  []uint8 // the moves that the conflicts of each code add
}

// A conflictState is a board, with its lower bound and what that is made of.
type conflictState struct {
	layout
	left       uint8
	rows, cols [tiles.MaxSide]uint16 // the code of each row and column
}

func newConflictModel(g *grid) *conflictModel {
	m := &conflictModel{grid: g}
	m.inRow.setUp(g.cols)
	m.inCol.setUp(g.rows)
	for tile := 1; tile < g.cells; tile++ {
		row, col := home(tile)/g.cols, home(tile)%g.cols
		m.inRow.digits[row][tile] = uint16(col + 1)
		m.inCol.digits[col][tile] = uint16(row + 1)
	}
	return m
}

// setUp fills in the powers, and the moves of each code, of lines of a length.
func (l *line) setUp(length int) {
	codes := 1
	for i := range length {
		l.powers[i] = uint16(codes)
		codes *= length + 1
	}
	l.extra = make([]uint8, codes)
	order := make([]int, 0, length)
	for code := range codes {
		order = order[:0]
		for rest := code; rest > 0; rest /= length + 1 {
			if digit := rest % (length + 1); digit > 0 {
				order = append(order, digit)
			}
		}
		l.extra[code] = uint8(2 * (len(order) - longestRise(order)))
	}
}

// longestRise returns the length of a longest rising subsequence.
func longestRise(order []int) (longest int) {
	var to [tiles.MaxSide]int // the longest that ends at each place
	for i, n := range order {
		to[i] = 1
		for j, before := range order[:i] {
			if before < n {
				to[i] = max(to[i], to[j]+1)
			}
		}
		longest = max(longest, to[i])
	}
	return longest
}

// start returns the node of a board.
func (m *conflictModel) start(b *tiles.Board) kernel.Node[conflictState] {
	s := conflictState{layout: layoutOf(b)}
	for cell, tile := range b.Cells() {
		if tile == tiles.Gap {
			continue
		}
		row, col := cell/m.cols, cell%m.cols
		s.left += m.far[cell][home(int(tile))]
		s.rows[row] += m.inRow.digits[row][tile] * m.inRow.powers[col]
		s.cols[col] += m.inCol.digits[col][tile] * m.inCol.powers[row]
	}
	for row := range m.rows {
		s.left += m.inRow.extra[s.rows[row]]
	}
	for col := range m.cols {
		s.left += m.inCol.extra[s.cols[col]]
	}
	return kernel.Node[conflictState]{State: s, Left: int(s.left)}
}

func (m *conflictModel) layout(s *conflictState) *layout { return &s.layout }

// Expand appends the boards after each move but the one that takes back the last.
func (m *conflictModel) Expand(
	s *conflictState, _ int, dst []kernel.Node[conflictState],
) []kernel.Node[conflictState] {
	for _, from := range m.near[s.gap][:m.count[s.gap]] {
		if from == s.prev {
			continue
		}
		dst = append(dst, kernel.Node[conflictState]{State: *s})
		n := &dst[len(dst)-1]
		m.move(&n.State, int(from))
		n.Left = int(n.State.left)
	}
	return dst
}

// move moves the tile on a cell beside the gap into it.
func (m *conflictModel) move(s *conflictState, from int) {
	tile, to := s.slide(from)
	s.left += m.far[to][home(tile)] - m.far[from][home(tile)]
	fromRow, fromCol := from/m.cols, from%m.cols
	toRow, toCol := to/m.cols, to%m.cols
	if fromRow == toRow { // the order in the row stays as it is
		digit := m.inRow.digits[toRow][tile]
		s.rows[toRow] += digit * (m.inRow.powers[toCol] - m.inRow.powers[fromCol])
		m.inCol.change(&s.cols[fromCol], &s.left, -m.inCol.digits[fromCol][tile], toRow)
		m.inCol.change(&s.cols[toCol], &s.left, m.inCol.digits[toCol][tile], toRow)
		return
	}
	digit := m.inCol.digits[toCol][tile]
	s.cols[toCol] += digit * (m.inCol.powers[toRow] - m.inCol.powers[fromRow])
	m.inRow.change(&s.rows[fromRow], &s.left, -m.inRow.digits[fromRow][tile], toCol)
	m.inRow.change(&s.rows[toRow], &s.left, m.inRow.digits[toRow][tile], toCol)
}

// change adds a digit, or its negative, to the code of a line, and the moves by which that changes
// its conflicts to left.
func (l *line) change(code *uint16, left *uint8, digit uint16, place int) {
	if digit == 0 {
		return
	}
	*left -= l.extra[*code]
	*code += digit * l.powers[place]
	*left += l.extra[*code]
}
