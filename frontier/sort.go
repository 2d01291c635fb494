package frontier

import (
	"math/bits"
	"unsafe"

	"exhaust/statecodec"
)

const (
	digitBits = 8

	// Digits are wider where there are states enough for as many buckets.
	wideBits    = 11
	wideBuckets = 1 << wideBits
	wideStates  = 2 * wideBuckets

	// Up to so many states are sorted by insertion.
	insertionStates = 40

	// Up to so many bytes are sorted digit by digit from the least one up: they and
	// the scratch lie in the second cache of a core.
	cacheBytes = 1 << 20
)

// A digit is neighbouring bits of one word of a state, as many as its mask has, fewer at its top.
type digit struct {
	word  uint8
	shift uint8
	mask  uint16
}

func of[W statecodec.Words](w *W, d digit) uint16 {
	return uint16((*w)[d.word%uint8(len(*w))]>>(d.shift%64)) & d.mask
}

// sortInto sorts the states of a, into b if moved is set, with the other as scratch. The bits that are ignored are the lowest, and
// states that differ in no others lie in their order already.
func sortInto[W statecodec.Words](a, b []W, ignored *W, moved bool) {
	if len(a) <= insertionStates {
		insertionSort(a)
		if moved {
			copy(b, a)
		}
		return
	}
	v := varying(a)
	for j := 0; j < len(v); j++ {
		v[j] &^= (*ignored)[j]
	}
	if len(a)*int(unsafe.Sizeof(a[0])) <= cacheBytes {
		lowestFirst(a, b, v, moved)
		return
	}
	d, ok := top(&v, digitBits)
	if !ok { // all are equal
		if moved {
			copy(b, a)
		}
		return
	}
	var ends places[int]
	count(a, d, &ends)
	scatter(a, b, d, &ends)
	at := 0
	for _, end := range ends[:int(d.mask)+1] {
		if end > at {
			sortInto(b[at:end], a[at:end], ignored, !moved)
		}
		at = end
	}
}

// lowestFirst sorts by one digit after the other, the least significant first.
func lowestFirst[W statecodec.Words](a, b []W, v W, moved bool) {
	width := digitBits
	if len(a) >= wideStates {
		width = narrowest(v, wideBits)
	}
	from, to, inB := a, b, false
	for d, ok := bottom(&v, width); ok; d, ok = bottom(&v, width) {
		var ends places[uint32]
		count(from, d, &ends)
		scatter(from, to, d, &ends)
		from, to, inB = to, from, !inB
	}
	if inB != moved {
		copy(to, from)
	}
}

// narrowest returns the least width of digits at which there are as many of v as at the given one: the fewer values a
// digit has, the fewer places are written to.
func narrowest[W statecodec.Words](v W, width int) int {
	most := digits(v, width)
	for width > 1 && digits(v, width-1) == most {
		width--
	}
	return width
}

// digits returns how many digits of a width v has.
func digits[W statecodec.Words](v W, width int) (n int) {
	for _, ok := bottom(&v, width); ok; _, ok = bottom(&v, width) {
		n++
	}
	return n
}

// Places are where the states of each value of a digit go.
type places[N int | uint32] [wideBuckets]N

// count sets ends to the place at which each digit's states begin.
func count[W statecodec.Words, N int | uint32](states []W, d digit, ends *places[N]) {
	for i := range states {
		ends[of(&states[i], d)%wideBuckets]++
	}
	sum := N(0)
	for i := range ends[:int(d.mask)+1] {
		n := ends[i]
		ends[i] = sum
		sum += n
	}
}

// scatter moves states to the places of their digits. Afterwards ends holds where
// each digit's states end.
func scatter[W statecodec.Words, N int | uint32](from, to []W, d digit, ends *places[N]) {
	for i := range from {
		end := &ends[of(&from[i], d)%wideBuckets]
		to[*end] = from[i]
		*end++
	}
}

// varying returns the bits in which some states differ.
func varying[W statecodec.Words](states []W) (v W) {
	first := states[0]
	for i := range states {
		for j := 0; j < len(v); j++ {
			v[j] |= states[i][j] ^ first[j]
		}
	}
	return v
}

// top returns the most significant digit of v, of so many bits, which ends at its highest bit.
func top[W statecodec.Words](v *W, width int) (digit, bool) {
	for i := 0; i < len(*v); i++ {
		if n := bits.Len64((*v)[i]); n > 0 {
			return digit{uint8(i), uint8(max(n-width, 0)), 1<<width - 1}, true
		}
	}
	return digit{}, false
}

// bottom takes the least significant digit, of so many bits, off v.
func bottom[W statecodec.Words](v *W, width int) (digit, bool) {
	for i := len(*v) - 1; i >= 0; i-- {
		if (*v)[i] != 0 {
			shift := bits.TrailingZeros64((*v)[i])
			mask := uint16(1)<<width - 1
			(*v)[i] &^= uint64(mask) << shift
			return digit{uint8(i), uint8(shift), mask}, true
		}
	}
	return digit{}, false
}

func insertionSort[W statecodec.Words](states []W) {
	for i := 1; i < len(states); i++ {
		w, j := states[i], i
		for ; j > 0 && statecodec.Less(&w, &states[j-1]); j-- {
			states[j] = states[j-1]
		}
		states[j] = w
	}
}
