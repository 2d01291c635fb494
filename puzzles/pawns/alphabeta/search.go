package alphabeta

import (
	"context"
	"math"
	"unsafe"

	"exhaust/puzzle"
)

// ctxEvery is a mask: the context is looked at before every 1024th node.
const ctxEvery = 1<<10 - 1

// A window is what the moves to come must lie between to matter: Alice has more elsewhere if they
// are low or fewer, and Bob has fewer elsewhere if they are high or more.
type window struct {
	low, high int
}

// after returns the window for what comes after some moves.
func (w window) after(moves int) window { return window{w.low - moves, w.high - moves} }

// A span bounds the moves to come when the pawns left are captured from each other's cells.
type span struct {
	least, most int
}

// run searches the whole game, and returns its value.
func (s *Solver) run(ctx context.Context) (value int) {
	s.ctx, s.nodes, s.cause = ctx, 0, nil
	clear(s.taken[:])
	defer func() { s.ctx = nil }()
	if l := s.limits.Memory; l != 0 && l < uint64(unsafe.Sizeof(*s)) {
		s.cause = puzzle.ErrMemory
		return 0
	}
	var rest span
	for pawn := range s.n {
		rest.least += s.least[pawn]
		rest.most += s.most[pawn]
	}
	return s.choose(0, s.n, rest, window{-1, math.MaxInt / 2})
}

// search returns the moves to come from a knight on the cell of a piece, if they lie in the window.
// If not, it returns a bound on the same side of the window as they are.
func (s *Solver) search(depth, at int, rest span, w window) int {
	switch {
	case depth == s.n:
		s.best[depth].n = 0
		return 0
	case rest.least >= w.high:
		return rest.least
	case rest.most <= w.low:
		return rest.most
	}
	return s.choose(depth, at, rest, w)
}

// choose is search for a player who has something to choose.
func (s *Solver) choose(depth, at int, rest span, w window) int {
	if s.stopped() {
		return 0
	}
	if depth%2 == 0 {
		return s.alice(depth, at, rest, w)
	}
	return s.bob(depth, at, rest, w)
}

// stopped counts a node, and tells whether a limit is reached.
func (s *Solver) stopped() bool {
	switch {
	case s.cause != nil:
	case s.nodes&ctxEvery == 0 && s.ctx.Err() != nil:
		s.cause = context.Cause(s.ctx)
	case s.limits.States != 0 && s.nodes == s.limits.States:
		s.cause = puzzle.ErrStates
	default:
		s.nodes++
	}
	return s.cause != nil
}

// alice returns the most moves of all captures.
func (s *Solver) alice(depth, at int, rest span, w window) int {
	best := w.low
	for _, p := range s.far[at][:s.n] {
		if s.taken[p] {
			continue
		}
		if v := s.capture(depth, at, int(p), rest, w); v > best {
			best, w.low = v, v
			s.keep(depth, p)
			if best >= w.high {
				break
			}
		}
	}
	return best
}

// bob returns the fewest moves of all captures.
func (s *Solver) bob(depth, at int, rest span, w window) int {
	best := w.high
	for _, p := range s.near[at][:s.n] {
		if s.taken[p] {
			continue
		}
		if v := s.capture(depth, at, int(p), rest, w); v < best {
			best, w.high = v, v
			s.keep(depth, p)
			if best <= w.low {
				break
			}
		}
	}
	return best
}

// capture returns the moves to a pawn and those that come after it.
func (s *Solver) capture(depth, at, pawn int, rest span, w window) int {
	moves := s.moves[at][pawn]
	rest.least -= s.least[pawn]
	rest.most -= s.most[pawn]
	s.taken[pawn] = true
	v := moves + s.search(depth+1, pawn, rest, w.after(moves))
	s.taken[pawn] = false
	return v
}

// keep notes that a pawn begins the best play from a depth on. What the window of the depth lets
// through was in the window of the next depth, so the play from there is the best as well.
func (s *Solver) keep(depth int, pawn uint8) {
	next := &s.best[depth+1]
	here := &s.best[depth]
	here.pawn[0] = pawn
	here.n = 1 + copy(here.pawn[1:], next.pawn[:next.n])
}
