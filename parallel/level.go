package parallel

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"exhaust/frontier"
	"exhaust/statecodec"
)

// pageBlocks is the number of blocks of a page, the piece of work that a worker
// takes at a time.
const pageBlocks = 256

// keptPages is the number of pages that a search keeps for the next one.
const keptPages = 256

// A page is blocks of states of one level, at most pageBlocks of them. A key may be there twice,
// with other states.
type page[W statecodec.Words] []statecodec.Block[W]

// A level is a set of states in pages, in no order, or in the pieces of a run, of which workers take
// one after the other until there are none.
type level[W statecodec.Words] struct {
	pages  []page[W]
	run    *frontier.Run[W] // in the place of pages, while a level is loaded; nil otherwise
	blocks int              // about how many there are to expand
	taken  atomic.Int64
}

// pieces returns the number of pages, or of pieces of the run.
func (l *level[W]) pieces() int {
	if l.run != nil {
		return l.run.Blocks()
	}
	return len(l.pages)
}

// take returns the number of a piece that nobody has taken.
func (l *level[W]) take() (piece int, ok bool) {
	piece = int(l.taken.Add(1)) - 1
	return piece, piece < l.pieces()
}

// more reports whether there is a piece that nobody has taken.
func (l *level[W]) more() bool { return int(l.taken.Load()) < l.pieces() }

// begin makes the level one of the given pages, none of them taken.
func (l *level[W]) begin(pages []page[W]) {
	l.pages, l.run, l.blocks = pages, nil, 0
	for _, p := range pages {
		l.blocks += len(p)
	}
	l.taken.Store(0)
}

// load makes the level one of the pieces of a run, none of them taken.
func (l *level[W]) load(run *frontier.Run[W]) {
	l.pages, l.run, l.blocks = nil, run, int(run.Info().States)
	l.taken.Store(0)
}

// A pool keeps pages that are not in use. Its methods may be called by many
// workers at once.
type pool[W statecodec.Words] struct {
	mu    sync.Mutex
	free  []page[W]
	pages uint64 // pages that exist, in the pool or out of it
}

// get returns an empty page.
func (p *pool[W]) get() page[W] {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		got := p.free[n-1]
		p.free = p.free[:n-1]
		return got[:0]
	}
	p.pages++
	return make(page[W], 0, pageBlocks)
}

// put gives a page back.
func (p *pool[W]) put(back page[W]) {
	if cap(back) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, back)
}

// bytes returns the memory of the pages that are in use, and of those that are not.
func (p *pool[W]) bytes() (used, free uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := pageBlocks * uint64(unsafe.Sizeof(statecodec.Block[W]{}))
	free = uint64(len(p.free)) * size
	return p.pages*size - free, free
}

// trim forgets pages that are not in use, but for so many.
func (p *pool[W]) trim(keep int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free) - keep; n > 0 {
		clear(p.free[keep:])
		p.free = p.free[:keep]
		p.pages -= uint64(n)
	}
}
