package parallel

import (
	"slices"
	"sync"
	"unsafe"

	"exhaust/statecodec"
	"exhaust/visited/memory"
)

const (
	// keptPages is the number of pages on the heap, which a search keeps for the next one. Further ones are
	// in memory of their own.
	keptPages = 256

	// slabBytes is by how much that memory grows: some huge pages.
	slabBytes = 4 << 20
)

// A pool keeps pages that are not in use. Its methods may be called by many
// workers at once.
type pool[W statecodec.Words] struct {
	mu    sync.Mutex
	heap  []page[W]     // all pages on the heap, in use or not
	slabs memory.Memory // of the other pages
	cut   int           // words of the slabs that are pages
	none  bool          // the system has no memory for slabs
	free  []page[W]     // pages that are not in use
	cold  []page[W]     // likewise, and take no memory
	warm  uint64        // pages that take memory
}

// pageWords returns the size of a page.
func (p *pool[W]) pageWords() int { return pageBlocks * int(blockBytes[W]()) / 8 }

// get returns an empty page.
func (p *pool[W]) get() page[W] {
	p.mu.Lock()
	defer p.mu.Unlock()
	from := &p.free
	if len(p.free) == 0 {
		p.warm++
		if len(p.cold) == 0 {
			return p.newPage()
		}
		from = &p.cold
	}
	n := len(*from)
	got := (*from)[n-1]
	*from = (*from)[:n-1]
	return got[:0]
}

// newPage makes a page.
func (p *pool[W]) newPage() page[W] {
	if len(p.heap) < keptPages || !p.hasSlab() {
		made := make(page[W], 0, pageBlocks)
		p.heap = append(p.heap, made)
		return made
	}
	first := unsafe.Pointer(&p.slabs.Words[p.cut])
	p.cut += p.pageWords()
	return unsafe.Slice((*statecodec.Block[W])(first), pageBlocks)[:0]
}

// hasSlab makes sure that there is memory for a page outside the heap, and reports whether there is.
func (p *pool[W]) hasSlab() bool {
	if p.cut+p.pageWords() <= len(p.slabs.Words) {
		return true
	}
	if p.slabs.Mapped() {
		return p.slabs.Extend(uintptr(8*len(p.slabs.Words) + slabBytes))
	}
	if !p.none {
		slabs, err := memory.New(slabBytes)
		if p.none = err != nil || !slabs.Mapped(); !p.none {
			p.slabs = slabs
		}
	}
	return !p.none
}

// put gives a page back.
func (p *pool[W]) put(back page[W]) {
	if cap(back) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, back[:0])
}

// bytes returns the memory of the pages that are in use, and of those that are not.
func (p *pool[W]) bytes() (used, free uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := 8 * uint64(p.pageWords())
	free = uint64(len(p.free)) * size
	return p.warm*size - free, free
}

// trim gives the memory of pages that are not in use back: those on the heap to the collector, the others to the system. These are
// given back together if they lie side by side, so that huge pages are.
func (p *pool[W]) trim() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		return
	}
	dropped := map[*statecodec.Block[W]]bool{}
	for _, q := range p.free {
		if p.inSlabs(q) {
			p.cold = append(p.cold, q)
		} else {
			dropped[unsafe.SliceData(q)] = true
		}
	}
	p.heap = slices.DeleteFunc(p.heap, func(q page[W]) bool { return dropped[unsafe.SliceData(q)] })
	p.warm -= uint64(len(p.free))
	p.free = p.free[:0]
	slices.SortFunc(p.cold, func(a, b page[W]) int { return p.at(a) - p.at(b) })
	for from := 0; from < len(p.cold); {
		to := from + 1
		for to < len(p.cold) && p.at(p.cold[to]) == p.at(p.cold[to-1])+p.pageWords() {
			to++
		}
		at := p.at(p.cold[from])
		memory.Release(p.slabs.Words[at : at+(to-from)*p.pageWords()])
		from = to
	}
}

// at returns where in the slabs a page begins.
func (p *pool[W]) at(q page[W]) int {
	return int(uintptr(unsafe.Pointer(unsafe.SliceData(q)))-uintptr(p.slabs.Base())) / 8
}

// inSlabs reports whether a page is in the slabs.
func (p *pool[W]) inSlabs(q page[W]) bool {
	at := p.at(q)
	return at >= 0 && at < p.cut
}

// reset takes all pages back, which nobody may use any more, keeps a few, and frees the others.
func (p *pool[W]) reset() {
	p.slabs.Free()
	if len(p.heap) > keptPages {
		p.heap = slices.Clone(p.heap[:keptPages])
	}
	if cap(p.free) > 2*keptPages {
		p.free = nil
	}
	p.free = append(p.free[:0], p.heap...)
	p.cold, p.cut, p.none, p.warm = nil, 0, false, uint64(len(p.heap))
}
