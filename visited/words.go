package visited

import (
	"math/bits"
	"unsafe"

	"exhaust/statecodec"
)

// What is done to each state of one word, in plain Go. The assembly does the same.

// locateWordsPlain sets places to the homes of words in a shard of so many buckets; the
// number of the shard is the first shardBits bits of their hashes.
func locateWordsPlain(words []uint64, places []uintptr, buckets uint64, shardBits int) {
	for i := range words {
		bucket, _ := bits.Mul64(statecodec.Hash(&[1]uint64{words[i]})<<shardBits, buckets)
		places[i] = uintptr(bucket) * 64
	}
}

// enterWordsPlain enters each word into its bucket with a tag. It moves those that were
// new to the front, and copies those whose bucket is full, with their places, to over and
// overPlaces. It returns how many they are.
func enterWordsPlain(base unsafe.Pointer, words []uint64, places []uintptr, tag uint8, over []uint64, overPlaces []uintptr) (fresh, full int) {
	for i, word := range words {
		b := unsafe.Add(base, places[i])
		slot, tags, found := find(b, &[1]uint64{word})
		switch {
		case found:
		case slot < slots:
			*(*uint64)(unsafe.Add(b, 8+8*slot)) = word
			*(*uint64)(b) = tags | uint64(tag)<<(8*slot)
			words[fresh] = word
			fresh++
		default:
			over[full], overPlaces[full] = word, places[i]
			full++
		}
	}
	return fresh, full
}

// shardsOfPlain sets shards to the numbers of the shards of words.
func shardsOfPlain(words []uint64, shards []uint16, shift int) {
	for i := range words {
		shards[i] = uint16(statecodec.Hash(&[1]uint64{words[i]}) >> shift)
	}
}
