package wiring

import (
	"errors"
	"fmt"
	"io"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// show draws a board, and again after every turn of a play, up to its end or its
// first wrong step.
func show(w io.Writer, c *twotone.Case, s []byte) error {
	var referee twotone.Referee
	referee.Start(c)
	fmt.Fprintf(w, "%v to move\n%s", c.Turn, twotone.Picture(referee.Board()))
	for len(s) > 0 {
		mover := referee.Board().Turn
		n, err := playTurn(&referee, s)
		if n > 0 {
			fmt.Fprintf(
				w,
				"\n%v: %v%s\n%s",
				mover,
				twotone.Solution(s[:n]),
				ending(&referee),
				twotone.Picture(referee.Board()),
			)
		}
		var wrong *puzzle.StepError
		if errors.As(err, &wrong) {
			fmt.Fprintf(w, "\n%v\n", wrong)
			return nil
		}
		s = s[n:]
	}
	return nil
}

// ending says that the game is won, if it is.
func ending(referee *twotone.Referee) string {
	if referee.Won() {
		return ", and wins"
	}
	return ""
}

// playTurn plays steps until the turn passes, the play is over, or a step is
// wrong. It returns the number of steps played.
func playTurn(referee *twotone.Referee, s []byte) (int, error) {
	mover := referee.Board().Turn
	for i, letter := range s {
		if err := referee.Step(letter); err != nil {
			return i, err
		}
		if referee.Board().Turn != mover {
			return i + 1, nil
		}
	}
	return len(s), nil
}
