package parallel

import (
	"context"
	"fmt"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"exhaust/visited"
)

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

// enterInitial makes the initial states level 0.
func (s *Search[W]) enterInitial() error {
	s.tag = visited.Tag(0)
	first := s.workers[0]
	first.batch = s.model.Initial(first.batch)
	err := s.work(context.Background(), 1)
	s.nextLevel()
	return err
}

// expandTable expands the present level and enters what it meets into the table.
func (s *Search[W]) expandTable(ctx context.Context) error {
	s.progress.do(Expanding)
	s.tag = visited.Tag(len(s.sum.Levels))
	return s.work(ctx, s.team(s.set.Shards() > 1))
}

// team returns how many workers a level is worth.
func (s *Search[W]) team(canShare bool) int {
	if s.level.states <= smallLevel || !canShare {
		return 1
	}
	return s.options.Workers
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

// grow makes the table larger, because it, or one shard of it, is full.
func (s *Search[W]) grow() error {
	least := s.set.Capacity() + s.set.Capacity()/leastGrowth + 1
	states := max(least, s.expected(s.set.Len()))
	if s.TableStates > 0 && s.set.Capacity() >= s.TableStates {
		return ErrMemory
	}
	if limit := s.tableMemory(); limit > 0 {
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

// tableMemory returns the bytes that a search with a table may take, 0 if there is no limit. It leaves what making
// runs of a full table takes.
func (s *Search[W]) tableMemory() uint64 {
	if s.canLeaveTable() {
		return s.options.Memory / 16 * 13
	}
	return s.options.Memory
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
