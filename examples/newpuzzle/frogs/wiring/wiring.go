// Package wiring makes a puzzle of frogs and toads: its notation, referee, solvers and space.
package wiring

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"sync/atomic"

	"exhaust/examples/newpuzzle/frogs"
	"exhaust/examples/newpuzzle/frogs/bfs"
	"exhaust/examples/newpuzzle/frogs/plain"
	"exhaust/examples/newpuzzle/frogs/referee"
	"exhaust/family"
	"exhaust/puzzle"
)

const rules = `On a row of leaves sit frogs (F) and toads (T); some leaves are empty (.). A
frog goes to the right only: to the next leaf if it is empty, or over one toad
to the leaf behind it if that is empty. A toad does the same to the left. The
value is the least number of moves after which no frog has a toad to its right.

A move is named by the leaf that the animal leaves: a is the first on the left.`

// Family returns the puzzle.
func Family() *family.Family[frogs.Row] {
	return &family.Family[frogs.Row]{
		Name:    "frogs",
		Title:   "frogs and toads",
		Asks:    "the fewest moves after which the frogs have passed the toads",
		Rules:   rules,
		Measure: puzzle.Measure{Kind: puzzle.Moves, Unit: "move", Metric: "one animal steps or jumps"},
		IDs:     []family.Example{{Text: "frogs:FFF.TTT", Is: "a leaf a character"}},
		Spaces:  []family.Example{{Text: "8", Is: "all 6,561 rows of 8 leaves"}},
		Facts:   []string{"m frogs, one empty leaf and n toads take mn + m + n - 1 moves"},
		Notation: family.Notation[frogs.Row]{
			Parse:          frogs.Parse,
			Format:         func(r frogs.Row) string { return string(r) },
			Clone:          func(r frogs.Row) frogs.Row { return r },
			ParseSolution:  frogs.ParseMoves,
			FormatSolution: frogs.FormatMoves,
			Picture:        func(r frogs.Row) string { return string(r) + "\n" },
		},
		Referee: func() puzzle.Referee[frogs.Row] { return referee.Referee{} },
		Solvers: []family.Maker[frogs.Row]{
			{
				Name: "bfs", Is: "breadth first on the engine, a set of bits for each kind",
				New: func(l puzzle.Limits) puzzle.Solver[frogs.Row] { return bfs.New(l) },
			}, {
				Name: "plain", Is: "every play, with the best move of each row remembered",
				New: func(l puzzle.Limits) puzzle.Solver[frogs.Row] { return plain.New(l) },
			},
		},
		Space:   newSpace,
		Smaller: smaller,
		Model: func(r frogs.Row, _ string) (family.Explorer, error) {
			return family.Explore(bfs.NewModel(r), bfs.Layout, bfs.Moves), nil
		},
	}
}

// A space is all rows of so many leaves. The number of a row, written to base 3, is the row.
type space int

func newSpace(_ context.Context, size string, _ *atomic.Uint64) (family.Space[frogs.Row], error) {
	n, err := strconv.Atoi(size)
	if err != nil || n < 1 || n > frogs.MaxLeaves || strconv.Itoa(n) != size {
		return nil, fmt.Errorf("size %q: want a number of leaves, 1 to %d", size, frogs.MaxLeaves)
	}
	return space(n), nil
}

func (s space) Len() uint64 {
	n := uint64(1)
	for range s {
		n *= 3
	}
	return n
}

func (s space) At(i uint64, _ frogs.Row) frogs.Row {
	row := make([]byte, s)
	for leaf := range row {
		row[len(row)-1-leaf] = "F.T"[i%3]
		i /= 3
	}
	return frogs.Row(row)
}

func (s space) String() string { return strconv.Itoa(int(s)) }
func (s space) Title() string  { return s.String() + "-leaf row" }

// smaller yields the row with a leaf less, and with an animal less.
func smaller(r frogs.Row) iter.Seq[frogs.Row] {
	return func(yield func(frogs.Row) bool) {
		for leaf := range r {
			if len(r) > 1 && !yield(r[:leaf]+r[leaf+1:]) {
				return
			}
		}
		for leaf, animal := range r {
			if animal != frogs.Empty && !yield(r[:leaf]+"."+r[leaf+1:]) {
				return
			}
		}
	}
}
