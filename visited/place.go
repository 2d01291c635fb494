package visited

import (
	"math/bits"
	"slices"
	"unsafe"

	"exhaust/statecodec"
)

// locate finds the homes of the states of a batch, and asks the processor to fetch
// them.
func (s *Set[W]) locate(b *batch[W]) {
	b.places = slices.Grow(b.places[:0], len(b.states))[:len(b.states)]
	if s.oneWord() {
		placeWords(s.base, wordsOf(b.states), b.places, s.buckets)
		return
	}
	for i := range b.places {
		b.places[i] = s.home(s.hash(&b.states[i]), s.buckets)
	}
	s.prefetch(b.places)
}

// oneWord reports whether the states are of one word and hashed as placeWords does it.
func (s *Set[W]) oneWord() bool { return s.bucketBytes() == 64 && s.Hash == nil }

func (s *Set[W]) prefetch(places []uintptr) {
	if s.memory.mapped != nil {
		prefetch(s.base, places, s.bucketBytes())
	}
}

// placeWordsPlain sets the places of states of one word to their homes.
func placeWordsPlain(words []uint64, places []uintptr, buckets uint64) {
	for i := range words {
		bucket, _ := bits.Mul64(statecodec.Hash(&[1]uint64{words[i]}), buckets)
		places[i] = uintptr(bucket) * 64
	}
}

// wordsOf returns the memory of states of one word.
func wordsOf[W statecodec.Words](states []W) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(states))), len(states))
}
