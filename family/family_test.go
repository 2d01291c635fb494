package family_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/familytest"
	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/statecodec"
)

// TestNames finds solvers by their names, and writes IDs.
func TestNames(t *testing.T) {
	f := familytest.Added(familytest.Coins(), "greedy", familytest.Greedy)
	p := &familytest.Purse{Sum: 6, Coins: []int{1, 3}, Free: true}
	require.Equal(t, "coins:6:13:free", f.ID(p))
	require.Equal(t, []string{"steps", "table", "tries", "greedy"}, f.SolverNames())
	require.Equal(
		t,
		[]string{"steps", "table", "tries"},
		f.Standing(),
	) // greedy is not asked unless it is named
	for _, name := range f.SolverNames() {
		s, err := f.Solver(name, puzzle.Limits{})
		require.NoError(t, err)
		require.NotNil(t, s)
	}
	_, err := f.Solver("guess", puzzle.Limits{})
	require.EqualError(t, err, `unknown solver "guess": want steps, table, tries or greedy`)
	f.Unnamed = true
	require.Equal(t, "6:13:free", f.ID(p))
	require.Empty(t, f.Prefix())
}

// TestLimitsReachTheSolver gives a solver what it may take.
func TestLimitsReachTheSolver(t *testing.T) {
	for limits, cause := range map[puzzle.Limits]error{
		{States: 3}: puzzle.ErrStates, {Memory: 100}: puzzle.ErrMemory, {}: nil,
	} {
		s, err := familytest.Coins().Solver("steps", limits)
		require.NoError(t, err)
		a, err := s.Solve(
			t.Context(),
			&familytest.Purse{Sum: 9, Coins: []int{1, 3, 4}},
			puzzle.Best,
		)
		require.NoError(t, err)
		require.Equal(t, cause, a.Cause)
		require.Equal(t, cause == nil, a.Verdict == puzzle.Solvable)
	}
}

func TestCheckNames(t *testing.T) {
	solvers := []string{"a", "b", "c"}
	require.NoError(t, family.CheckNames(solvers, "c", "a"))
	require.EqualError(t, family.CheckNames(solvers), "no solver: want one or more of a, b and c")
	require.EqualError(
		t,
		family.CheckNames(solvers, "a", "x"),
		`unknown solver "x": want a, b or c`,
	)
	require.EqualError(
		t,
		family.CheckNames(solvers, "a", "b", "a"),
		`solver "a" twice: want each at most once`,
	)
}

func TestList(t *testing.T) {
	for want, words := range map[string][]string{
		"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"},
	} {
		require.Equal(t, want, family.List(words, "or"))
	}
}

// TestExplore searches a model behind the seam, with words of every width, and reads the path of a
// goal.
func TestExplore(t *testing.T) {
	explores[[1]uint64](t)
	explores[[2]uint64](t)
	explores[[3]uint64](t)
	explores[[4]uint64](t)
	explores[[8]uint64](t)
}

// A line is the numbers from 0 on, of which the last is a goal.
type line[W statecodec.Words] struct{ last int }

func number[W statecodec.Words](n int) (w W) {
	w[len(w)-1] = uint64(n)
	return w
}

func (l line[W]) Initial(dst []W) []W { return append(dst, number[W](0)) }
func (l line[W]) Goal(w *W) bool      { return *w == number[W](l.last) }

func (l line[W]) Successors(w *W, dst []W) []W {
	n := int((*w)[len(*w)-1])
	if n > 9 {
		return dst
	}
	return append(dst, number[W](n+1))
}

func explores[W statecodec.Words](t *testing.T) {
	letters := func(path []W) []byte { return make([]byte, len(path)-1) }
	e := family.Explore(parallel.Model[W](line[W]{5}), "line 1", letters)
	var w W
	require.Equal(t, len(w), e.Words())
	require.Equal(t, "line 1", e.States())
	found, certificate, err := e.Run(t.Context(), parallel.Options{Path: true})
	require.NoError(t, err)
	require.Len(t, certificate, 5)
	require.EqualValues(t, 5, found.GoalDepth)
	require.Equal(t, found.States, e.Progress().States)

	_, certificate, err = e.Run(t.Context(), parallel.Options{}) // no path was asked for
	require.NoError(t, err)
	require.Nil(t, certificate)

	for _, e := range []family.Explorer{
		family.Explore(parallel.Model[W](line[W]{50}), "line 1", letters), // there is no goal
		family.Explore(parallel.Model[W](line[W]{5}), "line 1", nil),      // nobody wants the path
	} {
		_, certificate, err = e.Run(t.Context(), parallel.Options{Path: true})
		require.NoError(t, err)
		require.Nil(t, certificate)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	found, certificate, err = e.Run(ctx, parallel.Options{Path: true})
	require.NoError(t, err)
	require.Nil(t, certificate)
	require.False(t, found.Exhausted)
}
