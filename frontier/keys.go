package frontier

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"exhaust/statecodec"
)

// Strictly increasing words are encoded by how each differs from the one before:
// a byte, the token, and after some tokens values, little-endian.
//
//	0 ... 175    the last word grows by 1 ... 176, the others stay
//	176 ... 239  likewise, by 177 + 256·(token - 176) + the byte that follows, 177 ... 16560
//	240 ... 247  likewise, by the value of 1 ... 8 bytes that follows
//	248 ... 254  word 0 ... 6 is the first that changes, and is not the last; for it and
//	             each word after it follow a length, 0 to 8, and a value of so many bytes:
//	             by how much it grows, and what the others are
const (
	shortToken = 176 // the least token of two bytes
	longToken  = 240 // the least token with a value
	wideToken  = 248 // the least token of a word before the last

	maxShort = shortToken + 256*(longToken-shortToken)

	// padding is how many bytes after what is encoded a decoder may read.
	padding = 8
)

// encodeKeys appends the tokens of the squeezed keys of all blocks but the first to dst.
func encodeKeys[W statecodec.Words](dst []byte, blocks []statecodec.Block[W]) []byte {
	at := len(dst)
	end := len(blocks[0].Key) - 1
	room := len(blocks)*(1+9*(end+1)) + padding
	dst = slices.Grow(dst, room)[:at+room]
	before := squeezed(blocks[0].Key)
	for i := 1; i < len(blocks); i++ {
		key := squeezed(blocks[i].Key)
		if end > 0 && !sameHead(&before, &key) {
			at = encodeWide(dst, at, &before, &key)
		} else {
			at = encodeGrowth(dst, at, key[end]-before[end])
		}
		before = key
	}
	return dst[:at]
}

// encodeGrowth writes by how much the last word grows, and returns where that ends. It does not branch on how many
// bytes that takes, because it cannot be guessed.
func encodeGrowth(dst []byte, at int, grown uint64) int {
	middle, size := grown-shortToken-1, uint64(bits.Len64(grown)+7)/8
	token, value, used := grown-1, grown, uint64(0)
	if grown > shortToken {
		token, value, used = shortToken+middle>>8, middle, 1
	}
	if grown > maxShort {
		token, value, used = longToken-1+size, grown, size
	}
	dst[at] = uint8(token)
	binary.LittleEndian.PutUint64(dst[at+1:], value)
	return at + 1 + int(used)
}

// sameHead reports whether two words differ in no word but the last.
func sameHead[W statecodec.Words](a, b *W) bool {
	for i := 0; i < len(*a)-1; i++ {
		if (*a)[i] != (*b)[i] {
			return false
		}
	}
	return true
}

// encodeWide writes the change from a to b, which differ in a word before the last, and
// returns where it ends.
func encodeWide[W statecodec.Words](dst []byte, at int, a, b *W) int {
	k := 0
	for (*a)[k] == (*b)[k] {
		k++
	}
	dst[at] = uint8(wideToken + k)
	at++
	for i := k; i < len(*a); i++ {
		v := (*b)[i]
		if i == k {
			v -= (*a)[i]
		}
		size := (bits.Len64(v) + 7) / 8
		dst[at] = uint8(size)
		binary.LittleEndian.PutUint64(dst[at+1:], v)
		at += 1 + size
	}
	return at
}

// maskOf holds the bits of a value of 0 to 8 bytes.
var maskOf = [16]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 1<<56 - 1, 1<<64 - 1}

// decodeKeys sets the keys of blocks to words of which the first is given and the others are encoded in body, and returns how many there are.
// The body is followed by padding bytes. It reports false if the body is not one of strictly increasing words, or there are more than blocks.
func decodeKeys[W statecodec.Words](blocks []statecodec.Block[W], first W, body []byte) (n int, ok bool) {
	w, last := first, len(first)-1
	blocks[0].Key = w
	at, end := 0, len(body)-padding
	for n = 1; at < end; n++ {
		if n == len(blocks) {
			return n, false
		}
		t := body[at]
		at++
		before := w[last]
		switch {
		case t < shortToken:
			w[last] += uint64(t) + 1
		case t < longToken:
			w[last] += uint64(t-shortToken)<<8 + uint64(body[at]) + shortToken + 1
			at++
		case t < wideToken:
			size := int(t) - longToken + 1
			w[last] += binary.LittleEndian.Uint64(body[at:]) & maskOf[size&15]
			at += size
		default:
			used, ok := decodeWide(&w, int(t-wideToken), body[at:])
			if !ok {
				return n, false
			}
			at += used
		}
		if w[last] <= before && t < wideToken {
			return n, false
		}
		blocks[n].Key = w
	}
	return n, at == end
}

// decodeWide changes w as a token of word k says, and returns how many bytes
// of values that took.
func decodeWide[W statecodec.Words](w *W, k int, values []byte) (used int, ok bool) {
	if k >= len(*w)-1 {
		return 0, false
	}
	for i := k; i < len(*w); i++ {
		if used >= len(values)-padding || values[used] > 8 {
			return 0, false
		}
		size := int(values[used])
		v := binary.LittleEndian.Uint64(values[used+1:]) & maskOf[size]
		used += 1 + size
		if i > k {
			(*w)[i] = v
			continue
		}
		before := (*w)[i]
		(*w)[i] += v
		if (*w)[i] <= before {
			return 0, false
		}
	}
	return used, true
}

// decodeStates returns the n states of a body of version 1, which are encoded as words, as decodeBody does.
func decodeStates[W statecodec.Words](dst []statecodec.Block[W], first W, n int, body []byte) (blocks []statecodec.Block[W], ok bool) {
	blocks = slices.Grow(dst[:0], n)[:n]
	if k, ok := decodeKeys(blocks, first, body); !ok || k < n {
		return blocks[:0], false
	}
	k := 0
	for i := range blocks {
		b := statecodec.BlockOf(&blocks[i].Key)
		if i > 0 && blocks[k-1].Key == b.Key {
			blocks[k-1].Set |= b.Set
			continue
		}
		blocks[k] = b
		k++
	}
	return blocks[:k], true
}
