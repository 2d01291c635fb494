// Package contest puts the cases of a puzzle to two solvers, of this program or of any other, and
// when they differ finds the smallest board on which they do, and who is wrong.
package contest

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/puzzle"
)

// A Contest is two solvers and the cases that are put to both.
type Contest[C any] struct {
	Family  *family.Family[C]
	Players [2]Player
	Source  Source[C]
	Ask     puzzle.Ask
	Timeout time.Duration // for a case
	Memory  uint64        // of each solver of this program, in bytes; 0: no limit
	Workers int           // 0: as many as GOMAXPROCS
	Enough  uint64        // the contest ends at so many differences
	// ShrinkTime is for the reduction of the first difference; 0: a minute.
	ShrinkTime time.Duration
	Done       *atomic.Uint64    // if not nil, counts the cases that this run has done
	Keeper     *enumerate.Keeper // if not nil, keeps what is done; a reduction is made anew
}

// A Report is what came of a contest.
type Report[C any] struct {
	compare.Outcome
	First    *Finding[C] // the first difference in the order of the cases; nil if there is none
	Smallest *Finding[C] // the smallest board found on which they differ
	Least    bool        // no smaller board differs: all were tried
	Minimal  bool        // Least, or no board differs that has a little taken away: all were tried
}

// A Finding is a case on which the solvers differ.
type Finding[C any] struct {
	Case       C
	Difference compare.Difference
	Names      []string         // of the solvers: the two, and a third if there is one
	Answers    []compare.Answer // in the same order
	Proofs     []compare.Proof  // who is wrong
	Sides      string           // if nothing is proven: the one of the two that the third agrees with; or ""
}

// Run holds the contest. A done context ends it early, with the report of what was done by then.
// The error is that a solver cannot be used at all.
func (c *Contest[C]) Run(ctx context.Context) (Report[C], error) {
	match := compare.Match[C]{
		Cases:    c.Source.Len(),
		Case:     c.Source.Case,
		NewPanel: c.panel,
		Enough:   c.Enough,
		Workers:  c.Workers,
		Done:     c.Done,
		Keeper:   c.Keeper,
	}
	outcome, err := match.Run(ctx)
	if err != nil || outcome.First == nil {
		return Report[C]{Outcome: outcome}, err
	}
	r := Report[C]{Outcome: outcome}
	var none C
	found := &Finding[C]{
		Case:       c.Source.Case(outcome.First.Number, none),
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

// newPanel returns a panel without solvers.
func (c *Contest[C]) newPanel() *compare.Panel[C] {
	return &compare.Panel[C]{
		Referee: c.Family.Referee(),
		Kind:    c.Family.Measure.Kind,
		Any:     c.Ask != puzzle.Best,
	}
}

// panel makes the two solvers and the referee.
func (c *Contest[C]) panel() (*compare.Panel[C], error) {
	p := c.newPanel()
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
func (c *Contest[C]) label(side int) string {
	return label(c.Players[side].Name, side, c.Players[1-side].Name)
}

// consult asks a third solver about a finding, if there is one that does not take part, and
// says who is proven wrong by all the answers.
func (c *Contest[C]) consult(ctx context.Context, found *Finding[C]) *Finding[C] {
	f := *found
	f.Names = []string{c.label(0), c.label(1)}
	f.Answers = slices.Clone(found.Answers)
	panel := c.newPanel()
	for _, name := range f.Names {
		panel.Solvers = append(panel.Solvers, compare.Inside[C]{Label: name})
	}
	if third := c.third(); third != nil {
		if a, err := third.Solve(ctx, f.Case); err == nil && a.Verdict != puzzle.Limit {
			panel.Solvers = append(panel.Solvers, third)
			f.Names, f.Answers = append(f.Names, third.Name()), append(f.Answers, a)
		}
	}
	f.Proofs = panel.Rule(f.Case, f.Answers)
	if len(f.Proofs) == 0 && len(f.Answers) > 2 {
		f.Sides = c.sides(&f)
	}
	return &f
}

// sides returns the one of the two that the third agrees with, in value too if the best is asked
// for, or "".
func (c *Contest[C]) sides(f *Finding[C]) string {
	for i := range 2 {
		if f.Answers[i].Verdict == puzzle.Limit {
			continue
		}
		pair := c.newPanel()
		pair.Solvers = []compare.Solver[C]{
			compare.Inside[C]{Label: f.Names[i]},
			compare.Inside[C]{Label: f.Names[2]},
		}
		if pair.Judge(f.Case, []compare.Answer{f.Answers[i], f.Answers[2]}) == nil {
			return f.Names[i]
		}
	}
	return ""
}

// third returns a solver of this program that does not take part, or nil. The plainest comes last
// in the family's list and is taken first.
func (c *Contest[C]) third() compare.Solver[C] {
	for _, name := range slices.Backward(c.Family.Standing()) {
		if name == c.Players[0].Name || name == c.Players[1].Name {
			continue
		}
		if s, err := c.solver(Player{Name: name}, name); err == nil {
			return s
		}
	}
	return nil
}
