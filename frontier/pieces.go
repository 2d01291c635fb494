package frontier

import (
	"io"
	"slices"

	"exhaust/visited/memory"
)

// pieceBytes is the size of the pieces of memory that hold a run.
const pieceBytes = 1 << 16

// Pieces are bytes in memory: the first of them in a slice that grows, the others in pieces of a pool. They may be read by many goroutines
// at once.
type pieces struct {
	pool *memory.Pool
	head []byte
	tail [][]uint64
	size int64
}

// toTake returns how many bytes of memory it takes to add so many.
func (p *pieces) toTake(n int) int64 {
	size := p.size + int64(n)
	return takenBy(size) - takenBy(p.size)
}

// taken returns the bytes of memory that are in use.
func (p *pieces) taken() int64 { return takenBy(p.size) }

func takenBy(size int64) int64 {
	if size <= pieceBytes {
		return size
	}
	return (size + pieceBytes - 1) / pieceBytes * pieceBytes
}

// add adds bytes.
func (p *pieces) add(b []byte) {
	if room := pieceBytes - len(p.head); room > 0 {
		n := min(room, len(b))
		p.head = append(p.head, b[:n]...)
		p.size += int64(n)
		b = b[n:]
	}
	for len(b) > 0 {
		at := int(p.size % pieceBytes)
		if at == 0 {
			p.tail = append(p.tail, p.pool.Get())
		}
		n := copy(memory.As[byte](p.tail[len(p.tail)-1])[at:], b)
		p.size += int64(n)
		b = b[n:]
	}
}

// ReadAt reads bytes that are all there.
func (p *pieces) ReadAt(b []byte, at int64) (n int, _ error) {
	if at+int64(len(b)) > p.size {
		return 0, io.ErrUnexpectedEOF
	}
	for n < len(b) {
		from := p.head
		if i := at / pieceBytes; i > 0 {
			from = memory.As[byte](p.tail[i-1])
		}
		k := copy(b[n:], from[at%pieceBytes:])
		n, at = n+k, at+int64(k)
	}
	return n, nil
}

// trim gives back the memory at the end that is not in use, as far as it is on the heap.
func (p *pieces) trim() { p.head = slices.Clone(p.head) }

// free gives all memory back; nothing is there afterwards.
func (p *pieces) free() {
	for _, piece := range p.tail {
		p.pool.Put(piece)
	}
	p.head, p.tail, p.size = nil, nil, 0
}
