package frontier

import "exhaust/statecodec"

// mergeBlocks is how many blocks of states a merge passes on at a time.
const mergeBlocks = 512

// tree returns the merge of streams: their states in increasing order, each once. Streams
// are merged two and two, so a block of states is compared log2(streams) times; memory is a block of a run
// and a few thousand of states for each, the latter of the buffers.
func tree[W statecodec.Words](streams []Stream[W], b *buffers[W]) Stream[W] {
	switch len(streams) {
	case 0:
		return &sliceStream[W]{}
	case 1:
		return streams[0]
	}
	half := len(streams) / 2
	return &pair[W]{left: tree(streams[:half], b), right: tree(streams[half:], b), out: b.out()}
}

// A pair is the merge of two streams.
type pair[W statecodec.Words] struct {
	left, right Stream[W]
	a, b        []statecodec.Block[W] // what they yielded and was not yet passed on
	endA, endB  bool
	out         []statecodec.Block[W]
}

// Next returns the next few thousand blocks of states of both streams, none at their end.
func (p *pair[W]) Next() ([]statecodec.Block[W], error) {
	if err := refill(p.left, &p.a, &p.endA); err != nil {
		return nil, err
	}
	if err := refill(p.right, &p.b, &p.endB); err != nil {
		return nil, err
	}
	switch {
	case len(p.a) == 0:
		return take(&p.b), nil
	case len(p.b) == 0:
		return take(&p.a), nil
	case statecodec.Less(&p.a[len(p.a)-1].Key, &p.b[0].Key):
		return take(&p.a), nil
	case statecodec.Less(&p.b[len(p.b)-1].Key, &p.a[0].Key):
		return take(&p.b), nil
	}
	n, i, j := merge(p.out, p.a, p.b)
	p.a, p.b = p.a[i:], p.b[j:]
	return p.out[:n], nil
}

// refill asks a stream for blocks if there are none left.
func refill[W statecodec.Words](s Stream[W], blocks *[]statecodec.Block[W], end *bool) (err error) {
	if len(*blocks) == 0 && !*end {
		*blocks, err = s.Next()
		*end = len(*blocks) == 0
	}
	return err
}

func take[W statecodec.Words](blocks *[]statecodec.Block[W]) []statecodec.Block[W] {
	all := *blocks
	*blocks = nil
	return all
}

// merge merges two sorted slices until one of them or the room in out ends, and returns
// how many blocks were written and how many of each slice were used. Blocks of the same key become one of
// the states of both. Which slice comes next is not branched on, because it cannot be guessed.
func merge[W statecodec.Words](out, a, b []statecodec.Block[W]) (n, i, j int) {
	for n < len(out) && i < len(a) && j < len(b) {
		x, y := &a[i], &b[j]
		after, before := 0, 0
		if statecodec.Less(&x.Key, &y.Key) {
			before = 1
		}
		if statecodec.Less(&y.Key, &x.Key) {
			after = 1
		}
		to := &out[n]
		to.Set = x.Set&uint64(after-1) | y.Set&uint64(before-1)
		to.Key = y.Key
		if before != 0 {
			to.Key = x.Key
		}
		n++
		i += 1 - after
		j += 1 - before
	}
	return n, i, j
}
