// Package visited is the exact set of states that a search has met.
//
// The set is an open-addressing hash table of blocks: the states that agree in all but
// their lowest six bits share an entry, which is what they agree in, a bit for each of the
// 64 (statecodec.Block), and a bit for each of them that is fresh: entered since what was new was last asked for.
// An entry of states of W words is W+2 words, so a set costs
//
//	8·(W+2) / (load · states a block)
//
// bytes a state: about two bytes where a block holds twenty states, as on large two-tone boards, and thirty to sixty
// where it holds one. Equality of all words of the key decides whether two blocks are one; the hash
// only says where to look.
//
// The table is in shards of equal size: one shard while it is small, 64 when it is
// large. A shard is the blocks whose hashes begin with its number, and belongs to one worker at a time,
// so that nothing in it needs a lock or an atomic operation; only Loaders, which enter what comes in no order of shards, take a lock for
// each. Below the shard's number the
// hash picks the home: slot hash·slots/2^64 of the shard, so that blocks are in the order of their
// hashes and the number of slots need not be a power of two. A block lies in the first slot of
// its shard from its home on (cyclically) that was free when it came; no slot is ever freed. Hence the
// invariant on which every look-up rests: between a block's home and its slot no slot is free.
//
// The cost of the set is the cache miss of a slot, and on a large table the miss of
// its address's translation. A caller therefore collects blocks by shard first: a
// shard is few enough pages that their translations stay at hand, and its misses,
// prefetched a batch ahead, overlap. The memory of a large set is outside the
// collector's heap and on huge pages; it grows in place, by any factor.
package visited

import (
	"math/bits"
	"unsafe"

	"exhaust/statecodec"
	"exhaust/visited/memory"
)

const (
	// minSlots is the size of a new or reset set.
	minSlots = 256

	// A shard is full at maxLoad/8 of its slots, beyond which probes get long.
	maxLoad = 6

	// manyShards is the number of shards of a large set: a table of some GiB is then
	// shards of thousands of pages, whose addresses a processor still translates
	// from its own tables, and there are enough of them for tens of workers.
	manyShards = 64

	// largeTable is the size in bytes from which a set has many shards.
	largeTable = 1 << 20
)

// A Set is a set of states of width W. New makes one. Workers may insert at once
// into different shards, each with its own Inserter, or into any, each with its own Loader, and many may call Lookup when
// nobody inserts; Reset and Grow may not be called while any other call is under way.
type Set[W statecodec.Words] struct {
	// Hash is the hash of a block's key if it is not statecodec.Hash. It must not change
	// while the set holds a state.
	Hash func(*W) uint64

	// FixedShards, a power of two, is the number of shards from the next Reset on; 0 is
	// the usual number. It is for testing that nothing but the time depends on it.
	FixedShards int

	memory  memory.Memory  // of all shards, one after the other; zero where no slot is taken
	base    unsafe.Pointer // of memory
	shards  []shard
	slots   uint64        // of a shard
	scratch memory.Memory // a shard's copy, for each worker of Grow
}

// A shard is what is known of one.
type shard struct {
	held  uint64   // blocks
	fresh []uint32 // the slots that hold something fresh
	_     [96]byte // shards of different workers share no cache line
}

// An entry is a slot of the table: free if it has no state.
type entry[W statecodec.Words] struct {
	key   W
	set   uint64 // the states of the block
	fresh uint64 // those of them that are fresh
}

// words is a table, or a part of one.
type words []uint64

// New returns an empty set.
func New[W statecodec.Words]() *Set[W] {
	s := &Set[W]{}
	s.Reset()
	return s
}

// slotBytes is the size of a slot.
func (s *Set[W]) slotBytes() uintptr { return unsafe.Sizeof(entry[W]{}) }

// Reset empties the set and brings it back to its least size. It costs 6 KiB of
// zeroing for one-word states; no allocation unless the set had grown large, in
// which case its memory is given back.
func (s *Set[W]) Reset() {
	shards := max(1, s.FixedShards)
	slots := uint64(max(8, minSlots/shards))
	bytes := uintptr(shards) * uintptr(slots) * s.slotBytes()
	if s.memory.Mapped() || !s.memory.Extend(bytes) {
		s.memory.Free()
		s.memory = memory.NewHeap(bytes)
		s.scratch.Free()
		s.shards = nil
	} else {
		clear(s.memory.Words)
	}
	s.setShards(shards)
	s.slots = slots
	s.base = s.memory.Base()
}

// setShards gives the set that many shards, empty.
func (s *Set[W]) setShards(shards int) {
	if cap(s.shards) < shards {
		s.shards = make([]shard, shards)
	}
	s.shards = s.shards[:shards]
	for i := range s.shards {
		s.shards[i].held, s.shards[i].fresh = 0, s.shards[i].fresh[:0]
	}
}

// Shards returns the number of shards, a power of two. It changes when a set grows
// large.
func (s *Set[W]) Shards() int { return len(s.shards) }

// shift returns how far a hash is shifted right to be the number of a shard.
func (s *Set[W]) shift() int { return 64 - bits.Len(uint(len(s.shards)-1)) }

// Capacity returns how many blocks the set takes before it is full, if they are
// spread evenly.
func (s *Set[W]) Capacity() uint64 { return uint64(s.Shards()) * s.shardCapacity() }

// shardCapacity returns how many blocks a shard takes.
func (s *Set[W]) shardCapacity() uint64 { return s.slots * maxLoad / 8 }

// Len returns the number of blocks.
func (s *Set[W]) Len() (n uint64) {
	for i := range s.shards {
		n += s.shards[i].held
	}
	return n
}

// Fresh returns the number of blocks with something fresh.
func (s *Set[W]) Fresh() (n uint64) {
	for i := range s.shards {
		n += uint64(len(s.shards[i].fresh))
	}
	return n
}

// Bytes returns the memory of the table, and of the lists of what is fresh.
func (s *Set[W]) Bytes() uint64 { return uint64(s.Shards())*uint64(s.shardBytes()) + s.freshBytes() }

// freshBytes returns the memory of the lists of what is fresh.
func (s *Set[W]) freshBytes() (n uint64) {
	for i := range s.shards {
		n += 4 * uint64(cap(s.shards[i].fresh))
	}
	return n
}

func (s *Set[W]) shardBytes() uintptr { return uintptr(s.slots) * s.slotBytes() }

// shardBase returns the first byte of a shard.
func (s *Set[W]) shardBase(shard uint64) unsafe.Pointer {
	return unsafe.Add(s.base, uintptr(shard)*s.shardBytes())
}

// home returns the shard of a hash, and the offset of its home in the shard.
func (s *Set[W]) home(hash uint64) (shard uint64, at uintptr) {
	shift := s.shift()
	slot, _ := bits.Mul64(hash<<(64-shift), s.slots)
	return hash >> shift, uintptr(slot) * s.slotBytes()
}

func (s *Set[W]) hash(key *W) uint64 {
	if s.Hash != nil {
		return s.Hash(key)
	}
	return statecodec.Hash(key)
}

// ShardsOf sets shards to the numbers of the shards of blocks, as many as there are
// blocks. It costs a hash for each.
func (s *Set[W]) ShardsOf(blocks []statecodec.Block[W], shards []uint16) {
	shards = shards[:len(blocks)]
	if s.Shards() == 1 {
		clear(shards)
		return
	}
	shift := s.shift()
	for i := range blocks {
		shards[i] = uint16(s.hash(&blocks[i].Key) >> shift)
	}
}

// Lookup returns the states of the block with a key that the set holds: bit i stands for the one that is
// the key and i in the lowest bits.
func (s *Set[W]) Lookup(key *W) uint64 {
	shard, at := s.home(s.hash(key))
	return find[W](s.shardBase(shard), at, s.shardBytes(), key).set
}

// find returns the slot of the shard at base that a block is in, or the free one that it would be
// put into. There must be a free slot.
func find[W statecodec.Words](base unsafe.Pointer, at, end uintptr, key *W) *entry[W] {
	for {
		e := (*entry[W])(unsafe.Add(base, at))
		if e.set == 0 || e.key == *key {
			return e
		}
		if at += unsafe.Sizeof(*e); at == end {
			at = 0
		}
	}
}

// each calls yield with every entry of a piece of a table that has a state.
func each[W statecodec.Words](table words, yield func(e *entry[W])) {
	var w W
	for ; len(table) > 0; table = table[len(w)+2:] {
		if e := (*entry[W])(unsafe.Pointer(&table[0])); e.set != 0 {
			yield(e)
		}
	}
}
