package wiring

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// A naive solver plays a game in all ways by rules that a test can bend. It looks for ways on the
// board anew at each capture.
type naive struct {
	jumps  []pawns.Cell // nil: those of a knight
	rim    int          // cells beyond each edge that the knight may use
	wraps  bool         // the board is a torus
	blocks bool         // no way leads over the cell of another pawn that is left
	stays  bool         // the knight goes back after each capture

	alice func(turn int) bool                  // nil: Alice has the first turn, then each other
	wants func(alice bool, now, all int) int   // nil: all for Alice, -all for Bob; the most wins
	pays  func(alice bool, moves, all int) int // nil: the moves of a capture count in full for both
	line  func(line []byte) []byte
}

var knightJumps = jumps(1, 2)

// jumps returns the jumps of a piece that goes so far one way and so far across.
func jumps(a, b int) (list []pawns.Cell) {
	for _, x := range []int{a, -a} {
		for _, y := range []int{b, -b} {
			list = append(list, pawns.Cell{X: x, Y: y}, pawns.Cell{X: y, Y: x})
		}
	}
	return list
}

// Solve answers with what the bent rules come to. A pawn without a way is never captured: the game
// ends.
func (n naive) Solve(_ context.Context, g *pawns.Game, _ puzzle.Ask) (puzzle.Answer, error) {
	value, line := n.play(g, g.Knight, 0, nil)
	if n.line != nil {
		line = n.line(line)
	}
	return puzzle.Answer{Verdict: puzzle.Solvable, Value: value, Certificate: line}, nil
}

// play returns what is still paid once the pawns of a line are captured, and the line up to the
// end.
func (n naive) play(g *pawns.Game, at pawns.Cell, turn int, taken []byte) (value int, line []byte) {
	alice := turn%2 == 0
	if n.alice != nil {
		alice = n.alice(turn)
	}
	line, best, found := taken, 0, false
	for pawn, to := range g.Pawns {
		if slices.Contains(taken, pawns.Mark(pawn)) {
			continue
		}
		moves := n.moves(g, at, to, taken)
		if moves < 0 {
			continue
		}
		next := to
		if n.stays {
			next = g.Knight
		}
		after, rest := n.play(g, next, turn+1, append(slices.Clone(taken), pawns.Mark(pawn)))
		all := moves + after
		if n.pays != nil {
			all = n.pays(alice, moves, after)
		}
		if want := n.want(alice, moves, all); !found || want > best {
			value, line, best, found = all, rest, want, true
		}
	}
	return value, line
}

// want returns how much a player wants a capture.
func (n naive) want(alice bool, now, all int) int {
	switch {
	case n.wants != nil:
		return n.wants(alice, now, all)
	case alice:
		return all
	}
	return -all
}

// moves returns the moves from cell to cell, or -1 if there are none.
func (n naive) moves(g *pawns.Game, from, to pawns.Cell, taken []byte) int {
	jumps := n.jumps
	if jumps == nil {
		jumps = knightJumps
	}
	seen := map[pawns.Cell]bool{from: true}
	for level, moves := []pawns.Cell{from}, 0; len(level) > 0; moves++ {
		if slices.Contains(level, to) {
			return moves
		}
		var next []pawns.Cell
		for _, c := range level {
			for _, j := range jumps {
				d := pawns.Cell{X: c.X + j.X, Y: c.Y + j.Y}
				if n.wraps {
					d = pawns.Cell{X: (d.X + 3*g.Side) % g.Side, Y: (d.Y + 3*g.Side) % g.Side}
				}
				if !seen[d] && n.enters(g, d, to, taken) {
					seen[d] = true
					next = append(next, d)
				}
			}
		}
		level = next
	}
	return -1
}

// enters tells whether the knight may enter a cell on its way to another.
func (n naive) enters(g *pawns.Game, c, to pawns.Cell, taken []byte) bool {
	low, high := -n.rim, g.Side+n.rim
	if c.X < low || c.Y < low || c.X >= high || c.Y >= high {
		return false
	}
	pawn := slices.Index(g.Pawns, c)
	return !n.blocks || c == to || pawn < 0 || slices.Contains(taken, pawns.Mark(pawn))
}

// A player is a solver with its name.
type player struct {
	name   string
	solver puzzle.Solver[*pawns.Game]
}

// players returns all solvers.
func players() (list []player) {
	for _, m := range Family().Solvers {
		list = append(list, player{m.Name, m.New(puzzle.Limits{})})
	}
	return list
}

// difference puts a game to solvers and the referee, and says how they differ, or nothing.
func difference(r puzzle.Referee[*pawns.Game], g *pawns.Game, list ...player) string {
	value := puzzle.Unsaid
	for _, p := range list {
		a, err := p.solver.Solve(context.Background(), g, puzzle.Best)
		if err != nil || a.Verdict != puzzle.Solvable {
			return fmt.Sprintf("%s: %s says %v, %v, %v", g.ID(), p.name, a.Verdict, a.Cause, err)
		}
		if value == puzzle.Unsaid {
			value = a.Value
		}
		if a.Value != value {
			return fmt.Sprintf("%s: %s pays %d, want %d", g.ID(), p.name, a.Value, value)
		}
		if paid, err := r.Replay(g, a.Certificate); err != nil || paid != value {
			return fmt.Sprintf("%s: the line %s of %s pays %d, %v, want %d",
				g.ID(), a.Certificate, p.name, paid, err, value)
		}
	}
	return ""
}

// soak tells whether tests are to take the time that they need.
func soak() bool { return os.Getenv("EXHAUST_SOAK") != "" }

// games returns all games of a size, or a share of 1/part of them, drawn at random.
func games(t testing.TB, text string, part int) func(yield func(*pawns.Game) bool) {
	t.Helper()
	s, err := newSpace(context.Background(), text, nil)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(13, 14))
	return func(yield func(*pawns.Game) bool) {
		for i := range s.Len() {
			if (part == 1 || rng.IntN(part) == 0) && !yield(s.At(i, nil)) {
				return
			}
		}
	}
}
