package perimeter

import "math/bits"

// A mark is what a side knows of the positions of a block.
type mark struct {
	met  uint64 // those that were met
	late uint64 // and of these, those at a distance of 2 or 3 modulo 4
}

// A plane is the positions of a side with the hole on one cell. It numbers blocks by their high
// slots: where these are few a block's number is the pattern itself, else blocks are numbered as
// they come, by a hash table.
type plane struct {
	marks   []mark   // by number
	touched []uint32 // the numbers of blocks of which any position was met, unless they are many
	level   []block  // the positions of the last level

	// What expanding a level needs, and empty between levels: the positions that jumps lead to, by
	// number, and the blocks that have any, unless these are so many that all numbers are looked
	// at.
	next  []uint64
	found []found
	dense bool

	patterns int        // of the high slots, if those are numbers; else 0
	count    uint32     // numbers given by the table
	slots    []numbered // open addressing; a power of two, at most three quarters taken
}

// found is a block that jumps lead to.
type found struct {
	high   uint64
	number uint32
}

// A numbered block: its high slots, and its number plus one. 0 is a free slot.
type numbered struct {
	high uint64
	next uint32
}

// leastSlots is the size of the hash table at first.
const leastSlots = 1 << 6

// clear forgets all positions.
func (p *plane) clear() {
	if len(p.touched) > len(p.marks)/8 {
		clear(p.marks)
	} else {
		for _, number := range p.touched {
			p.marks[number] = mark{}
		}
	}
	p.touched, p.level, p.dense = p.touched[:0], p.level[:0], false
	if int(p.count) < len(p.slots)/16 {
		p.slots = nil // takes longer to clear than to fill
	}
	p.count = 0
	clear(p.slots)
}

// reach notes that a jump leads to positions.
func (p *plane) reach(high, set uint64) {
	if set == 0 {
		return
	}
	number := uint32(high)
	if p.patterns == 0 {
		number = p.give(high)
	}
	if int(number) >= len(p.next) {
		p.lengthen()
	}
	if p.next[number] == 0 && !p.dense {
		p.found = append(p.found, found{high, number})
	}
	p.next[number] |= set
}

// lengthen makes room for one more number, or for all if these are the patterns.
func (p *plane) lengthen() {
	n := max(p.patterns, len(p.next)+len(p.next)/4+leastSlots)
	p.next = append(make([]uint64, 0, n), p.next...)[:n]
	p.marks = append(make([]mark, 0, n), p.marks...)[:n]
}

// take takes what jumps lead to and was not met before as the level of a depth, in order of the
// patterns where it is much. It returns the number of positions, and whether the other side, if
// there is one, has met any of them.
func (p *plane) take(depth int, other *plane) (states uint64, meets bool) {
	p.level = p.level[:0]
	if p.dense || p.isMuch(len(p.found)) {
		p.findAll()
	}
	late := -(uint64(depth) >> 1 & 1)
	for _, f := range p.found {
		m := &p.marks[f.number]
		fresh := p.next[f.number] &^ m.met
		p.next[f.number] = 0
		if fresh == 0 {
			continue
		}
		if m.met == 0 && (p.patterns == 0 || len(p.touched) <= len(p.marks)/8) {
			p.touched = append(p.touched, f.number)
		}
		m.met |= fresh
		m.late |= fresh & late
		states += uint64(bits.OnesCount64(fresh))
		p.level = append(p.level, block{f.high, fresh})
		meets = meets || other != nil && other.of(f.high).met&fresh != 0
	}
	p.found, p.dense = p.found[:0], p.isMuch(len(p.level))
	return states, meets
}

// isMuch reports whether it is quicker to look at all numbers than at a list of so many.
func (p *plane) isMuch(n int) bool { return p.patterns > 0 && n > p.patterns/16 }

// findAll lists the blocks that jumps lead to, in the order of their numbers.
func (p *plane) findAll() {
	p.found = p.found[:0]
	for number, set := range p.next {
		if set != 0 {
			p.found = append(p.found, found{uint64(number), uint32(number)})
		}
	}
}

// drop empties what expanding a level needs, in the middle of that.
func (p *plane) drop() {
	if p.dense {
		p.findAll()
	}
	for _, f := range p.found {
		p.next[f.number] = 0
	}
	p.found, p.level = p.found[:0], p.level[:0]
}

// of returns what is known of a block.
func (p *plane) of(high uint64) mark {
	number := high
	if p.patterns == 0 {
		if p.count == 0 {
			return mark{}
		}
		number = uint64(p.slots[p.probe(high)].next) - 1
	}
	if number >= uint64(len(p.marks)) {
		return mark{} // it has no number, or nothing was met here
	}
	return p.marks[number]
}

// give returns the number of a block, a new one if it has none.
func (p *plane) give(high uint64) uint32 {
	if int(p.count) >= len(p.slots)/4*3 {
		p.grow()
	}
	at := p.probe(high)
	if next := p.slots[at].next; next != 0 {
		return next - 1
	}
	p.count++
	p.slots[at] = numbered{high, p.count}
	return p.count - 1
}

// probe returns the slot of a block, or the free one where it belongs.
func (p *plane) probe(high uint64) int {
	mask := len(p.slots) - 1
	hash, _ := bits.Mul64(high*0x9e3779b97f4a7c15, uint64(len(p.slots)))
	for at := int(hash); ; at = (at + 1) & mask {
		if s := &p.slots[at]; s.next == 0 || s.high == high {
			return at
		}
	}
}

// grow doubles the hash table.
func (p *plane) grow() {
	old := p.slots
	p.slots = make([]numbered, max(leastSlots, 2*len(old)))
	for _, s := range old {
		if s.next != 0 {
			p.slots[p.probe(s.high)] = s
		}
	}
}
