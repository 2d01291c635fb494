package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
)

// TestWords shows the words for verdicts, kinds and questions. What was never set is no verdict.
func TestWords(t *testing.T) {
	require.Equal(t, puzzle.Limit, puzzle.Answer{}.Verdict)
	for verdict, word := range map[puzzle.Verdict]string{
		puzzle.Limit: "limit", puzzle.Solvable: "solvable", puzzle.Unsolvable: "unsolvable", 99: "limit",
	} {
		require.Equal(t, word, verdict.String())
	}
	for kind, word := range map[puzzle.Kind]string{puzzle.Moves: "moves", puzzle.Count: "count",
		puzzle.Payoff: "payoff"} {
		require.Equal(t, word, kind.String())
	}
	for ask, word := range map[puzzle.Ask]string{puzzle.Decide: "decide", puzzle.Any: "any",
		puzzle.Best: "best", 99: "best"} {
		require.Equal(t, word, ask.String())
	}
}

// TestAskNames reads back the words for questions: the best is the shortest where values are moves
// alone.
func TestAskNames(t *testing.T) {
	for kind, best := range map[puzzle.Kind]string{puzzle.Moves: "shortest", puzzle.Count: "best",
		puzzle.Payoff: "best"} {
		m := puzzle.Measure{Kind: kind}
		for ask, word := range map[puzzle.Ask]string{puzzle.Decide: "decide", puzzle.Any: "any",
			puzzle.Best: best} {
			require.Equal(t, word, m.AskName(ask))
			got, ok := m.AskNamed(word)
			require.True(t, ok)
			require.Equal(t, ask, got)
		}
		other := map[string]string{"shortest": "best", "best": "shortest"}[best]
		for _, word := range []string{other, "", "Any", "decides"} {
			_, ok := m.AskNamed(word)
			require.False(t, ok, word)
		}
	}
}

// TestFor leaves out of an answer what was not asked for, and changes nothing but answers that say
// solvable.
func TestFor(t *testing.T) {
	all := puzzle.Answer{
		Verdict: puzzle.Solvable, Value: 3, Certificate: []byte("a"), Second: []byte("b"), States: 5,
	}
	require.Equal(t, all, all.For(puzzle.Best))
	asked := all
	asked.Value = puzzle.Unsaid
	require.Equal(t, asked, all.For(puzzle.Any))
	require.Equal(
		t,
		puzzle.Answer{Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Bare: true, States: 5},
		all.For(puzzle.Decide),
	)
	require.EqualValues(t, "a", all.Certificate)
	for _, a := range []puzzle.Answer{
		{Cause: puzzle.ErrMemory, States: 7}, {Verdict: puzzle.Unsolvable, Reason: "odd", States: 7},
	} {
		for ask := range puzzle.Best + 1 {
			require.Equal(t, a, a.For(ask))
		}
	}
}

// TestStepError says where a play goes wrong, or ends too early.
func TestStepError(t *testing.T) {
	require.EqualError(
		t,
		&puzzle.StepError{Step: 3, Text: "U", Why: "a wall"},
		"step 3 (U): a wall",
	)
	require.EqualError(
		t,
		&puzzle.StepError{Step: 3, Why: "it is not over"},
		"after step 2: it is not over",
	)
	require.EqualError(
		t,
		&puzzle.StepError{Step: 1, Why: "it is not over"},
		"at the start: it is not over",
	)
}
