package bfs

import (
	"context"

	"exhaust/parallel"
	"exhaust/puzzles/twotone"
)

// An Exploration searches the whole reachable space of one case. It may be run
// more than once.
type Exploration struct {
	words    int
	states   string
	run      func(context.Context, parallel.Options) (parallel.Summary, []byte, error)
	progress func() parallel.Progress
}

// Explore prepares the exploration of a case. All that can be reached is met, even if
// some star lies where neither piece can ever come. The errors are those of Solver.Solve.
func Explore(c *twotone.Case) (*Exploration, error) { return new(Solver).explore(c, "") }

// ExploreAs prepares the exploration of a case that is to be gone on with, its states laid out as they were: states is what
// States said. If it is no layout that this program uses for the case, States says another one.
func ExploreAs(c *twotone.Case, states string) (*Exploration, error) {
	return new(Solver).explore(c, states)
}

// explore prepares an exploration with the solver's own memory: in the order of the cells if that is the layout named,
// and otherwise in a chosen one.
func (s *Solver) explore(c *twotone.Case, states string) (*Exploration, error) {
	if err := s.prepare(c); err != nil {
		return nil, err
	}
	e, err := s.engine()
	if err != nil {
		return nil, err
	}
	return e.explore(c, &s.layout, states), nil
}

func (e *engine[W]) explore(c *twotone.Case, l *layout, states string) *Exploration {
	e.model.reset(c, l)
	if l.name() != states {
		e.reorder(c, l)
	}
	var w W
	return &Exploration{
		words:  len(w),
		states: l.name(),
		run: func(ctx context.Context, o parallel.Options) (parallel.Summary, []byte, error) {
			found, err := e.search.Run(ctx, &e.model, o)
			if err != nil || len(found.Path) == 0 {
				return found.Summary, nil, err
			}
			return found.Summary, e.model.solution(found.Path), nil
		},
		progress: e.search.Progress,
	}
}

// Run searches the space. The solution is a shortest one, if the options ask for
// a path and there is one.
func (e *Exploration) Run(ctx context.Context, o parallel.Options) (parallel.Summary, []byte, error) {
	return e.run(ctx, o)
}

// States names the layout of states. It is another one whenever a position of the case might be another state.
func (e *Exploration) States() string { return e.states }

// Words returns the number of words of a state.
func (e *Exploration) Words() int { return e.words }

// Progress returns how far the run has come. It may be called at any time by any
// goroutine.
func (e *Exploration) Progress() parallel.Progress { return e.progress() }
