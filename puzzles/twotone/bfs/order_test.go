package bfs

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

func parse(t testing.TB, id string) *twotone.Case {
	c, err := twotone.ParseID(id)
	require.NoError(t, err)
	return c
}

// manyStates are cases of which more states are met than are searched before an order is chosen.
var manyStates = []string{
	"4x4:BRWBRBBBWRRWBWRR:9:6:0,1,2,3,4,5,6,10,12,13,14,15:handover:white",
	"4x4:BBBBWWRWBWRBWBBW:10:8:4,7,8,10,11,12,14,15:strict",
}

// What a search counts, and what all shortest solutions are like, does not depend on the order.
func TestOrderMakesNoDifference(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	var e engine[[1]uint64]
	var l layout
	search := func(c *twotone.Case, lowest []int) (parallel.Summary, Study) {
		l.reset(c)
		if lowest != nil {
			l.reorder(lowest)
		}
		e.model.reset(c, &l)
		found, err := e.search.Run(context.Background(), &e.model, parallel.Options{Workers: 2})
		require.NoError(t, err)
		sum := found.Summary
		sum.Levels = slices.Clone(sum.Levels)
		found, err = e.search.Run(context.Background(), &e.model, parallel.Options{StopAtGoal: true, AllPaths: true})
		require.NoError(t, err)
		return sum, e.studied(context.Background(), &found)
	}
	solvable, states := 0, uint64(0)
	for range 25 {
		c := drawBlockCase(rng, 3, 4+rng.IntN(2))
		want, study := search(c, nil)
		for range 4 {
			lowest := drawLowest(rng, &l)
			if lowest == nil {
				continue
			}
			got, again := search(c, lowest)
			require.Equal(t, want, got, "%s, %s", c.ID(), l.name())
			require.Equal(t, study, again, "%s, %s", c.ID(), l.name())
			if study.Value > 3 {
				solvable++
			}
			states += got.States
		}
	}
	require.Greater(t, solvable, 10)
	require.Greater(t, states, uint64(100_000))
}

// Where many states are met the order is chosen, and what Solve and Study say is what they say of states in
// the order of the cells.
func TestOrderOfSolve(t *testing.T) {
	for _, id := range manyStates {
		c := parse(t, id)
		s := New(Options{})
		got, err := s.Solve(context.Background(), c, puzzle.Best)
		require.NoError(t, err)
		require.Len(t, s.layout.lowest, statecodec.BlockBits, "the order is chosen")
		require.Greater(t, got.States, uint64(fewStates))
		study, err := s.Study(context.Background(), c)
		require.NoError(t, err)
		require.Len(t, s.layout.lowest, statecodec.BlockBits)

		var e engine[[1]uint64]
		var l layout
		l.reset(c)
		e.model.reset(c, &l)
		found, err := e.search.Run(context.Background(), &e.model, parallel.Options{StopAtGoal: true, AllPaths: true})
		require.NoError(t, err)
		want := e.studied(context.Background(), &found)
		require.Equal(t, want, study)
		require.Equal(t, want.Verdict, got.Verdict)
		require.Equal(t, want.States, got.States)
		require.Equal(t, want.Value, got.Value)
		if got.Verdict == puzzle.Solvable {
			var referee twotone.Referee
			length, err := referee.Replay(c, got.Certificate)
			require.NoError(t, err)
			require.Equal(t, want.Value, length)
		}

		s.LimitStates(fewStates - 1)
		got, err = s.Solve(context.Background(), c, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, got.Verdict)
		require.Empty(t, s.layout.lowest, "the caller's own limit ends the search before there are so many states")
	}
}

// The same cells are chosen each time, by a fresh solver and by one that has been used, and none where nothing would be won.
func TestOrderIsChosen(t *testing.T) {
	used := New(Options{})
	for _, test := range []struct {
		id     string
		chosen bool
	}{
		{manyStates[0], true},
		{"2x4:WBRBBBWR:4:1:1,2,3,4,5:handover:white", false},       // 6 colours
		{"4x4:RRRRRBWBRRRRRRRW:0:15:1,3,5,6,8,9,11:strict", false}, // 4 colours, many states
		{manyStates[1], true},
		{"3x4:BWWBRBWWBRBW:0:11:3,5,6:handover", false}, // 10,340 states
		{drawBlockCase(rand.New(rand.NewPCG(52, 2)), 8, 16).ID(), true},
	} {
		c := parse(t, test.id)
		first, err := Explore(c)
		require.NoError(t, err)
		second, err := used.explore(c, "")
		require.NoError(t, err)
		require.Equal(t, first.States(), second.States())
		require.Equal(t, test.chosen, len(used.layout.lowest) > 0, test.id)
		if test.chosen {
			require.Len(t, used.layout.lowest, statecodec.BlockBits)
			require.True(t, slices.IsSorted(used.layout.lowest))
			again, err := ExploreAs(c, first.States())
			require.NoError(t, err)
			require.Equal(t, first.States(), again.States())
			again, err = ExploreAs(c, "twotone 1, lowest cells 0 1 2 3 4 6")
			require.NoError(t, err)
			require.Equal(t, first.States(), again.States(), "and not what is asked for")
			again, err = ExploreAs(c, "twotone 1")
			require.NoError(t, err)
			require.Equal(t, "twotone 1", again.States(), "as the states of older runs")
		}
	}
}

// Each cell is one that leaves the fewest blocks, counted, and the cells chosen leave fewer than those of the order of the cells.
func TestOrderIsGreedy(t *testing.T) {
	c := parse(t, "5x5:BRBWBBBRBBBBWWBRWRWBBBWRW:11:20:2,3,5,7,21,23:strict")
	var m model[[1]uint64]
	var l layout
	l.reset(c)
	m.reset(c, &l)
	states := m.sample()
	require.Len(t, states, sampled)
	states = states[sampled-weighed:] // so that a choice is weighed at all of them
	count := func(mask uint64) int {
		keys := map[uint64]bool{}
		for i := range states {
			keys[states[i][0]&^mask] = true
		}
		return len(keys)
	}
	chosen := uint64(0)
	for n := range statecodec.BlockBits {
		blocks := map[[1]uint64]uint64{}
		for i := range states {
			blocks[[1]uint64{states[i][0] &^ chosen}]++
		}
		best := fewestBlocks(l.colour, &[1]uint64{chosen}, states, blocks).mask
		require.Zero(t, chosen&best)
		fewest := len(states)
		for _, b := range l.colour {
			fewest = min(fewest, count(chosen|b.mask))
		}
		require.Equal(t, fewest, count(chosen|best), "%d bits are chosen", n)
		chosen |= best
	}
	cells := m.lowestCells(&l, states)
	for place, b := range l.colour {
		require.Equal(t, chosen&b.mask != 0, slices.Contains(cells, int(l.places[place])))
	}
}

// Of the board above the chosen order makes far fewer blocks than the order of the cells.
func TestOrderMakesFewBlocks(t *testing.T) {
	c := parse(t, "5x5:BRBWBBBRBBBBWWBRWRWBBBWRW:11:20:2,3,5,7,21,23:strict")
	blocks := func(chosen bool) int {
		var e engine[[1]uint64]
		var l layout
		l.reset(c)
		e.model.reset(c, &l)
		if chosen {
			e.reorder(c, &l)
		}
		return len(deepLevel(&e.model, 10_000))
	}
	require.Less(t, 2*blocks(true), blocks(false))
}
