// Package memory has memory outside the collector's heap, on huge pages where the system has them: what a search holds
// by the hundred megabytes. It grows where it is, and what is not in use can be given back.
package memory

import "unsafe"

// large is the size from which memory is mapped.
const large = 1 << 20

// A Memory is a piece of memory, zeroed when it is made. Pieces of a mebibyte
// and more are mapped where the system allows it, and aligned to huge pages. The zero Memory is empty.
type Memory struct {
	Words  []uint64 // with the capacity that it can be extended to
	mapped []byte   // the mapping that the words lie in; nil if they are on the heap
	fixed  bool     // it will not grow
}

// New returns so many bytes, a multiple of 8. It is an error if the system does not have them.
func New(bytes uintptr) (Memory, error) {
	if bytes < large {
		return NewHeap(bytes), nil
	}
	return mapMemory(bytes, max(bytes, reserved))
}

// NewFixed returns so many bytes, a multiple of 8, that will not be more. What of them is never used costs no memory where they
// are mapped; if the system maps none they are on the heap.
func NewFixed(bytes uintptr) Memory {
	if bytes >= large {
		if m, err := mapMemory(bytes, bytes); err == nil {
			return m
		}
	}
	return NewHeap(bytes)
}

// NewHeap returns so many bytes, a multiple of 8, on the collector's heap.
func NewHeap(bytes uintptr) Memory { return Memory{Words: make([]uint64, bytes/8)} }

// Mapped reports whether the memory is outside the collector's heap.
func (m *Memory) Mapped() bool { return m.mapped != nil }

// Base returns the first byte.
func (m *Memory) Base() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(m.Words)) }

// Extend makes the memory one of so many bytes, if it can be that where it is. It keeps what
// it had; what is added is zero. Memory that is mapped must not have been larger.
func (m *Memory) Extend(bytes uintptr) bool {
	had, want := len(m.Words), int(bytes/8)
	if cap(m.Words) < want || m.mapped != nil && !m.commit(bytes) {
		return false
	}
	m.Words = m.Words[:want]
	if m.mapped != nil {
		take(int64(8 * (want - had)))
	} else if had < want {
		clear(m.Words[had:])
	}
	return true
}

// CanExtend reports whether Extend can make the memory one of so many bytes, if the system has them.
func (m *Memory) CanExtend(bytes uintptr) bool { return cap(m.Words) >= int(bytes/8) }

// As returns memory as another type. Both must consist of words or bytes, without pointers, and the other must not be of stricter alignment.
func As[To, From any](from []From) []To {
	var f From
	var t To
	return unsafe.Slice((*To)(unsafe.Pointer(unsafe.SliceData(from))), uintptr(len(from))*unsafe.Sizeof(f)/unsafe.Sizeof(t))
}

// Free gives the memory back; it is empty afterwards.
func (m *Memory) Free() {
	if m.mapped != nil {
		take(-int64(8 * len(m.Words)))
		unmapMemory(*m)
	}
	*m = Memory{}
}
