package twotone

// A Solution is a whole play, one letter a step: a move in a direction, or a
// free handover of the turn. It is the certificate that a board is solvable;
// Replay checks it.
type Solution []byte

// The steps of a solution.
const (
	StepUp       = 'U'
	StepDown     = 'D'
	StepLeft     = 'L'
	StepRight    = 'R'
	StepHandover = '-' // the mover is stuck and hands the turn over; not a move
)

// Moves returns the number of moves, which is the solution's length; handovers
// are not counted.
func (s Solution) Moves() int { return len(s) - s.Handovers() }

// Handovers returns the number of handovers.
func (s Solution) Handovers() int {
	n := 0
	for _, step := range s {
		if step == StepHandover {
			n++
		}
	}
	return n
}
