package visited

import "unsafe"

// placeWords is placeWordsPlain in a few instructions, and prefetches.
func placeWords(base unsafe.Pointer, words []uint64, places []uintptr, buckets uint64) {
	if len(words) > 0 {
		_ = places[len(words)-1]
		placeWordsAsm(base, &words[0], &places[0], len(words), buckets)
	}
}

//go:noescape
func placeWordsAsm(base unsafe.Pointer, words *uint64, places *uintptr, n int, buckets uint64)
