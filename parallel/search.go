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

	model   Model[W]
	options Options
	set     *visited.Set[W]
	pool    pool[W]
	workers []*worker[W]
	level   level[W] // the level that is being expanded
	tag     uint8    // of the level that is being met
	goal    W        // the least goal of level GoalDepth
	sum     Summary

	// scratch of the walk back
	chain, candidates, scratch []W
	untried                    []place[W]

	progress progress
}

// smallLevel is the number of states up to which one worker expands a level: it
// would be done before others had begun.
const smallLevel = 2048

// Run searches the space of a model. A done context ends it between two pages of a
// level, within a millisecond or so, with Limit set to its cause; neither a growth of
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
	s.sum = Summary{Levels: s.sum.Levels[:0], GoalDepth: -1}
	for len(s.workers) < o.Workers {
		s.workers = append(s.workers, &worker[W]{search: s})
	}
	for _, w := range s.workers {
		w.in.Open(s.set)
	}
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
	first.in.States = s.model.Initial(first.in.States)
	if err := s.work(context.Background(), 1); err != nil {
		return err
	}
	s.nextLevel()
	return nil
}

// expand expands the present level and makes what it meets the next one.
func (s *Search[W]) expand(ctx context.Context) error {
	s.tag = visited.Tag(len(s.sum.Levels))
	workers := min(s.options.Workers, len(s.level.pages))
	if s.level.states <= smallLevel {
		workers = 1
	}
	err := s.work(ctx, workers)
	s.nextLevel()
	return err
}

// work has the first workers run, in as many rounds as the table must grow
// between, until the level is expanded and all that it leads to is entered.
func (s *Search[W]) work(ctx context.Context, workers int) error {
	for {
		err := s.round(ctx, workers)
		if !errors.Is(err, errFull) {
			return s.limit(err)
		}
		if err := s.grow(workers); err != nil {
			return s.limit(err)
		}
	}
}

// round has the first workers run until the level is done or one of them must stop.
func (s *Search[W]) round(ctx context.Context, workers int) error {
	if workers == 1 {
		return s.workers[0].run(ctx)
	}
	var g errgroup.Group
	for _, w := range s.workers[:workers] {
		g.Go(func() error { return w.run(ctx) })
	}
	return g.Wait()
}

// limit notes that the search ends early because of err.
func (s *Search[W]) limit(err error) error {
	s.sum.Limit = err
	return err
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

// grow makes room in the table for at least one batch of each worker.
func (s *Search[W]) grow(workers int) error {
	held := s.set.Len()
	least := held
	for _, w := range s.workers[:workers] {
		least += uint64(visited.BatchStates + len(w.in.States))
	}
	if least <= s.set.Capacity() {
		return nil // another worker had taken the room and not used it
	}
	states := max(least, s.expected(held))
	if limit := s.options.Memory; limit > 0 {
		if s.memory(least, held) > limit {
			s.pool.trim(0)
		}
		if s.memory(least, held) > limit {
			return ErrMemory
		}
		for s.memory(states, held) > limit {
			states = least + (states-least)*3/4
		}
	}
	_, buckets := s.set.BytesFor(states)
	if err := s.set.Grow(buckets, s.options.Workers); err != nil {
		return fmt.Errorf("%w: %w", ErrMemory, err)
	}
	return nil
}

// memory returns what the search takes when its table is one for so many states and
// is full: the table, the pages in use, and pages for what the table has not yet, for
// which those that are free serve first.
func (s *Search[W]) memory(states, held uint64) uint64 {
	table, _ := s.set.BytesFor(states)
	used, free := s.pool.bytes()
	return table + used + max(free, (states-held)*uint64(unsafe.Sizeof(s.goal)))
}

// expected guesses how many states the table should be ready for when it holds
// some and is full. A small table grows fourfold. A large one is doubled, or less if a
// forecast says that fewer states are to come, because memory is then saved for the
// price of a guess; but never by so little that a long thin space has it moved again
// and again.
func (s *Search[W]) expected(held uint64) uint64 {
	const small, leastGrowth = 1 << 20, 16
	if held < small {
		return 4 * held
	}
	return held + max(held/leastGrowth, uint64(forecast(s.sum.Levels, float64(held))))
}
