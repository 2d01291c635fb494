package plain

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// solve answers a question about the case of an ID.
func solve(
	t *testing.T, ctx context.Context, l puzzle.Limits, id string, ask puzzle.Ask,
) puzzle.Answer {
	t.Helper()
	c, err := huarong.Parse(id)
	require.NoError(t, err)
	a, err := New(l).Solve(ctx, c, ask)
	require.NoError(t, err)
	return a
}

// ring is an unsolvable case: the hole would have to be in the dead end before the piece comes
// there.
const ring = "111/101/111/010:1,1,2,1,4,2"

// TestSolve solves cases that can be solved by hand.
func TestSolve(t *testing.T) {
	for _, test := range []struct {
		id    string
		value int // -1: unsolvable
	}{
		{"0111/0110/0100:3,2,1,2,2,2", 2},  // the contest's sample
		{"0111/0110/0100:1,2,2,2,3,2", -1}, // likewise
		{"11:1,1,1,2,1,1", 1},
		{"11:1,1,1,2,1,2", 0},
		{"111:1,1,1,2,1,3", -1},         // the hole never comes behind the piece
		{"111:1,3,1,2,1,3", 1},          // it is there
		{"111/111:1,1,1,3,1,1", 7},      // two slides of the piece, five of the hole around it
		{"101/101:1,1,1,3,2,3", -1},     // the hole never comes to the piece
		{"111/111:1,1,2,3,2,1", 8},      // D R R, around it U L L D, and R
		{"11/11/11:3,1,1,1,3,1", 7},     // a column
		{"111/101/111:1,1,1,2,1,1", 1},  // on a ring
		{"111/101/111:1,1,1,2,1,3", 7},  // a round of the hole turns the ring by one cell
		{"111/101/111:1,1,1,2,2,3", 14}, // two rounds
		{ring, -1},
	} {
		a := solve(t, context.Background(), puzzle.Limits{}, test.id, puzzle.Best)
		if test.value < 0 {
			require.Equal(t, puzzle.Unsolvable, a.Verdict, test.id)
			require.Equal(t, puzzle.Unsaid, a.Value, test.id)
			require.Nil(t, a.Certificate, test.id)
			continue
		}
		require.Equal(t, puzzle.Solvable, a.Verdict, test.id)
		require.Equal(t, test.value, a.Value, test.id)
		require.Len(t, a.Certificate, test.value, test.id)
		require.NotNil(t, a.Certificate, test.id)
	}
}

func TestLimits(t *testing.T) {
	const id = "111/111/111:1,1,3,3,1,1"
	all := solve(t, context.Background(), puzzle.Limits{}, id, puzzle.Decide).States
	for limits, cause := range map[puzzle.Limits]error{
		{States: 1}:                           puzzle.ErrStates,
		{States: all / 2}:                     puzzle.ErrStates,
		{Memory: 1}:                           puzzle.ErrMemory,
		{Memory: bytesOfPosition * (all / 2)}: puzzle.ErrMemory,
		{Within: 1}:                           puzzle.ErrWithin,
	} {
		a := solve(t, context.Background(), limits, id, puzzle.Best)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.ErrorIs(t, a.Cause, cause)
		require.Equal(t, puzzle.Unsaid, a.Value)
	}
	enough := puzzle.Limits{States: all, Memory: bytesOfPosition * all}
	a := solve(t, context.Background(), enough, id, puzzle.Best)
	require.Equal(t, puzzle.Solvable, a.Verdict)
}

// A tiring context is done after so many looks at it.
type tiring struct {
	context.Context
	looks int
}

var errTired = errors.New("tired")

func (c *tiring) Err() error {
	if c.looks--; c.looks < 0 {
		return errTired
	}
	return nil
}

// TestContextEndsAnywhere ends the context at each look that a case takes.
func TestContextEndsAnywhere(t *testing.T) {
	limits := 0
	for looks := 0; ; looks++ {
		ctx := &tiring{context.Background(), looks}
		a := solve(t, ctx, puzzle.Limits{}, ring, puzzle.Any)
		if a.Verdict == puzzle.Unsolvable {
			break
		}
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.ErrorIs(t, a.Cause, errTired)
		limits++
	}
	require.Greater(t, limits, 5)
}

func TestInvalidCase(t *testing.T) {
	_, err := New(puzzle.Limits{}).Solve(context.Background(), &huarong.Case{}, puzzle.Best)
	require.EqualError(t, err, "a board of 0x0: want sides of 1 to 64")
}
