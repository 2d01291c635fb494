package compare_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/puzzle"
)

// odd answers wrongly, not in time, or with garbage, by the number of the case.
func odd(n int) compare.Answer {
	switch {
	case n%41 == 7:
		return compare.Answer{Fault: &compare.Fault{Kind: compare.TimedOut, Why: "no reply for 1s"}}
	case n%97 == 5:
		return compare.Answer{Fault: &compare.Fault{Kind: compare.Garbled, Why: `printed "<&>"`, Stderr: []string{"a", "b"}}}
	case n%53 == 11:
		return compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Unsolvable}} // wrong for even n
	case n%29 == 1:
		return limit
	}
	a, _ := exact{}.Solve(context.Background(), n)
	return a
}

// inPieces plays a match of the exact solver and the odd one in pieces, each with other workers,
// which end at random cases. What is kept goes through a change, which may plant a bug. It returns
// the outcome and how many pieces there were.
func inPieces(seed, cases, enough uint64, change func([]byte) []byte) (compare.Outcome, int, error) {
	rng := rand.New(rand.NewPCG(seed, 2))
	var disk json.RawMessage
	for pieces := 1; ; pieces++ {
		ctx, cancel := context.WithCancelCause(context.Background())
		left := new(atomic.Int64)
		left.Store(100 + rng.Int64N(int64(cases)))
		m := compare.Match[int]{
			Cases: cases, Enough: enough, Workers: 1 + rng.IntN(4),
			Case: func(i uint64, _ int) int { return int(i) },
			NewPanel: func() (*compare.Panel[int], error) {
				s := scripted(func(n int) compare.Answer {
					if left.Add(-1) == 0 {
						cancel(errEnough)
					}
					return odd(n)
				})
				return &compare.Panel[int]{Solvers: []compare.Solver[int]{exact{}, s}, Referee: tally{}}, nil
			},
			Keeper: &enumerate.Keeper{Earlier: disk, Keep: func(done json.RawMessage) error {
				disk = change(done)
				return nil
			}},
		}
		o, err := m.Run(ctx)
		cancel(nil)
		if err != nil || o.Limit == nil {
			return o, pieces, err
		}
	}
}

func unchanged(kept []byte) []byte { return kept }

// TestMatchInPieces holds a match that is resumed again and again to one that is not. Each case is
// timed once.
func TestMatchInPieces(t *testing.T) {
	pieces := 0
	for _, enough := range []uint64{1, 40, 1_000_000} {
		want := play(t, 4000, enough, 2, odd)
		for seed := range uint64(8) {
			o, n, err := inPieces(seed, 4000, enough, unchanged)
			require.NoError(t, err, "seed %d", seed)
			pieces += n
			if enough == 1_000_000 {
				require.EqualValues(t, 4000, o.Stats[0].Times.Count(), "seed %d", seed)
				require.EqualValues(t, 4000, o.Stats[1].Times.Count(), "seed %d", seed)
			}
			o.Stats = [2]compare.Stats{}
			require.Equal(t, want, o, "seed %d", seed)
		}
	}
	require.Greater(t, pieces, 3*8+4)
}

// TestMatchInPiecesSeesBugs plants what TestMatchInPieces is to find.
func TestMatchInPiecesSeesBugs(t *testing.T) {
	want := play(t, 4000, 40, 2, odd)
	for name, change := range map[string]func([]byte) []byte{
		"differences are lost": func(kept []byte) []byte {
			return bytes.ReplaceAll(kept, []byte(`"events":[{`), []byte(`"events":[],"x":[{`))
		},
		"the first is lost": func(kept []byte) []byte {
			return bytes.ReplaceAll(kept, []byte(`"found":{`), []byte(`"found":null,"x":{`))
		},
		"limits are of the other one": func(kept []byte) []byte {
			return bytes.ReplaceAll(kept, []byte(`"limits":[0,`), []byte(`"limits":[1,`))
		},
	} {
		seen := false
		for seed := uint64(0); !seen && seed < 20; seed++ {
			o, _, err := inPieces(seed, 4000, 40, change)
			o.Stats = [2]compare.Stats{}
			seen = err != nil || !reflect.DeepEqual(want, o)
		}
		require.True(t, seen, name)
	}
}

// nanoseconds are in "total":123 and {"123":.
var nanoseconds = regexp.MustCompile(`("total":|\{")[0-9]+`)

// TestScoreVersion shows what is kept of a chunk. If it fails, what was kept before is not what is
// kept now: ScoreVersion must change with it.
func TestScoreVersion(t *testing.T) {
	var kept string
	m := compare.Match[int]{
		Cases: 1, Enough: 5, Workers: 1,
		Case: func(uint64, int) int { return 4 },
		NewPanel: func() (*compare.Panel[int], error) {
			s := scripted(func(int) compare.Answer { return odd(102) })
			return &compare.Panel[int]{Solvers: []compare.Solver[int]{s, s}, Referee: tally{}}, nil
		},
		Keeper: &enumerate.Keeper{Keep: func(done json.RawMessage) error {
			kept = string(done)
			return nil
		}},
	}
	_, err := m.Run(t.Context())
	require.NoError(t, err)
	const answer = `{"Verdict":0,"Length":0,"Certificate":null,"Bare":false,"States":0,"Fault":{"Kind":"reply","Why":"printed \"\u003c\u0026\u003e\"","Stderr":["a","b"]}}`
	const stats = `{"Times":{"total":N,"cases":{"N":1}},"Unsteady":0,"Last":null,"Silence":null}`
	require.Equal(t, `1 {"cases":1,"chunk":1,"parts":[{"from":0,"to":1,"tally":{"cases":1,"limited":0,"limits":[0,0],`+
		`"events":[{"cases":1,"limited":0,"limits":[0,0],"kind":"reply","side":0}],`+
		`"found":{"Number":0,"Answers":[`+answer+`,`+answer+`],"Difference":{"Kind":"reply","Why":"scripted: printed \"\u003c\u0026\u003e\""}},`+
		`"stats":[`+stats+`,`+stats+`]}}]}`, fmt.Sprintf("%d %s", compare.ScoreVersion, nanoseconds.ReplaceAllString(kept, "${1}N")))
}
