// Package census solves every board of a size, under one rule or both, with
// several solvers, and says what it found and whether everything fits together.
//
// Of each case it checks that
//
//   - all solvers give the same verdict and the same shortest length;
//   - every solution replays, with exactly the length claimed;
//   - under the strict rule the length is at most K·(M + (M+1)·R) (docs/RULES.md, section 6);
//   - a board that is solvable under the strict rule is solvable under handover, in as
//     few moves or fewer.
package census

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/solvers"
)

// ErrLimit says that a solver reached a limit of its own, such as memory, so that the
// census cannot be taken.
var ErrLimit = errors.New("a solver reached a limit")

// A Census is a space to be solved, and by whom.
type Census struct {
	Space   *twotone.Space
	Rules   []twotone.Rule // in the order in which a board's cases are numbered; each once
	Solvers []string       // see package solvers
	Workers int            // 0: as many as GOMAXPROCS
	Done    *atomic.Uint64 // if not nil, counts the boards that are done

	// NewSolver makes a solver of the given name; solvers.New if nil.
	NewSolver func(name string) (solvers.Solver, error)
}

// Cases returns the number of cases: boards times rules.
func (c *Census) Cases() uint64 { return c.Space.Len() * uint64(len(c.Rules)) }

// Run takes the census. A done context ends it early, with the report of what was
// done by then. The error is a solver's failure to answer.
func (c *Census) Run(ctx context.Context) (enumerate.Report[Tally], error) {
	return enumerate.Run(ctx, enumerate.Job[Tally]{
		Cases:     c.Space.Len(),
		NewWorker: c.newWorker,
		Merge:     (*Tally).merge,
		Workers:   c.Workers,
		Done:      c.Done,
	})
}

// A worker solves boards with solvers of its own.
type worker struct {
	census *Census
	panel  compare.Panel[*twotone.Case]
	c      twotone.Case
	last   [2]compare.Answer // for each rule, the first solver's answer to the board
}

func (c *Census) newWorker() (enumerate.Worker[Tally], error) {
	w := &worker{census: c}
	w.panel.Referee = &solvers.Referee{}
	for _, name := range c.Solvers {
		s, err := c.newSolver(name)
		if err != nil {
			return nil, err
		}
		w.panel.Solvers = append(w.panel.Solvers, solvers.Named{Label: name, Solver: s})
	}
	return w, nil
}

func (c *Census) newSolver(name string) (solvers.Solver, error) {
	if c.NewSolver != nil {
		return c.NewSolver(name)
	}
	return solvers.New(name, bfs.Options{Workers: 1})
}

// Chunk solves the boards from, ..., to-1.
func (w *worker) Chunk(ctx context.Context, from, to uint64) (Tally, error) {
	var t Tally
	for i := from; i < to; i++ {
		w.census.Space.Board(i, &w.c.Board)
		if err := w.board(ctx, &t); err != nil {
			return Tally{}, err
		}
	}
	return t, nil
}

// board solves the worker's board under each rule and tallies it.
func (w *worker) board(ctx context.Context, t *Tally) error {
	w.last = [2]compare.Answer{}
	for _, rule := range w.census.Rules {
		w.c.Rule = rule
		answers, difference, err := w.panel.Ask(ctx, &w.c)
		if err != nil {
			return fmt.Errorf("case %s: %w", w.c.ID(), err)
		}
		if slices.ContainsFunc(answers, func(a compare.Answer) bool { return a.Verdict == compare.Limit }) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("case %s: %w", w.c.ID(), ErrLimit)
		}
		w.last[rule] = answers[0]
		t.Rules[rule].add(&w.c, answers)
		if difference != nil {
			t.mismatch(&w.c, string(difference.Kind), difference.Why)
		}
	}
	w.checkBound(t)
	w.checkRules(t)
	return nil
}

// checkBound checks the length bound of the strict rule.
func (w *worker) checkBound(t *Tally) {
	a := w.last[twotone.Strict]
	if bound := twotone.StrictBound(&w.c.Board); a.Verdict == compare.Solvable && a.Length > bound {
		w.c.Rule = twotone.Strict
		t.mismatch(&w.c, "bound", fmt.Sprintf("length %d, the bound is %d", a.Length, bound))
	}
}

// checkRules checks that what is solvable under the strict rule is so under
// handover.
func (w *worker) checkRules(t *Tally) {
	strict, handover := w.last[twotone.Strict], w.last[twotone.Handover]
	if len(w.census.Rules) < 2 || strict.Verdict != compare.Solvable {
		return
	}
	if handover.Verdict != compare.Solvable || handover.Length > strict.Length {
		w.c.Rule = twotone.Handover
		t.mismatch(&w.c, "rules", fmt.Sprintf("strict: solvable in %d; handover: %v, length %d",
			strict.Length, handover.Verdict, handover.Length))
	}
}
