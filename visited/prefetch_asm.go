//go:build amd64 || arm64

package visited

import "unsafe"

// prefetch asks the processor to fetch the buckets at the given offsets: the
// one line of a bucket of one-word states, the first two of a wider one. It
// does not wait for the memory, only until the addresses are translated, so the misses
// overlap with each other and with what follows.
func prefetch(base unsafe.Pointer, places []uintptr, bucketBytes uintptr) {
	prefetchLines(base, unsafe.SliceData(places), len(places))
	if bucketBytes > 64 {
		prefetchLines(unsafe.Add(base, 64), unsafe.SliceData(places), len(places))
	}
}

//go:noescape
func prefetchLines(base unsafe.Pointer, offsets *uintptr, n int)
