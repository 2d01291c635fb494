package bfs

import (
	"context"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// A Study is the answer to a case, and what all its shortest solutions are like. Nothing in it depends on
// how states are packed or ordered.
//
// Solutions are told apart by their moves. Handovers make no further ones: whether a turn is handed over follows from
// the position.
type Study struct {
	puzzle.Answer        // of the shortest solutions with the fewest handovers, the first in the order U, D, L, R
	Count         uint64 // the number of shortest solutions; math.MaxUint64 stands for that many or more
	First         []byte // the moves with which a shortest solution begins, after a handover if there is one, in the same order
	Stopped       error  // why the verdict is Limit: parallel.ErrStates, parallel.ErrMemory or the context's cause
}

// Study solves a case and looks at all its shortest solutions. It is Solve with the question Shortest otherwise: the verdict is Limit too if
// the context is done before all solutions are gathered, which takes a few look-ups for each state on one of them.
func (s *Solver) Study(ctx context.Context, c *twotone.Case) (Study, error) {
	if err := s.prepare(c); err != nil {
		return Study{}, err
	}
	if star := s.layout.stranded; star >= 0 {
		return Study{Answer: puzzle.Answer{Verdict: puzzle.Unsolvable, Reason: stranded(star)}}, nil
	}
	e, err := s.engine()
	if err != nil {
		return Study{}, err
	}
	o := s.options.search()
	o.StopAtGoal, o.AllPaths = true, true
	return e.study(ctx, c, &s.layout, o)
}

func (e *engine[W]) study(ctx context.Context, c *twotone.Case, l *layout, o parallel.Options) (Study, error) {
	found, err := e.find(ctx, c, l, o)
	if err != nil {
		return Study{}, err
	}
	return e.studied(ctx, &found), nil
}

// studied returns what a search for all shortest paths says of a case.
func (e *engine[W]) studied(ctx context.Context, found *parallel.Result[W]) Study {
	study := Study{Answer: puzzle.Answer{States: found.States}}
	switch {
	case found.AllPaths != nil:
		w := walk[W]{model: &e.model, paths: found.AllPaths}
		study.Verdict, study.Value, study.Count = puzzle.Solvable, found.GoalDepth, found.AllPaths.Count
		study.Certificate = w.solution()
		study.First = w.first()
	case found.Exhausted && found.GoalDepth < 0:
		study.Verdict = puzzle.Unsolvable
	case found.Limit != nil:
		study.Stopped = found.Limit
	default:
		study.Stopped = context.Cause(ctx)
	}
	return study
}

// A walk goes along shortest paths from the initial state on.
type walk[W statecodec.Words] struct {
	model *model[W]
	paths *parallel.Paths[W]
	least [][]int // for each depth but the last, for each state, the fewest handovers of a way on from it
	next  []W     // scratch
}

// onward calls yield with each state of the next depth to which a shortest path goes on, in the order U, D, L, R, and where it stands there.
func (k *walk[W]) onward(depth int, w *W, yield func(next *W, at int)) {
	k.next = k.model.Successors(w, k.next[:0])
	for i := range k.next {
		if at, ok := k.paths.Find(depth+1, &k.next[i]); ok {
			yield(&k.next[i], at)
		}
	}
}

// handovers returns how many handovers are folded into the move from a state to its successor.
func (k *walk[W]) handovers(w, next *W) int {
	var steps [2]byte
	return len(k.model.appendStep(steps[:0], w, next)) - 1
}

// weigh fills in least.
func (k *walk[W]) weigh() {
	last := len(k.paths.Levels) - 1
	k.least = make([][]int, last+1)
	k.least[last] = make([]int, len(k.paths.Levels[last]))
	for d := last - 1; d >= 0; d-- {
		k.least[d] = make([]int, len(k.paths.Levels[d]))
		for i := range k.paths.Levels[d] {
			_, k.least[d][i] = k.best(d, &k.paths.Levels[d][i])
		}
	}
}

// best returns the first of the states with which a way on has the fewest handovers, and their number.
func (k *walk[W]) best(depth int, w *W) (best W, fewest int) {
	fewest = -1
	k.onward(depth, w, func(next *W, at int) {
		if n := k.handovers(w, next) + k.least[depth+1][at]; fewest < 0 || n < fewest {
			best, fewest = *next, n
		}
	})
	return best, fewest
}

// solution returns of the shortest solutions with the fewest handovers the first in the order U, D, L, R.
func (k *walk[W]) solution() twotone.Solution {
	k.weigh()
	path := []W{k.model.initial}
	for d := range len(k.paths.Levels) - 1 {
		next, _ := k.best(d, &path[d])
		path = append(path, next)
	}
	return k.model.solution(path)
}

// first returns the moves with which a shortest path begins.
func (k *walk[W]) first() (letters []byte) {
	if len(k.paths.Levels) == 1 {
		return nil
	}
	w := &k.model.initial
	k.onward(0, w, func(next *W, _ int) {
		letters = append(letters, k.model.appendStep(nil, w, next)[0])
	})
	return letters
}
