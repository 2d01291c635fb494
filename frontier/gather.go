package frontier

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"

	"exhaust/statecodec"
)

// rangeBlocks is about how many blocks of all runs together lie in a range of values, the
// piece of work that a worker takes at a time.
const rangeBlocks = 64

// rangeCandidates is about how many blocks of states of sorters lie in a range at least: the past
// may be a million times as large.
const rangeCandidates = 256

// manyBlocks is the number of blocks from which ranges are cut by a sample of them.
const manyBlocks = 1 << 12

// Gather writes to a draft, in increasing order and each once, the states of sealed sorters that no
// run of the past holds, and calls fresh with them, slice by slice, with the number of the worker
// on whose goroutine it is. Workers share it by ranges of keys. It uses up what the sorters hold in
// memory.
//
// A block of states costs the merge of the sorters' segments and a comparison with each past run; a
// past run is decoded where candidates fall. Memory is a few blocks for each segment and past run
// and worker, and no more than the store has for buffers: if that is little fewer workers share the
// work, and segments are merged first. A done context ends it between two of the slices.
func Gather[W statecodec.Words](ctx context.Context, workers int, sorters []*Sorter[W], past []*Run[W], out *Draft[W], fresh func(worker int, blocks []statecodec.Block[W])) error {
	store := out.store
	if err := reduce(ctx, workers, sorters, past, store); err != nil {
		return err
	}
	workers = store.teamFor(workers, loadOf(len(sorters), segmentsOf(sorters), past).bytes())
	cuts := cutAll(workers, sorters, past)
	pieces := make([][][]statecodec.Block[W], len(sorters))
	for i, s := range sorters {
		pieces[i] = s.pieces(cuts)
	}
	read := store.takeBuffers(workers)
	defer store.giveBuffers(read)
	return inOrder(workers, len(cuts)+1, func(worker, i int) (*Part[W], error) {
		b := read[worker]
		b.reset(len(past))
		var streams []Stream[W]
		for k, s := range sorters {
			streams = s.streams(streams, pieces[k][i], rangeOf(cuts, i), b)
		}
		part := out.NewPart()
		err := pass(ctx, tree(streams, b), func(blocks []statecodec.Block[W]) (err error) {
			for k, run := range past {
				if blocks, err = run.Subtract(blocks, &b.held[k]); err != nil {
					return err
				}
			}
			fresh(worker, blocks)
			return part.WriteBlocks(blocks)
		})
		return part, errors.Join(err, part.seal())
	}, out.spend)
}

// segmentsOf returns the segments of all sorters.
func segmentsOf[W statecodec.Words](sorters []*Sorter[W]) (all []*Run[W]) {
	for _, s := range sorters {
		all = append(all, s.segments...)
	}
	return all
}

// reduce merges the smallest segments of sorters, and again, until the workers have room to merge
// those that are left, or these are few and one worker has. The first sorter has what comes of
// them.
func reduce[W statecodec.Words](ctx context.Context, workers int, sorters []*Sorter[W], past []*Run[W], store *Store[W]) error {
	for {
		segments := segmentsOf(sorters)
		each := loadOf(len(sorters), segments, past).bytes()
		if len(segments) < 2 || store.fits(workers, each) || len(segments) <= leastReduced && store.fits(1, each) {
			return nil
		}
		some, rest := store.smallest(workers, segments)
		merged, err := store.merge(ctx, workers, some, segmentOptions)
		if err != nil {
			return err
		}
		for _, s := range sorters {
			s.segments = nil
		}
		sorters[0].segments = append(rest, merged)
		if err := dropAll(some); err != nil {
			return err
		}
	}
}

// dropAll drops runs.
func dropAll[W statecodec.Words](runs []*Run[W]) error {
	var errs []error
	for _, run := range runs {
		errs = append(errs, run.Drop())
	}
	return errors.Join(errs...)
}

// merge returns a run of all states of runs.
func (s *Store[W]) merge(ctx context.Context, workers int, runs []*Run[W], o Options) (*Run[W], error) {
	d, err := s.Draft(o)
	if err != nil {
		return nil, err
	}
	defer d.Discard()
	if err := mergeRuns(ctx, workers, runs, d); err != nil {
		return nil, err
	}
	return d.Close()
}

// mergeRuns writes all states of runs, each once, to a draft.
func mergeRuns[W statecodec.Words](ctx context.Context, workers int, runs []*Run[W], out *Draft[W]) error {
	store := out.store
	workers = store.teamFor(workers, loadOf(0, runs, nil).bytes())
	cuts := cutAll(workers, nil, runs)
	read := store.takeBuffers(workers)
	defer store.giveBuffers(read)
	return inOrder(workers, len(cuts)+1, func(worker, i int) (*Part[W], error) {
		b := read[worker]
		b.reset(0)
		var streams []Stream[W]
		for _, run := range runs {
			streams = append(streams, run.cursor(rangeOf(cuts, i), b.next()))
		}
		part := out.NewPart()
		err := pass(ctx, tree(streams, b), part.WriteBlocks)
		return part, errors.Join(err, part.seal())
	}, out.spend)
}

// buffers are those with which one worker reads runs and merges them, used again for each range.
type buffers[W statecodec.Words] struct {
	held   []Buffer[W] // one for each run of the past
	read   []*Buffer[W]
	merged [][]statecodec.Block[W]
	inUse  struct{ read, merged int }
}

// reset says that none of the buffers is in use, and that there are so many runs of the past.
func (b *buffers[W]) reset(past int) {
	b.inUse.read, b.inUse.merged = 0, 0
	if len(b.held) != past {
		b.held = append(b.held, make([]Buffer[W], max(0, past-len(b.held)))...)[:past]
	}
}

// trim forgets the buffers that were not in use, and of which run the others hold a block.
func (b *buffers[W]) trim() {
	clear(b.read[b.inUse.read:])
	clear(b.merged[b.inUse.merged:])
	b.read, b.merged = b.read[:b.inUse.read], b.merged[:b.inUse.merged]
	clear(b.held[len(b.held):cap(b.held)])
	for i := range b.held {
		b.held[i].run = nil
	}
	for _, r := range b.read {
		r.run = nil
	}
}

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
			firsts = run.appendFirsts(firsts, step*segmentShare)
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
			n += (len(run.blocks) + segmentShare - 1) / segmentShare
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

// inOrder does n pieces of work on so many goroutines, whose number it says, and passes on what
// they make in the order of the pieces. No more than twice as many as workers are made and not
// passed on: who is that far ahead of the slowest waits. The first error ends it.
func inOrder[T any](workers, n int, do func(worker, i int) (T, error), then func(T) error) error {
	workers = min(workers, n)
	line := queue[T]{pieces: n, ahead: 2 * workers, made: map[int]T{}, then: then}
	line.moved.L = &line.mu
	var g errgroup.Group
	for worker := range workers {
		g.Go(func() error {
			for i, ok := line.take(); ok; i, ok = line.take() {
				t, err := do(worker, i)
				if err == nil {
					err = line.put(i, t)
				}
				if err != nil {
					line.end()
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// A queue hands out pieces of work and passes on what was made of them, both in their order.
type queue[T any] struct {
	pieces int // of work
	ahead  int // how many may be taken and not passed on
	then   func(T) error

	mu    sync.Mutex
	moved sync.Cond // next has grown, or the work has ended
	taken int
	made  map[int]T // what cannot be passed on yet
	next  int       // the piece that is to be passed on
	ended bool      // by an error
}

// take returns the next piece, if there is one, as soon as it is not too far ahead.
func (q *queue[T]) take() (i int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.ended && q.taken < q.pieces && q.taken >= q.next+q.ahead {
		q.moved.Wait()
	}
	if q.ended || q.taken == q.pieces {
		return 0, false
	}
	q.taken++
	return q.taken - 1, true
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
		q.moved.Broadcast()
		if err := q.then(t); err != nil {
			return err
		}
	}
}

// end hands out no more pieces.
func (q *queue[T]) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.moved.Broadcast()
}
