package twotone

import (
	"fmt"

	"exhaust/puzzle"
)

// A Referee plays a case step by step on the rules. It changes a board of its
// own cell by cell, as a person would, and shares no code with any solver. The
// zero Referee is ready for Start; a Referee may be used again and again.
type Referee struct {
	board Board
	rule  Rule
	stars int // stars left
	steps int // steps taken
}

// Start puts the pieces of c on the board. It copies what it needs: O(N), and
// no allocation once the Referee has seen a board as large.
func (r *Referee) Start(c *Case) {
	cells, stars := r.board.Cells[:0], r.board.Stars[:0]
	r.board = c.Board
	r.board.Cells = append(cells, c.Cells...)
	r.board.Stars = append(stars, c.Stars...)
	r.rule = c.Rule
	r.stars = c.StarCount()
	r.steps = 0
}

// Board returns the position as it is now. It belongs to the Referee.
func (r *Referee) Board() *Board { return &r.board }

// Won reports whether no star is left.
func (r *Referee) Won() bool { return r.stars == 0 }

// Step takes one step of a solution. It returns a *puzzle.StepError, and changes
// nothing, if the rules do not allow the step.
func (r *Referee) Step(letter byte) error {
	why := ""
	switch {
	case r.Won():
		why = "the game is won already"
	case letter == StepHandover:
		why = r.handover()
	case letter == StepUp, letter == StepDown, letter == StepLeft, letter == StepRight:
		why = r.move(letter)
	default:
		why = "no such step, want U, D, L, R or -"
	}
	if why != "" {
		return &puzzle.StepError{Step: r.steps + 1, Text: string(letter), Why: why}
	}
	r.steps++
	return nil
}

// move moves the mover's piece, or says why it may not.
func (r *Referee) move(letter byte) (why string) {
	to, ok := r.neighbour(*r.piece(r.board.Turn), letter)
	if !ok {
		return "leaves the board"
	}
	if why := r.refuses(to); why != "" {
		return why
	}
	*r.piece(r.board.Turn) = to
	if r.board.Cells[to] != Rainbow {
		r.board.Cells[to] = r.board.Turn
	}
	if r.board.Stars[to] {
		r.board.Stars[to] = false
		r.stars--
		r.board.Turn = r.board.Turn.Opposite()
	}
	return ""
}

// handover passes the turn, or says why it may not be passed.
func (r *Referee) handover() (why string) {
	turn := r.board.Turn
	switch {
	case r.rule != Handover:
		return "no handover under the strict rule"
	case r.canMove(turn):
		return fmt.Sprintf("%v can move and may not hand over", turn)
	case !r.canMove(turn.Opposite()):
		return "both pieces are stuck"
	}
	r.board.Turn = turn.Opposite()
	return ""
}

// piece returns the place of the piece of the given colour.
func (r *Referee) piece(c Colour) *int {
	if c == Black {
		return &r.board.Black
	}
	return &r.board.White
}

// neighbour returns the cell one step from cell, and whether it is on the board.
func (r *Referee) neighbour(cell int, letter byte) (int, bool) {
	row, col := cell/r.board.Cols, cell%r.board.Cols
	switch letter {
	case StepUp:
		row--
	case StepDown:
		row++
	case StepLeft:
		col--
	case StepRight:
		col++
	}
	inside := row >= 0 && row < r.board.Rows && col >= 0 && col < r.board.Cols
	return row*r.board.Cols + col, inside
}

// refuses says why the mover may not enter the cell, or nothing if it may.
func (r *Referee) refuses(cell int) (why string) {
	turn := r.board.Turn
	switch {
	case cell == *r.piece(turn.Opposite()):
		return fmt.Sprintf("cell %d is taken by the %v piece", cell, turn.Opposite())
	case r.board.Cells[cell] == turn:
		return fmt.Sprintf("cell %d is %v, the mover's own colour", cell, turn)
	}
	return ""
}

// canMove reports whether the piece of the given colour would have a legal move
// if it were its turn.
func (r *Referee) canMove(c Colour) bool {
	for _, letter := range [...]byte{StepUp, StepDown, StepLeft, StepRight} {
		if r.canGo(c, letter) {
			return true
		}
	}
	return false
}

// canGo is canMove for one direction.
func (r *Referee) canGo(c Colour, letter byte) bool {
	to, inside := r.neighbour(*r.piece(c), letter)
	return inside && to != *r.piece(c.Opposite()) && r.board.Cells[to] != c
}

// Replay replays a whole play and returns its number of moves. It returns a
// *puzzle.StepError that names the first wrong step, or says that stars are left after
// the last.
func (r *Referee) Replay(c *Case, solution []byte) (moves int, err error) {
	r.Start(c)
	for _, letter := range solution {
		if err := r.Step(letter); err != nil {
			return 0, err
		}
		if letter != StepHandover {
			moves++
		}
	}
	if !r.Won() {
		return 0, &puzzle.StepError{Step: r.steps + 1, Why: fmt.Sprintf("the play ends with stars left: %d", r.stars)}
	}
	return moves, nil
}
