package compare_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/puzzle"
)

// TestKeptAnswers writes answers and reads them back.
func TestKeptAnswers(t *testing.T) {
	values := []int{puzzle.Unsaid, puzzle.Unsaid + 1, -5, -1, 0, 1, 7, math.MaxInt}
	for _, value := range values {
		for _, second := range [][]byte{nil, {}, []byte("|x")} {
			requireKept(t, compare.Answer{Answer: puzzle.Answer{
				Verdict: puzzle.Solvable, Value: value, Certificate: []byte("|"), Second: second, States: 1 << 63,
			}})
		}
		requireKept(t, compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: value,
			Bare: true}})
	}
	requireKept(t, compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Unsolvable, Reason: "odd"}})
	requireKept(t, compare.Answer{Answer: puzzle.Answer{Cause: puzzle.ErrMemory}})
	requireKept(t, compare.Answer{Answer: puzzle.Answer{Cause: errors.New("a\nb")}})
	requireKept(t, compare.Answer{Fault: &compare.Fault{Kind: compare.Cut, Why: "ended",
		Stderr: []string{"x"}}})
}

func requireKept(t *testing.T, a compare.Answer) {
	t.Helper()
	text, err := json.Marshal(a)
	require.NoError(t, err)
	var got compare.Answer
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, a, got, "%s", text)
}

// TestKeptAnswerText shows how a value is written: as it was when all values were lengths, if it
// can be.
func TestKeptAnswerText(t *testing.T) {
	const rest = `,"Certificate":null,"Bare":false,"States":0,"Fault":null`
	for value, want := range map[int]string{
		3:             `{"Verdict":1,"Length":3` + rest + `}`,
		0:             `{"Verdict":1,"Length":0` + rest + `}`,
		puzzle.Unsaid: `{"Verdict":1,"Length":-1` + rest + `}`,
		-1:            `{"Verdict":1,"Length":-1` + rest + `,"Value":-1}`,
		-3:            `{"Verdict":1,"Length":-1` + rest + `,"Value":-3}`,
	} {
		text, err := json.Marshal(compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Solvable,
			Value: value}})
		require.NoError(t, err)
		require.Equal(t, want, string(text))
	}
}

// TestScoresOfVersion1 reads scores that were kept when all values were lengths and -1 stood for
// one unsaid (commit 714f91b; a match of three cases, of which the last differs).
func TestScoresOfVersion1(t *testing.T) {
	require.Equal(t, 1, compare.ScoreVersion, "what was kept before is of no use: this test can go")
	text, err := os.ReadFile("testdata/score-1.json")
	require.NoError(t, err)
	var scores []struct {
		Name string
		Kept json.RawMessage
	}
	require.NoError(t, json.Unmarshal(text, &scores))
	bare := puzzle.Answer{Verdict: puzzle.Solvable, Value: 1, Bare: true}
	unsaid := puzzle.Answer{Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Certificate: []byte("x")}
	want := map[string]compare.Answer{
		"unsolvable":   unsolvable,
		"longer":       solved(3, "|||"),
		"claims 0":     solved(0, "||"),
		"length alone": {Answer: bare},
		"solution alone": {Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: 3,
			Certificate: []byte("|||")}},
		"no replay, unsaid": {Answer: unsaid},
		"crash": {Fault: &compare.Fault{Kind: compare.Crashed, Why: "ended",
			Stderr: []string{"a"}}},
	}
	for _, score := range scores {
		o := goOn(t, score.Kept)
		require.EqualValues(t, 3, o.Cases, score.Name)
		b, differs := want[score.Name]
		require.Equal(t, differs, o.First != nil, score.Name)
		if score.Name == "time-out" {
			require.Equal(t, [2]uint64{0, 1}, o.Limits)
		}
		if !differs {
			continue
		}
		delete(want, score.Name)
		require.EqualValues(t, 2, o.First.Number)
		require.Equal(t, []compare.Answer{right, b}, o.First.Answers, score.Name)
		requireTheSame(t, score.Kept, o.First)
	}
	require.Empty(t, want)
}

// goOn goes on with a match that is over.
func goOn(t *testing.T, kept json.RawMessage) compare.Outcome {
	m := compare.Match[int]{
		Cases: 3, Enough: 5,
		NewPanel: func() (*compare.Panel[int], error) { panic("nothing is left to do") },
		Keeper:   &enumerate.Keeper{Earlier: kept},
	}
	o, err := m.Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, o.Limit)
	return o
}

// requireTheSame checks that a first difference is written as it was kept.
func requireTheSame(t *testing.T, kept json.RawMessage, first *compare.First) {
	var old struct {
		Parts []struct {
			Tally struct{ Found json.RawMessage }
		}
	}
	require.NoError(t, json.Unmarshal(kept, &old))
	text, err := json.Marshal(first)
	require.NoError(t, err)
	require.Equal(t, string(old.Parts[0].Tally.Found), string(text))
}
