package bfs_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/hamilton"
)

// A twin explores with states that leave out what is dead, and with those that hold all.
type twin struct{ live, plain *bfs.Solver }

func newTwin() *twin {
	return &twin{bfs.New(bfs.Options{}), bfs.NewPlain(bfs.Options{})}
}

// same fails the test unless both make the same space, level by level. It returns how many
// states there are.
func (w *twin) same(t *testing.T, c *twotone.Case) uint64 {
	explore := func(s *bfs.Solver) parallel.Summary {
		e, err := s.Explore(c)
		require.NoError(t, err)
		found, _, err := e.Run(context.Background(), parallel.Options{Workers: 1})
		require.NoError(t, err)
		return found
	}
	live, plain := explore(w.live), explore(w.plain)
	if !equal(&live, &plain) {
		require.Equal(t, plain, live, c.ID())
	}
	return live.States
}

// equal compares summaries without reflection.
func equal(a, b *parallel.Summary) bool {
	if len(a.Levels) != len(b.Levels) {
		return false
	}
	for i := range a.Levels {
		if a.Levels[i] != b.Levels[i] {
			return false
		}
	}
	return a.Exhausted && b.Exhausted && a.States == b.States && a.Edges == b.Edges && a.Goals == b.Goals &&
		a.DeadEnds == b.DeadEnds && a.GoalDepth == b.GoalDepth
}

// Every small board under both rules and with either side to move. The verdicts and
// lengths are compared by TestAllSmallBoards.
func TestLiveSpacesOfSmallBoards(t *testing.T) {
	if raceEnabled {
		t.Skip("one worker")
	}
	w := newTwin()
	for _, size := range [][2]int{{1, 2}, {2, 1}, {1, 3}, {3, 1}, {1, 4}, {4, 1}, {2, 2}} {
		eachCase(t, size[0], size[1], func(c *twotone.Case) { w.same(t, c) })
	}
}

// Boards drawn at random: small ones, and large ones of which most is dead.
func TestLiveSpacesSampled(t *testing.T) {
	if raceEnabled {
		t.Skip("one worker")
	}
	w, rng := newTwin(), rand.New(rand.NewPCG(21, 3))
	for _, size := range [][2]int{{2, 3}, {3, 2}, {1, 5}, {5, 1}, {3, 3}, {2, 5}} {
		for range 400 {
			w.same(t, drawCase(rng, size[0], size[1], 4))
		}
	}
	smaller, large := 0, 0
	for _, size := range [][2]int{{7, 9}, {8, 8}, {5, 13}, {8, 16}, {3, 43}, {12, 16}, {10, 40}} {
		for range 40 {
			c, ok := drawLanes(rng, size[0], size[1], 0)
			if !ok || solve(t, bfs.NewPlain(bfs.Options{Memory: 1 << 22}), c, puzzle.Best).Verdict == puzzle.Limit {
				continue
			}
			large += int(w.same(t, c) / 100)
			if stateWords(bfs.LiveBits(c)) < stateWords(stateBits(c)) {
				smaller++
			}
		}
	}
	require.Greater(t, smaller, 150, "boards of which a state takes fewer words")
	require.Greater(t, large, 100, "hundreds of states")
}

// A star where nobody can come: unsolvable, and why.
func TestReason(t *testing.T) {
	for _, test := range []struct{ id, reason string }{
		{"2x2:WBBW:0:1:2:strict", "neither piece can ever come to the star on cell 2"},
		{"2x2:WBBW:0:1:2:handover", "neither piece can ever come to the star on cell 2"},
		{"1x6:WBWBBB:1:3:2,5:handover", ""},                                                  // to white
		{"1x5:BWBWB:0:3:1,4:strict", ""},                                                     // to white, if it had the turn
		{"1x5:BBWWB:0:3:1,2:handover", "neither piece can ever come to the star on cell 1"},  // the first of two
		{"1x4:BBWW:0:3:0:strict:white", "neither piece can ever come to the star on cell 0"}, // under a piece
	} {
		c := parse(t, test.id)
		r := newJudge().agree(t, c)
		require.Equal(t, test.reason, r.Reason, test.id)
		newTwin().same(t, c)
	}
}

// The board of a graph of 2 by 6 vertices: 15 by 15 cells, of which u and the graph, and the white
// piece's cell and the corridor, are 2·13 places. All but the pieces' own two can be entered, and hold
// a star each. So two pieces take 2·5 bits, the turn 1, stars and colours 24 each; with every cell it
// would be 2·8 + 1 + 24 + 225.
func TestLiveBitsOfGraph(t *testing.T) {
	g, err := gridgraph.Parse("######/######")
	require.NoError(t, err)
	r, err := hamilton.Reduce(g)
	require.NoError(t, err)
	c := &twotone.Case{Board: r.Board}
	require.Equal(t, 59, bfs.LiveBits(c))
	require.Equal(t, 266, stateBits(c))
	newTwin().same(t, c)
	require.Equal(t, 24, newJudge().agree(t, c).Value)
}
