package visited

import (
	"slices"
	"unsafe"

	"exhaust/statecodec"
)

// batchStates is the number of states whose buckets are fetched while those of the
// batch before are looked into.
const batchStates = 64

// An Inserter is one worker's way into a set. The zero Inserter is ready.
type Inserter[W statecodec.Words] struct {
	set   *Set[W]
	shard uint64
	tag   uint8
	emit  func(fresh []W)

	places  [2][]uintptr // of the batch that is entered, and of the one that is fetched
	waiting crowd[W]     // states whose bucket was full, and the next one that is to be looked into
	retry   crowd[W]     // those of them that are entered now
}

// A crowd is states, and for each the bucket to look into, as an offset into the shard.
type crowd[W statecodec.Words] struct {
	states []W
	places []uintptr
}

// Insert enters states of one shard, as states of the level of the given tag, and calls
// emit, batch by batch, with those of them that were new. It overwrites the states, and
// emit's slice is part of them or of the Inserter. It returns the states that it did not
// take because the shard is full: the set must grow.
func (in *Inserter[W]) Insert(s *Set[W], shard int, states []W, tag uint8, emit func(fresh []W)) (left []W) {
	in.set, in.shard, in.tag, in.emit = s, uint64(shard), tag, emit
	var coming []W // the batch whose buckets are being fetched
	for {
		room := s.shardCapacity() - s.held[shard] - uint64(len(coming)+len(in.waiting.states))
		batch := states[:min(batchStates, uint64(len(states)), room)]
		states = states[len(batch):]
		in.locate(batch)
		in.enter(coming, in.places[0])
		coming = batch
		in.places[0], in.places[1] = in.places[1], in.places[0]
		if len(in.waiting.states) >= batchStates || len(coming) == 0 {
			in.enterWaiting()
		}
		if len(coming)+len(in.waiting.states) == 0 && (len(states) == 0 || s.held[shard] >= s.shardCapacity()) {
			return states
		}
	}
}

// enterWaiting enters the states that wait. Those whose next bucket is full too wait again.
func (in *Inserter[W]) enterWaiting() {
	in.waiting, in.retry = in.retry, in.waiting
	in.enter(in.retry.states, in.retry.places)
	in.retry.states, in.retry.places = in.retry.states[:0], in.retry.places[:0]
}

// locate finds the homes of the states of a batch, into places[1], and asks the processor
// to fetch them.
func (in *Inserter[W]) locate(batch []W) {
	s := in.set
	places := slices.Grow(in.places[1][:0], batchStates)[:len(batch)]
	in.places[1] = places
	s.homes(s.shardBase(in.shard), batch, places)
	if !s.oneWord() {
		in.prefetch(places)
	}
}

// homes sets places to the homes of states of the shard at base. Those of one word are
// prefetched on the way.
func (s *Set[W]) homes(base unsafe.Pointer, states []W, places []uintptr) {
	if s.oneWord() {
		locateWords(base, wordsOf(states), places, s.buckets, 64-s.shift())
		return
	}
	for i := range states {
		_, places[i] = s.home(s.hash(&states[i]))
	}
}

// oneWord reports whether the states are of one word and hashed as locateWords does it.
func (s *Set[W]) oneWord() bool { return s.bucketBytes() == 64 && s.Hash == nil }

func (in *Inserter[W]) prefetch(places []uintptr) {
	if in.set.memory.mapped != nil {
		prefetch(in.set.shardBase(in.shard), places, in.set.bucketBytes())
	}
}

// enter enters located states, has those that are new emitted, and those wait whose bucket is full.
func (in *Inserter[W]) enter(states []W, places []uintptr) {
	if len(states) == 0 {
		return
	}
	before := len(in.waiting.states)
	in.waiting.states = slices.Grow(in.waiting.states, len(states))
	in.waiting.places = slices.Grow(in.waiting.places, len(states))
	over := in.waiting.states[before : before+len(states)]
	overPlaces := in.waiting.places[before : before+len(states)]
	base := in.set.shardBase(in.shard)
	var fresh, full int
	if in.set.bucketBytes() == 64 {
		fresh, full = enterWords(base, wordsOf(states), places, in.tag, wordsOf(over), overPlaces)
	} else {
		fresh, full = enterStates(base, states, places, in.tag, over, overPlaces)
	}
	in.wait(before, full)
	in.set.held[in.shard] += uint64(fresh)
	if fresh > 0 {
		in.emit(states[:fresh])
	}
}

// wait has the last full states that were put behind those that wait look into the
// bucket after theirs, later.
func (in *Inserter[W]) wait(before, full int) {
	if full == 0 {
		return
	}
	in.waiting.states = in.waiting.states[:before+full]
	in.waiting.places = in.waiting.places[:before+full]
	places := in.waiting.places[before:]
	for i := range places {
		places[i] = in.set.next(places[i])
	}
	in.prefetch(places)
}

// enterStates enters each state into its bucket with a tag. It moves those that were new to
// the front, and copies those whose bucket is full, with their places, to over and
// overPlaces. It returns how many they are.
func enterStates[W statecodec.Words](base unsafe.Pointer, states []W, places []uintptr, tag uint8, over []W, overPlaces []uintptr) (fresh, full int) {
	for i := range states {
		b := unsafe.Add(base, places[i])
		slot, tags, found := find(b, &states[i])
		switch {
		case found:
		case slot < slots:
			*state[W](b, slot) = states[i]
			*(*uint64)(b) = tags | uint64(tag)<<(8*slot)
			states[fresh] = states[i]
			fresh++
		default:
			over[full], overPlaces[full] = states[i], places[i]
			full++
		}
	}
	return fresh, full
}

// wordsOf returns the memory of states of one word.
func wordsOf[W statecodec.Words](states []W) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(states))), len(states))
}
