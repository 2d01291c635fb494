package parallel

import (
	"sync/atomic"

	"exhaust/frontier"
	"exhaust/statecodec"
)

// pageBlocks is the number of blocks of a page, the piece of work that a worker
// takes at a time.
const pageBlocks = 256

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
