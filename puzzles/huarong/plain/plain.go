// Package plain is the plain solver of the huarong puzzle: breadth first over positions, with a
// map, written to be read against the rules.
//
// Tiles other than the piece are all alike, so a position is where the hole is and where the piece
// is. It costs up to free x (free - 1) positions.
package plain

import (
	"context"
	"slices"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// A cell is a place on the board, from 0.
type cell struct{ row, col int8 }

// A position is where the hole and the piece are.
type position struct{ hole, piece cell }

// A slide is how a position was first come to. The first position has letter 0.
type slide struct {
	from   position
	letter byte
}

// ways are the four ways in which the hole may go.
var ways = [...]struct {
	letter   byte
	row, col int8
}{
	{huarong.HoleUp, -1, 0},
	{huarong.HoleDown, 1, 0},
	{huarong.HoleLeft, 0, -1},
	{huarong.HoleRight, 0, 1},
}

// bytesOfPosition is about what a position takes, in the map and in the frontier, while the map
// grows.
const bytesOfPosition = 40

// checkEvery is the number of positions between two looks at the context.
const checkEvery = 1 << 10

// A Solver is the plain solver. It keeps nothing between cases.
type Solver struct{ limits puzzle.Limits }

// New returns a solver.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a case. It is an error if the case is not valid.
func (s *Solver) Solve(
	ctx context.Context, c *huarong.Case, ask puzzle.Ask,
) (puzzle.Answer, error) {
	if err := c.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	q := search{c: c, target: cellOf(c, c.Target), reached: map[position]slide{}}
	start := position{hole: cellOf(c, c.Hole), piece: cellOf(c, c.Piece)}
	goal, verdict, cause := q.run(ctx, s.limits, start)
	a := puzzle.Answer{Verdict: verdict, Value: puzzle.Unsaid, Cause: cause}
	a.States = uint64(len(q.reached))
	if verdict == puzzle.Solvable {
		q.fill(&a, goal, ask)
	}
	return a, nil
}

// cellOf returns a cell by its number.
func cellOf(c *huarong.Case, number int) cell {
	return cell{int8(number / c.Cols), int8(number % c.Cols)}
}

// A search is the search of one case.
type search struct {
	c       *huarong.Case
	target  cell
	reached map[position]slide // the positions met, and how
}

// run goes level by level, a slide a level, until the piece is on its target in some position.
func (q *search) run(
	ctx context.Context, l puzzle.Limits, start position,
) (goal position, verdict puzzle.Verdict, cause error) {
	if ctx.Err() != nil {
		return goal, puzzle.Limit, context.Cause(ctx)
	}
	q.reached[start] = slide{}
	level := []position{start}
	for depth := 0; len(level) > 0; depth++ {
		for _, p := range level {
			if p.piece == q.target {
				return p, puzzle.Solvable, nil
			}
		}
		if l.Within > 0 && depth == l.Within {
			return goal, puzzle.Limit, puzzle.ErrWithin
		}
		var next []position
		for i, p := range level {
			next = q.expand(p, next)
			if cause := q.exceeded(l); cause != nil {
				return goal, puzzle.Limit, cause
			}
			if i%checkEvery == checkEvery-1 && ctx.Err() != nil {
				return goal, puzzle.Limit, context.Cause(ctx)
			}
		}
		if ctx.Err() != nil {
			return goal, puzzle.Limit, context.Cause(ctx)
		}
		level = next
	}
	return goal, puzzle.Unsolvable, nil
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

// expand appends the positions that a slide leads to and that are new.
func (q *search) expand(p position, dst []position) []position {
	for _, way := range ways {
		to := cell{p.hole.row + way.row, p.hole.col + way.col}
		if !q.isFree(to) {
			continue
		}
		after := position{hole: to, piece: p.piece}
		if to == p.piece {
			after.piece = p.hole // the piece slid to where the hole was
		}
		if _, met := q.reached[after]; !met {
			q.reached[after] = slide{p, way.letter}
			dst = append(dst, after)
		}
	}
	return dst
}

// isFree reports whether a cell is on the board and free.
func (q *search) isFree(to cell) bool {
	row, col := int(to.row), int(to.col)
	inside := row >= 0 && row < q.c.Rows && col >= 0 && col < q.c.Cols
	return inside && q.c.IsFree(row*q.c.Cols+col)
}

// fill says what was asked: the slides that lead to the goal, and how many they are.
func (q *search) fill(a *puzzle.Answer, goal position, ask puzzle.Ask) {
	if ask == puzzle.Decide {
		a.Bare = true
		return
	}
	slides := []byte{}
	for at := q.reached[goal]; at.letter != 0; at = q.reached[at.from] {
		slides = append(slides, at.letter)
	}
	slices.Reverse(slides)
	a.Certificate = slides
	if ask == puzzle.Best {
		a.Value = len(slides)
	}
}
