package wiring

import (
	"fmt"
	"io"

	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/referee"
)

// show draws a board, and again after every jump, up to the certificate's end or its first wrong
// jump. Above each picture stands what jumped.
func show(w io.Writer, b *knights.Board, certificate []byte) error {
	var r referee.Referee
	r.Start(b)
	if _, err := fmt.Fprintf(w, "%s\n%s", knights.Legend, knights.Picture(b)); err != nil {
		return err
	}
	for i := 0; i < len(certificate); i += knights.JumpSize {
		end := min(i+knights.JumpSize, len(certificate))
		text, more := after(&r, i/knights.JumpSize+1, string(certificate[i:end]))
		if _, err := fmt.Fprintf(w, "\n%s", text); err != nil || !more {
			return err
		}
	}
	return nil
}

// after makes a jump and returns the caption and the picture of the board after it. If the jump is
// wrong it returns why, and that there is no more to draw.
func after(r *referee.Referee, number int, name string) (text string, more bool) {
	knight, err := r.Jump(name)
	if err != nil {
		return err.Error() + "\n", false
	}
	var now knights.Board
	r.Position(&now)
	colour, ending := "white", ""
	if knight == knights.Black {
		colour = "black"
	}
	if r.Won() {
		ending = ", and all knights are as in the goal"
	}
	const caption = "jump %d: the %s knight on %s%s\n%s"
	return fmt.Sprintf(caption, number, colour, name, ending, knights.Picture(&now)), true
}
