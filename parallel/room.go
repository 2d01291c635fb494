package parallel

import "exhaust/visited/memory"

// A worker holds memory of its own, so a limit of memory is a limit of workers too: beyond the
// number that it has room for, the others have nothing to do. What a search reports does not depend
// on it.
const (
	// outboxShare is the part of the memory that half-filled pages of outboxes may take: each
	// worker has one for each shard.
	outboxShare = 8

	// copiesShare is the part that copies of shards may take while the table grows, one for each
	// worker.
	copiesShare = 32

	// workerMemory is the memory of a search for each worker that sorts states or reads runs. An
	// eighth of it is for the sorter, a fourth to merge runs. What remains holds the block of a run
	// that is expanded, or is to be loaded.
	workerMemory = 8 << 20

	// buffersShare is the part of the memory of a sorted search that all workers have together to
	// merge runs.
	buffersShare = 4
)

// LimitMemory has the collector heed a limit on the whole program: what searches hold outside its
// heap leaves it less, but so many bytes at least. It is for main programs.
func LimitMemory(limit, heap uint64) { memory.SetLimit(int64(limit), int64(heap)) }

// among returns how many of the workers have room in so many bytes if each takes some.
func (s *Search[W]) among(bytes, each uint64) int {
	return int(max(1, min(uint64(s.options.Workers), bytes/max(each, 1))))
}

// outboxBytes returns the memory of the half-filled pages of an outbox.
func (s *Search[W]) outboxBytes() uint64 {
	if s.set.Shards() == 1 {
		return 0
	}
	return uint64(s.set.Shards()) * pageBlocks * blockBytes[W]()
}

// expanders returns how many workers have room for outboxes.
func (s *Search[W]) expanders() int {
	if limit := s.tableMemory(); limit > 0 {
		return s.among(limit/outboxShare, s.outboxBytes())
	}
	return s.options.Workers
}

// movers returns how many workers have room for a copy of a shard.
func (s *Search[W]) movers() int {
	if limit := s.tableMemory(); limit > 0 {
		return s.among(limit/copiesShare, s.set.Bytes()/uint64(s.set.Shards()))
	}
	return s.options.Workers
}

// readers returns how many workers have room to sort states, and to read runs of them.
func (s *Search[W]) readers() int {
	if s.options.Memory > 0 {
		return s.among(s.options.Memory, workerMemory)
	}
	return s.options.Workers
}
