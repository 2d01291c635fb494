// Package statecodec says what a state is to the engine: a fixed number of
// 64-bit words. It holds the widths, the order and the hash of states, and the
// bit-field layouts by which a puzzle packs a state into words.
//
// Two states are the same if and only if all their words are equal. The hash
// guides where a state is looked for and never decides.
package statecodec

import (
	"cmp"
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Words is a state of one, two, three, four or eight words. The engine is
// generic over it, so that the compiler makes one engine for each width.
type Words interface {
	~[1]uint64 | ~[2]uint64 | ~[3]uint64 | ~[4]uint64 | ~[8]uint64
}

// MaxBits is the size of the widest state.
const MaxBits = 512

// A WidthError says that a state needs more bits than the widest state has.
type WidthError struct {
	Bits int // what the state would need
}

func (e *WidthError) Error() string {
	return fmt.Sprintf("a state would need %d bits: want at most %d", e.Bits, MaxBits)
}

// Width returns the least number of words, of 1, 2, 3, 4 and 8, that hold the
// given number of bits. It returns a *WidthError if there is none.
func Width(bits int) (words int, err error) {
	for _, words := range [...]int{1, 2, 3, 4, 8} {
		if bits <= 64*words {
			return words, nil
		}
	}
	return 0, &WidthError{Bits: bits}
}

// Compare orders states by their words, the first word before the others:
// -1, 0 or +1.
func Compare[W Words](a, b W) int {
	for i := 0; i < len(a); i++ {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// Less reports whether a lies before b in the order of Compare. For one word it is one comparison, without the loop.
func Less[W Words](a, b *W) bool {
	if len(*a) == 1 {
		return (*a)[0] < (*b)[0]
	}
	for i := 0; i < len(*a); i++ {
		if (*a)[i] != (*b)[i] {
			return (*a)[i] < (*b)[i]
		}
	}
	return false
}

// Xor changes a to the bitwise exclusive or of a and b. For one word it is one
// instruction, without the loop.
func Xor[W Words](a, b *W) {
	if len(*a) == 1 {
		(*a)[0] ^= (*b)[0]
		return
	}
	for i := 0; i < len(*a); i++ {
		(*a)[i] ^= (*b)[i]
	}
}

// The constants of xxHash64 (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
const (
	prime1 = 0x9E3779B185EBCA87
	prime2 = 0xC2B2AE3D27D4EB4F
	prime3 = 0x165667B19E3779F9
	prime4 = 0x85EBCA77C2B2AE63
	prime5 = 0x27D4EB2F165667C5
)

// Hash returns the xxHash64, seed 0, of the words in little-endian order: the
// value of xxhash.Sum64. States of up to three words are hashed in line, which
// takes five multiplications for one word and three more for each other.
func Hash[W Words](w *W) uint64 {
	if len(*w) > 3 {
		return xxhash.Sum64(bytesOf(w))
	}
	h := prime5 + 8*uint64(len(*w))
	for i := 0; i < len(*w); i++ {
		h ^= bits.RotateLeft64((*w)[i]*prime2, 31) * prime1
		h = bits.RotateLeft64(h, 27)*prime1 + prime4
	}
	h = (h ^ h>>33) * prime2
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}

// bytesOf returns the memory of w. It is little-endian where the machine is:
// on others the hash differs from xxhash.Sum64, and is as good.
func bytesOf[W Words](w *W) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(w)), 8*len(*w))
}
