package parallel

import (
	"sync/atomic"

	"exhaust/statecodec"
)

// pageBlocks is the number of blocks of a page, the piece of work that a worker
// takes at a time.
const pageBlocks = 256

// A page is blocks of states of one level, at most pageBlocks of them. A key may be there twice,
// with other states.
type page[W statecodec.Words] []statecodec.Block[W]

// A level is a set of states in pages, in no order, of which workers take
// one after the other until there are none.
type level[W statecodec.Words] struct {
	pages  []page[W]
	blocks int // of them all
	taken  atomic.Int64
}

// take returns a page that nobody has taken.
func (l *level[W]) take() (p page[W], ok bool) {
	i := int(l.taken.Add(1)) - 1
	if i >= len(l.pages) {
		return nil, false
	}
	return l.pages[i], true
}

// more reports whether there is a page that nobody has taken.
func (l *level[W]) more() bool { return int(l.taken.Load()) < len(l.pages) }

// begin makes the level one of the given pages, none of them taken.
func (l *level[W]) begin(pages []page[W]) {
	l.pages, l.blocks = pages, 0
	for _, p := range pages {
		l.blocks += len(p)
	}
	l.taken.Store(0)
}
