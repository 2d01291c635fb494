package table

import "exhaust/puzzles/twotone"

// A play is the table of one class under one rule, of which only one star set is there at
// a time. All memory is kept from class to class.
type play struct {
	*layout
	*kernels
	rule   twotone.Rule
	within uint32 // the cells that may hold a star
	masks  *masks

	merger  merger    // its src are the entries for the next level
	news    []uint64  // for each cell, the row of what is won in d moves and no fewer
	fresh   uint32    // the cells whose row of news holds any
	entries []uint64  // for each cell, the row of its entry, if it is no star
	zero    []uint64  // an empty row
	col     []uint64  // scratch: a column of the news
	discard []uint64  // scratch: a row that nobody reads
	steps   [2][]cell // for star sets of even and of odd size: what there is to do with each cell's news

	stars uint32    // the star set
	last  int       // beyond the last d for which a smaller star set has left an entry
	pool  *pool     // shared with the play of the other rule
	edges []edge    // by star set times cells plus cell: what the set leaves to the one with that star more
	spare [][]int32 // rows of edges that were used
	full  bool      // the pool has no memory left
}

// reset makes the play one of a class.
func (p *play) reset(l *layout, m *masks, within uint32) {
	p.layout, p.masks, p.within = l, m, within
	table := l.cells * l.row
	p.merger.cells, p.merger.row, p.merger.won = l.cells, l.row, grown(p.merger.won, table)
	for cell := range l.cells {
		p.merger.beside[cell] = [4]int{l.cells, l.cells, l.cells, l.cells}
		copy(p.merger.beside[cell][:], l.beside[cell])
	}
	behind := 0
	if l.words < lanes {
		behind = lanes * l.row // a column is gathered from full vectors
	}
	p.news = cleared(p.news, table+behind)
	p.merger.news = p.news
	p.entries = grown(p.entries, table)
	p.zero, p.col, p.discard = cleared(p.zero, l.row), cleared(p.col, l.row), grown(p.discard, l.row)
	p.edges = cleared(p.edges, l.cells<<l.cells)
	p.full = false
	p.prepare()
}

// prepare says what there is to do with each cell's news.
func (p *play) prepare() {
	for odd := range p.steps {
		p.steps[odd] = grown(p.steps[odd], p.cells)
		for i := range p.steps[odd] {
			p.steps[odd][i] = cell{
				layout:   p.layout,
				handover: p.rule == twotone.Handover,
				news:     p.at(p.news, i),
				col:      p.col,
				won:      p.at(p.merger.won, i),
				stuck:    p.at(p.masks.rows[odd], i),
				stuckCol: p.at(p.masks.cols[odd], i),
				entry:    p.at(p.entries, i),
				enter:    newShift(p.bit[i], odd == 0),
				out:      newShift(p.bit[i], odd == 1),
			}
		}
	}
}

// grown returns a slice of a length with any contents, in the memory of s if that is enough, and
// cleared one that is all zero.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

func cleared[T any](s []T, n int) []T {
	s = grown(s, n)
	clear(s)
	return s
}

// begin starts a star set: nothing is won.
func (p *play) begin(stars uint32) {
	p.stars, p.last, p.fresh = stars, 0, 0
	copy(p.merger.won, p.masks.empty)
	p.idle()
	for cell := range p.cells {
		if p.star(cell) {
			p.last = max(p.last, p.in(cell).end())
		}
	}
}

// idle makes all entries empty.
func (p *play) idle() {
	for cell := range p.cells + 1 {
		p.merger.src[cell] = p.zero
	}
}

// star reports whether there is a star on a cell.
func (p *play) star(cell int) bool { return p.stars>>cell&1 != 0 }

// in returns the edge that leads into the star set by collecting a star.
func (p *play) in(cell int) *edge { return &p.edges[int(p.stars&^(1<<cell))*p.cells+cell] }

// out returns the edge out of the star set to the one with a star more.
func (p *play) out(cell int) *edge { return &p.edges[int(p.stars)*p.cells+cell] }

// advance finds the news of d moves. It returns how many they are, and whether there
// may be more at a greater d. All smaller d were done before.
func (p *play) advance(d int) (count int, more bool) {
	p.fresh = 0
	switch {
	case d > 0:
		p.fresh = p.merge(&p.merger)
	case p.stars == 0:
		p.win()
	}
	if p.fresh != 0 {
		count = p.settleAll(d)
		more = true
	} else {
		p.idle()
	}
	return count, p.collect(d) || more || d < p.last
}

// win makes all states news: those of the empty star set.
func (p *play) win() {
	for cell := range p.cells {
		p.fill(p.at(p.news, cell), cell)
	}
	p.fresh = 1<<p.cells - 1
}

// collect makes what smaller star sets have left for d moves the entries of the cells with a
// star. It reports whether there is any.
func (p *play) collect(d int) (some bool) {
	for cell := range p.cells {
		if !p.star(cell) {
			continue
		}
		p.merger.src[cell] = p.zero
		if row := p.in(cell).at(d); row != none {
			p.merger.src[cell] = p.pool.at(row)
			some = true
		}
	}
	return some
}

// settleAll hands the turn over where the rule allows it, counts the news of d moves
// as won, and makes of them the entries for this star set and for those with a star more. It returns how
// many the news are.
func (p *play) settleAll(d int) (count int) {
	odd := size(p.stars) & 1
	leaving := p.within &^ p.stars
	p.fresh = 0
	for i := range p.cells {
		c := &p.steps[odd][i]
		leaves := leaving>>i&1 != 0
		if leaves || c.handover {
			p.column(p.col, p.news, i, p.layout)
		}
		row := p.room(c, leaves)
		n, enters, left := p.settle(c)
		count += n
		if n > 0 {
			p.fresh |= 1 << i
		}
		p.merger.src[i] = p.zero
		if enters {
			p.merger.src[i] = c.entry
		}
		if leaves {
			p.leave(i, d, row, left)
		}
	}
	return count
}

// room gives the cell a row for the entry that it leaves to another star set, and returns its
// number.
func (p *play) room(c *cell, leaves bool) int32 {
	c.leave = p.discard
	if !leaves {
		return none
	}
	row, ok := p.pool.get()
	if !ok {
		p.full = true
		return none
	}
	c.leave = p.pool.at(row)
	return row
}

// leave leaves a row to the star set that has a star on the cell, if it holds any state.
func (p *play) leave(cell, d int, row int32, some bool) {
	switch {
	case row == none:
		return
	case !some:
		p.pool.put(row)
		return
	}
	e := p.out(cell)
	if n := len(p.spare); e.rows == nil && n > 0 {
		e.rows, p.spare = p.spare[n-1], p.spare[:n-1]
	}
	e.set(d, row)
}

// end drops what smaller star sets have left to this one.
func (p *play) end() {
	for cell := range p.cells {
		if !p.star(cell) {
			continue
		}
		e := p.in(cell)
		for _, row := range e.rows {
			if row != none {
				p.pool.put(row)
			}
		}
		if e.rows != nil {
			p.spare = append(p.spare, e.rows[:0])
		}
		e.rows = nil
	}
}
