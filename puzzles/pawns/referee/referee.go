// Package referee plays the game of the knight and the pawns on its rules, capture by capture, as a
// person would: it looks up the shortest way of the knight on the board, and takes the pawn away.
// It shares no code with any solver.
package referee

import (
	"fmt"
	"strings"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// A Referee replays lines of play. The zero Referee is ready for Start. It may be used again and
// again, and not by several goroutines at once. It has no memory beyond its own size, about 16 KiB.
type Referee struct {
	game  pawns.Game // the knight stands where it is now
	taken [pawns.MaxPawns]bool
	steps int // pawns captured
	moves int // of the knight, so far
	flood flood
}

// New returns a Referee as the program wants it.
func New() puzzle.Referee[*pawns.Game] { return new(Referee) }

// A Capture is what a step of a line of play comes to.
type Capture struct {
	Alice    bool // it is her turn, and not Bob's
	From, To pawns.Cell
	Pawn     int
	Moves    int // of the knight
	Total    int // so far, with these
}

// Start puts the pieces of a valid game on the board. It copies what it needs.
func (r *Referee) Start(g *pawns.Game) {
	list := append(r.game.Pawns[:0], g.Pawns...)
	r.game = pawns.Game{Side: g.Side, Knight: g.Knight, Pawns: list}
	r.taken = [pawns.MaxPawns]bool{}
	r.steps, r.moves = 0, 0
}

// Left tells whether a pawn is still on the board.
func (r *Referee) Left(pawn int) bool { return !r.taken[pawn] }

// Knight returns where the knight is.
func (r *Referee) Knight() pawns.Cell { return r.game.Knight }

// Over tells whether no pawn is left.
func (r *Referee) Over() bool { return r.steps == len(r.game.Pawns) }

// Capture takes the pawn of a mark, in as few moves as there may be. It returns a
// *puzzle.StepError, and changes nothing, if the rules do not allow the step. O(cells).
func (r *Referee) Capture(mark byte) (Capture, error) {
	pawn, ok := pawns.Marked(mark)
	switch {
	case r.Over():
		return Capture{}, r.no(mark, "all pawns are captured already")
	case !ok || pawn >= len(r.game.Pawns):
		last := pawns.Mark(len(r.game.Pawns) - 1)
		return Capture{}, r.no(mark, fmt.Sprintf("no such pawn, want 0 to %c", last))
	case r.taken[pawn]:
		return Capture{}, r.no(mark, "this pawn is captured already")
	}
	from, to := r.game.Knight, r.game.Pawns[pawn]
	r.flood.start(r.game.Side, from)
	moves := r.flood.until(to)
	if moves < 0 {
		return Capture{}, r.no(mark, r.game.Unreachable(pawn).Error())
	}
	c := Capture{Alice: r.steps%2 == 0, From: from, To: to, Pawn: pawn, Moves: moves}
	r.game.Knight, r.taken[pawn] = to, true
	r.steps++
	r.moves += moves
	c.Total = r.moves
	return c, nil
}

// no returns the error of the next step.
func (r *Referee) no(mark byte, why string) error {
	text := puzzle.Shown(string([]byte{mark}), puzzle.MaxShownWord)
	return &puzzle.StepError{Step: r.steps + 1, Text: text, Why: why}
}

// Finish returns the number of moves of a line of play that has captured all pawns, or a
// *puzzle.StepError that names those left.
func (r *Referee) Finish() (moves int, err error) {
	if r.Over() {
		return r.moves, nil
	}
	var left []string
	for pawn := range r.game.Pawns {
		if r.Left(pawn) {
			left = append(left, string(pawns.Mark(pawn)))
		}
	}
	why := "the play ends with pawns left: " + strings.Join(left, " ")
	return 0, &puzzle.StepError{Step: r.steps + 1, Why: why}
}

// Replay replays a line of play and returns its number of moves. Every mark is a capture of a pawn
// that is left, and none is left at the end. O(pawns * cells).
func (r *Referee) Replay(g *pawns.Game, line []byte) (moves int, err error) {
	if err := g.Validate(); err != nil {
		return 0, err
	}
	r.Start(g)
	for _, mark := range line {
		if _, err := r.Capture(mark); err != nil {
			return 0, err
		}
	}
	return r.Finish()
}
