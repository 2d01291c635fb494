// Package wiring puts the parts of the huarong puzzle together into its family: the notation, the
// referee, the solvers, the space of all cases of a size, and how cases are drawn and made smaller.
package wiring

import (
	"fmt"
	"regexp"
	"strconv"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
	"exhaust/puzzles/huarong/bfs"
	"exhaust/puzzles/huarong/graph"
	"exhaust/puzzles/huarong/plain"
	"exhaust/puzzles/huarong/referee"
)

// rules are the rules in plain words.
const rules = `A board has rows and columns of cells. Each cell is fixed (0) or free (1). One
free cell is the hole; on every other free cell lies a tile. A tile beside the
hole, above, below, left or right of it, may slide into it: then the hole is
where the tile was. What is fixed never moves. One of the tiles is the piece,
and it must come to the target. The value is the least number of slides. The
play is over when the piece is on its target; if it is there at the start, the
value is 0.

A slide is named by the way in which the hole goes: U means that the hole goes
up, and the tile above it down.

The hole, the piece and the target are each on a free cell. The hole and the
piece are on two cells. The target may be where the hole is or where the piece
is. Other cases are refused: the contest has the hole and the piece on free
cells; of the target it says nothing, and a piece can never come to a fixed
cell.`

// Family returns the huarong puzzle.
func Family() *family.Family[*huarong.Case] {
	return &family.Family[*huarong.Case]{
		Name:     "huarong",
		Title:    "sliding a piece to its target (NOIP 2013)",
		Asks:     "the fewest slides that bring the piece to its target",
		Rules:    rules,
		Measure:  measure,
		IDs:      ids,
		Files:    files,
		Spaces:   spaces,
		Facts:    facts,
		Notation: notation(),
		Referee:  func() puzzle.Referee[*huarong.Case] { return new(referee.Referee) },
		Solvers:  solvers,
		Space:    newSpace,
		Random:   newDrawer,
		Sample:   newSampler,
		Smaller:  Smaller,
		Before:   Before,
		Checks: family.Checks[*huarong.Case]{
			Bounds:      bounds,
			ValueBound:  "the bound of moves",
			StatesBound: "all positions",
		},
		Model:    explore,
		Whole:    whole,
		Workshop: workshop(),
	}
}

var measure = puzzle.Measure{
	Kind:   puzzle.Moves,
	Unit:   "move",
	Metric: "one tile slides by one cell",
}

var ids = []family.Example{
	{
		Text: "huarong:0111/0110/0100:3,2,1,2,2,2",
		Is:   "rows of 0 (fixed) and 1 (free), then row,column of hole, piece and target, from 1",
	},
}

var files = []family.Example{
	{
		Text: "3 4 2",
		Is:   "a contest file: rows, columns, queries; the rows of 0 and 1; a query a line",
	},
}

var spaces = []family.Example{
	{Text: "2x2", Is: "144 cases: each set of free cells with each query"},
	{Text: "2x3", Is: "1,920 cases"},
	{Text: "3x3", Is: "50,688 cases"},
	{Text: "3x4", Is: "946,176 cases"},
}

var facts = []string{
	"the sample of the contest has the answers 2 and -1 (NOIP 2013, day 2, problem 3)",
	"N cells have N²(N+3)·2^(N-3) - N(N+1)·2^(N-2) cases (sums of f³ - f² for f free cells)",
	"without fixed cells, on 2 or more rows and columns, hole and piece can come to any two cells",
}

var solvers = []family.Maker[*huarong.Case]{
	{
		Name: "graph",
		Is:   "shortest paths over (piece, side of the hole), the hole's walks made once a board",
		New:  func(l puzzle.Limits) puzzle.Solver[*huarong.Case] { return graph.New(l) },
	},
	{
		Name: "bfs",
		Is:   "breadth first over (hole, piece) on the engine, in blocks of 8x8 cells",
		New:  func(l puzzle.Limits) puzzle.Solver[*huarong.Case] { return bfs.New(l) },
	},
	{
		Name: "plain",
		Is:   "breadth first over (hole, piece) with a map",
		New:  func(l puzzle.Limits) puzzle.Solver[*huarong.Case] { return plain.New(l) },
	},
}

func notation() family.Notation[*huarong.Case] {
	return family.Notation[*huarong.Case]{
		Parse:          huarong.Parse,
		Format:         (*huarong.Case).String,
		ParseFile:      huarong.ParseContest,
		Clone:          (*huarong.Case).Clone,
		ParseSolution:  huarong.ParseSlides,
		FormatSolution: huarong.FormatSlides,
		Picture:        huarong.Picture,
		Caption:        func(*huarong.Case) string { return huarong.Legend },
		Show:           show,
		Details:        details,
	}
}

// bounds returns what no answer may exceed. A position is where the hole and the piece are. No
// shortest solution comes to one twice, and no solver counts more of them.
func bounds(c *huarong.Case) family.Bounds {
	free := uint64(c.FreeCount())
	positions := free * (free - 1)
	return family.Bounds{Value: positions - 1, States: positions, Steps: positions - 1}
}

// explore returns the state space of a case. There is one layout of states.
func explore(c *huarong.Case, _ string) (family.Explorer, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	m := bfs.NewModel(c)
	return family.Explore(m, bfs.Layout, m.Certificate), nil
}

// whole returns the space of a board of a size without fixed cells.
func whole(size, _ string) (e family.Explorer, ok bool, err error) {
	if !sizeSyntax.MatchString(size) {
		return nil, false, nil
	}
	rows, cols, err := parseSize(size)
	if err != nil {
		return nil, true, err
	}
	return family.Explore(bfs.NewWhole(rows, cols), bfs.Layout, nil), true, nil
}

// sizeSyntax is the syntax of a size.
var sizeSyntax = regexp.MustCompile(`^([1-9][0-9]{0,5})x([1-9][0-9]{0,5})$`)

// parseSize parses ROWSxCOLS. There is a case of every size that it lets through.
func parseSize(text string) (rows, cols int, err error) {
	m := sizeSyntax.FindStringSubmatch(text)
	if m == nil {
		text = puzzle.Quoted(text, puzzle.MaxShownWord)
		return 0, 0, fmt.Errorf("size %s: want ROWSxCOLS, such as 3x4", text)
	}
	rows, _ = strconv.Atoi(m[1]) // what the syntax lets through is a number
	cols, _ = strconv.Atoi(m[2])
	if rows > huarong.MaxSide || cols > huarong.MaxSide || rows*cols < 2 {
		const want = "size %s: want sides of 1 to %d and at least two cells"
		return 0, 0, fmt.Errorf(want, text, huarong.MaxSide)
	}
	return rows, cols, nil
}

// sizeOf returns the size of a case, as parseSize reads it.
func sizeOf(c *huarong.Case) string { return fmt.Sprintf("%dx%d", c.Rows, c.Cols) }
