package zeroone

import (
	"cmp"
	"context"
	"math"
	"slices"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

const (
	// ctxEvery is how many entries of the deque are taken between two looks at the context.
	ctxEvery = 1024

	// keepStates is the largest search whose memory is kept for the next one:
	// to clear a large map costs a small search more than to make a new one.
	keepStates = 1 << 12

	// unreached is the distance of a state to which no way is known yet.
	unreached = math.MaxInt

	// root is the parent of the first state.
	root = -1
)

// A node is a state that has been met, with the best way known to reach it.
type node[S set[S]] struct {
	state  state[S]
	dist   int  // the fewest moves known
	parent int  // the node it was reached from, or root
	step   byte // the step that led here from parent
}

// A search is one run over the states of a board, and the memory of the runs
// before it.
type search[S set[S]] struct {
	rules[S]
	max   uint64           // how many states may be met; 0 means no limit
	nodes []node[S]        // the states met, in the order in which they were met
	index map[state[S]]int // the node of each of them
	queue deque
	out   []edge[S] // the edges of the state that is being expanded
}

// solve answers the question about a valid case.
// Full is the cause of a limit that more states than max would pass.
func (s *search[S]) solve(ctx context.Context, c *twotone.Case, max uint64, full error, ask puzzle.Ask) puzzle.Answer {
	s.reset(c, max)
	defer s.release()
	verdict, goal := s.run(ctx)
	answer := puzzle.Answer{Verdict: verdict, States: uint64(len(s.nodes))}
	switch verdict {
	case puzzle.Limit:
		answer.Cause = cmp.Or(context.Cause(ctx), full)
		return answer
	case puzzle.Unsolvable:
		return answer
	}
	answer.Value = s.nodes[goal].dist
	if ask != puzzle.Decide {
		answer.Certificate = s.solution(goal)
	}
	return answer.For(ask)
}

// reset makes the search ready for a case.
func (s *search[S]) reset(c *twotone.Case, max uint64) {
	s.rules, s.max = newRules[S](c), max
	if s.index == nil {
		s.index = make(map[state[S]]int)
	}
}

// release forgets the board and its states, and gives back the memory of a
// large search.
func (s *search[S]) release() {
	if len(s.nodes) > keepStates {
		*s = search[S]{}
		return
	}
	clear(s.nodes)
	clear(s.out[:cap(s.out)])
	clear(s.index)
	s.nodes, s.out = s.nodes[:0], s.out[:0]
	s.queue.clear()
	s.rules = rules[S]{}
}

// run searches until a won state is met, the states are exhausted or a limit is
// reached. The node of the won state is returned with the verdict Solvable.
func (s *search[S]) run(ctx context.Context) (puzzle.Verdict, int) {
	start := s.add(s.start())
	if s.won(&s.nodes[start].state) {
		return puzzle.Solvable, start
	}
	s.queue.pushBack(entry{node: start})
	for taken := 0; s.queue.len() > 0; taken++ {
		if taken%ctxEvery == 0 && ctx.Err() != nil {
			return puzzle.Limit, 0
		}
		if verdict, goal, done := s.expand(s.queue.popFront()); done {
			return verdict, goal
		}
	}
	return puzzle.Unsolvable, 0
}

// expand follows the edges of the state that e stands for, unless e is stale.
// It reports whether the search is done, and only then the verdict and the won node.
func (s *search[S]) expand(e entry) (verdict puzzle.Verdict, goal int, done bool) {
	if e.dist > s.nodes[e.node].dist {
		return puzzle.Limit, 0, false
	}
	s.out = s.edges(&s.nodes[e.node].state, s.out[:0])
	for i := range s.out {
		to, ok := s.meet(&s.out[i].to)
		if !ok {
			return puzzle.Limit, 0, true
		}
		s.relax(e.node, to, &s.out[i])
		if s.won(&s.out[i].to) {
			return puzzle.Solvable, to, true
		}
	}
	return puzzle.Limit, 0, false
}

// meet returns the node of a state, and adds it if it is new. It reports false
// if that would exceed the limit.
func (s *search[S]) meet(st *state[S]) (int, bool) {
	if i, met := s.index[*st]; met {
		return i, true
	}
	if s.max != 0 && uint64(len(s.nodes)) >= s.max {
		return 0, false
	}
	i := s.add(*st)
	s.nodes[i].dist = unreached
	return i, true
}

// add appends a new state's node, at distance 0 and without a parent.
func (s *search[S]) add(st state[S]) int {
	i := len(s.nodes)
	s.nodes = append(s.nodes, node[S]{state: st, parent: root})
	s.index[st] = i
	return i
}

// relax lowers the distance of node to if it is nearer by the edge e from node
// from, and then puts it into the deque.
func (s *search[S]) relax(from, to int, e *edge[S]) {
	dist := s.nodes[from].dist + e.cost
	n := &s.nodes[to]
	if dist >= n.dist {
		return
	}
	n.dist, n.parent, n.step = dist, from, e.step
	if e.cost == 0 {
		s.queue.pushFront(entry{node: to, dist: dist})
	} else {
		s.queue.pushBack(entry{node: to, dist: dist})
	}
}

// solution returns the steps from the first state to a node.
func (s *search[S]) solution(goal int) twotone.Solution {
	steps := twotone.Solution{}
	for i := goal; s.nodes[i].parent != root; i = s.nodes[i].parent {
		steps = append(steps, s.nodes[i].step)
	}
	slices.Reverse(steps)
	return steps
}
