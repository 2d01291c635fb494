package visited

import (
	"sync/atomic"
	"unsafe"
)

// Insert enters a batch of states of the level of the given tag, whose places
// Locate found. It moves those that are new to the front of states, in their
// order, and returns them. If the set has no room for the whole batch it enters
// nothing and returns false: the caller calls Grow and Locate first.
//
// Of workers that insert the same state at the same time exactly one is told
// that it is new.
func (s *Set[W]) Insert(states []W, homes []uintptr, tag uint8) ([]W, bool) {
	if s.room.Add(-int64(len(states))) < 0 {
		s.room.Add(int64(len(states)))
		return nil, false
	}
	var fresh []W
	if len(states) > 0 && len(states[0]) == 1 {
		fresh = s.insertWords(states, homes, tag)
	} else {
		fresh = s.insertWide(states, homes, tag)
	}
	s.room.Add(int64(len(states) - len(fresh)))
	return fresh, true
}

// insertWords inserts states of one word. The word itself is the slot's claim:
// 0 is a free slot, and the state 0 is kept apart. A first pass, without a branch
// that depends on what it finds, drops the states that their home holds; that
// is most of those that are not new.
func (s *Set[W]) insertWords(states []W, homes []uintptr, tag uint8) []W {
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(states))), len(states))
	left := filter(s.base, words, homes)
	n := 0
	for i, word := range words[:left] {
		isNew := false
		if word != 0 {
			isNew = s.insertWord(word, homes[i], tag)
		} else {
			isNew = s.zero.CompareAndSwap(0, uint32(tag))
		}
		if isNew {
			words[n] = word
			n++
		}
	}
	return states[:n]
}

// insertWord inserts a word. The place is that of a bucket, plus the number of its
// cell at which to begin: none before it is free or holds the word.
func (s *Set[W]) insertWord(word uint64, place uintptr, tag uint8) bool {
	at, cell := place&^cellMask, place&cellMask
	for {
		b := unsafe.Add(s.base, at)
		for ; cell <= slots; cell++ {
			p := (*uint64)(unsafe.Add(b, 8*cell))
			have := atomic.LoadUint64(p)
			if have == 0 {
				if atomic.CompareAndSwapUint64(p, 0, word) {
					// The slot is ours; nobody reads its tag before the round ends.
					*(*uint8)(unsafe.Add(b, slotByte(int(cell)-1))) = tag
					return true
				}
				have = atomic.LoadUint64(p)
			}
			if have == word {
				return false
			}
		}
		at, cell = s.next(at), 1
	}
}

// insertWide inserts states of several words. A slot is claimed by its tag,
// filled, and published by its tag, so that whoever sees a tag sees the state.
func (s *Set[W]) insertWide(states []W, homes []uintptr, tag uint8) []W {
	n := 0
	for i := range states {
		if s.insertState(&states[i], homes[i], tag) {
			states[n] = states[i]
			n++
		}
	}
	return states[:n]
}

func (s *Set[W]) insertState(w *W, at uintptr, tag uint8) bool {
	for {
		b := unsafe.Add(s.base, at)
		tags := (*uint64)(b)
		have := atomic.LoadUint64(tags)
		for slot := 0; slot < slots; {
			shift := 8 * slot
			switch uint8(have >> shift) {
			case 0:
				if atomic.CompareAndSwapUint64(tags, have, have|busy<<shift) {
					*state[W](b, slot) = *w
					atomic.AddUint64(tags, -(uint64(busy-tag) << shift))
					return true
				}
				have = atomic.LoadUint64(tags)
			case busy:
				have = atomic.LoadUint64(tags)
			default:
				if *state[W](b, slot) == *w {
					return false
				}
				slot++
			}
		}
		at = s.next(at)
	}
}
