package bfs

import (
	"slices"

	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// maxMoves is the largest number of legal moves in a state.
const maxMoves = 4

// A move is one step of a piece from a cell to one of its neighbours, whatever
// the state: which bits it flips, and which bits allow it.
type move[W statecodec.Words] struct {
	flip   W      // the piece's cell, and the colour of the cell entered
	need   uint64 // the colour bit of the cell entered, 0 if it is rainbow
	star   uint64 // the star bit of the cell entered, 0 if the board has none there
	word   uint8  // the word of need
	starAt uint8  // the word of star
	letter byte   // the step as a solution writes it; 0 if the board ends here
	to     uint16 // the cell entered
}

// moves are the steps up, down, left and right from one cell. There are always
// four, so that expanding a state is the same few instructions whatever it holds:
// a step off the board needs all bits of word 0, which no state has, because the
// two pieces' cells in it differ.
type moves[W statecodec.Words] [maxMoves]move[W]

// A model is the state space of one case with folded handovers: a
// parallel.Model and parallel.Reverser. Successors come in the order up, down,
// left, right of their moves.
type model[W statecodec.Words] struct {
	rule       twotone.Rule
	initial    W
	handedOver bool     // whether a handover is folded into the initial state
	place      uint64   // the bits of a cell's number
	shift      [2]uint8 // where the black and the white piece's cell is in word 0
	turnShift  uint8    // where the turn is in word 0
	// what turns the colours that a piece may enter to 1 and its own to 0: nothing for
	// white, all colour bits for black
	colours [2]W
	stars   W             // all star bits
	from    [2][]moves[W] // for each piece, for each cell
}

// reset makes m the model of a case. It allocates nothing if the model has been
// used for a board as large.
func (m *model[W]) reset(c *twotone.Case, l *layout) {
	m.rule = c.Rule
	m.place = l.black.Mask() >> l.black.Shift
	m.shift = [2]uint8{uint8(l.black.Shift), uint8(l.white.Shift)}
	m.turnShift = uint8(l.turn.Shift)
	m.colours, m.stars = [2]W{}, *new(W)
	var w W
	statecodec.Set(&w, l.black, uint64(c.Black))
	statecodec.Set(&w, l.white, uint64(c.White))
	statecodec.Set(&w, l.turn, uint64(c.Turn))
	for cell, colour := range c.Cells {
		statecodec.Set(&m.colours[twotone.Black], l.colour[cell], 1)
		statecodec.Set(&m.stars, l.star[cell], 1)
		if colour == twotone.Black {
			statecodec.Set(&w, l.colour[cell], 1)
		}
	}
	for i := 0; i < len(w); i++ {
		w[i] |= m.stars[i]
	}
	for piece := range m.from {
		m.resetMoves(c, l, piece)
	}
	m.initial = w
	m.fold(&m.initial)
	m.handedOver = m.initial != w
}

// resetMoves fills in the steps of a piece from every cell.
func (m *model[W]) resetMoves(c *twotone.Case, l *layout, piece int) {
	m.from[piece] = slices.Grow(m.from[piece][:0], c.Size())[:c.Size()]
	for cell := range m.from[piece] {
		v := &m.from[piece][cell]
		row, col := cell/c.Cols, cell%c.Cols
		v[0].reset(l, piece, cell, row > 0, cell-c.Cols, twotone.StepUp)
		v[1].reset(l, piece, cell, row < c.Rows-1, cell+c.Cols, twotone.StepDown)
		v[2].reset(l, piece, cell, col > 0, cell-1, twotone.StepLeft)
		v[3].reset(l, piece, cell, col < c.Cols-1, cell+1, twotone.StepRight)
	}
}

// reset makes v the step of a piece between two cells, or one off the board.
func (v *move[W]) reset(l *layout, piece, from int, inside bool, to int, letter byte) {
	*v = move[W]{need: ^uint64(0)}
	if !inside {
		return
	}
	colour, star := l.colour[to], l.star[to]
	v.need, v.word = colour.Mask(), uint8(colour.Word)
	v.star, v.starAt = star.Mask(), uint8(star.Word)
	v.letter, v.to = letter, uint16(to)
	statecodec.Set(&v.flip, l.piece(twotone.Colour(piece)), uint64(from^to))
	statecodec.Set(&v.flip, colour, 1)
}

// Initial appends the case's own position, its first handover folded.
func (m *model[W]) Initial(dst []W) []W { return append(dst, m.initial) }

// Goal reports whether no star is left.
func (m *model[W]) Goal(w *W) bool {
	left := uint64(0)
	for i := 0; i < len(*w); i++ {
		left |= (*w)[i] & m.stars[i]
	}
	return left == 0
}

// Successors appends the state after each legal move of the mover.
//
// Each of the four steps is taken whether it is legal or not, and counted only if
// it is: what depends on the state is computed and not branched on, because a
// branch on it would be guessed wrong half the time.
func (m *model[W]) Successors(w *W, dst []W) []W {
	if cap(dst)-len(dst) < maxMoves {
		dst = slices.Grow(dst, maxMoves)
	}
	turn := m.turn(w)
	other, open := m.cell(w, turn^1), m.open(w, turn)
	steps := &m.from[turn][m.cell(w, turn)]
	n, next := len(dst), dst[:len(dst)+maxMoves]
	for i := range steps {
		v, after := &steps[i], *w
		statecodec.Xor(&after, &v.flip)
		star, pass := after[v.starAt%uint8(len(after))]&v.star, uint64(0)
		if star != 0 {
			pass = 1
		}
		after[v.starAt%uint8(len(after))] ^= star
		after[0] ^= pass << (m.turnShift % 64)
		next[n] = after
		n += v.legal(&open, other)
	}
	if m.rule == twotone.Handover {
		for i := len(dst); i < n; i++ {
			m.fold(&next[i])
		}
	}
	return next[:n]
}

// turn returns the piece to move, 0 for black, 1 for white.
func (m *model[W]) turn(w *W) uint64 { return (*w)[0] >> (m.turnShift % 64) & 1 }

// cell returns where a piece is.
func (m *model[W]) cell(w *W, piece uint64) uint64 {
	return (*w)[0] >> (m.shift[piece] % 64) & m.place
}

// open returns the state with a 1 for each ordinary cell that a piece may enter.
func (m *model[W]) open(w *W, piece uint64) W {
	open := *w
	statecodec.Xor(&open, &m.colours[piece])
	return open
}

// legal returns 1 if the cell that v enters is open and not the other piece's, and
// 0 if it is not. It does not branch: what it returns is as good as random.
func (v *move[W]) legal(open *W, other uint64) int {
	free, isOpen := 0, 0
	if uint64(v.to) != other {
		free = 1
	}
	if v.need&^(*open)[v.word%uint8(len(*open))] == 0 {
		isOpen = 1
	}
	return free & isOpen
}

// fold hands the turn over if the rule allows it, the game is not won, the mover is
// stuck, and the other piece can move.
func (m *model[W]) fold(w *W) {
	turn := m.turn(w)
	if m.rule == twotone.Handover && !m.canMove(w, turn) && m.canMove(w, turn^1) && !m.Goal(w) {
		(*w)[0] ^= 1 << (m.turnShift % 64)
	}
}

// canMove reports whether a piece would have a legal move if it were its turn.
func (m *model[W]) canMove(w *W, piece uint64) bool {
	other, open := m.cell(w, piece^1), m.open(w, piece)
	steps := &m.from[piece][m.cell(w, piece)]
	legal := 0
	for i := range steps {
		legal |= steps[i].legal(&open, other)
	}
	return legal != 0
}

// Predecessors appends every state from which a move could have led here: for
// either piece and each neighbour of its cell, the piece stood there and was to
// move, and a star of the board that is gone from the cell entered was or was not
// there.
func (m *model[W]) Predecessors(w *W, dst []W) []W {
	for piece := range uint64(2) {
		cell := m.cell(w, piece)
		for i := range m.from[piece][cell] {
			if m.from[piece][cell][i].letter == 0 {
				continue
			}
			v := m.step(piece, uint64(m.from[piece][cell][i].to), cell)
			before := *w
			statecodec.Xor(&before, &v.flip)
			before[0] = before[0]&^(1<<(m.turnShift%64)) | piece<<(m.turnShift%64)
			dst = append(dst, before)
			if v.star&^before[v.starAt] != 0 {
				before[v.starAt] |= v.star
				dst = append(dst, before)
			}
		}
	}
	return dst
}

// step returns the step of a piece from a cell to a neighbour.
func (m *model[W]) step(piece, from, to uint64) *move[W] {
	steps := &m.from[piece][from]
	for i := range steps {
		if steps[i].letter != 0 && uint64(steps[i].to) == to {
			return &steps[i]
		}
	}
	panic("bfs: no step between cells that are not neighbours")
}

// solution spells out a path of states as the steps between them.
func (m *model[W]) solution(path []W) twotone.Solution {
	s := make(twotone.Solution, 0, len(path)+len(path)/2)
	if m.handedOver {
		s = append(s, twotone.StepHandover)
	}
	for i := 1; i < len(path); i++ {
		s = m.appendStep(s, &path[i-1], &path[i])
	}
	return s
}

// appendStep appends the move from a state to its successor, and the handover
// that was folded into it.
func (m *model[W]) appendStep(s twotone.Solution, w, next *W) twotone.Solution {
	turn := m.turn(w)
	v := m.step(turn, m.cell(w, turn), m.cell(next, turn))
	s = append(s, v.letter)
	if (*w)[v.starAt]&v.star != 0 {
		turn ^= 1
	}
	if turn != m.turn(next) {
		s = append(s, twotone.StepHandover)
	}
	return s
}
