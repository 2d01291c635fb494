// Package contest puts two-tone cases to two solvers, of this program or of any other, and
// when they differ finds the smallest board on which they do, and who is wrong.
package contest

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/solvers"
)

// A Contest is two solvers and the cases that are put to both.
type Contest struct {
	Players [2]Player
	Source  Source
	Ask     twotone.Ask
	Timeout time.Duration // for a case
	Memory  uint64        // of each solver of this program, in bytes; 0: no limit
	Workers int           // 0: as many as GOMAXPROCS
	Enough  uint64        // the contest ends at so many differences
	// ShrinkTime is for the reduction of the first difference; 0: a minute.
	ShrinkTime time.Duration
	Done       *atomic.Uint64    // if not nil, counts the cases that this run has done
	Keeper     *enumerate.Keeper // if not nil, keeps what is done; a reduction is made anew

	// NewSolver makes a solver of this program of the given name; that of package solvers if nil.
	NewSolver func(name string) (solvers.Solver, error)
}

// A Report is what came of a contest.
type Report struct {
	compare.Outcome
	First    *Finding // the first difference in the order of the cases; nil if there is none
	Smallest *Finding // the smallest board found on which they differ
	Least    bool     // no smaller board differs: all were tried
	Minimal  bool     // Least, or no board differs that has a little taken away: all were tried
}

// A Finding is a case on which the solvers differ.
type Finding struct {
	Case       *twotone.Case
	Difference compare.Difference
	Names      []string         // of the solvers: the two, and a third if there is one
	Answers    []compare.Answer // in the same order
	Proofs     []compare.Proof  // who is wrong
	Sides      string           // if nothing is proven: the one of the two that the third agrees with; or ""
}

// Run holds the contest. A done context ends it early, with the report of what was done by then. The
// error is that a solver cannot be used at all.
func (c *Contest) Run(ctx context.Context) (Report, error) {
	match := compare.Match[*twotone.Case]{
		Cases:    c.Source.Len(),
		Case:     c.caseAt,
		NewPanel: c.panel,
		Enough:   c.Enough,
		Workers:  c.Workers,
		Done:     c.Done,
		Keeper:   c.Keeper,
	}
	outcome, err := match.Run(ctx)
	if err != nil || outcome.First == nil {
		return Report{Outcome: outcome}, err
	}
	r := Report{Outcome: outcome}
	found := &Finding{
		Case:       c.caseAt(outcome.First.Number, nil),
		Difference: outcome.First.Difference,
		Answers:    outcome.First.Answers,
	}
	c.shrink(ctx, found, &r)
	r.First = c.consult(ctx, found)
	if r.Smallest == found {
		r.Smallest = r.First
	} else {
		r.Smallest = c.consult(ctx, r.Smallest)
	}
	return r, nil
}

// caseAt returns case number i.
func (c *Contest) caseAt(i uint64, reuse *twotone.Case) *twotone.Case {
	if reuse == nil {
		reuse = new(twotone.Case)
	}
	c.Source.Case(i, reuse)
	return reuse
}

// panel makes the two solvers and the referee.
func (c *Contest) panel() (*compare.Panel[*twotone.Case], error) {
	p := &compare.Panel[*twotone.Case]{Referee: &solvers.Referee{}, Any: c.Ask != twotone.Shortest}
	for i, player := range c.Players {
		s, err := c.solver(player, c.label(i))
		if err != nil {
			p.Close()
			return nil, err
		}
		p.Solvers = append(p.Solvers, s)
	}
	return p, nil
}

// label returns the name of a side.
func (c *Contest) label(side int) string {
	return label(c.Players[side].Name, side, c.Players[1-side].Name)
}

// consult asks a third solver about a finding, if there is one that does not take part, and
// says who is proven wrong by all the answers.
func (c *Contest) consult(ctx context.Context, found *Finding) *Finding {
	f := *found
	f.Names = []string{c.label(0), c.label(1)}
	f.Answers = slices.Clone(found.Answers)
	panel := &compare.Panel[*twotone.Case]{
		Referee: &solvers.Referee{},
		Any:     c.Ask != twotone.Shortest,
		Solvers: []compare.Solver[*twotone.Case]{&inside{name: f.Names[0]}, &inside{name: f.Names[1]}},
	}
	if third := c.third(); third != nil {
		if a, err := third.Solve(ctx, f.Case); err == nil && a.Verdict != compare.Limit {
			panel.Solvers = append(panel.Solvers, third)
			f.Names, f.Answers = append(f.Names, third.Name()), append(f.Answers, a)
		}
	}
	f.Proofs = panel.Rule(f.Case, f.Answers)
	if len(f.Proofs) == 0 && len(f.Answers) > 2 {
		f.Sides = f.sides(c.Ask)
	}
	return &f
}

// sides returns the one of the two that the third agrees with, in length too if shortest solutions are asked for, or "".
func (f *Finding) sides(ask twotone.Ask) string {
	third := &f.Answers[2]
	for i := range 2 {
		a := &f.Answers[i]
		if a.Verdict != third.Verdict {
			continue
		}
		if ask != twotone.Shortest || a.Verdict != compare.Solvable || a.Length == third.Length {
			return f.Names[i]
		}
	}
	return ""
}

// third returns a solver of this program that does not take part, or nil. The plainest comes last in the
// list of names and is taken first.
func (c *Contest) third() compare.Solver[*twotone.Case] {
	for _, name := range slices.Backward(solvers.Searches()) {
		if name == c.Players[0].Name || name == c.Players[1].Name {
			continue
		}
		if s, err := c.solver(Internal(name), name); err == nil {
			return s
		}
	}
	return nil
}
