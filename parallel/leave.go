package parallel

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"unsafe"

	"exhaust/frontier"
	"exhaust/statecodec"
	"exhaust/visited"
)

// canLeaveTable reports whether the search could go on without a table.
func (s *Search[W]) canLeaveTable() bool {
	var w W
	return s.TableStates > 0 || s.options.Memory >= uint64(len(w))*leastSortedMemory
}

// leaveTable goes on without a table. What was met of the next level is forgotten, and the present level will be
// expanded again.
//
// The levels are in the checkpoint, or they are taken from the table by their tags. Of a search so deep that tags
// repeat these do not tell the levels apart; it begins again.
func (s *Search[W]) leaveTable(ctx context.Context) error {
	s.progress.do(Converting)
	s.dropLevel()
	s.pool.trim(0)
	var levels []*frontier.Run[W]
	var err error
	switch {
	case s.keeper != nil:
	case len(s.sum.Levels) >= visited.TagPeriod:
		s.set.Reset()
		return s.beginSorted(ctx)
	default:
		levels, err = s.takeLevels(ctx)
	}
	if err != nil {
		return roomError(err)
	}
	s.set.Reset()
	s.progress.level(s.sum.Depth(), s.open, 0)
	s.progress.states.Store(s.sum.States)
	return s.goSorted(ctx, levels)
}

// beginSorted begins the search again, without a table.
func (s *Search[W]) beginSorted(ctx context.Context) error {
	s.clear()
	s.progress.begin()
	s.openStore(s.sortedMemory() / runsShare)
	s.makeSorters(s.sortedMemory() / sortersShare)
	first := s.workers[0]
	first.batch = s.model.Initial(first.batch[:0])
	if err := first.sorter.Add(first.batch); err != nil {
		return roomError(err)
	}
	first.batch = first.batch[:0]
	sum := new(tally[W])
	run, err := s.gather(ctx, 1, nil, sum.add)
	if err != nil {
		return roomError(err)
	}
	s.addLevel(sum)
	if err := s.resetSorters(); err != nil {
		return errors.Join(err, run.Drop())
	}
	return s.goSorted(ctx, []*frontier.Run[W]{run})
}

// takeLevels makes runs of the levels in the table. Workers take groups of levels, as many as they have room for, and
// each passes over the whole table for its group.
func (s *Search[W]) takeLevels(ctx context.Context) (levels []*frontier.Run[W], err error) {
	memory := s.sortedMemory() - min(s.sortedMemory(), s.set.Bytes())
	s.openStore(memory / 2)
	room := s.sorterStates(memory / 4)
	levels = make([]*frontier.Run[W], len(s.sum.Levels))
	groups := groupLevels(s.sum.Levels, uint64(room))
	var next atomic.Int64
	err = s.together(s.options.Workers, func(*worker[W]) error {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(groups) {
				return nil
			}
			g := levelGroup[W]{search: s, span: groups[i]}
			if err := g.take(ctx, room, levels); err != nil {
				return err
			}
		}
	})
	if err != nil {
		_ = dropRuns(levels)
		return nil, err
	}
	return levels, nil
}

// A span is the levels from one on and before another.
type span struct{ from, to int }

// groupLevels cuts levels into groups of no more than so many states, or of one level.
func groupLevels(levels []uint64, most uint64) (groups []span) {
	held := uint64(0)
	for level, states := range levels {
		if n := len(groups); n > 0 && held+states <= most {
			groups[n-1].to++
			held += states
			continue
		}
		groups = append(groups, span{level, level + 1})
		held = states
	}
	return groups
}

// A levelGroup takes a few levels from the table.
type levelGroup[W statecodec.Words] struct {
	span
	search *Search[W]
	byTag  [visited.TagPeriod + 1]*frontier.Sorter[W]
}

// take puts the runs of the group's levels where they belong.
func (g *levelGroup[W]) take(ctx context.Context, room int, levels []*frontier.Run[W]) error {
	for level := g.from; level < g.to; level++ {
		states := min(int(g.search.sum.Levels[level]), room)
		g.byTag[visited.Tag(level)] = frontier.NewSorter(g.search.store, states)
	}
	if err := g.pass(ctx); err != nil {
		return err
	}
	for level := g.from; level < g.to; level++ {
		var err error
		if levels[level], err = g.run(ctx, level); err != nil {
			return err
		}
	}
	return nil
}

// pass passes over the table and sorts what is the group's.
func (g *levelGroup[W]) pass(ctx context.Context) (err error) {
	const often = 1 << 16
	n := 0
	g.search.set.Each(func(w *W, tag uint8) bool {
		if n++; n%often == 0 && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if sorter := g.byTag[tag]; sorter != nil && err == nil {
			err = sorter.Add(unsafe.Slice(w, 1))
		}
		return err == nil
	})
	return err
}

// run returns the run of a level.
func (g *levelGroup[W]) run(ctx context.Context, level int) (*frontier.Run[W], error) {
	sorter := g.byTag[visited.Tag(level)]
	sorter.Seal()
	draft, err := g.search.store.Draft(frontier.Options{})
	if err != nil {
		return nil, err
	}
	defer draft.Discard()
	if err := frontier.Gather(ctx, 1, []*frontier.Sorter[W]{sorter}, nil, draft, func([]W) {}); err != nil {
		return nil, err
	}
	run, err := draft.Close()
	if err == nil {
		err = sorter.Reset()
	}
	if want := g.search.sum.Levels[level]; err == nil && run.Info().States != want {
		panic(fmt.Sprintf("parallel: %d states of level %d in the table: want %d", run.Info().States, level, want))
	}
	return run, err
}
