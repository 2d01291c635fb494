package bfs

import "exhaust/statecodec"

// Which colours are lowest decides how many states share a block, and with it what a large search takes. In the order of
// the cells it may be one or two. So six cells are chosen by which a sample of the states lies in few blocks.

// The size of the sample, and at how many of its states a choice is weighed.
const (
	sampled = 20_000
	weighed = 500
)

// reorder lays out the states of a model, which are in the order of the cells, with the lowest cells chosen. It
// takes a few milliseconds. Boards with a space smaller than the sample, or with no more colours than a block
// has bits, stay as they are.
func (m *model[W]) reorder(l *layout) {
	if l.colours <= statecodec.BlockBits {
		return
	}
	if states := m.sample(); states != nil {
		l.reorder(m.lowestCells(l, states))
	}
}

// sample returns the states that are met first, breadth first; nil if these are all.
func (m *model[W]) sample() []W {
	states := append(make([]W, 0, sampled), m.initial)
	met := make(map[W]struct{}, sampled)
	met[m.initial] = struct{}{}
	var next []W
	for i := 0; i < len(states); i++ {
		if m.Goal(&states[i]) {
			continue
		}
		next = m.Successors(&states[i], next[:0])
		for _, w := range next {
			if _, ok := met[w]; ok {
				continue
			}
			if len(states) == sampled {
				return states
			}
			met[w] = struct{}{}
			states = append(states, w)
		}
	}
	return nil
}

// lowestCells chooses the lowest cells one by one, each so that the states lie in the fewest blocks, and returns
// them in their order.
func (m *model[W]) lowestCells(l *layout, states []W) (cells []int) {
	var chosen W
	blocks := make(map[W]uint64, len(states))
	for range statecodec.BlockBits {
		clear(blocks)
		for i := range states {
			blocks[without(states[i], &chosen)]++
		}
		best := fewestBlocks(l.colour, &chosen, states, blocks)
		chosen[best.word] |= best.mask
	}
	for place, cell := range l.places {
		if b := l.colour[place]; chosen[b.word]&b.mask != 0 {
			cells = append(cells, int(cell))
		}
	}
	return cells
}

// fewestBlocks returns the first of the bits with which, beside the chosen ones, states lie in the fewest blocks. It is given
// how many states are in each block that the chosen bits make. A state in a block of n states takes a part of 1/n of it.
func fewestBlocks[W statecodec.Words](colours []bit, chosen *W, states []W, blocks map[W]uint64) (best bit) {
	fewest := ^uint64(0)
	for _, b := range colours {
		if b.mask == 0 || (*chosen)[b.word]&b.mask != 0 {
			continue
		}
		parts := uint64(0)
		for i := 0; i < weighed; i++ {
			key := without(states[i*len(states)/weighed], chosen)
			n := blocks[key]
			key[b.word] ^= b.mask
			parts += 1 << 32 / (n + blocks[key])
		}
		if parts < fewest {
			best, fewest = b, parts
		}
	}
	return best
}

// without returns a state without some bits.
func without[W statecodec.Words](w W, bits *W) W {
	for i := 0; i < len(w); i++ {
		w[i] &^= (*bits)[i]
	}
	return w
}
