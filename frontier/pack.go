package frontier

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"golang.org/x/sync/errgroup"

	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// packBlocks is about how many blocks a packer sorts at a time: they and what sorts them lie in the
// second cache of a core.
const packBlocks = 1 << 13

// leastValue is how many blocks have the same value of a packer's digit, on average, at least: the fewer values there
// are, the fewer places blocks are moved to.
const leastValue = packBlocks / 16

// A Packer makes runs of blocks that lie in memory in no order, and keeps its memory between them, most of it outside the
// collector's heap, until it is freed. The zero Packer is ready. It is for one goroutine, and uses as many as it is told to.
type Packer[W statecodec.Words] struct {
	memory  memory.Memory
	flat    []statecodec.Block[W] // blocks by the values of a digit, in that memory
	counts  [][]int               // for each worker, how many of its blocks have each value
	last    digit                 // the one that was taken last
	sorters []*blockSorter[W]     // one for each worker
}

// Pack writes the states of pages of blocks to a draft in increasing order. A key may occur in several blocks; states are
// distinct. Beside the pages it takes memory for about room blocks, and passes over the pages as often as
// that makes necessary. The pages are not changed. A done context ends it between two of a few
// thousand blocks. Errors are those of the draft, and ErrOrder if two states are equal.
//
// The blocks are moved once, each to the place of those that have the same bits as it at the top of the key; such are then
// sorted by themselves, merged, encoded and appended, by one worker. No state is looked at before it is encoded.
func (p *Packer[W]) Pack(ctx context.Context, workers int, pages [][]statecodec.Block[W], room int, out *Draft[W]) error {
	pages = slices.DeleteFunc(slices.Clone(pages), func(page []statecodec.Block[W]) bool { return len(page) == 0 })
	if len(pages) == 0 {
		return nil
	}
	workers = max(1, min(workers, len(pages)))
	blocks := 0
	for _, page := range pages {
		blocks += len(page)
	}
	d := p.count(workers, pages, widthFor(blocks))
	values := int(d.mask) + 1
	sums := p.sums(workers, values)
	for from := 0; from < values; {
		to, blocks := from, 0
		for to < values && (blocks == 0 || blocks+sums[to] <= room) {
			blocks += sums[to]
			to++
		}
		if err := p.pass(ctx, workers, pages, d, span{from, to, blocks}, sums, room, out); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// widthFor returns the width of the digit by which so many blocks are moved.
func widthFor(blocks int) int { return min(max(bits.Len(uint(blocks/leastValue)), 4), wideBits) }

// sort puts blocks in order in their place, those of the same key as one, and returns what is left. It takes memory for as many
// blocks as there is room for in theirs.
func (p *Packer[W]) sort(blocks []statecodec.Block[W]) []statecodec.Block[W] {
	if len(blocks) == 0 {
		return blocks
	}
	pages := [][]statecodec.Block[W]{blocks}
	d := p.count(1, pages, widthFor(len(blocks)))
	sums := p.sums(1, int(d.mask)+1)
	p.move(1, pages, d, span{0, len(sums), len(blocks)}, cap(blocks))
	sorted, ends := blocks[:0], rangeEnds(sums)
	for i := range ends[1:] {
		sorted = p.sorters[0].append(sorted, p.flat[ends[i]:ends[i+1]])
	}
	return sorted
}

// A span is the values of a digit from one on and before another, and how many blocks have them.
type span struct{ from, to, blocks int }

// share returns the pages of a worker.
func share[W statecodec.Words](pages [][]statecodec.Block[W], worker, workers int) [][]statecodec.Block[W] {
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

// count finds the most significant digit of so many bits in which keys differ, and counts its values, for
// each worker. It tries the last digit first, and if that is not the one there
// is a pass more.
func (p *Packer[W]) count(workers int, pages [][]statecodec.Block[W], width int) digit {
	for len(p.counts) < workers {
		p.counts = append(p.counts, make([]int, 1<<wideBits))
	}
	v := p.countValues(workers, pages, p.last)
	d, _ := top(&v, width)
	if d != p.last {
		p.countValues(workers, pages, d)
		p.last = d
	}
	return d
}

// countValues counts the values of a digit, and returns the bits in which keys differ.
func (p *Packer[W]) countValues(workers int, pages [][]statecodec.Block[W], d digit) (v W) {
	first := pages[0][0].Key
	all := make([]W, workers)
	each(workers, func(worker int) {
		counts := p.counts[worker]
		clear(counts)
		var v W
		for _, page := range share(pages, worker, workers) {
			for i := range page {
				counts[of(&page[i].Key, d)]++
				for j := 0; j < len(v); j++ {
					v[j] |= page[i].Key[j] ^ first[j]
				}
			}
		}
		all[worker] = v
	})
	for _, w := range all {
		for j := 0; j < len(v); j++ {
			v[j] |= w[j]
		}
	}
	return v
}

// sums returns how many blocks of all workers have each value.
func (p *Packer[W]) sums(workers, values int) (sums []int) {
	sums = make([]int, values)
	for _, counts := range p.counts[:workers] {
		for value := range sums {
			sums[value] += counts[value]
		}
	}
	return sums
}

// pass packs the blocks of a span of values.
func (p *Packer[W]) pass(ctx context.Context, workers int, pages [][]statecodec.Block[W], d digit, s span, sums []int, room int, out *Draft[W]) error {
	p.move(workers, pages, d, s, room)
	ends := rangeEnds(sums[s.from:s.to])
	return inOrder(workers, len(ends)-1, func(worker, i int) (*Part[W], error) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		part := out.NewPart()
		return part, errors.Join(p.sorters[worker].write(part, p.flat[ends[i]:ends[i+1]]), part.seal())
	}, out.spend)
}

// move moves the blocks of a span of values to flat, by value, and makes sure that each worker has a sorter.
func (p *Packer[W]) move(workers int, pages [][]statecodec.Block[W], d digit, s span, room int) {
	if cap(p.flat) < s.blocks {
		p.makeFlat(max(s.blocks, min(2*cap(p.flat), room)))
	}
	p.flat = p.flat[:s.blocks]
	p.scatter(workers, pages, d, s)
	for len(p.sorters) < workers {
		p.sorters = append(p.sorters, new(blockSorter[W]))
	}
}

// makeFlat makes flat one of so many blocks.
func (p *Packer[W]) makeFlat(blocks int) {
	p.memory.Free()
	p.memory = memory.NewFixed(uintptr(blocks) * blockBytes[W]())
	p.flat = memory.As[statecodec.Block[W]](p.memory.Words)
}

// Free gives the memory back. The packer is as new afterwards.
func (p *Packer[W]) Free() {
	p.memory.Free()
	*p = Packer[W]{}
}

// rangeEnds returns where the blocks of consecutive values begin and end, some thousand together.
func rangeEnds(sums []int) (ends []int) {
	ends = append(ends, 0)
	at := 0
	for _, n := range sums {
		at += n
		if at-ends[len(ends)-1] >= packBlocks {
			ends = append(ends, at)
		}
	}
	if at > ends[len(ends)-1] {
		ends = append(ends, at)
	}
	return ends
}

// scatter moves the blocks of a span of values to their places in flat.
func (p *Packer[W]) scatter(workers int, pages [][]statecodec.Block[W], d digit, s span) {
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
				value := int(of(&page[i].Key, d)) - s.from
				if uint(value) < uint(len(places)) {
					flat[places[value]] = page[i]
					places[value]++
				}
			}
		}
	})
}
