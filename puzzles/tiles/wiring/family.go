// Package wiring puts the parts of sliding tiles together into their family: the notation, the
// referee, the solvers, the space of all boards of a size, and how boards are drawn and made
// smaller.
package wiring

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
	"exhaust/puzzles/tiles/bfs"
	"exhaust/puzzles/tiles/ida"
	"exhaust/puzzles/tiles/plain"
	"exhaust/puzzles/tiles/referee"
)

// rules are the rules in plain words.
const rules = `A board has rows and columns of cells. On each cell but one lies a tile with a
number; the one without is the gap. A tile beside the gap, above, below, left
or right of it, may move into it: then the gap is where the tile was. The goal
is the tiles in order, row by row, and the gap in the last cell. The value is
the least number of moves. The play is over when the goal is reached; the goal
itself has the value 0.

A move is named by the way in which the TILE goes: U means that the tile below
the gap moves up into it, D that the one above moves down, L that the one to the
right moves left, R that the one to the left moves right.

Half of all arrangements cannot be solved. Each move swaps the gap and a tile
and takes the gap one cell on. So the parity of the swaps that lead to the goal,
and that of the gap's distance from its corner, change together, and at the goal
both are even.`

// Family returns sliding tiles.
func Family() *family.Family[*tiles.Board] {
	return &family.Family[*tiles.Board]{
		Name:     "tiles",
		Title:    "sliding tiles (8-puzzle, 15-puzzle)",
		Asks:     "the fewest moves that put the tiles in order",
		Rules:    rules,
		Measure:  measure,
		IDs:      ids,
		Files:    files,
		Spaces:   spaces,
		Facts:    facts,
		Notation: notation(),
		Referee:  func() puzzle.Referee[*tiles.Board] { return new(referee.Referee) },
		Solvers:  solvers,
		Space:    newSpace,
		Random:   newDrawer,
		Sample:   newSampler,
		Smaller:  Smaller,
		Before:   Before,
		Checks: family.Checks[*tiles.Board]{
			Bounds:     bounds,
			ValueBound: "the greatest depth of the size",
		},
		Model:    explore,
		Whole:    whole,
		Workshop: workshop(),
	}
}

var measure = puzzle.Measure{
	Kind:   puzzle.Moves,
	Unit:   "move",
	Metric: "one tile moves by one cell",
}

var ids = []family.Example{
	{
		Text: "tiles:3x3:1,2,3,4,5,6,0,7,8",
		Is:   "the tile on each cell, row by row, 0 for the gap; 2x2 to 5x5",
	},
	{
		Text: "tiles:2x3:4,1,2,5,0,3",
		Is:   "a board that is no square",
	},
}

var files = []family.Example{
	{
		Text: "1 2 3",
		Is:   "drawn boards: a line a row, the gap as 0 or a point, an empty line between boards",
	},
}

var spaces = []family.Example{
	{Text: "2x2", Is: "24 boards: every arrangement, also those that cannot be solved"},
	{Text: "2x3", Is: "720 boards"},
	{Text: "2x4", Is: "40,320 boards"},
	{Text: "3x3", Is: "362,880 boards"},
	{Text: "2x5", Is: "3,628,800 boards"},
}

var facts = []string{
	"the greatest value is 6 on 2x2, 21 on 2x3, 36 on 2x4, 55 on 2x5, 31 on 3x3 (OEIS A151944)",
	"3x3 has 1, 2, 4, 8, 16, 20, 39, ... 221, 2 boards of each value (OEIS A089473)",
	"the 100 boards of Korf (1985) have values from 41 to 66, in all 5,305",
	"of the arrangements of each size one half can be solved",
}

var solvers = []family.Maker[*tiles.Board]{
	{
		Name: "ida",
		Is:   "iterative deepening A*, linear conflicts, then additive pattern databases",
		New:  func(l puzzle.Limits) puzzle.Solver[*tiles.Board] { return ida.New(l) },
	},
	{
		Name: "bfs",
		Is:   "breadth first on the engine, in blocks of 60 arrangements; up to 16 cells",
		New:  func(l puzzle.Limits) puzzle.Solver[*tiles.Board] { return bfs.New(l) },
	},
	{
		Name: "plain",
		Is:   "breadth first with a map",
		New:  func(l puzzle.Limits) puzzle.Solver[*tiles.Board] { return plain.New(l) },
	},
}

func notation() family.Notation[*tiles.Board] {
	return family.Notation[*tiles.Board]{
		Parse:          tiles.Parse,
		Format:         (*tiles.Board).String,
		ParseFile:      tiles.ParseDrawn,
		Clone:          (*tiles.Board).Clone,
		ParseSolution:  tiles.ParseMoves,
		FormatSolution: tiles.FormatMoves,
		Picture:        tiles.Picture,
		Show:           show,
	}
}

// depths are the greatest values of the sizes, rows before columns or the other way round:
// https://oeis.org/A151944.
var depths = map[[2]int]uint64{
	{2, 2}: 6, {2, 3}: 21, {2, 4}: 36, {2, 5}: 55, {3, 3}: 31, {3, 4}: 53, {3, 5}: 84, {4, 4}: 80,
}

// bounds returns what no answer may exceed. The greatest values of 4x5 and 5x5 are not known. The
// nodes of iterative deepening have no bound.
func bounds(b *tiles.Board) family.Bounds {
	size := [2]int{min(b.Rows, b.Cols), max(b.Rows, b.Cols)}
	depth, known := depths[size]
	if !known {
		depth = math.MaxUint64
	}
	return family.Bounds{Value: depth, States: math.MaxUint64, Steps: depth}
}

// explore returns the state space of a board. There is one layout of states.
func explore(b *tiles.Board, _ string) (family.Explorer, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	m, err := bfs.NewModel(b)
	if err != nil {
		return nil, err
	}
	return family.Explore(m, bfs.States, m.Certificate), nil
}

// whole returns the space of a size, from the solved board.
func whole(size, _ string) (e family.Explorer, ok bool, err error) {
	parts := sizeSyntax.FindStringSubmatch(size)
	if parts == nil {
		return nil, false, nil
	}
	rows, _ := strconv.Atoi(parts[1]) // what the syntax lets through is a number
	cols, _ := strconv.Atoi(parts[2])
	m, err := bfs.NewWhole(rows, cols)
	if err != nil {
		return nil, true, err
	}
	return family.Explore(m, bfs.States, nil), true, nil
}

// sizeSyntax is the syntax of a size.
var sizeSyntax = regexp.MustCompile(`^([1-9][0-9]{0,5})x([1-9][0-9]{0,5})$`)

// parseSize parses ROWSxCOLS. There are boards of every size that it lets through.
func parseSize(text string) (rows, cols int, err error) {
	parts := sizeSyntax.FindStringSubmatch(text)
	if parts == nil {
		text = puzzle.Quoted(text, puzzle.MaxShownWord)
		return 0, 0, fmt.Errorf("size %s: want ROWSxCOLS, such as 3x4", text)
	}
	rows, _ = strconv.Atoi(parts[1])
	cols, _ = strconv.Atoi(parts[2])
	return rows, cols, tiles.ValidSize(rows, cols)
}

// sizeOf returns the size of a board, as parseSize reads it.
func sizeOf(b *tiles.Board) string { return fmt.Sprintf("%dx%d", b.Rows, b.Cols) }
