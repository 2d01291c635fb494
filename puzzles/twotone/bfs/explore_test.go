package bfs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
)

// A space is what an exploration counts.
type space struct {
	levels             []uint64
	edges, won, deadly uint64
	shortest           int // -1 if nothing is won
}

// mostStates bounds the spaces that exploreByReferee searches.
const mostStates = 3000

// exploreByReferee searches the folded space of a case with a map of printed positions
// and the referee's moves. It returns false if there are more than mostStates states.
func exploreByReferee(c *twotone.Case) (space, bool) {
	var referee twotone.Referee
	s := space{shortest: -1}
	met := map[string]bool{}
	level := []*twotone.Case{folded(&referee, c)}
	met[level[0].ID()] = true
	for depth := 0; len(level) > 0; depth++ {
		s.levels = append(s.levels, uint64(len(level)))
		var next []*twotone.Case
		for _, state := range level {
			if state.StarCount() == 0 {
				s.won++
				if s.shortest < 0 {
					s.shortest = depth
				}
				continue
			}
			after := moves(&referee, state)
			if len(after) == 0 {
				s.deadly++
			}
			s.edges += uint64(len(after))
			for _, state := range after {
				if !met[state.ID()] {
					met[state.ID()] = true
					next = append(next, state)
				}
			}
		}
		if len(met) > mostStates {
			return s, false
		}
		level = next
	}
	return s, true
}

// moves returns the position after each move that the referee allows.
func moves(referee *twotone.Referee, c *twotone.Case) (after []*twotone.Case) {
	for _, letter := range []byte("UDLR") {
		referee.Start(c)
		if referee.Step(letter) == nil {
			next := (&twotone.Case{Board: *referee.Board(), Rule: c.Rule}).Clone()
			after = append(after, folded(referee, next))
		}
	}
	return after
}

// folded returns the position after a handover if the referee allows one, and the
// position itself if not.
func folded(referee *twotone.Referee, c *twotone.Case) *twotone.Case {
	referee.Start(c)
	if referee.Step(twotone.StepHandover) != nil {
		return c
	}
	return (&twotone.Case{Board: *referee.Board(), Rule: c.Rule}).Clone()
}

// TestExploreAgainstReferee compares all that an exploration counts, level by level, on
// random boards up to 5x5, square and not, under both rules and either turn, and on larger
// ones of every number of cells about a word's end.
func TestExploreAgainstReferee(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var cases []*twotone.Case
	for range 300 {
		cases = append(cases, drawCase(rng, 1+rng.IntN(5), 2+rng.IntN(4), 6))
	}
	for _, size := range [][2]int{{7, 9}, {8, 8}, {5, 13}, {8, 16}, {3, 43}} {
		for range 30 {
			if c, ok := drawLanes(rng, size[0], size[1], 0); ok {
				cases = append(cases, c)
			}
		}
	}
	compared, large := 0, 0
	for i, c := range cases {
		want, ok := exploreByReferee(c)
		if !ok {
			continue
		}
		compared++
		if c.Size() > 25 {
			large++
		}
		e, err := bfs.Explore(c)
		require.NoError(t, err)
		workers := []int{1, 2, 3, 8, 32}[i%5]
		found, solution, err := e.Run(context.Background(), parallel.Options{Workers: workers, Path: true})
		require.NoError(t, err)
		require.True(t, found.Exhausted, c.ID())
		got := space{append([]uint64(nil), found.Levels...), found.Edges, found.Goals, found.DeadEnds, found.GoalDepth}
		require.Equal(t, want, got, c.ID())
		if want.shortest >= 0 {
			var referee twotone.Referee
			length, err := referee.Replay(c, solution)
			require.NoError(t, err, fmt.Sprint(c.ID(), " ", solution))
			require.Equal(t, want.shortest, length, c.ID())
		}
	}
	require.Greater(t, compared, 250)
	require.Greater(t, large, 50)
}
