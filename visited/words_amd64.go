package visited

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasAVX2 says that the vector code can run: processors with AVX2 have LZCNT, too.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

// locateWords is locateWordsPlain in a few instructions, and prefetches.
func locateWords(base unsafe.Pointer, words []uint64, places []uintptr, buckets uint64, shardBits int) {
	if len(words) > 0 {
		_ = places[len(words)-1]
		locateWordsAsm(base, &words[0], &places[0], len(words), buckets, shardBits)
	}
}

// enterWords is enterWordsPlain, with vector instructions where there are some.
func enterWords(base unsafe.Pointer, words []uint64, places []uintptr, tag uint8, over []uint64, overPlaces []uintptr) (fresh, full int) {
	if !hasAVX2 || len(words) == 0 {
		return enterWordsPlain(base, words, places, tag, over, overPlaces)
	}
	_, _, _ = places[len(words)-1], over[len(words)-1], overPlaces[len(words)-1]
	return enterWordsAVX2(base, &words[0], &places[0], len(words), uint64(tag), &over[0], &overPlaces[0])
}

// shardsOf is shardsOfPlain in a few instructions.
func shardsOf(words []uint64, shards []uint16, shift int) {
	if len(words) > 0 {
		_ = shards[len(words)-1]
		shardsOfAsm(&words[0], &shards[0], len(words), shift)
	}
}

//go:noescape
func locateWordsAsm(base unsafe.Pointer, words *uint64, places *uintptr, n int, buckets uint64, shardBits int)

//go:noescape
func enterWordsAVX2(base unsafe.Pointer, words *uint64, places *uintptr, n int, tag uint64, over *uint64, overPlaces *uintptr) (fresh, full int)

//go:noescape
func shardsOfAsm(words *uint64, shards *uint16, n int, shift int)
