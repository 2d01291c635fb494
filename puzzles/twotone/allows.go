package twotone

// Allows reports whether the rules allow a step: whether Step would take it. It
// says nothing about why not, and allocates nothing.
func (r *Referee) Allows(letter byte) bool {
	turn := r.board.Turn
	switch letter {
	case StepUp, StepDown, StepLeft, StepRight:
		return !r.Won() && r.canGo(turn, letter)
	case StepHandover:
		return !r.Won() && r.rule == Handover && !r.canMove(turn) && r.canMove(turn.Opposite())
	}
	return false
}
