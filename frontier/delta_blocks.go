package frontier

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"exhaust/statecodec"
)

// gapsAtOnce is how many gaps within a set are written without asking whether there are so many: one branch that
// cannot be guessed is dearer than all of them.
const gapsAtOnce = 8

// encodeBlocks appends the tokens of the states of blocks, which follow the state before, to dst: what encode makes of
// these states, without making them. It returns the last state too, and false
// if they are not strictly increasing. The states of a
// block are bits of one word, so all but the first of each cost a byte and a step to the next bit.
func encodeBlocks[W statecodec.Words](dst []byte, before W, blocks []statecodec.Block[W]) (body []byte, last W, ok bool) {
	at := len(dst)
	end := len(before) - 1
	for i := range blocks {
		set := blocks[i].Set
		if set == 0 {
			continue
		}
		if len(dst)-at < mostBody[W]() {
			dst = slices.Grow(dst[:at], (len(blocks)-i)*mostBody[W]())
			dst = dst[:cap(dst)]
		}
		bit := bits.TrailingZeros64(set)
		w := blocks[i].At(bit)
		switch {
		case end > 0 && !sameHead(&before, &w):
			if !statecodec.Less(&before, &w) {
				return dst[:at], before, false
			}
			at = encodeWide(dst, at, &before, &w)
		case w[end] <= before[end]:
			return dst[:at], before, false
		default:
			at = encodeGrowth(dst, at, w[end]-before[end])
		}
		before = blocks[i].At(63 - bits.LeadingZeros64(set))
		at = encodeGaps(dst, at, set)
	}
	return dst[:at], before, true
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

// mostBody is how long the tokens of a statecodec.Block may be, and what is written behind them.
func mostBody[W statecodec.Words]() int { return maxBody[W](1) + 63 + gapsAtOnce + padding }

// encodeGaps writes a token for each bit of a set but the lowest, and returns where they end.
func encodeGaps(dst []byte, at int, set uint64) int {
	bit := bits.TrailingZeros64(set)
	end := at + bits.OnesCount64(set) - 1
	for set &= set - 1; set != 0; at += gapsAtOnce {
		gaps := (*[gapsAtOnce]uint8)(dst[at:])
		for k := range gaps {
			next := bits.TrailingZeros64(set | 1<<63)
			gaps[k] = uint8(next - bit - 1)
			bit = next
			set &= set - 1
		}
	}
	return end
}
