package parallel

import "context"

// canLeaveTable reports whether the search could go on without a table.
func (s *Search[W]) canLeaveTable() bool {
	var w W
	return s.TableStates > 0 || s.options.Memory >= uint64(len(w))*leastSortedMemory
}

// leaveTable goes on without a table. What was met of the next level is forgotten, and the present level will be
// expanded again. The levels are in the checkpoint, or they are made runs of now.
func (s *Search[W]) leaveTable(ctx context.Context) error {
	s.progress.do(Converting)
	s.dropMet()
	s.set.Reset()
	s.pool.Trim()
	s.progress.level(s.sum.Depth(), s.open, 0)
	s.progress.states.Store(s.sum.States)
	if s.keeper != nil {
		s.past.drop(s.pool)
		s.pool.Trim()
		return s.goSorted(ctx, nil)
	}
	s.openStore(s.sortedMemory() / runsShare)
	if err := s.packPast(ctx, 0); err != nil {
		return roomError(err)
	}
	levels := s.past.runs
	s.past.runs = nil
	s.past.drop(s.pool)
	s.pool.Trim()
	return s.goSorted(ctx, levels)
}
