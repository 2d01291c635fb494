// Package ida is iterative deepening A* (R. E. Korf, "Depth-first iterative-deepening: an optimal
// admissible tree search", Artificial Intelligence 27, 1985): a depth-first search for a shortest
// path, again and again with a greater bound on its length, that goes on from no state which a
// heuristic says is too far from a goal. It takes memory for one path only.
//
// It knows no puzzle. A Model says which states follow one another, and how far each is from a goal
// at least.
package ida

import (
	"context"
	"math"
	"slices"

	"exhaust/puzzle"
)

// A Node is a state and a lower bound on the moves from it to a goal.
type Node[S any] struct {
	State S
	Left  int // 0 for goals alone; Never if no goal can be reached
}

// Never is Left of a state from which no goal can be reached.
const Never = math.MaxInt32

// A Model is a state space with a heuristic. What Run says is exact if these hold:
//
//   - Left is never more than the moves of a shortest path from the state to a goal. It need not be
//     consistent: it may fall by more than one in a move.
//   - Left is 0 if and only if the state is a goal.
//   - Successors may be left out, but of all shortest paths from the start to goals at least one
//     has to be left. So a state may hold the move that led to it, and Expand leave out the one
//     that takes it back. What is left out must not depend on room.
//   - A move costs one.
type Model[S any] interface {
	// Expand appends the successors of a state to dst, in the order in which they are to be
	// searched, and returns it. The search drops those whose Left is more than room, so that a
	// model need not raise a Left that is beyond it already. Expand keeps neither s nor dst.
	Expand(s *S, room int, dst []Node[S]) []Node[S]
}

// A Result is what a search found out.
type Result[S any] struct {
	// Path is a shortest path, from the start to a goal, both included, or nil if none was found.
	// The next Run overwrites it.
	Path []S

	// Bound is the length of the path. Without a path, no path has fewer moves; Never if there is
	// no path at all.
	Bound int

	// Nodes counts the start once for each bound, and every successor that Expand returned.
	Nodes uint64

	// Cause says what ended the search early: puzzle.ErrWithin, puzzle.ErrStates or the cause of
	// the context's end; nil if there is a path, or none at all.
	Cause error
}

// A Search runs searches one after the other and keeps its memory between them. The zero Search is
// ready. It is not for use by several goroutines at once.
type Search[S any] struct {
	ctx    context.Context
	model  Model[S]
	limits puzzle.Limits

	stack []Node[S] // the successors that are to be searched, of each state of the path
	path  []S       // from the goal back to the start, once it is found
	bound int       // on the length of a path
	next  int       // the least bound under which some dropped state would be searched
	nodes uint64
	check uint64 // the number of nodes at which to look at the limits
	cause error
}

// checkEvery is the number of nodes between two looks at the context.
const checkEvery = 1 << 12

// Run searches for a shortest path from a start. Of the limits it heeds Within and States, which
// bounds the nodes, but for the successors of one state. It looks at the context every few thousand
// nodes. If no goal can be reached it ends only where every way ends, or is cut off by Left being
// Never; otherwise it goes on until a limit. It allocates nothing once its stack and its path are
// as long as they get.
func (s *Search[S]) Run(
	ctx context.Context, m Model[S], start Node[S], l puzzle.Limits,
) (r Result[S]) {
	s.ctx, s.model, s.limits = ctx, m, l
	s.nodes, s.check, s.cause = 0, 0, nil
	s.stack, s.path = append(s.stack[:0], start), s.path[:0]
	s.deepen()
	r.Bound, r.Nodes, r.Cause = s.bound, s.nodes, s.cause
	if len(s.path) > 0 {
		slices.Reverse(s.path)
		r.Path = s.path
	}
	s.ctx, s.model = nil, nil
	return r
}

// deepen searches under greater and greater bounds, until there is a path, or a limit, or no state
// was dropped.
func (s *Search[S]) deepen() {
	for s.bound = s.stack[0].Left; s.bound < Never; s.bound = s.next {
		if s.limits.Within > 0 && s.bound > s.limits.Within {
			s.cause = puzzle.ErrWithin
			return
		}
		s.next = Never
		s.nodes++
		if s.isOver() || s.visit(0, s.bound) || s.cause != nil {
			return
		}
	}
}

// visit searches a node of the stack with so much room. It tells whether a goal was met: then the
// path from the goal back to the node is appended to that of the search.
func (s *Search[S]) visit(at, room int) bool {
	if s.stack[at].Left == 0 {
		s.path = append(s.path, s.stack[at].State)
		return true
	}
	if s.nodes >= s.check && s.isOver() {
		return false
	}
	first := len(s.stack)
	room--
	s.stack = s.model.Expand(&s.stack[at].State, room, s.stack)
	s.nodes += uint64(len(s.stack) - first)
	for i := first; i < len(s.stack); i++ {
		if left := s.stack[i].Left; left > room {
			s.drop(left, room)
			continue
		}
		if s.visit(i, room) {
			s.path = append(s.path, s.stack[at].State)
			return true
		}
		if s.cause != nil {
			return false
		}
	}
	s.stack = s.stack[:first]
	return false
}

// drop notes under which bound a state would be searched that is beyond its room.
func (s *Search[S]) drop(left, room int) {
	if left < Never {
		s.next = min(s.next, s.bound+left-room)
	}
}

// isOver looks at the limits, notes the one that is reached, and says when to look again.
func (s *Search[S]) isOver() bool {
	s.check = s.nodes + checkEvery
	if s.limits.States > 0 {
		s.check = min(s.check, s.limits.States+1)
	}
	switch {
	case s.ctx.Err() != nil:
		s.cause = context.Cause(s.ctx)
	case s.limits.States > 0 && s.nodes > s.limits.States:
		s.cause = puzzle.ErrStates
	}
	return s.cause != nil
}
