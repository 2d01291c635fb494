package frontier

import (
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"

	"exhaust/statecodec"
)

// A Writer writes one run to an io.Writer, block by block. It holds no more than a few
// blocks and the index, which is a thousandth of the states. It is for one goroutine;
// others hand it Parts.
type Writer[W statecodec.Words] struct {
	w       io.Writer
	version int
	options Options
	part    Part[W] // blocks not yet written
	blocks  []block[W]
	at      int64 // bytes written
	states  uint64
	last    W
	sum     *xxhash.Digest
	err     error
}

// NewWriter begins a run. Nothing is written before the first block or Close.
func NewWriter[W statecodec.Words](w io.Writer, o Options) (*Writer[W], error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Writer[W]{w: w, version: Version, options: o, part: Part[W]{options: o}, sum: xxhash.New()}, nil
}

// Write appends states that continue those before: strictly increasing, ErrOrder if they are
// not. After an error, of order or of the io.Writer, every call returns it.
func (w *Writer[W]) Write(states []W) error {
	for len(states) > 0 && w.err == nil {
		n := min(len(states), w.options.BlockStates)
		if w.err = w.part.Write(states[:n]); w.err == nil {
			w.drain(&w.part)
		}
		states = states[n:]
	}
	return w.err
}

// Append appends all that was written to a part, which must lie after all states before:
// ErrOrder if it does not. The part keeps its content until it is reset.
func (w *Writer[W]) Append(p *Part[W]) error {
	if w.err != nil {
		return w.err
	}
	if p.options != w.options {
		return fmt.Errorf("part with options %v: want %v", p.options, w.options)
	}
	if w.err = w.flush(); w.err != nil {
		return w.err
	}
	if w.err = p.seal(); w.err != nil {
		return w.err
	}
	w.append(p)
	return w.err
}

// flush writes the states that wait for a full block.
func (w *Writer[W]) flush() error {
	if w.err == nil {
		w.err = w.part.seal()
	}
	if w.err == nil {
		w.drain(&w.part)
	}
	return w.err
}

// drain writes the blocks of the writer's own part and empties it of them.
func (w *Writer[W]) drain(p *Part[W]) {
	w.append(p)
	p.bytes, p.blocks = p.bytes[:0], p.blocks[:0]
}

// append writes the blocks of a part.
func (w *Writer[W]) append(p *Part[W]) {
	if len(p.blocks) == 0 {
		return
	}
	if len(w.blocks) > 0 && !statecodec.Less(&w.last, &p.blocks[0].first) {
		w.err = ErrOrder
		return
	}
	w.begin()
	at := w.at
	w.put(p.bytes)
	for _, b := range p.blocks {
		b.at = at
		at += int64(b.stored)
		w.states += uint64(b.states)
		w.blocks = append(w.blocks, b)
	}
	w.last = p.last
}

// Copy writes the run to an io.Writer, block by block as they are stored, and says what it holds. Each block is checked.
func (f *Reader[W]) Copy(to io.Writer) (Info[W], error) {
	w, err := NewWriter[W](to, Options{f.header.codec, f.header.blockStates})
	if err != nil {
		return Info[W]{}, err
	}
	w.version = f.header.version
	if err := w.copy(f); err != nil {
		return Info[W]{}, err
	}
	return w.Close()
}

// copy writes the blocks of a run, as they are stored, to a run of the same options, of which nothing was written.
func (w *Writer[W]) copy(f *Reader[W]) error {
	w.begin()
	var b Buffer[W]
	for i := range f.blocks {
		stored, err := f.stored(i, &b)
		if err != nil {
			return err
		}
		e := f.blocks[i]
		e.at = w.at
		w.put(stored)
		w.blocks, w.states = append(w.blocks, e), w.states+uint64(e.states)
	}
	w.last = f.foot.last
	return nil
}

// begin writes the header if nothing was written yet.
func (w *Writer[W]) begin() {
	if w.at == 0 {
		h := header{w.version, w.options.Codec, len(w.last), w.options.BlockStates}
		w.put(h.append(nil))
	}
}

func (w *Writer[W]) put(b []byte) {
	if w.err != nil {
		return
	}
	n, err := w.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	w.err = err
	w.at += int64(len(b))
	w.sum.Write(b)
}

// Close writes the index and the footer and says what the run holds. It does not close the
// io.Writer. Without Close there is no run.
func (w *Writer[W]) Close() (Info[W], error) {
	if err := w.flush(); err != nil {
		return Info[W]{}, err
	}
	w.begin()
	var index []byte
	for i := range w.blocks {
		index = w.blocks[i].append(index)
	}
	f := footer[W]{
		last:     w.last,
		states:   w.states,
		blocks:   uint64(len(w.blocks)),
		index:    uint64(w.at),
		indexSum: xxhash.Sum64(index),
	}
	w.put(index)
	f.fileSum = w.sum.Sum64()
	w.put(f.append(nil))
	if w.err != nil {
		return Info[W]{}, w.err
	}
	info := w.info()
	w.err = errClosed
	return info, nil
}

var errClosed = fmt.Errorf("the run is closed: %w", io.ErrClosedPipe)

func (w *Writer[W]) info() Info[W] {
	info := Info[W]{Codec: w.options.Codec, States: w.states, Blocks: len(w.blocks), Bytes: w.at, Last: w.last}
	if len(w.blocks) > 0 {
		info.First = w.blocks[0].first
	}
	return info
}
