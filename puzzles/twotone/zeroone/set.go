package zeroone

// A set is a set of cells that can be compared and never changes: with and
// without return another set. Two sets over the same board are equal if and
// only if they hold the same cells.
type set[S any] interface {
	comparable
	has(cell int) bool
	with(cell int) S
	without(cell int) S
	of(cells []bool) S // the set of all i for which cells[i]; it does not depend on the receiver
}

// wordCells is the largest board whose sets fit a word.
const wordCells = 64

// A word is a set of cells below wordCells: cell i is bit i. The empty set is 0.
type word uint64

func (w word) has(cell int) bool     { return w>>cell&1 != 0 }
func (w word) with(cell int) word    { return w | 1<<cell }
func (w word) without(cell int) word { return w &^ (1 << cell) }

func (word) of(cells []bool) word {
	w := word(0)
	for i, in := range cells {
		if in {
			w = w.with(i)
		}
	}
	return w
}

// A packed is a set of cells of a board of any size: cell i is bit i%8 of byte
// i/8. All sets over a board have the same number of bytes, the empty one too.
type packed string

func (p packed) has(cell int) bool { return p[cell/8]>>(cell%8)&1 != 0 }

func (p packed) with(cell int) packed {
	return p.put(cell/8, p[cell/8]|1<<(cell%8))
}

func (p packed) without(cell int) packed {
	return p.put(cell/8, p[cell/8]&^(1<<(cell%8)))
}

func (packed) of(cells []bool) packed {
	bytes := make([]byte, (len(cells)+7)/8)
	for i, in := range cells {
		if in {
			bytes[i/8] |= 1 << (i % 8)
		}
	}
	return packed(bytes)
}

// put returns p with b as its i-th byte. Equal sets share their memory.
func (p packed) put(i int, b byte) packed {
	if p[i] == b {
		return p
	}
	return p[:i] + packed([]byte{b}) + p[i+1:]
}
