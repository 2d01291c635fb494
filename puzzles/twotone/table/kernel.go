package table

import "math/bits"

// The kernels are the loops over the words of rows in which all the time goes.
type kernels struct {
	merge  func(m *merger) (fresh uint32)
	column func(dst, src []uint64, i int, l *layout)
	settle func(c *cell) (count int, enters, leaves bool)
	both   func(strict, handover, won []uint64) (same int, beyond bool)
}

// plain holds the kernels in Go; kernel_amd64.go has faster ones that do the same.
var plain = kernels{mergePlain, columnPlain, settlePlain, bothPlain}

// A merger makes the news of a level of the entries of the one before. All its rows have the same
// length, a multiple of lanes.
type merger struct {
	src    [MaxCells + 1][]uint64 // for each cell its entry, and an empty row at the end
	beside [MaxCells][4]int       // for each cell the cells beside it, filled up with the number of the empty row
	won    []uint64               // for each cell, the row of what was won before
	news   []uint64               // for each cell, the row that is made
	cells  int
	row    int
}

// mergePlain sets the row of news of each cell to the union of the entries beside it
// without what was won before. It returns the set of cells with any news.
func mergePlain(m *merger) (fresh uint32) {
	for cell := range m.cells {
		dst := m.news[cell*m.row : (cell+1)*m.row]
		n := len(dst)
		won := m.won[cell*m.row:][:n]
		to := &m.beside[cell]
		a, b, c, d := m.src[to[0]][:n], m.src[to[1]][:n], m.src[to[2]][:n], m.src[to[3]][:n]
		all := uint64(0)
		for i := range dst {
			v := (a[i] | b[i] | c[i] | d[i]) &^ won[i]
			dst[i] = v
			all |= v
		}
		if all != 0 {
			fresh |= 1 << cell
		}
	}
	return fresh
}

// columnPlain copies slice number i of each of the rows in src to the front of dst.
func columnPlain(dst, src []uint64, i int, l *layout) {
	w := l.words
	if w == 1 {
		for cell := range l.cells {
			dst[cell] = src[cell*l.row+i]
		}
		return
	}
	for cell := range l.cells {
		copy(dst[cell*w:cell*w+w], src[cell*l.row+i*w:])
	}
}

// A cell is what there is to do with the news of one mover's cell.
type cell struct {
	*layout
	handover bool
	news     []uint64 // the news with the mover on the cell, by the other's cell
	col      []uint64 // the news with the other on the cell, by the mover's cell
	won      []uint64 // all that is won with the mover on the cell
	stuck    []uint64 // where the mover is stuck
	stuckCol []uint64 // where a mover is stuck whose other is on the cell
	entry    []uint64 // becomes the entry of the cell for the same star set
	leave    []uint64 // becomes the entry of the cell for the set with a star there
	enter    *shift   // the shift that makes entry
	out      *shift   // the shift that makes leave
}

// settlePlain hands the turn over if the rule says so: to news and col come those
// states in which the mover is stuck and whose other side is in col and news. Then it adds news to won, and makes
// both entries. It returns the number of news, and whether the entries hold any state. (What
// becomes of col is left open.) No state of news or col is one in which its own mover is stuck.
func settlePlain(c *cell) (count int, enters, leaves bool) {
	if c.handover {
		turnPlain(c.news, c.col, c.stuck, c.layout)
		turnPlain(c.col, c.news, c.stuckCol, c.layout)
	}
	return commitPlain(c.won, c.news), shiftPlain(c.entry, c.news, c.enter), shiftPlain(c.leave, c.col, c.out)
}

// turnPlain adds to dst the reversal of each slice of src, under a mask.
func turnPlain(dst, src, mask []uint64, l *layout) {
	w, unused := l.words, wordBits-min(wordBits, 1<<l.bits)
	for i := 0; i < l.cells*w; i += w {
		for j := range w {
			if v := src[i+j]; v != 0 {
				dst[i+w-1-j] |= bits.Reverse64(v) >> unused & mask[i+w-1-j]
			}
		}
	}
}

// commitPlain adds news to won and returns the number of its states.
func commitPlain(won, news []uint64) int {
	news = news[:len(won)]
	n := 0
	for i := range won {
		won[i] |= news[i]
		n += bits.OnesCount64(news[i])
	}
	return n
}

// lows holds for each bit number below wordShift the places of a word in whose number
// that bit is clear.
var lows = [wordShift]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
	0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF,
}

// shiftPlain sets dst to the states from which the step leads to a state of src, and
// reports whether there are any.
func shiftPlain(dst, src []uint64, s *shift) bool {
	switch {
	case s.bit < 0:
		copy(dst, src)
		return anySet(src)
	case s.bit >= wordShift:
		return shiftWords(dst, src, 1<<(s.bit-wordShift), s.up)
	}
	src = src[:len(dst)]
	all := uint64(0)
	low, by := lows[s.bit], 1<<s.bit
	for i, v := range src {
		if s.up {
			v = v & low << by
		} else {
			v = v >> by & low
		}
		dst[i] = v
		all |= v
	}
	return all != 0
}

// shiftWords shifts by whole words: of each two blocks, one goes to the place of
// the other.
func shiftWords(dst, src []uint64, block int, up bool) bool {
	all := uint64(0)
	for i := 0; i < len(dst); i += 2 * block {
		from, to, rest := src[i:i+block], dst[i+block:i+2*block], dst[i:i+block]
		if !up {
			from, to, rest = src[i+block:i+2*block], rest, to
		}
		for j, v := range from {
			to[j] = v
			all |= v
		}
		clear(rest)
	}
	return all != 0
}

// anySet reports whether a row has any bit set.
func anySet(row []uint64) bool {
	for _, v := range row {
		if v != 0 {
			return true
		}
	}
	return false
}

// bothPlain returns the number of states in the news of both rules, and whether strict
// has news that handover has not won.
func bothPlain(strict, handover, won []uint64) (same int, beyond bool) {
	handover, won = handover[:len(strict)], won[:len(strict)]
	over := uint64(0)
	for i, s := range strict {
		same += bits.OnesCount64(s & handover[i])
		over |= s &^ won[i]
	}
	return same, over != 0
}
