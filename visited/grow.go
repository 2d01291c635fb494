package visited

import (
	"math/bits"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sync/errgroup"
)

// chunkBuckets is how much of the old table a worker moves at a time: 2 MiB for
// each word of a state, so that chunks are whole huge pages.
const chunkBuckets = 1 << 15

// BytesFor returns the memory of a table that takes the given number of states,
// and Grow's argument for it.
func (s *Set[W]) BytesFor(states uint64) (bytes, buckets uint64) {
	buckets = max(MinBuckets, states/maxLoad*8/slots+2)
	return s.bytes(buckets), buckets
}

// Grow moves the set to a table of more buckets. It is an error if the system
// has no memory for them; the set is then as it was.
//
// The order of the buckets is that of the hashes in both tables, so this is one
// pass over both from front to back: no cache misses, and each part of the old
// table is given back when it has been moved. At no time is more than the new
// table and a few chunks of the old one in memory. A worker owns the part of the
// new table in which the states of its chunk have their homes, and needs no
// atomic operation; the few states that overflow such a part are entered last.
func (s *Set[W]) Grow(buckets uint64, workers int) error {
	old, oldBuckets, held := s.memory, s.buckets, s.Len()
	grown, err := s.take(uintptr(s.bytes(buckets)))
	if err != nil {
		return err
	}
	s.memory = grown
	s.adopt(buckets)
	s.move(old, oldBuckets, workers)
	s.leave(old)
	s.room.Store(int64(s.Capacity() - held))
	return nil
}

// take returns zeroed memory: the spare, if it is large enough, or new memory.
func (s *Set[W]) take(bytes uintptr) (memory, error) {
	if s.spare.size() < bytes {
		return newMemory(bytes)
	}
	m := s.spare
	s.spare = memory{}
	m.clear(bytes)
	return m, nil
}

// leave keeps the memory as the spare if it is of a small table, and gives it
// back otherwise.
func (s *Set[W]) leave(m memory) {
	if m.mapped != nil {
		m.free()
	} else if m.size() > s.spare.size() {
		s.spare = m
	}
}

// move enters all states of the old table into the present one.
func (s *Set[W]) move(old memory, oldBuckets uint64, workers int) {
	var rest []moved[W]
	if oldBuckets <= chunkBuckets {
		rest = s.moveChunk(old, oldBuckets, 0, oldBuckets, nil)
	} else {
		rest = s.moveChunks(old, oldBuckets, workers)
	}
	for i := range rest {
		s.enter(&rest[i].state, rest[i].tag, s.home(s.hash(&rest[i].state), s.buckets), uintptr(s.Bytes()), true)
	}
}

// moveChunks cuts the old table into chunks, has the workers move them, and
// returns the states that moveChunk left.
func (s *Set[W]) moveChunks(old memory, oldBuckets uint64, workers int) []moved[W] {
	const step = chunkBuckets
	var next atomic.Uint64
	rest := make([][]moved[W], workers)
	var g errgroup.Group
	for i := range workers {
		g.Go(func() error {
			for from := next.Add(step) - step; from < oldBuckets; from = next.Add(step) - step {
				to := min(from+step, oldBuckets)
				rest[i] = s.moveChunk(old, oldBuckets, from, to, rest[i])
				old.release(uintptr(s.bytes(from)), uintptr(s.bytes(to)))
			}
			return nil
		})
	}
	_ = g.Wait() // no worker returns an error
	return slices.Concat(rest...)
}

// A moved is a state on its way from one table to another.
type moved[W any] struct {
	state W
	tag   uint8
}

// moveChunk moves the old buckets from, ..., to-1 into the part of the table that
// their homes fall into. It appends to over, and returns, the states that do not
// belong into this part or find it full. If the chunk is the whole table there are none.
func (s *Set[W]) moveChunk(old memory, oldBuckets, from, to uint64, over []moved[W]) []moved[W] {
	first := uintptr(s.bytes(scale(from, s.buckets, oldBuckets)))
	limit := uintptr(s.bytes(scale(to, s.buckets, oldBuckets)))
	whole := to-from == oldBuckets
	var homes [slots]uintptr
	for bucket := from; bucket < to; bucket++ {
		b := unsafe.Add(old.base(), s.bytes(bucket))
		tags := *(*uint64)(b)
		taken := slotsTaken(tags)
		s.homes(b, homes[:taken])
		for slot, home := range homes[:taken] {
			w, tag := state[W](b, slot), uint8(tags>>(8*slot))
			if home < first || !s.enter(w, tag, home, limit, whole) {
				over = append(over, moved[W]{state: *w, tag: tag})
			}
		}
	}
	return over
}

// slotsTaken returns how many slots of a bucket are taken: the first so many.
func slotsTaken(tags uint64) int { return (bits.Len64(tags) + 7) / 8 }

// homes finds the homes of the first states of the bucket at b.
func (s *Set[W]) homes(b unsafe.Pointer, homes []uintptr) {
	if s.oneWord() {
		placeWords(s.base, unsafe.Slice((*uint64)(unsafe.Add(b, 8)), len(homes)), homes, s.buckets)
		return
	}
	for slot := range homes {
		homes[slot] = s.home(s.hash(state[W](b, slot)), s.buckets)
	}
}

// scale returns a·b/c.
func scale(a, b, c uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	q, _ := bits.Div64(hi, lo, c)
	return q
}

// enter puts a state that the table does not hold into the first free slot from
// its home on, without atomic operations. It looks no further than limit, and
// returns false if there is none before it, unless it may wrap around to the front.
func (s *Set[W]) enter(w *W, tag uint8, at, limit uintptr, wrap bool) bool {
	for wrap || at < limit {
		b := unsafe.Add(s.base, at)
		tags := (*uint64)(b)
		if slot := slotsTaken(*tags); slot < slots {
			*state[W](b, slot) = *w
			*tags |= uint64(tag) << (8 * slot)
			return true
		}
		at += s.bucketBytes()
		if wrap && at == uintptr(s.Bytes()) {
			at = 0
		}
	}
	return false
}
