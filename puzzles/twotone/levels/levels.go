// Package levels makes, keeps and reads levels: boards worth playing, with proof of how hard they are.
//
// A level is a board with what an exact search found under both rules: the verdict, the shortest length, the number
// of shortest solutions and one of them. Generator draws boards at random and improves them by mutation, by a
// score that is a function of these facts alone. All arithmetic is in whole numbers and all chance comes
// from a seed, so the same seed and wish give the same levels on every machine.
//
// A board whose search came to its limit of states is no level, whatever it may be: a limit is no verdict.
package levels

import (
	"context"
	"fmt"
	"slices"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
)

// Rules is the number of rules.
const Rules = 2

// An Answer is what an exact search found out about a board under a rule.
type Answer struct {
	Verdict   puzzle.Verdict // Solvable or Unsolvable
	States    uint64         // states searched
	Length    int            // moves of a shortest solution; it and what follows is of a solvable board only
	Turns     int            // turns of Solution: each star and each handover ends one
	Handovers int            // the fewest that a shortest solution has
	Count     uint64         // shortest solutions, told apart by their moves; math.MaxUint64 stands for that many or more
	First     string         // the moves with which a shortest solution begins
	Solution  twotone.Solution
}

// Solvable reports whether the board is solvable under the rule.
func (a *Answer) Solvable() bool { return a.Verdict == puzzle.Solvable }

// A Level is a board with black to move, and what is known of it.
type Level struct {
	Name    string // of its file, without an ending
	Origin  string // the command that made it
	Board   twotone.Board
	Answers [Rules]Answer // for each rule
	Aim     Aim           // what it was made for
	Score   Score
}

// Case returns the level's board under the rule to play it by: strict if it is solvable so.
func (l *Level) Case() *twotone.Case {
	c := twotone.Case{Board: l.Board, Rule: twotone.Handover}
	if l.Answers[twotone.Strict].Solvable() {
		c.Rule = twotone.Strict
	}
	return c.Clone()
}

// Size returns the sides of the board, as in "8x8".
func (l *Level) Size() string { return fmt.Sprintf("%dx%d", l.Board.Rows, l.Board.Cols) }

// A judge finds out about boards. It is not for use by several goroutines at once.
type judge struct {
	solver *bfs.Solver
	found  studies
	spent  uint64 // states searched so far
}

// studies are a board's, for each rule.
type studies [Rules]bfs.Study

// newJudge returns a judge that searches on one goroutine.
func newJudge(memory uint64) *judge {
	return &judge{solver: bfs.New(bfs.Options{Workers: 1, Memory: memory})}
}

// try finds out about a board under all rules, those that must be solvable first. It reports false if one
// of these is not, if a search meets more states than it may, or if the score cannot come to the least that is of
// interest, which the first search may tell. The error is what else stopped a search, or that the board is too large.
func (j *judge) try(ctx context.Context, b *twotone.Board, aim Aim, states uint64, least int) (ok bool, err error) {
	j.solver.LimitStates(states)
	for _, rule := range aim.order() {
		study, err := j.solver.Study(ctx, &twotone.Case{Board: *b, Rule: rule})
		j.spent += study.States
		switch {
		case err != nil:
			return false, err
		case study.Verdict == puzzle.Limit:
			return false, unlessTooMany(study.Stopped)
		case study.Verdict == puzzle.Unsolvable && aim.needs(rule):
			return false, nil
		}
		j.found[rule] = study
		if most, ok := j.mostScore(aim, rule, b.StarCount()); ok && most < least {
			return false, nil
		}
	}
	return true, nil
}

// mostScore returns the most that a score can be once it is known how a board is solved under one rule, if
// that is the only one that the aim needs: the other rule counts for the difference alone.
func (j *judge) mostScore(aim Aim, rule twotone.Rule, stars int) (most int, ok bool) {
	if aim == AimBoth || !aim.needs(rule) {
		return 0, false
	}
	var answers [Rules]Answer
	answers[rule] = newAnswer(&j.found[rule], stars)
	s := NewScore(aim, &answers)
	s.Difference = max(scoreVerdict, mostShorter+scoreFirstMoves)
	return s.Total(), true
}

// answers returns what the last try found.
func (j *judge) answers(stars int) (answers [Rules]Answer) {
	for rule := range j.found {
		answers[rule] = newAnswer(&j.found[rule], stars)
	}
	return answers
}

// newAnswer returns what a study of a board with so many stars says.
func newAnswer(s *bfs.Study, stars int) Answer {
	a := Answer{Verdict: s.Verdict, States: s.States}
	if !a.Solvable() {
		return a
	}
	a.Length, a.Count, a.First = s.Value, s.Count, string(s.First)
	a.Handovers = twotone.Solution(s.Certificate).Handovers()
	a.Turns = stars + a.Handovers
	a.Solution = slices.Clone(twotone.Solution(s.Certificate))
	return a
}
