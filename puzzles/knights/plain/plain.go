// Package plain is the plain solver of the knights: breadth first over texts of the board, with a
// map, written to be read against the rules.
package plain

import (
	"context"
	"slices"
	"strings"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// steps are the eight moves of a knight, in rows and columns.
var steps = [...][2]int{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}

// bytesOfPosition is about what a position takes beside its text, in the map and in the frontier,
// while the map grows.
const bytesOfPosition = 120

// checkEvery is the number of positions between two looks at the context.
const checkEvery = 1 << 10

// A Solver is the plain solver. It keeps nothing between cases.
type Solver struct{ limits puzzle.Limits }

// New returns a solver.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a board. It meets all positions that are nearer than the goal,
// at some 150 bytes each. It is an error if the board is not valid.
func (s *Solver) Solve(
	ctx context.Context, b *knights.Board, ask puzzle.Ask,
) (puzzle.Answer, error) {
	if err := b.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	goal := knights.Goal(b.Rows, b.Cols)
	q := search{rows: b.Rows, cols: b.Cols, from: map[string]string{}, goal: textOf(&goal)}
	verdict, cause := q.run(ctx, s.limits, textOf(b))
	a := puzzle.Answer{Verdict: verdict, Value: puzzle.Unsaid, Cause: cause}
	a.States = uint64(len(q.from))
	if verdict == puzzle.Solvable {
		a.Certificate = q.jumps()
		a.Value = len(a.Certificate) / knights.JumpSize
	}
	return a.For(ask), nil
}

// textOf returns the cells of a board, row by row.
func textOf(b *knights.Board) string { return strings.ReplaceAll(b.String(), "/", "") }

// A search is the search of one board.
type search struct {
	rows, cols int
	goal       string
	from       map[string]string // each position met, and the one before; "" at the start
}

// run goes level by level, a jump a level, until the goal is met.
func (q *search) run(
	ctx context.Context, l puzzle.Limits, start string,
) (verdict puzzle.Verdict, cause error) {
	q.from[start] = ""
	level := []string{start}
	for depth := 0; len(level) > 0; depth++ {
		if _, met := q.from[q.goal]; met {
			return puzzle.Solvable, nil
		}
		if l.Within > 0 && depth == l.Within {
			return puzzle.Limit, puzzle.ErrWithin
		}
		var next []string
		for i, position := range level {
			if i%checkEvery == 0 && ctx.Err() != nil {
				return puzzle.Limit, context.Cause(ctx)
			}
			next = q.expand(position, next)
			if cause := q.exceeded(l); cause != nil {
				return puzzle.Limit, cause
			}
		}
		level = next
	}
	return puzzle.Unsolvable, nil
}

// exceeded returns the limit that the search has gone beyond, or nil.
func (q *search) exceeded(l puzzle.Limits) error {
	n := uint64(len(q.from))
	switch {
	case l.States > 0 && n > l.States:
		return puzzle.ErrStates
	case l.Memory > 0 && n*uint64(bytesOfPosition+len(q.goal)) > l.Memory:
		return puzzle.ErrMemory
	}
	return nil
}

// expand appends the positions that a jump leads to and that are new.
func (q *search) expand(position string, dst []string) []string {
	hole := strings.IndexByte(position, knights.Hole)
	for _, step := range steps {
		row, col := hole/q.cols+step[0], hole%q.cols+step[1]
		if row < 0 || row >= q.rows || col < 0 || col >= q.cols {
			continue
		}
		cells := []byte(position)
		cell := row*q.cols + col
		cells[hole], cells[cell] = cells[cell], cells[hole]
		after := string(cells)
		if _, met := q.from[after]; !met {
			q.from[after] = position
			dst = append(dst, after)
		}
	}
	return dst
}

// jumps returns the jumps that led to the goal.
func (q *search) jumps() []byte {
	var cells []int
	for at := q.goal; q.from[at] != ""; at = q.from[at] {
		cells = append(cells, strings.IndexByte(at, knights.Hole))
	}
	slices.Reverse(cells)
	jumps := []byte{}
	for _, cell := range cells {
		jumps = knights.AppendJump(jumps, q.cols, cell)
	}
	return jumps
}
