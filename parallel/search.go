package parallel

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"exhaust/statecodec"
	"exhaust/visited"
)

// ErrMemory says that a search stopped because it would have needed more
// memory than it was allowed.
var ErrMemory = errors.New("memory limit")

// Options are the limits and wishes of a search. The zero Options search the
// whole space on all cores without a limit.
type Options struct {
	Workers    int    // goroutines that expand; 0: as many as GOMAXPROCS
	Memory     uint64 // bytes that table and frontiers may take; 0: no limit
	StopAtGoal bool   // end after the first level that holds a goal
	Path       bool   // walk back a shortest path to a goal
}

// A Summary is what a search found, but for states.
type Summary struct {
	Exhausted bool     // the whole reachable space was searched
	Limit     error    // what ended the search early: nil, ErrMemory, or the context's cause
	States    uint64   // distinct states met
	Edges     uint64   // successors generated, duplicates included
	Goals     uint64   // goals among the states
	DeadEnds  uint64   // states without successors, goals aside
	Levels    []uint64 // states of each level; the last may be unfinished if Limit is set
	GoalDepth int      // the first level that holds a goal, or -1
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

	model    Model[W]
	options  Options
	set      *visited.Set[W]
	pool     pool[W]
	workers  []*worker[W]
	exchange exchange
	level    level[W] // the level that is being expanded
	tag      uint8    // of the level that is being met
	goal     W        // the least goal of level GoalDepth
	sum      Summary

	// scratch of the walk back
	chain, candidates, scratch []W
	untried                    []place[W]

	progress progress
}

// smallLevel is the number of states up to which one worker expands a level: it
// would be done before others had begun.
const smallLevel = 2048

// leastGrowth is the part of a table by which it grows at least.
const leastGrowth = 16

// The exchange holds as many states as leastExchange, or a part of those that the table
// has room for. The more it holds, the more of what a worker enters into a shard lies on
// the same pages of memory.
const (
	leastExchange = 1 << 16
	exchangeShare = 24
)

// Run searches the space of a model. A done context ends it between two pages of a
// level, within milliseconds, with Limit set to its cause; neither a growth of
// the table nor the walk back is interrupted. A lack of memory ends it with
// ErrMemory. The Result's slices are overwritten by the next Run.
//
// The error is not about limits: it says that the model contradicts itself.
func (s *Search[W]) Run(ctx context.Context, m Model[W], o Options) (Result[W], error) {
	s.begin(m, o)
	defer s.end()
	err := s.enterInitial()
	for err == nil && s.level.states > 0 && !(o.StopAtGoal && s.sum.GoalDepth >= 0) {
		err = s.expand(ctx)
	}
	s.sum.Exhausted = err == nil && s.level.states == 0
	r := Result[W]{Summary: s.sum}
	if o.Path && s.sum.GoalDepth >= 0 {
		r.Path, err = s.path()
		return r, err
	}
	return r, nil
}

// begin makes the search ready for a model.
func (s *Search[W]) begin(m Model[W], o Options) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if s.set == nil {
		s.set = visited.New[W]()
	}
	s.model, s.options = m, o
	s.set.Hash = s.Hash
	if s.Shards != s.set.FixedShards {
		s.set.FixedShards = s.Shards
		s.set.Reset()
	}
	s.sum = Summary{Levels: s.sum.Levels[:0], GoalDepth: -1}
	for len(s.workers) < o.Workers {
		s.workers = append(s.workers, newWorker(s))
	}
	s.exchange.posted.Store(0)
	s.progress.begin()
}

// end empties the search and gives large memory back.
func (s *Search[W]) end() {
	s.set.Reset()
	for _, w := range s.workers {
		w.drop()
	}
	s.level.drop(&s.pool)
	s.pool.trim(keptPages)
	s.model = nil
}

// enterInitial makes the initial states level 0.
func (s *Search[W]) enterInitial() error {
	s.tag = visited.Tag(0)
	first := s.workers[0]
	first.batch = s.model.Initial(first.batch)
	err := s.work(context.Background(), 1)
	s.nextLevel()
	return err
}

// expand expands the present level and makes what it meets the next one.
func (s *Search[W]) expand(ctx context.Context) error {
	s.tag = visited.Tag(len(s.sum.Levels))
	workers := s.options.Workers
	if s.level.states <= smallLevel || s.set.Shards() == 1 {
		workers = 1
	}
	err := s.work(ctx, workers)
	s.nextLevel()
	return err
}

// work has the first workers expand the level and enter what it leads to, in as many
// rounds as the exchange must be emptied between.
func (s *Search[W]) work(ctx context.Context, workers int) error {
	for more := true; more; more = s.level.more() {
		s.exchange.room = max(leastExchange, int64(s.set.Capacity()/exchangeShare))
		err := s.expandTogether(ctx, workers)
		if err == nil && s.exchange.posted.Load() > 0 {
			err = s.enter(ctx, workers)
		}
		if err != nil {
			s.sum.Limit = err
			return err
		}
	}
	return nil
}

// enter has the first workers enter all that waits in the exchange.
func (s *Search[W]) enter(ctx context.Context, workers int) error {
	for {
		s.exchange.shard.Store(0)
		s.exchange.noRoom.Store(false)
		if err := s.enterTogether(ctx, workers); err != nil {
			return err
		}
		if !s.exchange.noRoom.Load() {
			return nil
		}
		if err := s.grow(); err != nil {
			return err
		}
	}
}

// expandTogether has the first workers expand the level.
func (s *Search[W]) expandTogether(ctx context.Context, workers int) error {
	if workers == 1 {
		return s.workers[0].expand(ctx)
	}
	return s.together(workers, func(w *worker[W]) error { return w.expand(ctx) })
}

// enterTogether has the first workers enter what waits in the exchange.
func (s *Search[W]) enterTogether(ctx context.Context, workers int) error {
	if workers == 1 {
		return s.workers[0].enter(ctx)
	}
	return s.together(workers, func(w *worker[W]) error { return w.enter(ctx) })
}

// together has each of the first workers do something on a goroutine of its own.
func (s *Search[W]) together(workers int, do func(*worker[W]) error) error {
	var g errgroup.Group
	for _, w := range s.workers[:workers] {
		g.Go(func() error { return do(w) })
	}
	return g.Wait()
}

// nextLevel adds up what the workers did and makes what they met the level to be expanded.
func (s *Search[W]) nextLevel() {
	s.level.drop(&s.pool)
	states, depth := uint64(0), len(s.sum.Levels)
	for _, w := range s.workers {
		t := w.take(&s.level)
		s.sum.Edges += t.edges
		s.sum.DeadEnds += t.deadEnds
		s.sum.Goals += t.goals
		states += t.states
		if t.goals == 0 {
			continue
		}
		if s.sum.GoalDepth < 0 || s.sum.GoalDepth == depth && statecodec.Compare(t.goal, s.goal) < 0 {
			s.sum.GoalDepth, s.goal = depth, t.goal
		}
	}
	if states > 0 {
		s.sum.Levels = append(s.sum.Levels, states)
	}
	s.sum.States += states
	s.progress.level(depth, s.level.states, s.set.Bytes())
}

// grow makes the table larger, because it, or one shard of it, is full.
func (s *Search[W]) grow() error {
	least := s.set.Capacity() + s.set.Capacity()/leastGrowth + 1
	states := max(least, s.expected(s.set.Len()))
	if limit := s.options.Memory; limit > 0 {
		if s.memory(least) > limit {
			s.pool.trim(0)
		}
		if s.memory(least) > limit {
			return ErrMemory
		}
		for s.memory(states) > limit {
			states = least + (states-least)*3/4
		}
	}
	if err := s.set.Grow(states, s.options.Workers); err != nil {
		return fmt.Errorf("%w: %w", ErrMemory, err)
	}
	return nil
}

// memory returns what the search takes when its table is one for so many states and
// is full: the table, what growing it takes, the pages in use, those of the exchange among them, and pages for
// the states that the table has not yet, for which those that are free serve first.
func (s *Search[W]) memory(states uint64) uint64 {
	used, free := s.pool.bytes()
	more := states - min(states, s.set.Len())
	return s.set.BytesFor(states, s.options.Workers) + used + max(free, more*uint64(unsafe.Sizeof(s.goal)))
}

// expected guesses how many states the table should be ready for when it holds
// some and is full. A small table grows fourfold. A large one is doubled, or less if a
// forecast says that fewer states are to come, because memory is then saved for the
// price of a guess; but never by so little that a long thin space has it moved again
// and again.
func (s *Search[W]) expected(held uint64) uint64 {
	const small = 1 << 20
	if held < small {
		return 4 * held
	}
	return held + max(held/leastGrowth, uint64(forecast(s.sum.Levels, float64(held))))
}
