package parallel

import (
	"context"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"

	"exhaust/checkpoint"
	"exhaust/frontier"
	"exhaust/statecodec"
)

// loadedTogether is how many levels are open at a time while they are loaded.
const loadedTogether = 128

// A loading is levels of a checkpoint that workers enter into the table: the blocks of their runs, all at once and in any order.
// A worker locks a shard for as long as it enters what a block of a run has for it.
type loading[W statecodec.Words] struct {
	first int // level
	runs  []*frontier.Run[W]
	ends  []int           // for each run, where its blocks end if those of all are counted
	added []atomic.Uint64 // for each run, the states that were not in the table
	next  atomic.Int64    // the first block that nobody has taken
	locks []sync.Mutex    // of the shards
	full  atomic.Bool     // a shard has no room for what a worker has
}

// loadTable enters the levels of the checkpoint into the table.
func (s *Search[W]) loadTable(ctx context.Context) error {
	s.exchange.room = s.exchangeRoom()
	if s.TableStates > 0 && s.sum.States > s.TableStates {
		return ErrMemory
	}
	s.toLoad = s.sum.States
	if least := s.toLoad >> statecodec.BlockBits; least > s.set.Capacity() {
		if err := s.growTo(ctx, least); err != nil {
			return err
		}
	}
	levels := len(s.sum.Levels)
	for first := 0; first < levels; first += loadedTogether {
		if err := s.loadLevels(ctx, first, min(first+loadedTogether, levels)); err != nil {
			return err
		}
	}
	s.level.begin(s.takeMet())
	s.takeTally()
	return nil
}

// loadLevels enters levels from first on and before end.
func (s *Search[W]) loadLevels(ctx context.Context, first, end int) error {
	l := &loading[W]{first: first, added: make([]atomic.Uint64, end-first)}
	defer func() { _ = dropRuns(l.runs) }()
	blocks, toLoad := 0, s.toLoad
	for level := first; level < end; level++ {
		run, err := s.openLevel(level)
		if err != nil {
			return err
		}
		blocks += run.Blocks()
		l.runs, l.ends = append(l.runs, run), append(l.ends, blocks)
	}
	for {
		l.locks = make([]sync.Mutex, s.set.Shards())
		l.full.Store(false)
		if err := s.together(s.options.Workers, func(w *worker[W]) error { return w.load(ctx, l) }); err != nil {
			return err
		}
		s.toLoad = toLoad - l.sum()
		if !l.full.Load() {
			return l.check(s.sum.Levels)
		}
		if err := s.grow(ctx); err != nil {
			return err
		}
	}
}

// sum returns how many states were entered.
func (l *loading[W]) sum() (n uint64) {
	for i := range l.added {
		n += l.added[i].Load()
	}
	return n
}

// check checks that no state of the levels was there already.
func (l *loading[W]) check(levels []uint64) error {
	for i := range l.added {
		if added, states := l.added[i].Load(), levels[l.first+i]; added != states {
			return fmt.Errorf("level %d: %w: %d of its %d states are in other levels", l.first+i, checkpoint.ErrCorrupt, states-added, states)
		}
	}
	return nil
}

// take returns a block that nobody has taken, and the number of its run among those that are loaded.
func (l *loading[W]) take() (run, block int, ok bool) {
	n := int(l.next.Add(1)) - 1
	run = sort.SearchInts(l.ends, n+1)
	if run == len(l.runs) {
		return run, 0, false
	}
	return run, n - l.ends[run] + l.runs[run].Blocks(), true
}

// load enters blocks of the runs until there are none or a shard is full. What then had no room stays in the batch, and
// is the first to be entered when load is called again.
func (w *worker[W]) load(ctx context.Context, l *loading[W]) error {
	if len(w.batch) > 0 {
		w.enterLoaded(l, w.run, w.batch)
	}
	for !l.full.Load() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		run, i, ok := l.take()
		if !ok {
			break
		}
		blocks, err := l.runs[run].DecodeBlocks(i, &w.buffer)
		if err != nil {
			return err
		}
		if l.first+run == w.search.sum.Depth() {
			for _, b := range blocks {
				w.meetBlock(b)
			}
		}
		w.enterLoaded(l, run, blocks)
	}
	return nil
}

// enterLoaded enters blocks of a run. Workers begin at different shards.
func (w *worker[W]) enterLoaded(l *loading[W], run int, blocks []statecodec.Block[W]) {
	first := w.number * len(l.locks) / w.search.options.Workers
	added, left := w.loader.Load(w.search.set, l.locks, first, blocks)
	w.batch, w.run = append(w.batch[:0], left...), run
	if len(left) > 0 {
		l.full.Store(true)
	}
	l.added[run].Add(added)
	w.tally.states += added
	w.report()
}
