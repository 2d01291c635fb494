package wiring_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
)

// Every solver says what stopped it: a limit of its own, or the cause of the context's end.
func TestLimitsHaveCauses(t *testing.T) {
	c, err := twotone.ParseID("4x4:BBBBWBBBBBWBWBBB:13:0:8,9,10,11,15:handover")
	require.NoError(t, err)
	stopped := errors.New("stopped")
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	late, stop := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer stop()
	for _, m := range wiring.Family().Solvers {
		for _, test := range []struct {
			name   string
			ctx    context.Context
			limits puzzle.Limits
			want   error
		}{
			{"cancelled", cancelled, puzzle.Limits{Workers: 1}, stopped},
			{"late", late, puzzle.Limits{Workers: 1}, context.DeadlineExceeded},
			{"states", t.Context(), puzzle.Limits{Workers: 1, States: 1}, puzzle.ErrStates},
			{"memory", t.Context(), puzzle.Limits{Workers: 1, Memory: 1}, puzzle.ErrMemory},
		} {
			if m.Name == "table" && test.name == "states" {
				continue // it searches none
			}
			a, err := m.New(test.limits).Solve(test.ctx, c, puzzle.Best)
			require.NoError(t, err)
			require.Equal(t, puzzle.Limit, a.Verdict, "%s, %s", m.Name, test.name)
			require.EqualError(t, a.Cause, test.want.Error(), "%s, %s", m.Name, test.name)
		}
	}
}
