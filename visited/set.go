// Package visited is the exact set of states that a search has met, with the
// level at which it met each of them.
//
// The set is one open-addressing hash table that many workers enter at once
// without locks. It is an array of buckets; a bucket is eight cells, each as wide
// as a state:
//
//	cell 0       tags, in its first word: byte i belongs to slot i, byte 7 is unused
//	cells 1-7    slots 0 to 6, a state each
//
// So a bucket of states of W words is exactly W cache lines. A state's home is bucket
// hash·buckets/2^64, so that the buckets are in the order of the hashes and
// their number need not be a power of two. A state lies in the first bucket
// from its home on (cyclically) that had a free slot when it came; slots of a
// bucket fill from 0 up and are never freed. Hence the invariant on which every
// look-up rests: between a state's home and its slot no slot is free.
//
// The tag is 0 while the slot is free and Tag(level) once its state is there,
// which is how a solution is walked back without a parent pointer. Equality of
// all words decides whether two states are one; the hash only says where to look.
//
// The cost of the set is the cache miss of a bucket. Workers therefore insert in
// batches, each through an Inserter of its own: the homes of a batch are
// prefetched, and the batch is entered some time later. A state whose bucket is
// full goes on to the next one with a later batch, when that bucket has been
// prefetched too. The memory of a large set is outside the collector's heap and on
// huge pages; it grows between rounds by any factor, in one streaming pass that
// gives the old memory back as it goes.
package visited

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"exhaust/statecodec"
)

const (
	slots = 7 // states a bucket

	// MinBuckets is the size of a new or reset set, which is full at 392 states.
	MinBuckets = 64

	// A set is full at maxLoad/8 of its slots, beyond which probes get long.
	maxLoad = 7
)

// tagPeriod is the number of levels after which tags repeat.
const tagPeriod = 254

// busy is the tag of a slot that a worker has claimed and is filling.
const busy = 255

// Tag returns the tag of the states of a level: never 0, and the same for two
// levels if they are a multiple of 254 apart.
func Tag(level int) uint8 { return uint8(1 + level%tagPeriod) }

// A Set is a set of states of width W. New makes one. Many workers may insert at
// once, each with its own Inserter, and many may call Lookup when nobody inserts;
// Reset and Grow may not be called while any other call is under way.
type Set[W statecodec.Words] struct {
	// Hash is the hash of a state if it is not statecodec.Hash. It must not change
	// while the set holds a state.
	Hash func(*W) uint64

	memory  memory         // of at least buckets*bucketBytes bytes, zero where no slot is taken
	spare   memory         // kept for the next growth of a small table
	base    unsafe.Pointer // of memory
	buckets uint64
	room    atomic.Int64  // how many more states may be sent on their way
	zero    atomic.Uint32 // the tag of the one-word state 0, which looks like a free slot
}

// New returns an empty set.
func New[W statecodec.Words]() *Set[W] {
	s := &Set[W]{}
	s.Reset()
	return s
}

// bucketBytes is the size of a bucket: 64 bytes for each word of a state.
func (s *Set[W]) bucketBytes() uintptr {
	var w W
	return 64 * uintptr(len(w))
}

// Reset empties the set and brings it back to its least size. It costs 4 KiB of
// zeroing for one-word states; no allocation unless the set had grown large, in
// which case its memory is given back.
func (s *Set[W]) Reset() {
	bytes := MinBuckets * s.bucketBytes()
	if s.memory.mapped != nil || s.memory.size() < bytes {
		s.memory.free()
		s.memory = newHeapMemory(bytes)
	} else {
		s.memory.clear(bytes)
	}
	s.adopt(MinBuckets)
	s.room.Store(int64(s.Capacity()))
	s.zero.Store(0)
}

// adopt makes the set use the first buckets of its memory.
func (s *Set[W]) adopt(buckets uint64) {
	s.buckets = buckets
	s.base = s.memory.base()
}

// Capacity returns how many states the set takes before it is full.
func (s *Set[W]) Capacity() uint64 { return capacity(s.buckets) }

func capacity(buckets uint64) uint64 { return buckets * slots * maxLoad / 8 }

// Len returns the number of states for which room is taken: those in the set, those
// on their way into it, and what inserters hold that have not left.
func (s *Set[W]) Len() uint64 { return s.Capacity() - uint64(s.room.Load()) }

// Bytes returns the memory of the table.
func (s *Set[W]) Bytes() uint64 { return s.bytes(s.buckets) }

func (s *Set[W]) bytes(buckets uint64) uint64 { return buckets * uint64(s.bucketBytes()) }

// home returns the offset in bytes of a hash's home bucket in a table of the
// given number of buckets.
func (s *Set[W]) home(hash, buckets uint64) uintptr {
	bucket, _ := bits.Mul64(hash, buckets)
	return uintptr(bucket) * s.bucketBytes()
}

func (s *Set[W]) hash(w *W) uint64 {
	if s.Hash != nil {
		return s.Hash(w)
	}
	return statecodec.Hash(w)
}

// Lookup returns the tag of a state, and whether the set holds it.
func (s *Set[W]) Lookup(w *W) (tag uint8, ok bool) {
	if tag := s.zero.Load(); tag != 0 && len(*w) == 1 && (*w)[0] == 0 {
		return uint8(tag), true
	}
	at := s.home(s.hash(w), s.buckets)
	for {
		b := unsafe.Add(s.base, at)
		tags := *(*uint64)(b)
		for slot := range slots {
			tag := uint8(tags >> (8 * slot))
			if tag == 0 {
				return 0, false
			}
			if *state[W](b, slot) == *w {
				return tag, true
			}
		}
		at = s.next(at)
	}
}

// Each calls yield with every state and its tag until it returns false. The
// order is that of the table.
func (s *Set[W]) Each(yield func(w *W, tag uint8) bool) {
	if tag := s.zero.Load(); tag != 0 {
		if !yield(new(W), uint8(tag)) {
			return
		}
	}
	for at := uintptr(0); at < uintptr(s.Bytes()); at += s.bucketBytes() {
		b := unsafe.Add(s.base, at)
		tags := *(*uint64)(b)
		for slot := 0; slot < slots && uint8(tags>>(8*slot)) != 0; slot++ {
			if !yield(state[W](b, slot), uint8(tags>>(8*slot))) {
				return
			}
		}
	}
}

// next returns the bucket after the one at the given offset.
func (s *Set[W]) next(at uintptr) uintptr {
	at += s.bucketBytes()
	if at == uintptr(s.Bytes()) {
		return 0
	}
	return at
}

// state returns the state in a slot of the bucket at b.
func state[W statecodec.Words](b unsafe.Pointer, slot int) *W {
	var w W
	return (*W)(unsafe.Add(b, (1+slot)*8*len(w)))
}
