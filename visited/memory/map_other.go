//go:build !unix

package memory

const reserved = 0

func mapMemory(bytes, _ uintptr) (Memory, error) { return NewHeap(bytes), nil }
func unmapMemory(Memory)                         {}
func (m *Memory) commit(uintptr) bool            { return true }

// Release does nothing where memory is on the heap.
func Release([]uint64) {}
