package frontier

import (
	"github.com/cespare/xxhash/v2"

	"exhaust/statecodec"
)

// A Part is encoded blocks in memory: a stretch of a run without its header, index and
// footer. Workers that share a level each encode a range of its values into Parts
// of their own, at once, and a Writer appends them in the order of the ranges.
//
// A Part takes what its states take in the run, about half a byte each, and a block of
// them. It is not for use by several goroutines at once.
type Part[W statecodec.Words] struct {
	options Options
	pending []W // of a block that is not full
	bytes   []byte
	blocks  []block[W]
	last    W
	states  uint64 // including those pending
	body    []byte // scratch
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
	p.pending, p.bytes, p.blocks, p.states = p.pending[:0], p.bytes[:0], p.blocks[:0], 0
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
	size := p.options.BlockStates
	for len(states) > 0 && p.err == nil {
		if len(p.pending) == 0 && len(states) >= size {
			p.err = p.encode(states[:size])
			p.states += uint64(size)
			states = states[size:]
			continue
		}
		n := min(size-len(p.pending), len(states))
		p.pending = append(p.pending, states[:n]...)
		p.states += uint64(n)
		states = states[n:]
		if len(p.pending) == size {
			_ = p.seal() // kept in p.err
		}
	}
	return p.err
}

// seal encodes the pending states as a block, full or not.
func (p *Part[W]) seal() error {
	if len(p.pending) > 0 && p.err == nil {
		p.err = p.encode(p.pending)
		p.pending = p.pending[:0]
	}
	return p.err
}

// encode makes a block of states.
func (p *Part[W]) encode(states []W) error {
	if len(p.blocks) > 0 && !statecodec.Less(&p.last, &states[0]) {
		return ErrOrder
	}
	var ok bool
	if p.body, ok = encode(p.body[:0], states); !ok {
		return ErrOrder
	}
	at := len(p.bytes)
	p.bytes = p.options.Codec.compress(p.bytes, p.body)
	p.last = states[len(states)-1]
	p.blocks = append(p.blocks, block[W]{
		first:  states[0],
		stored: uint32(len(p.bytes) - at),
		body:   uint32(len(p.body)),
		states: uint32(len(states)),
		sum:    xxhash.Sum64(p.bytes[at:]),
	})
	return nil
}
