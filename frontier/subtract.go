package frontier

import (
	"slices"

	"exhaust/statecodec"
)

// Subtract removes from sorted blocks of candidates, in place, the states that the run holds, and returns the
// blocks that have others. Only blocks of the run into which a candidate may fall are read, and the last one stays in b for the next call. It may be
// called for parts of the candidates at once. After an error, one of Decode's, candidates are of no use.
func (f *Reader[W]) Subtract(candidates []statecodec.Block[W], b *Buffer[W]) ([]statecodec.Block[W], error) {
	if len(f.blocks) == 0 {
		return candidates, nil
	}
	first := keyOf(&f.blocks[0].first)
	at := search(candidates, &first)
	for i := 0; at < len(candidates) && !statecodec.Less(&f.foot.last, &candidates[at].Key); i++ {
		i = max(i, f.Find(candidates[at].Key))
		blocks, err := f.look(i, b)
		if err != nil {
			return nil, err
		}
		if i+1 == len(f.blocks) {
			subtract(candidates[at:], blocks)
			break
		}
		next := &f.blocks[i+1].first
		end := at + search(candidates[at:], next)
		subtract(candidates[at:end], blocks)
		at = end
		if candidates[end-1].Key == keyOf(next) { // the next block has more of this one
			at--
		}
	}
	return slices.DeleteFunc(candidates, func(b statecodec.Block[W]) bool { return b.Set == 0 }), nil
}

// subtract removes the states of blocks from candidates, which may then have none. Both are sorted.
func subtract[W statecodec.Words](candidates, blocks []statecodec.Block[W]) {
	const stride = 8
	j := 0
	for i := range candidates {
		c := &candidates[i]
		for j+stride < len(blocks) && statecodec.Less(&blocks[j+stride].Key, &c.Key) {
			j += stride
		}
		for j < len(blocks) && statecodec.Less(&blocks[j].Key, &c.Key) {
			j++
		}
		if j < len(blocks) && blocks[j].Key == c.Key {
			c.Set &^= blocks[j].Set
		}
	}
}
