package visited

import (
	"sync/atomic"
	"unsafe"
)

// cellMask is the part of a place that numbers a cell of the bucket; the rest of it is
// the bucket's offset.
const cellMask = 63

// filterPlain moves to the front those words that the bucket of their home does not
// hold, with their homes, and returns how many they are. To each home it adds the number of
// the bucket's first free cell, or 8 if there is none. The word 0 always stays.
func filterPlain(base unsafe.Pointer, words []uint64, homes []uintptr) int {
	n := 0
	for i, word := range words {
		if cell, found := probe(unsafe.Add(base, homes[i]), word); !found {
			words[n], homes[n] = word, homes[i]+cell
			n++
		}
	}
	return n
}

// probe returns the number of the first free cell of the bucket at b, or 8, or
// true if the bucket holds the word. The word 0 is never found.
func probe(b unsafe.Pointer, word uint64) (cell uintptr, found bool) {
	for cell = 1; cell <= slots; cell++ {
		have := atomic.LoadUint64((*uint64)(unsafe.Add(b, 8*cell)))
		if have == 0 {
			return cell, false
		}
		if have == word {
			return cell, true
		}
	}
	return cell, false
}
