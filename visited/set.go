// Package visited is the exact set of states that a search has met, with the
// level at which it met each of them.
//
// The set is an open-addressing hash table in shards of equal size: one shard
// while it is small, 256 when it is large. A shard is the states whose hashes begin
// with its number, and belongs to one worker at a time, so that nothing in it needs
// a lock or an atomic operation. A shard is an array of buckets; a bucket is
// eight cells, each as wide as a state:
//
//	cell 0       tags, in its first word: byte i belongs to slot i, byte 7 is unused
//	cells 1-7    slots 0 to 6, a state each
//
// So a bucket of states of W words is exactly W cache lines. Below the shard's number
// the hash picks the home: bucket hash·buckets/2^64 of the shard, so that buckets are
// in the order of the hashes and their number need not be a power of two. A state lies
// in the first bucket of its shard from its home on (cyclically) that had a free slot
// when it came; slots of a bucket fill from 0 up and are never freed. Hence the
// invariant on which every look-up rests: between a state's home and its slot no slot
// is free.
//
// The tag is 0 while the slot is free and Tag(level) once its state is there,
// which is how a solution is walked back without a parent pointer. Equality of
// all words decides whether two states are one; the hash only says where to look.
//
// The cost of the set is the cache miss of a bucket, and on a large table the miss of
// its address's translation. A caller therefore collects states by shard first: a
// shard is few enough pages that their translations stay at hand, and its misses,
// prefetched a batch ahead, overlap. The memory of a large set is outside the
// collector's heap and on huge pages; it grows in place, by any factor.
package visited

import (
	"math/bits"
	"unsafe"

	"exhaust/statecodec"
)

const (
	slots = 7 // states a bucket

	// minBuckets is the size of a new or reset set, which is full at 392 states.
	minBuckets = 64

	// A shard is full at maxLoad/8 of its slots, beyond which probes get long.
	maxLoad = 7

	// manyShards is the number of shards of a large set: a table of some GiB is then
	// shards of thousands of pages, whose addresses a processor still translates
	// from its own tables, and there are enough of them for tens of workers.
	manyShards = 256

	// largeTable is the size from which a set has many shards.
	largeTable = 1 << 20
)

// TagPeriod is the number of levels after which tags repeat.
const TagPeriod = 254

// Tag returns the tag of the states of a level: never 0, and the same for two
// levels if they are a multiple of 254 apart.
func Tag(level int) uint8 { return uint8(1 + level%TagPeriod) }

// A Set is a set of states of width W. New makes one. Workers may insert at once
// into different shards, each with its own Inserter, and many may call Lookup when
// nobody inserts; Reset and Grow may not be called while any other call is under way.
type Set[W statecodec.Words] struct {
	// Hash is the hash of a state if it is not statecodec.Hash. It must not change
	// while the set holds a state.
	Hash func(*W) uint64

	// FixedShards, a power of two, is the number of shards from the next Reset on; 0 is
	// the usual number. It is for testing that nothing but the time depends on it.
	FixedShards int

	memory  memory         // of all shards, one after the other; zero where no slot is taken
	base    unsafe.Pointer // of memory
	held    []uint64       // the number of states in each shard
	buckets uint64         // of a shard
	scratch []words        // a shard's copy, for each worker of Grow
}

// words is memory that a worker keeps.
type words []uint64

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
	shards := max(1, s.FixedShards)
	buckets := leastBuckets(shards)
	bytes := uintptr(shards) * uintptr(buckets) * s.bucketBytes()
	if s.memory.mapped != nil || !s.memory.extend(bytes) {
		s.memory.free()
		s.memory = newHeapMemory(bytes)
		s.scratch = nil
	} else {
		clear(s.memory.words)
	}
	s.setShards(shards)
	s.buckets = buckets
	s.base = s.memory.base()
}

// setShards gives the set that many shards, empty.
func (s *Set[W]) setShards(shards int) {
	if cap(s.held) < shards {
		s.held = make([]uint64, shards)
	}
	s.held = s.held[:shards]
	clear(s.held)
}

// leastBuckets returns the least number of buckets of each of so many shards.
func leastBuckets(shards int) uint64 { return uint64(max(2, minBuckets/shards)) }

// Shards returns the number of shards, a power of two. It changes when a set grows
// large.
func (s *Set[W]) Shards() int { return len(s.held) }

// shift returns how far a hash is shifted right to be the number of a shard.
func (s *Set[W]) shift() int { return 64 - bits.Len(uint(len(s.held)-1)) }

// Capacity returns how many states the set takes before it is full, if they are
// spread evenly.
func (s *Set[W]) Capacity() uint64 { return uint64(s.Shards()) * s.shardCapacity() }

// shardCapacity returns how many states a shard takes.
func (s *Set[W]) shardCapacity() uint64 { return s.buckets * slots * maxLoad / 8 }

// Len returns the number of states.
func (s *Set[W]) Len() (n uint64) {
	for _, held := range s.held {
		n += held
	}
	return n
}

// Bytes returns the memory of the table.
func (s *Set[W]) Bytes() uint64 { return uint64(s.Shards()) * uint64(s.shardBytes()) }

func (s *Set[W]) shardBytes() uintptr { return uintptr(s.buckets) * s.bucketBytes() }

// shardBase returns the first byte of a shard.
func (s *Set[W]) shardBase(shard uint64) unsafe.Pointer {
	return unsafe.Add(s.base, uintptr(shard)*s.shardBytes())
}

// home returns the shard of a hash, and the offset of its home bucket in the shard.
func (s *Set[W]) home(hash uint64) (shard uint64, at uintptr) {
	shift := s.shift()
	bucket, _ := bits.Mul64(hash<<(64-shift), s.buckets)
	return hash >> shift, uintptr(bucket) * s.bucketBytes()
}

func (s *Set[W]) hash(w *W) uint64 {
	if s.Hash != nil {
		return s.Hash(w)
	}
	return statecodec.Hash(w)
}

// Lookup returns the tag of a state, and whether the set holds it.
func (s *Set[W]) Lookup(w *W) (tag uint8, ok bool) {
	shard, at := s.home(s.hash(w))
	base := s.shardBase(shard)
	for {
		slot, tags, found := find(unsafe.Add(base, at), w)
		if found || slot < slots {
			return uint8(tags >> (8 * slot)), found
		}
		at = s.next(at)
	}
}

// find looks for a state in the bucket at b. It returns its slot, or the first free
// one, or 7 if there is none; and the tags.
func find[W statecodec.Words](b unsafe.Pointer, w *W) (slot int, tags uint64, found bool) {
	tags = *(*uint64)(b)
	taken := slotsTaken(tags)
	for slot := range taken {
		if *state[W](b, slot) == *w {
			return slot, tags, true
		}
	}
	return taken, tags, false
}

// slotsTaken returns how many slots of a bucket are taken: the first so many.
func slotsTaken(tags uint64) int { return (bits.Len64(tags) + 7) / 8 }

// Each calls yield with every state and its tag until it returns false. The
// order is that of the table.
func (s *Set[W]) Each(yield func(w *W, tag uint8) bool) {
	each(s.memory.words, yield)
}

// each is Each on a piece of a table.
func each[W statecodec.Words](table []uint64, yield func(w *W, tag uint8) bool) {
	var w W
	for ; len(table) > 0; table = table[8*len(w):] {
		b := unsafe.Pointer(&table[0])
		tags := table[0]
		for slot := range slotsTaken(tags) {
			if !yield(state[W](b, slot), uint8(tags>>(8*slot))) {
				return
			}
		}
	}
}

// next returns the bucket of a shard after the one at the given offset.
func (s *Set[W]) next(at uintptr) uintptr {
	at += s.bucketBytes()
	if at == s.shardBytes() {
		return 0
	}
	return at
}

// state returns the state in a slot of the bucket at b.
func state[W statecodec.Words](b unsafe.Pointer, slot int) *W {
	var w W
	return (*W)(unsafe.Add(b, (1+slot)*8*len(w)))
}
