package statecodec

import "math/bits"

// BlockBits is the number of bits in which the states of a block may differ: the lowest of the last word.
const BlockBits = 6

// blockMask holds these bits.
const blockMask = 1<<BlockBits - 1

// A Block is a set of states that agree in all but the lowest six bits of their last word, and so lie together in
// the order of Compare: at most 64 of them. What can be said of all of them is said once, and a set of them is one word. A puzzle whose
// states vary most in these bits has blocks of many states, and takes a fraction of the
// memory and the time; one state in each block costs two or three times what it would cost alone.
type Block[W Words] struct {
	Key W      // what the states agree in; 0 in the lowest six bits
	Set uint64 // bit i stands for the state that is Key and i in these bits
}

// BlockOf returns the block of one state.
func BlockOf[W Words](w *W) Block[W] {
	b := Block[W]{Key: *w}
	last := &b.Key[len(b.Key)-1]
	b.Set = 1 << (*last & blockMask)
	*last &^= blockMask
	return b
}

// Len returns the number of states.
func (b *Block[W]) Len() int { return bits.OnesCount64(b.Set) }

// At returns the state that bit i stands for.
func (b *Block[W]) At(i int) W {
	w := b.Key
	w[len(w)-1] |= uint64(i)
	return w
}

// Append appends the states to dst in increasing order.
func (b *Block[W]) Append(dst []W) []W {
	for set := b.Set; set != 0; set &= set - 1 {
		dst = append(dst, b.At(bits.TrailingZeros64(set)))
	}
	return dst
}

// AppendBlocks appends the blocks of states to dst. States that follow one another and have the same key become one.
func AppendBlocks[W Words](dst []Block[W], states []W) []Block[W] {
	for i := range states {
		b := BlockOf(&states[i])
		if n := len(dst); i > 0 && dst[n-1].Key == b.Key {
			dst[n-1].Set |= b.Set
			continue
		}
		dst = append(dst, b)
	}
	return dst
}
