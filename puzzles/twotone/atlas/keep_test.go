package atlas

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bellman"
)

// TestTallyVersion shows all that is kept of a class and of its verification. If it fails, what was kept
// before is not what is kept now: TallyVersion must change with it.
func TestTallyVersion(t *testing.T) {
	tally := Tally{Groups: [][]Group{{{}}}, Longest: [2]*Longest{{}, nil}}
	text, err := json.Marshal(tally)
	require.NoError(t, err)
	report, err := json.Marshal(bellman.Report{})
	require.NoError(t, err)
	require.Equal(t, `1 {"classes":0,"boards":0,"groups":[[{"boards":0,"lengths":[null,null],"same":0}]],`+
		`"longest":[{"length":0,"number":0},null],"nearest_length":null,"mismatches":0,"first_mismatch":""} {"claims":0,"wrong":0,"first":""}`,
		fmt.Sprintf("%d %s %s", TallyVersion, text, report))
}

// stopAfter returns a context that ends when so much was kept, and a keeper that goes on from what was
// kept before and keeps after every class.
func stopAfter(t *testing.T, times int, disk *json.RawMessage) (context.Context, *enumerate.Keeper) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	demand := make(chan struct{})
	close(demand) // always
	return ctx, &enumerate.Keeper{Earlier: *disk, Demand: demand, Keep: func(done json.RawMessage) error {
		*disk = done
		if times--; times <= 0 {
			cancel()
		}
		return nil
	}}
}

// TestResumed makes and verifies an atlas in many pieces. What comes of it is what comes of one.
func TestResumed(t *testing.T) {
	space, err := twotone.NewSpace(2, 3, twotone.Black)
	require.NoError(t, err)
	whole := Atlas{Space: space, Rules: []twotone.Rule{twotone.Strict, twotone.Handover}, Share: Whole}
	want, err := whole.Run(t.Context())
	require.NoError(t, err)
	verified, err := whole.Verify(t.Context())
	require.NoError(t, err)

	pieces := 0
	for _, workers := range []int{1, 3} {
		var table, verify json.RawMessage
		for more := true; more; pieces++ {
			a := whole
			a.Workers = workers
			var ctx context.Context
			ctx, a.Keeper = stopAfter(t, 1, &table)
			report, err := a.Run(ctx)
			require.NoError(t, err)
			cases, err := a.Finished(table)
			require.NoError(t, err)
			require.Equal(t, report.Tally.Boards*2, cases)
			if more = report.Limit != nil; !more {
				require.Equal(t, want, report)
			}
		}
		for more := true; more; {
			a := whole
			a.Workers = workers
			var ctx context.Context
			ctx, a.Keeper = stopAfter(t, 1, &verify)
			report, err := a.Verify(ctx)
			require.NoError(t, err)
			if more = report.Limit != nil; !more {
				require.Equal(t, verified, report)
			}
		}
	}
	t.Log(pieces, "pieces")
}
