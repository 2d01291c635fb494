package visited

import (
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// BytesFor returns the memory that Grow takes for so many blocks at its peak: the table, a copy of
// a shard for each worker, and the lists of what is fresh. Where the address space does not let the
// table grow in its place, it is also the table that there is.
func (s *Set[W]) BytesFor(blocks uint64, workers int) uint64 {
	shards, slots := s.size(blocks)
	bytes := uint64(shards) * slots * uint64(s.slotBytes())
	copies := uint64(min(workers, s.Shards())) * uint64(s.shardBytes())
	if s.memory.Mapped() && !s.memory.CanExtend(uintptr(bytes)) {
		copies += uint64(s.Shards()) * uint64(s.shardBytes())
	}
	return bytes + copies + s.freshBytes()
}

// size returns the shards of a table for so many blocks, and the slots of each: more
// than there are if it is as many shards.
func (s *Set[W]) size(blocks uint64) (shards int, slots uint64) {
	total := blocks/maxLoad*8 + 16
	shards = s.Shards()
	if s.FixedShards == 0 && total*uint64(s.slotBytes()) >= largeTable {
		shards = manyShards
	}
	slots = total/uint64(shards) + 8
	if shards == s.Shards() {
		slots = max(slots, s.slots+8)
	}
	return shards, slots
}

// fits reports whether the blocks fit into so many shards. They do not under a hash that
// has most of them in one.
func (s *Set[W]) fits(shards int, slots uint64) bool {
	held := make([]uint64, shards)
	shift := 64 - bits.Len(uint(shards-1))
	each(s.memory.Words, func(e *entry[W]) { held[s.hash(&e.key)>>shift]++ })
	return slices.Max(held) < slots*maxLoad/8
}

// Grow makes the set one for so many blocks, spread evenly, and larger than it was. It is
// an error if the system has no memory for it; the set is then as it was.
//
// The blocks of a shard are in the order of the hashes before and after, so that
// a shard is moved in one pass over both: no cache misses, and any factor. The table
// grows in place where its memory can be extended. At no time is more than the new
// table and a copy of one shard for each worker in memory.
func (s *Set[W]) Grow(blocks uint64, workers int) error {
	shards, slots := s.size(blocks)
	if shards != s.Shards() && !s.fits(shards, slots) {
		shards, slots = s.Shards(), uint64(shards)*slots/uint64(s.Shards())
	}
	m := move[W]{set: s, from: s.memory.Words, shardWords: int(s.shardBytes() / 8)}
	old := s.memory
	bytes := uintptr(shards) * uintptr(slots) * s.slotBytes()
	m.inPlace = s.memory.Extend(bytes)
	if !m.inPlace {
		grown, err := memory.New(bytes)
		if err != nil {
			return err
		}
		s.memory = grown
	}
	before := s.Shards()
	s.slots, s.base = slots, s.memory.Base()
	s.makeScratch(min(workers, before) * m.shardWords)
	if shards == before {
		m.eachShard(workers)
	} else {
		s.setShards(shards)
		m.all()
	}
	if !m.inPlace {
		old.Free()
	}
	if s.memory.Mapped() {
		s.scratch.Free() // for the next growth it would be too small
	}
	return nil
}

// makeScratch makes sure that there is room for so many words, of copies.
func (s *Set[W]) makeScratch(words int) {
	if len(s.scratch.Words) < words {
		s.scratch.Free()
		s.scratch = memory.NewFixed(uintptr(words) * 8)
	}
}

// A move brings the states of a set from where they were to its present table.
type move[W statecodec.Words] struct {
	set        *Set[W]
	from       words // the old table
	shardWords int   // of it
	inPlace    bool  // the old table is the beginning of the new one
}

// all moves the states of a table of another number of shards.
func (m move[W]) all() {
	s := m.set
	s.makeScratch(len(m.from))
	copied := words(s.scratch.Words[:copy(s.scratch.Words, m.from)])
	clear(s.memory.Words[:min(len(m.from), len(s.memory.Words))])
	each(copied, func(e *entry[W]) {
		shard, at := s.home(s.hash(&e.key))
		s.put(shard, at, e)
		s.shards[shard].held++
	})
}

// eachShard moves each shard by itself, from the last to the first. A shard's new place
// begins after its old one, and so lies over the old ones of itself and of shards
// that come later, which have then been copied, or are about to be.
func (m move[W]) eachShard(workers int) {
	shards := m.set.Shards()
	workers = min(workers, shards)
	if workers == 1 {
		for shard := shards - 1; shard >= 0; shard-- {
			m.enter(shard, m.copy(shard, 0))
		}
		return
	}
	copied := make([]atomic.Bool, shards)
	var left atomic.Int64
	left.Store(int64(shards))
	var g errgroup.Group
	for i := range workers {
		g.Go(func() error {
			for shard := int(left.Add(-1)); shard >= 0; shard = int(left.Add(-1)) {
				c := m.copy(shard, i)
				copied[shard].Store(true)
				m.await(shard, copied)
				m.enter(shard, c)
			}
			return nil
		})
	}
	_ = g.Wait() // no worker returns an error
}

// copy copies a shard to a worker's scratch.
func (m move[W]) copy(shard, worker int) words {
	c := m.set.scratch.Words[worker*m.shardWords:][:m.shardWords]
	copy(c, m.from[shard*m.shardWords:])
	return c
}

// await waits until the shards are copied whose old places are where the given one goes.
// They were taken before it, and are copied without waiting for anything.
func (m move[W]) await(shard int, copied []atomic.Bool) {
	if !m.inPlace {
		return
	}
	end := (shard + 1) * int(m.set.shardBytes()/8)
	for later := shard + 1; later < len(copied) && later*m.shardWords < end; later++ {
		for !copied[later].Load() {
			runtime.Gosched()
		}
	}
}

// enter enters the states of a copied shard into the new one.
func (m move[W]) enter(shard int, copied words) {
	s := m.set
	size := int(s.shardBytes() / 8)
	to := s.memory.Words[shard*size:][:size]
	if m.inPlace && shard*size < len(m.from) {
		clear(to[:min(size, len(m.from)-shard*size)])
	}
	s.shards[shard].fresh = s.shards[shard].fresh[:0]
	each(copied, func(e *entry[W]) {
		_, at := s.home(s.hash(&e.key))
		s.put(uint64(shard), at, e)
	})
}

// put puts an entry whose key the set does not hold into the first free slot of a shard from
// one on.
func (s *Set[W]) put(shard uint64, at uintptr, e *entry[W]) {
	base := s.shardBase(shard)
	to := find(base, at, s.shardBytes(), &e.key)
	*to = *e
	if e.fresh != 0 {
		s.shards[shard].fresh = append(s.shards[shard].fresh, slotOf(base, to))
	}
}
