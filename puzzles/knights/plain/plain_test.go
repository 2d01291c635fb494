package plain

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/referee"
)

// TestExpand draws a board and what follows from it: knights jump from above, left first, to below.
func TestExpand(t *testing.T) {
	q := search{rows: 3, cols: 4, from: map[string]string{}}
	const board = "1101" + "0*01" + "1000"
	after := []string{
		"110*" + "0101" + "1000",
		"1101" + "0001" + "100*",
	}
	require.Equal(t, after, q.expand(board, nil))
	for _, id := range after {
		require.Equal(t, board, q.from[id])
	}
	require.Empty(t, q.expand(board, nil), "they were met")
}

// TestSolve gives answers that can be followed by hand, and published ones.
func TestSolve(t *testing.T) {
	s := New(puzzle.Limits{})
	var r referee.Referee
	for id, want := range map[string]int{
		"10110/01*11/10111/01001/00000": 7, // SCOI 2005
		"11111/01111/00011/*0001/00000": 1,
		"1111/00*1/0000":                0,
		"*1111/00100":                   1,
		"*1":                            -1,
		"111/*01/000":                   -1,
	} {
		b, err := knights.Parse(id)
		require.NoError(t, err)
		a, err := s.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		if want < 0 {
			require.Equal(t, puzzle.Unsolvable, a.Verdict, id)
			continue
		}
		require.Equal(t, want, a.Value, id)
		value, err := r.Replay(b, a.Certificate)
		require.NoError(t, err, id)
		require.Equal(t, want, value)
	}
}

// TestLimits ends searches.
func TestLimits(t *testing.T) {
	b, err := knights.Parse("000*0/10010/01010/11100/11111") // 39 jumps
	require.NoError(t, err)
	why := errors.New("enough")
	done, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, test := range []struct {
		ctx    context.Context
		limits puzzle.Limits
		cause  error
	}{
		{done, puzzle.Limits{}, why},
		{t.Context(), puzzle.Limits{States: 1000}, puzzle.ErrStates},
		{t.Context(), puzzle.Limits{Memory: 1 << 20}, puzzle.ErrMemory},
		{t.Context(), puzzle.Limits{Within: 9}, puzzle.ErrWithin},
	} {
		a, err := New(test.limits).Solve(test.ctx, b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.Equal(t, test.cause, a.Cause)
	}
}
