// Package wiring puts the parts of the knights into their family: the notation, the referee, the
// solvers, the space of all cases of a size, and how cases are drawn and made smaller.
package wiring

import (
	"math"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/bfs"
	"exhaust/puzzles/knights/bidirectional"
	"exhaust/puzzles/knights/ida"
	"exhaust/puzzles/knights/perimeter"
	"exhaust/puzzles/knights/plain"
	"exhaust/puzzles/knights/referee"
)

// rules are the rules in plain words.
const rules = `On every cell of a board but one stands a knight, black (1) or white (0). The
empty cell is the hole (*). A knight that is a knight's move away from the hole,
two cells along and one across, jumps into it: then the hole is where the knight
came from. Knights of one colour are all alike. All knights are to stand as in
the goal; the value is the least number of jumps. The play is over when the goal
is reached; if it is there at the start, the value is 0.

The goal of the 5x5 board, with 12 knights of each colour, is

    1 1 1 1 1
    0 1 1 1 1
    0 0 * 1 1
    0 0 0 0 1
    0 0 0 0 0

The goal of a board of R rows and C columns, both counted from 0, has the hole
in row R/2 and column C/2, rounded down; black knights above the diagonal from
the first cell to the last one, that is where column x (R-1) > row x (C-1), and
on the diagonal before the hole; and white knights elsewhere. A case has as many
black knights as the goal.

A jump is named by the cell that the knight leaves, such as b4: a letter for the
row, from the top, and a digit for the column, from the left. A follows z in the
names of rows, and 9 in those of columns.`

// Family returns the knights.
func Family() *family.Family[*knights.Board] {
	return &family.Family[*knights.Board]{
		Name:     "knights",
		Title:    "knights and a hole (SCOI 2005)",
		Asks:     "the fewest jumps that bring all knights to their goal",
		Rules:    rules,
		Measure:  measure,
		IDs:      ids,
		Files:    files,
		Spaces:   spaces,
		Facts:    facts,
		Notation: notation(),
		Referee:  func() puzzle.Referee[*knights.Board] { return new(referee.Referee) },
		Solvers:  solvers,
		Space:    newSpace,
		Random:   newDrawer,
		Smaller:  Smaller,
		Before:   Before,
		Checks: family.Checks[*knights.Board]{
			Bounds:     bounds,
			ValueBound: "all positions but one",
		},
		Model:    explore,
		Whole:    whole,
		Workshop: workshop(),
	}
}

var measure = puzzle.Measure{
	Kind:   puzzle.Moves,
	Unit:   "move",
	Metric: "one knight jumps into the hole",
}

var ids = []family.Example{
	{
		Text: "knights:10110/01*11/10111/01001/00000",
		Is:   "rows of 0 (white knight), 1 (black knight) and * (the hole)",
	},
	{
		Text: "knights:0111/*100/0010",
		Is:   "a board of another size, with as many black knights as its goal",
	},
}

var files = []family.Example{
	{
		Text: "2",
		Is:   "a contest file: the number of boards, then five lines of five cells for each",
	},
}

var spaces = []family.Example{
	{Text: "2x3", Is: "60 cases: each arrangement of the goal's knights and the hole"},
	{Text: "3x3", Is: "630 cases"},
	{Text: "3x4", Is: "5,544 cases"},
	{Text: "4x3", Is: "5,544 cases"},
	{Text: "4x4", Is: "102,960 cases"},
	{Text: "5x5", Is: "67,603,900 cases, for samples"},
}

var facts = []string{
	"the sample of the contest has the answers 7 and -1, beyond 15 (SCOI 2005, knights)",
	"all 25 C(24,12) = 67,603,900 arrangements of the 5x5 board can be solved, in up to 39 jumps",
}

var solvers = []family.Maker[*knights.Board]{
	{
		Name: "perimeter",
		Is:   "breadth first in bit sets, up to the positions around the goal, found once a size",
		New:  func(l puzzle.Limits) puzzle.Solver[*knights.Board] { return perimeter.New(l) },
	},
	{
		Name: "ida",
		Is:   "iterative deepening A*, with the exact distances of two patterns of 16 cells",
		New:  func(l puzzle.Limits) puzzle.Solver[*knights.Board] { return ida.New(l) },
	},
	{
		Name: "bidirectional",
		Is:   "breadth first from both ends, with hash tables",
		New:  func(l puzzle.Limits) puzzle.Solver[*knights.Board] { return bidirectional.New(l) },
	},
	{
		Name: "bfs",
		Is:   "breadth first on the engine, in blocks of up to 35 positions",
		New:  func(l puzzle.Limits) puzzle.Solver[*knights.Board] { return bfs.New(l) },
	},
	{
		Name: "plain",
		Is:   "breadth first over texts with a map; a 5x5 board may take 10 GB",
		New:  func(l puzzle.Limits) puzzle.Solver[*knights.Board] { return plain.New(l) },

		OnDemand: true,
	},
}

func notation() family.Notation[*knights.Board] {
	return family.Notation[*knights.Board]{
		Parse:          knights.Parse,
		Format:         (*knights.Board).String,
		ParseFile:      knights.ParseContest,
		Clone:          (*knights.Board).Clone,
		ParseSolution:  knights.ParseJumps,
		FormatSolution: knights.FormatJumps,
		Picture:        knights.Picture,
		Caption:        func(*knights.Board) string { return knights.Legend },
		Show:           show,
	}
}

// bounds returns what no answer may exceed: no shortest solution comes to a position twice. What a
// solver counts as states is not bounded, because ida comes to them again and again.
func bounds(b *knights.Board) family.Bounds {
	most := spaceOf(b.Rows, b.Cols).Len() - 1
	return family.Bounds{Value: most, States: math.MaxUint64, Steps: knights.JumpSize * most}
}

// explore returns the state space of a board. There is one layout of states.
func explore(b *knights.Board, _ string) (family.Explorer, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	m, err := bfs.NewModel(b)
	if err != nil {
		return nil, err
	}
	return family.Explore(m, bfs.States, m.Certificate), nil
}

// whole returns the space of all that can be reached from the goal of a size.
func whole(size, _ string) (e family.Explorer, ok bool, err error) {
	rows, cols, ok := cutSize(size)
	if !ok {
		return nil, false, nil
	}
	m, err := bfs.NewWhole(rows, cols)
	if err != nil {
		return nil, true, err
	}
	return family.Explore(m, bfs.States, m.Certificate), true, nil
}
