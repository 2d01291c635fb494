package wiring_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
)

// TestTallyVersion shows all that is kept of a chunk. If it fails, what was kept before is not what is
// kept now: TallyVersion must change with it.
func TestTallyVersion(t *testing.T) {
	tally := Tally{Rules: [2]RuleTally{{Longest: &Longest{}, NearLength: &Near{}}}, First: &Mismatch{}}
	text, err := json.Marshal(tally)
	require.NoError(t, err)
	require.Equal(t, `1 {"rules":[{"cases":0,"solvable":0,"unsolvable":0,"lengths":null,`+
		`"longest":{"length":0,"case":"","solution":null},"most_states":0,`+
		`"nearest_length":{"value":0,"bound":0,"case":""},"nearest_states":null},`+
		`{"cases":0,"solvable":0,"unsolvable":0,"lengths":null,"longest":null,"most_states":0,"nearest_length":null,"nearest_states":null}],`+
		`"mismatches":0,"first_mismatch":{"case":"","check":"","why":""},"checked":0}`, fmt.Sprintf("%d %s", TallyVersion, text))
}

// TestResumed takes a census in many pieces, of a space with checks of its own some of which fail. What comes of it is what
// comes of one, bit for bit.
func TestResumed(t *testing.T) {
	space, err := twotone.NewSpace(1, 3, twotone.Black)
	require.NoError(t, err)
	whole := Census{
		Space: space, Rules: []twotone.Rule{twotone.Strict, twotone.Handover}, Solvers: []string{"bfs", "zeroone"},
		NewChecker: func() Checker { return strictSpace{} },
	}
	want, err := whole.Run(t.Context())
	require.NoError(t, err)
	require.Positive(t, want.Tally.Mismatches)
	require.Positive(t, want.Tally.Checked)
	for _, workers := range []int{1, 2, 3} {
		var disk json.RawMessage
		pieces := uint64(0)
		for more := true; more; pieces++ {
			ctx, cancel := context.WithCancel(t.Context())
			c := whole
			c.Workers = workers
			c.NewChecker = func() Checker { return stopAt{strictSpace{}, pieces*150 + 149, cancel} }
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
	Checker
	at   uint64
	stop context.CancelFunc
}

func (s stopAt) CheckBoard(i uint64, c *twotone.Case) (states uint64, check, why string) {
	if i == s.at {
		s.stop()
	}
	return s.Checker.CheckBoard(i, c)
}
