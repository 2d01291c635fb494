package parallel

import (
	"errors"
	"math/bits"
	"slices"

	"exhaust/frontier"
	"exhaust/statecodec"
	"exhaust/visited"
)

// errNoPath says that no path leads back from a state that the search met: the
// model's Predecessors leaves some out, or its Successors are not always the same.
var errNoPath = errors.New("no way back from a state that was met: the model contradicts itself")

// path walks back from the least goal of its level: to the least of its predecessors in the level
// before, and so on. What the levels hold is exact, so that the chain ends in an initial state and
// no state is tried twice.
func (s *Search[W]) path() ([]W, error) {
	s.chain = slices.Grow(s.chain[:0], s.sum.GoalDepth+1)[:s.sum.GoalDepth+1]
	s.chain[s.sum.GoalDepth] = s.goal
	for depth := s.sum.GoalDepth; depth > 0; depth-- {
		before, err := s.leastPredecessor(&s.chain[depth], depth-1)
		if err != nil {
			return nil, err
		}
		s.chain[depth-1] = before
	}
	return s.chain, nil
}

// isInitial reports whether a state is one of the model's initial states.
func (s *Search[W]) isInitial(w *W) bool {
	s.scratch = s.model.Initial(s.scratch[:0])
	return slices.Contains(s.scratch, *w)
}

// leastPredecessor returns the least state of a level of which the state is a successor.
func (s *Search[W]) leastPredecessor(state *W, level int) (least W, err error) {
	in, err := s.inLevel(level)
	if err != nil {
		return least, err
	}
	defer in.done()
	found := false
	try := func(c *W) bool {
		if (!found || statecodec.Less(c, &least)) && s.leads(c, state) {
			least, found = *c, true
		}
		return true
	}
	r, ok := s.model.(Reverser[W])
	if !ok {
		err = in.each(try)
	} else if s.candidates, err = in.keep(r.Predecessors(state, s.candidates[:0])); err == nil {
		for i := range s.candidates {
			try(&s.candidates[i])
		}
	}
	if err == nil && !found {
		err = errNoPath
	}
	return least, err
}

// A members is the states of a level: in pages, or in a run.
type members[W statecodec.Words] struct {
	search *Search[W]
	pages  []page[W]
	run    *frontier.Run[W] // nil if the pages serve
	buffer *frontier.Buffer[W]
}

// inLevel returns the states of a level.
func (s *Search[W]) inLevel(level int) (m members[W], err error) {
	m.search, m.buffer = s, &s.workers[0].buffer
	if s.sorted == nil && s.keeper == nil && level >= len(s.past.runs) {
		m.pages = s.past.level(level)
		return m, nil
	}
	m.run, err = s.openLevel(level)
	return m, err
}

// done gives the run back.
func (m *members[W]) done() { _ = m.run.Drop() }

// keep returns those of the candidates, which it overwrites, that are among the states, each once,
// in any order. Of a run it looks at what may hold them, of pages at all of them.
func (m *members[W]) keep(candidates []W) (kept []W, err error) {
	if m.run == nil {
		return m.search.keepMet(m.pages, candidates)
	}
	slices.SortFunc(candidates, statecodec.Compare[W])
	kept = candidates[:0]
	for _, w := range slices.Compact(candidates) {
		has, err := m.run.Has(&w, m.buffer)
		if err != nil {
			return nil, err
		}
		if has {
			kept = append(kept, w)
		}
	}
	return kept, nil
}

// keepMet returns those of the candidates, which it overwrites, that are in one of the pages. A
// word of 64 bits says of most blocks of the pages that they are not wanted, if the candidates are
// few.
func (s *Search[W]) keepMet(pages []page[W], candidates []W) ([]W, error) {
	some, err := s.want(candidates)
	if err != nil {
		return nil, err
	}
	candidates = candidates[:0]
	for _, p := range pages {
		for i := range p {
			if some>>sixBits(&p[i].Key)&1 == 0 {
				continue
			}
			if set := p[i].Set & s.wantedOf(&p[i].Key); set != 0 {
				b := statecodec.Block[W]{Key: p[i].Key, Set: set}
				candidates = b.Append(candidates)
			}
		}
	}
	if len(s.wantedBlocks) > fewWanted {
		s.wanted.Reset()
	}
	return candidates, nil
}

// fewWanted is the number of blocks up to which they are looked through one by one. More become a
// set.
const fewWanted = 16

// want makes states those that are wanted, and returns the bits of their keys.
func (s *Search[W]) want(states []W) (some uint64, err error) {
	s.wantedBlocks = statecodec.AppendBlocks(s.wantedBlocks[:0], states)
	for i := range s.wantedBlocks {
		some |= 1 << sixBits(&s.wantedBlocks[i].Key)
	}
	if len(s.wantedBlocks) <= fewWanted {
		return some, nil
	}
	if s.wanted == nil {
		s.wanted = visited.New[W]()
		s.wanted.FixedShards = 1 // into which all of them are inserted
	}
	for left := s.wantedBlocks; ; {
		if _, left = s.workers[0].in.Insert(s.wanted, 0, left); len(left) == 0 {
			return some, nil
		}
		if err := s.wanted.Grow(4*s.wanted.Capacity(), 1); err != nil {
			return 0, err
		}
	}
}

// wantedOf returns the states of the block with a key that are wanted.
func (s *Search[W]) wantedOf(key *W) (set uint64) {
	if len(s.wantedBlocks) > fewWanted {
		return s.wanted.Lookup(key)
	}
	for i := range s.wantedBlocks {
		if b := &s.wantedBlocks[i]; b.Key == *key {
			set |= b.Set
		}
	}
	return set
}

// sixBits is a cheap hash of a key.
func sixBits[W statecodec.Words](key *W) uint64 {
	h := (*key)[0]
	for i := 1; i < len(*key); i++ {
		h = bits.RotateLeft64(h, 29) ^ (*key)[i]
	}
	return h * 0x9E3779B185EBCA87 >> 58
}

// each calls yield with every state, of which a block is in memory at a time, until it returns
// false. The state is valid until then.
func (m *members[W]) each(yield func(w *W) bool) error {
	for _, p := range m.pages {
		if !m.eachOf(p, yield) {
			return nil
		}
	}
	for i := 0; m.run != nil && i < m.run.Blocks(); i++ {
		blocks, err := m.run.DecodeBlocks(i, m.buffer)
		if err != nil || !m.eachOf(blocks, yield) {
			return err
		}
	}
	return nil
}

// eachOf calls yield with the states of blocks, and reports whether it always returned true.
func (m *members[W]) eachOf(blocks []statecodec.Block[W], yield func(w *W) bool) bool {
	w := &m.search.walked
	for i := range blocks {
		for set := blocks[i].Set; set != 0; set &= set - 1 {
			if *w = blocks[i].At(bits.TrailingZeros64(set)); !yield(w) {
				return false
			}
		}
	}
	return true
}

// leads reports whether the search expanded a state and met the other as its
// successor.
func (s *Search[W]) leads(from, to *W) bool {
	s.scratch = s.model.Successors(from, s.scratch[:0])
	return slices.Contains(s.scratch, *to) && !s.model.Goal(from)
}
