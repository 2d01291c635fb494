package pawns

import (
	"strconv"

	"exhaust/puzzle"
)

// The ID of a game is one line without a character special to a shell:
//
//	SIDE:X,Y:X,Y:X,Y...
//	50:1,1:0,0:3,4
//
//	SIDE   the cells of a side of the board, 2 to 64
//	X,Y    a cell, its column and its row from 0: first the knight's, then that of each pawn

// A Check finds the first pawn of a game that the knight cannot reach, or returns nil.
//
// A game with such a pawn is wrong, and whoever reads one has to say where. But to see it one has
// to know how a knight jumps, and this package must not: each solver imports it, and a rule that is
// wrong here would be wrong in all of them. So the one who parses brings the check along. The
// program brings the referee's. A solver looks by itself all the same, and the tests hold each
// against the others.
type Check func(g *Game) *Unreachable

// Parse returns the valid game of an ID. It reads exactly what ID writes. An error is a
// *puzzle.SyntaxError. A nil check asks for the shape alone.
func Parse(id string, check Check) (*Game, error) {
	s := scanner{text: id, name: "case " + puzzle.Shown(id, puzzle.MaxShownID)}
	g := new(Game)
	if err := s.id(g); err != nil {
		return nil, err
	}
	if err := s.playable(g, check); err != nil {
		return nil, err
	}
	return g, nil
}

// id reads an ID up to its end.
func (s *scanner) id(g *Game) (err error) {
	if g.Side, err = s.number("side", MinSide, MaxSide); err != nil {
		return err
	}
	if err = s.expect(":"); err != nil {
		return err
	}
	if g.Knight, err = s.cell(g.Side); err != nil {
		return err
	}
	for !s.end() || len(g.Pawns) == 0 {
		if err = s.expect(":"); err != nil {
			return err
		}
		if err = s.pawn(g); err != nil {
			return err
		}
	}
	return nil
}

// ID returns the ID of a valid game. Parse reads it back.
func (g *Game) ID() string {
	dst := strconv.AppendInt(nil, int64(g.Side), 10)
	dst = appendCell(dst, g.Knight)
	for _, c := range g.Pawns {
		dst = appendCell(dst, c)
	}
	return string(dst)
}

// appendCell appends :X,Y.
func appendCell(dst []byte, c Cell) []byte {
	dst = strconv.AppendInt(append(dst, ':'), int64(c.X), 10)
	return strconv.AppendInt(append(dst, ','), int64(c.Y), 10)
}
