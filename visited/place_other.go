//go:build !amd64

package visited

import "unsafe"

func placeWords(base unsafe.Pointer, words []uint64, places []uintptr, buckets uint64) {
	placeWordsPlain(words, places, buckets)
	prefetch(base, places[:len(words)], 64)
}
