package frontier

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/cespare/xxhash/v2"

	"exhaust/statecodec"
)

// A Reader reads a run. It holds the index, and nothing else; all of its methods may be
// called by many goroutines at once, each with a Buffer of its own.
type Reader[W statecodec.Words] struct {
	source
	header header
	foot   footer[W]
	blocks []block[W]

	blockRoom uint64 // bytes that a Buffer takes for any block, about
}

// A Buffer is the memory with which one goroutine decodes blocks. The zero Buffer is ready.
type Buffer[W statecodec.Words] struct {
	states       []W
	blocks       []statecodec.Block[W]
	stored, body []byte
	run          *Reader[W] // whose block is in blocks; nil if a caller may have changed them
	block        int
}

// Open reads header, footer and index of the run in r, of size bytes, and checks
// them. Errors call the run by its name. They are ErrUnsupported for a run of another
// version, codec or width, ErrCorrupt for bytes that are not what was written, or r's own.
// No more memory is taken than the size allows.
func Open[W statecodec.Words](r io.ReaderAt, size int64, name string) (*Reader[W], error) {
	return openSource[W](source{r: r, size: size, name: name})
}

// openSource opens the run of a source.
func openSource[W statecodec.Words](s source) (*Reader[W], error) {
	f := &Reader[W]{source: s}
	var err error
	if f.header, err = f.source.header(); err != nil {
		return nil, err
	}
	if words := len(f.foot.last); f.header.words != words {
		return nil, f.unsupported(11, "states of %d words: want %d", f.header.words, words)
	}
	if err := f.readFooter(); err != nil {
		return nil, err
	}
	if err := f.readIndex(); err != nil {
		return nil, err
	}
	f.blockRoom = roomOf(f.blocks)
	return f, nil
}

func (f *Reader[W]) readFooter() error {
	b := make([]byte, footBytes(f.header.words))
	at := f.size - int64(len(b))
	if at < headBytes {
		return f.corrupt(f.size, "the file ends: want a footer of %d bytes", len(b))
	}
	if err := f.read(b, at); err != nil {
		return err
	}
	body, end := b[:len(b)-16], b[len(b)-8:]
	if string(end) != endMagic {
		return f.corrupt(f.size-8, "it ends with %q: want %q", end, endMagic)
	}
	if have, want := binary.LittleEndian.Uint64(b[len(body):]), xxhash.Sum64(body); have != want {
		return f.corrupt(at+int64(len(body)), "footer checksum %016x: want %016x", have, want)
	}
	f.foot.parse(body)
	room := uint64(at - headBytes)
	if f.foot.blocks > room/uint64(entryBytes(f.header.words)) ||
		f.foot.index != uint64(at)-f.foot.blocks*uint64(entryBytes(f.header.words)) {
		return f.corrupt(at, "%d blocks and an index at %d: want them to fit %d bytes", f.foot.blocks,
			f.foot.index, f.size)
	}
	return nil
}

func (f *Reader[W]) readIndex() error {
	size := entryBytes(f.header.words)
	b := make([]byte, int(f.foot.blocks)*size)
	at := int64(f.foot.index)
	if err := f.read(b, at); err != nil {
		return err
	}
	if sum := xxhash.Sum64(b); sum != f.foot.indexSum {
		return f.corrupt(at, "index checksum %016x: want %016x", sum, f.foot.indexSum)
	}
	f.blocks = make([]block[W], f.foot.blocks)
	next, states := int64(headBytes), uint64(0)
	for i := range f.blocks {
		e := &f.blocks[i]
		e.parse(b[i*size:])
		e.at = next
		if err := f.checkEntry(i, at+int64(i*size)); err != nil {
			return err
		}
		next += int64(e.stored)
		states += uint64(e.states)
	}
	if next != at || states != f.foot.states {
		return f.corrupt(f.size-int64(footBytes(f.header.words)),
			"the index has %d states and blocks up to %d: want %d and %d",
			states, next, f.foot.states, at)
	}
	return nil
}

// checkEntry checks what the index says of a block against the file and the entry before.
func (f *Reader[W]) checkEntry(i int, at int64) error {
	e := &f.blocks[i]
	switch {
	case e.states < 1 || int(e.states) > f.header.blockStates:
		return f.corrupt(at, "block %d has %d states: want 1 to %d", i, e.states, f.header.blockStates)
	case int(e.body) > maxBody[W](int(e.states)):
		return f.corrupt(at, "block %d has a body of %d bytes: want at most %d", i, e.body,
			maxBody[W](int(e.states)))
	case int64(e.stored) > int64(f.foot.index)-e.at:
		return f.corrupt(at, "block %d has %d bytes at %d: want it to end before %d", i, e.stored, e.at,
			f.foot.index)
	case i > 0 && !statecodec.Less(&f.blocks[i-1].first, &e.first), statecodec.Less(&f.foot.last,
		&e.first):
		return f.corrupt(at, "block %d begins out of order", i)
	}
	return nil
}

// Info says what the run holds.
func (f *Reader[W]) Info() Info[W] {
	info := Info[W]{Codec: f.header.codec, States: f.foot.states, Blocks: len(f.blocks), Bytes: f.size,
		Last: f.foot.last}
	if len(f.blocks) > 0 {
		info.First = f.blocks[0].first
	}
	return info
}

// Blocks returns the number of blocks.
func (f *Reader[W]) Blocks() int { return len(f.blocks) }

// First returns the first state of block i.
func (f *Reader[W]) First(i int) W { return f.blocks[i].first }

// Find returns the number of the only block that may hold a state, or -1 if the state lies before
// all of them. It reads nothing.
func (f *Reader[W]) Find(state W) int {
	return sort.Search(len(f.blocks), func(i int) bool {
		return statecodec.Less(&state,
			&f.blocks[i].first)
	}) - 1
}

// Decode returns the states of block i, which are valid until b is used again. It reads and
// checks the block's bytes, and allocates nothing once b has grown to the largest block.
func (f *Reader[W]) Decode(i int, b *Buffer[W]) ([]W, error) {
	blocks, err := f.DecodeBlocks(i, b)
	b.states = b.states[:0]
	for k := range blocks {
		b.states = blocks[k].Append(b.states)
	}
	return b.states, err
}

// DecodeBlocks returns the states of block i as blocks of statecodec, in increasing order, no two
// with the same key; but the last key of one block of a run may be the first of the next. It reads,
// checks and takes memory as Decode does, and is faster.
func (f *Reader[W]) DecodeBlocks(i int, b *Buffer[W]) ([]statecodec.Block[W], error) {
	e := &f.blocks[i]
	stored, err := f.stored(i, b)
	if err != nil {
		return nil, err
	}
	body, err := f.header.codec.decompress(b.body, stored, int(e.body))
	if err != nil || len(body) != int(e.body) {
		return nil, f.corrupt(e.at, "block %d does not unpack to %d bytes (%v)", i, e.body, err)
	}
	b.body = append(body, make([]byte, padding)...)
	blocks, ok := f.decode(e, b)
	b.blocks = blocks
	if !ok || !f.ends(i, &blocks[len(blocks)-1]) {
		return nil, f.corrupt(e.at, "block %d is not %d increasing states", i, e.states)
	}
	return blocks, nil
}

// decode returns the states of a block whose body is in b.
func (f *Reader[W]) decode(e *block[W], b *Buffer[W]) (blocks []statecodec.Block[W], ok bool) {
	if f.header.version == firstVersion {
		return decodeStates(b.blocks, e.first, int(e.states), b.body)
	}
	return decodeBody(b.blocks, e.first, int(e.states), b.body)
}

// stored returns the bytes of block i as they are stored, checked. They are valid until b is used
// again.
func (f *Reader[W]) stored(i int, b *Buffer[W]) ([]byte, error) {
	b.run = nil
	e := &f.blocks[i]
	b.stored = slices.Grow(b.stored[:0], int(e.stored))[:e.stored]
	if err := f.read(b.stored, e.at); err != nil {
		return nil, err
	}
	if sum := xxhash.Sum64(b.stored); sum != e.sum {
		return nil, f.corrupt(e.at, "block %d has checksum %016x: want %016x", i, sum, e.sum)
	}
	return b.stored, nil
}

// look returns what DecodeBlocks does, to be read alone. If b holds it already it does nothing.
func (f *Reader[W]) look(i int, b *Buffer[W]) ([]statecodec.Block[W], error) {
	if b.run == f && b.block == i {
		return b.blocks, nil
	}
	blocks, err := f.DecodeBlocks(i, b)
	if err == nil {
		b.run, b.block = f, i
	}
	return blocks, err
}

// Has reports whether the run holds a state. It decodes at most one block, none if b holds it
// already from a call of Has or Subtract.
func (f *Reader[W]) Has(w *W, b *Buffer[W]) (bool, error) {
	i := f.Find(*w)
	if i < 0 {
		return false, nil
	}
	blocks, err := f.look(i, b)
	if err != nil {
		return false, err
	}
	one := statecodec.BlockOf(w)
	at := search(blocks, &one.Key)
	return at < len(blocks) && blocks[at].Key == one.Key && blocks[at].Set&one.Set != 0, nil
}

// ends reports whether block i may end with the last state of b: before the next one begins, and
// the last one with the last state.
func (f *Reader[W]) ends(i int, b *statecodec.Block[W]) bool {
	last := lastOf(b)
	if i+1 < len(f.blocks) {
		return statecodec.Less(&last, &f.blocks[i+1].first)
	}
	return last == f.foot.last
}

// Verify reads every byte of the run, checks it against all checksums, and decodes all
// blocks.
func (f *Reader[W]) Verify() error {
	var b Buffer[W]
	for i := range f.blocks {
		if _, err := f.DecodeBlocks(i, &b); err != nil {
			return err
		}
	}
	sum, foot := xxhash.New(), f.size-int64(footBytes(f.header.words))
	chunk := make([]byte, min(1<<20, foot))
	for at := int64(0); at < foot; at += int64(len(chunk)) {
		chunk = chunk[:min(int64(len(chunk)), foot-at)]
		if err := f.read(chunk, at); err != nil {
			return err
		}
		sum.Write(chunk)
	}
	if sum.Sum64() != f.foot.fileSum {
		return f.corrupt(foot, "file checksum %016x: want %016x", sum.Sum64(), f.foot.fileSum)
	}
	return nil
}

// A Summary is what a run of any width holds.
type Summary struct {
	Words  int // of a state
	Codec  Codec
	States uint64
	Blocks int
	Bytes  int64
}

// Inspect opens a run of any width, verifies every byte of it if asked to, and says
// what it holds. The errors are those of Open and Verify.
func Inspect(r io.ReaderAt, size int64, name string, verify bool) (Summary, error) {
	return InspectAt(r, 0, size, name, verify)
}

// InspectAt does what Inspect does with a run that is part of a file, as OpenRun opens it: size
// bytes from an offset on. Errors have offsets in the file.
func InspectAt(r io.ReaderAt, at, size int64, name string, verify bool) (Summary, error) {
	s := source{section{r, at}, size, name, at}
	h, err := s.header()
	if err != nil {
		return Summary{}, err
	}
	switch h.words {
	case 1:
		return inspect[[1]uint64](&s, verify)
	case 2:
		return inspect[[2]uint64](&s, verify)
	case 3:
		return inspect[[3]uint64](&s, verify)
	case 4:
		return inspect[[4]uint64](&s, verify)
	case 8:
		return inspect[[8]uint64](&s, verify)
	}
	panic(fmt.Sprintf("frontier: a header of %d words", h.words))
}

func inspect[W statecodec.Words](s *source, verify bool) (Summary, error) {
	f, err := openSource[W](*s)
	if err != nil {
		return Summary{}, err
	}
	if verify {
		if err := f.Verify(); err != nil {
			return Summary{}, err
		}
	}
	return Summary{f.header.words, f.header.codec, f.foot.states, len(f.blocks), f.size}, nil
}
