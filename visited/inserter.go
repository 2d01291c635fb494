package visited

import (
	"exhaust/statecodec"
)

const (
	// BatchStates is how many states an Inserter is best given between two flushes.
	BatchStates = 64

	// inFlight is the number of batches whose buckets are on their way while another
	// one is filled.
	inFlight = 2

	// roomTaken is how much of a set's room an Inserter takes at a time, so that
	// workers do not meet at the counter with every batch.
	roomTaken = 4096
)

// An Inserter is one worker's way into a set: a ring of batches, of which the caller
// fills one while the buckets of the others are fetched.
//
//	append to States, Flush, append to States, Flush, ..., Flush until it is Idle
type Inserter[W statecodec.Words] struct {
	States []W // the batch to be filled; the caller appends to it and takes nothing away

	set     *Set[W]
	ring    [inFlight + 1]batch[W]
	filling int   // States belongs to this batch; the next one was located first
	room    int64 // states that may be located before more of the set's room is taken
}

// A batch is states on their way into a set.
type batch[W statecodec.Words] struct {
	states []W
	places []uintptr // for each, the bucket to look into next, as an offset in bytes
}

// Open makes the inserter one of the given set. It must be idle.
func (in *Inserter[W]) Open(s *Set[W]) { in.set = s }

// Idle reports whether no state is on its way.
func (in *Inserter[W]) Idle() bool {
	busy := len(in.States)
	for i := range in.ring {
		if i != in.filling {
			busy += len(in.ring[i].states)
		}
	}
	return busy == 0
}

// Flush sends States on their way and enters the batch that was sent first, as states of
// the level of the given tag. It returns those of them that were new, in memory that is
// theirs until the caller appends to States. It returns false, and does nothing, if the
// set has no room for States: all workers must Leave, and the set must grow.
func (in *Inserter[W]) Flush(tag uint8) (fresh []W, ok bool) {
	if !in.takeRoom(int64(len(in.States))) {
		return nil, false
	}
	sent := &in.ring[in.filling]
	sent.states = in.States
	in.set.locate(sent)
	in.filling = (in.filling + 1) % len(in.ring)
	oldest := &in.ring[in.filling]
	before := len(oldest.states) + len(sent.states)
	fresh = in.set.insert(oldest, sent, tag)
	in.room += int64(before - len(fresh) - len(sent.states))
	in.States = oldest.states
	return fresh, true
}

// takeRoom makes sure that n more states find room.
func (in *Inserter[W]) takeRoom(n int64) bool {
	for in.room < n {
		room := in.set.room.Load()
		if room < n {
			return false
		}
		if take := max(n, min(roomTaken, room/16)); in.set.room.CompareAndSwap(room, room-take) {
			in.room += take
		}
	}
	in.room -= n
	return true
}

// Leave gives back the room that the inserter has taken and not used. States that are on
// their way keep theirs.
func (in *Inserter[W]) Leave() {
	in.set.room.Add(in.room)
	in.room = 0
}

// Relocate finds the places of all states on their way again, after the set has grown.
func (in *Inserter[W]) Relocate() {
	for i := range in.ring {
		if b := &in.ring[i]; i != in.filling && len(b.states) > 0 {
			in.set.locate(b)
		}
	}
}

// Clear forgets all states on their way. The set, which keeps room for them, must be
// reset.
func (in *Inserter[W]) Clear() {
	for i := range in.ring {
		in.ring[i].clear()
	}
	in.States, in.room = in.States[:0], 0
}

func (b *batch[W]) clear() { b.states, b.places = b.states[:0], b.places[:0] }
