// Package plain solves the game of the knight and the pawns by playing it in all ways. It is
// written to be read against the rules, and for nothing else: no table, no bound, no order.
package plain

import (
	"context"
	"unsafe"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// Solver plays a game in all ways: O(n!) for n pawns, in about 35 KiB.
type Solver struct {
	limits puzzle.Limits
	board  board
	n      int // pawns

	// moves are those from where a piece stands to a pawn. The knight has the number behind the
	// pawns'.
	moves [pawns.MaxPawns + 1][pawns.MaxPawns]int

	left  [pawns.MaxPawns]bool // the pawns on the board
	ctx   context.Context
	nodes uint64
	cause error // what stopped the play
}

// New returns a solver.
func New(l puzzle.Limits) puzzle.Solver[*pawns.Game] { return &Solver{limits: l} }

// Solve returns the value of a game. All questions take the same play. The error says that the game
// is no game, or that the knight cannot reach a pawn.
func (s *Solver) Solve(ctx context.Context, g *pawns.Game, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := g.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	if err := s.start(ctx, g); err != nil {
		return puzzle.Answer{}, err
	}
	value, line := s.line()
	a := puzzle.Answer{Value: puzzle.Unsaid, States: s.nodes, Cause: s.cause}
	if a.Cause != nil {
		return a, nil
	}
	a.Verdict = puzzle.Solvable
	if a.Bare = ask == puzzle.Decide; !a.Bare {
		a.Certificate = line
	}
	if ask == puzzle.Best {
		a.Value = value
	}
	return a, nil
}

// start puts the pieces on the board and finds the moves between them.
func (s *Solver) start(ctx context.Context, g *pawns.Game) error {
	s.n, s.ctx, s.nodes, s.cause = len(g.Pawns), ctx, 0, nil
	if l := s.limits.Memory; l != 0 && l < uint64(unsafe.Sizeof(*s)) {
		s.cause = puzzle.ErrMemory
	}
	for pawn, cell := range g.Pawns {
		s.left[pawn] = true
		s.board.movesTo(g.Side, cell)
		for from, start := range g.Pawns {
			s.moves[from][pawn] = s.board.moves[start.X][start.Y]
		}
		s.moves[s.n][pawn] = s.board.moves[g.Knight.X][g.Knight.Y]
		if s.moves[s.n][pawn] == never {
			return g.Unreachable(pawn)
		}
	}
	return nil
}

// line plays the game once with the best choices, and returns its moves and the pawns in the order
// of their capture. Of several pawns that are as good, it captures the one with the least number.
func (s *Solver) line() (moves int, order []byte) {
	at := s.n
	for turn := range s.n {
		pawn, _ := s.choose(at, turn)
		if s.cause != nil {
			return 0, nil
		}
		moves += s.moves[at][pawn]
		order = append(order, pawns.Mark(pawn))
		s.left[pawn] = false
		at = pawn
	}
	return moves, order
}

// choose returns the best pawn to capture from where a piece stands, and the moves that are still
// to come in all. Alice has the turns of even number.
func (s *Solver) choose(at, turn int) (best, total int) {
	best = -1
	for pawn := range s.n {
		if !s.left[pawn] {
			continue
		}
		t := s.capture(at, pawn, turn)
		alice := turn%2 == 0
		if best < 0 || alice && t > total || !alice && t < total {
			best, total = pawn, t
		}
	}
	return best, total
}

// capture returns the moves to a pawn and those that are still to come once it is captured.
func (s *Solver) capture(at, pawn, turn int) int {
	if s.stopped() {
		return 0
	}
	s.left[pawn] = false
	_, after := s.choose(pawn, turn+1)
	s.left[pawn] = true
	return s.moves[at][pawn] + after
}

// stopped counts a capture, and tells whether a limit is reached. It looks at the context before
// every 1024th.
func (s *Solver) stopped() bool {
	switch {
	case s.cause != nil:
	case s.nodes%1024 == 0 && s.ctx.Err() != nil:
		s.cause = context.Cause(s.ctx)
	case s.limits.States != 0 && s.nodes == s.limits.States:
		s.cause = puzzle.ErrStates
	default:
		s.nodes++
	}
	return s.cause != nil
}
