package parallel

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"exhaust/frontier"
	"exhaust/statecodec"
)

// pageStates is the number of states of a page, the piece of work that a worker
// takes at a time.
const pageStates = 1024

// keptPages is the number of pages that a search keeps for the next one.
const keptPages = 64

// A level is a set of states in pages, in no order, or in the blocks of a run, of which workers take
// one after the other until there are none.
type level[W statecodec.Words] struct {
	pages  [][]W
	run    *frontier.Run[W] // in the place of pages, while a level is loaded; nil otherwise
	won    [][]W            // pages of goals, which are not expanded; none unless levels are kept
	states uint64
	taken  atomic.Int64
}

// pieces returns the number of pages, or of blocks.
func (l *level[W]) pieces() int {
	if l.run != nil {
		return l.run.Blocks()
	}
	return len(l.pages)
}

// take returns the number of a page or block that nobody has taken.
func (l *level[W]) take() (piece int, ok bool) {
	piece = int(l.taken.Add(1)) - 1
	return piece, piece < l.pieces()
}

// more reports whether there is a piece that nobody has taken.
func (l *level[W]) more() bool { return int(l.taken.Load()) < l.pieces() }

// add adds pages to the level.
func (l *level[W]) add(pages ...[]W) {
	for _, page := range pages {
		l.states += uint64(len(page))
	}
	l.pages = append(l.pages, pages...)
}

// drop empties the level. Pages that nobody has taken go to the pool; the
// others are there already.
func (l *level[W]) drop(p *pool[W]) {
	l.run = nil
	for i, ok := l.take(); ok; i, ok = l.take() {
		p.put(l.pages[i])
	}
	for _, page := range l.won {
		p.put(page)
	}
	clear(l.pages)
	clear(l.won)
	l.pages, l.won, l.states = l.pages[:0], l.won[:0], 0
	l.taken.Store(0)
}

// A pool keeps pages that are not in use. Its methods may be called by many
// workers at once.
type pool[W statecodec.Words] struct {
	mu    sync.Mutex
	free  [][]W
	pages uint64 // pages that exist, in the pool or out of it
}

// get returns an empty page.
func (p *pool[W]) get() []W {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		page := p.free[n-1]
		p.free = p.free[:n-1]
		return page[:0]
	}
	p.pages++
	return make([]W, 0, pageStates)
}

// put gives a page back.
func (p *pool[W]) put(page []W) {
	if cap(page) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, page)
}

// bytes returns the memory of the pages that are in use, and of those that are not.
func (p *pool[W]) bytes() (used, free uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var w W
	page := pageStates * uint64(unsafe.Sizeof(w))
	free = uint64(len(p.free)) * page
	return p.pages*page - free, free
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
