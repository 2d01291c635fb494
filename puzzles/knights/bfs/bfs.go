package bfs

import (
	"context"
	"errors"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// A Solver solves boards one after the other and reuses its memory.
type Solver struct {
	limits puzzle.Limits
	model  *Model // of the last board's size
	search parallel.Search[[1]uint64]
}

// New returns a solver. It takes no notice of Limits.Within.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a board. It searches from the board, level by level, up to the
// goal's, at about a byte of memory a state. It is an error if the board is not valid.
func (s *Solver) Solve(
	ctx context.Context, b *knights.Board, ask puzzle.Ask,
) (puzzle.Answer, error) {
	if err := s.begin(b); err != nil {
		return puzzle.Answer{}, err
	}
	found, err := s.search.Run(ctx, s.model, parallel.Options{
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

// begin makes the model of a board.
func (s *Solver) begin(b *knights.Board) (err error) {
	if err = b.Validate(); err != nil {
		return err
	}
	if s.model != nil && s.model.rows == b.Rows && s.model.cols == b.Cols {
		s.model.begin(b)
		return nil
	}
	s.model, err = NewModel(b)
	return err
}

// answer returns what a search says of the question.
func (s *Solver) answer(found *parallel.Result[[1]uint64], ask puzzle.Ask) puzzle.Answer {
	a := puzzle.Answer{Value: puzzle.Unsaid, States: found.States}
	switch {
	case found.GoalDepth >= 0 && ask == puzzle.Decide:
		a.Verdict, a.Bare = puzzle.Solvable, true
	case found.GoalDepth >= 0 && found.Path == nil:
		a.Cause = causeOf(found.Limit) // ended on the way back
	case found.GoalDepth >= 0:
		a.Verdict, a.Value = puzzle.Solvable, found.GoalDepth
		a.Certificate = s.model.Certificate(found.Path)
	case found.Exhausted:
		a.Verdict = puzzle.Unsolvable
	default:
		a.Cause = causeOf(found.Limit)
	}
	return a.For(ask)
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
