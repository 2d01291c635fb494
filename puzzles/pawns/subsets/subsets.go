// Package subsets solves the game of the knight and the pawns by dynamic programming over the sets
// of pawns that are left and the pawn on whose cell the knight stands.
package subsets

import (
	"context"
	"math/bits"
	"slices"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// pieces are the most pieces of a game: the pawns, and the knight.
const pieces = pawns.MaxPawns + 1

// Solver knows the moves that are still to come for every set of pawns left and every last capture.
// n pawns have n*2^(n-1)+1 such states, each of which is looked at from all pawns that are left:
// O(n^2 * 2^n), and 2*n*2^n bytes, which is 983,040 for the 15 pawns of the largest game.
type Solver struct {
	limits puzzle.Limits
	board  board
	n      int // pawns

	// moves are those from piece to piece. The pawns have their numbers, the knight has number n.
	moves [pieces][pieces]int16

	// rest[left*n+last] is how many moves are still to come if the knight stands on the cell of
	// pawn last, which is not in the set left.
	rest []int16
}

// New returns a solver. It keeps its table from one game to the next.
func New(l puzzle.Limits) puzzle.Solver[*pawns.Game] { return &Solver{limits: l} }

// smallest is what the solver takes in bytes, the table aside.
const smallest = 4 << 10

// ctxEvery is a mask: the context is looked at before every 1024th set.
const ctxEvery = 1<<10 - 1

// Solve returns the value of a game. All questions take the same search. The error says that the
// game is no game, or that the knight cannot reach a pawn.
func (s *Solver) Solve(ctx context.Context, g *pawns.Game, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := g.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	a := puzzle.Answer{Value: puzzle.Unsaid}
	s.n = len(g.Pawns)
	if err := s.measure(g); err != nil {
		return puzzle.Answer{}, err
	}
	if a.States, a.Cause = s.fill(ctx); a.Cause != nil {
		return a, nil
	}
	a.Verdict = puzzle.Solvable
	value, line := s.line()
	if a.Bare = ask == puzzle.Decide; !a.Bare {
		a.Certificate = line
	}
	if ask == puzzle.Best {
		a.Value = value
	}
	return a, nil
}

// measure finds the moves between all pieces.
func (s *Solver) measure(g *pawns.Game) error {
	knight := s.n
	for pawn := range s.n {
		s.board.search(g, pawn, &s.moves[pawn])
		if s.moves[pawn][knight] < 0 {
			return g.Unreachable(pawn)
		}
		s.moves[knight][pawn] = s.moves[pawn][knight]
	}
	return nil
}

// fill fills the table, set by set in increasing order, so that the sets of one pawn less are
// known. It returns the number of states, and what stopped it early.
func (s *Solver) fill(ctx context.Context) (states uint64, cause error) {
	size := s.n << s.n
	if l := s.limits.Memory; l != 0 && smallest+2*uint64(size) > l {
		return 0, puzzle.ErrMemory
	}
	s.rest = slices.Grow(s.rest[:0], size)[:size]
	for left := uint(0); left <= s.all(); left++ {
		if left&ctxEvery == 0 && ctx.Err() != nil {
			return states, context.Cause(ctx)
		}
		states += uint64(max(1, s.n-bits.OnesCount(left))) // the start is that of the full set
		if l := s.limits.States; l != 0 && states > l {
			return l, puzzle.ErrStates
		}
		s.fillSet(left)
	}
	return states, nil
}

// all returns the set of all pawns.
func (s *Solver) all() uint { return 1<<s.n - 1 }

// at returns the place in the table of a set left and a last capture.
func (s *Solver) at(left uint, last int) uint { return left*uint(s.n) + uint(last) }

// alice tells whether it is her turn: she captures first, so when an even number is captured.
func (s *Solver) alice(left uint) bool { return (s.n-bits.OnesCount(left))%2 == 0 }

// A menu is what a player may choose from: the pawns left, and the moves that come after each
// capture.
type menu struct {
	n     int
	pawn  [pieces]uint8
	after [pieces]int16
}

// menu lists what may be captured of a set.
func (s *Solver) menu(left uint) (m menu) {
	for set := left; set != 0; set &= set - 1 {
		p := bits.TrailingZeros(set)
		m.pawn[m.n&15], m.after[m.n&15] = uint8(p), s.rest[s.at(left&^(1<<p), p)]
		m.n++
	}
	return m
}

// fillSet finds the moves still to come for a set of pawns left, for each pawn that was captured
// last.
func (s *Solver) fillSet(left uint) {
	if left == 0 {
		clear(s.rest[:s.n])
		return
	}
	m, alice := s.menu(left), s.alice(left)
	for set := s.all() &^ left; set != 0; set &= set - 1 {
		last := bits.TrailingZeros(set)
		s.rest[s.at(left, last)] = m.best(&s.moves[last], alice)
	}
}

// best returns what the player gets at best with the moves to each pawn, of which one is left.
func (m *menu) best(moves *[pieces]int16, alice bool) int16 {
	if alice {
		return m.most(moves)
	}
	return m.fewest(moves)
}

// most returns what Alice gets at best.
func (m *menu) most(moves *[pieces]int16) int16 {
	best := int16(0)
	for i := range m.n {
		best = max(best, moves[m.pawn[i&15]&15]+m.after[i&15])
	}
	return best
}

// fewest returns what Bob gets at best.
func (m *menu) fewest(moves *[pieces]int16) int16 {
	best := moves[m.pawn[0]&15] + m.after[0]
	for i := range m.n {
		best = min(best, moves[m.pawn[i&15]&15]+m.after[i&15])
	}
	return best
}

// line returns the value of the game, and a line of best play. Of several pawns that are as good,
// it has the one with the least number.
func (s *Solver) line() (value int, line []byte) {
	line = make([]byte, 0, s.n)
	at := s.n // the piece on whose cell the knight stands
	for left := s.all(); left != 0; {
		pawn, total := s.choose(left, at)
		if at == s.n {
			value = total
		}
		line = append(line, pawns.Mark(pawn))
		left &^= 1 << pawn
		at = pawn
	}
	return value, line
}

// choose returns the best pawn of a set left for a knight on the cell of a piece, and the moves
// that come to.
func (s *Solver) choose(left uint, at int) (pawn, total int) {
	m := s.menu(left)
	total = int(m.best(&s.moves[at], s.alice(left)))
	for i, p := range m.pawn[:m.n] {
		if int(s.moves[at][p]+m.after[i]) == total {
			return int(p), total
		}
	}
	panic("a best choice is none of the choices")
}
