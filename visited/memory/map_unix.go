//go:build unix

package memory

import (
	"fmt"
	"math"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a huge page on the common machines. It is only an
// alignment: where it is wrong, nothing breaks.
const hugePage = 2 << 20

// reserved is the address space that a mapping takes, of which only what is in use costs
// memory: so it can grow where it is. It is 1 TiB where addresses have 64 bits.
const reserved = math.MaxInt >> 23

// mapMemory maps zeroed memory, with address space for most bytes if there is, on huge pages where the system has them: a
// random access to small pages costs a miss of the address translation too.
func mapMemory(bytes, most uintptr) (Memory, error) {
	b, err := reserve(most)
	if err != nil && most > bytes {
		b, err = reserve(bytes) // address space is limited
	}
	if err != nil {
		return Memory{}, fmt.Errorf("mapping %d bytes: %w", bytes, err)
	}
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % hugePage
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&b[skip])), (uintptr(len(b))-skip)/8)
	m := Memory{Words: words[:0], mapped: b, fixed: most == bytes}
	if !m.Extend(bytes) {
		unmapMemory(m)
		return Memory{}, fmt.Errorf("mapping %d bytes: no memory", bytes)
	}
	return m, nil
}

// reserve maps address space for so many bytes, without memory.
func reserve(bytes uintptr) ([]byte, error) {
	return unix.Mmap(-1, 0, int(bytes+2*hugePage), unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
}

// commit makes the memory usable up to so many bytes.
func (m *Memory) commit(bytes uintptr) bool {
	from := uintptr(len(m.Words)) * 8 &^ (hugePage - 1)
	to := min((bytes+hugePage-1)&^(hugePage-1), uintptr(cap(m.Words))*8)
	if from >= to {
		return true
	}
	b := unsafe.Slice((*byte)(unsafe.Add(m.Base(), from)), to-from)
	if unix.Mprotect(b, unix.PROT_READ|unix.PROT_WRITE) != nil {
		return false
	}
	if m.fixed { // what lies behind it would be memory too
		b = b[:bytes&^(hugePage-1)]
	}
	if len(b) > 0 {
		adviseHuge(b)
	}
	return true
}

func unmapMemory(m Memory) {
	// Unmapping what was mapped cannot fail.
	_ = unix.Munmap(m.mapped)
}

// Release gives the system back what lies in whole pages of a piece of mapped memory. What is there afterwards is zero, and
// costs memory again once it is used.
func Release(piece []uint64) {
	page := uintptr(unix.Getpagesize())
	from := uintptr(unsafe.Pointer(unsafe.SliceData(piece)))
	skip := -from % page
	if size := 8 * uintptr(len(piece)); size >= skip+page {
		b := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(piece)), skip)), (size-skip)&^(page-1))
		_ = unix.Madvise(b, unix.MADV_DONTNEED) // it is only advice
	}
}
