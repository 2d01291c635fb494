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
	"exhaust/visited"
)

// loadedTogether is how many levels are open at a time while they are loaded: fewer than any system has a process open files.
const loadedTogether = 128

// A loading is levels of a checkpoint that workers enter into the table: the blocks of their runs, all at once and in any order.
// A worker locks a shard for as long as it enters what a block of a run has for it.
type loading[W statecodec.Words] struct {
	first int // level
	runs  []*frontier.Run[W]
	ends  []int         // for each run, where its blocks end if those of all are counted
	added atomic.Uint64 // states that were not in the table
	next  atomic.Int64  // the first block that nobody has taken
	locks []sync.Mutex  // of the shards
	pages uint64        // the bytes that pages may take; 0: as many as there are
	full  atomic.Bool   // a shard has no room for what a worker has
	ended atomic.Bool   // by an error
}

// loadTable enters the levels of the checkpoint into the table.
func (s *Search[W]) loadTable(ctx context.Context) error {
	if s.TableStates > 0 && s.sum.States > s.TableStates {
		return ErrMemory
	}
	defer func() {
		for _, w := range s.workers {
			w.loader = visited.Loader[W]{}
		}
	}()
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
	l := &loading[W]{first: first}
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
		var err error
		if l.pages, err = s.roomForPages(ctx); err != nil {
			return err
		}
		if err := s.together(s.readers(), func(w *worker[W]) error { return w.load(ctx, l) }); err != nil {
			return err
		}
		s.toLoad = toLoad - l.added.Load()
		if !l.full.Load() {
			return l.check(s.sum.Levels[first:end])
		}
		if err := s.grow(ctx); err != nil {
			return err
		}
	}
}

// roomForPages makes sure that there is memory for the first round after the levels are loaded, and returns what pages may take then; 0 if
// there is no limit.
func (s *Search[W]) roomForPages(ctx context.Context) (uint64, error) {
	s.exchange.room = s.exchangeRoom()
	if err := s.makeRoom(ctx, 0); err != nil {
		return 0, err
	}
	limit := s.tableMemory()
	if limit == 0 {
		return 0, nil
	}
	used, _ := s.pool.Bytes()
	return max(used+limit-s.memory(0), 1), nil
}

// check checks that no state of the levels was there already.
func (l *loading[W]) check(levels []uint64) error {
	states := uint64(0)
	for _, n := range levels {
		states += n
	}
	if added := l.added.Load(); added != states {
		return fmt.Errorf("levels %d to %d: %w: %d of their %d states are in two levels", l.first, l.first+len(levels)-1,
			checkpoint.ErrCorrupt, states-added, states)
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
// is the first to be entered when load is called again. An error of one worker ends all.
func (w *worker[W]) load(ctx context.Context, l *loading[W]) error {
	if len(w.batch) > 0 {
		w.enterLoaded(l, w.batch)
	}
	for !l.full.Load() && !l.ended.Load() {
		run, i, ok := l.take()
		if !ok {
			break
		}
		if err := w.loadBlock(ctx, l, run, i); err != nil {
			l.ended.Store(true)
			return err
		}
	}
	return nil
}

// loadBlock enters a block of a run.
func (w *worker[W]) loadBlock(ctx context.Context, l *loading[W], run, i int) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	blocks, err := l.runs[run].DecodeBlocks(i, &w.buffer)
	if err != nil {
		return err
	}
	if l.first+run == w.search.sum.Depth() {
		for _, b := range blocks {
			w.meetBlock(b)
		}
		if used, _ := w.search.pool.Bytes(); l.pages > 0 && used > l.pages {
			return ErrMemory
		}
	}
	w.enterLoaded(l, blocks)
	return nil
}

// enterLoaded enters blocks. Workers begin at different shards.
func (w *worker[W]) enterLoaded(l *loading[W], blocks []statecodec.Block[W]) {
	first := w.number * len(l.locks) / w.search.readers()
	added, left := w.loader.Load(w.search.set, l.locks, first, blocks)
	w.batch = append(w.batch[:0], left...)
	if len(left) > 0 {
		l.full.Store(true)
	}
	l.added.Add(added)
	w.tally.states += added
	w.report()
}
