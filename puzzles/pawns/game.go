// Package pawns is the game of the knight and the pawns (LeetCode 3283): what a game is, and how it
// and its lines of play are written.
//
// A knight and some pawns stand on a square board. Alice and Bob take turns, Alice first. In a turn
// the player chooses any pawn that is left, and the knight captures it in the fewest possible moves
// of a knight; pawns on its way stay. Alice wants many moves in all, Bob wants few. The value of a
// game is the number of moves of both under best play.
//
// The package knows no rule of the game. Where a pawn stands is in it, how a knight jumps is not:
// the referee and each solver know that by themselves.
package pawns

import (
	"fmt"
	"slices"
)

// Limits of a game.
const (
	MinSide  = 2
	MaxSide  = 64
	MaxPawns = 15
)

// A Cell is a place on the board: its column X and its row Y, from 0.
type Cell struct {
	X, Y int
}

// String returns X,Y, as in 3,4.
func (c Cell) String() string { return fmt.Sprintf("%d,%d", c.X, c.Y) }

// on tells whether the cell lies on a board.
func (c Cell) on(side int) bool { return c.X >= 0 && c.Y >= 0 && c.X < side && c.Y < side }

// A Game is a board of Side x Side cells, a knight, and pawns that are numbered from 0.
type Game struct {
	Side   int
	Knight Cell
	Pawns  []Cell
}

// Clone returns a copy that shares no memory with g.
func (g *Game) Clone() *Game {
	return &Game{Side: g.Side, Knight: g.Knight, Pawns: slices.Clone(g.Pawns)}
}

// Number returns the number of a cell on the board of g, row by row.
func (g *Game) Number(c Cell) int { return c.Y*g.Side + c.X }

// Validate says what is wrong with the shape of a game: the side, the number of pawns, or the first
// piece that is not on the board or not on a cell of its own. It does not ask whether the knight
// can reach the pawns. O(n^2) for n pawns.
func (g *Game) Validate() error {
	switch {
	case g.Side < MinSide || g.Side > MaxSide:
		return fmt.Errorf("side %d: want %d to %d", g.Side, MinSide, MaxSide)
	case len(g.Pawns) == 0 || len(g.Pawns) > MaxPawns:
		return fmt.Errorf("%d pawns: want 1 to %d", len(g.Pawns), MaxPawns)
	case !g.Knight.on(g.Side):
		return g.off("the knight", g.Knight)
	}
	for i, c := range g.Pawns {
		if !c.on(g.Side) {
			return g.off(fmt.Sprintf("pawn %d", i), c)
		}
		if clash := g.clash(i); clash != "" {
			return fmt.Errorf("%s", clash)
		}
	}
	return nil
}

// off returns the error that a piece is not on the board.
func (g *Game) off(piece string, c Cell) error {
	return fmt.Errorf("%s on %v: want a cell of the %dx%d board", piece, c, g.Side, g.Side)
}

// clash says who stands on the cell of a pawn already, the knight or a pawn before it, or nothing.
func (g *Game) clash(pawn int) string {
	c := g.Pawns[pawn]
	if c == g.Knight {
		return fmt.Sprintf("pawn %d on %v, under the knight: want another cell", pawn, c)
	}
	if first := slices.Index(g.Pawns[:pawn], c); first >= 0 {
		return fmt.Sprintf("pawns %d and %d on %v: want two different cells", first, pawn, c)
	}
	return ""
}

// An Unreachable is the error that a game cannot be played: no knight's moves lead from the knight
// to the pawn, as on the middle of a board of 3x3.
type Unreachable struct {
	Pawn int
	Cell Cell
	From Cell // where the knight stands
}

func (e *Unreachable) Error() string {
	const format = "pawn %d on %v: want a cell that a knight on %v can reach"
	return fmt.Sprintf(format, e.Pawn, e.Cell, e.From)
}

// Unreachable returns the error that the knight cannot reach a pawn of g.
func (g *Game) Unreachable(pawn int) *Unreachable {
	return &Unreachable{Pawn: pawn, Cell: g.Pawns[pawn], From: g.Knight}
}
