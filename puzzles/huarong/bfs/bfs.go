// Package bfs is the breadth-first solver of the huarong puzzle, on the engine of package parallel.
//
// Tiles other than the piece are all alike, so a state is where the hole is and where the piece is,
// packed into one word. All states of a block with the same piece and the hole in the same 8x8 tile
// of cells are expanded at once, by shifts of a set of 64 bits.
package bfs

import (
	"context"
	"errors"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// A Solver solves cases one after the other and reuses its memory.
type Solver struct {
	limits puzzle.Limits
	model  Model
	search parallel.Search[state]
}

// New returns a solver. It takes no notice of Limits.Within.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a case. It meets up to free x (free - 1) states. It is an error
// if the case is not valid.
func (s *Solver) Solve(
	ctx context.Context, c *huarong.Case, ask puzzle.Ask,
) (puzzle.Answer, error) {
	if err := c.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	s.model.reset(c)
	found, err := s.search.Run(ctx, &s.model, parallel.Options{
		Workers:    s.limits.Workers,
		Memory:     s.limits.Memory,
		States:     s.limits.States,
		StopAtGoal: true,
		Path:       ask != puzzle.Decide,
	})
	if err != nil {
		return puzzle.Answer{}, err
	}
	return s.answer(&found, ask), nil
}

// answer returns what a search says of the question.
func (s *Solver) answer(found *parallel.Result[state], ask puzzle.Ask) puzzle.Answer {
	a := puzzle.Answer{Value: puzzle.Unsaid, States: found.States}
	switch {
	case found.GoalDepth >= 0:
		s.fill(&a, found, ask)
	case found.Exhausted:
		a.Verdict = puzzle.Unsolvable
	default:
		a.Cause = causeOf(found.Limit)
	}
	return a
}

// fill says of a solvable case what was asked.
func (s *Solver) fill(a *puzzle.Answer, found *parallel.Result[state], ask puzzle.Ask) {
	a.Verdict = puzzle.Solvable
	if ask == puzzle.Decide {
		a.Bare = true
		return
	}
	a.Certificate = s.model.Certificate(found.Path)
	if ask == puzzle.Best {
		a.Value = found.GoalDepth
	}
}

// causeOf returns the cause of a limit in the words of package puzzle.
func causeOf(limit error) error {
	switch {
	case errors.Is(limit, parallel.ErrMemory):
		return puzzle.ErrMemory
	case errors.Is(limit, parallel.ErrStates):
		return puzzle.ErrStates
	}
	return limit
}
