// Package bidirectional is breadth-first search from both ends (I. Pohl, "Bi-directional search",
// Machine Intelligence 6, 1971): forwards from the starts and backwards from the goals, until a
// state is met from both. It finds a shortest path at the cost of the states within about half of
// its length of either end.
//
// It knows no puzzle. A Model says which states follow one another.
//
// A side is taken one whole level further at a time, that with the smaller last level. While the
// sides have no state in common, whole levels a and b deep, every path has more than a+b moves. So
// the first state that the next level has in common with the other side is on a path of a+b+1
// moves, and no path is shorter. This is so only because levels are whole: where a side is left in
// the middle of a level, the first common state may be on a longer path.
package bidirectional

import (
	"context"
	"slices"

	"exhaust/puzzle"
)

// A Model is a state space that can be walked both ways. A move costs one.
type Model[S comparable] interface {
	// Successors appends the states that one move from s leads to, in any order, and returns dst.
	Successors(s S, dst []S) []S

	// Predecessors appends the states from which one move leads to s, and no others.
	Predecessors(s S, dst []S) []S
}

// A Result is what a search found out.
type Result[S comparable] struct {
	// Path is a shortest path, from a start to a goal, both included, or nil if none was found. The
	// next Run overwrites it.
	Path []S

	// Bound is the length of the path. Without a path, no path has fewer moves.
	Bound int

	// States is the number of states met, those of the two sides together.
	States uint64

	// Cause says what ended the search early: puzzle.ErrWithin, puzzle.ErrStates, puzzle.ErrMemory
	// or the cause of the context's end. Without a path and a cause, there is no path at all: all
	// that can be reached from one of the ends was met.
	Cause error
}

// A Search runs searches one after the other and keeps its memory between them. The zero Search is
// ready. It is not for use by several goroutines at once.
type Search[S comparable] struct {
	model  Model[S]
	limits puzzle.Limits
	sides  [2]side[S] // from the starts, and from the goals
	next   []S        // the neighbours of a state
	path   []S
}

// checkEvery is the number of states between two looks at the context.
const checkEvery = 1 << 10

// Run searches for a shortest path. Of the limits it heeds Memory, States and Within. It looks at
// the context every thousand states. Each state met takes the size of S and some 20 to 40 bytes.
func (s *Search[S]) Run(
	ctx context.Context, m Model[S], starts, goals []S, l puzzle.Limits,
) (r Result[S]) {
	s.model, s.limits = m, l
	s.sides[0].reset(starts)
	s.sides[1].reset(goals)
	meeting, found, cause := s.search(ctx)
	if found {
		r.Path = s.walk(meeting)
	}
	r.Bound, r.States, r.Cause = s.depth(), s.states(), cause
	if r.Path == nil {
		r.Bound++ // every path is longer than both sides are deep
	}
	s.model = nil
	return r
}

// depth returns how deep the two sides are together.
func (s *Search[S]) depth() int { return s.sides[0].depth + s.sides[1].depth }

// states returns the number of states of the two sides.
func (s *Search[S]) states() uint64 {
	return uint64(len(s.sides[0].nodes)) + uint64(len(s.sides[1].nodes))
}

// A meeting is a state that both sides have, by its numbers.
type meeting [2]uint32

// search takes the sides further until they meet.
func (s *Search[S]) search(ctx context.Context) (at meeting, found bool, cause error) {
	if at, found = s.atStart(); found {
		return at, true, nil
	}
	for {
		from := 0
		if s.sides[1].width() < s.sides[0].width() {
			from = 1
		}
		switch {
		case ctx.Err() != nil:
			return at, false, context.Cause(ctx)
		case s.sides[from].width() == 0:
			return at, false, nil
		case s.limits.Within > 0 && s.depth() >= s.limits.Within:
			return at, false, puzzle.ErrWithin
		}
		if at, found, cause = s.level(ctx, from); found || cause != nil {
			return at, found, cause
		}
	}
}

// atStart returns a start that is a goal.
func (s *Search[S]) atStart() (at meeting, found bool) {
	for i := range s.sides[0].nodes {
		state := s.sides[0].nodes[i].state
		if j, ok := s.sides[1].find(state); ok {
			return meeting{uint32(i), j}, true
		}
	}
	return at, false
}

// level takes a side one level further, or up to a state that the other side has.
func (s *Search[S]) level(
	ctx context.Context, from int,
) (at meeting, found bool, cause error) {
	side := &s.sides[from]
	first, end := side.level, uint32(len(side.nodes))
	side.level = end
	side.depth++
	for i := first; i < end; i++ {
		if i%checkEvery == 0 && ctx.Err() != nil {
			side.depth-- // the level is not whole
			return at, false, context.Cause(ctx)
		}
		if at, found = s.expand(from, i); found {
			return at, true, nil
		}
		if cause = s.exceeded(); cause != nil {
			side.depth--
			return at, false, cause
		}
	}
	return at, false, nil
}

// expand adds the neighbours of a state to its side, up to one that the other side has.
func (s *Search[S]) expand(from int, i uint32) (at meeting, found bool) {
	side, other := &s.sides[from], &s.sides[1-from]
	state := side.nodes[i].state
	if from == 0 {
		s.next = s.model.Successors(state, s.next[:0])
	} else {
		s.next = s.model.Predecessors(state, s.next[:0])
	}
	for _, to := range s.next {
		number, fresh := side.add(to, i)
		if !fresh {
			continue
		}
		if j, ok := other.find(to); ok {
			at[from], at[1-from] = number, j
			return at, true
		}
	}
	return at, false
}

// exceeded returns the limit that the search has gone beyond, or nil.
func (s *Search[S]) exceeded() error {
	switch {
	case s.limits.States > 0 && s.states() > s.limits.States:
		return puzzle.ErrStates
	case s.limits.Memory > 0 && s.needs() > s.limits.Memory:
		return puzzle.ErrMemory
	case len(s.sides[0].nodes) > maxStates || len(s.sides[1].nodes) > maxStates:
		return puzzle.ErrMemory
	}
	return nil
}

// needs returns the bytes that the two sides take, or will take when one of them grows that is just
// about to.
func (s *Search[S]) needs() uint64 { return s.sides[0].needs() + s.sides[1].needs() }

// walk returns the path through a state that both sides have.
func (s *Search[S]) walk(at meeting) []S {
	s.path = s.sides[0].back(at[0], s.path[:0])
	slices.Reverse(s.path)
	s.path = s.sides[1].back(at[1], s.path[:len(s.path)-1])
	return s.path
}
