package visited

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

// filter is filterPlain, with vector instructions where there are some.
func filter(base unsafe.Pointer, words []uint64, homes []uintptr) int {
	if len(words) == 0 {
		return 0
	}
	if !hasAVX2 {
		return filterPlain(base, words, homes)
	}
	_ = homes[len(words)-1]
	return filterAVX2(base, &words[0], &homes[0], len(words))
}

//go:noescape
func filterAVX2(base unsafe.Pointer, words *uint64, homes *uintptr, n int) int
