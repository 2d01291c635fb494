package frontier

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"exhaust/statecodec"
)

// The body of a block of a run is two columns: a length of four bytes, the keys of the sets of states that differ in six bits only
// (statecodec.Block), without these bits, as tokens of so many bytes, and the sets. docs/FORMAT.md draws them.
//
// A set is a byte, its code, and after some codes more:
//
//	0 ... 63     the state with these lowest six bits alone
//	64 ... 226   of the eight bytes of the set, little-endian, follow those that the code stands for; the others are 0
//
// The codes of several states stand for the choices of one to four of the eight bytes in increasing order of their
// masks, bit i for byte i, and the last one for all eight.
const (
	columnsAt = 4 // where the keys begin

	singleCodes = 1 << statecodec.BlockBits
	mostBytes   = 4 // of a set that are chosen
	allBytes    = 226
)

// A setCode is what a code stands for.
type setCode struct {
	base   uint64           // states that are in the set anyhow
	mask   uint64           // the bits of the bytes that follow
	shifts [mostBytes]uint8 // of these bytes in the set; none for all of them
	size   uint8            // how many bytes follow
}

// setCodes has the meaning of each code, empty if it has none, and codeOf the code for each choice of bytes.
var setCodes, codeOf = makeSetCodes()

func makeSetCodes() (codes [256]setCode, of [256]uint8) {
	for i := range singleCodes {
		codes[i].base = 1 << i
	}
	n := singleCodes
	codes[allBytes] = setCode{mask: maskOf[8], size: 8}
	for choice := range of {
		of[choice] = allBytes
		if size := bits.OnesCount(uint(choice)); 0 < size && size <= mostBytes {
			of[choice] = uint8(n)
			codes[n] = codeOfBytes(choice)
			n++
		}
	}
	return codes, of
}

// codeOfBytes returns the meaning of the code that stands for a choice of bytes.
func codeOfBytes(choice int) (c setCode) {
	for ; choice != 0; choice &= choice - 1 {
		c.shifts[c.size] = uint8(8 * bits.TrailingZeros(uint(choice)))
		c.size++
	}
	c.mask = maskOf[c.size]
	return c
}

// maxBody returns how long the body of a block of n states may be.
func maxBody[W statecodec.Words](n int) int {
	var w W
	return columnsAt + n*(1+9*len(w)+9)
}

// encodeBody appends the body of blocks, of strictly increasing keys and none of them empty, to dst. It needs sets as scratch, and returns it.
func encodeBody[W statecodec.Words](dst, sets []byte, blocks []statecodec.Block[W]) (body, scratch []byte) {
	at := len(dst)
	dst = encodeKeys(append(dst, make([]byte, columnsAt)...), blocks)
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-columnsAt))
	sets = encodeSets(sets[:0], blocks)
	return append(dst, sets...), sets
}

// encodeSets appends the sets of blocks to dst. It does not branch on how many bytes a set takes, because that cannot
// be guessed.
func encodeSets[W statecodec.Words](dst []byte, blocks []statecodec.Block[W]) []byte {
	at := len(dst)
	dst = slices.Grow(dst, 9*len(blocks))[:at+9*len(blocks)]
	for i := range blocks {
		set := blocks[i].Set
		code := uint64(codeOf[bytesIn(set)]) // of a word, because a choice of bytes would be a branch
		if set&(set-1) == 0 {
			code = uint64(bits.TrailingZeros64(set))
		}
		c := &setCodes[code%256]
		v := set>>(c.shifts[0]&63)&255 | set>>(c.shifts[1]&63)&255<<8 | set>>(c.shifts[2]&63)&255<<16 | set>>(c.shifts[3]&63)&255<<24
		if code == allBytes {
			v = set
		}
		dst[at] = uint8(code)
		binary.LittleEndian.PutUint64(dst[at+1:], v)
		at += 1 + int(c.size)
	}
	return dst[:at]
}

// bytesIn returns which bytes of x are not 0: bit i for byte i.
func bytesIn(x uint64) uint8 {
	const low = 0x7f7f7f7f7f7f7f7f
	x = ((x&low + low) | x) &^ low // the highest bit of each of them
	return uint8(x >> 7 * 0x0102040810204080 >> 56)
}

// decodeBody returns the n states of a body as blocks of strictly increasing keys, in dst's memory if that has room. The body is followed by padding bytes.
// It reports false if the body is not one of so many states, the first of them as given.
func decodeBody[W statecodec.Words](dst []statecodec.Block[W], first W, n int, body []byte) (blocks []statecodec.Block[W], ok bool) {
	end := len(body) - padding
	if end < columnsAt {
		return dst[:0], false
	}
	size := binary.LittleEndian.Uint32(body)
	if uint64(size) > uint64(end-columnsAt) {
		return dst[:0], false
	}
	keys := int(size)
	most := min(n, keys+1) // each key but the first is a token
	blocks = slices.Grow(dst[:0], most)[:most]
	one := statecodec.BlockOf(&first)
	k, ok := decodeKeys(blocks, squeezed(one.Key), body[columnsAt:columnsAt+keys+padding])
	blocks = blocks[:k]
	if !ok || !decodeSets(blocks, n, body[columnsAt+keys:]) || blocks[0].Set&-blocks[0].Set != one.Set {
		return blocks[:0], false
	}
	return blocks, true
}

// squeezed returns a key without the six bits that are 0.
func squeezed[W statecodec.Words](key W) W {
	key[len(key)-1] >>= statecodec.BlockBits
	return key
}

// decodeSets gives blocks, whose keys are squeezed, their sets and their keys. It reports false if these are not n states, or a key is too large.
func decodeSets[W statecodec.Words](blocks []statecodec.Block[W], n int, sets []byte) bool {
	at, end := 0, len(sets)-padding
	states, over := 0, uint64(0)
	for i := range blocks {
		if at >= end {
			return false
		}
		code := sets[at]
		c := &setCodes[code]
		v := binary.LittleEndian.Uint64(sets[at+1:]) & c.mask
		at += 1 + int(c.size)
		set := c.base | v&255<<(c.shifts[0]&63) | v>>8&255<<(c.shifts[1]&63) | v>>16&255<<(c.shifts[2]&63) | v>>24&255<<(c.shifts[3]&63)
		if code == allBytes {
			set = v
		}
		if set == 0 {
			return false
		}
		states += bits.OnesCount64(set)
		b := &blocks[i]
		b.Set = set
		last := &b.Key[len(b.Key)-1]
		over |= *last
		*last <<= statecodec.BlockBits
	}
	return at == end && states == n && over>>(64-statecodec.BlockBits) == 0
}
