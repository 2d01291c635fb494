package parallel

import (
	"context"
	"errors"
	"math"
	"slices"

	"exhaust/puzzle"
	"exhaust/statecodec"
)

// ErrStates says that a search stopped because it had met more states than it was
// allowed.
var ErrStates = puzzle.ErrStates

// checkStates returns ErrStates if there are more states than the options allow. It is asked between levels only, so that the answer is the same for any number of workers.
func (s *Search[W]) checkStates() error {
	if s.options.States == 0 || s.sum.States <= s.options.States {
		return nil
	}
	return ErrStates
}

// Paths are all shortest paths from initial states to goals, as one graph: at each depth the
// states that lie on such a path, and in how many ways each goes on. A path is its
// edges: two edges between the same states make two paths.
type Paths[W statecodec.Words] struct {
	Levels [][]W      // for each depth, 0 to that of the goals, states in ascending order
	Ways   [][]uint64 // for each of them, how many ways lead on to a goal; math.MaxUint64 stands for that many or more
	Count  uint64     // the number of shortest paths; math.MaxUint64 stands for that many or more
}

// Find returns where a state stands among those of a depth, and whether it is one of them.
func (p *Paths[W]) Find(depth int, w *W) (i int, ok bool) {
	return slices.BinarySearchFunc(p.Levels[depth], *w, statecodec.Compare[W])
}

// reset makes the paths those of goals at a depth: none so far.
func (p *Paths[W]) reset(depth int) {
	p.Levels = slices.Grow(p.Levels[:0], depth+1)[:depth+1]
	p.Ways = slices.Grow(p.Ways[:0], depth+1)[:depth+1]
	for d := range p.Levels {
		p.Levels[d], p.Ways[d] = p.Levels[d][:0], p.Ways[d][:0]
	}
	p.Count = 0
}

// addSaturating adds two numbers of ways.
func addSaturating(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// goalsComplete reports whether all goals of the first level that holds one were met. A
// limit other than that of states leaves the last level unfinished.
func (s *Search[W]) goalsComplete() bool {
	goals := s.sum.GoalDepth
	return goals >= 0 && (goals < s.sum.Depth() || s.sum.Limit == nil || errors.Is(s.sum.Limit, ErrStates))
}

// allPaths gathers all shortest paths, level by level back from the goals of the first level that
// holds one: of each state the predecessors in the level before.
//
// It costs a pass over the levels and, for each state on a shortest path, a few look-ups, its size and eight bytes of memory;
// for a model that is no Reverser, the successors of all states of the levels. It
// returns nil if the context is done before the end.
func (s *Search[W]) allPaths(ctx context.Context) (_ *Paths[W], err error) {
	p, goals := &s.paths, s.sum.GoalDepth
	p.reset(goals)
	for d := goals; d >= 0; d-- {
		if d == goals {
			p.Levels[d], err = s.appendGoals(p.Levels[d])
		} else {
			p.Levels[d], err = s.appendBefore(ctx, p, d)
		}
		if err != nil || ctx.Err() != nil {
			return nil, err
		}
		slices.SortFunc(p.Levels[d], statecodec.Compare[W])
		p.Levels[d] = slices.Compact(p.Levels[d])
		s.weigh(p, d)
	}
	if p.Count == 0 {
		return nil, errNoPath
	}
	return p, nil
}

// appendGoals appends the goals of the first level that holds one.
func (s *Search[W]) appendGoals(dst []W) ([]W, error) {
	in, err := s.inLevel(s.sum.GoalDepth)
	if err != nil {
		return dst, err
	}
	defer in.done()
	err = in.each(func(w *W) bool {
		if s.model.Goal(w) {
			dst = append(dst, *w)
		}
		return true
	})
	return dst, err
}

// appendBefore returns the states of a depth from which one step leads to one of the paths' at the next: for a Reverser those from which
// it may, perhaps several times. It ends early if the context is done.
func (s *Search[W]) appendBefore(ctx context.Context, p *Paths[W], depth int) ([]W, error) {
	dst, states := p.Levels[depth], p.Levels[depth+1]
	in, err := s.inLevel(depth)
	if err != nil {
		return dst, err
	}
	defer in.done()
	r, ok := s.model.(Reverser[W])
	if !ok {
		looked := 0
		err := in.each(func(w *W) bool {
			if looked++; s.waysOn(p, depth, w) > 0 {
				dst = append(dst, *w)
			}
			return looked%ctxStates != 0 || ctx.Err() == nil
		})
		return dst, err
	}
	s.candidates = s.candidates[:0]
	for i := range states {
		if i%ctxStates == 0 && ctx.Err() != nil {
			return dst, nil
		}
		s.candidates = r.Predecessors(&states[i], s.candidates)
	}
	s.candidates, err = in.keep(s.candidates)
	return append(dst, s.candidates...), err
}

// ctxStates is how many states are looked at between two looks at the context.
const ctxStates = 1024

// weigh finds in how many ways each state of a depth goes on, and drops those that do not: goals have one
// way, to stay, and only initial states count at depth 0.
func (s *Search[W]) weigh(p *Paths[W], depth int) {
	kept, ways := p.Levels[depth][:0], p.Ways[depth]
	for _, w := range p.Levels[depth] {
		n := uint64(1)
		if depth < s.sum.GoalDepth {
			n = s.waysOn(p, depth, &w)
		}
		if n == 0 || depth == 0 && !s.isInitial(&w) {
			continue
		}
		kept, ways = append(kept, w), append(ways, n)
		if depth == 0 {
			p.Count = addSaturating(p.Count, n)
		}
	}
	p.Levels[depth], p.Ways[depth] = kept, ways
}

// waysOn returns in how many ways a state leads to the goals by way of the states of the next depth.
func (s *Search[W]) waysOn(p *Paths[W], depth int, w *W) (ways uint64) {
	s.scratch = s.model.Successors(w, s.scratch[:0])
	for i := range s.scratch {
		if at, ok := p.Find(depth+1, &s.scratch[i]); ok {
			ways = addSaturating(ways, p.Ways[depth+1][at])
		}
	}
	return ways
}
