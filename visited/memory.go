package visited

import "unsafe"

// largeMemory is the size from which memory is mapped outside the collector's
// heap.
const largeMemory = 1 << 20

// A memory is a piece of zeroed memory. Pieces of largeMemory bytes and more are
// mapped where the system allows it, and aligned to huge pages.
type memory struct {
	words  []uint64
	mapped []byte // the mapping that the words lie in; nil if they are on the heap
}

func newMemory(bytes uintptr) (memory, error) {
	if bytes < largeMemory {
		return newHeapMemory(bytes), nil
	}
	return mapMemory(bytes)
}

func newHeapMemory(bytes uintptr) memory {
	return memory{words: make([]uint64, bytes/8)}
}

func (m memory) base() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(m.words)) }
func (m memory) size() uintptr        { return 8 * uintptr(len(m.words)) }

// clear zeroes the first bytes.
func (m *memory) clear(bytes uintptr) { clear(m.words[:bytes/8]) }

// free gives the memory back; m is empty afterwards.
func (m *memory) free() {
	if m.mapped != nil {
		unmapMemory(*m)
	}
	*m = memory{}
}
