// Package ida solves sliding tiles by iterative deepening A*, on the kernel of that name.
//
// Lower bounds are tried one after the other, the next one where the search has cost so many nodes
// that a better bound pays: the Manhattan distance with linear conflicts, additive pattern
// databases of small sets of tiles, and on 3x5 and 4x4 others of sets of up to six. Boards of up to
// 9 cells do with the first. How many nodes a search takes is a matter of the board and the limits
// alone.
//
// The databases are made in memory when a board first needs them, and kept for all solvers of the
// program. On the 4x4 board the first ones take less than half a second to make and 8 MiB, and the
// second ones four seconds and 100 MiB, of which 32 MiB are kept. On the 5x5 board they take seven
// seconds and 112 MiB. A solver that is allowed less memory does without, and is as exact.
package ida

import (
	"context"
	"errors"

	"exhaust/puzzle"
	kernel "exhaust/puzzles/heuristic/ida"
	"exhaust/puzzles/tiles"
)

// oddReason is why an odd board cannot be solved.
const oddReason = "odd arrangement: the pairs of tiles in the wrong order, plus columns-1 for " +
	"each row that the gap is above the last, are odd in number; no move changes that, and the " +
	"goal is even"

// A Solver solves boards one after the other and keeps what it knows of each size. It is not for
// use by several goroutines at once.
type Solver struct {
	limits puzzle.Limits
	sizes  map[[2]int]*ladder // by rows and columns
}

// New returns a solver. It heeds Limits.Within, and needs one goroutine. A board for whose
// databases there is too little memory is searched without.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l, sizes: map[[2]int]*ladder{}} }

// Solve answers the question about a board, and at once if it is odd. It always finds the length,
// and its work grows with that: boards of 3x3 take microseconds to milliseconds, most of 4x4 less
// than a second, and of 5x5 those of up to 60 or 70 moves seconds to minutes. Answer.States counts
// nodes. It is an error if the board is not valid.
func (s *Solver) Solve(ctx context.Context, b *tiles.Board, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := b.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	if isOdd(b) {
		return puzzle.Answer{
			Verdict: puzzle.Unsolvable, Value: puzzle.Unsaid, Reason: oddReason,
		}, nil
	}
	size := [2]int{b.Rows, b.Cols}
	if s.sizes[size] == nil {
		s.sizes[size] = newLadder(b.Rows, b.Cols, s.limits.Memory)
	}
	return s.sizes[size].solve(ctx, b, s.limits).For(ask), nil
}

// isOdd reports whether a board is of the half of all arrangements that cannot be solved. Read row
// by row without the gap, it has a number of pairs of tiles in the wrong order. A move sideways
// changes none of these; a move up or down takes a tile past columns-1 others. So that number, and
// the rows that the gap is away from the last times columns-1, are both even or both odd.
func isOdd(b *tiles.Board) bool {
	wrong, rows := 0, 0
	for i, tile := range b.Cells() {
		if tile == tiles.Gap {
			rows = b.Rows - 1 - i/b.Cols
			continue
		}
		for _, later := range b.Cells()[i+1:] {
			if later != tiles.Gap && later < tile {
				wrong++
			}
		}
	}
	return (wrong+rows*(b.Cols-1))%2 != 0
}

// A ladder is the lower bounds for boards of a size, as far as memory allows.
type ladder struct {
	grid     *grid
	partings []*parting
	rungs    []rung // made so far: the first without databases, then one for each parting
}

// A rung searches boards with one lower bound.
type rung interface {
	// run searches for a shortest solution of at least so many moves.
	run(ctx context.Context, b *tiles.Board, bound int, l puzzle.Limits) outcome
}

// An outcome is what a search found out.
type outcome struct {
	moves []byte // nil if no solution was found
	bound int    // no solution is shorter
	nodes uint64
	cause error // what ended the search early
}

func newLadder(rows, cols int, memory uint64) *ladder {
	l := &ladder{grid: newGrid(rows, cols)}
	for _, p := range l.grid.partings() {
		if memory == 0 || l.grid.memory(p) <= memory {
			l.partings = append(l.partings, p)
		}
	}
	l.rungs = append(l.rungs, newClimber(l.grid, newConflictModel(l.grid)))
	return l
}

// solve goes up from rung to rung until a board is solved, or a limit is reached.
func (l *ladder) solve(ctx context.Context, b *tiles.Board, limits puzzle.Limits) puzzle.Answer {
	a := puzzle.Answer{Value: puzzle.Unsaid}
	bound := 0
	for i := 0; ; i++ {
		r, err := l.rung(ctx, i)
		if err != nil {
			a.Cause = err
			return a
		}
		allowed, last := l.nodes(i, limits.States, a.States)
		found := r.run(ctx, b, bound, puzzle.Limits{Within: limits.Within, States: allowed})
		a.States += found.nodes
		bound = found.bound
		if found.moves != nil {
			a.Verdict, a.Value, a.Certificate = puzzle.Solvable, len(found.moves), found.moves
			return a
		}
		if last || !errors.Is(found.cause, puzzle.ErrStates) {
			a.Cause = found.cause
			return a
		}
	}
}

// nodes returns how many nodes a rung may cost, 0 for any number, and whether nothing comes after
// it.
func (l *ladder) nodes(i int, limit, spent uint64) (allowed uint64, last bool) {
	last = true
	if i < len(l.partings) {
		allowed, last = l.partings[i].after, false
	}
	if limit > 0 {
		if left := max(1, limit-min(limit, spent)); last || left <= allowed {
			return left, true
		}
	}
	return allowed, last
}

// rung returns a rung, and makes its databases if nobody has.
func (l *ladder) rung(ctx context.Context, i int) (rung, error) {
	if i == len(l.rungs) {
		p := l.partings[i-1]
		tables, err := shared.get(ctx, l.grid, p)
		if err != nil {
			return nil, err
		}
		l.rungs = append(l.rungs, newClimber(l.grid, newPatternModel(l.grid, p, tables)))
	}
	return l.rungs[i], nil
}

// A climber is a rung whose boards are states of a type.
type climber[S any] struct {
	grid   *grid
	model  model[S]
	search kernel.Search[S]
}

// A model is what the kernel searches, and the way from boards to states and back.
type model[S any] interface {
	kernel.Model[S]
	start(b *tiles.Board) kernel.Node[S]
	layout(s *S) *layout
}

func newClimber[S any](g *grid, m model[S]) *climber[S] { return &climber[S]{grid: g, model: m} }

func (c *climber[S]) run(ctx context.Context, b *tiles.Board, bound int, l puzzle.Limits) outcome {
	start := c.model.start(b)
	if start.Left > 0 {
		start.Left = max(start.Left, bound)
	}
	r := c.search.Run(ctx, c.model, start, l)
	found := outcome{bound: r.Bound, nodes: r.Nodes, cause: r.Cause}
	if r.Path != nil {
		found.moves = c.moves(r.Path)
	}
	return found
}

// moves returns the moves along a path. The gap goes one way, and the tile the other.
func (c *climber[S]) moves(path []S) []byte {
	moves := make([]byte, 0, len(path))
	gap := int(c.model.layout(&path[0]).gap)
	for i := range path[1:] {
		to := int(c.model.layout(&path[i+1]).gap)
		switch to - gap {
		case c.grid.cols:
			moves = append(moves, tiles.TileUp)
		case -c.grid.cols:
			moves = append(moves, tiles.TileDown)
		case 1:
			moves = append(moves, tiles.TileLeft)
		default:
			moves = append(moves, tiles.TileRight)
		}
		gap = to
	}
	return moves
}
