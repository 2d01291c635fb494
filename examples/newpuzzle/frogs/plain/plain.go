// Package plain is the plain solver of frogs and toads: it tries every play, and remembers of each
// row the best move. No row comes again in a play, so it comes to an end.
package plain

import (
	"context"
	"math"

	"exhaust/examples/newpuzzle/frogs"
	"exhaust/puzzle"
)

// A Solver is a puzzle.Solver.
type Solver struct{ limits puzzle.Limits }

// New returns a solver. It takes no notice of Limits.Workers and Limits.Within.
func New(l puzzle.Limits) *Solver { return &Solver{l} }

// Solve answers the question about a row. It costs as many steps as rows can be reached, and about
// 100 bytes for each.
func (s *Solver) Solve(ctx context.Context, r frogs.Row, ask puzzle.Ask) (puzzle.Answer, error) {
	q := search{ctx: ctx, limits: s.limits, known: map[string]best{}}
	first := q.best(string(r))
	a := puzzle.Answer{Value: puzzle.Unsaid, States: uint64(len(q.known)), Cause: q.cause}
	switch {
	case q.cause != nil:
		return a, nil
	case first.moves == never:
		a.Verdict = puzzle.Unsolvable
		return a, nil
	}
	a.Verdict, a.Value, a.Certificate = puzzle.Solvable, first.moves, []byte{}
	for b := first; b.moves > 0; b = q.known[b.next] {
		a.Certificate = append(a.Certificate, 'a'+byte(b.leaf))
	}
	return a.For(ask), nil
}

// A best is what is known of a row: the fewest moves, and the first of them.
type best struct {
	moves, leaf int
	next        string
}

// never is the number of moves of a row from which the animals never pass.
const never = math.MaxInt

// A search solves one row.
type search struct {
	ctx    context.Context
	limits puzzle.Limits
	known  map[string]best
	cause  error // of a limit
}

// best finds the fewest moves from a row. What it returns means nothing once there is a cause.
func (q *search) best(row string) best {
	b, known := q.known[row]
	if known || q.stopped() {
		return b
	}
	b.moves = never
	if passed(row) {
		b.moves = 0
	}
	for leaf := 0; leaf < len(row) && b.moves > 0; leaf++ {
		next, ok := after(row, leaf)
		if !ok {
			continue
		}
		if n := q.best(next).moves; n < never && n+1 < b.moves {
			b = best{n + 1, leaf, next}
		}
	}
	q.known[row] = b
	return b
}

// stopped reports whether a limit is reached.
func (q *search) stopped() bool {
	n := uint64(len(q.known))
	switch {
	case q.cause != nil:
	case q.limits.States > 0 && n >= q.limits.States:
		q.cause = puzzle.ErrStates
	case q.limits.Memory > 0 && n*100 >= q.limits.Memory:
		q.cause = puzzle.ErrMemory
	case n%1024 == 0 && q.ctx.Err() != nil:
		q.cause = context.Cause(q.ctx)
	}
	return q.cause != nil
}

// passed reports whether no frog has a toad to its right.
func passed(row string) bool {
	frog := false
	for _, animal := range row {
		if animal == frogs.Toad && frog {
			return false
		}
		frog = frog || animal == frogs.Frog
	}
	return true
}

// after returns the row after the animal on a leaf has moved, if it can.
func after(row string, leaf int) (string, bool) {
	way, other := 1, byte(frogs.Toad)
	switch row[leaf] {
	case frogs.Empty:
		return "", false
	case frogs.Toad:
		way, other = -1, frogs.Frog
	}
	to := leaf + way
	if onRow(row, to) && row[to] == other {
		to += way
	}
	if !onRow(row, to) || row[to] != frogs.Empty {
		return "", false
	}
	leaves := []byte(row)
	leaves[leaf], leaves[to] = leaves[to], leaves[leaf]
	return string(leaves), true
}

func onRow(row string, leaf int) bool { return leaf >= 0 && leaf < len(row) }
