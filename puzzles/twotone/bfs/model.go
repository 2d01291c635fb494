package bfs

import (
	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// maxMoves is the largest number of legal moves in a state.
const maxMoves = 4

// A move is one step of a piece from a cell to one of its neighbours, whatever
// the state: which bits it flips, and which bit allows it.
type move[W statecodec.Words] struct {
	flip   W      // the piece's cell, and the colour of the cell entered
	need   uint64 // the colour bit of the cell entered, 0 if it is rainbow
	star   uint64 // the star bit of the cell entered, 0 if the board has none there
	word   uint8  // the word of need
	starAt uint8  // the word of star
	letter byte   // the step as a solution writes it
	to     uint16 // the cell entered
}

// moves are the steps from one cell.
type moves[W statecodec.Words] struct {
	list [maxMoves]move[W]
	n    int
}

// A model is the state space of one case with folded handovers: a
// parallel.Model and parallel.Reverser. Successors come in the order Up, Down,
// Left, Right of their moves.
type model[W statecodec.Words] struct {
	rule       twotone.Rule
	initial    W
	handedOver bool                // whether a handover is folded into the initial state
	piece      [2]statecodec.Field // the cell of the black and of the white piece, in word 0
	turn       statecodec.Field    // in word 0
	colours    [2]W                // what turns a mover's own colour to 0 and the other to 1: all colour bits for black, none for white
	stars      W                   // all star bits
	from       [2][]moves[W]       // for each piece, for each cell
}

// reset makes m the model of a case. It allocates nothing if the model has been
// used for a board as large.
func (m *model[W]) reset(c *twotone.Case, l *layout) {
	m.rule = c.Rule
	m.piece = [2]statecodec.Field{l.black, l.white}
	m.turn = l.turn
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
	for _, piece := range [...]twotone.Colour{twotone.Black, twotone.White} {
		m.resetMoves(c, l, piece)
	}
	m.initial = w
	if !m.Goal(&w) {
		m.fold(&m.initial)
	}
	m.handedOver = m.initial != w
}

// resetMoves fills in the steps of a piece from every cell.
func (m *model[W]) resetMoves(c *twotone.Case, l *layout, piece twotone.Colour) {
	from := m.from[piece][:0]
	for cell := range c.Size() {
		var list moves[W]
		row, col := cell/c.Cols, cell%c.Cols
		add := func(inside bool, to int, letter byte) {
			if inside {
				list.list[list.n] = newMove[W](l, piece, cell, to, letter)
				list.n++
			}
		}
		add(row > 0, cell-c.Cols, twotone.StepUp)
		add(row < c.Rows-1, cell+c.Cols, twotone.StepDown)
		add(col > 0, cell-1, twotone.StepLeft)
		add(col < c.Cols-1, cell+1, twotone.StepRight)
		from = append(from, list)
	}
	m.from[piece] = from
}

func newMove[W statecodec.Words](l *layout, piece twotone.Colour, from, to int, letter byte) move[W] {
	colour, star := l.colour[to], l.star[to]
	v := move[W]{
		need:   colour.Mask(),
		star:   star.Mask(),
		word:   uint8(colour.Word),
		starAt: uint8(star.Word),
		letter: letter,
		to:     uint16(to),
	}
	statecodec.Set(&v.flip, l.piece(piece), uint64(from^to))
	statecodec.Set(&v.flip, colour, 1)
	return v
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
func (m *model[W]) Successors(w *W, dst []W) []W {
	turn := statecodec.Get(w, m.turn)
	other := uint16(statecodec.Get(w, m.piece[1-turn]))
	steps := &m.from[turn][statecodec.Get(w, m.piece[turn])]
	for i := range steps.list[:steps.n] {
		v := &steps.list[i]
		if v.to != other && m.open(w, turn, v) {
			dst = append(dst, m.after(w, v))
		}
	}
	return dst
}

// open reports whether the cell that v enters is rainbow or of the colour
// opposite to the piece's.
func (m *model[W]) open(w *W, piece uint64, v *move[W]) bool {
	return ((*w)[v.word]^m.colours[piece][v.word])&v.need == v.need
}

// after returns the state after a legal move.
func (m *model[W]) after(w *W, v *move[W]) W {
	next := *w
	for i := 0; i < len(next); i++ {
		next[i] ^= v.flip[i]
	}
	if star := next[v.starAt] & v.star; star != 0 {
		next[v.starAt] ^= star
		next[0] ^= m.turn.Mask()
		if m.Goal(&next) {
			return next
		}
	}
	m.fold(&next)
	return next
}

// fold hands the turn over if the rule allows it, the mover is stuck, and the other
// piece can move.
func (m *model[W]) fold(w *W) {
	if m.rule != twotone.Handover {
		return
	}
	if turn := statecodec.Get(w, m.turn); !m.canMove(w, turn) && m.canMove(w, 1-turn) {
		(*w)[0] ^= m.turn.Mask()
	}
}

// canMove reports whether a piece would have a legal move if it were its turn.
func (m *model[W]) canMove(w *W, piece uint64) bool {
	other := uint16(statecodec.Get(w, m.piece[1-piece]))
	steps := &m.from[piece][statecodec.Get(w, m.piece[piece])]
	for i := range steps.list[:steps.n] {
		if v := &steps.list[i]; v.to != other && m.open(w, piece, v) {
			return true
		}
	}
	return false
}

// Predecessors appends every state from which a move could have led here: for
// either piece and each neighbour of its cell, the piece stood there and was to
// move, and a star of the board that is gone from the cell entered was or was not
// there.
func (m *model[W]) Predecessors(w *W, dst []W) []W {
	for piece := range uint64(2) {
		cell := uint16(statecodec.Get(w, m.piece[piece]))
		here := &m.from[piece][cell]
		for i := range here.list[:here.n] {
			v := m.step(piece, here.list[i].to, cell)
			before := *w
			for i := 0; i < len(before); i++ {
				before[i] ^= v.flip[i]
			}
			statecodec.Set(&before, m.turn, piece)
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
func (m *model[W]) step(piece uint64, from, to uint16) *move[W] {
	steps := &m.from[piece][from]
	for i := range steps.list[:steps.n] {
		if steps.list[i].to == to {
			return &steps.list[i]
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
	turn := statecodec.Get(w, m.turn)
	from, to := statecodec.Get(w, m.piece[turn]), statecodec.Get(next, m.piece[turn])
	v := m.step(turn, uint16(from), uint16(to))
	s = append(s, v.letter)
	if (*w)[v.starAt]&v.star != 0 {
		turn = 1 - turn
	}
	if turn != statecodec.Get(next, m.turn) {
		s = append(s, twotone.StepHandover)
	}
	return s
}
