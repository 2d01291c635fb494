package visited

import (
	"math/bits"
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

// Insert enters blocks of one shard, as fresh. It returns the number of their states that were new, and the
// blocks that it did not take because the shard is full: the set must grow.
func (in *Inserter[W]) Insert(s *Set[W], shard int, blocks []statecodec.Block[W]) (added uint64, left []statecodec.Block[W]) {
	base := s.shardBase(uint64(shard))
	var coming []statecodec.Block[W] // the batch whose slots are being fetched
	for {
		room := s.shardCapacity() - s.shards[shard].held - uint64(len(coming))
		batch := blocks[:min(batchBlocks, uint64(len(blocks)), room)]
		blocks = blocks[len(batch):]
		in.locate(s, base, batch)
		added += uint64(s.enter(shard, base, coming, in.homes[0], true))
		coming = batch
		in.homes[0], in.homes[1] = in.homes[1], in.homes[0]
		if len(coming) == 0 && (len(blocks) == 0 || s.shards[shard].held >= s.shardCapacity()) {
			return added, blocks
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
	if s.memory.Mapped() {
		prefetch(base, homes)
	}
}

// enter enters located blocks into a shard, which is at base, as fresh or not. It returns the number of states that were new.
func (s *Set[W]) enter(shard int, base unsafe.Pointer, blocks []statecodec.Block[W], homes []uintptr, asFresh bool) (added int) {
	end, fresh, held := s.shardBytes(), s.shards[shard].fresh, s.shards[shard].held
	for i := range blocks {
		b := &blocks[i]
		e := find(base, homes[i], end, &b.Key)
		fresher := b.Set &^ e.set
		if fresher == 0 {
			continue
		}
		if asFresh {
			if e.fresh == 0 {
				fresh = append(fresh, slotOf(base, e))
			}
			e.fresh |= fresher
		}
		if e.set == 0 {
			e.key = b.Key
			held++
		}
		e.set |= fresher
		added += bits.OnesCount64(fresher)
	}
	s.shards[shard].fresh, s.shards[shard].held = fresh, held
	return added
}

// slotOf returns the number of a slot of the shard at base.
func slotOf[W statecodec.Words](base unsafe.Pointer, e *entry[W]) uint32 {
	return uint32((uintptr(unsafe.Pointer(e)) - uintptr(base)) / unsafe.Sizeof(*e))
}

// TakeFresh calls yield, for each block of a shard that has states entered since the last time, with these states, in
// the order in which the first of them came. No key comes twice. It must not be called while blocks are entered into the shard.
func (in *Inserter[W]) TakeFresh(s *Set[W], shard int, yield func(b statecodec.Block[W])) {
	base := s.shardBase(uint64(shard))
	slots := s.shards[shard].fresh
	in.fetch(s, base, slots[:min(batchBlocks, len(slots))])
	for len(slots) > 0 {
		now := slots[:min(batchBlocks, len(slots))]
		slots = slots[len(now):]
		in.fetch(s, base, slots[:min(batchBlocks, len(slots))])
		for _, slot := range now {
			e := (*entry[W])(unsafe.Add(base, uintptr(slot)*s.slotBytes()))
			b := statecodec.Block[W]{Key: e.key, Set: e.fresh}
			e.fresh = 0
			yield(b)
		}
	}
	s.shards[shard].fresh = s.shards[shard].fresh[:0]
}

// fetch asks the processor to fetch slots of the shard at base.
func (in *Inserter[W]) fetch(s *Set[W], base unsafe.Pointer, slots []uint32) {
	if !s.memory.Mapped() {
		return
	}
	places := slices.Grow(in.homes[0][:0], batchBlocks)[:len(slots)]
	in.homes[0] = places
	for i, slot := range slots {
		places[i] = uintptr(slot) * s.slotBytes()
	}
	prefetch(base, places)
}
