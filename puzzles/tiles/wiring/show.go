package wiring

import (
	"fmt"
	"io"

	"exhaust/puzzles/tiles"
	"exhaust/puzzles/tiles/referee"
)

// show draws a board, and again after every move up to the certificate's end or its first wrong
// move. Above each picture stands the move.
func show(w io.Writer, b *tiles.Board, certificate []byte) error {
	var r referee.Referee
	r.Start(b)
	p := printer{w: w}
	p.printf("%s", tiles.Picture(b))
	for i, letter := range certificate {
		tile, err := r.Move(letter)
		if err != nil {
			p.printf("\n%v\n", err)
			return p.err
		}
		ending := ""
		if r.Solved() {
			ending = ", and the board is solved"
		}
		var now tiles.Board
		r.Position(&now)
		p.printf("\nmove %d: %c, tile %d%s\n%s", i+1, letter, tile, ending, tiles.Picture(&now))
	}
	return p.err
}

// A printer writes until something cannot be written.
type printer struct {
	w   io.Writer
	err error // the first of w; nothing is written after it
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}
