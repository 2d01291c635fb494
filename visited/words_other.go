//go:build !amd64

package visited

import "unsafe"

func locateWords(base unsafe.Pointer, words []uint64, places []uintptr, buckets uint64, shardBits int) {
	locateWordsPlain(words, places, buckets, shardBits)
	prefetch(base, places[:len(words)], 64)
}

func enterWords(base unsafe.Pointer, words []uint64, places []uintptr, tag uint8, over []uint64, overPlaces []uintptr) (fresh, full int) {
	return enterWordsPlain(base, words, places, tag, over, overPlaces)
}

func shardsOf(words []uint64, shards []uint16, shift int) { shardsOfPlain(words, shards, shift) }
