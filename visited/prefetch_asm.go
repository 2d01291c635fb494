//go:build amd64 || arm64

package visited

import "unsafe"

// prefetch asks the processor to fetch the lines at the given offsets, and those after them, where a slot may end or a probe go on. It does not wait for the memory, only until the addresses are
// translated, so the misses overlap with each other and with what follows.
func prefetch(base unsafe.Pointer, places []uintptr) {
	prefetchLines(base, unsafe.SliceData(places), len(places))
}

//go:noescape
func prefetchLines(base unsafe.Pointer, offsets *uintptr, n int)
