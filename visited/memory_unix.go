//go:build unix

package visited

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

// mapMemory maps zeroed memory, on huge pages where the system has them: a
// random access to small pages costs a miss of the address translation too.
func mapMemory(bytes uintptr) (memory, error) {
	b, err := reserve(max(reserved, bytes))
	if err != nil {
		b, err = reserve(bytes) // address space is limited
	}
	if err != nil {
		return memory{}, fmt.Errorf("mapping %d bytes: %w", bytes, err)
	}
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % hugePage
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&b[skip])), (uintptr(len(b))-skip)/8)
	m := memory{words: words[:0], mapped: b}
	if !m.extend(bytes) {
		unmapMemory(m)
		return memory{}, fmt.Errorf("mapping %d bytes: no memory", bytes)
	}
	return m, nil
}

// reserve maps address space for so many bytes, without memory.
func reserve(bytes uintptr) ([]byte, error) {
	return unix.Mmap(-1, 0, int(bytes+2*hugePage), unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
}

// commit makes the memory usable up to so many bytes.
func (m *memory) commit(bytes uintptr) bool {
	from := uintptr(len(m.words)) * 8 &^ (hugePage - 1)
	to := min((bytes+hugePage-1)&^(hugePage-1), uintptr(cap(m.words))*8)
	if from >= to {
		return true
	}
	b := unsafe.Slice((*byte)(unsafe.Add(m.base(), from)), to-from)
	if unix.Mprotect(b, unix.PROT_READ|unix.PROT_WRITE) != nil {
		return false
	}
	adviseHuge(b)
	return true
}

func unmapMemory(m memory) {
	// Unmapping what was mapped cannot fail.
	_ = unix.Munmap(m.mapped)
}
