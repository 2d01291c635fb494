package memory

import (
	"slices"
	"sync"
	"unsafe"
)

// slabBytes is by how much the memory of a pool grows, at least: some huge pages.
const slabBytes = 4 << 20

// A Pool hands out pieces of memory, all of one size, and keeps those that come back for those who ask next. Its methods may be
// called by many goroutines at once.
type Pool struct {
	// Words is the size of a piece. It must not change.
	Words int

	// Heap is the number of pieces on the collector's heap, which are the first, and which Reset keeps. Further
	// ones are in memory of their own, where the system has it.
	Heap int

	mu    sync.Mutex
	heap  [][]uint64 // all pieces on the heap, in use or not
	slabs Memory     // of the other pieces
	cut   int        // words of the slabs that are pieces
	none  bool       // the system has no memory for slabs
	free  [][]uint64 // pieces that are not in use
	cold  [][]uint64 // likewise, and take no memory
	warm  uint64     // pieces that take memory
}

// Get returns a piece, with anything in it.
func (p *Pool) Get() []uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	from := &p.free
	if len(p.free) == 0 {
		p.warm++
		if len(p.cold) == 0 {
			return p.newPiece()
		}
		from = &p.cold
	}
	n := len(*from)
	got := (*from)[n-1]
	*from = (*from)[:n-1]
	return got
}

// newPiece makes a piece.
func (p *Pool) newPiece() []uint64 {
	if len(p.heap) < p.Heap || !p.hasSlab() {
		made := make([]uint64, p.Words)
		p.heap = append(p.heap, made)
		return made
	}
	p.cut += p.Words
	return p.slabs.Words[p.cut-p.Words : p.cut : p.cut]
}

// hasSlab makes sure that there is memory for a piece outside the heap, and reports whether there is.
func (p *Pool) hasSlab() bool {
	least := max(slabBytes, uintptr(8*p.Words))
	if p.cut+p.Words <= len(p.slabs.Words) {
		return true
	}
	if p.slabs.Mapped() {
		return p.slabs.Extend(uintptr(8*len(p.slabs.Words)) + least)
	}
	if !p.none {
		slabs, err := New(least)
		if p.none = err != nil || !slabs.Mapped(); !p.none {
			p.slabs = slabs
		}
	}
	return !p.none
}

// Put takes a piece back.
func (p *Pool) Put(piece []uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, piece)
}

// Bytes returns the memory of the pieces that are in use, and of those that are not.
func (p *Pool) Bytes() (used, free uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := 8 * uint64(p.Words)
	free = uint64(len(p.free)) * size
	return p.warm*size - free, free
}

// Trim gives the memory of pieces that are not in use back: those on the heap to the collector, the others to the system. These are
// given back together if they lie side by side, so that huge pages are.
func (p *Pool) Trim() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		return
	}
	dropped := map[*uint64]bool{}
	for _, q := range p.free {
		if p.inSlabs(q) {
			p.cold = append(p.cold, q)
		} else {
			dropped[unsafe.SliceData(q)] = true
		}
	}
	p.heap = slices.DeleteFunc(p.heap, func(q []uint64) bool { return dropped[unsafe.SliceData(q)] })
	p.warm -= uint64(len(p.free))
	p.free = p.free[:0]
	slices.SortFunc(p.cold, func(a, b []uint64) int { return p.at(a) - p.at(b) })
	for from := 0; from < len(p.cold); {
		to := from + 1
		for to < len(p.cold) && p.at(p.cold[to]) == p.at(p.cold[to-1])+p.Words {
			to++
		}
		at := p.at(p.cold[from])
		Release(p.slabs.Words[at : at+(to-from)*p.Words])
		from = to
	}
}

// at returns where in the slabs a piece begins.
func (p *Pool) at(q []uint64) int {
	return int(uintptr(unsafe.Pointer(unsafe.SliceData(q)))-uintptr(p.slabs.Base())) / 8
}

// inSlabs reports whether a piece is in the slabs.
func (p *Pool) inSlabs(q []uint64) bool {
	at := p.at(q)
	return at >= 0 && at < p.cut
}

// Reset takes all pieces back, which nobody may use any more, keeps those that are on the heap by right, and frees the others.
func (p *Pool) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slabs.Free()
	if len(p.heap) > p.Heap {
		p.heap = slices.Clone(p.heap[:p.Heap])
	}
	if cap(p.free) > 2*p.Heap {
		p.free = nil
	}
	p.free = append(p.free[:0], p.heap...)
	p.cold, p.cut, p.none, p.warm = nil, 0, false, uint64(len(p.heap))
}
