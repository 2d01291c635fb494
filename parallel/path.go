package parallel

import (
	"errors"
	"slices"

	"exhaust/frontier"
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
//
// Once a chain has ended elsewhere no place is tried twice: the ways back from a
// state may be more than can be counted.
func (s *Search[W]) path() ([]W, error) {
	chain := slices.Grow(s.chain[:0], s.sum.GoalDepth+1)[:s.sum.GoalDepth+1]
	untried := append(s.untried[:0], place[W]{s.goal, s.sum.GoalDepth})
	defer func() { s.chain, s.untried = chain, untried[:0] }()
	var tried map[place[W]]bool // nil until a chain has ended
	for len(untried) > 0 {
		p := untried[len(untried)-1]
		untried = untried[:len(untried)-1]
		if tried[p] {
			continue
		}
		chain[p.depth] = p.state
		if p.depth == 0 && s.isInitial(&p.state) {
			return chain, nil
		}
		before := len(untried)
		if p.depth > 0 {
			var err error
			if untried, err = s.appendPredecessors(untried, &chain[p.depth], p.depth-1); err != nil {
				return nil, err
			}
		}
		if tried == nil && len(untried) == before {
			tried = make(map[place[W]]bool)
		}
		if tried != nil {
			tried[p] = true
		}
	}
	return nil, errNoPath
}

// isInitial reports whether a state is one of the model's initial states.
func (s *Search[W]) isInitial(w *W) bool {
	s.scratch = s.model.Initial(s.scratch[:0])
	return slices.Contains(s.scratch, *w)
}

// appendPredecessors appends the states of a level of which the state is a
// successor, the least one last.
func (s *Search[W]) appendPredecessors(dst []place[W], state *W, level int) ([]place[W], error) {
	before := len(dst)
	in, err := s.inLevel(level)
	if err != nil {
		return dst, err
	}
	defer in.done()
	if r, ok := s.model.(Reverser[W]); ok {
		s.candidates = r.Predecessors(state, s.candidates[:0])
	} else if s.candidates, err = in.all(s.candidates[:0]); err != nil {
		return dst, err
	}
	for i := range s.candidates {
		candidate := &s.candidates[i]
		has, err := in.has(candidate)
		if err != nil {
			return dst, err
		}
		if has && s.leads(candidate, state) {
			dst = append(dst, place[W]{*candidate, level})
		}
	}
	found := dst[before:]
	slices.SortFunc(found, func(a, b place[W]) int { return statecodec.Compare(b.state, a.state) })
	return dst[:before+len(slices.Compact(found))], nil
}

// A members is the states of a level: those with its tag in the table, or a run.
type members[W statecodec.Words] struct {
	set    *visited.Set[W]
	tag    uint8
	run    *frontier.Run[W] // nil if the table serves
	buffer *frontier.Buffer[W]
}

// inLevel returns the states of a level.
func (s *Search[W]) inLevel(level int) (m members[W], err error) {
	if s.sorted == nil {
		return members[W]{set: s.set, tag: visited.Tag(level)}, nil
	}
	m.buffer = &s.workers[0].buffer
	m.run, err = s.openLevel(level)
	return m, err
}

// done gives the run back.
func (m *members[W]) done() { _ = m.run.Drop() }

// has reports whether a state is one of them.
func (m *members[W]) has(w *W) (bool, error) {
	if m.run != nil {
		return m.run.Has(w, m.buffer)
	}
	tag, ok := m.set.Lookup(w)
	return ok && tag == m.tag, nil
}

// all appends them to dst.
func (m *members[W]) all(dst []W) ([]W, error) {
	for i := 0; m.run != nil && i < m.run.Blocks(); i++ {
		states, err := m.run.Decode(i, m.buffer)
		if err != nil {
			return dst, err
		}
		dst = append(dst, states...)
	}
	if m.run == nil {
		m.set.Each(func(w *W, tag uint8) bool {
			if tag == m.tag {
				dst = append(dst, *w)
			}
			return true
		})
	}
	return dst, nil
}

// leads reports whether the search expanded a state and met the other as its
// successor.
func (s *Search[W]) leads(from, to *W) bool {
	s.scratch = s.model.Successors(from, s.scratch[:0])
	return slices.Contains(s.scratch, *to) && !s.model.Goal(from)
}
