package parallel

import (
	"context"

	"exhaust/frontier"
	"exhaust/statecodec"
)

// A past is the levels that a search with a table has met, up to the one that it expands. The way back to a solution leads through
// them, and without a table they are what the search goes on from. They are kept as they were met, in pages, at
// sixteen bytes a block of one-word states, and packed into runs when memory gets scarce. If a checkpoint keeps the
// levels, only the last one is here.
type past[W statecodec.Words] struct {
	runs   []*frontier.Run[W] // the first levels
	pages  []page[W]          // the levels after these, one after the other
	ends   []int              // for each of these levels, where its pages end, counting those that are gone
	gone   int                // pages of levels that are packed
	shared []page[W]          // pages of which parts are pages: small ones are copied together
}

// add adds pages to the last level. A page that is not half full is copied and given back.
func (p *past[W]) add(pool *pool[W], pages ...page[W]) {
	for _, q := range pages {
		if len(q) <= pageBlocks/2 {
			q = p.copy(pool, q)
		}
		p.pages = append(p.pages, q)
	}
}

// copy copies a page to the last one that is shared, and returns the copy.
func (p *past[W]) copy(pool *pool[W], q page[W]) page[W] {
	n := len(p.shared)
	if n == 0 || pageBlocks-len(p.shared[n-1]) < len(q) {
		p.shared = append(p.shared, pool.get())
		n++
	}
	last := &p.shared[n-1]
	from := len(*last)
	*last = append(*last, q...)
	pool.put(q)
	return (*last)[from:len(*last):len(*last)]
}

// end ends the last level. What is added next begins another.
func (p *past[W]) end() { p.ends = append(p.ends, p.gone+len(p.pages)) }

// level returns the pages of a level that is not packed.
func (p *past[W]) level(level int) []page[W] {
	i, from := level-len(p.runs), p.gone
	if i > 0 {
		from = p.ends[i-1]
	}
	return p.pages[from-p.gone : p.ends[i]-p.gone]
}

// last returns the pages of the last level.
func (p *past[W]) last() []page[W] { return p.level(len(p.runs) + len(p.ends) - 1) }

// forget forgets all levels that are in pages, and gives the pages back.
func (p *past[W]) forget(pool *pool[W]) {
	p.giveBack(pool, p.pages)
	for _, q := range p.shared {
		pool.put(q)
	}
	clear(p.pages)
	clear(p.shared)
	p.pages, p.ends, p.shared, p.gone = p.pages[:0], p.ends[:0], p.shared[:0], 0
}

// giveBack gives back the pages that are not parts of others.
func (p *past[W]) giveBack(pool *pool[W], pages []page[W]) {
	for _, q := range pages {
		if cap(q) == pageBlocks {
			pool.put(q)
		}
	}
}

// drop forgets all levels.
func (p *past[W]) drop(pool *pool[W]) {
	p.forget(pool)
	_ = dropRuns(p.runs)
	clear(p.runs)
	p.runs = p.runs[:0]
}

// packPast packs levels in pages into runs, all but the last so many.
func (s *Search[W]) packPast(ctx context.Context, but int) error {
	p := &s.past
	for len(p.ends) > but {
		run, err := s.pack(ctx, p.level(len(p.runs)), frontier.Options{})
		if err != nil {
			return err
		}
		p.runs = append(p.runs, run)
		done := p.pages[:p.ends[0]-p.gone]
		p.giveBack(s.pool, done)
		clear(done)
		p.pages, p.ends, p.gone = p.pages[len(done):], p.ends[1:], p.ends[0]
	}
	s.trim()
	return nil
}
