package frontier

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

// A Codec is how the blocks of a run are compressed.
type Codec uint8

// The codecs. Their numbers are part of the format.
const (
	DefaultCodec Codec = 0 // Zstd in Options; in no run
	None         Codec = 1
	S2           Codec = 2 // about a third larger than Zstd, and several times as fast
	Zstd         Codec = 3 // at its fastest level
)

const knownCodecs = "1 (none), 2 (s2) or 3 (zstd)"

func (c Codec) known() bool { return c >= None && c <= Zstd }

func (c Codec) String() string {
	switch c {
	case None:
		return "none"
	case S2:
		return "s2"
	case Zstd:
		return "zstd"
	}
	return fmt.Sprintf("codec %d", uint8(c))
}

// Encoders and decoders, each for one goroutine at a time and of about half a megabyte: there are as many as goroutines that use
// them at once, whatever the number of cores.
var (
	zstdEncoders = sync.Pool{New: func() any {
		return must(zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false),
			zstd.WithSingleSegment(true), zstd.WithLowerEncoderMem(true), zstd.WithEncoderConcurrency(1)))
	}}
	zstdDecoders = sync.Pool{New: func() any {
		return must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true),
			zstd.WithDecoderMaxMemory(uint64(maxBody[[8]uint64](MaxBlockStates)))))
	}}
)

// must is for constructors that fail on wrong options alone.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// compress appends a body, compressed, to dst.
func (c Codec) compress(dst, body []byte) []byte {
	switch c {
	case S2:
		at, room := len(dst), s2.MaxEncodedLen(len(body))
		dst = append(dst, make([]byte, room)...)
		return dst[:at+len(s2.Encode(dst[at:], body))]
	case Zstd:
		e := zstdEncoders.Get().(*zstd.Encoder)
		defer zstdEncoders.Put(e)
		return e.EncodeAll(body, dst)
	}
	return append(dst, body...)
}

// decompress returns the body that stored holds, in dst's memory if that is large enough. The
// body is of the given size if stored is what compress wrote; it is never longer,
// and has room for padding after it.
func (c Codec) decompress(dst, stored []byte, size int) ([]byte, error) {
	if cap(dst) < size+padding {
		dst = make([]byte, 0, size+padding+size/8)
	}
	switch c {
	case S2:
		if n, err := s2.DecodedLen(stored); err != nil || n != size {
			return dst[:0], err
		}
		return s2.Decode(dst[:size], stored)
	case Zstd: // into dst, because the limit is its capacity
		d := zstdDecoders.Get().(*zstd.Decoder)
		defer zstdDecoders.Put(d)
		body, err := d.DecodeAll(stored, dst[:0:size])
		if err != nil || len(body) > size {
			return dst[:0], err
		}
		return dst[:len(body)], nil
	}
	return append(dst[:0], stored[:min(size, len(stored))]...), nil
}
