package ida

import (
	"context"
	"slices"
)

// unmet marks places of a table for which no board was met. No search comes to them.
const unmet = 0xff

// maxInSet is how many tiles a set has at most: a placing takes five bits for the cell of each, and
// 25 for a set of cells.
const (
	maxInSet = 6
	cellBits = 5
	cellMask = 1<<cellBits - 1
)

// A placing is the cells of the tiles of a set, and the cells that the gap can come to without
// moving any of them: cellBits for each tile, and above maxInSet tiles a set of cells.
type placing uint64

func (p placing) cell(tile int) int { return int(p>>(cellBits*tile)) & cellMask }
func (p placing) gaps() uint32      { return uint32(p >> (cellBits * maxInSet)) }

// A mask is a set of the cells of a board.
type mask interface{ uint16 | uint32 }

// A builder makes the table of one set of tiles, breadth first from the goal: over all placings,
// with a move of one of the set's tiles as an edge. Whatever else the gap does costs nothing.
type builder[M mask] struct {
	*grid
	met         []M // for each place of the table, the cells of the gap with which it was met
	level, next []placing

	table  []uint8
	powers []uint32 // by which the cell of each tile of the set counts
}

// checkEvery is the number of placings between two looks at the context.
const checkEvery = 1 << 12

// build returns the table of some tiles. It ends with the cause of the context's end if that comes
// first.
func (b *builder[M]) build(ctx context.Context, set []int) ([]uint8, error) {
	b.begin(set)
	for depth := uint8(1); len(b.level) > 0; depth++ {
		b.next = b.next[:0]
		for i, p := range b.level {
			if i%checkEvery == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			b.expand(p, len(set), depth)
		}
		b.level = b.sorted(b.next, b.level)
	}
	return b.table, nil
}

// begin makes an empty table for some tiles, and enters the goal.
func (b *builder[M]) begin(set []int) {
	size := power(b.cells, len(set))
	b.met = slices.Grow(b.met[:0], size)[:size]
	clear(b.met)
	share := levelShare(b.placings(len(set)))
	b.level, b.next = slices.Grow(b.level[:0], share), slices.Grow(b.next[:0], share)
	b.table = slices.Repeat([]uint8{unmet}, size)
	b.powers = b.powers[:0]
	goal, at, taken := placing(0), uint32(0), uint32(0)
	for i, tile := range set {
		b.powers = append(b.powers, uint32(power(b.cells, i)))
		goal |= placing(home(tile)) << (cellBits * i)
		at += uint32(home(tile)) * b.powers[i]
		taken |= 1 << home(tile)
	}
	b.table[at] = 0
	b.level = append(b.level, b.enter(goal, at, b.cells-1, ^taken))
}

// sorted returns placings in the order of the cells of the last few tiles, in the memory of dst.
// Placings that follow one another then meet places of the table that lie together.
func (b *builder[M]) sorted(all, dst []placing) []placing {
	const low = cellBits * (maxInSet - 3)
	var ends [1 << (cellBits * 3)]uint32
	key := func(p placing) uint32 { return uint32(p>>low) & (1<<(cellBits*3) - 1) }
	for _, p := range all {
		ends[key(p)]++
	}
	sum := uint32(0)
	for i, n := range ends {
		ends[i] = sum
		sum += n
	}
	dst = slices.Grow(dst[:0], len(all))[:len(all)]
	for _, p := range all {
		dst[ends[key(p)]] = p
		ends[key(p)]++
	}
	return dst
}

// enter notes that a placing was met with the gap on a cell and wherever it can go from there over
// free cells, and returns it with these.
func (b *builder[M]) enter(p placing, at uint32, gap int, free uint32) placing {
	gaps := b.flood(gap, free&(1<<b.cells-1))
	b.met[at] |= M(gaps)
	return p | placing(gaps)<<(cellBits*maxInSet)
}

// expand enters the placings that one move of a tile of the set leads to and that are new. It reads
// what is known of all of them before it looks at any: they lie apart in memory, and so the
// processor waits for all together.
func (b *builder[M]) expand(p placing, count int, depth uint8) {
	at, taken := uint32(0), uint32(0)
	for i := range count {
		at += uint32(p.cell(i)) * b.powers[i]
		taken |= 1 << p.cell(i)
	}
	n := 0
	var known [maxInSet * maxNear]M
	var steps [maxInSet * maxNear]step
	for i := range count {
		from := p.cell(i)
		for set := b.beside[from] & p.gaps(); set != 0; set &= set - 1 {
			to := first(set)
			next := at + uint32(to-from)*b.powers[i]
			steps[n] = step{next, uint8(i), uint8(from), uint8(to)}
			known[n] = b.met[next]
			n++
		}
	}
	for k, s := range steps[:n] {
		if known[k]>>s.from&1 != 0 {
			continue
		}
		if known[k] == 0 {
			b.table[s.at] = depth
		}
		free := ^(taken&^(1<<s.from) | 1<<s.to)
		b.next = append(b.next, b.enter(p.moved(int(s.tile), int(s.to)), s.at, int(s.from), free))
	}
}

// A step is a move of a tile of the set.
type step struct {
	at             uint32 // the place in the table that it leads to
	tile, from, to uint8
}

// moved returns a placing with a tile on another cell, and without cells of the gap.
func (p placing) moved(tile, cell int) placing {
	shift := cellBits * tile
	p &= 1<<(cellBits*maxInSet) - 1
	return p&^(cellMask<<shift) | placing(cell)<<shift
}
