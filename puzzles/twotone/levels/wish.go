package levels

import (
	"errors"
	"fmt"
	"math"

	"exhaust/parallel"
	"exhaust/puzzles/twotone"
)

// A Wish is what levels shall be like.
type Wish struct {
	Rows, Cols int
	Stars      int    // at least one
	Rainbow    [2]int // the fewest and the most rainbow cells
	Aim        Aim
	MinLength  int    // moves of the shortest solution under each rule of the aim, at least
	MinTurns   int    // likewise its turns
	States     uint64 // the most states that a search of a board may meet before its last level
}

// Cells returns the number of cells.
func (w *Wish) Cells() int { return w.Rows * w.Cols }

// Check returns an error that says why no board can fulfil the wish, if that can be told without a search.
func (w *Wish) Check() error {
	free := w.Cells() - 2
	switch {
	case w.Rows < 1 || w.Cols < 1 || w.Rows > twotone.MaxSide || w.Cols > twotone.MaxSide || free < 0:
		return fmt.Errorf("a board of %dx%d: want sides of 1 to %d and at least two cells", w.Rows, w.Cols, twotone.MaxSide)
	case free < 1:
		return fmt.Errorf("a board of %dx%d has no cell without a piece: want room for a star", w.Rows, w.Cols)
	case w.Stars < 1 || w.Stars > free:
		return fmt.Errorf("%d stars on a board of %dx%d: want 1 to %d, on cells without a piece", w.Stars, w.Rows, w.Cols, free)
	case w.Rainbow[0] < 0 || w.Rainbow[0] > w.Rainbow[1] || w.Rainbow[1] > w.Cells():
		return fmt.Errorf("%d to %d rainbow cells on a board of %dx%d: want a range within 0 to %d",
			w.Rainbow[0], w.Rainbow[1], w.Rows, w.Cols, w.Cells())
	case w.Aim > AimHandover:
		return fmt.Errorf("aim %v: want both, strict or handover", w.Aim)
	case w.States < 1:
		return errors.New("no states: want at least 1")
	case w.MinLength < 0 || w.MinTurns < 0:
		return fmt.Errorf("at least %d moves and %d turns: want no negative number", w.MinLength, w.MinTurns)
	}
	return w.checkReach()
}

// checkReach checks what the rules say about lengths and turns.
func (w *Wish) checkReach() error {
	if w.Aim.needs(twotone.Strict) && w.MinTurns > w.Stars {
		return fmt.Errorf("at least %d turns: under strict there are as many as stars, %d", w.MinTurns, w.Stars)
	}
	if w.MinLength == 0 {
		return nil
	}
	if bound := w.mostMoves(); uint64(w.MinLength) > bound {
		return fmt.Errorf("at least %d moves: no board of this kind has a shortest solution of more than %d", w.MinLength, bound)
	}
	return nil
}

// mostMoves returns a bound on the shortest lengths of all boards that the wish allows. (docs/RULES.md, section 6.)
func (w *Wish) mostMoves() (most uint64) {
	b := twotone.Board{Rows: w.Rows, Cols: w.Cols, Cells: make([]twotone.Colour, w.Cells()), Stars: make([]bool, w.Cells())}
	for cell := range w.Stars {
		b.Stars[cell] = true
	}
	for rainbow := range w.Rainbow[1] + 1 {
		if rainbow > 0 {
			b.Cells[rainbow-1] = twotone.Rainbow
		}
		if rainbow >= w.Rainbow[0] {
			most = max(most, w.mostMovesOn(&b))
		}
	}
	return most
}

// mostMovesOn returns a bound on the shortest length of a board: no shortest way meets a state twice, and under strict there is a better one.
func (w *Wish) mostMovesOn(b *twotone.Board) uint64 {
	bound := twotone.StateBound(b)
	if bound < math.MaxUint64 {
		bound-- // edges between the states of a way
	}
	if w.Aim.needs(twotone.Strict) {
		bound = min(bound, uint64(twotone.StrictBound(b)))
	}
	return bound
}

// least returns the least length and the fewest turns under the rules of the aim.
func (w *Wish) least(answers *[Rules]Answer) (length, turns int) {
	length, turns = math.MaxInt, math.MaxInt
	for rule := range answers {
		if w.Aim.needs(twotone.Rule(rule)) {
			length, turns = min(length, answers[rule].Length), min(turns, answers[rule].Turns)
		}
	}
	return length, turns
}

// unlessTooMany returns what stopped a search, but for the limit of states.
func unlessTooMany(stopped error) error {
	if errors.Is(stopped, parallel.ErrStates) {
		return nil
	}
	return stopped
}
