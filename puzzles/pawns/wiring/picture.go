package wiring

import (
	"bytes"
	"fmt"
	"io"

	"exhaust/family"
	"exhaust/puzzles/pawns"
	"exhaust/puzzles/pawns/referee"
)

// drawn is the greatest side of a board that is drawn cell by cell. Of a larger one, the places of
// the pieces are listed.
const drawn = 12

// picture draws a game for people:
//
//	y\x  0  1  2
//	  0  0  .  .
//	  1  .  .  1
//	  2  N  .  .
//
// N is the knight. A pawn is its mark in a line of play.
func picture(g *pawns.Game) string {
	var r referee.Referee
	r.Start(g)
	return position(g, &r)
}

// caption says what stands above the picture.
func caption(g *pawns.Game) string { return size{g.Side, len(g.Pawns)}.words() }

// position draws a game as the referee has it now.
func position(g *pawns.Game, r *referee.Referee) string {
	pieces := map[pawns.Cell]byte{}
	for pawn, c := range g.Pawns {
		if r.Left(pawn) {
			pieces[c] = pawns.Mark(pawn)
		}
	}
	pieces[r.Knight()] = 'N'
	if g.Side <= drawn {
		return grid(g.Side, pieces)
	}
	return list(g, r)
}

// grid draws a board cell by cell.
func grid(side int, pieces map[pawns.Cell]byte) string {
	var b bytes.Buffer
	b.WriteString(`y\x`)
	for x := range side {
		fmt.Fprintf(&b, "%3d", x)
	}
	for y := range side {
		fmt.Fprintf(&b, "\n%3d", y)
		for x := range side {
			mark, ok := pieces[pawns.Cell{X: x, Y: y}]
			if !ok {
				mark = '.'
			}
			fmt.Fprintf(&b, "%3c", mark)
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// list names the places of the pieces.
func list(g *pawns.Game, r *referee.Referee) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "knight  %v\n", r.Knight())
	for pawn, c := range g.Pawns {
		if r.Left(pawn) {
			fmt.Fprintf(&b, "pawn %c  %v\n", pawns.Mark(pawn), c)
		}
	}
	return b.String()
}

// show draws a game, and says of each capture whose it is, of which pawn, and how many moves it
// takes. A small board is drawn again after each. The first wrong step ends it.
func show(w io.Writer, g *pawns.Game, line []byte) error {
	var b bytes.Buffer
	var r referee.Referee
	r.Start(g)
	fmt.Fprintf(&b, "%s\n%s", caption(g), position(g, &r))
	for i, mark := range line {
		c, err := r.Capture(mark)
		if err != nil {
			fmt.Fprintf(&b, "\n%v\n", err)
			break
		}
		if i == 0 || g.Side <= drawn {
			b.WriteByte('\n')
		}
		b.WriteString(sentence(c))
		if g.Side <= drawn {
			b.WriteString(position(g, &r))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// sentence says what a capture is.
func sentence(c referee.Capture) string {
	player := "Bob"
	if c.Alice {
		player = "Alice"
	}
	return fmt.Sprintf("%s: the knight goes from %v to pawn %c on %v in %s, %d in all\n",
		player, c.From, pawns.Mark(c.Pawn), c.To, plural(c.Moves, "move"), c.Total)
}

// details returns the moves of each capture of a line of play, which is legal.
func details(g *pawns.Game, line []byte) []family.Detail {
	if line == nil {
		return []family.Detail{{Key: "captures"}}
	}
	var r referee.Referee
	r.Start(g)
	moves := make([]int, 0, len(line))
	for _, mark := range line {
		c, err := r.Capture(mark)
		if err != nil {
			return []family.Detail{{Key: "captures"}}
		}
		moves = append(moves, c.Moves)
	}
	return []family.Detail{{Key: "captures", Value: moves}}
}
