package frontier

import (
	"context"
	"math/bits"
	"slices"

	"golang.org/x/sync/errgroup"

	"exhaust/statecodec"
)

// packStates is about how many states a packer sorts at a time: they and the scratch lie in the
// second cache of a core.
const packStates = 1 << 14

// leastValue is how many states have the same value of a packer's digit, on average, at least: the fewer values there
// are, the fewer places states are moved to.
const leastValue = packStates / 4

// A Packer makes runs of states that lie in memory in no order, and keeps its memory between them. The
// zero Packer is ready. It is for one goroutine, and uses as many as it is told to.
type Packer[W statecodec.Words] struct {
	flat   []W     // states by the values of a digit
	counts [][]int // for each worker, how many of its states have each value
	spare  chan []W
}

// Pack writes the states of pages, which are distinct, to a draft in increasing order. Beside the pages it takes memory for
// about room states, and passes over the pages as often as that makes necessary. The pages are not changed. A done
// context ends it between two of a few thousand states. Errors are those of the draft, and ErrOrder if
// two states are equal.
//
// The states are moved once, each to the place of those that have the same bits as it at the top; such are then
// sorted by themselves, encoded and appended, by one worker.
func (p *Packer[W]) Pack(ctx context.Context, workers int, pages [][]W, room int, out *Draft[W]) error {
	pages = slices.DeleteFunc(slices.Clone(pages), func(page []W) bool { return len(page) == 0 })
	if len(pages) == 0 {
		return nil
	}
	workers = max(1, min(workers, len(pages)))
	d := p.digit(workers, pages)
	values := int(d.mask) + 1
	sums := p.count(workers, pages, d, values)
	for from := 0; from < values; {
		to, states := from, 0
		for to < values && (states == 0 || states+sums[to] <= room) {
			states += sums[to]
			to++
		}
		if err := p.pass(ctx, workers, pages, d, span{from, to, states}, sums, room, out); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// A span is the values of a digit from one on and before another, and how many states have them.
type span struct{ from, to, states int }

// share returns the pages of a worker.
func share[W statecodec.Words](pages [][]W, worker, workers int) [][]W {
	return pages[worker*len(pages)/workers : (worker+1)*len(pages)/workers]
}

// each has workers do something at once.
func each(workers int, do func(worker int)) {
	var g errgroup.Group
	for i := 1; i < workers; i++ {
		g.Go(func() error { do(i); return nil })
	}
	do(0)
	_ = g.Wait() // nothing fails
}

// digit returns the most significant digit in which states differ.
func (p *Packer[W]) digit(workers int, pages [][]W) digit {
	first := pages[0][0]
	all := make([]W, workers)
	each(workers, func(worker int) {
		var v W
		for _, page := range share(pages, worker, workers) {
			for i := range page {
				for j := 0; j < len(v); j++ {
					v[j] |= page[i][j] ^ first[j]
				}
			}
		}
		all[worker] = v
	})
	for _, v := range all[1:] {
		for j := 0; j < len(v); j++ {
			all[0][j] |= v[j]
		}
	}
	states := 0
	for _, page := range pages {
		states += len(page)
	}
	d, _ := top(&all[0], min(max(bits.Len(uint(states/leastValue)), 4), wideBits))
	return d
}

// count counts the values of a digit, for each worker and for all.
func (p *Packer[W]) count(workers int, pages [][]W, d digit, values int) (sums []int) {
	for len(p.counts) < workers {
		p.counts = append(p.counts, make([]int, 1<<wideBits))
	}
	each(workers, func(worker int) {
		counts := p.counts[worker]
		clear(counts)
		for _, page := range share(pages, worker, workers) {
			for i := range page {
				counts[of(&page[i], d)]++
			}
		}
	})
	sums = make([]int, values)
	for _, counts := range p.counts[:workers] {
		for value := range sums {
			sums[value] += counts[value]
		}
	}
	return sums
}

// pass packs the states of a span of values.
func (p *Packer[W]) pass(ctx context.Context, workers int, pages [][]W, d digit, s span, sums []int, room int, out *Draft[W]) error {
	if cap(p.flat) < s.states {
		p.flat = make([]W, max(s.states, min(2*cap(p.flat), room)))
	}
	p.flat = p.flat[:s.states]
	p.scatter(workers, pages, d, s)
	for len(p.spare) < workers {
		p.spare = make(chan []W, workers)
		for range workers {
			p.spare <- nil
		}
	}
	ends := rangeEnds(sums[s.from:s.to])
	return inOrder(workers, len(ends)-1, func(i int) (*Part[W], error) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		states := p.flat[ends[i]:ends[i+1]]
		scratch := <-p.spare
		if len(scratch) < len(states) {
			scratch = make([]W, max(len(states), 2*packStates))
		}
		Sort(states, scratch[:len(states)])
		p.spare <- scratch
		part := out.NewPart()
		return part, part.Write(states)
	}, out.spend)
}

// rangeEnds returns where the states of consecutive values begin and end, some thousand together.
func rangeEnds(sums []int) (ends []int) {
	ends = append(ends, 0)
	at := 0
	for _, n := range sums {
		at += n
		if at-ends[len(ends)-1] >= packStates {
			ends = append(ends, at)
		}
	}
	if at > ends[len(ends)-1] {
		ends = append(ends, at)
	}
	return ends
}

// scatter moves the states of a span of values to their places in flat.
func (p *Packer[W]) scatter(workers int, pages [][]W, d digit, s span) {
	places := make([][]int, workers)
	for worker := range places {
		places[worker] = make([]int, s.to-s.from)
	}
	at := 0
	for value := s.from; value < s.to; value++ {
		for worker := range places {
			places[worker][value-s.from] = at
			at += p.counts[worker][value]
		}
	}
	each(workers, func(worker int) {
		places, flat := places[worker], p.flat
		for _, page := range share(pages, worker, workers) {
			for i := range page {
				value := int(of(&page[i], d)) - s.from
				if uint(value) < uint(len(places)) {
					flat[places[value]] = page[i]
					places[value]++
				}
			}
		}
	})
}
