package visited

import (
	"slices"
	"sync"

	"exhaust/statecodec"
)

// A Loader is one worker's way into a set for blocks of any shards, of which nothing is to be fresh. Others may use theirs at
// the same time, with the same locks. The zero Loader is ready.
type Loader[W statecodec.Words] struct {
	blocks []statecodec.Block[W] // by shard
	hashes []uint64              // of these
	places []int                 // for each shard, where its blocks end
	homes  [2][]uintptr          // of the batch that is entered, and of the one that is fetched, from the beginning of the table on
	left   []statecodec.Block[W]
}

// Load enters blocks, those of the shard with the number first before others, so that workers need not wait for each
// other. There is a lock for each shard. It returns the number of their states that were new, and the blocks that it did not
// take because their shards are full: the set must grow. These are valid until Load is called again, and may be what it is called for.
func (l *Loader[W]) Load(s *Set[W], locks []sync.Mutex, first int, blocks []statecodec.Block[W]) (added uint64, left []statecodec.Block[W]) {
	l.sort(s, blocks)
	l.left = l.left[:0]
	from := 0
	if first > 0 {
		from = l.places[first-1]
	}
	added = l.enter(s, locks, from, len(blocks)) + l.enter(s, locks, 0, from)
	return added, l.left
}

// sort puts blocks in the order of their shards.
func (l *Loader[W]) sort(s *Set[W], blocks []statecodec.Block[W]) {
	shift, n := s.shift(), len(blocks)
	l.hashes = slices.Grow(l.hashes[:0], 2*n)[:2*n]
	hashes, unsorted := l.hashes[:n], l.hashes[n:]
	l.places = append(l.places[:0], make([]int, s.Shards()+1)...)
	for i := range blocks {
		unsorted[i] = s.hash(&blocks[i].Key)
		l.places[unsorted[i]>>shift+1]++
	}
	for i := 1; i < len(l.places); i++ {
		l.places[i] += l.places[i-1]
	}
	l.blocks = slices.Grow(l.blocks[:0], n)[:n]
	for i, hash := range unsorted {
		place := &l.places[hash>>shift]
		l.blocks[*place], hashes[*place] = blocks[i], hash
		*place++
	}
}

// enter enters the sorted blocks from one on and before another, batch by batch.
func (l *Loader[W]) enter(s *Set[W], locks []sync.Mutex, from, to int) (added uint64) {
	l.fetch(s, from, to)
	for from < to {
		end := min(from+batchBlocks, to)
		l.homes[0], l.homes[1] = l.homes[1], l.homes[0]
		l.fetch(s, end, to)
		added += l.enterBatch(s, locks, from, end)
		from = end
	}
	return added
}

// fetch finds the homes of the batch from a block on and asks the processor to fetch them.
func (l *Loader[W]) fetch(s *Set[W], from, to int) {
	hashes := l.hashes[from:min(from+batchBlocks, to)]
	homes := slices.Grow(l.homes[1][:0], batchBlocks)[:len(hashes)]
	l.homes[1] = homes
	for i, hash := range hashes {
		shard, at := s.home(hash)
		homes[i] = uintptr(shard)*s.shardBytes() + at
	}
	if s.memory.Mapped() {
		prefetch(s.base, homes)
	}
}

// enterBatch enters the batch from one block on and before another.
func (l *Loader[W]) enterBatch(s *Set[W], locks []sync.Mutex, from, end int) (added uint64) {
	shift, homes := s.shift(), l.homes[0]
	for from < end {
		shard, to := l.hashes[from]>>shift, from+1
		for to < end && l.hashes[to]>>shift == shard {
			to++
		}
		part := homes[:to-from]
		homes = homes[len(part):]
		for i := range part {
			part[i] -= uintptr(shard) * s.shardBytes()
		}
		locks[shard].Lock()
		room := int(min(uint64(to-from), s.shardCapacity()-s.shards[shard].held))
		added += uint64(s.enter(int(shard), s.shardBase(shard), l.blocks[from:from+room], part, false))
		locks[shard].Unlock()
		l.left = append(l.left, l.blocks[from+room:to]...)
		from = to
	}
	return added
}
