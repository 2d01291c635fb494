package compare_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/puzzle"
)

// The puzzle of these tests: a case is an int n. If it is even, it is solved by
// n/2 strokes "|"; if it is odd, it has no solution.

// tally is the referee.
type tally struct{}

func (tally) Replay(n int, certificate []byte) (int, error) {
	strokes := 0
	for i, c := range certificate {
		if c != '|' {
			return 0, fmt.Errorf("step %d: no stroke", i+1)
		}
		strokes++
	}
	if strokes < n/2 {
		return 0, fmt.Errorf("%d strokes are too few", strokes)
	}
	return strokes, nil
}

// A fake is a solver that says the same whatever it is asked.
type fake struct {
	name   string
	answer compare.Answer
	err    error
}

func (f fake) Name() string                                       { return f.name }
func (f fake) Solve(context.Context, int) (compare.Answer, error) { return f.answer, f.err }

// solved returns an answer with a length and a certificate.
func solved(length int, certificate string) compare.Answer {
	return compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: length, Certificate: []byte(certificate), States: 5}}
}

var (
	unsolvable = compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Unsolvable}}
	limit      = compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Limit}}
	right      = solved(2, "||") // for case 4
)

// panel returns a panel of solvers a, b, c, ... with these answers.
func panel(answers ...compare.Answer) *compare.Panel[int] {
	p := &compare.Panel[int]{Referee: tally{}}
	for i, a := range answers {
		p.Solvers = append(p.Solvers, fake{name: string(rune('a' + i)), answer: a})
	}
	return p
}

func TestDifferences(t *testing.T) {
	for _, test := range []struct {
		name    string
		answers []compare.Answer
		kind    compare.Kind
		why     string
	}{
		{"all right", []compare.Answer{right, right, right}, "", ""},
		{"alone", []compare.Answer{right}, "", ""},
		{"nobody", nil, "", ""},
		{"none solves", []compare.Answer{unsolvable, unsolvable}, "", ""},

		{"no replay", []compare.Answer{right, solved(2, "|x")}, compare.BadCertificate, "b: the solution does not replay: step 2: no stroke"},
		{"no replay, alone", []compare.Answer{solved(2, "|")}, compare.BadCertificate, "a: the solution does not replay: 1 strokes are too few"},
		{"no certificate", []compare.Answer{solved(2, "")}, compare.BadCertificate, "a: the solution does not replay: 0 strokes are too few"},
		{"claims less", []compare.Answer{solved(1, "||"), right}, compare.WrongValue, "a: says length 1, its solution has 2"},
		{"claims more", []compare.Answer{right, solved(3, "||")}, compare.WrongValue, "b: says length 3, its solution has 2"},
		{"verdicts", []compare.Answer{right, unsolvable}, compare.Verdicts, "a says solvable, b says unsolvable"},
		{"verdicts, turned", []compare.Answer{unsolvable, right}, compare.Verdicts, "a says unsolvable, b says solvable"},
		{"lengths", []compare.Answer{right, solved(3, "|||")}, compare.Lengths, "a says length 2, b says length 3"},
		{"lengths, turned", []compare.Answer{solved(3, "|||"), right}, compare.Lengths, "a says length 3, b says length 2"},
		{"the third differs", []compare.Answer{right, right, unsolvable}, compare.Verdicts, "a says solvable, c says unsolvable"},
		{"the third is longer", []compare.Answer{right, right, solved(4, "||||")}, compare.Lengths, "a says length 2, c says length 4"},

		// a limit is not compared, wherever it stands
		{"limit first", []compare.Answer{limit, right}, "", ""},
		{"limit last", []compare.Answer{unsolvable, limit}, "", ""},
		{"limits only", []compare.Answer{limit, limit}, "", ""},
		{"limit between", []compare.Answer{right, limit, unsolvable}, compare.Verdicts, "a says solvable, c says unsolvable"},
		{"limit before two", []compare.Answer{limit, right, solved(3, "|||")}, compare.Lengths, "b says length 2, c says length 3"},
		{"limit with a certificate", []compare.Answer{right, {Answer: puzzle.Answer{Certificate: []byte("x"), Value: 9}}}, "", ""},
		// nor is what an unsolvable answer holds besides
		{"unsolvable with a length", []compare.Answer{unsolvable, {Answer: puzzle.Answer{Verdict: puzzle.Unsolvable, Value: 9, Certificate: []byte("x")}}}, "", ""},

		// what proves a solver wrong by itself comes first, in the order of the solvers
		{"verdict and certificate", []compare.Answer{unsolvable, right, solved(2, "x")}, compare.BadCertificate, "c: the solution does not replay: step 1: no stroke"},
		{"length and claim", []compare.Answer{right, solved(3, "|||"), solved(9, "||")}, compare.WrongValue, "c: says length 9, its solution has 2"},
		{"claim before certificate", []compare.Answer{solved(9, "||"), solved(2, "x")}, compare.WrongValue, "a: says length 9, its solution has 2"},
		{"bad and claimed wrong", []compare.Answer{solved(9, "x")}, compare.BadCertificate, "a: the solution does not replay: step 1: no stroke"},
		{"verdict before length", []compare.Answer{right, unsolvable, solved(3, "|||")}, compare.Verdicts, "a says solvable, b says unsolvable"},
		{"length before verdict", []compare.Answer{right, solved(3, "|||"), unsolvable}, compare.Lengths, "a says length 2, b says length 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			answers, difference, err := panel(test.answers...).Ask(context.Background(), 4)
			require.NoError(t, err)
			require.Len(t, answers, len(test.answers))
			for i := range answers {
				require.Equal(t, test.answers[i], answers[i])
			}
			if test.kind == "" {
				require.Nil(t, difference)
				return
			}
			require.Equal(t, &compare.Difference{Kind: test.kind, Why: test.why}, difference)
			require.EqualError(t, difference, test.why)
		})
	}
}

// A solver that cannot answer ends the matter.
func TestSolverError(t *testing.T) {
	broken := errors.New("broken")
	p := panel(right, right)
	p.Solvers[1] = fake{name: "b", err: broken}
	answers, difference, err := p.Ask(context.Background(), 4)
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "solver b: broken")
	require.Nil(t, answers)
	require.Nil(t, difference)
}

// A solver that solves, up to a bug if it has one.
type counter struct{ wrongAt int }

func (c counter) Name() string { return "wrong at " + strconv.Itoa(c.wrongAt) }

func (c counter) Solve(_ context.Context, n int) (compare.Answer, error) {
	if n%2 != 0 {
		return unsolvable, nil
	}
	strokes := n / 2
	if n >= c.wrongAt {
		strokes++
	}
	return solved(strokes, string([]byte("||||||||||||||||")[:strokes])), nil
}

// One panel answers case after case, each on its own.
func TestPanelIsUsedAgain(t *testing.T) {
	p := &compare.Panel[int]{Solvers: []compare.Solver[int]{counter{100}, counter{8}}, Referee: tally{}}
	for range 2 {
		for n := range 12 {
			answers, difference, err := p.Ask(context.Background(), n)
			require.NoError(t, err)
			require.Len(t, answers, 2)
			require.Equal(t, n%2 == 0, answers[0].Verdict == puzzle.Solvable)
			if n < 8 || n%2 != 0 {
				require.Nil(t, difference, n)
			} else {
				require.Equal(t, compare.Lengths, difference.Kind)
			}
		}
	}
}

// To ask allocates nothing of its own.
func TestAskAllocatesNothing(t *testing.T) {
	p := panel(right, right, limit)
	ctx := context.Background()
	require.Zero(t, testing.AllocsPerRun(100, func() { _, _, _ = p.Ask(ctx, 4) }))
}

// The context reaches the solvers.
func TestContext(t *testing.T) {
	p := &compare.Panel[int]{Solvers: []compare.Solver[int]{patient{}}, Referee: tally{}}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	answers, difference, err := p.Ask(ctx, 4)
	require.NoError(t, err)
	require.Nil(t, difference)
	require.Equal(t, puzzle.Limit, answers[0].Verdict)
}

// A patient solver waits until it is told to stop.
type patient struct{}

func (patient) Name() string { return "patient" }

func (patient) Solve(ctx context.Context, _ int) (compare.Answer, error) {
	<-ctx.Done()
	return limit, nil
}

func TestVerdictNames(t *testing.T) {
	require.Equal(t, "limit", puzzle.Limit.String())
	require.Equal(t, "solvable", puzzle.Solvable.String())
	require.Equal(t, "unsolvable", puzzle.Unsolvable.String())
	require.Equal(t, puzzle.Limit, compare.Answer{}.Verdict) // what was never set is no verdict
}
