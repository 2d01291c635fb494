// Package bfs is solver A of the two-tone puzzle: folded breadth-first search
// over packed states, on the engine of package parallel.
//
// A handover of the turn is no state of its own here. When a move leaves the
// next mover stuck and the other piece can move, the move leads straight to the
// state in which the other is to move; likewise the first state. So every edge
// is one move, and a state in which nobody can move has no successors. The
// solution puts each handover back.
//
// A state holds what can change. Cells that no piece can ever enter are left out
// of it, so that a large board of which little is in play costs what is in play; a star on
// such a cell makes the board unsolvable at once (see reach).
//
// The transitions are written for packed words and share nothing with the
// referee of package twotone or with any other solver.
package bfs

import (
	"context"
	"fmt"
	"strconv"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// Options are the limits of a solver. The zero Options are all cores and no limit.
type Options struct {
	Workers int    // goroutines; 0: as many as GOMAXPROCS
	Memory  uint64 // bytes that a search may take; 0: no limit
	States  uint64 // states after which a search goes no level further; 0: no limit
}

// search returns the limits as those of a search.
func (o Options) search() parallel.Options {
	return parallel.Options{Workers: o.Workers, Memory: o.Memory, States: o.States}
}

// A Solver solves cases one after the other and reuses its memory. It is not
// for use by several goroutines at once.
type Solver struct {
	options Options
	layout  layout
	// one engine for each width of the state, made when first needed
	one   *engine[[1]uint64]
	two   *engine[[2]uint64]
	three *engine[[3]uint64]
	four  *engine[[4]uint64]
	eight *engine[[8]uint64]
}

// New returns a solver.
func New(o Options) *Solver { return &Solver{options: o} }

// LimitStates changes the limit of states from the next question on.
func (s *Solver) LimitStates(states uint64) { s.options.States = states }

// Solve answers a question about a case. If some star lies where neither piece can ever come,
// the answer is Unsolvable, with the Reason and without a search. A done context, a lack of memory and
// the limit of states make the verdict Limit. It is an error if the case is not valid, or if a state
// would need more than statecodec.MaxBits bits.
//
// A case of a few dozen states costs about a microsecond more than they do, and
// allocates nothing but the solution.
func (s *Solver) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := s.prepare(c); err != nil {
		return puzzle.Answer{}, err
	}
	if star := s.layout.stranded; star >= 0 {
		return puzzle.Answer{Verdict: puzzle.Unsolvable, Reason: stranded(star)}, nil
	}
	e, err := s.engine()
	if err != nil {
		return puzzle.Answer{}, err
	}
	o := s.options.search()
	o.StopAtGoal, o.Path = true, ask != puzzle.Decide
	a, err := e.solve(ctx, c, &s.layout, o)
	return a.For(ask), err
}

// prepare lays out the states of a case.
func (s *Solver) prepare(c *twotone.Case) error {
	if err := c.Validate(); err != nil {
		return err
	}
	s.layout.reset(c)
	return nil
}

// engine returns the engine for the width of a state.
func (s *Solver) engine() (anyEngine, error) {
	words, err := statecodec.Width(s.layout.bits())
	if err != nil {
		return nil, fmt.Errorf("board too large for this solver: %w", err)
	}
	switch words {
	case 1:
		return ready(&s.one), nil
	case 2:
		return ready(&s.two), nil
	case 3:
		return ready(&s.three), nil
	case 4:
		return ready(&s.four), nil
	default:
		return ready(&s.eight), nil
	}
}

// stranded is the reason why a board with a star on a certain cell cannot be solved.
func stranded(cell int) string {
	return "neither piece can ever come to the star on cell " + strconv.Itoa(cell)
}

// An anyEngine is an engine of any width.
type anyEngine interface {
	solve(ctx context.Context, c *twotone.Case, l *layout, o parallel.Options) (puzzle.Answer, error)
	study(ctx context.Context, c *twotone.Case, l *layout, o parallel.Options) (Study, error)
	explore(c *twotone.Case, l *layout, states string) *Exploration
}

// An engine is the model and the search for one width.
type engine[W statecodec.Words] struct {
	model  model[W]
	search parallel.Search[W]
}

// ready returns the engine, made if it is not yet there.
func ready[W statecodec.Words](e **engine[W]) *engine[W] {
	if *e == nil {
		*e = &engine[W]{}
	}
	return *e
}

// fewStates is a number of states that are searched in less time than it takes to choose an order.
const fewStates = 1 << 16

// find searches the space of a case: in the order of the cells, and from the start once more in a chosen one if there are many states.
func (e *engine[W]) find(ctx context.Context, c *twotone.Case, l *layout, o parallel.Options) (parallel.Result[W], error) {
	e.model.reset(c, l)
	few := o
	if o.States == 0 || o.States > fewStates {
		few.States = fewStates
	}
	found, err := e.search.Run(ctx, &e.model, few)
	if err != nil || found.Limit != parallel.ErrStates || few.States == o.States {
		return found, err
	}
	e.reorder(c, l)
	return e.search.Run(ctx, &e.model, o)
}

// reorder chooses the order of the states of a model that has been reset.
func (e *engine[W]) reorder(c *twotone.Case, l *layout) {
	e.model.reorder(l)
	e.model.reset(c, l)
}

func (e *engine[W]) solve(ctx context.Context, c *twotone.Case, l *layout, o parallel.Options) (puzzle.Answer, error) {
	found, err := e.find(ctx, c, l, o)
	if err != nil {
		return puzzle.Answer{}, err
	}
	r := puzzle.Answer{States: found.States}
	switch {
	case found.GoalDepth >= 0:
		r.Verdict, r.Value = puzzle.Solvable, found.GoalDepth
		if o.Path {
			r.Certificate = e.model.solution(found.Path)
		}
	case found.Exhausted:
		r.Verdict = puzzle.Unsolvable
	default:
		r.Cause = found.Limit
	}
	return r, nil
}
