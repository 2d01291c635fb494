package frontier

import (
	"cmp"
	"slices"

	"exhaust/statecodec"
)

// What a worker of a merge holds grows with the runs that are merged: for each a block of it, and
// room for what a step of the merge yields. So what workers may hold together is given to the
// store, and settles how many of them share a merge. The segments of sorters that are too many for
// one are merged into fewer before.

// leastReduced is the number of segments up to which none are merged before the others only that
// all workers may share the last merge.
const leastReduced = 16

// SetBuffers sets the bytes that workers may take together to read and merge runs, 0 if there is no
// limit. A merge of runs that takes more with one worker alone is done by one.
func (s *Store[W]) SetBuffers(bytes uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buffers = bytes
}

// teamFor returns how many of so many workers share a merge of which each takes so many bytes.
func (s *Store[W]) teamFor(workers int, each uint64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.buffers == 0 {
		return workers
	}
	return int(max(1, min(uint64(workers), s.buffers/max(each, 1))))
}

// fits reports whether there is room for so many workers of a merge of which each takes so many
// bytes.
func (s *Store[W]) fits(workers int, each uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buffers == 0 || uint64(workers)*each <= s.buffers
}

// A load is what one worker of a merge takes, in bytes.
type load struct {
	read   uint64 // for blocks of runs
	merged uint64 // for what is merged of them
	part   uint64 // for two parts: one that it makes, and one that waits for those before it
}

func (l load) bytes() uint64 { return l.read + l.merged + l.part }

// loadOf returns what a worker takes that merges so many pieces of memory and the segments, and
// looks into the past.
func loadOf[W statecodec.Words](pieces int, segments, past []*Run[W]) (l load) {
	largest, stored, blocks := uint64(0), uint64(0), 0
	for _, runs := range [][]*Run[W]{segments, past} {
		for _, run := range runs {
			l.read += run.blockRoom
			largest = max(largest, run.blockRoom)
			stored += uint64(run.size)
			blocks += len(run.blocks)
		}
	}
	l.merged = uint64(max(pieces+len(segments)-1, 0)) * mergeBlocks * uint64(blockBytes[W]())
	l.part = 2 * (3*largest + stored/uint64(max(blocks, 1))*rangeBlocks)
	return l
}

// roomOf returns the memory that a Buffer takes for the largest of the blocks of a run.
func roomOf[W statecodec.Words](blocks []block[W]) (most uint64) {
	for i := range blocks {
		b := &blocks[i]
		keys := b.keys
		if keys == 0 { // each has a byte at least in either column
			keys = min(b.states, b.body/2)
		}
		most = max(most, uint64(keys)*uint64(blockBytes[W]())+uint64(b.body)+uint64(b.stored))
	}
	return most + most/4 // what slices grow by at a time
}

// takeBuffers returns buffers for so many workers, which are to be given back.
func (s *Store[W]) takeBuffers(workers int) (taken []*buffers[W]) {
	s.mu.Lock()
	taken, s.spareBuffers = s.spareBuffers, nil
	s.mu.Unlock()
	for len(taken) < workers {
		taken = append(taken, new(buffers[W]))
	}
	clear(taken[workers:])
	return taken[:workers]
}

// giveBuffers takes buffers back, of which those are kept that were in use.
func (s *Store[W]) giveBuffers(back []*buffers[W]) {
	for _, b := range back {
		b.trim()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spareBuffers = back
}

// smallest takes the smallest runs off a list, as many as workers have room to merge together, or,
// if these would be few, as one has; two at least.
func (s *Store[W]) smallest(workers int, runs []*Run[W]) (some, rest []*Run[W]) {
	slices.SortStableFunc(runs, func(a, b *Run[W]) int { return cmp.Compare(a.size, b.size) })
	n := 2
	for ; n < len(runs); n++ {
		each := loadOf(0, runs[:n+1], nil).bytes()
		if !s.fits(workers, each) && (n >= leastReduced || !s.fits(1, each)) {
			break
		}
	}
	return runs[:n], runs[n:]
}
