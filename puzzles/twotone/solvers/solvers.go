// Package solvers names the solvers of the two-tone puzzle and makes them, for
// the command line and for package compare.
package solvers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"exhaust/compare"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/table"
	"exhaust/puzzles/twotone/zeroone"
)

// A Solver answers questions about cases one after the other. It is not for use
// by several goroutines at once.
type Solver interface {
	Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error)
}

// Names returns the names of all solvers, the first of which is the usual one.
func Names() []string { return []string{"bfs", "zeroone", "table"} }

// Searches returns the names of the solvers that search from the board they are given, and so take
// boards of any size.
func Searches() []string { return []string{"bfs", "zeroone"} }

// New returns the solver of a name. A solver without workers ignores their number.
func New(name string, o bfs.Options) (Solver, error) {
	switch name {
	case "bfs":
		return bfs.New(o), nil
	case "zeroone":
		s := zeroone.New()
		s.MaxBytes = o.Memory
		return s, nil
	case "table":
		return &table.Solver{MaxBytes: o.Memory}, nil
	}
	return nil, Check(name)
}

// List returns the names of all solvers with a word before the last: "a, b or c".
func List(word string) string {
	names := Names()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// Check returns an error unless all names are those of solvers, each once.
func Check(names ...string) error {
	if len(names) == 0 {
		return fmt.Errorf("no solver: want one or more of %s", List("and"))
	}
	for i, name := range names {
		if !slices.Contains(Names(), name) {
			return fmt.Errorf("unknown solver %q: want %s", name, List("or"))
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("solver %q twice: want each at most once", name)
		}
	}
	return nil
}

// Verdicts are an enumeration of package twotone, for solvers that know no engine, and one
// of package compare, which knows no puzzle. Named is where they meet.

// A Named is a solver as package compare wants it: it has a name, and is asked
// for a shortest solution.
type Named struct {
	Label string
	Solver
}

// Name returns the solver's name.
func (n Named) Name() string { return n.Label }

// Solve asks for a shortest solution.
func (n Named) Solve(ctx context.Context, c *twotone.Case) (compare.Answer, error) {
	r, err := n.Solver.Solve(ctx, c, puzzle.Best)
	return Answer(r, puzzle.Best), err
}

// Answer returns what a result says about what was asked, as package compare wants it.
func Answer(r puzzle.Answer, ask puzzle.Ask) compare.Answer {
	a := compare.Answer{Length: r.Length, Certificate: r.Solution, States: r.States, Bare: ask == puzzle.Decide}
	if ask != puzzle.Best {
		a.Length = puzzle.Unsaid
	}
	switch r.Verdict {
	case puzzle.Solvable:
		a.Verdict = puzzle.Solvable
	case puzzle.Unsolvable:
		a.Verdict = puzzle.Unsolvable
	}
	return a
}

// A Referee is twotone's, as package compare wants it.
type Referee struct{ twotone.Referee }

// Replay replays a solution.
func (r *Referee) Replay(c *twotone.Case, certificate []byte) (int, error) {
	return r.Referee.Replay(c, certificate)
}
