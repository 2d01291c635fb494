package table

import "sync/atomic"

// A Budget bounds the memory that sweeps take together for what lies between
// star sets, and for the lengths that they keep. The zero Budget has no limit.
type Budget struct {
	Limit uint64 // bytes; 0: no limit
	used  atomic.Uint64
}

// take reports whether so many bytes more are within the limit, and counts them if so.
func (b *Budget) take(bytes uint64) bool {
	if used := b.used.Add(bytes); b.Limit != 0 && used > b.Limit {
		b.give(bytes)
		return false
	}
	return true
}

// give gives back bytes that were taken.
func (b *Budget) give(bytes uint64) { b.used.Add(-bytes) }

// slabWords is the number of words that a pool takes from the budget at once. No row is longer: this is an array,
// and has no negative length.
const slabWords = 1 << 15

var _ [slabWords - MaxCells<<(MaxCells-wordShift)]struct{}

// A pool keeps rows by their numbers. Its memory stays with it for the next class or rule.
type pool struct {
	budget *Budget
	slabs  [][]uint64
	row    int     // words of a row
	each   int     // rows of a slab
	next   int32   // the first row that was never used
	free   []int32 // rows that are free again
}

// reset forgets all rows, and makes the next ones of a length.
func (p *pool) reset(row int) {
	p.row, p.each, p.next, p.free = row, slabWords/row, 0, p.free[:0]
}

// at returns a row.
func (p *pool) at(i int32) []uint64 {
	slab, k := p.slabs[int(i)/p.each], int(i)%p.each
	return slab[k*p.row : (k+1)*p.row]
}

// get returns the number of a row that is free, with whatever it holds; false if there is no
// memory left.
func (p *pool) get() (int32, bool) {
	if n := len(p.free); n > 0 {
		i := p.free[n-1]
		p.free = p.free[:n-1]
		return i, true
	}
	if int(p.next) == len(p.slabs)*p.each {
		if !p.budget.take(slabWords * 8) {
			return 0, false
		}
		p.slabs = append(p.slabs, make([]uint64, slabWords))
	}
	p.next++
	return p.next - 1, true
}

// put gives a row back.
func (p *pool) put(i int32) { p.free = append(p.free, i) }

// An edge is what a star set leaves to one with a star more: for each d, the
// entry of that star's cell.
type edge struct {
	first int     // the d of the first row
	rows  []int32 // row numbers by d - first; none if there is no such entry
}

// none stands for no row.
const none = -1

// set sets the row of d, which is greater than all before.
func (e *edge) set(d int, row int32) {
	if len(e.rows) == 0 {
		e.first = d
	}
	for e.first+len(e.rows) < d {
		e.rows = append(e.rows, none)
	}
	e.rows = append(e.rows, row)
}

// at returns the row of d, or none.
func (e *edge) at(d int) int32 {
	if i := d - e.first; i >= 0 && i < len(e.rows) {
		return e.rows[i]
	}
	return none
}

// end returns a d beyond all rows.
func (e *edge) end() int { return e.first + len(e.rows) }
