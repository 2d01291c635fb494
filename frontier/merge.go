package frontier

import "exhaust/statecodec"

// mergeStates is how many states a merge passes on at a time.
const mergeStates = 4096

// tree returns the merge of streams: their states in increasing order, each once. Streams
// are merged two and two, so a state is compared log2(streams) times; memory is a block
// and a few thousand states for each.
func tree[W statecodec.Words](streams []Stream[W]) Stream[W] {
	switch len(streams) {
	case 0:
		return &sliceStream[W]{}
	case 1:
		return streams[0]
	}
	half := len(streams) / 2
	return &pair[W]{left: tree(streams[:half]), right: tree(streams[half:])}
}

// A pair is the merge of two streams.
type pair[W statecodec.Words] struct {
	left, right Stream[W]
	a, b        []W // what they yielded and was not yet passed on
	endA, endB  bool
	out         []W
}

// Next returns the next few thousand states of both streams, none at their end.
func (p *pair[W]) Next() ([]W, error) {
	if p.out == nil {
		p.out = make([]W, mergeStates)
	}
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
	case statecodec.Less(&p.a[len(p.a)-1], &p.b[0]):
		return take(&p.a), nil
	case statecodec.Less(&p.b[len(p.b)-1], &p.a[0]):
		return take(&p.b), nil
	}
	n, i, j := merge(p.out, p.a, p.b)
	p.a, p.b = p.a[i:], p.b[j:]
	return p.out[:n], nil
}

// refill asks a stream for states if there are none left.
func refill[W statecodec.Words](s Stream[W], states *[]W, end *bool) (err error) {
	if len(*states) == 0 && !*end {
		*states, err = s.Next()
		*end = len(*states) == 0
	}
	return err
}

func take[W statecodec.Words](states *[]W) []W {
	all := *states
	*states = nil
	return all
}

// merge merges two sorted slices until one of them or the room in out ends, and returns
// how many states were written and how many of each slice were used. A state of both is
// written once. Which slice comes next is not branched on, because it cannot be guessed.
func merge[W statecodec.Words](out, a, b []W) (n, i, j int) {
	for n < len(out) && i < len(a) && j < len(b) {
		x, y := a[i], b[j]
		after, before := 0, 0
		if statecodec.Less(&x, &y) {
			before = 1
		}
		if statecodec.Less(&y, &x) {
			after = 1
		}
		if before != 0 {
			y = x
		}
		out[n] = y
		n++
		i += 1 - after
		j += 1 - before
	}
	return n, i, j
}
