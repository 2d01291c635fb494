package visited

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"exhaust/statecodec"
)

// insert enters a located batch of states of the level of the given tag. It empties
// the batch, and returns the states that are new, in memory of the batch. Those that
// cannot be entered yet, because their bucket is full and the next one has to be
// fetched, it appends to later, another located batch.
//
// Of workers that insert the same state at the same time exactly one is told
// that it is new.
func (s *Set[W]) insert(b, later *batch[W], tag uint8) []W {
	states, places, before := b.states, b.places, len(later.places)
	b.clear()
	var w W
	n := 0
	if len(w) == 1 {
		n = s.insertWords(states, places, later, tag)
	} else {
		n = s.insertWide(states, places, later, tag)
	}
	s.prefetch(later.places[before:])
	return states[:n]
}

// What became of a state in a bucket.
type outcome int

const (
	known outcome = iota // the bucket holds it
	fresh                // it is in the bucket now, and was not before
	full                 // it is not in the bucket, and there is no room
)

// insertWords inserts states of one word. A first pass, without a branch that
// depends on what it finds, drops those that their bucket holds: most of those that
// are not new.
func (s *Set[W]) insertWords(states []W, places []uintptr, later *batch[W], tag uint8) (n int) {
	words := wordsOf(states)
	left := filter(s.base, words, places)
	for i, word := range words[:left] {
		switch s.insertWord(word, places[i], tag) {
		case fresh:
			words[n] = word
			n++
		case full:
			later.states = append(later.states, states[i])
			later.places = append(later.places, s.next(places[i]&^cellMask))
		}
	}
	return n
}

// insertWord inserts a word into a bucket. The word itself is a slot's claim: 0 is a
// free slot, and the state 0 is kept apart. The place is that of the bucket, plus the
// number of the cell at which to begin: none before it is free or holds the word.
func (s *Set[W]) insertWord(word uint64, place uintptr, tag uint8) outcome {
	if word == 0 {
		if s.zero.CompareAndSwap(0, uint32(tag)) {
			return fresh
		}
		return known
	}
	b := unsafe.Add(s.base, place&^cellMask)
	for cell := place & cellMask; cell <= slots; cell++ {
		p := (*uint64)(unsafe.Add(b, 8*cell))
		have := atomic.LoadUint64(p)
		if have == 0 {
			if atomic.CompareAndSwapUint64(p, 0, word) {
				// The slot is ours; nobody reads its tag before the round ends.
				*(*uint8)(unsafe.Add(b, slotByte(int(cell)-1))) = tag
				return fresh
			}
			have = atomic.LoadUint64(p)
		}
		if have == word {
			return known
		}
	}
	return full
}

// insertWide inserts states of several words.
func (s *Set[W]) insertWide(states []W, places []uintptr, later *batch[W], tag uint8) (n int) {
	for i := range states {
		switch insertState(unsafe.Add(s.base, places[i]), &states[i], tag) {
		case fresh:
			states[n] = states[i]
			n++
		case full:
			later.states = append(later.states, states[i])
			later.places = append(later.places, s.next(places[i]))
		}
	}
	return n
}

// insertState inserts a state of several words into the bucket at b. A slot is
// claimed by its tag, filled, and published by its tag, so that whoever sees a tag
// sees the state.
func insertState[W statecodec.Words](b unsafe.Pointer, w *W, tag uint8) outcome {
	tags := (*uint64)(b)
	have := atomic.LoadUint64(tags)
	for slot := 0; slot < slots; {
		shift := 8 * slot
		switch uint8(have >> shift) {
		case 0:
			if atomic.CompareAndSwapUint64(tags, have, have|busy<<shift) {
				*state[W](b, slot) = *w
				atomic.AddUint64(tags, -(uint64(busy-tag) << shift))
				return fresh
			}
			have = atomic.LoadUint64(tags)
		case busy: // for a few instructions, unless the one that fills it has lost its core
			runtime.Gosched()
			have = atomic.LoadUint64(tags)
		default:
			if *state[W](b, slot) == *w {
				return known
			}
			slot++
		}
	}
	return full
}
