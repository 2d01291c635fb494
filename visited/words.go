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

// enterWordsPlain is enterStates for states of one word.
func enterWordsPlain(base unsafe.Pointer, words []uint64, places []uintptr, tag uint8, over []uint64, overPlaces []uintptr) (fresh, full int) {
	return enterStates(base, statesOf(words), places, tag, statesOf(over), overPlaces)
}

// statesOf returns words as states of one word.
func statesOf(words []uint64) [][1]uint64 {
	return unsafe.Slice((*[1]uint64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// shardsOfPlain sets shards to the numbers of the shards of words.
func shardsOfPlain(words []uint64, shards []uint16, shift int) {
	for i := range words {
		shards[i] = uint16(statecodec.Hash(&[1]uint64{words[i]}) >> shift)
	}
}
