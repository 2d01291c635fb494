package parallel

import (
	"context"
	"errors"
	"time"

	"exhaust/frontier"
	"exhaust/statecodec"
)

// state returns what is to be kept of the search, but for the levels.
func (s *Search[W]) state() searched {
	k := searched{expanded: s.expanded, edges: s.last.edges, deadEnds: s.last.deadEnds, goals: s.last.goals, goalDepth: s.sum.GoalDepth}
	for i := 0; s.sum.GoalDepth >= 0 && i < len(s.goal); i++ {
		k.goal = append(k.goal, s.goal[i])
	}
	return k
}

// restore makes the summary what a checkpoint says.
func (s *Search[W]) restore(k *Kept) error {
	s.sum.Before = time.Duration(k.Seconds * float64(time.Second))
	s.sum.GoalDepth, s.open, s.expanded = k.GoalDepth, k.Open(), k.Expanded
	for i, l := range k.Levels {
		s.sum.Levels = append(s.sum.Levels, l.States)
		s.sum.States += l.States
		s.sum.Goals += l.Goals
		if i < k.Expanded {
			s.sum.Edges += l.Edges
			s.sum.DeadEnds += l.DeadEnds
		}
	}
	if k.GoalDepth < 0 {
		return nil
	}
	if len(k.Goal) != len(s.goal) {
		return keptError("a goal of %d words: want %d", len(k.Goal), len(s.goal))
	}
	for i, v := range k.Goal {
		s.goal[i] = v
	}
	return nil
}

// keep writes the level that was just met to the checkpoint, if there is one.
func (s *Search[W]) keep(ctx context.Context) error {
	if s.keeper == nil {
		return nil
	}
	if len(s.sum.Levels) == s.keeper.levels {
		return s.keeper.put(ctx, nil, s.state())
	}
	s.progress.do(Sorting)
	run, err := s.sortLevel(ctx)
	if err != nil {
		return roomError(err)
	}
	return s.keeper.put(ctx, run, s.state())
}

// Of the memory of a search with a table, runs on their way to a checkpoint may take a sixteenth, and what sorts
// them too.
const keptShare = 16

// keptOptions are those of levels that are written while a search goes on with a table: every nanosecond counts, and nobody
// reads them before the search is resumed.
func keptOptions[W statecodec.Words]() frontier.Options {
	var w W
	return frontier.Options{Codec: frontier.S2, BlockStates: 4 * frontier.DefaultBlockStates / len(w)}
}

// sortLevel returns the level to be expanded as a run.
func (s *Search[W]) sortLevel(ctx context.Context) (*frontier.Run[W], error) {
	s.openStore(s.sortedMemory() / keptShare)
	return s.pack(ctx, s.past.last(), keptOptions[W]())
}

// pack makes a run of pages.
func (s *Search[W]) pack(ctx context.Context, pages []page[W], o frontier.Options) (*frontier.Run[W], error) {
	draft, err := s.store.Draft(o)
	if err != nil {
		return nil, err
	}
	defer draft.Discard()
	room := int(s.sortedMemory() / keptShare / blockBytes[W]())
	if s.SorterBlocks > 0 {
		room = s.SorterBlocks
	}
	blocks := make([][]statecodec.Block[W], len(pages))
	for i, p := range pages {
		blocks[i] = p
	}
	workers := s.readers()
	if len(pages) <= smallLevel/pageBlocks {
		workers = 1
	}
	if err := s.packer.Pack(ctx, workers, blocks, room, draft); err != nil {
		return nil, err
	}
	return draft.Close()
}

// resume brings the search to the last level of the checkpoint. If the states have room in a table they are
// entered again; otherwise, or if no level is to be expanded, the levels serve as they are.
func (s *Search[W]) resume(ctx context.Context) error {
	if err := s.restore(&s.keeper.said); err != nil {
		return err
	}
	s.progress.level(s.sum.Depth(), s.open, 0)
	s.progress.do(Loading)
	if s.isDone() {
		s.sorted = &sorted[W]{}
		return nil
	}
	err := s.loadTable(ctx)
	if err == nil {
		return nil
	}
	s.dropMet()
	s.set.Reset()
	s.past.drop(s.pool)
	s.pool.Trim()
	s.level.begin(nil)
	s.sorted = &sorted[W]{} // a path leads through the levels, not through half of a table
	if !errors.Is(err, ErrMemory) || !s.canLeaveTable() {
		return err
	}
	s.progress.states.Store(s.sum.States)
	return s.goSorted(ctx, nil)
}
