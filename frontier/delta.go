package frontier

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"exhaust/statecodec"
)

// The body of a block says of each state after the first how it differs from the one before:
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

	// padding is how many bytes after a body a decoder may read.
	padding = 8
)

// maxBody returns how long the body of a block of n states may be.
func maxBody[W statecodec.Words](n int) int {
	var w W
	return n * (1 + 9*len(w))
}

// encode appends the tokens of all states but the first to dst. It reports false if the states are not
// strictly increasing.
func encode[W statecodec.Words](dst []byte, states []W) ([]byte, bool) {
	at := len(dst)
	room := maxBody[W](len(states)) + padding
	dst = slices.Grow(dst, room)[:at+room]
	last := len(states[0]) - 1
	for i := 1; i < len(states); i++ {
		a, b := &states[i-1], &states[i]
		if last > 0 && !sameHead(a, b) {
			if !statecodec.Less(a, b) {
				return dst, false
			}
			at = encodeWide(dst, at, a, b)
			continue
		}
		if (*b)[last] <= (*a)[last] {
			return dst, false
		}
		grown := (*b)[last] - (*a)[last]
		if grown <= shortToken {
			dst[at] = uint8(grown - 1)
			at++
			continue
		}
		at = encodeLong(dst, at, grown)
	}
	return dst[:at], true
}

// encodeLong writes that the last word grows by more than a token of one byte says, and returns where that ends.
func encodeLong(dst []byte, at int, grown uint64) int {
	if grown <= maxShort {
		binary.BigEndian.PutUint16(dst[at:], uint16(grown-shortToken-1+shortToken<<8))
		return at + 2
	}
	size := (bits.Len64(grown) + 7) / 8
	dst[at] = uint8(longToken - 1 + size)
	binary.LittleEndian.PutUint64(dst[at+1:], grown)
	return at + 1 + size
}

// sameHead reports whether two states differ in no word but the last.
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

// decode returns n states, of which the first is given, as blocks of increasing keys, in dst's memory if that has room for n. The body is
// followed by padding bytes. It reports false if the body is not one of so many strictly
// increasing states. It does not branch on where a block of states ends, because that cannot be guessed.
func decode[W statecodec.Words](dst []statecodec.Block[W], first W, n int, body []byte) (blocks []statecodec.Block[W], ok bool) {
	w, last := first, len(first)-1
	blocks = slices.Grow(dst[:0], n)[:n]
	blocks[0] = statecodec.BlockOf(&w)
	k, key, set := 0, blocks[0].Key[last], blocks[0].Set
	at, end := 0, len(body)-padding
	for range n - 1 {
		if at >= end {
			return blocks[:0], false
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
				return blocks[:0], false
			}
			at += used
			key = 1 // none
		}
		if w[last] <= before && t < wideToken {
			return blocks[:0], false
		}
		step, next := 1, w[last]&^(1<<statecodec.BlockBits-1)
		if next == key {
			step = 0
		}
		k, key, set = k+step, next, set&uint64(step-1)|1<<(w[last]&(1<<statecodec.BlockBits-1))
		b := &blocks[k]
		b.Key, b.Set = w, set
		b.Key[last] = key
	}
	return blocks[:k+1], at == end
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
