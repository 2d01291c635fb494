package main

import (
	"exhaust/command"
	"exhaust/family/verbs"
	"exhaust/parallel"
)

// The verdicts of an exploration.
const (
	verdictSolvable   = "solvable"
	verdictUnsolvable = "unsolvable"
	verdictExplored   = "explored" // the whole space, of a puzzle without a goal
	verdictLimit      = "limit"
)

// A space is what explore searches: one puzzle from one position.
type space struct{ verbs.Space }

// verdict returns what was found out.
func (s *space) verdict(found parallel.Summary) string {
	switch {
	case found.GoalDepth >= 0:
		return verdictSolvable
	case !found.Exhausted:
		return verdictLimit
	case s.Goals:
		return verdictUnsolvable
	}
	return verdictExplored
}

// openSpace finds the space that an argument names: a puzzle and its size, or a case. States is the
// layout of a run that is to be gone on with, or empty.
func openSpace(in *input, arg, states string) (space, error) {
	p, rest, _, err := in.cut(arg)
	if err != nil {
		return space{}, err
	}
	if rest == "" {
		return space{}, command.Usagef("%s: want ROWSxCOLS or a case behind it, such as %s", arg, p.About().IDs[0].Text)
	}
	whole, ok, err := p.Whole(rest, states)
	if err != nil {
		return space{}, command.UsageError(err)
	}
	if ok {
		return space{whole}, nil
	}
	c, err := in.one(arg)
	if err != nil {
		return space{}, err
	}
	s, err := c.Space(states)
	if err != nil {
		return space{}, command.InputError(err)
	}
	return space{s}, nil
}
