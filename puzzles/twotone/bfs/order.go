package bfs

import "exhaust/statecodec"

// Which colours are lowest decides how many states share a block, and with it what a large search takes. In the order of
// the cells it may be one or two. So six cells are chosen by which a sample of the states lies in few blocks.

const (
	smallSpace = 20_000 // states; an order is chosen for larger spaces
	sampled    = 10_000 // of these states, the first met, are the sample
	weighed    = 500    // at so many of them a choice is weighed
)

// reorder lays out the states of a model, which are in the order of the cells, with the lowest cells chosen. It
// takes a few milliseconds. Boards with a small space, or with no more colours than a block has bits, stay as they are.
func (m *model[W]) reorder(l *layout) {
	if l.colours <= statecodec.BlockBits {
		return
	}
	if states := m.sample(); states != nil {
		l.reorder(m.lowestCells(l, states))
	}
}

// sample returns the states that are met first, breadth first; nil if the space is small.
func (m *model[W]) sample() []W {
	states := append(make([]W, 0, smallSpace), m.initial)
	met := make(map[W]struct{}, smallSpace)
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
			if len(states) == smallSpace {
				return states[:sampled]
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
	parts := make([]uint64, len(colours)) // with each bit, of all states weighed, in units of 2^-32
	for i := range weighed {
		key := without(states[i*len(states)/weighed], chosen)
		n := blocks[key]
		for j, b := range colours {
			if b.mask&^(*chosen)[b.word] != 0 {
				other := key
				other[b.word] ^= b.mask
				parts[j] += 1 << 32 / (n + blocks[other])
			}
		}
	}
	fewest := ^uint64(0)
	for j, b := range colours {
		if parts[j] > 0 && parts[j] < fewest {
			best, fewest = b, parts[j]
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
