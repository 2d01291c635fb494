package visited

import "unsafe"

// largeMemory is the size from which memory is mapped outside the collector's
// heap.
const largeMemory = 1 << 20

// A memory is a piece of memory, zeroed when it is made. Pieces of largeMemory bytes
// and more are mapped where the system allows it, and aligned to huge pages.
type memory struct {
	words  []uint64 // with the capacity that it can be extended to
	mapped []byte   // the mapping that the words lie in; nil if they are on the heap
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

// extend makes the memory one of so many bytes, if it can be that where it is. It keeps what
// it had; what is added is zero. Memory that is mapped must not have been larger.
func (m *memory) extend(bytes uintptr) bool {
	had, want := len(m.words), int(bytes/8)
	if cap(m.words) < want || m.mapped != nil && !m.commit(bytes) {
		return false
	}
	m.words = m.words[:want]
	if m.mapped == nil && had < want {
		clear(m.words[had:])
	}
	return true
}

// free gives the memory back; m is empty afterwards.
func (m *memory) free() {
	if m.mapped != nil {
		unmapMemory(*m)
	}
	*m = memory{}
}
