// Package census solves every board of a space, such as all of a size, under one rule or both,
// with several solvers, and says what it found and whether everything fits together.
//
// Of each case it checks that
//
//   - all solvers give the same verdict and the same shortest length;
//   - every solution replays, with exactly the length claimed;
//   - under the strict rule the length is at most K·(M + (M+1)·R) (docs/RULES.md, section 6);
//   - no solver meets more than Q states, and no solution has more than Q - 1 steps (section 4);
//   - a board that is solvable under the strict rule is solvable under handover, in as
//     few moves or fewer;
//   - what the space itself has to check, if it has.
package census

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/solvers"
)

// ErrLimit says that a solver reached a limit of its own, such as memory, so that the
// census cannot be taken.
var ErrLimit = errors.New("a solver reached a limit")

// A Space is boards that are numbered from 0.
type Space interface {
	Len() uint64
	Board(i uint64, b *twotone.Board) // sets b to board number i
	String() string
}

// A Checker checks what is true of the boards of one space alone. It is not for use by several
// goroutines at once.
type Checker interface {
	// CheckBoard returns the name of a check that board number i under a rule fails by itself, and
	// why, or nothing; and how many states it met to find out. A case that fails is not put to
	// the solvers.
	CheckBoard(i uint64, c *twotone.Case) (states uint64, check, why string)

	// CheckAnswers returns the name of a check that the solvers' answers to it fail, and why, or
	// nothing.
	CheckAnswers(i uint64, c *twotone.Case, answers []compare.Answer) (check, why string)
}

// A Census is a space to be solved, and by whom.
type Census struct {
	Space   Space
	Rules   []twotone.Rule    // in the order in which a board's cases are numbered; each once
	Solvers []string          // see package solvers
	Workers int               // 0: as many as GOMAXPROCS
	Done    *atomic.Uint64    // if not nil, counts the boards that this run has done
	Keeper  *enumerate.Keeper // if not nil, keeps what is done

	// NewSolver makes a solver of the given name; solvers.New if nil.
	NewSolver func(name string) (solvers.Solver, error)

	// NewChecker makes a checker, one for each worker, if not nil.
	NewChecker func() Checker
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
		Keeper:    c.Keeper,
	})
}

// A worker solves boards with solvers of its own.
type worker struct {
	census  *Census
	panel   compare.Panel[*twotone.Case]
	checker Checker // or nil
	number  uint64  // of the board
	c       twotone.Case
	bounds  bounds
	last    [2]compare.Answer // for each rule, the first solver's answer to the board
}

// The bounds of a board: Q, and the length under the strict rule.
type bounds struct {
	states, length uint64
}

func (c *Census) newWorker() (enumerate.Worker[Tally], error) {
	w := &worker{census: c}
	w.panel.Referee = &solvers.Referee{}
	if c.NewChecker != nil {
		w.checker = c.NewChecker()
	}
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
	for w.number = from; w.number < to; w.number++ {
		w.census.Space.Board(w.number, &w.c.Board)
		if err := w.board(ctx, &t); err != nil {
			return Tally{}, err
		}
	}
	return t, nil
}

// board solves the worker's board under each rule and tallies it.
func (w *worker) board(ctx context.Context, t *Tally) error {
	w.last = [2]compare.Answer{}
	w.bounds = bounds{twotone.StateBound(&w.c.Board), uint64(twotone.StrictBound(&w.c.Board))}
	for _, rule := range w.census.Rules {
		w.c.Rule = rule
		if w.checker != nil {
			states, check, why := w.checker.CheckBoard(w.number, &w.c)
			t.Checked += states
			if check != "" {
				t.mismatch(&w.c, check, why)
				continue
			}
		}
		answers, difference, err := w.panel.Ask(ctx, &w.c)
		if err != nil {
			return fmt.Errorf("case %s: %w", w.c.ID(), err)
		}
		if slices.ContainsFunc(answers, func(a compare.Answer) bool { return a.Verdict == puzzle.Limit }) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("case %s: %w", w.c.ID(), ErrLimit)
		}
		w.last[rule] = answers[0]
		t.Rules[rule].add(&w.c, &w.bounds, answers)
		if difference != nil {
			t.mismatch(&w.c, string(difference.Kind), difference.Why)
		}
		w.checkBounds(t, answers)
		if w.checker != nil {
			if check, why := w.checker.CheckAnswers(w.number, &w.c, answers); check != "" {
				t.mismatch(&w.c, check, why)
			}
		}
	}
	w.checkRules(t)
	return nil
}

// checkBounds checks the bounds of the rules' model in what every solver says of the worker's case.
func (w *worker) checkBounds(t *Tally, answers []compare.Answer) {
	for _, a := range answers {
		switch {
		case a.States > w.bounds.states:
			t.mismatch(&w.c, "bound", fmt.Sprintf("%d states met, the bound is %d", a.States, w.bounds.states))
		case a.Verdict != puzzle.Solvable:
		case w.c.Rule == twotone.Strict && uint64(a.Length) > w.bounds.length:
			t.mismatch(&w.c, "bound", fmt.Sprintf("length %d, the bound is %d", a.Length, w.bounds.length))
		case uint64(len(a.Certificate)) >= w.bounds.states:
			t.mismatch(&w.c, "bound", fmt.Sprintf("%d steps, the bound is %d", len(a.Certificate), w.bounds.states-1))
		}
	}
}

// checkRules checks that what is solvable under the strict rule is so under
// handover.
func (w *worker) checkRules(t *Tally) {
	strict, handover := w.last[twotone.Strict], w.last[twotone.Handover]
	if strict.Verdict != puzzle.Solvable || handover.Verdict == puzzle.Limit { // or was not asked
		return
	}
	if handover.Verdict != puzzle.Solvable || handover.Length > strict.Length {
		w.c.Rule = twotone.Handover
		t.mismatch(&w.c, "rules", fmt.Sprintf("strict: solvable in %d; handover: %v, length %d",
			strict.Length, handover.Verdict, handover.Length))
	}
}
