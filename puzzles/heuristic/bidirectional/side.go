package bidirectional

import (
	"hash/maphash"
	"math"
	"unsafe"
)

// A node is a state that was met, and the number of that from which it was. A state where the side
// begins has its own number.
type node[S comparable] struct {
	state S
	from  uint32
}

// maxStates is the most states of a side. Numbers are less, with room for the neighbours of one
// more state.
const maxStates = math.MaxUint32 - 1<<16

// A side is the states met from one end, in the order in which they were met, and a hash table of
// their numbers with open addressing.
type side[S comparable] struct {
	nodes []node[S]
	level uint32 // the number of the first state of the last level
	depth int    // of the last level

	// A slot is 0, or a hash in the upper half and a number plus one in the lower. There is a power
	// of two of them, of which at most three quarters are taken. A hash belongs into the slot of
	// its upper bits, or the next free one behind it.
	slots []uint64
	seed  maphash.Seed
	ready bool // there is a seed

	hash func(s S) uint32 // instead of the usual one, for tests; or nil
}

// leastSlots is the size of the table at first, a power of two.
const leastSlots = 1 << 10

// maxIdle is the most bytes that a side keeps for the next search.
const maxIdle = 16 << 20

// reset makes the side one of some states at depth 0.
func (s *side[S]) reset(states []S) {
	if !s.ready {
		s.seed, s.ready = maphash.MakeSeed(), true
	}
	s.clear()
	for _, state := range states {
		s.add(state, uint32(len(s.nodes)))
	}
}

// width returns the number of states of the last level.
func (s *side[S]) width() int { return len(s.nodes) - int(s.level) }

// clear forgets all states. A table of which a good part was used is kept at its size; one that is
// much too large, and would take longer to clear than to fill, gets smaller.
func (s *side[S]) clear() {
	slots := len(s.slots)
	if len(s.nodes) < slots/32 {
		slots /= 2
	}
	if s.bytes(cap(s.nodes), slots) > maxIdle {
		s.nodes, slots = nil, 0
	}
	s.nodes, s.level, s.depth = s.nodes[:0], 0, 0
	if slots = max(slots, leastSlots); slots > len(s.slots) {
		s.slots = make([]uint64, slots)
		return
	}
	s.slots = s.slots[:slots]
	clear(s.slots)
}

// hashOf returns the hash of a state.
func (s *side[S]) hashOf(state S) uint32 {
	if s.hash != nil {
		return s.hash(state)
	}
	return uint32(maphash.Comparable(s.seed, state) >> 32)
}

// find returns the number of a state, if it was met.
func (s *side[S]) find(state S) (number uint32, ok bool) {
	number, _, ok = s.probe(state, s.hashOf(state))
	return number, ok
}

// add adds a state that was met from another one, unless it was met before. It returns its number.
func (s *side[S]) add(state S, from uint32) (number uint32, fresh bool) {
	hash := s.hashOf(state)
	number, at, ok := s.probe(state, hash)
	if ok {
		return number, false
	}
	number = uint32(len(s.nodes))
	s.nodes = append(s.nodes, node[S]{state, from})
	s.slots[at] = uint64(hash)<<32 | uint64(number+1)
	if s.full(len(s.nodes)) {
		s.grow()
	}
	return number, true
}

// probe looks for a state with its hash: its number, or else the slot where it belongs.
func (s *side[S]) probe(state S, hash uint32) (number uint32, slot int, ok bool) {
	mask := len(s.slots) - 1
	for at := place(hash, len(s.slots)); ; at = (at + 1) & mask {
		v := s.slots[at]
		if v == 0 {
			return 0, at, false
		}
		if uint32(v>>32) == hash && s.nodes[uint32(v)-1].state == state {
			return uint32(v) - 1, at, true
		}
	}
}

// place returns the first slot of a hash: its upper bits as a number below slots.
func place(hash uint32, slots int) int { return int(uint64(hash) * uint64(slots) >> 32) }

// full reports whether the table is too small for more than n states.
func (s *side[S]) full(n int) bool { return n >= len(s.slots)/4*3 }

// grow doubles the table.
func (s *side[S]) grow() {
	old := s.slots
	s.slots = make([]uint64, 2*len(old))
	mask := len(s.slots) - 1
	for _, v := range old {
		if v == 0 {
			continue
		}
		at := place(uint32(v>>32), len(s.slots))
		for s.slots[at] != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = v
	}
}

// bytes returns the bytes of room for so many nodes and slots.
func (s *side[S]) bytes(nodes, slots int) uint64 {
	return uint64(nodes)*uint64(unsafe.Sizeof(node[S]{})) + 8*uint64(slots)
}

// soon is the number of states that the neighbours of one state are taken to be at most, where
// memory is foreseen.
const soon = 256

// needs returns the bytes that the side takes, with those of the copies that are made when it
// grows, if it is about to.
func (s *side[S]) needs() uint64 {
	nodes, slots := cap(s.nodes), len(s.slots)
	if len(s.nodes)+soon > cap(s.nodes) {
		nodes += cap(s.nodes) + cap(s.nodes)/4
	}
	if s.full(len(s.nodes) + soon) {
		slots *= 3
	}
	return s.bytes(nodes, slots)
}

// back appends the states from one back to where the side begins.
func (s *side[S]) back(number uint32, dst []S) []S {
	for {
		n := &s.nodes[number]
		dst = append(dst, n.state)
		if n.from == number {
			return dst
		}
		number = n.from
	}
}
