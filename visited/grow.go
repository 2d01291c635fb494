package visited

import (
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"exhaust/statecodec"
)

// BytesFor returns the memory of the table that Grow makes for so many states.
func (s *Set[W]) BytesFor(states uint64) uint64 {
	shards, buckets := s.size(states)
	return uint64(shards) * buckets * uint64(s.bucketBytes())
}

// size returns the shards of a table for so many states, and the buckets of each: more
// than there are if it is as many shards.
func (s *Set[W]) size(states uint64) (shards int, buckets uint64) {
	total := states/maxLoad*8/slots + 2
	shards = s.Shards()
	if s.FixedShards == 0 && total*uint64(s.bucketBytes()) >= largeTable {
		shards = manyShards
	}
	buckets = total/uint64(shards) + 1
	if shards == s.Shards() {
		buckets = max(buckets, s.buckets+1)
	}
	return shards, buckets
}

// fits reports whether the states fit into so many shards. They do not under a hash that
// has most of them in one.
func (s *Set[W]) fits(shards int, buckets uint64) bool {
	held := make([]uint64, shards)
	shift := 64 - bits.Len(uint(shards-1))
	for w := range s.Each {
		held[s.hash(w)>>shift]++
	}
	return slices.Max(held) < buckets*slots*maxLoad/8
}

// Grow makes the set one for so many states, spread evenly, and larger than it was. It is
// an error if the system has no memory for it; the set is then as it was.
//
// The buckets of a shard are in the order of the hashes before and after, so that
// a shard is moved in one pass over both: no cache misses, and any factor. The table
// grows in place where its memory can be extended. At no time is more than the new
// table and a copy of one shard for each worker in memory.
func (s *Set[W]) Grow(states uint64, workers int) error {
	shards, buckets := s.size(states)
	if shards != s.Shards() && !s.fits(shards, buckets) {
		shards, buckets = s.Shards(), uint64(shards)*buckets/uint64(s.Shards())
	}
	m := move[W]{set: s, from: s.memory.words, shardWords: int(s.shardBytes() / 8)}
	old := s.memory
	bytes := uintptr(shards) * uintptr(buckets) * s.bucketBytes()
	m.inPlace = s.memory.extend(bytes)
	if !m.inPlace {
		grown, err := newMemory(bytes)
		if err != nil {
			return err
		}
		s.memory = grown
	}
	before := s.Shards()
	s.buckets, s.base = buckets, s.memory.base()
	for len(s.scratch) < workers {
		s.scratch = append(s.scratch, nil)
	}
	if shards == before {
		m.eachShard(workers)
	} else {
		s.setShards(shards)
		m.all()
	}
	if !m.inPlace {
		old.free()
	}
	return nil
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
	s.scratch[0] = append(s.scratch[0][:0], m.from...)
	clear(s.memory.words[:min(len(m.from), len(s.memory.words))])
	each(s.scratch[0], func(w *W, tag uint8) bool {
		s.held[s.put(w, tag)]++
		return true
	})
}

// eachShard moves each shard by itself, from the last to the first. A shard's new place
// begins after its old one, and so lies over the old ones of itself and of shards
// that come later, which have then been copied, or are about to be.
func (m move[W]) eachShard(workers int) {
	shards := m.set.Shards()
	if workers == 1 || shards == 1 {
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
	c := append(m.set.scratch[worker][:0], m.from[shard*m.shardWords:][:m.shardWords]...)
	m.set.scratch[worker] = c
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
	to := s.memory.words[shard*size:][:size]
	if m.inPlace && shard*size < len(m.from) {
		clear(to[:min(size, len(m.from)-shard*size)])
	}
	if s.oneWord() {
		s.putWords(copied, shard)
		return
	}
	each(copied, func(w *W, tag uint8) bool {
		s.put(w, tag)
		return true
	})
}

// putWords enters the states of a copied shard, which are of one word, into that shard.
func (s *Set[W]) putWords(copied words, shard int) {
	base, bytes := s.shardBase(uint64(shard)), s.shardBytes()
	var places [slots]uintptr
	for ; len(copied) > 0; copied = copied[8:] {
		taken := slotsTaken(copied[0])
		locateWords(base, copied[1:1+taken], places[:], s.buckets, 64-s.shift())
		for i, at := range places[:taken] {
			for {
				b := unsafe.Add(base, at)
				tags := *(*uint64)(b)
				if slot := slotsTaken(tags); slot < slots {
					*(*uint64)(unsafe.Add(b, 8+8*slot)) = copied[1+i]
					*(*uint64)(b) = tags | copied[0]>>(8*i)&0xFF<<(8*slot)
					break
				}
				if at += 64; at == bytes {
					at = 0
				}
			}
		}
	}
}

// put enters a state that the set does not hold, and returns its shard.
func (s *Set[W]) put(w *W, tag uint8) (shard uint64) {
	shard, at := s.home(s.hash(w))
	table := s.memory.words[uintptr(shard)*s.shardBytes()/8:][:s.shardBytes()/8]
	for {
		b := &table[at/8]
		if slot := slotsTaken(*b); slot < slots {
			*state[W](unsafe.Pointer(b), slot) = *w
			*b |= uint64(tag) << (8 * slot)
			return shard
		}
		at = s.next(at)
	}
}
