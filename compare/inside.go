package compare

import (
	"context"
	"time"

	"exhaust/puzzle"
)

// An Inside is a solver of this program that is asked one question, with a time-out if that is not
// 0.
type Inside[C any] struct {
	Label   string
	Solver  puzzle.Solver[C]
	Ask     puzzle.Ask
	Timeout time.Duration
}

// Name returns the solver's label.
func (s Inside[C]) Name() string { return s.Label }

// Solve asks the solver.
func (s Inside[C]) Solve(ctx context.Context, c C) (Answer, error) {
	if s.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, s.Timeout)
		defer cancel()
		ctx = limited
	}
	a, err := s.Solver.Solve(ctx, c, s.Ask)
	return Answer{Answer: a.For(s.Ask)}, err
}
