package parallel

import (
	"context"
	"errors"
	"runtime"
	"time"

	"exhaust/checkpoint"
	"exhaust/frontier"
	"exhaust/puzzle"
	"exhaust/statecodec"
	"exhaust/visited"
)

// ErrMemory says that a search stopped because it would have needed more
// memory than it was allowed.
var ErrMemory = puzzle.ErrMemory

// Options are the limits and wishes of a search. The zero Options search the
// whole space on all cores without a limit.
type Options struct {
	Workers    int    // goroutines that expand; 0: as many as GOMAXPROCS
	Memory     uint64 // bytes that the states may take; 0: no limit
	States     uint64 // end before the next level once there are more states than these; 0: no limit
	StopAtGoal bool   // end after the first level that holds a goal
	Path       bool   // walk back a shortest path to a goal
	AllPaths   bool   // gather all shortest paths to goals, beyond the limit of memory

	// Spill is where sorted runs of states go that memory does not hold; nil: nowhere, or
	// into the directory of the checkpoint if there is one.
	Spill frontier.Files

	// Checkpoint is where the search keeps its levels; nil: nowhere. If there are levels, the search
	// goes on from them.
	Checkpoint *Checkpoint
}

// A Summary is what a search found, but for states.
type Summary struct {
	Exhausted bool // the whole reachable space was searched
	// what ended the search early: nil, ErrMemory, ErrStates, checkpoint.ErrDiskFull, or the context's
	// cause
	Limit     error
	States    uint64   // distinct states met
	Edges     uint64   // successors generated, duplicates included
	Goals     uint64   // goals among the states
	DeadEnds  uint64   // states without successors, goals aside
	Levels    []uint64 // states of each level; the last may be unfinished if Limit is set
	GoalDepth int      // the first level that holds a goal, or -1

	// Before is the time of the runs that a checkpoint goes on from.
	Before time.Duration
}

// Depth returns the number of the last level, or -1 if there is no state.
func (s *Summary) Depth() int { return len(s.Levels) - 1 }

// A Result is what a search found.
type Result[W statecodec.Words] struct {
	Summary

	// Path is a shortest path, from an initial state to a goal, if one was asked for and a
	// goal was met: the least goal of its level, before it the least of its
	// predecessors in the level before, and so on.
	Path []W

	// AllPaths are all shortest paths, if they were asked for and a goal was met; nil if a limit ended
	// the search within the first level of goals, or the context was done before they were gathered.
	AllPaths *Paths[W]
}

// A Search runs searches one after the other and keeps its memory between them,
// so that a search of a few hundred states allocates nothing and costs about a
// microsecond more than its states. The zero Search is ready. Only Progress may be
// called while Run is under way.
type Search[W statecodec.Words] struct {
	// Hash is a hash of states instead of statecodec.Hash, for testing that nothing
	// but the time depends on it. It may be changed between runs.
	Hash func(*W) uint64

	// Shards is the number of shards of the table, a power of two, for the same purpose. 0 is
	// the usual number.
	Shards int

	// TableStates, if not 0, is a number of states beyond which the search goes on without a table
	// whatever memory there is, and SorterBlocks how many blocks of states a worker then sorts at a
	// time, for testing that nothing but the time depends on it.
	TableStates  uint64
	SorterBlocks int

	model      Model[W]
	blockModel BlockModel[W] // the model, if it is one; or nil
	options    Options
	set        *visited.Set[W]
	pool       *pool[W]
	workers    []*worker[W]
	exchange   exchange
	level      level[W]           // the level that is being expanded; of no use without a table
	past       past[W]            // the levels so far; empty without a table
	store      *frontier.Store[W] // of sorted runs; nil as long as none is needed
	sorted     *sorted[W]         // nil as long as there is a table
	packer     frontier.Packer[W]
	keeper     *keeper[W] // nil without a checkpoint
	goal       W          // the least goal of level GoalDepth
	open       uint64     // states of the last level that are to be expanded
	toLoad     uint64     // states of a checkpoint that the table has not yet
	expanded   int        // levels that are expanded
	last       tally[W]   // of the last of these
	sum        Summary

	// scratch of the walk back
	chain, candidates, scratch []W
	walked                     W // the state of a level that is looked at
	wanted                     *visited.Set[W]
	wantedBlocks               []statecodec.Block[W]
	paths                      Paths[W]

	progress progress
}

// Run searches the space of a model. A done context ends it between two pages of a
// level, within milliseconds, with Limit set to its cause; neither a growth of
// the table nor the walk back is interrupted.
//
// When memory gets scarce, the levels that are expanded are packed. When the table alone would take
// too much, the search goes on without one: the states of each level are sorted and compared with
// runs of all states before, compressed to about half a byte each, which lie in memory while they
// fit and then in the files of Spill. Without such files the search ends with ErrMemory. The
// Result's slices are overwritten by the next Run.
//
// The error is not about limits: it says that the model contradicts itself, or that a file cannot
// be read or written, or is not what was written.
func (s *Search[W]) Run(ctx context.Context, m Model[W], o Options) (Result[W], error) {
	s.begin(m, o)
	defer s.end()
	if o.Checkpoint == nil {
		return s.finish(ctx, s.search(ctx))
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var err error
	if s.keeper, err = newKeeper[W](o.Checkpoint, &s.progress, cancel); err != nil {
		return Result[W]{}, err
	}
	defer s.keeper.drop()
	return s.finish(ctx, s.search(inner))
}

// search meets all levels.
func (s *Search[W]) search(ctx context.Context) error {
	err := s.start(ctx)
	for err == nil && !s.isDone() {
		if err = s.checkStates(); err == nil {
			err = s.expand(ctx)
		}
	}
	if s.keeper == nil {
		return err
	}
	s.progress.do(Writing)
	if failed := s.keeper.finish(); failed != nil {
		return failed
	}
	return err
}

// isDone reports whether no level is to be expanded.
func (s *Search[W]) isDone() bool {
	return s.open == 0 || s.options.StopAtGoal && s.sum.GoalDepth >= 0
}

// finish tells limits from errors, and walks back the path.
func (s *Search[W]) finish(ctx context.Context, err error) (r Result[W], _ error) {
	if err == nil {
		s.sum.Exhausted = s.open == 0
	} else if s.sum.Limit = limitOf(ctx, err); s.sum.Limit == nil {
		return r, err
	}
	err = nil
	r.Summary = s.sum
	if s.options.AllPaths && s.goalsComplete() {
		if r.AllPaths, err = s.allPaths(ctx); err != nil && !errors.Is(err, errGivenUp) {
			return r, err
		}
	}
	if s.options.Path && s.sum.GoalDepth >= 0 {
		r.Path, err = s.path()
	}
	if errors.Is(err, errGivenUp) { // for lack of room, which is the limit
		return Result[W]{Summary: s.sum}, nil
	}
	return r, err
}

// limitOf returns the limit that an error is, which ends a search in good order; nil if it is none.
func limitOf(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		return context.Cause(ctx)
	case errors.Is(err, ErrMemory), errors.Is(err, ErrStates), errors.Is(err, checkpoint.ErrDiskFull):
		return err
	}
	return nil
}

// begin makes the search ready for a model.
func (s *Search[W]) begin(m Model[W], o Options) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if s.set == nil {
		s.set, s.pool = visited.New[W](), newPool[W]()
	}
	s.model, s.options = m, o
	s.blockModel, _ = m.(BlockModel[W])
	s.set.Hash = s.Hash
	if s.Shards != s.set.FixedShards {
		s.set.FixedShards = s.Shards
		s.set.Reset()
	}
	s.clear()
	for len(s.workers) < o.Workers {
		s.workers = append(s.workers, newWorker(s))
	}
	s.exchange.posted.Store(0)
	s.progress.begin()
}

// clear forgets all that was counted.
func (s *Search[W]) clear() {
	s.sum = Summary{Levels: s.sum.Levels[:0], GoalDepth: -1}
	s.open, s.toLoad, s.expanded, s.last = 0, 0, 0, tally[W]{}
}

// end empties the search and gives large memory back.
func (s *Search[W]) end() {
	if s.sorted != nil {
		s.sorted.drop()
	}
	s.set.Reset()
	s.dropMet()
	s.past.drop(s.pool)
	s.level.begin(nil)
	s.packer.Free()
	s.pool.Reset()
	s.dropScratch()
	if s.store != nil {
		s.store.Close()
	}
	s.model, s.blockModel, s.store, s.sorted, s.keeper, s.options = nil, nil, nil, nil, nil, Options{}
}

// dropScratch forgets what the walk back needed, unless it is small.
func (s *Search[W]) dropScratch() {
	const small = 1 << 12
	if cap(s.candidates) > small {
		s.candidates = nil
	}
	if cap(s.wantedBlocks) > small {
		s.wantedBlocks = nil
		s.wanted.Reset()
	}
}

// dropMet forgets what was met of the next level, but for what the table holds.
func (s *Search[W]) dropMet() {
	for _, w := range s.workers {
		w.drop()
	}
	s.exchange.posted.Store(0)
}

// start brings the search to its first level, or to the last of those that are kept.
func (s *Search[W]) start(ctx context.Context) error {
	if s.keeper != nil && s.keeper.resumes() {
		return s.resume(ctx)
	}
	if err := s.enterInitial(); err != nil {
		return err
	}
	return s.keep(ctx)
}

// expand expands the present level and makes what it meets the next one.
func (s *Search[W]) expand(ctx context.Context) error {
	if s.sorted != nil {
		return s.expandSorted(ctx)
	}
	err := s.expandTable(ctx)
	if errors.Is(err, ErrMemory) && s.canLeaveTable() {
		return s.leaveTable(ctx)
	}
	if err != nil {
		s.countGoals()
	}
	s.nextLevel()
	if err != nil {
		return err
	}
	return s.keep(ctx)
}

// countGoals counts the goals in what was met of a level that will not be finished, and keeps none
// of it.
func (s *Search[W]) countGoals() {
	w := s.workers[0]
	for shard := range s.set.Shards() {
		w.in.TakeFresh(s.set, shard, w.countGoals)
	}
}

// nextLevel adds up what the workers did and makes what they met the level to be expanded.
func (s *Search[W]) nextLevel() {
	if s.keeper != nil {
		s.past.forget(s.pool)
	}
	s.level.begin(s.takeMet())
	sum := s.takeTally()
	s.addLevel(&sum)
	s.progress.level(s.sum.Depth(), s.open, s.set.Bytes())
}

// takeMet moves what the workers met to the past, and returns the pages of it that are to be
// expanded.
func (s *Search[W]) takeMet() (open []page[W]) {
	p := &s.past
	from := len(p.pages)
	for _, w := range s.workers {
		p.add(s.pool, w.takeMet()...)
	}
	to := len(p.pages)
	for _, w := range s.workers {
		p.add(s.pool, w.takeWon()...)
	}
	p.end()
	return p.pages[from:to:to]
}

// takeTally returns and forgets what all workers counted.
func (s *Search[W]) takeTally() (sum tally[W]) {
	for _, w := range s.workers {
		t := w.takeTally()
		sum.add(&t)
	}
	return sum
}

// addLevel adds to the summary what was counted in expanding a level, or in entering the first.
func (s *Search[W]) addLevel(t *tally[W]) {
	s.expanded, s.last = len(s.sum.Levels), *t
	if t.goals > 0 && s.sum.GoalDepth < 0 {
		s.sum.GoalDepth, s.goal = len(s.sum.Levels), t.goal
	}
	if t.states > 0 {
		s.sum.Levels = append(s.sum.Levels, t.states)
	}
	s.sum.States += t.states
	s.sum.Edges += t.edges
	s.sum.DeadEnds += t.deadEnds
	s.sum.Goals += t.goals
	s.open = t.states - t.goals
}
