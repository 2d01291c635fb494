//go:build !unix

package visited

func mapMemory(bytes uintptr) (memory, error) { return newHeapMemory(bytes), nil }
func unmapMemory(memory)                      {}
func (m *memory) commit(uintptr) bool         { return true }
