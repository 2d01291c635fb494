package twotone

// Allows reports whether the rules allow a step: whether Step would take it. It
// says nothing about why not, and allocates nothing.
func (r *Referee) Allows(letter byte) bool {
	turn := r.board.Turn
	switch letter {
	case StepUp, StepDown, StepLeft, StepRight:
		to, inside := r.neighbour(*r.piece(turn), letter)
		return !r.Won() && inside && to != *r.piece(turn.Opposite()) && r.board.Cells[to] != turn
	case StepHandover:
		return !r.Won() && r.rule == Handover && !r.canMove(turn) && r.canMove(turn.Opposite())
	}
	return false
}
