package wiring_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
)

// TestResumed takes a census in many pieces, of a space with checks of its own some of which fail. What comes of it is what
// comes of one, bit for bit.
func TestResumed(t *testing.T) {
	whole := checked(newSpace(t, 1, 3, twotone.Black), strictSpace{})
	want, err := whole.Run(t.Context())
	require.NoError(t, err)
	require.Positive(t, want.Tally.Mismatches)
	require.Positive(t, want.Tally.Checked)
	for _, workers := range []int{1, 2, 3} {
		var disk json.RawMessage
		pieces := uint64(0)
		for more := true; more; pieces++ {
			ctx, cancel := context.WithCancel(t.Context())
			c := checked(whole.Space, stopAt{strictSpace{}, pieces*150 + 149, cancel})
			c.Workers = workers
			c.Keeper = &enumerate.Keeper{Earlier: disk, Keep: func(done json.RawMessage) error {
				disk = done
				return nil
			}}
			report, err := c.Run(ctx)
			cancel()
			require.NoError(t, err)
			if more = report.Limit != nil; !more {
				require.Equal(t, want, report)
			}
		}
		require.Greater(t, pieces, uint64(3))
	}
}

// stopAt is a checker that ends the run at a board.
type stopAt struct {
	boardChecker
	at   uint64
	stop context.CancelFunc
}

func (s stopAt) CheckCase(i uint64, c *twotone.Case) (states uint64, check, why string) {
	if i == s.at {
		s.stop()
	}
	return s.boardChecker.CheckCase(i, c)
}
