// Package census solves every case of a space, under one variant of the rules or several, with
// several solvers, and says what it found and whether everything fits together.
//
// Of each case it checks that
//
//   - all solvers give the same verdict and the same value;
//   - every certificate replays, with exactly the value claimed;
//   - no answer exceeds the puzzle's bounds, if it has any;
//   - what the puzzle says of its variants is true of the answers;
//   - what the space itself has to check, if it has.
package census

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/puzzle"
)

// ErrLimit says that a solver reached a limit of its own, such as memory, so that the
// census cannot be taken.
var ErrLimit = errors.New("a solver reached a limit")

// A Census is a space to be solved, and by whom.
type Census[C any] struct {
	Family   *family.Family[C]
	Space    family.Space[C]
	Variants []int             // of the family's, ascending; nil if it has none
	Solvers  []string          // names of the family's solvers
	Workers  int               // 0: as many as GOMAXPROCS
	Memory   uint64            // of each solver, in bytes; 0: no limit
	Done     *atomic.Uint64    // if not nil, counts the boards that this run has done
	Keeper   *enumerate.Keeper // if not nil, keeps what is done
}

// Cases returns the number of cases: boards times variants.
func (c *Census[C]) Cases() uint64 { return c.Space.Len() * uint64(max(1, len(c.Variants))) }

// Run takes the census. A done context ends it early, with the report of what was
// done by then. The error is a solver's failure to answer.
func (c *Census[C]) Run(ctx context.Context) (enumerate.Report[Tally], error) {
	return enumerate.Run(ctx, enumerate.Job[Tally]{
		Cases:     c.Space.Len(),
		NewWorker: func() (enumerate.Worker[Tally], error) { return c.newWorker() },
		Merge:     (*Tally).Merge,
		Workers:   c.Workers,
		Done:      c.Done,
		Keeper:    c.Keeper,
	})
}

// variants returns the variants that are asked: the one there is, if the family has none.
func (c *Census[C]) variants() []int {
	if c.Variants == nil {
		return []int{0}
	}
	return c.Variants
}

// A worker solves boards with solvers of its own.
type worker[C any] struct {
	census  *Census[C]
	panel   compare.Panel[C]
	checker family.Checker[C] // or nil
	number  uint64            // of the board
	c       C
	answers []puzzle.Answer // to the case at hand
	last    []puzzle.Answer // for each variant, the first solver's answer to the board
}

func (c *Census[C]) newWorker() (*worker[C], error) {
	w := &worker[C]{census: c, last: make([]puzzle.Answer, max(1, len(c.Family.Variants)))}
	w.panel.Referee, w.panel.Kind = c.Family.Referee(), c.Family.Measure.Kind
	if c.Family.Checks.New != nil {
		w.checker = c.Family.Checks.New(c.Space)
	}
	for _, name := range c.Solvers {
		s, err := c.Family.Solver(name, puzzle.Limits{Workers: 1, Memory: c.Memory})
		if err != nil {
			return nil, err
		}
		w.panel.Solvers = append(
			w.panel.Solvers,
			compare.Inside[C]{Label: name, Solver: s, Ask: puzzle.Best},
		)
	}
	return w, nil
}

// Chunk solves the boards from, ..., to-1.
func (w *worker[C]) Chunk(ctx context.Context, from, to uint64) (Tally, error) {
	t := newTally(len(w.last))
	for w.number = from; w.number < to; w.number++ {
		w.c = w.census.Space.At(w.number, w.c)
		if err := w.board(ctx, &t); err != nil {
			return Tally{}, err
		}
	}
	return t, nil
}

// board solves the worker's board under each variant and tallies it.
func (w *worker[C]) board(ctx context.Context, t *Tally) error {
	clear(w.last)
	for _, variant := range w.census.variants() {
		if w.census.Variants != nil {
			w.c = w.census.Family.WithVariant(w.c, variant)
		}
		if err := w.solve(ctx, variant, t); err != nil {
			return err
		}
	}
	w.checkVariants(t)
	return nil
}

// solve solves the worker's case and tallies it.
func (w *worker[C]) solve(ctx context.Context, variant int, t *Tally) error {
	if w.checker != nil {
		states, check, why := w.checker.CheckCase(w.number, w.c)
		t.Checked += states
		if check != "" {
			w.mismatch(t, check, why)
			return nil
		}
	}
	answers, difference, err := w.panel.Ask(ctx, w.c)
	if err != nil {
		return fmt.Errorf("case %s: %w", w.id(), err)
	}
	w.answers = w.answers[:0]
	for i := range answers {
		if answers[i].Verdict == puzzle.Limit {
			return w.limited(ctx, &answers[i].Answer)
		}
		w.answers = append(w.answers, answers[i].Answer)
	}
	w.last[variant] = w.answers[0]
	bounds := w.bounds()
	w.add(&t.Variants[variant], &bounds)
	if difference != nil {
		w.mismatch(t, string(difference.Kind), difference.Why)
	} else if why := w.unsaid(); why != "" {
		w.mismatch(t, string(compare.WrongValue), why)
	}
	w.checkBounds(t, &bounds)
	if w.checker != nil {
		if check, why := w.checker.CheckAnswers(w.number, w.c, w.answers); check != "" {
			w.mismatch(t, check, why)
		}
	}
	return nil
}

// unsaid says which solver gives no value that a puzzle can have and a tally can list, or nothing.
func (w *worker[C]) unsaid() string {
	kind := w.census.Family.Measure.Kind
	for i := range w.answers {
		a, name := &w.answers[i], w.census.Solvers[i]
		switch {
		case a.Verdict != puzzle.Solvable:
		case a.Value == puzzle.Unsaid:
			return name + ": says solvable and no value"
		case a.Value < 0 && kind == puzzle.Moves || a.Value < 1 && kind == puzzle.Count:
			return fmt.Sprintf("%s: says value %d", name, a.Value)
		case !listed(a.Value):
			return fmt.Sprintf(
				"%s: says value %d, a census lists those up to %d",
				name,
				a.Value,
				mostValue,
			)
		}
	}
	return ""
}

// limited says why a solver came to a limit.
func (w *worker[C]) limited(ctx context.Context, a *puzzle.Answer) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case a.Cause == nil:
		return fmt.Errorf("case %s: %w", w.id(), ErrLimit)
	}
	return fmt.Errorf("case %s: %w: %w", w.id(), ErrLimit, a.Cause)
}

// id returns the ID of the worker's case.
func (w *worker[C]) id() string { return w.census.Family.ID(w.c) }

func (w *worker[C]) mismatch(t *Tally, check, why string) {
	t.mismatch(func() Mismatch { return Mismatch{Case: w.id(), Check: check, Why: why} })
}

// checkVariants checks what the family says of the answers to the variants of one board.
func (w *worker[C]) checkVariants(t *Tally) {
	check := w.census.Family.Checks.Variants
	if check == nil {
		return
	}
	if variant, name, why := check(w.last); name != "" {
		w.c = w.census.Family.WithVariant(w.c, variant)
		w.mismatch(t, name, why)
	}
}
