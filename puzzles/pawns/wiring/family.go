// Package wiring makes a puzzle of the game of the knight and the pawns: its notation, its referee
// and its solvers in the shape that the program takes.
package wiring

import (
	"io"
	"math"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
	"exhaust/puzzles/pawns/alphabeta"
	"exhaust/puzzles/pawns/plain"
	"exhaust/puzzles/pawns/referee"
	"exhaust/puzzles/pawns/subsets"
)

const rules = `A knight and 1 to 15 pawns stand on a square board, each on a cell of its own.
Alice and Bob take turns, Alice first. In a turn the player chooses any pawn
that is left, and the knight captures it in the fewest possible moves of a
knight. It may pass over other pawns and stand on their cells on its way: only
the chosen pawn is captured. Alice wants as many moves of the knight in all
turns, hers and Bob's, as she can get; Bob wants as few. The value of a game is
the number of moves if both play their best.

A line of play is the pawns in the order of their capture, each by its number in
the ID: 0 to 9, then a to e. A pawn that the knight can never reach, as in the
middle of 3x3, is an error.
`

// Family returns the puzzle.
func Family() *family.Family[*pawns.Game] {
	return &family.Family[*pawns.Game]{
		Name:  "pawns",
		Title: "the knight and the pawns",
		Asks: "how many moves the knight makes to capture all pawns, " +
			"if Alice wants many and Bob few",
		Rules: rules,
		Measure: puzzle.Measure{
			Kind:   puzzle.Payoff,
			Unit:   "move",
			Metric: "one jump of the knight; Alice maximises, Bob minimises",
		},
		IDs: []family.Example{
			{Text: "pawns:50:1,1:0,0", Is: "50x50, a knight on 1,1, a pawn on 0,0: 4 moves"},
			{Text: "pawns:50:0,2:1,1:2,2:3,3", Is: "three pawns: 8 moves"},
			{Text: "pawns:4:1,0:3,3:0,3", Is: "a small board"},
		},
		Files: []family.Example{
			{
				Text: "kx = 1, ky = 1, positions = [[0,0],[3,4]]",
				Is:   "LeetCode 3283, a game a line, on 50x50",
			},
			{Text: "kx=1,ky=1,[[0,0],[3,4]]", Is: "the same, shorter"},
		},
		Spaces: []family.Example{
			{Text: "3:7", Is: "1 to 7 pawns on 3x3: all 1,016 games"},
			{Text: "4:3", Is: "1 to 3 pawns on 4x4: 9,200 games"},
			{Text: "5:3", Is: "1 to 3 pawns on 5x5: 58,100 games"},
		},
		Facts: []string{
			"50:1,1:0,0 takes 4 moves, 50:0,2:1,1:2,2:3,3 takes 8, 50:0,0:1,2:2,4 takes 3 " +
				"(the examples of LeetCode 3283)",
			"two cells of 8x8 are at most 6 moves apart, and a corner and the cell next to it " +
				"across the diagonal are 4 apart (known of the knight on the chessboard)",
		},
		Notation: notation(),
		Referee:  referee.New,
		Solvers:  solvers(),
		Space:    newSpace,
		Random:   newDrawer,
		Smaller:  smaller,
		Before:   before,
		Checks:   family.Checks[*pawns.Game]{Bounds: bounds},
		Workshop: workshop(),
	}
}

// notation returns how games and lines of play are written. What is read is held against the rules
// by the referee.
func notation() family.Notation[*pawns.Game] {
	return family.Notation[*pawns.Game]{
		Parse: func(id string) (*pawns.Game, error) { return pawns.Parse(id, referee.Unreachable) },
		ParseFile: func(name string, r io.Reader) ([]*pawns.Game, error) {
			return pawns.ParseFile(name, r, referee.Unreachable)
		},
		Format:         (*pawns.Game).ID,
		Clone:          (*pawns.Game).Clone,
		ParseSolution:  pawns.ParseLine,
		FormatSolution: pawns.FormatLine,
		Picture:        picture,
		Caption:        caption,
		Show:           show,
		Details:        details,
	}
}

// solvers returns the makers of all solvers, the usual one first.
func solvers() []family.Maker[*pawns.Game] {
	return []family.Maker[*pawns.Game]{
		{
			Name: "subsets", New: subsets.New,
			Is: "dynamic programming over the sets of pawns left",
		}, {
			Name: "alphabeta", New: alphabeta.New,
			Is: "alpha-beta over the orders of capture, without a table",
		}, {
			Name: "plain", New: plain.New, OnDemand: true,
			Is: "all orders of capture, for up to 8 pawns or so",
		},
	}
}

// bounds returns what no answer may exceed: a line of play has a mark for each pawn.
func bounds(g *pawns.Game) family.Bounds {
	return family.Bounds{Value: math.MaxUint64, States: math.MaxUint64, Steps: uint64(len(g.Pawns))}
}
