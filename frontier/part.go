package frontier

import (
	"github.com/cespare/xxhash/v2"

	"exhaust/statecodec"
)

// A Part is encoded blocks in memory: a stretch of a run without its header, index and
// footer. Workers that share a level each encode a range of its values into Parts
// of their own, at once, and a Writer appends them in the order of the ranges.
//
// A Part takes what its states take in the run, about half a byte each, and the body of a
// block. It is not for use by several goroutines at once.
type Part[W statecodec.Words] struct {
	options Options
	bytes   []byte
	blocks  []block[W]
	last    W      // of the blocks
	states  uint64 // those of the open block among them
	open    int    // how many states the block has that is not full
	from    W      // the first of them
	to      W      // the last of them
	body    []byte // of that block
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
	p.bytes, p.blocks, p.states, p.open = p.bytes[:0], p.blocks[:0], 0, 0
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
	for len(states) > 0 && p.err == nil {
		n := min(p.options.BlockStates-p.open, len(states))
		p.extend(states[:n])
		states = states[n:]
	}
	return p.err
}

// WriteBlocks encodes the states of blocks whose keys increase strictly, to the bytes that Write makes of them.
func (p *Part[W]) WriteBlocks(blocks []statecodec.Block[W]) error {
	for len(blocks) > 0 && p.err == nil {
		n, states := fitting(blocks, p.options.BlockStates-p.open)
		if p.open == 0 || n == 0 { // a block that begins one of the part, or does not fit
			var states [1 << statecodec.BlockBits]W
			_ = p.Write(blocks[0].Append(states[:0])) // kept in p.err
			blocks = blocks[1:]
			continue
		}
		body, last, ok := encodeBlocks(p.body, p.to, blocks[:n])
		p.body = body
		p.grow(states, last, ok)
		blocks = blocks[n:]
	}
	return p.err
}

// fitting returns how many of the blocks have no more than so many states together, and how many they have.
func fitting[W statecodec.Words](blocks []statecodec.Block[W], most int) (n, states int) {
	for n < len(blocks) && states+blocks[n].Len() <= most {
		states += blocks[n].Len()
		n++
	}
	return n, states
}

// extend encodes states for which the open block has room.
func (p *Part[W]) extend(states []W) {
	ok := true
	if p.open == 0 {
		ok = len(p.blocks) == 0 || statecodec.Less(&p.last, &states[0])
		p.from, p.body = states[0], p.body[:0]
	} else {
		p.body, ok = encode(p.body, []W{p.to, states[0]})
	}
	if ok {
		p.body, ok = encode(p.body, states)
	}
	p.grow(len(states), states[len(states)-1], ok)
}

// grow counts states that were encoded, in order or not, and seals the block that is full with them.
func (p *Part[W]) grow(states int, last W, ok bool) {
	if !ok {
		p.err = ErrOrder
		return
	}
	p.open += states
	p.states += uint64(states)
	p.to = last
	if p.open == p.options.BlockStates {
		_ = p.seal() // there is no error
	}
}

// seal ends the open block, full or not.
func (p *Part[W]) seal() error {
	if p.open == 0 || p.err != nil {
		return p.err
	}
	at := len(p.bytes)
	p.bytes = p.options.Codec.compress(p.bytes, p.body)
	p.blocks = append(p.blocks, block[W]{
		first:  p.from,
		stored: uint32(len(p.bytes) - at),
		body:   uint32(len(p.body)),
		states: uint32(p.open),
		sum:    xxhash.Sum64(p.bytes[at:]),
	})
	p.last, p.open = p.to, 0
	return nil
}
