package frontier

import (
	"errors"
	"slices"
	"unsafe"

	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// A Sorter takes blocks of states in any order, as many as there are, and yields their states in increasing order,
// each once. It sorts what it has room for in memory; when that is full, it
// writes it to a store as a run. It is for one goroutine, until it is sealed.
type Sorter[W statecodec.Words] struct {
	store    *Store[W]
	room     int
	memory   memory.Memory         // for room blocks, from the first one on
	blocks   []statecodec.Block[W] // in memory; of increasing keys once sealed
	packer   Packer[W]
	segments []*Run[W]
}

// segmentOptions are those of runs that are read once, soon.
var segmentOptions = Options{Codec: S2, BlockStates: DefaultBlockStates / segmentShare}

const (
	// segmentShare is how many blocks of a segment are as many states as one of other runs: there may be many segments, of each of
	// which every worker holds a block.
	segmentShare = 4

	// pieceBlocks is how many blocks in memory count as a block of a run when work is shared.
	pieceBlocks = DefaultBlockStates / 4

	// segmentBlocks is how many blocks are encoded at a time when a sorter is full.
	segmentBlocks = 8 * pieceBlocks
)

// NewSorter returns a sorter with room for so many blocks in memory, and as many more while it sorts them, which costs
// memory as it is used, outside the collector's heap. It must be freed.
func NewSorter[W statecodec.Words](store *Store[W], room int) *Sorter[W] {
	return &Sorter[W]{store: store, room: max(room, 1)}
}

// Add takes blocks. Keys and states may be there more than once. Errors are those of the store.
func (s *Sorter[W]) Add(blocks []statecodec.Block[W]) error {
	for len(blocks) > 0 {
		if len(s.blocks) == cap(s.blocks) {
			if err := s.makeRoom(); err != nil {
				return err
			}
		}
		n := min(len(blocks), cap(s.blocks)-len(s.blocks))
		s.blocks = append(s.blocks, blocks[:n]...)
		blocks = blocks[n:]
	}
	return nil
}

// makeRoom takes memory if there is none yet. Otherwise it sorts what is there, so that each key is there once, and writes
// it to a segment unless it is no more than half then.
func (s *Sorter[W]) makeRoom() error {
	if s.blocks == nil {
		s.memory = memory.NewFixed(uintptr(s.room) * blockBytes[W]())
		s.blocks = memory.As[statecodec.Block[W]](s.memory.Words)[:0]
		return nil
	}
	s.Seal()
	if len(s.blocks) <= cap(s.blocks)/2 {
		return nil
	}
	d, err := s.store.Draft(segmentOptions)
	if err != nil {
		return err
	}
	defer d.Discard()
	for chunk := range slices.Chunk(s.blocks, segmentBlocks) {
		p := d.NewPart()
		if err := errors.Join(p.WriteBlocks(chunk), d.spend(p)); err != nil {
			return err
		}
	}
	run, err := d.Close()
	if err != nil {
		return err
	}
	s.segments, s.blocks = append(s.segments, run), s.blocks[:0]
	return nil
}

// Seal sorts what is in memory. Streams can be had from then on, until more is added.
func (s *Sorter[W]) Seal() { s.blocks = s.packer.sort(s.blocks) }

// pieces cuts what is in memory into ranges: piece i is what lies in rangeOf(cuts, i). They share no block, so that each may be
// changed while the others are read.
func (s *Sorter[W]) pieces(cuts []W) (pieces [][]statecodec.Block[W]) {
	left := s.blocks
	for i := range cuts {
		n := search(left, &cuts[i])
		pieces, left = append(pieces, left[:n:n]), left[n:]
	}
	return append(pieces, left)
}

// streams appends a stream of a piece of what is in memory, and one for what lies in a range of each segment.
func (s *Sorter[W]) streams(dst []Stream[W], piece []statecodec.Block[W], r Range[W], buffers *buffers[W]) []Stream[W] {
	if len(piece) > 0 {
		dst = append(dst, &sliceStream[W]{piece})
	}
	for _, run := range s.segments {
		dst = append(dst, run.cursor(r, buffers.next()))
	}
	return dst
}

// Reset forgets all states and keeps the memory.
func (s *Sorter[W]) Reset() (err error) {
	for _, run := range s.segments {
		if dropped := run.Drop(); err == nil {
			err = dropped
		}
	}
	clear(s.segments)
	s.blocks, s.segments = s.blocks[:0], s.segments[:0]
	return err
}

// Free gives the memory and all states back.
func (s *Sorter[W]) Free() error {
	err := s.Reset()
	s.packer.Free()
	s.memory.Free()
	s.blocks = nil
	return err
}

// blockBytes returns the memory of a block.
func blockBytes[W statecodec.Words]() uintptr { return unsafe.Sizeof(statecodec.Block[W]{}) }

// A sliceStream streams a sorted slice.
type sliceStream[W statecodec.Words] struct{ left []statecodec.Block[W] }

func (s *sliceStream[W]) Next() ([]statecodec.Block[W], error) {
	n := min(len(s.left), mergeBlocks)
	blocks := s.left[:n]
	s.left = s.left[n:]
	return blocks, nil
}
