package zeroone

import "exhaust/puzzles/twotone"

// A state is all that can change in a play. The rainbow cells cannot, so they
// are not in it.
type state[S set[S]] struct {
	white S              // the ordinary cells that are white now; the other ones are black
	stars S              // the cells whose star is left
	at    [2]uint16      // the cells of the black and of the white piece
	mover twotone.Colour // the side to move, Black or White
}

// An edge leads from a state to another.
type edge[S set[S]] struct {
	to   state[S]
	step byte // the step of a solution: a direction or a handover
	cost int  // 1 for a move, 0 for a handover
}

// A direction is a step to an adjacent cell.
type direction struct {
	step       byte
	rows, cols int // what it adds to the row and to the column
}

// directions holds all directions in the order in which they are tried.
var directions = [...]direction{
	{twotone.StepUp, -1, 0},
	{twotone.StepDown, 1, 0},
	{twotone.StepLeft, 0, -1},
	{twotone.StepRight, 0, 1},
}

// rules are the rules of the game on one board.
type rules[S set[S]] struct {
	board *twotone.Case
	none  S // the empty set of cells
}

// newRules returns the rules of a valid case.
func newRules[S set[S]](c *twotone.Case) rules[S] {
	var s S
	return rules[S]{board: c, none: s.of(make([]bool, c.Size()))}
}

// start returns the state before the first move.
func (r *rules[S]) start() state[S] {
	white := make([]bool, r.board.Size())
	for cell, colour := range r.board.Cells {
		white[cell] = colour == twotone.White
	}
	return state[S]{
		white: r.none.of(white),
		stars: r.none.of(r.board.Stars),
		at:    [2]uint16{uint16(r.board.Black), uint16(r.board.White)},
		mover: r.board.Turn,
	}
}

// won reports whether no star is left.
func (r *rules[S]) won(s *state[S]) bool { return s.stars == r.none }

// edges appends the edges out of s to out and returns it: the legal moves in
// the order of directions, or the handover if there is none and the rule allows it.
func (r *rules[S]) edges(s *state[S], out []edge[S]) []edge[S] {
	stuck := true
	for _, d := range directions {
		if cell, inside := r.beside(int(s.at[s.mover]), d); inside && r.mayEnter(s, cell) {
			stuck = false
			out = append(out, edge[S]{to: r.move(*s, cell), step: d.step, cost: 1})
		}
	}
	if stuck && r.board.Rule == twotone.Handover {
		out = append(out, edge[S]{to: handover(*s), step: twotone.StepHandover, cost: 0})
	}
	return out
}

// beside returns the cell next to a cell in a direction, and whether it is
// inside the board.
func (r *rules[S]) beside(cell int, d direction) (int, bool) {
	row, col := cell/r.board.Cols+d.rows, cell%r.board.Cols+d.cols
	inside := row >= 0 && row < r.board.Rows && col >= 0 && col < r.board.Cols
	return row*r.board.Cols + col, inside
}

// mayEnter reports whether the mover may enter a cell next to it: one that the
// other piece does not occupy, and that is rainbow or of the opposite colour.
func (r *rules[S]) mayEnter(s *state[S], cell int) bool {
	if int(s.at[s.mover.Opposite()]) == cell {
		return false
	}
	colour := r.colour(s, cell)
	return colour == twotone.Rainbow || colour == s.mover.Opposite()
}

// colour returns what a cell shows in s.
func (r *rules[S]) colour(s *state[S], cell int) twotone.Colour {
	switch {
	case r.board.Cells[cell] == twotone.Rainbow:
		return twotone.Rainbow
	case s.white.has(cell):
		return twotone.White
	default:
		return twotone.Black
	}
}

// move returns the state after the mover of s has entered a cell.
func (r *rules[S]) move(s state[S], cell int) state[S] {
	s.at[s.mover] = uint16(cell)
	if r.board.Cells[cell] != twotone.Rainbow {
		s.white = paint(s.white, cell, s.mover)
	}
	if s.stars.has(cell) {
		s.stars = s.stars.without(cell)
		s.mover = s.mover.Opposite()
	}
	return s
}

// paint returns the white cells after a cell has taken a colour.
func paint[S set[S]](white S, cell int, colour twotone.Colour) S {
	if colour == twotone.White {
		return white.with(cell)
	}
	return white.without(cell)
}

// handover returns s with the other side to move.
func handover[S set[S]](s state[S]) state[S] {
	s.mover = s.mover.Opposite()
	return s
}
