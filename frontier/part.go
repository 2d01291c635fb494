package frontier

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"

	"exhaust/statecodec"
)

// A Part is encoded blocks in memory: a stretch of a run without its header, index and
// footer. Workers that share a level each encode a range of its values into Parts
// of their own, at once, and a Writer appends them in the order of the ranges.
//
// A Part takes what its states take in the run, about half a byte each, and the blocks of statecodec and the body of a
// block of the run. It is not for use by several goroutines at once.
type Part[W statecodec.Words] struct {
	options Options
	bytes   []byte
	blocks  []block[W]
	last    W                     // of the blocks
	states  uint64                // those of the open block among them
	held    []statecodec.Block[W] // the block that is not full
	open    int                   // how many states it has
	scratch []statecodec.Block[W]
	body    []byte // scratch
	sets    []byte // likewise
	err     error
}

// NewPart returns an empty part. The options must be those of the Writer that will
// take it.
func NewPart[W statecodec.Words](o Options) (*Part[W], error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Part[W]{options: o}, nil
}

// Reset empties the part and keeps its memory.
func (p *Part[W]) Reset() {
	p.bytes, p.blocks, p.held = p.bytes[:0], p.blocks[:0], p.held[:0]
	p.states, p.open = 0, 0
	p.err = nil
}

// States returns the number of states written.
func (p *Part[W]) States() uint64 { return p.states }

// Bytes returns how many bytes are encoded. States of a block that is not full are not.
func (p *Part[W]) Bytes() int { return len(p.bytes) }

// Write encodes states that continue those before: strictly increasing, ErrOrder if they
// are not. It keeps no reference to them. After an error every call returns it, until the
// part is reset.
func (p *Part[W]) Write(states []W) error {
	for i := 1; i < len(states); i++ {
		if !statecodec.Less(&states[i-1], &states[i]) {
			p.err = ErrOrder
		}
	}
	p.scratch = statecodec.AppendBlocks(p.scratch[:0], states)
	return p.WriteBlocks(p.scratch)
}

// WriteBlocks encodes the states of blocks whose keys increase strictly, to the bytes that Write makes of them.
func (p *Part[W]) WriteBlocks(blocks []statecodec.Block[W]) error {
	if !p.inOrder(blocks) {
		p.err = ErrOrder
	}
	for len(blocks) > 0 && p.err == nil {
		n, states := 0, 0
		if !p.continues(blocks[0].Key) {
			n, states = fitting(blocks, p.options.BlockStates-p.open)
		}
		if n == 0 {
			p.extend(blocks[0])
			blocks = blocks[1:]
			continue
		}
		p.held = append(p.held, blocks[:n]...)
		p.grow(states)
		blocks = blocks[n:]
	}
	return p.err
}

// inOrder reports whether the keys of blocks increase, from those before on. The first may be the one of the block before, of which it
// then has other states.
func (p *Part[W]) inOrder(blocks []statecodec.Block[W]) bool {
	for i := 1; i < len(blocks); i++ {
		if !statecodec.Less(&blocks[i-1].Key, &blocks[i].Key) {
			return false
		}
	}
	for len(blocks) > 0 && blocks[0].Set == 0 {
		blocks = blocks[1:]
	}
	if len(blocks) == 0 {
		return true
	}
	first := blocks[0].At(bits.TrailingZeros64(blocks[0].Set))
	if n := len(p.held); n > 0 {
		last := lastOf(&p.held[n-1])
		return statecodec.Less(&last, &first)
	}
	return len(p.blocks) == 0 || statecodec.Less(&p.last, &first)
}

// lastOf returns the last state of a block.
func lastOf[W statecodec.Words](b *statecodec.Block[W]) W {
	return b.At(63 - bits.LeadingZeros64(b.Set))
}

// continues reports whether the open block ends with a block of a key.
func (p *Part[W]) continues(key W) bool { return len(p.held) > 0 && p.held[len(p.held)-1].Key == key }

// extend adds the states of a block, none or some, to the open block, which may end with a block of the same key, and to the next
// one if they do not fit.
func (p *Part[W]) extend(b statecodec.Block[W]) {
	for b.Set != 0 {
		if !p.continues(b.Key) {
			p.held = append(p.held, statecodec.Block[W]{Key: b.Key})
		}
		low := lowest(b.Set, p.options.BlockStates-p.open)
		p.held[len(p.held)-1].Set |= low
		b.Set &^= low
		p.grow(bits.OnesCount64(low))
	}
}

// lowest returns the lowest bits of a set, at most so many.
func lowest(set uint64, most int) uint64 {
	left := set
	for ; most > 0 && left != 0; most-- {
		left &= left - 1
	}
	return set &^ left
}

// fitting returns how many of the blocks, up to one of no states, have no more than so many states together, and how many they have.
func fitting[W statecodec.Words](blocks []statecodec.Block[W], most int) (n, states int) {
	for n < len(blocks) && blocks[n].Set != 0 && states+blocks[n].Len() <= most {
		states += blocks[n].Len()
		n++
	}
	return n, states
}

// grow counts states that were held, and seals the block that is full with them.
func (p *Part[W]) grow(states int) {
	p.open += states
	p.states += uint64(states)
	if p.open == p.options.BlockStates {
		_ = p.seal() // there is no error
	}
}

// seal ends the open block, full or not.
func (p *Part[W]) seal() error {
	if p.open == 0 || p.err != nil {
		return p.err
	}
	p.body, p.sets = encodeBody(p.body[:0], p.sets, p.held)
	at := len(p.bytes)
	p.bytes = p.options.Codec.compress(p.bytes, p.body)
	p.blocks = append(p.blocks, block[W]{
		first:  p.held[0].At(bits.TrailingZeros64(p.held[0].Set)),
		stored: uint32(len(p.bytes) - at),
		body:   uint32(len(p.body)),
		states: uint32(p.open),
		keys:   uint32(len(p.held)),
		sum:    xxhash.Sum64(p.bytes[at:]),
	})
	p.last, p.held, p.open = lastOf(&p.held[len(p.held)-1]), p.held[:0], 0
	return nil
}
