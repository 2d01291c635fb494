package levels

import (
	"context"
	"fmt"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/zeroone"
)

// Verify finds out again what a level claims: it searches the board under both rules, has zeroone confirm the lengths where that takes few states and the referee
// replay the solutions, and adds up the score. It returns an error that names the first false claim. A limit of memory, or the
// end of the context, is a *family.Unverified.
func (l *Level) Verify(ctx context.Context, memory uint64) error {
	j := newJudge(memory)
	for rule := range l.Answers {
		study, err := j.solver.Study(ctx, &twotone.Case{Board: l.Board, Rule: twotone.Rule(rule)})
		if err == nil {
			err = study.Stopped
		}
		if err != nil {
			return &family.Unverified{Err: fmt.Errorf("%s: not verified under %v: %w", l.Name, twotone.Rule(rule), err)}
		}
		j.found[rule] = study
	}
	answers := j.answers(l.Board.StarCount())
	for rule := range answers {
		if err := l.compare(twotone.Rule(rule), &answers[rule]); err != nil {
			return fmt.Errorf("%s: under %v: %w", l.Name, twotone.Rule(rule), err)
		}
	}
	if want := NewScore(l.Aim, &answers); want != l.Score {
		return fmt.Errorf("%s: score %v: it is %v", l.Name, l.Score, want)
	}
	if err := l.confirm(); err != nil {
		return fmt.Errorf("%s: %w", l.Name, err)
	}
	return nil
}

// compare holds what a level claims under a rule against what a search found. A claimed solution need not be the one that was found.
func (l *Level) compare(rule twotone.Rule, found *Answer) error {
	claimed := &l.Answers[rule]
	if claimed.String() != found.String() {
		return fmt.Errorf("%v: found %v", claimed, found)
	}
	if handovers := claimed.Solution.Handovers(); handovers != found.Handovers {
		return fmt.Errorf("a solution with %s: want %d", things(handovers, "handover"), found.Handovers)
	}
	return nil
}

// confirmStates is the most states that the second solver may meet to confirm an answer, under a second and 200 MiB.
const confirmStates = 1 << 18

// confirm has zeroone, which shares nothing with the search, find the verdict and the length of each answer where that takes few
// states, and the referee replay the solutions. It returns an error that says what they find instead.
func (l *Level) confirm() error {
	solver := zeroone.Solver{MaxStates: confirmStates}
	for rule := range l.Answers {
		c := &twotone.Case{Board: l.Board, Rule: twotone.Rule(rule)}
		r, err := solver.Solve(context.Background(), c, puzzle.Best)
		if err == nil && r.Verdict != puzzle.Limit {
			err = l.Answers[rule].differs(&r)
		}
		if err == nil {
			err = l.Answers[rule].replay(c)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.ID(), err)
		}
	}
	return nil
}

// differs returns an error if another solver's result is another.
func (a *Answer) differs(r *puzzle.Answer) error {
	if r.Verdict != a.Verdict || r.Value != a.Length {
		return fmt.Errorf("%v in %s: zeroone says %v in %d", a.Verdict, things(a.Length, "move"), r.Verdict, r.Value)
	}
	return nil
}

// replay has the referee replay the solution.
func (a *Answer) replay(c *twotone.Case) error {
	if !a.Solvable() {
		return nil
	}
	var referee twotone.Referee
	moves, err := referee.Replay(c, a.Solution)
	switch {
	case err != nil:
		return fmt.Errorf("the solution fails: %w", err)
	case moves != a.Length:
		return fmt.Errorf("a solution of %s: want %d", things(moves, "move"), a.Length)
	}
	return nil
}
