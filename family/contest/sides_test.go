package contest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family/familytest"
	"exhaust/puzzle"
)

// A third sides with who says the same: counts of more than one are the same, and nobody who
// crashed is sided with.
func TestSidesOfKinds(t *testing.T) {
	bare := func(value int) compare.Answer {
		return compare.Answer{
			Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: value, Bare: true},
		}
	}
	crashed := compare.Answer{Fault: &compare.Fault{Kind: compare.Crashed}}
	for _, test := range []struct {
		kind    puzzle.Kind
		answers [3]compare.Answer
		want    string
	}{
		{puzzle.Moves, [3]compare.Answer{bare(2), crashed, bare(3)}, ""},
		{puzzle.Count, [3]compare.Answer{bare(1), bare(2), bare(3)}, "b"},
		{puzzle.Count, [3]compare.Answer{bare(1), bare(2), bare(1)}, "a"},
		{puzzle.Payoff, [3]compare.Answer{bare(2), bare(-3), bare(-3)}, "b"},
		{puzzle.Payoff, [3]compare.Answer{bare(2), bare(3), bare(4)}, ""},
	} {
		f := familytest.Coins()
		f.Measure.Kind = test.kind
		c := Contest[*familytest.Purse]{Family: f, Ask: puzzle.Best}
		found := Finding[*familytest.Purse]{
			Names:   []string{"a", "b", "c"},
			Answers: test.answers[:],
		}
		require.Equal(t, test.want, c.sides(&found), "%v", test)
	}
}
