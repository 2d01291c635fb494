// Package alphabeta solves the game of the knight and the pawns by a search of all orders of
// capture in depth, without a table of positions. What cannot change the result is left out: what a
// player would not enter for what was found before (alpha-beta), and what bounds of the moves to
// come rule out.
package alphabeta

import (
	"context"
	"slices"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// Solver searches orders of capture. It takes about 20 KiB, whatever the game, and O(n!) time in
// the worst case for n pawns. A good order of the search and the bounds leave a small part of that.
type Solver struct {
	limits puzzle.Limits
	ways   ways
	n      int

	// moves are those from a pawn, or from the knight, which has number n, to a pawn. Near and far
	// are the pawns from each piece: the near ones first, and the far ones first.
	moves     [pawns.MaxPawns + 1][pawns.MaxPawns]int
	near, far [pawns.MaxPawns + 1][pawns.MaxPawns]uint8

	// least and most are the bounds of the moves to a pawn from any other.
	least, most [pawns.MaxPawns]int

	ctx   context.Context
	taken [pawns.MaxPawns]bool
	best  [pawns.MaxPawns + 1]line // the best play from each depth on, as far as it is known
	nodes uint64
	cause error // what stopped the search
}

// A line is an order of capture.
type line struct {
	n    int
	pawn [pawns.MaxPawns]uint8
}

// New returns a solver.
func New(l puzzle.Limits) puzzle.Solver[*pawns.Game] { return &Solver{limits: l} }

// Solve returns the value of a game. All questions take the same search. The error says that the
// game is no game, or that the knight cannot reach a pawn.
func (s *Solver) Solve(ctx context.Context, g *pawns.Game, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := g.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	a := puzzle.Answer{Value: puzzle.Unsaid}
	if err := s.prepare(g); err != nil {
		return puzzle.Answer{}, err
	}
	value := s.run(ctx)
	if a.States, a.Cause = s.nodes, s.cause; a.Cause != nil {
		return a, nil
	}
	a.Verdict = puzzle.Solvable
	if a.Bare = ask == puzzle.Decide; !a.Bare {
		a.Certificate = s.certificate()
	}
	if ask == puzzle.Best {
		a.Value = value
	}
	return a, nil
}

// prepare finds the moves between all pieces, and what follows from them.
func (s *Solver) prepare(g *pawns.Game) error {
	s.n = len(g.Pawns)
	for to, cell := range g.Pawns {
		if s.moves[s.n][to] = s.ways.shortest(g.Side, g.Knight, cell); s.moves[s.n][to] < 0 {
			return g.Unreachable(to)
		}
		for from := range to {
			s.moves[from][to] = s.ways.shortest(g.Side, g.Pawns[from], cell)
			s.moves[to][from] = s.moves[from][to]
		}
		s.moves[to][to] = 0
	}
	for from := range s.n + 1 {
		s.sort(from)
	}
	for to := range s.n {
		s.bound(to)
	}
	return nil
}

// sort orders the pawns by the moves from a piece to them.
func (s *Solver) sort(from int) {
	near, far := s.near[from][:s.n], s.far[from][:s.n]
	for i := range near {
		near[i] = uint8(i)
	}
	slices.SortFunc(near, func(a, b uint8) int { return s.moves[from][a] - s.moves[from][b] })
	for i, p := range near {
		far[s.n-1-i] = p
	}
}

// bound finds the bounds of the moves to a pawn.
func (s *Solver) bound(to int) {
	s.least[to], s.most[to] = pawns.MaxSide*pawns.MaxSide, 0
	for from := range s.n {
		if from != to {
			s.least[to] = min(s.least[to], s.moves[from][to])
			s.most[to] = max(s.most[to], s.moves[from][to])
		}
	}
}

// certificate returns the best play that the search has found.
func (s *Solver) certificate() []byte {
	line := make([]byte, s.n)
	for i := range line {
		line[i] = pawns.Mark(int(s.best[0].pawn[i]))
	}
	return line
}
