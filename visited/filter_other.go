//go:build !amd64

package visited

import "unsafe"

func filter(base unsafe.Pointer, words []uint64, homes []uintptr) int {
	return filterPlain(base, words, homes)
}
