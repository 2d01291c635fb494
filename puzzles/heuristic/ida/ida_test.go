package ida

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
)

// A graph is a toy state space: a list of successors for each state, from 0, and a lower bound on
// the moves from it.
type graph struct {
	next [][]int
	left []int
	lazy bool // raises a bound that is beyond the room no further
}

func (g *graph) Expand(s *int, room int, dst []Node[int]) []Node[int] {
	for _, to := range g.next[*s] {
		left := g.left[to]
		if g.lazy && left > room+1 && left < Never {
			left = room + 1
		}
		dst = append(dst, Node[int]{State: to, Left: left})
	}
	return dst
}

func (g *graph) start(state int) Node[int] { return Node[int]{State: state, Left: g.left[state]} }

// randomGraph returns a graph with n states, up to three successors each, and the exact moves from
// each state to the nearest of a few goals, or Never.
func randomGraph(random *rand.Rand, n int) (g *graph, exact []int) {
	g = &graph{next: make([][]int, n)}
	for from := range g.next {
		for range random.IntN(4) {
			g.next[from] = append(g.next[from], random.IntN(n))
		}
	}
	exact = slices.Repeat([]int{Never}, n)
	for range 1 + random.IntN(2) {
		exact[random.IntN(n)] = 0
	}
	for range n { // until nothing changes: the relaxation of Bellman and Ford
		for from := range g.next {
			for _, to := range g.next[from] {
				exact[from] = min(exact[from], exact[to]+1)
			}
		}
	}
	return g, exact
}

// The heuristics, from the exact moves.
var heuristics = map[string]func(random *rand.Rand, exact int) int{
	"blind": func(_ *rand.Rand, exact int) int { return min(exact, 1) },
	"exact": func(_ *rand.Rand, exact int) int { return exact },
	"inconsistent": func(random *rand.Rand, exact int) int {
		switch exact {
		case 0, Never:
			return exact
		}
		return 1 + random.IntN(exact)
	},
}

// check returns an error unless a result is right about a state.
func (g *graph) check(r Result[int], state, exact int) error {
	switch {
	case r.Cause != nil:
		return fmt.Errorf("limit: %w", r.Cause)
	case r.Bound != exact:
		return fmt.Errorf("bound %d, want %d", r.Bound, exact)
	case exact == Never && r.Path == nil:
		return nil
	case len(r.Path) != exact+1 || r.Path[0] != state || g.left[r.Path[exact]] != 0:
		return fmt.Errorf("path %v of %d moves, want %d", r.Path, len(r.Path)-1, exact)
	}
	for i, to := range r.Path[1:] {
		if !slices.Contains(g.next[r.Path[i]], to) {
			return fmt.Errorf("path %v: no move %d", r.Path, i+1)
		}
	}
	return nil
}

// TestRandomGraphs searches from every state of many graphs, under every heuristic. Where no goal
// can be reached, the blind search must run into a limit or the end of all ways; the others are
// told so by the heuristic.
func TestRandomGraphs(t *testing.T) {
	var s Search[int]
	random := rand.New(rand.NewPCG(1, 9))
	for range 60 {
		g, exact := randomGraph(random, 5+random.IntN(20))
		for name, heuristic := range heuristics {
			g.left = g.left[:0]
			for _, e := range exact {
				g.left = append(g.left, heuristic(random, e))
			}
			for state, want := range exact {
				if want == Never && name == "blind" {
					continue // TestNoWay
				}
				for _, g.lazy = range []bool{false, true} {
					r := s.Run(t.Context(), g, g.start(state), puzzle.Limits{})
					require.NoError(t, g.check(r, state, want), "%s: %v from %d", name, g.next, state)
				}
			}
		}
	}
}

// wrong are heuristics that break a promise.
var wrong = map[string]func(exact int) int{
	"too great": func(exact int) int { return exact + exact/2 },
	"too great near goals": func(exact int) int {
		if exact == 1 {
			return 4
		}
		return min(exact, 1)
	},
	"takes a neighbour for a goal": func(exact int) int { return max(exact-1, 0) },
	"forgets the goals":            func(exact int) int { return max(exact, 1) },
	"gives up": func(exact int) int {
		if exact == 2 {
			return Never
		}
		return exact
	},
}

// TestBrokenPromises sees each wrong heuristic caught by check on some graph. So check can fail.
func TestBrokenPromises(t *testing.T) {
	var s Search[int]
	for name, heuristic := range wrong {
		random := rand.New(rand.NewPCG(2, 9))
		caught := false
		for range 200 {
			g, exact := randomGraph(random, 12)
			real := make([]int, len(exact))
			for state, e := range exact {
				real[state] = e
				if e < Never {
					e = heuristic(e)
				}
				g.left = append(g.left, e)
			}
			for state, want := range exact {
				if want == Never {
					continue
				}
				r := s.Run(t.Context(), g, g.start(state), puzzle.Limits{States: 10000})
				lefts := g.left
				g.left = real
				caught = caught || g.check(r, state, want) != nil
				g.left = lefts
			}
		}
		require.True(t, caught, name)
	}
}

// line is a way of n states to the goal, with a blind heuristic.
func line(n int) *graph {
	g := &graph{}
	for i := range n {
		g.next = append(g.next, []int{i + 1})
		g.left = append(g.left, 1)
	}
	g.next = append(g.next, nil)
	g.left = append(g.left, 0)
	return g
}

func TestNoWay(t *testing.T) {
	g := line(4)
	g.left[4] = 1 // no goal at the end
	var s Search[int]
	r := s.Run(t.Context(), g, g.start(0), puzzle.Limits{})
	require.Equal(t, Result[int]{Bound: Never, Nodes: 2 + 3 + 4 + 5 + 5}, r)
	r = s.Run(t.Context(), g, Node[int]{Left: Never}, puzzle.Limits{})
	require.Equal(t, Result[int]{Bound: Never}, r)
}

func TestLimits(t *testing.T) {
	g := line(10)
	var s Search[int]
	r := s.Run(t.Context(), g, g.start(0), puzzle.Limits{Within: 9})
	require.Equal(t, puzzle.ErrWithin, r.Cause)
	require.Equal(t, 10, r.Bound)
	require.Nil(t, r.Path)

	r = s.Run(t.Context(), g, g.start(0), puzzle.Limits{Within: 10})
	require.NoError(t, g.check(r, 0, 10))
	require.EqualValues(t, 10+55, r.Nodes) // i+1 nodes under the bound i

	r = s.Run(t.Context(), g, g.start(0), puzzle.Limits{States: 65})
	require.NoError(t, g.check(r, 0, 10))
	for states := range uint64(63) {
		r = s.Run(t.Context(), g, g.start(0), puzzle.Limits{States: states + 1})
		require.Equal(t, puzzle.ErrStates, r.Cause, states)
		require.Less(t, r.Bound, 11)
		require.LessOrEqual(t, r.Nodes, states+3) // one more state was expanded
	}
}

// endless has two successors for every state and no goal.
type endless struct{ calls int }

func (e *endless) Expand(s *int, _ int, dst []Node[int]) []Node[int] {
	e.calls++
	return append(dst, Node[int]{*s + 1, 1}, Node[int]{*s + 2, 1})
}

func TestContext(t *testing.T) {
	broken := errors.New("broken off")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	var s Search[int]
	e := new(endless)
	r := s.Run(ctx, e, Node[int]{0, 1}, puzzle.Limits{})
	require.Equal(t, broken, r.Cause)
	require.Zero(t, e.calls)

	g := line(1)
	r = s.Run(ctx, g, Node[int]{1, 0}, puzzle.Limits{})
	require.Equal(t, broken, r.Cause)
	require.Nil(t, r.Path)

	ctx, cancel = context.WithCancelCause(t.Context())
	r = s.Run(ctx, stopping{e, 20000, func() { cancel(broken) }}, Node[int]{0, 1}, puzzle.Limits{})
	require.Equal(t, broken, r.Cause)
	require.Less(t, e.calls, 20000+checkEvery)
}

// stopping calls stop after so many calls.
type stopping struct {
	*endless
	after int
	stop  func()
}

func (m stopping) Expand(s *int, room int, dst []Node[int]) []Node[int] {
	if m.calls == m.after {
		m.stop()
	}
	return m.endless.Expand(s, room, dst)
}

func TestAllocations(t *testing.T) {
	g := line(50)
	var s Search[int]
	run := func() { s.Run(t.Context(), g, g.start(0), puzzle.Limits{}) }
	run()
	require.Zero(t, testing.AllocsPerRun(10, run))
}

// BenchmarkNodes is what the search itself costs a node.
func BenchmarkNodes(b *testing.B) {
	var s Search[int]
	e := new(endless)
	const nodes = 1 << 20
	for b.Loop() {
		s.Run(b.Context(), e, Node[int]{0, 1}, puzzle.Limits{States: nodes})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/nodes, "ns/node")
}
