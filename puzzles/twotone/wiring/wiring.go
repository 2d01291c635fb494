// Package wiring is the two-tone puzzle as a family: its notation, its rules and its solvers, for
// the verbs of the program.
package wiring

import (
	"context"
	"io"
	"regexp"
	"slices"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/levels"
	"exhaust/puzzles/twotone/table"
	"exhaust/puzzles/twotone/zeroone"
)

// Family returns the two-tone puzzle.
func Family() *family.Family[*twotone.Case] {
	return &family.Family[*twotone.Case]{
		Name:      "twotone",
		Title:     "two-tone boards",
		Asks:      "the fewest moves that collect all stars",
		Rules:     rules,
		Measure:   measure,
		Unnamed:   true,
		StartOfID: startOfID,
		IDs:       ids,
		Files:     files,
		Spaces:    spaces,
		Facts:     facts,

		Variants:    []string{twotone.Strict.String(), twotone.Handover.String()},
		Variant:     func(c *twotone.Case) int { return int(c.Rule) },
		WithVariant: withRule,

		Notation: notation,
		Referee:  func() puzzle.Referee[*twotone.Case] { return new(twotone.Referee) },
		Solvers:  slices.Clone(solvers),
		Space:    space,
		Random:   random,
		Sample:   sample,
		Smaller:  (*twotone.Case).Smaller,
		Before:   twotone.Before,
		Checks: family.Checks[*twotone.Case]{
			Bounds:      bounds,
			ValueBound:  "the length bound",
			StatesBound: "Q",
			Variants:    strictImpliesHandover,
			Names:       checkNames,
		},
		Model: func(c *twotone.Case, states string) (family.Explorer, error) { return bfs.ExploreAs(c, states) },
		Wire:  wire{},
		Flags: slices.Concat(flags, levels.Flags),

		Workshop: &family.Workshop[*twotone.Case]{Own: &levels.Keeper{Draw: show}},
	}
}

// withRule puts a case under a rule.
func withRule(c *twotone.Case, rule int) *twotone.Case {
	c.Rule = twotone.Rule(rule)
	return c
}

// startOfID is how a case ID begins, and no board file.
var startOfID = regexp.MustCompile(`^[0-9]+x[0-9]+:`)

var notation = family.Notation[*twotone.Case]{
	Parse:     twotone.ParseID,
	Format:    (*twotone.Case).ID,
	ParseFile: parseFile,
	Clone:     (*twotone.Case).Clone,
	ParseSolution: func(text string) ([]byte, error) {
		s, err := twotone.ParseSolution(text)
		return s, err
	},
	FormatSolution: func(certificate []byte) string { return twotone.Solution(certificate).String() },
	Picture:        func(c *twotone.Case) string { return twotone.Picture(&c.Board) },
	Caption:        func(c *twotone.Case) string { return c.Turn.String() + " to move, rule " + c.Rule.String() },
	Show:           show,
	Details:        details,
}

// parseFile reads a drawn board.
func parseFile(name string, r io.Reader) ([]*twotone.Case, error) {
	c, err := twotone.ParseBoard(name, r)
	if err != nil {
		return nil, err
	}
	return []*twotone.Case{c}, nil
}

// details says how many handovers a solution has.
func details(_ *twotone.Case, certificate []byte) []family.Detail {
	if certificate == nil {
		return []family.Detail{{Key: "handovers"}}
	}
	return []family.Detail{{Key: "handovers", Value: twotone.Solution(certificate).Handovers()}}
}

var solvers = []family.Maker[*twotone.Case]{
	{
		Name: "bfs",
		Is:   "folded breadth-first search over packed states, on the parallel engine",
		New: func(l puzzle.Limits) puzzle.Solver[*twotone.Case] {
			return bfs.New(bfs.Options{Workers: l.Workers, Memory: l.Memory, States: l.States})
		},
	},
	{
		Name: "zeroone",
		Is:   "0-1 search over plain states, a handover as an edge of cost 0",
		New: func(l puzzle.Limits) puzzle.Solver[*twotone.Case] {
			return &zeroone.Solver{MaxStates: l.States, MaxBytes: l.Memory}
		},
	},
	{
		Name:     "table",
		Is:       "all boards of a size at once, backwards, on bit sets; up to 16 cells",
		OnDemand: true,
		New: func(l puzzle.Limits) puzzle.Solver[*twotone.Case] {
			return &table.Solver{MaxBytes: l.Memory}
		},
	},
}

// space returns all boards of a size with black to move.
func space(_ context.Context, size string, _ *atomic.Uint64) (family.Space[*twotone.Case], error) {
	s, err := twotone.ParseSpace(size, twotone.Black)
	if err != nil {
		return nil, err
	}
	return s, nil
}
