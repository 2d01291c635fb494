package frontier

import (
	"math/bits"
	"slices"

	"exhaust/statecodec"
)

// mergedBlocks is how many sorted blocks are written at a time.
const mergedBlocks = 256

// A blockSorter puts blocks in order, with memory that it keeps. It sorts tags in their place: a tag is one word, of a block's place in the lowest bits
// and above it as many of the bits in which the keys vary as there is room for. So blocks of any width are
// sorted by moving words, and bits in which the keys agree cost nothing.
type blockSorter[W statecodec.Words] struct {
	tags, scratch [][1]uint64
	parts         []tagPart
	merged        [mergedBlocks]statecodec.Block[W]
}

// A tagPart is the bits that a tag has of one word of the key.
type tagPart struct {
	word  int
	bits  gatherer
	drop  uint // bits at the bottom for which there is no room
	shift uint // where they are in the tag
}

// write writes blocks to a part, in the order of their keys, those of the same key as one. It is ErrOrder if they have a
// state in common.
func (s *blockSorter[W]) write(part *Part[W], blocks []statecodec.Block[W]) error {
	return s.merge(part, blocks, s.arrange(blocks))
}

// arrange makes the tags of blocks in the order of the keys, and returns the bits of a tag that hold the place.
func (s *blockSorter[W]) arrange(blocks []statecodec.Block[W]) (place uint64) {
	size := bits.Len(uint(len(blocks) - 1))
	whole := s.layOut(blocks, size)
	s.tag(blocks)
	ignored := [1]uint64{1<<size - 1}
	sortInto(s.tags, s.scratch[:len(s.tags)], &ignored, false)
	if !whole {
		sortTies(s.tags, blocks, ignored[0])
	}
	return ignored[0]
}

// layOut decides which bits of the keys go into tags, and reports whether all do that vary.
func (s *blockSorter[W]) layOut(blocks []statecodec.Block[W], place int) (whole bool) {
	v := varyingKeys(blocks)
	room := 64 - place
	whole = true
	s.parts = s.parts[:0]
	for j := 0; j < len(v); j++ {
		n := bits.OnesCount64(v[j])
		if n == 0 {
			continue
		}
		taken := min(n, room)
		whole = whole && taken == n
		if taken > 0 {
			room -= taken
			s.parts = append(s.parts, tagPart{word: j, bits: gathererOf(v[j]), drop: uint(n - taken)})
		}
	}
	at := uint(place)
	for i := len(s.parts) - 1; i >= 0; i-- {
		p := &s.parts[i]
		p.shift = at
		at += uint(p.bits.size) - p.drop
	}
	return whole
}

// tag makes the tags of blocks.
func (s *blockSorter[W]) tag(blocks []statecodec.Block[W]) {
	if cap(s.tags) < len(blocks) {
		s.tags, s.scratch = make([][1]uint64, len(blocks)), make([][1]uint64, len(blocks))
	}
	s.tags = s.tags[:len(blocks)]
	for i := range s.tags {
		s.tags[i][0] = uint64(i)
	}
	for k := range s.parts {
		addBits(s.tags, blocks, s.parts[k])
	}
}

// addBits puts the bits of one word of the keys into tags.
func addBits[W statecodec.Words](tags [][1]uint64, blocks []statecodec.Block[W], p tagPart) {
	blocks = blocks[:len(tags)]
	for i := range tags {
		key := &blocks[i].Key
		tags[i][0] |= p.bits.of((*key)[p.word%len(*key)]) >> (p.drop % 64) << (p.shift % 64)
	}
}

// sortTies sorts by their keys blocks whose tags are equal, which is where the rest of the bits decides.
func sortTies[W statecodec.Words](tags [][1]uint64, blocks []statecodec.Block[W], place uint64) {
	for i := 0; i < len(tags); {
		n := 1
		for i+n < len(tags) && (tags[i][0]^tags[i+n][0])&^place == 0 {
			n++
		}
		if n > 1 {
			slices.SortFunc(tags[i:i+n], func(a, b [1]uint64) int {
				return statecodec.Compare(blocks[a[0]&place].Key, blocks[b[0]&place].Key)
			})
		}
		i += n
	}
}

// merge writes the blocks in the order of the tags.
func (s *blockSorter[W]) merge(part *Part[W], blocks []statecodec.Block[W], place uint64) error {
	out, n := &s.merged, 0
	for _, tag := range s.tags {
		b := &blocks[tag[0]&place]
		if n > 0 && out[n-1].Key == b.Key {
			if out[n-1].Set&b.Set != 0 {
				return ErrOrder
			}
			out[n-1].Set |= b.Set
			continue
		}
		if n == len(out) {
			_ = part.WriteBlocks(out[:n-1]) // kept in the part
			out[0], n = out[n-1], 1
		}
		out[n] = *b
		n++
	}
	return part.WriteBlocks(out[:n])
}

// append appends blocks to dst, for which there is room, in the order of their keys, those of the same key as one. It
// does not branch on where a key ends, because that cannot be guessed.
func (s *blockSorter[W]) append(dst, blocks []statecodec.Block[W]) []statecodec.Block[W] {
	place := s.arrange(blocks)
	n := len(dst) - 1
	dst = dst[:len(dst)+len(blocks)]
	var open statecodec.Block[W]
	open.Key[len(open.Key)-1] = 1 // no key
	for _, tag := range s.tags {
		b := &blocks[tag[0]&place]
		step := 1
		if b.Key == open.Key {
			step = 0
		}
		open.Set = open.Set&uint64(step-1) | b.Set
		open.Key = b.Key
		n += step
		dst[n] = open
	}
	return dst[:n+1]
}

// varyingKeys returns the bits in which some keys differ.
func varyingKeys[W statecodec.Words](blocks []statecodec.Block[W]) (v W) {
	first := blocks[0].Key
	for i := range blocks {
		for j := 0; j < len(v); j++ {
			v[j] |= blocks[i].Key[j] ^ first[j]
		}
	}
	return v
}

// A gatherer moves the bits of a mask together, to the lowest places, and keeps their order: what the instruction
// PEXT does. It is the compress of H. S. Warren, Hacker's Delight, 7-4: step i moves some of the bits by 2^i places, so six
// steps move each bit by any number of places.
type gatherer struct {
	mask  uint64
	moves [6]uint64 // the bits that each step moves, where they then are
	size  int       // of the mask, in bits
}

// gathererOf returns the gatherer of a mask.
func gathererOf(mask uint64) gatherer {
	g := gatherer{mask: mask, size: bits.OnesCount64(mask)}
	gaps := ^mask << 1
	for i := range g.moves {
		odd := gaps // bit k: whether an odd number of gaps lies below it
		for shift := 1; shift < 64; shift *= 2 {
			odd ^= odd << shift
		}
		g.moves[i] = odd & mask
		mask = mask ^ g.moves[i] | g.moves[i]>>(1<<i)
		gaps &^= odd
	}
	return g
}

// of returns the bits of x.
func (g *gatherer) of(x uint64) uint64 {
	x &= g.mask
	t := x & g.moves[0]
	x = x ^ t | t>>1
	t = x & g.moves[1]
	x = x ^ t | t>>2
	t = x & g.moves[2]
	x = x ^ t | t>>4
	t = x & g.moves[3]
	x = x ^ t | t>>8
	t = x & g.moves[4]
	x = x ^ t | t>>16
	t = x & g.moves[5]
	return x ^ t | t>>32
}
