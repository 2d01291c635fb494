package frontier

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"exhaust/statecodec"
)

// rangeBlocks is about how many blocks of all runs together lie in a range of values, the
// piece of work that a worker takes at a time.
const rangeBlocks = 64

// rangeCandidates is about how many blocks of states of sorters lie in a range at least: the past may be a million times as large.
const rangeCandidates = 256

// manyBlocks is the number of blocks from which ranges are cut by a sample of them.
const manyBlocks = 1 << 12

// Gather writes to a draft, in increasing order and each once, the states of sealed sorters that no
// run of the past holds, and calls fresh with them, slice by slice, with the number of the worker on whose
// goroutine it is. Workers share it by ranges of keys. It uses up what the sorters hold in memory.
//
// A block of states costs the merge of the sorters' segments and a comparison with each past run; a past
// run is decoded where candidates fall. Memory is a few blocks for each segment
// and past run and worker. A done context ends it between two of the slices.
func Gather[W statecodec.Words](ctx context.Context, workers int, sorters []*Sorter[W], past []*Run[W], out *Draft[W], fresh func(worker int, blocks []statecodec.Block[W])) error {
	cuts := cutAll(workers, sorters, past)
	pieces := make([][][]statecodec.Block[W], len(sorters))
	for i, s := range sorters {
		pieces[i] = s.pieces(cuts)
	}
	held, read := make([][]Buffer[W], workers), make([]buffers[W], workers)
	for worker := range held {
		held[worker] = make([]Buffer[W], len(past))
	}
	return inOrder(workers, len(cuts)+1, func(worker, i int) (*Part[W], error) {
		read[worker].reset()
		var streams []Stream[W]
		for k, s := range sorters {
			streams = s.streams(streams, pieces[k][i], rangeOf(cuts, i), &read[worker])
		}
		part := out.NewPart()
		err := pass(ctx, tree(streams, &read[worker]), func(blocks []statecodec.Block[W]) (err error) {
			for k, run := range past {
				if blocks, err = run.Subtract(blocks, &held[worker][k]); err != nil {
					return err
				}
			}
			fresh(worker, blocks)
			return part.WriteBlocks(blocks)
		})
		return part, errors.Join(err, part.seal())
	}, out.spend)
}

// mergeRuns writes all states of runs, which have none in common, to a draft.
func mergeRuns[W statecodec.Words](ctx context.Context, workers int, runs []*Run[W], out *Draft[W]) error {
	cuts := cutAll(workers, nil, runs)
	read := make([]buffers[W], workers)
	return inOrder(workers, len(cuts)+1, func(worker, i int) (*Part[W], error) {
		read[worker].reset()
		var streams []Stream[W]
		for _, run := range runs {
			streams = append(streams, run.cursor(rangeOf(cuts, i), read[worker].next()))
		}
		part := out.NewPart()
		err := pass(ctx, tree(streams, &read[worker]), part.WriteBlocks)
		return part, errors.Join(err, part.seal())
	}, out.spend)
}

// buffers are those with which one worker reads runs and merges them, used again for each range.
type buffers[W statecodec.Words] struct {
	read   []*Buffer[W]
	merged [][]statecodec.Block[W]
	inUse  struct{ read, merged int }
}

// reset says that none of the buffers is in use.
func (b *buffers[W]) reset() { b.inUse.read, b.inUse.merged = 0, 0 }

// next returns a buffer that is not in use.
func (b *buffers[W]) next() *Buffer[W] {
	if b.inUse.read == len(b.read) {
		b.read = append(b.read, new(Buffer[W]))
	}
	b.inUse.read++
	return b.read[b.inUse.read-1]
}

// out returns room for merged blocks that is not in use.
func (b *buffers[W]) out() []statecodec.Block[W] {
	if b.inUse.merged == len(b.merged) {
		b.merged = append(b.merged, make([]statecodec.Block[W], mergeBlocks))
	}
	b.inUse.merged++
	return b.merged[b.inUse.merged-1]
}

// pass passes a stream on, slice by slice.
func pass[W statecodec.Words](ctx context.Context, from Stream[W], to func([]statecodec.Block[W]) error) error {
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		blocks, err := from.Next()
		if err != nil || len(blocks) == 0 {
			return err
		}
		if err := to(blocks); err != nil {
			return err
		}
	}
}

// cutAll cuts the values of sorters and runs into ranges, of which there are enough for the workers
// to share; none if there is little.
func cutAll[W statecodec.Words](workers int, sorters []*Sorter[W], runs []*Run[W]) []W {
	step, blocks := 1, countBlocks(sorters, runs)
	if blocks > manyBlocks {
		step = rangeBlocks / 8
	}
	var firsts []W
	for _, run := range runs {
		firsts = run.appendFirsts(firsts, step)
	}
	for _, s := range sorters {
		for i := 0; i < len(s.blocks); i += step * pieceBlocks {
			firsts = append(firsts, s.blocks[i].Key)
		}
		for _, run := range s.segments {
			firsts = run.appendFirsts(firsts, step)
		}
	}
	ranges := blocks/rangeBlocks + 1
	if len(sorters) > 0 {
		ranges = min(ranges, countBlocks(sorters, nil)*pieceBlocks/rangeCandidates+1)
	}
	if workers > 1 && ranges < 4*workers {
		ranges = min(4*workers, blocks/4+1)
	}
	return cut(firsts, ranges)
}

// countBlocks returns how many blocks there are of runs, or as large as those of runs.
func countBlocks[W statecodec.Words](sorters []*Sorter[W], runs []*Run[W]) (n int) {
	for _, run := range runs {
		n += len(run.blocks)
	}
	for _, s := range sorters {
		n += (len(s.blocks) + pieceBlocks - 1) / pieceBlocks
		for _, run := range s.segments {
			n += len(run.blocks)
		}
	}
	return n
}

// rangeOf returns range i of those that cuts make.
func rangeOf[W statecodec.Words](cuts []W, i int) (r Range[W]) {
	if i > 0 {
		r.From = &cuts[i-1]
	}
	if i < len(cuts) {
		r.To = &cuts[i]
	}
	return r
}

// inOrder does n pieces of work on so many goroutines, whose number it says, and passes on what they make in the order of the
// pieces. The first error ends it.
func inOrder[T any](workers, n int, do func(worker, i int) (T, error), then func(T) error) error {
	var next atomic.Int64
	line := queue[T]{made: map[int]T{}, then: then}
	g, ctx := errgroup.WithContext(context.Background())
	for worker := range min(workers, n) {
		g.Go(func() error {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					break
				}
				t, err := do(worker, i)
				if err == nil {
					err = line.put(i, t)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// A queue passes on what was made, in the order of the pieces.
type queue[T any] struct {
	mu   sync.Mutex
	made map[int]T // what cannot be passed on yet
	next int
	then func(T) error
}

// put takes in what piece i came to, and passes on all that are next in order.
func (q *queue[T]) put(i int, t T) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.made[i] = t
	for {
		t, ok := q.made[q.next]
		if !ok {
			return nil
		}
		delete(q.made, q.next)
		q.next++
		if err := q.then(t); err != nil {
			return err
		}
	}
}
