// Package zeroone solves two-tone boards by a plain 0-1 breadth-first search.
//
// It is the second of two solvers that must agree on every board, so it is
// written to be read against the rules and not to be fast: a state is a plain
// comparable struct, a handover of the turn is an edge of its own, and every
// state remembers the one it was reached from. It shares the types of package
// twotone with the rest of the program, and no transition with anyone.
//
// A move is an edge of cost 1 and its target goes to the back of a deque; a
// handover is an edge of cost 0 and its target goes to the front. What holds
// throughout:
//
//   - The deque is ordered by distance, and its first and last distance differ
//     by at most one. So states are expanded in the order of their distance,
//     and a state's distance is final when it is expanded.
//   - A distance is only ever lowered. When it is, the state enters the deque
//     again, and the entry with the old distance is skipped as stale. (On a grid
//     it never comes to that: each move changes the parity of the two positions'
//     coordinates, so all ways to a state have lengths of the same parity. The
//     search does not rely on it.)
//   - A won state is entered by a move only, never by a handover. So the first
//     one met is nearest to the start, and the search stops there.
//   - Moves are tried in the order up, down, left, right. Nothing depends on
//     the order of a map, so a case has the same answer and the same solution
//     every time.
//
// The files follow the rules: rules.go holds the state and its edges, search.go
// the search, set.go and deque.go the two containers they need.
package zeroone

import (
	"context"
	"fmt"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// A Solver solves cases one after the other and reuses its memory between
// them. The zero value is ready to use and has no limit. A Solver must not be
// used by two goroutines at once.
type Solver struct {
	// MaxStates is how many distinct states a search may meet; to meet one more
	// ends it with the verdict Limit. 0 means no limit.
	MaxStates uint64

	// MaxBytes is about how much memory a search may take; it ends with the verdict Limit
	// before it takes more. 0 means no limit.
	MaxBytes uint64

	small search[word]   // boards of up to wordCells cells
	large search[packed] // all others
}

// New returns a solver without a limit.
func New() *Solver { return new(Solver) }

// Solve answers the question about c. Asked for Any, it gives a solution with
// the fewest moves too.
//
// The verdict is Limit, with a nil error, if ctx is done before the search ends or
// if the search would meet more states than MaxStates and MaxBytes allow. The only
// error is that of an invalid case.
//
// Time and memory grow with the number of states met.
func (s *Solver) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := c.Validate(); err != nil {
		return puzzle.Answer{}, fmt.Errorf("zeroone: invalid case: %w", err)
	}
	max, full := s.maxStates(c.Size())
	if c.Size() > wordCells {
		return s.large.solve(ctx, c, max, full, ask), nil
	}
	return s.small.solve(ctx, c, max, full, ask), nil
}

// maxStates returns how many states a search of a board may meet, or 0, and what the limit is called. A
// state takes some 400 bytes at the peak, the growing map and what the collector has not yet freed
// included, and on a board of more than 64 cells its two sets and their copies, N/8 bytes each.
func (s *Solver) maxStates(cells int) (max uint64, full error) {
	max, full = s.MaxStates, puzzle.ErrStates
	if s.MaxBytes == 0 {
		return max, full
	}
	bytes := uint64(512)
	if cells > wordCells {
		bytes += 8 * uint64(cells+7) / 8
	}
	if room := s.MaxBytes / bytes; max == 0 || room < max {
		max, full = room, puzzle.ErrMemory
	}
	if max == 0 {
		max = 1
	}
	return max, full
}
