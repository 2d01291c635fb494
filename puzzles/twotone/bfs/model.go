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
	flip   W      // the piece's place, and the colour of the cell entered
	need   uint64 // the colour bit of the cell entered, 0 if it is rainbow
	star   uint64 // the star bit of the cell entered, 0 if the board has none there
	word   uint8  // the word of need
	starAt uint8  // the word of star
	letter byte   // the step as a solution writes it
	lane   uint8  // which bit of a block need is: an index of lanes
	to     uint16 // the place entered, or nowhere if the piece can never stand there
}

// moves are the steps up, down, left and right from one place. There are always
// four, so that expanding a state is the same few instructions whatever it holds:
// a step that can never be taken, off the board or to a cell that the piece can never
// enter, needs all bits of word 0, which no state has, because the two pieces' places
// in it differ.
type moves[W statecodec.Words] [maxMoves]move[W]

// A model is the state space of one case with folded handovers: a
// parallel.BlockModel and parallel.Reverser. Successors come in the order up, down,
// left, right of their moves.
type model[W statecodec.Words] struct {
	rule       twotone.Rule
	initial    W
	handedOver bool     // whether a handover is folded into the initial state
	place      uint64   // the bits of a place's number
	shift      [2]uint8 // where the black and the white piece's place is in word 0
	turnShift  uint8    // where the turn is in word 0
	// what turns the colours that a piece may enter to 1 and its own to 0: nothing for
	// white, all colour bits for black
	colours [2]W
	stars   W             // all star bits
	lanes   *lanes        // how a step moves the states of a block
	into    []move[W]     // scratch of reset
	from    [2][]moves[W] // for each piece, for each place; of those where it can never stand, anything
}

// reset makes m the model of a case. It allocates nothing if the model has been
// used for a board as large.
func (m *model[W]) reset(c *twotone.Case, l *layout) {
	m.rule = c.Rule
	m.place = l.black.Mask() >> l.black.Shift
	m.shift = [2]uint8{uint8(l.black.Shift), uint8(l.white.Shift)}
	m.turnShift = uint8(l.turn.Shift)
	m.colours, m.stars, m.lanes = [2]W{}, *new(W), &allLanes
	var w W
	statecodec.Set(&w, l.black, uint64(l.number[c.Black]))
	statecodec.Set(&w, l.white, uint64(l.number[c.White]))
	statecodec.Set(&w, l.turn, uint64(c.Turn))
	m.stars[l.others.word] |= l.others.mask
	for place, cell := range l.places {
		star, colour := &l.star[place], &l.colour[place]
		m.stars[star.word] |= star.mask
		m.colours[twotone.Black][colour.word] |= colour.mask
		if c.Cells[cell] == twotone.Black {
			w[colour.word] |= colour.mask
		}
	}
	for i := 0; i < len(w); i++ {
		w[i] |= m.stars[i]
	}
	for piece := range m.from {
		m.resetMoves(l, piece)
	}
	m.initial = w
	m.fold(&m.initial)
	m.handedOver = m.initial != w
}

// letters are the steps in the order of moves and of reach.beside.
const letters = string(twotone.StepUp) + string(twotone.StepDown) + string(twotone.StepLeft) + string(twotone.StepRight)

// resetMoves fills in the steps of a piece from every place where it can stand.
func (m *model[W]) resetMoves(l *layout, piece int) {
	m.resetInto(l, piece)
	m.from[piece] = slices.Grow(m.from[piece][:0], len(l.places))[:len(l.places)]
	shift := m.shift[piece] % 64
	for place, cell := range l.places {
		if !l.reach.stood(piece, int(cell)) {
			continue
		}
		steps := &m.from[piece][place]
		for i, to := range &l.reach.beside[cell] {
			v := &steps[i]
			*v = never[W]()
			if number := l.number[to]; number != nowhere {
				*v = m.into[number]
				v.flip[0] ^= uint64(place^int(number)) << shift
				v.letter = letters[i]
			}
		}
	}
}

// never returns a step that can never be taken.
func never[W statecodec.Words]() move[W] { return move[W]{need: ^uint64(0), to: nowhere} }

// resetInto fills in what is the same in all steps of a piece into a place.
func (m *model[W]) resetInto(l *layout, piece int) {
	m.into = m.into[:0]
	for place, cell := range l.places {
		v := never[W]()
		if l.reach.stood(piece, int(cell)) {
			colour, star := &l.colour[place], &l.star[place]
			v.to, v.star, v.starAt = uint16(place), star.mask, star.word
			v.flip[colour.word], v.lane = colour.mask, laneOf[W](*colour)
			if l.reach.entered(piece, int(cell)) {
				v.need, v.word = colour.mask, colour.word
			}
		}
		m.into = append(m.into, v)
	}
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
	other, open := m.at(w, turn^1), m.open(w, turn)
	steps := &m.from[turn][m.at(w, turn)]
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

// at returns the place where a piece is.
func (m *model[W]) at(w *W, piece uint64) uint64 {
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
	other, open := m.at(w, piece^1), m.open(w, piece)
	steps := &m.from[piece][m.at(w, piece)]
	legal := 0
	for i := range steps {
		legal |= steps[i].legal(&open, other)
	}
	return legal != 0
}

// Predecessors appends every state from which a move could have led here: for
// either piece and each neighbour of its place, the piece stood there and was to
// move, and a star of the board that is gone from the cell entered was or was not
// there.
func (m *model[W]) Predecessors(w *W, dst []W) []W {
	for piece := range uint64(2) {
		place := m.at(w, piece)
		for i := range m.from[piece][place] {
			if m.from[piece][place][i].to == nowhere {
				continue
			}
			v := m.step(piece, uint64(m.from[piece][place][i].to), place)
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

// step returns the step of a piece from a place to a neighbour.
func (m *model[W]) step(piece, from, to uint64) *move[W] {
	steps := &m.from[piece][from]
	for i := range steps {
		if uint64(steps[i].to) == to {
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
	v := m.step(turn, m.at(w, turn), m.at(next, turn))
	s = append(s, v.letter)
	if (*w)[v.starAt]&v.star != 0 {
		turn ^= 1
	}
	if turn != m.turn(next) {
		s = append(s, twotone.StepHandover)
	}
	return s
}
