package bellman_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bellman"
	"exhaust/puzzles/twotone/zeroone"
)

// A search makes claims by the 0-1 search, of which one case's are changed.
type search struct {
	t      *testing.T
	solver *zeroone.Solver
	change func(c *twotone.Case, moves int, solvable bool) (int, bool)
}

func (s *search) Length(c *twotone.Case) (moves int, solvable bool) {
	r, err := s.solver.Solve(context.Background(), c, puzzle.Best)
	require.NoError(s.t, err)
	return s.change(c, r.Value, r.Verdict == puzzle.Solvable)
}

func asItIs(_ *twotone.Case, moves int, solvable bool) (int, bool) { return moves, solvable }

// check checks what a search with a change claims of a class.
func check(t *testing.T, c bellman.Class, change func(*twotone.Case, int, bool) (int, bool)) bellman.Report {
	r, err := bellman.Check(context.Background(), c, &search{t: t, solver: zeroone.New(), change: change})
	require.NoError(t, err)
	return r
}

// The true lengths hold, for either rule and side.
func TestTruthHolds(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {1, 3}, {3, 1}, {2, 2}} {
		for rainbow := range uint32(1) << (size[0] * size[1]) {
			for _, rule := range []twotone.Rule{twotone.Strict, twotone.Handover} {
				for _, turn := range []twotone.Colour{twotone.Black, twotone.White} {
					r := check(t, bellman.Class{Rows: size[0], Cols: size[1], Rainbow: rainbow, Rule: rule, Turn: turn}, asItIs)
					require.Zero(t, r.Wrong, r.First)
				}
			}
		}
	}
}

// A class has 2^N·N(N-1)·2^M boards.
func TestAllBoardsAreChecked(t *testing.T) {
	r := check(t, bellman.Class{Rows: 1, Cols: 3, Rainbow: 0b010, Rule: twotone.Handover}, asItIs)
	require.Equal(t, bellman.Report{Claims: 8 * 6 * 4}, r)
	seen := map[string]bool{}
	check(t, bellman.Class{Rows: 1, Cols: 3, Rainbow: 0b010, Rule: twotone.Handover},
		func(c *twotone.Case, moves int, solvable bool) (int, bool) {
			seen[c.ID()] = true
			return moves, solvable
		})
	black := 0
	for id := range seen {
		c, err := twotone.ParseID(id)
		require.NoError(t, err)
		if c.Turn == twotone.Black {
			black++
		}
	}
	require.Equal(t, 8*6*4, black)
}

// Every single wrong entry of 1x3 is found, and every 97th of 2x2: longer, shorter, unsolvable for solvable and the
// other way round.
func TestOneWrongEntryIsFound(t *testing.T) {
	every := func(class bellman.Class, step, entries int) {
		ids := blackCases(t, class)
		require.Len(t, ids, entries)
		for i := 0; i < len(ids); i += step {
			for _, by := range []int{-1, 1, 2} {
				oneWrong(t, class, ids[i], by)
			}
		}
	}
	every(bellman.Class{Rows: 1, Cols: 3, Rainbow: 0b010, Rule: twotone.Handover}, 1, 8*6*4)
	every(bellman.Class{Rows: 2, Cols: 2, Rainbow: 0b0010, Rule: twotone.Handover}, 97, 16*12*8)
}

// blackCases returns the cases of a class with black to move, each once.
func blackCases(t *testing.T, class bellman.Class) []string {
	seen := map[string]bool{}
	check(t, class, func(c *twotone.Case, moves int, solvable bool) (int, bool) {
		if c.Turn == twotone.Black {
			seen[c.ID()] = true
		}
		return moves, solvable
	})
	return slices.Sorted(maps.Keys(seen))
}

// oneWrong changes the length of a case by -1 or 1, or makes it solvable if it is not and the other way round, and
// has that found.
func oneWrong(t *testing.T, class bellman.Class, id string, by int) {
	r := check(t, class, func(c *twotone.Case, moves int, solvable bool) (int, bool) {
		if c.ID() != id {
			return moves, solvable
		}
		if !solvable || by == 2 {
			return 3, !solvable
		}
		return moves + by, solvable
	})
	require.NotZero(t, r.Wrong, id)
	require.NotEmpty(t, r.First)
}

// Tables that are wrong as a whole, though each entry fits most of its neighbours.
func TestWrongTablesAreFound(t *testing.T) {
	class := bellman.Class{Rows: 2, Cols: 2, Rainbow: 0b0110, Rule: twotone.Handover}
	for name, change := range map[string]func(*twotone.Case, int, bool) (int, bool){
		"all unsolvable":    func(*twotone.Case, int, bool) (int, bool) { return 0, false },
		"all longer by one": func(c *twotone.Case, moves int, solvable bool) (int, bool) { return moves + 1, solvable },
		"all won":           func(*twotone.Case, int, bool) (int, bool) { return 0, true },
		"strict lengths": func(c *twotone.Case, _ int, _ bool) (int, bool) {
			strict := c.Clone()
			strict.Rule = twotone.Strict
			r, err := zeroone.New().Solve(context.Background(), strict, puzzle.Best)
			require.NoError(t, err)
			return r.Value, r.Verdict == puzzle.Solvable
		},
	} {
		require.NotZero(t, check(t, class, change).Wrong, name)
	}
}

func TestFirstWrongIsNamed(t *testing.T) {
	r := check(t, bellman.Class{Rows: 1, Cols: 2}, func(c *twotone.Case, moves int, solvable bool) (int, bool) {
		return 5, true
	})
	require.Equal(t, "1x2:BB:0:1:-:strict: length 5, but what comes next says length 0", r.First)
	require.Equal(t, r.Claims, r.Wrong)
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := bellman.Check(ctx, bellman.Class{Rows: 1, Cols: 2}, &search{t: t, solver: zeroone.New(), change: asItIs})
	require.ErrorIs(t, err, context.Canceled)
}
