package graph

import (
	"context"
	"slices"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// fill says of a solvable case what was asked. The answer becomes a Limit if the certificate would
// take more memory than allowed, or the context ends while it is written.
func (s *Solver) fill(
	ctx context.Context, a *puzzle.Answer, c *huarong.Case, goal int, ask puzzle.Ask,
) {
	if ask == puzzle.Decide {
		a.Bare = true
		return
	}
	value := 0
	if goal != start {
		value = int(s.queue.distance[goal])
	}
	if s.exceeds(bytesFor(&c.Board) + uint64(value)) {
		a.Verdict, a.Cause = puzzle.Limit, puzzle.ErrMemory
		return
	}
	slides, err := s.certificate(ctx, s.grid.cell(c.Hole), goal, value)
	if err != nil {
		a.Verdict, a.Cause = puzzle.Limit, err
		return
	}
	a.Certificate = slides
	if ask == puzzle.Best {
		a.Value = value
	}
}

// certificate returns the slides of the shortest path to a node. The hole first walks to a side of
// the piece. For each node after the first it walks to the cell where the piece is to come, and
// then goes on to the side on which it is in that node: through the piece, which slides the other
// way.
func (s *Solver) certificate(ctx context.Context, hole, goal, slides int) ([]byte, error) {
	g := &s.grid
	out := make([]byte, 0, slides)
	for _, node := range s.path(goal) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		piece, side := int(node)/sides, int(node)%sides
		beside := piece + g.delta[side]
		if before := int(s.before[node]); before == start {
			out = g.appendWalk(out, hole, beside, piece)
		} else {
			out = append(g.appendWalk(out, hole, piece, before/sides), letters[side])
		}
		hole = beside
	}
	return out, nil
}

// path returns the nodes from the start to a goal; none if the goal is the start. It overwrites the
// queue's links, which are of no more use.
func (s *Solver) path(goal int) []int32 {
	path := s.queue.next[:0]
	for node := int32(goal); node != start; node = s.before[node] {
		path = append(path, node)
	}
	slices.Reverse(path)
	return path
}
