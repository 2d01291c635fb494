package parallel

import (
	"errors"
	"slices"

	"exhaust/statecodec"
	"exhaust/visited"
)

// errNoPath says that no path leads back from a state that the search met: the
// model's Predecessors leaves some out, or its Successors are not always the same.
var errNoPath = errors.New("no way back from a state that was met: the model contradicts itself")

// A place is a state at a distance from the initial states.
type place[W statecodec.Words] struct {
	state W
	depth int
}

// path walks back from the least goal of its level. A predecessor of a state of
// level d that lies in level d-1 is known by its tag. Tags repeat after so many
// levels, so in a deep search a candidate may belong to a later level: then its
// chain does not end in an initial state, and the next candidate is tried. A
// chain that does end there has as many steps as the goal's level, and is
// therefore a shortest path, whatever the tags say.
func (s *Search[W]) path() ([]W, error) {
	chain := slices.Grow(s.chain[:0], s.sum.GoalDepth+1)[:s.sum.GoalDepth+1]
	untried := append(s.untried[:0], place[W]{s.goal, s.sum.GoalDepth})
	defer func() { s.chain, s.untried = chain, untried[:0] }()
	for len(untried) > 0 {
		p := untried[len(untried)-1]
		untried = untried[:len(untried)-1]
		chain[p.depth] = p.state
		if p.depth > 0 {
			untried = s.appendPredecessors(untried, p)
		} else if s.isInitial(&p.state) {
			return chain, nil
		}
	}
	return nil, errNoPath
}

// isInitial reports whether a state is one of the model's initial states.
func (s *Search[W]) isInitial(w *W) bool {
	s.scratch = s.model.Initial(s.scratch[:0])
	return slices.Contains(s.scratch, *w)
}

// appendPredecessors appends the states of the level before p of which p is a
// successor, the least one last.
func (s *Search[W]) appendPredecessors(dst []place[W], p place[W]) []place[W] {
	before := len(dst)
	tag := visited.Tag(p.depth - 1)
	keep := func(w *W) {
		s.scratch = s.model.Successors(w, s.scratch[:0])
		if slices.Contains(s.scratch, p.state) && !s.model.Goal(w) {
			dst = append(dst, place[W]{*w, p.depth - 1})
		}
	}
	if r, ok := s.model.(Reverser[W]); ok {
		s.candidates = r.Predecessors(&p.state, s.candidates[:0])
		for i := range s.candidates {
			if have, ok := s.set.Lookup(&s.candidates[i]); ok && have == tag {
				keep(&s.candidates[i])
			}
		}
	} else {
		s.set.Each(func(w *W, have uint8) bool {
			if have == tag {
				keep(w)
			}
			return true
		})
	}
	found := dst[before:]
	slices.SortFunc(found, func(a, b place[W]) int { return statecodec.Compare(b.state, a.state) })
	return dst[:before+len(slices.Compact(found))]
}
