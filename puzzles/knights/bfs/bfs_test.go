package bfs

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel/modeltest"
	"exhaust/puzzle"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/referee"
)

// boardOf returns the board of a text of package tests, rows apart by blanks.
func boardOf(t testing.TB, text string) *knights.Board {
	t.Helper()
	b, err := knights.Parse(strings.ReplaceAll(text, " ", "/"))
	require.NoError(t, err)
	return b
}

// TestModelOfABoard begins at the board and looks for the goal, which is where the model of the
// whole size begins.
func TestModelOfABoard(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for _, size := range [][2]int{{1, 2}, {2, 3}, {3, 4}, {5, 5}, {4, 7}, {29, 2}, {1, 58}} {
		whole := newModel(t, size[0], size[1])
		goal := knights.Goal(size[0], size[1])
		require.Equal(t, boardOf(t, text(whole, whole.start)).String(), goal.String())
		for range 20 {
			position := shuffled(random, whole, text(whole, whole.start), whole.order)
			m, err := NewModel(boardOf(t, position))
			require.NoError(t, err)
			require.Equal(t, position, text(m, m.Initial(nil)[0]))
			require.True(t, m.Goal(&whole.start))
			require.Equal(t, position == text(whole, whole.start), m.Goal(&m.start))
			require.False(t, whole.Goal(&whole.start), "nothing is looked for")
		}
	}
	_, err := NewModel(&knights.Board{Rows: 8, Cols: 8})
	require.ErrorContains(t, err, "want at most 58 cells")
}

// TestGoalsOfBlocks holds what a model with a goal says of blocks against what it says of states.
func TestGoalsOfBlocks(t *testing.T) {
	for _, id := range []string{"1*1 001", "1*01 0011 0100", "11111 01111 00011 *0001 00000"} {
		m, err := NewModel(boardOf(t, id))
		require.NoError(t, err)
		of := randomBlocks(m, 200, rand.New(rand.NewPCG(3, 3)))
		if m.rows < 5 {
			of = smallBlocks(m)
		}
		goals := 0
		for i := range of {
			goals += bits.OnesCount64(m.BlockGoals(&of[i]))
		}
		require.LessOrEqual(t, goals, 1)
		require.Equal(t, m.rows < 5, goals == 1)
		require.NoError(t, modeltest.CheckBlocks(m, m, of))
	}
}

// TestSolve solves boards of changing sizes and replays the certificates.
func TestSolve(t *testing.T) {
	s := New(puzzle.Limits{})
	var r referee.Referee
	for _, test := range []struct {
		id    string
		value int
	}{
		{"10110 01*11 10111 01001 00000", 7}, // published (SCOI 2005)
		{"1101 *001 0001", 24},
		{"11111 01111 00011 *0001 00000", 1},
		{"11111 01111 00*11 00001 00000", 0},
		{"111 *01 000", -1},
		{"*1111 00100", 1},
		{"1*", 0},
		{"*1", -1},
	} {
		b := boardOf(t, test.id)
		a, err := s.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		if test.value < 0 {
			require.Equal(t, puzzle.Unsolvable, a.Verdict, test.id)
			continue
		}
		require.Equal(t, test.value, a.Value, test.id)
		value, err := r.Replay(b, a.Certificate)
		require.NoError(t, err, test.id)
		require.Equal(t, test.value, value)
	}
}

// TestSolveLimits ends searches of the 5x5 board.
func TestSolveLimits(t *testing.T) {
	b := boardOf(t, "000*0 10010 01010 11100 11111") // 39 jumps
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, test := range []struct {
		ctx    context.Context
		limits puzzle.Limits
		cause  error
	}{
		{ctx, puzzle.Limits{}, why},
		{t.Context(), puzzle.Limits{States: 10_000}, puzzle.ErrStates},
		{t.Context(), puzzle.Limits{Memory: 1 << 16}, puzzle.ErrMemory},
	} {
		a, err := New(test.limits).Solve(test.ctx, b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.ErrorIs(t, a.Cause, test.cause)
	}
}
