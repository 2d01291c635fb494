//go:build unix

package visited

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a huge page on the common machines. It is only an
// alignment: where it is wrong, nothing breaks.
const hugePage = 2 << 20

// mapMemory maps zeroed memory, on huge pages where the system has them: a
// random access to small pages costs a miss of the address translation too.
func mapMemory(bytes uintptr) (memory, error) {
	b, err := unix.Mmap(-1, 0, int(bytes+2*hugePage), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return memory{}, fmt.Errorf("mapping %d bytes: %w", bytes, err)
	}
	adviseHuge(b)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % hugePage
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&b[skip])), bytes/8)
	return memory{words: words, mapped: b}, nil
}

func unmapMemory(m memory) {
	// Unmapping what was mapped cannot fail.
	_ = unix.Munmap(m.mapped)
}

// release gives the pages of a part of the memory back to the system; the part
// is not read again.
func (m memory) release(from, to uintptr) {
	from = (from + hugePage - 1) &^ (hugePage - 1)
	to &^= hugePage - 1
	if m.mapped != nil && from < to {
		_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(m.base(), from)), to-from), unix.MADV_DONTNEED)
	}
}
