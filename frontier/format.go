package frontier

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"

	"exhaust/statecodec"
)

// The sizes of the fixed parts of a run, and the words at its two ends. docs/FORMAT.md
// draws them. All numbers are little-endian.
const (
	magic     = "exhaustL"
	endMagic  = "\r\nlevel\n"
	headBytes = 32
)

// entryBytes is the size of a block's entry in the index.
func entryBytes(words int) int { return 8*words + 24 }

// footBytes is the size of the footer.
func footBytes(words int) int { return 8*words + 56 }

// A header begins a run.
type header struct {
	version     int
	codec       Codec
	words       int
	blockStates int // no block holds more
}

func (h *header) append(dst []byte) []byte {
	at := len(dst)
	dst = append(dst, magic...)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(h.version))
	dst = append(dst, uint8(h.codec), uint8(h.words))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(h.blockStates))
	dst = append(dst, make([]byte, 8)...)
	return binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[at:]))
}

// A block is what the index says of a block, and where that puts it.
type block[W statecodec.Words] struct {
	first  W
	at     int64  // the offset of its bytes
	stored uint32 // bytes, compressed
	body   uint32 // bytes, as encoded
	states uint32
	keys   uint32 // blocks of statecodec, of which the file does not tell; 0 if nobody knows
	sum    uint64 // xxhash of the stored bytes
}

func (b *block[W]) append(dst []byte) []byte {
	dst = appendState(dst, &b.first)
	dst = binary.LittleEndian.AppendUint32(dst, b.stored)
	dst = binary.LittleEndian.AppendUint32(dst, b.body)
	dst = binary.LittleEndian.AppendUint32(dst, b.states)
	dst = append(dst, 0, 0, 0, 0)
	return binary.LittleEndian.AppendUint64(dst, b.sum)
}

// parse reads an entry, all but the block's offset.
func (b *block[W]) parse(src []byte) {
	src = parseState(src, &b.first)
	b.stored = binary.LittleEndian.Uint32(src)
	b.body = binary.LittleEndian.Uint32(src[4:])
	b.states = binary.LittleEndian.Uint32(src[8:])
	b.sum = binary.LittleEndian.Uint64(src[16:])
}

// A footer ends a run.
type footer[W statecodec.Words] struct {
	last     W
	states   uint64
	blocks   uint64
	index    uint64 // the offset of the index
	indexSum uint64 // xxhash of the index
	fileSum  uint64 // xxhash of all bytes before the footer
}

func (f *footer[W]) append(dst []byte) []byte {
	at := len(dst)
	dst = appendState(dst, &f.last)
	for _, v := range []uint64{f.states, f.blocks, f.index, f.indexSum, f.fileSum} {
		dst = binary.LittleEndian.AppendUint64(dst, v)
	}
	dst = binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[at:]))
	return append(dst, endMagic...)
}

func (f *footer[W]) parse(src []byte) {
	src = parseState(src, &f.last)
	for _, v := range []*uint64{&f.states, &f.blocks, &f.index, &f.indexSum, &f.fileSum} {
		*v = binary.LittleEndian.Uint64(src)
		src = src[8:]
	}
}

func appendState[W statecodec.Words](dst []byte, w *W) []byte {
	for i := 0; i < len(*w); i++ {
		dst = binary.LittleEndian.AppendUint64(dst, (*w)[i])
	}
	return dst
}

// parseState reads a state and returns what follows it.
func parseState[W statecodec.Words](src []byte, w *W) []byte {
	for i := 0; i < len(*w); i++ {
		(*w)[i] = binary.LittleEndian.Uint64(src)
		src = src[8:]
	}
	return src
}

// A source is the bytes of a run, and the name that its errors give it. Offsets are those in the
// run, but in errors they are those in the file of which it is a part.
type source struct {
	r     io.ReaderAt
	size  int64
	name  string
	begin int64 // of the run in the file
}

// read fills dst from an offset on. Callers ask for no more than size allows.
func (s *source) read(dst []byte, at int64) error {
	n, err := s.r.ReadAt(dst, at)
	if n == len(dst) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return s.corrupt(at+int64(n), "the file ends: want %d bytes", s.begin+s.size)
	}
	return fmt.Errorf("%s at offset %d: %w", s.name, s.begin+at+int64(n), err)
}

// corrupt returns an ErrCorrupt with the name of the run, an offset in it as one in its file, and
// what is wrong there.
func (s *source) corrupt(at int64, format string, args ...any) error {
	return fmt.Errorf("%s at offset %d: %w: %s", s.name, s.begin+at, ErrCorrupt,
		fmt.Sprintf(format, args...))
}

func (s *source) unsupported(at int64, format string, args ...any) error {
	return fmt.Errorf("%s at offset %d: %w: %s", s.name, s.begin+at, ErrUnsupported,
		fmt.Sprintf(format, args...))
}

// header reads and checks the header: magic, version, codec, width, checksum, in
// this order, so that another version's file gets a clear answer.
func (s *source) header() (h header, err error) {
	if s.size < headBytes {
		return h, s.corrupt(s.size, "the file ends: want a header of %d bytes", headBytes)
	}
	var b [headBytes]byte
	if err := s.read(b[:], 0); err != nil {
		return h, err
	}
	h = header{version: int(binary.LittleEndian.Uint16(b[8:])), codec: Codec(b[10]), words: int(b[11]),
		blockStates: int(binary.LittleEndian.Uint32(b[12:]))}
	sum := binary.LittleEndian.Uint64(b[headBytes-8:])
	switch {
	case string(b[:8]) != magic:
		return h, s.corrupt(0, "it begins with %q: want %q", b[:8], magic)
	case !Reads(h.version):
		return h, s.unsupported(8, "version %d: want %d to %d", h.version, firstVersion, Version)
	case !h.codec.known():
		return h, s.unsupported(10, "codec %d: want %s", uint8(h.codec), knownCodecs)
	case h.words < 1 || h.words > 8 || h.words > 4 && h.words < 8:
		return h, s.unsupported(11, "states of %d words: want 1, 2, 3, 4 or 8", h.words)
	case sum != xxhash.Sum64(b[:headBytes-8]):
		return h, s.corrupt(headBytes-8, "header checksum %016x: want %016x", sum,
			xxhash.Sum64(b[:headBytes-8]))
	case h.blockStates < 1 || h.blockStates > MaxBlockStates:
		return h, s.corrupt(12, "blocks of %d states: want 1 to %d", h.blockStates, MaxBlockStates)
	}
	return h, nil
}
