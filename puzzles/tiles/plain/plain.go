// Package plain is the plain solver of sliding tiles: breadth first over boards, with a map,
// written to be read against the rules.
//
// It costs up to half of all arrangements: 181,440 boards of 3x3. Larger ones take more memory than
// there is, unless they are near the goal; a limit of memory ends it then.
package plain

import (
	"context"
	"slices"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

// A position is the tile on each cell, row by row. The gap is a zero.
type position [tiles.MaxCells]uint8

// A move is how a position was first come to: from which one, and which way the tile went. The
// first position has the way 0.
type move struct {
	from position
	way  byte
}

// ways are the four ways in which a tile may go, and where it comes from, seen from the gap.
var ways = [...]struct {
	letter   byte
	row, col int
}{
	{tiles.TileUp, 1, 0},
	{tiles.TileDown, -1, 0},
	{tiles.TileLeft, 0, 1},
	{tiles.TileRight, 0, -1},
}

// bytesOfPosition is about what a position takes, in the map and in the frontier, while the map
// grows.
const bytesOfPosition = 208

// checkEvery is the number of positions between two looks at the context.
const checkEvery = 1 << 10

// oddReason is why an odd board cannot be solved.
const oddReason = "odd arrangement: with the gap brought to its corner by legal moves, " +
	"an odd number of pairs of tiles is in the wrong order, and no way back to the corner changes that"

// A Solver is the plain solver. It keeps nothing between boards.
type Solver struct{ limits puzzle.Limits }

// New returns a solver.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a board, and at once if it is odd. It is an error if the board
// is not valid.
func (s *Solver) Solve(ctx context.Context, b *tiles.Board, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := b.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	if isOdd(b) {
		return puzzle.Answer{
			Verdict: puzzle.Unsolvable, Value: puzzle.Unsaid, Reason: oddReason,
		}, nil
	}
	return s.search(ctx, b).For(ask), nil
}

// search searches, whatever the parity.
func (s *Solver) search(ctx context.Context, b *tiles.Board) puzzle.Answer {
	q := search{rows: b.Rows, cols: b.Cols, reached: map[position]move{}}
	goal := position(tiles.Goal(b.Rows, b.Cols).Tiles)
	a := puzzle.Answer{Value: puzzle.Unsaid}
	a.Verdict, a.Cause = q.run(ctx, s.limits, position(b.Tiles), goal)
	a.States = uint64(len(q.reached))
	if a.Verdict == puzzle.Solvable {
		a.Certificate = q.moves(goal)
		a.Value = len(a.Certificate)
	}
	return a
}

// isOdd reports whether a board is of the half of all arrangements that cannot be solved. It brings
// the gap down and then right into its corner. From there and back again every way takes an even
// number of moves, each a swap, so that it changes the order of the tiles by an even permutation.
func isOdd(b *tiles.Board) bool {
	at := slices.Clone(b.Cells())
	gap := slices.Index(at, tiles.Gap)
	for gap != len(at)-1 {
		next := gap + b.Cols
		if next >= len(at) {
			next = gap + 1
		}
		at[gap], at[next] = at[next], at[gap]
		gap = next
	}
	wrong := 0
	for i, tile := range at[:gap] {
		for _, later := range at[i+1 : gap] {
			if later < tile {
				wrong++
			}
		}
	}
	return wrong%2 == 1
}

// A search is the search of one board.
type search struct {
	rows, cols int
	reached    map[position]move // the positions met, and how
}

// run goes level by level, a move a level, until the goal is met.
func (q *search) run(
	ctx context.Context, l puzzle.Limits, start, goal position,
) (puzzle.Verdict, error) {
	if ctx.Err() != nil {
		return puzzle.Limit, context.Cause(ctx)
	}
	q.reached[start] = move{}
	level := []position{start}
	for depth := 0; len(level) > 0; depth++ {
		if _, met := q.reached[goal]; met {
			return puzzle.Solvable, nil
		}
		if l.Within > 0 && depth == l.Within {
			return puzzle.Limit, puzzle.ErrWithin
		}
		var next []position
		for i, p := range level {
			next = q.expand(p, next)
			if cause := q.exceeded(l); cause != nil {
				return puzzle.Limit, cause
			}
			if i%checkEvery == 0 && ctx.Err() != nil {
				return puzzle.Limit, context.Cause(ctx)
			}
		}
		level = next
	}
	return puzzle.Unsolvable, nil
}

// exceeded returns the limit that the search has gone beyond, or nil.
func (q *search) exceeded(l puzzle.Limits) error {
	n := uint64(len(q.reached))
	switch {
	case l.States > 0 && n > l.States:
		return puzzle.ErrStates
	case l.Memory > 0 && n*bytesOfPosition > l.Memory:
		return puzzle.ErrMemory
	}
	return nil
}

// expand appends the positions that a move leads to and that are new.
func (q *search) expand(p position, dst []position) []position {
	gap := slices.Index(p[:], tiles.Gap)
	for _, way := range ways {
		row, col := gap/q.cols+way.row, gap%q.cols+way.col
		if row < 0 || row >= q.rows || col < 0 || col >= q.cols {
			continue
		}
		after, from := p, row*q.cols+col
		after[gap], after[from] = p[from], tiles.Gap
		if _, met := q.reached[after]; !met {
			q.reached[after] = move{p, way.letter}
			dst = append(dst, after)
		}
	}
	return dst
}

// moves returns the moves that lead to a position that was met.
func (q *search) moves(to position) []byte {
	moves := []byte{}
	for at := q.reached[to]; at.way != 0; at = q.reached[at.from] {
		moves = append(moves, at.way)
	}
	slices.Reverse(moves)
	return moves
}
