package visited

import "unsafe"

// bigEndian says whether the machine's first byte of a word is the highest.
var bigEndian = func() bool {
	word := uint16(1)
	return *(*uint8)(unsafe.Pointer(&word)) == 0
}()

// slotByte returns the offset within the word of tags of the byte that
// word>>(8*slot) reads.
func slotByte(slot int) int {
	if bigEndian {
		return 7 - slot
	}
	return slot
}
