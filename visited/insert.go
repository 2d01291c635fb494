package visited

import (
	"slices"
	"unsafe"

	"exhaust/statecodec"
)

// batchBlocks is the number of blocks whose slots are fetched while those of the
// batch before are looked into.
const batchBlocks = 64

// An Inserter is one worker's way into a set. The zero Inserter is ready.
type Inserter[W statecodec.Words] struct {
	homes [2][]uintptr // of the batch that is entered, and of the one that is fetched
}

// Insert enters blocks of one shard, and calls emit, batch by batch, with what was new of them. A key that is among
// the blocks twice may be so among what is new. It overwrites the blocks, and emit's slice is part of them. It returns the
// blocks that it did not take because the shard is full: the set must grow.
func (in *Inserter[W]) Insert(s *Set[W], shard int, blocks []statecodec.Block[W], emit func(fresh []statecodec.Block[W])) (left []statecodec.Block[W]) {
	base, end := s.shardBase(uint64(shard)), s.shardBytes()
	var coming []statecodec.Block[W] // the batch whose slots are being fetched
	for {
		room := s.shardCapacity() - s.held[shard] - uint64(len(coming))
		batch := blocks[:min(batchBlocks, uint64(len(blocks)), room)]
		blocks = blocks[len(batch):]
		in.locate(s, base, batch)
		fresh, added := enter(base, end, coming, in.homes[0])
		s.held[shard] += uint64(added)
		if fresh > 0 {
			emit(coming[:fresh])
		}
		coming = batch
		in.homes[0], in.homes[1] = in.homes[1], in.homes[0]
		if len(coming) == 0 && (len(blocks) == 0 || s.held[shard] >= s.shardCapacity()) {
			return blocks
		}
	}
}

// locate finds the homes of a batch in the shard at base and asks the processor to fetch them.
func (in *Inserter[W]) locate(s *Set[W], base unsafe.Pointer, batch []statecodec.Block[W]) {
	homes := slices.Grow(in.homes[1][:0], batchBlocks)[:len(batch)]
	in.homes[1] = homes
	for i := range batch {
		_, homes[i] = s.home(s.hash(&batch[i].Key))
	}
	if s.memory.mapped != nil {
		prefetch(base, homes)
	}
}

// enter enters located blocks into the shard at base. It moves what was new of them to the front, and returns how many of them
// had something new, and how many keys were.
func enter[W statecodec.Words](base unsafe.Pointer, end uintptr, blocks []statecodec.Block[W], homes []uintptr) (fresh, added int) {
	for i := range blocks {
		b := blocks[i]
		slot := find(base, homes[i], end, &b.Key)
		had := slot.Set
		if had == 0 {
			slot.Key = b.Key
			added++
		}
		slot.Set = had | b.Set
		if b.Set &^= had; b.Set != 0 {
			blocks[fresh] = b
			fresh++
		}
	}
	return fresh, added
}
