package wiring

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

func parse(t testing.TB, id string) *pawns.Game {
	t.Helper()
	g, err := Family().Notation.Parse(id)
	require.NoError(t, err)
	return g
}

// What is asked decides what is told: a verdict, a line of play, or the value too.
func TestAsks(t *testing.T) {
	g := parse(t, "50:0,2:1,1:2,2:3,3")
	for _, p := range players() {
		for _, ask := range []puzzle.Ask{puzzle.Decide, puzzle.Any, puzzle.Best} {
			a, err := p.solver.Solve(context.Background(), g, ask)
			require.NoError(t, err)
			require.Equal(t, puzzle.Solvable, a.Verdict)
			require.Equal(t, ask == puzzle.Decide, a.Bare)
			require.Equal(t, ask != puzzle.Decide, a.Certificate != nil)
			require.Positive(t, a.States)
			require.NoError(t, a.Cause)
			want := puzzle.Unsaid
			if ask == puzzle.Best {
				want = 8
			}
			require.Equal(t, want, a.Value)
		}
	}
}

// requireLimit wants a Limit of a cause, which says nothing else.
func requireLimit(t *testing.T, a puzzle.Answer, cause error, name string) {
	t.Helper()
	require.Equal(t, puzzle.Limit, a.Verdict, name)
	require.ErrorIs(t, a.Cause, cause, name)
	require.Equal(t, puzzle.Unsaid, a.Value, name)
	require.Nil(t, a.Certificate, name)
	require.False(t, a.Bare, name)
}

// As many states as a solver needs are enough, and one less are not.
func TestLimitOfStates(t *testing.T) {
	g := parse(t, "5:0,0:1,1:2,2:3,3:0,4")
	for _, m := range Family().Solvers {
		free, err := m.New(puzzle.Limits{}).Solve(context.Background(), g, puzzle.Best)
		require.NoError(t, err)
		for limit := uint64(1); limit <= free.States; limit++ {
			s := m.New(puzzle.Limits{States: limit})
			a, err := s.Solve(context.Background(), g, puzzle.Best)
			require.NoError(t, err)
			if limit < free.States {
				requireLimit(t, a, puzzle.ErrStates, m.Name)
				require.Equal(t, limit, a.States, m.Name)
			} else {
				require.Equal(t, free, a, m.Name)
			}
		}
	}
}

// The states of subsets are the sets left with a last capture outside, and the start.
func TestStatesOfSubsets(t *testing.T) {
	for _, text := range []string{"8:1", "8:2", "8:7", "8:15"} {
		for _, g := range drawMany(t, text, 1) {
			n := len(g.Pawns)
			a, err := players()[0].solver.Solve(context.Background(), g, puzzle.Decide)
			require.NoError(t, err)
			require.EqualValues(t, n<<(n-1)+1, a.States)
		}
	}
}

// Plain makes every sequence of captures: once to choose the first, and again what is left for each
// of the next. With three pawns these are 15 + 4 + 1.
func TestStatesOfPlain(t *testing.T) {
	g := parse(t, "4:0,0:1,1:2,2:3,0")
	a, err := players()[2].solver.Solve(context.Background(), g, puzzle.Decide)
	require.NoError(t, err)
	require.EqualValues(t, 20, a.States)
}

func TestLimitOfMemory(t *testing.T) {
	for _, g := range drawMany(t, "50:15", 2) {
		for _, m := range Family().Solvers {
			a, err := m.New(puzzle.Limits{Memory: 1000}).Solve(context.Background(), g, puzzle.Best)
			require.NoError(t, err)
			requireLimit(t, a, puzzle.ErrMemory, m.Name)
		}
		subsets := Family().Solvers[0]
		s := subsets.New(puzzle.Limits{Memory: 900_000})
		a, err := s.Solve(context.Background(), g, puzzle.Best)
		require.NoError(t, err)
		requireLimit(t, a, puzzle.ErrMemory, "subsets")
		s = subsets.New(puzzle.Limits{Memory: 1_000_000})
		a, err = s.Solve(context.Background(), g, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Solvable, a.Verdict)
	}
	a, err := Family().Solvers[0].New(puzzle.Limits{Memory: 10_000}).
		Solve(context.Background(), parse(t, "50:1,1:0,0"), puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, 4, a.Value, "a small game takes little")
}

func TestCancelled(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	g := parse(t, "50:1,1:0,0")
	for _, p := range players() {
		a, err := p.solver.Solve(ctx, g, puzzle.Best)
		require.NoError(t, err)
		requireLimit(t, a, cause, p.name)
		require.Equal(t, 4, value(t, p, g), "the solver can be used again")
	}
}

// A countdown is a context that is done after some looks at it.
type countdown struct {
	context.Context
	looks int
}

func (c *countdown) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// A context that ends during the search ends it.
func TestCancelledDuringSearch(t *testing.T) {
	for _, g := range drawMany(t, "50:15", 2) {
		for _, p := range players() {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			a, err := p.solver.Solve(&countdown{Context: ctx, looks: 5}, g, puzzle.Best)
			require.NoError(t, err)
			requireLimit(t, a, context.Canceled, p.name)
			require.Greater(t, a.States, uint64(4000), p.name)
			require.Less(t, a.States, uint64(100_000), p.name)
		}
	}
}

// A solver that is used again allocates the line of play, and nothing for a state.
func TestAllocations(t *testing.T) {
	for _, text := range []string{"8:3", "8:6"} {
		g := drawMany(t, text, 1)[0]
		for _, p := range players() {
			allocs := testing.AllocsPerRun(5, func() {
				_, _ = p.solver.Solve(context.Background(), g, puzzle.Best)
			})
			require.LessOrEqual(t, allocs, 2.0, p.name)
		}
	}
}
