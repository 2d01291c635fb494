// Package graph is the usual solver of the huarong puzzle: shortest paths in a small graph.
//
// The piece moves only when the hole is beside it. So what counts is where the piece is and on
// which of its four sides the hole is: at most four nodes a cell. From a node the hole walks around
// the piece to a side, while the piece stays, and then swaps with it. The length of such a walk
// depends on the board alone, not on the query. It is found by breadth-first search of the hole
// with the piece's cell blocked, once for a board, when a query first comes to the cell. A query
// then is one search of its own for the hole's way to the piece, and Dijkstra's algorithm with a
// queue of buckets (Dial, Communications of the ACM 12, 1969, algorithm 360) over the nodes.
//
// For C cells the walks of a board cost at most 3·C² steps, and a query O(C) and the buckets
// between its first and last distance. Memory is some hundred bytes a cell.
package graph

import (
	"context"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// A Solver solves cases one after the other. It keeps the walks of the last board, and takes them
// again if the next case has an equal board.
type Solver struct {
	limits puzzle.Limits
	known  bool // whether there is a board
	board  huarong.Board
	grid   grid
	queue  queue
	before []int32 // for each node the one before it on its shortest path; -1 at the start
}

// New returns a solver. Limits.Workers is of no use to it.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a case. It allocates nothing but the certificate once it has
// seen a board as large. States are the nodes whose distance became known. It is an error if the
// case is not valid.
func (s *Solver) Solve(
	ctx context.Context, c *huarong.Case, ask puzzle.Ask,
) (puzzle.Answer, error) {
	if err := c.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	a := puzzle.Answer{Value: puzzle.Unsaid}
	if s.exceeds(bytesFor(&c.Board)) {
		a.Cause = puzzle.ErrMemory
		return a, nil
	}
	s.take(&c.Board)
	goal, verdict, cause := s.search(ctx, c, &a.States)
	a.Verdict, a.Cause = verdict, cause
	if verdict == puzzle.Solvable {
		s.fill(ctx, &a, c, goal, ask)
	}
	return a, nil
}

// exceeds reports whether so many bytes are more than allowed.
func (s *Solver) exceeds(bytes uint64) bool {
	return s.limits.Memory > 0 && bytes > s.limits.Memory
}

// bytesFor returns about what a board takes.
func bytesFor(b *huarong.Board) uint64 {
	const cell, node, bucket = 48, 16, 4 // of the slices of grid, of those of queue and before
	padded := uint64((b.Rows + 2) * (b.Cols + 2))
	return padded*(cell+4*node) + uint64(bucketsFor(b.Size()))*bucket
}

// take makes the solver ready for a board. It forgets the walks of another one.
func (s *Solver) take(b *huarong.Board) {
	if s.known && s.board == *b {
		return
	}
	s.known, s.board = true, *b
	s.grid.reset(b)
	s.queue.reset(len(s.grid.open)*sides, bucketsFor(b.Size()))
	s.before = resized(s.before, len(s.grid.open)*sides)
}

// start is the goal of a case that begins with the piece on its target.
const start = -1

// search finds a nearest node with the piece on its target.
func (s *Solver) search(
	ctx context.Context, c *huarong.Case, settled *uint64,
) (goal int, verdict puzzle.Verdict, cause error) {
	if ctx.Err() != nil {
		return 0, puzzle.Limit, context.Cause(ctx)
	}
	if c.Piece == c.Target {
		return start, puzzle.Solvable, nil
	}
	target := s.grid.cell(c.Target)
	s.enter(s.grid.cell(c.Hole), s.grid.cell(c.Piece))
	for {
		node := s.queue.pop()
		if node < 0 {
			return 0, puzzle.Unsolvable, nil
		}
		if s.limits.Within > 0 && s.queue.at > s.limits.Within {
			return 0, puzzle.Limit, puzzle.ErrWithin
		}
		if *settled++; s.limits.States > 0 && *settled > s.limits.States {
			return 0, puzzle.Limit, puzzle.ErrStates
		}
		if node/sides == target {
			return node, puzzle.Solvable, nil
		}
		if err := s.expand(ctx, node); err != nil {
			return 0, puzzle.Limit, err
		}
	}
}

// enter puts the first nodes into the queue: the piece where it is, the hole walked to a side.
func (s *Solver) enter(hole, piece int) {
	s.queue.begin()
	g := &s.grid
	g.flood(hole, piece, g.sidesOf(piece, 0))
	for side := range sides {
		if to := piece + g.delta[side]; g.reached(to) {
			s.push(piece*sides+side, start, int(g.steps[to]))
		}
	}
}

// push puts a node into the queue, unless a path as short to it is known.
func (s *Solver) push(node, before, distance int) {
	if s.queue.push(node, distance) {
		s.before[node] = int32(before)
	}
}

// expand puts into the queue what comes after a node whose distance is known: the hole walks to
// some side of the piece and swaps with it.
func (s *Solver) expand(ctx context.Context, node int) error {
	g := &s.grid
	piece, side, distance := node/sides, node%sides, s.queue.at
	if !g.known[piece] {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		g.measure(piece)
	}
	for to, walk := range g.walks[piece][side] {
		if walk != noWalk {
			after := (piece+g.delta[to])*sides + opposite(to)
			s.push(after, node, distance+int(walk)+1)
		}
	}
	return nil
}
