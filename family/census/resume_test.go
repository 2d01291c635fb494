package census_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/familytest"
	"exhaust/puzzle"
)

var errStop = errors.New("stop")

// inPieces takes a census again and again, each time with other workers and up to some case or
// other, and goes on from what the time before kept. What is kept goes through a change, which may
// plant a bug. It returns the last report and the number of pieces.
func inPieces[C any](
	t *testing.T, f *family.Family[C], size string, seed uint64, change func([]byte) []byte,
) (enumerate.Report[census.Tally], int, error) {
	rng := rand.New(rand.NewPCG(seed, 7))
	var disk json.RawMessage
	for pieces := 1; ; pieces++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		left := new(atomic.Int64)
		left.Store(30 + rng.Int64N(100))
		stops := familytest.Planted(f, f.Solvers[0].Name, func(C, *puzzle.Answer) {
			if left.Add(-1) == 0 {
				cancel(errStop)
			}
		})
		c := censusOf(t, stops, size)
		c.Workers = 1 + rng.IntN(4)
		c.Keeper = &enumerate.Keeper{Earlier: disk, Keep: func(done json.RawMessage) error {
			disk = change(bytes.Clone(done))
			return nil
		}}
		report, err := c.Run(ctx)
		cancel(nil)
		if err != nil || report.Limit == nil {
			return report, pieces, err
		}
		require.ErrorIs(t, report.Limit, errStop)
	}
}

// unchanged leaves what is kept as it is.
func unchanged(kept []byte) []byte { return kept }

// bitForBit holds what comes of a census in many pieces to what comes of one that is taken at once,
// of a family with a bug and of one without.
func bitForBit[C any](t *testing.T, f *family.Family[C], size string, wrong bool) {
	want, err := censusOf(t, f, size).Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, wrong, want.Tally.Mismatches > 0)
	text, err := json.Marshal(want.Tally)
	require.NoError(t, err)
	all := 0
	for seed := range uint64(6) {
		got, pieces, err := inPieces(t, f, size, seed, unchanged)
		require.NoError(t, err)
		all += pieces
		require.Equal(t, want, got, "seed %d", seed)
		again, err := json.Marshal(got.Tally)
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
	}
	require.Greater(t, all, 3*6)
}

func TestResumed(t *testing.T) {
	bitForBit(t, familytest.Coins(), "40", false)
	bitForBit(t, familytest.Planted(familytest.Coins(), "table", purses[0].change), "40", true)
	bitForBit(t, familytest.Colours(), "5", false)
	bitForBit(t, familytest.Planted(familytest.Colours(), "tries", func(p path, a *puzzle.Answer) {
		if p.Clues[4] == '3' {
			*a = familytest.OneWay(p)
		}
	}), "5", true)
	bitForBit(t, familytest.Ends(), "4", false)
	bitForBit(t, familytest.Planted(familytest.Ends(), "plain", rows[0].change), "4", true)
}

// TestResumedSeesBugs plants what TestResumed is to find.
func TestResumedSeesBugs(t *testing.T) {
	f := familytest.Planted(familytest.Ends(), "plain", rows[0].change)
	want, err := censusOf(t, f, "4").Run(t.Context())
	require.NoError(t, err)
	for name, change := range map[string]func([]byte) []byte{
		"the least value is lost": func(kept []byte) []byte {
			return bytes.ReplaceAll(kept, []byte(`"lengths":[-`), []byte(`"lengths":[`))
		},
		"the hardest is lost": func(kept []byte) []byte {
			return bytes.ReplaceAll(kept, []byte(`"longest":{`), []byte(`"longest":null,"x":{`))
		},
		"the first mismatch is lost": func(kept []byte) []byte {
			return bytes.ReplaceAll(kept, []byte(`"first_mismatch":{`),
				[]byte(`"first_mismatch":null,"x":{`))
		},
		"mismatches count twice": func(kept []byte) []byte {
			return bytes.ReplaceAll(kept, []byte(`"mismatches":1`), []byte(`"mismatches":11`))
		},
	} {
		seen := false
		for seed := uint64(0); !seen && seed < 20; seed++ {
			got, _, err := inPieces(t, f, "4", seed, change)
			seen = err != nil || !reflect.DeepEqual(want, got)
		}
		require.True(t, seen, name)
	}
}
