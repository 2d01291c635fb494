package frontier

import "exhaust/statecodec"

// A Sorter takes states in any order, as many as there are, and yields them in increasing order,
// each once. It sorts what it has room for in memory; when that is full, it
// writes it to a store as a run. It is for one goroutine, until it is sealed.
type Sorter[W statecodec.Words] struct {
	store    *Store[W]
	room     int
	states   []W // in memory; sorted and distinct once sealed
	scratch  []W
	segments []*Run[W]
}

// segmentOptions are those of runs that are read once, soon.
var segmentOptions = Options{Codec: S2, BlockStates: DefaultBlockStates}

// leastRoom is the number of states for which a sorter takes memory at first.
const leastRoom = 4096

// NewSorter returns a sorter with room for so many states in memory, and as much scratch, which it
// takes as it needs them.
func NewSorter[W statecodec.Words](store *Store[W], room int) *Sorter[W] {
	return &Sorter[W]{store: store, room: room}
}

// Add takes states. Errors are those of the store.
func (s *Sorter[W]) Add(states []W) error {
	for len(states) > 0 {
		if len(s.states) == cap(s.states) {
			if err := s.makeRoom(); err != nil {
				return err
			}
		}
		n := min(len(states), cap(s.states)-len(s.states))
		s.states = append(s.states, states[:n]...)
		states = states[n:]
	}
	return nil
}

// makeRoom takes more memory. If there is no more it sorts what is there, drops what is there twice, and writes
// the rest to a segment unless it was no more than half.
func (s *Sorter[W]) makeRoom() error {
	if have := cap(s.states); have < s.room {
		grown := make([]W, have, min(max(2*have, leastRoom), s.room))
		copy(grown, s.states)
		s.states = grown
		return nil
	}
	s.Seal()
	if len(s.states) <= cap(s.states)/2 {
		return nil
	}
	d, err := s.store.Draft(segmentOptions)
	if err != nil {
		return err
	}
	defer d.Discard()
	p := d.NewPart()
	if err := p.Write(s.states); err != nil {
		return err
	}
	if err := d.spend(p); err != nil {
		return err
	}
	run, err := d.Close()
	if err != nil {
		return err
	}
	s.segments, s.states = append(s.segments, run), s.states[:0]
	return nil
}

// Seal sorts what is in memory. Streams can be had from then on, until more is added.
func (s *Sorter[W]) Seal() {
	if len(s.scratch) < len(s.states) {
		s.scratch = make([]W, cap(s.states))
	}
	Sort(s.states, s.scratch[:len(s.states)])
	s.states = Distinct(s.states)
}

// pieces cuts what is in memory into ranges: piece i is what lies in rangeOf(cuts, i). They share no state, so that each may be
// changed while the others are read.
func (s *Sorter[W]) pieces(cuts []W) (pieces [][]W) {
	left := s.states
	for i := range cuts {
		n := search(left, &cuts[i])
		pieces, left = append(pieces, left[:n:n]), left[n:]
	}
	return append(pieces, left)
}

// streams appends a stream of a piece of what is in memory, and one for what lies in a range of each segment.
func (s *Sorter[W]) streams(dst []Stream[W], piece []W, r Range[W]) []Stream[W] {
	if len(piece) > 0 {
		dst = append(dst, &sliceStream[W]{piece})
	}
	for _, run := range s.segments {
		dst = append(dst, run.Cursor(r))
	}
	return dst
}

// Reset forgets all states and keeps the memory.
func (s *Sorter[W]) Reset() (err error) {
	for _, run := range s.segments {
		if dropped := run.Drop(); err == nil {
			err = dropped
		}
	}
	clear(s.segments)
	s.states, s.segments = s.states[:0], s.segments[:0]
	return err
}

// A sliceStream streams a sorted slice.
type sliceStream[W statecodec.Words] struct{ left []W }

func (s *sliceStream[W]) Next() ([]W, error) {
	n := min(len(s.left), mergeStates)
	states := s.left[:n]
	s.left = s.left[n:]
	return states, nil
}
