package levels

import (
	"context"
	"fmt"

	"exhaust/puzzles/twotone"
)

// Verify finds out again what a level claims: it searches the board under both rules, has the referee replay the
// solutions, and adds up the score. It returns an error that names the first false claim. A limit of memory, or the
// end of the context, is an error too.
func (l *Level) Verify(ctx context.Context, memory uint64) error {
	j := newJudge(memory)
	for rule := range l.Answers {
		study, err := j.solver.Study(ctx, &twotone.Case{Board: l.Board, Rule: twotone.Rule(rule)})
		if err == nil {
			err = study.Stopped
		}
		if err != nil {
			return fmt.Errorf("%s: not verified under %v: %w", l.Name, twotone.Rule(rule), err)
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
	return nil
}

// compare holds what a level claims under a rule against what a search found. A claimed solution need not be the one that was found.
func (l *Level) compare(rule twotone.Rule, found *Answer) error {
	claimed := &l.Answers[rule]
	if claimed.String() != found.String() {
		return fmt.Errorf("%v: found %v", claimed, found)
	}
	if !claimed.Solvable() {
		return nil
	}
	var referee twotone.Referee
	moves, err := referee.Replay(&twotone.Case{Board: l.Board, Rule: rule}, claimed.Solution)
	switch {
	case err != nil:
		return fmt.Errorf("the solution fails: %w", err)
	case moves != found.Length || claimed.Solution.Handovers() != found.Handovers:
		return fmt.Errorf("a solution of %d moves and %d handovers: want %d and %d",
			moves, claimed.Solution.Handovers(), found.Length, found.Handovers)
	}
	return nil
}
