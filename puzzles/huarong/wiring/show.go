package wiring

import (
	"fmt"
	"io"

	"exhaust/family"
	"exhaust/puzzles/huarong"
	"exhaust/puzzles/huarong/referee"
)

// show draws a case, and again after every slide of the piece, up to the certificate's end or its
// first wrong slide. Above each picture stand the slides since the last one.
func show(w io.Writer, c *huarong.Case, certificate []byte) error {
	p := player{w: w}
	p.referee.Start(c)
	fmt.Fprintf(&p, "%s\n%s", huarong.Legend, huarong.Picture(c))
	begin := 0
	for i, letter := range certificate {
		moved, err := p.referee.Slide(letter)
		if err != nil {
			p.draw(certificate, begin, i)
			fmt.Fprintf(&p, "\n%v\n", err)
			return p.err
		}
		if moved {
			p.draw(certificate, begin, i+1)
			begin = i + 1
		}
	}
	p.draw(certificate, begin, len(certificate))
	return p.err
}

// A player draws what its referee plays.
type player struct {
	referee referee.Referee
	w       io.Writer
	err     error // the first of w; nothing is written after it
}

// Write writes unless something could not be written before. It always succeeds.
func (p *player) Write(text []byte) (int, error) {
	if p.err == nil {
		_, p.err = p.w.Write(text)
	}
	return len(text), nil
}

// draw draws the position after some slides, unless there are none since the last picture.
func (p *player) draw(certificate []byte, begin, end int) {
	if begin == end {
		return
	}
	var now huarong.Case
	p.referee.Position(&now)
	ending := ""
	if p.referee.Won() {
		ending = ", and the piece is on its target"
	}
	numbers := fmt.Sprintf("slide %d", end)
	if end > begin+1 {
		numbers = fmt.Sprintf("slides %d-%d", begin+1, end)
	}
	slides := huarong.FormatSlides(certificate[begin:end])
	fmt.Fprintf(p, "\n%s: %s%s\n%s", numbers, slides, ending, huarong.Picture(&now))
}

// details returns the length of the piece's path: how many of a certificate's slides move it.
func details(c *huarong.Case, certificate []byte) []family.Detail {
	const key = "piece_path"
	if certificate == nil {
		return []family.Detail{{Key: key, Value: nil}}
	}
	var r referee.Referee
	r.Start(c)
	n := 0
	for _, letter := range certificate {
		moved, err := r.Slide(letter)
		if err != nil {
			break
		}
		if moved {
			n++
		}
	}
	return []family.Detail{{Key: key, Value: n}}
}
