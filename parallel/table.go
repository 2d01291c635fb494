package parallel

import (
	"context"
	"fmt"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"exhaust/statecodec"
)

// smallLevel is the number of blocks up to which one worker expands a level: it
// would be done before others had begun.
const smallLevel = 1024

// leastGrowth is the part of a table by which it grows at least.
const leastGrowth = 16

// The exchange holds as many blocks as leastExchange, or a part of those that the table
// has room for, but takes no more than a part of the memory. The more it holds, the more of what a worker enters into a shard lies on
// the same pages of memory.
const (
	leastExchange  = 1 << 18
	exchangeShare  = 8
	exchangeMemory = 64
)

// enterInitial makes the initial states level 0.
func (s *Search[W]) enterInitial() error {
	first := s.workers[0]
	first.states = s.model.Initial(first.states[:0])
	first.batch = statecodec.AppendBlocks(first.batch[:0], first.states)
	err := s.work(context.Background(), 1)
	s.nextLevel()
	return err
}

// expandTable expands the present level and enters what it meets into the table.
func (s *Search[W]) expandTable(ctx context.Context) error {
	s.progress.do(Expanding)
	return s.work(ctx, s.team())
}

// team returns how many workers a level is worth.
func (s *Search[W]) team() int {
	if s.level.blocks <= smallLevel || s.set.Shards() == 1 {
		return 1
	}
	return s.expanders()
}

// work has the first workers expand the level and enter what it leads to, in as many
// rounds as the exchange must be emptied between.
func (s *Search[W]) work(ctx context.Context, workers int) error {
	for more := true; more; more = s.level.more() {
		s.exchange.room = s.exchangeRoom()
		if s.TableStates > 0 && s.sum.States > s.TableStates {
			return ErrMemory
		}
		if err := s.makeRoom(ctx, 0); err != nil {
			return err
		}
		if err := s.expandTogether(ctx, workers); err != nil {
			return err
		}
		if err := s.enter(ctx, workers); err != nil {
			return err
		}
	}
	return nil
}

// exchangeRoom returns how many blocks the exchange may hold.
func (s *Search[W]) exchangeRoom() int64 {
	room := max(leastExchange, s.set.Capacity()/exchangeShare)
	if limit := s.tableMemory(); limit > 0 {
		room = min(room, max(limit/exchangeMemory/blockBytes[W](), batchBlocks))
	}
	return int64(room)
}

// blockBytes returns the memory of a block.
func blockBytes[W statecodec.Words]() uint64 { return uint64(unsafe.Sizeof(statecodec.Block[W]{})) }

// enter has the first workers enter all that waits in the exchange, and take what was new if the level is expanded.
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
		if err := s.grow(ctx); err != nil {
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
func (s *Search[W]) grow(ctx context.Context) error {
	return s.growTo(ctx, s.set.Capacity()+s.set.Capacity()/leastGrowth+1)
}

// growTo makes the table one for at least so many blocks.
func (s *Search[W]) growTo(ctx context.Context, least uint64) error {
	if err := s.makeRoom(ctx, least); err != nil {
		return err
	}
	blocks := max(least, s.expected())
	if limit := s.tableMemory(); limit > 0 {
		for s.memory(blocks) > limit {
			blocks = least + (blocks-least)*3/4
		}
	}
	if err := s.set.Grow(blocks, s.movers()); err != nil {
		return fmt.Errorf("%w: %w", ErrMemory, err)
	}
	return nil
}

// makeRoom makes sure that there is memory for a round, and for growing the table to so many blocks. If it gets
// scarce, pages that are not in use are forgotten, and levels that are expanded are packed.
func (s *Search[W]) makeRoom(ctx context.Context, blocks uint64) error {
	limit := s.tableMemory()
	if limit == 0 || s.memory(blocks) <= limit {
		return nil
	}
	s.trim()
	if s.memory(blocks) > limit && s.canLeaveTable() && s.keeper == nil {
		s.openStore(s.sortedMemory() / runsShare)
		s.progress.do(Converting)
		if err := s.packPast(ctx, 1); err != nil {
			return roomError(err)
		}
		s.progress.do(Expanding)
	}
	if s.memory(blocks) > limit {
		return ErrMemory
	}
	return nil
}

// trim gives memory that is not in use back to the system.
func (s *Search[W]) trim() {
	s.pool.Trim()
	if s.store != nil {
		s.store.Trim()
	}
}

// memory returns what the search takes in a round: the table, and growing it to so many blocks; the levels in pages and runs;
// and pages for what the exchange holds, for what of it is new, and for what the table holds of the next level, for which those
// that are free serve first. Each worker has a page for each shard that is not full.
func (s *Search[W]) memory(blocks uint64) uint64 {
	used, free := s.pool.Bytes()
	round := uint64(s.exchange.room)
	if s.set.Shards() == 1 {
		round = s.set.Capacity()
	}
	table := s.set.Bytes()
	if blocks > 0 {
		table = s.set.BytesFor(blocks, s.movers())
	}
	held := uint64(0)
	if s.store != nil {
		held = uint64(s.store.Held())
	}
	outboxes := uint64(s.team()) * s.outboxBytes()
	return table + held + used + max(free, (s.set.Fresh()+2*round)*blockBytes[W]()+outboxes)
}

// tableMemory returns the bytes that a search with a table may take, 0 if there is no limit. It leaves what making
// runs of levels takes.
func (s *Search[W]) tableMemory() uint64 {
	if s.canLeaveTable() {
		return s.options.Memory / 16 * 13
	}
	return s.options.Memory
}

// expected guesses how many blocks the table should be ready for when it is full. A small table grows fourfold. A large one
// is doubled, or less if a forecast says that fewer states are to come, because memory is then saved for the
// price of a guess; but never by so little that a long thin space has it moved again
// and again. While levels are loaded, what is still to be loaded is known.
func (s *Search[W]) expected() uint64 {
	const small = 1 << 18
	held := s.set.Len()
	states := float64(s.sum.States - s.toLoad)
	switch {
	case held < small || states == 0:
		return 4 * held
	case s.toLoad > 0:
		return held + uint64(min(3, float64(s.toLoad)/states)*float64(held))
	}
	more := forecast(s.sum.Levels, states) / states * float64(held)
	return held + max(held/leastGrowth, uint64(more))
}
