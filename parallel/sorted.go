package parallel

import (
	"context"
	"errors"
	"sync/atomic"

	"exhaust/frontier"
	"exhaust/statecodec"
)

// A sorted search has no table. It expands the last level, which is a run, block by block, sorts the successors, and
// compares them with all states before, which are a few sorted runs: what no run holds is
// the next level. Everything is read and written in order, at about half a byte a state.
type sorted[W statecodec.Words] struct {
	levels []*frontier.Run[W] // all levels; empty if a keeper has them
	last   *frontier.Run[W]   // the level that is to be expanded
	past   *frontier.Union[W] // all levels
}

const (
	// leastSortedMemory is the memory, for each word of a state, below which there is no sorted
	// search: a block of a dozen runs would not fit.
	leastSortedMemory = 8 << 20

	// unlimitedSortedMemory is what a sorted search takes if nobody says how much there is.
	unlimitedSortedMemory = 256 << 20

	// Of the memory of a sorted search, runs may take a half, sorters an eighth, and merges a fourth. The rest
	// is for blocks that are expanded, for runs that are being made, and for the collector.
	runsShare    = 2
	sortersShare = 8

	// unionRuns is how many runs are merged at a time when a union is made of many.
	unionRuns = 16
)

// sortedMemory returns the bytes that a sorted search may take.
func (s *Search[W]) sortedMemory() uint64 {
	if s.options.Memory > 0 {
		return s.options.Memory
	}
	return unlimitedSortedMemory
}

// openStore makes a store for runs, if there is none, that may take so many bytes of memory.
func (s *Search[W]) openStore(memory uint64) {
	if s.store != nil {
		s.store.SetMemory(int64(memory))
		return
	}
	defer func() { s.store.SetBuffers(s.sortedMemory() / buffersShare) }()
	files := s.options.Spill
	if files == nil && s.keeper != nil {
		files = s.keeper.Dir.Scratch()
	}
	s.store = frontier.NewStore[W](int64(memory), files)
}

// makeSorters gives each worker a sorter, which all together take at most so many bytes.
func (s *Search[W]) makeSorters(bytes uint64) {
	for _, w := range s.workers[:s.readers()] {
		w.sorter = frontier.NewSorter(s.store, s.sorterBlocks(bytes))
	}
}

// sorterBlocks returns the room of each worker's sorter if all together take so many bytes.
func (s *Search[W]) sorterBlocks(bytes uint64) int {
	if s.SorterBlocks > 0 {
		return s.SorterBlocks
	}
	return max(int(bytes/uint64(s.readers())/(2*blockBytes[W]())), batchBlocks)
}

// sorters returns the workers' sorters, sealed.
func (s *Search[W]) sorters(workers int) []*frontier.Sorter[W] {
	all := make([]*frontier.Sorter[W], workers)
	_ = s.together(workers, func(w *worker[W]) error { w.sorter.Seal(); return nil })
	for i := range all {
		all[i] = s.workers[i].sorter
	}
	return all
}

// goSorted makes the search a sorted one whose levels so far are there as runs. The runs
// are its own then.
func (s *Search[W]) goSorted(ctx context.Context, levels []*frontier.Run[W]) error {
	s.packer.Free()
	s.openStore(s.sortedMemory() / runsShare)
	s.makeSorters(s.sortedMemory() / sortersShare)
	t := &sorted[W]{levels: levels, past: frontier.NewUnion(s.store)}
	s.sorted = t
	for at := 0; at < len(s.sum.Levels); at += unionRuns {
		if err := s.addPast(ctx, at, min(at+unionRuns, len(s.sum.Levels))); err != nil {
			return roomError(err)
		}
	}
	last, err := s.openLevel(len(s.sum.Levels) - 1)
	t.last = last
	return err
}

// addPast adds levels to the past.
func (s *Search[W]) addPast(ctx context.Context, from, to int) error {
	var runs []*frontier.Run[W]
	defer func() { _ = dropRuns(runs) }()
	for level := from; level < to; level++ {
		run, err := s.openLevel(level)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	return s.sorted.past.Add(ctx, s.readers(), runs...)
}

// openLevel returns a level as a run that the caller must drop.
func (s *Search[W]) openLevel(level int) (*frontier.Run[W], error) {
	switch {
	case s.keeper != nil:
		return s.keeper.open(level)
	case s.sorted != nil:
		return s.sorted.levels[level].Hold(), nil
	}
	return s.past.runs[level].Hold(), nil
}

// expandSorted expands the last level.
func (s *Search[W]) expandSorted(ctx context.Context) error {
	if err := s.sortSuccessors(ctx); err != nil {
		return roomError(err)
	}
	s.progress.do(Merging)
	run, err := s.gather(ctx, s.readers(), s.sorted.past.Runs())
	sum := s.takeTally()
	if err == nil {
		err = s.resetSorters()
	}
	if err == nil && sum.states > 0 {
		err = s.sorted.past.Add(ctx, s.readers(), run)
	}
	if err != nil {
		return roomError(errors.Join(err, run.Drop()))
	}
	s.addLevel(&sum)
	s.progress.level(s.sum.Depth(), s.open, uint64(s.store.Held()))
	if sum.states == 0 {
		return errors.Join(run.Drop(), s.putLevel(ctx, nil))
	}
	return s.turn(ctx, run)
}

// turn makes a run, which is the search's own, the level to be expanded.
func (s *Search[W]) turn(ctx context.Context, run *frontier.Run[W]) error {
	before := s.sorted.last
	s.sorted.last = run
	if s.keeper == nil {
		s.sorted.levels = append(s.sorted.levels, run.Hold())
	}
	return errors.Join(before.Drop(), s.putLevel(ctx, run))
}

// putLevel hands the last level, if the run is one, and what is to be said of the search to the keeper, if there is one.
func (s *Search[W]) putLevel(ctx context.Context, run *frontier.Run[W]) error {
	if s.keeper == nil {
		return nil
	}
	if run != nil {
		run.Hold()
	}
	return s.keeper.put(ctx, run, s.state())
}

// sortSuccessors has all workers expand the last level into their sorters.
func (s *Search[W]) sortSuccessors(ctx context.Context) error {
	s.progress.do(Expanding)
	workers := s.readers()
	if s.open <= smallLevel*4 {
		workers = 1
	}
	var next atomic.Int64
	return s.together(workers, func(w *worker[W]) error { return w.expandRun(ctx, &next) })
}

// expandRun expands blocks of the last level's run until there are none.
func (w *worker[W]) expandRun(ctx context.Context, next *atomic.Int64) error {
	run := w.search.sorted.last
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		i := int(next.Add(1)) - 1
		if i >= run.Blocks() {
			return nil
		}
		blocks, err := run.DecodeBlocks(i, &w.buffer)
		if err == nil {
			err = w.sortSuccessors(blocks)
		}
		if err != nil {
			return err
		}
	}
}

// sortSuccessors puts the successors of blocks, but for those of goals, into the sorter.
func (w *worker[W]) sortSuccessors(blocks []statecodec.Block[W]) error {
	for i := range blocks {
		b := &blocks[i]
		if b.Set &^= w.goals(*b); b.Set != 0 {
			w.expandBlock(b)
		}
		if len(w.batch) >= batchBlocks {
			if err := w.sortBatch(); err != nil {
				return err
			}
		}
	}
	return w.sortBatch()
}

// sortBatch puts the batch into the sorter.
func (w *worker[W]) sortBatch() error {
	err := w.sorter.Add(w.batch)
	w.batch = w.batch[:0]
	return err
}

// gather makes a run of what the workers' sorters hold and the past does not. The workers count it.
func (s *Search[W]) gather(ctx context.Context, workers int, past []*frontier.Run[W]) (*frontier.Run[W], error) {
	draft, err := s.store.Draft(frontier.Options{})
	if err != nil {
		return nil, err
	}
	defer draft.Discard()
	err = frontier.Gather(ctx, workers, s.sorters(workers), past, draft, func(worker int, fresh []statecodec.Block[W]) {
		s.workers[worker].meetSorted(fresh)
	})
	if err != nil {
		return nil, err
	}
	return draft.Close()
}

// meetSorted counts new states.
func (w *worker[W]) meetSorted(fresh []statecodec.Block[W]) {
	for i := range fresh {
		b := fresh[i]
		w.tally.states += uint64(b.Len())
		w.countGoals(b)
	}
	w.report()
}

// resetSorters empties the sorters.
func (s *Search[W]) resetSorters() error {
	var errs []error
	for _, w := range s.workers {
		if w.sorter != nil {
			errs = append(errs, w.sorter.Reset())
		}
	}
	return errors.Join(errs...)
}

// drop gives back all runs.
func (t *sorted[W]) drop() {
	_ = dropRuns(t.levels)
	_ = t.last.Drop()
	if t.past != nil {
		_ = t.past.Drop()
	}
}

func dropRuns[W statecodec.Words](runs []*frontier.Run[W]) error {
	var errs []error
	for _, run := range runs {
		errs = append(errs, run.Drop())
	}
	return errors.Join(errs...)
}

// roomError makes a lack of memory for runs one of memory.
func roomError(err error) error {
	if errors.Is(err, frontier.ErrNoRoom) {
		return ErrMemory
	}
	return err
}
