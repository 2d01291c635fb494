package compare_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/puzzle"
)

// A scripted solver answers by a function.
type scripted func(n int) compare.Answer

func (scripted) Name() string { return "scripted" }

func (s scripted) Solve(_ context.Context, n int) (compare.Answer, error) { return s(n), nil }

// play plays a match of the exact solver and a scripted one.
func play(t *testing.T, cases, enough uint64, workers int, s scripted) compare.Outcome {
	var done atomic.Uint64
	m := compare.Match[int]{
		Cases: cases,
		Case:  func(i uint64, _ int) int { return int(i) },
		NewPanel: func() (*compare.Panel[int], error) {
			return &compare.Panel[int]{Solvers: []compare.Solver[int]{exact{}, s}, Referee: tally{}}, nil
		},
		Enough: enough, Workers: workers, Done: &done,
	}
	o, err := m.Run(t.Context())
	require.NoError(t, err)
	o.Stats = [2]compare.Stats{} // times
	return o
}

// A match ends at its last difference, the same for any number of workers, and counts each case
// once.
func TestEnough(t *testing.T) {
	wrongSevenths := func(n int) compare.Answer {
		switch {
		case n%7 == 3 && n > 1000:
			return compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Unsolvable}} // wrong for even n
		case n%5 == 1:
			return limit
		}
		a, _ := exact{}.Solve(context.Background(), n)
		return a
	}
	for _, cases := range []uint64{1020, 1200, 4000} {
		for _, enough := range []uint64{1, 2, 50, 1000, 1_000_000} {
			// the same with a plain loop
			var want compare.Outcome
			want.Kinds = map[compare.Kind]uint64{}
			for n := 0; uint64(n) < cases && want.Mismatches < enough; n++ {
				want.Cases++
				switch a := wrongSevenths(n); {
				case a.Verdict == puzzle.Limit:
					want.Limited++
					want.Limits[1]++
				case a.Verdict == puzzle.Unsolvable && n%2 == 0:
					want.Mismatches++
					want.Kinds[compare.Verdicts]++
					if want.First == nil {
						truth, _ := exact{}.Solve(t.Context(), n)
						want.First = &compare.First{
							Number: uint64(n), Answers: []compare.Answer{truth, a},
							Difference: compare.Difference{Kind: compare.Verdicts, Why: "right says solvable, scripted says unsolvable"},
						}
					}
				default:
					want.Agreed++
				}
			}
			for _, workers := range []int{1, 2, 8} {
				require.Equal(t, want, play(t, cases, enough, workers, wrongSevenths), "%d cases, enough %d, %d workers", cases, enough, workers)
			}
		}
	}
}

// Time-outs of an external solver end a match when they come in a row.
func TestSilence(t *testing.T) {
	silent := compare.Answer{Fault: &compare.Fault{Kind: compare.TimedOut, Why: "no reply"}}
	fourOfFive := func(n int) compare.Answer {
		if n%5 != 0 || n > 6000 {
			return silent
		}
		a, _ := exact{}.Solve(context.Background(), n)
		return a
	}
	for _, workers := range []int{1, 2, 8} {
		o := play(t, 10_000, 1, workers, fourOfFive)
		require.ErrorIs(t, o.Limit, compare.ErrSilent)
		require.EqualValues(t, 6006, o.Cases) // 6001 to 6005 are silent
		require.EqualValues(t, 1201, o.Agreed)
		require.Equal(t, [2]uint64{0, 6006 - 1201}, o.Limits)
		require.Equal(t, o.Limits[1], o.Limited)
		require.Nil(t, o.First)
	}
}

// An interrupted match tells what was done, and is no agreement.
func TestMatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	m := compare.Match[int]{
		Cases: 10_000, Enough: 1, Workers: 2,
		Case: func(i uint64, _ int) int { return int(i) },
		NewPanel: func() (*compare.Panel[int], error) {
			s := scripted(func(n int) compare.Answer {
				if n == 5000 {
					cancel(errEnough)
				}
				a, _ := exact{}.Solve(ctx, n)
				return a
			})
			return &compare.Panel[int]{Solvers: []compare.Solver[int]{exact{}, s}, Referee: tally{}}, nil
		},
	}
	o, err := m.Run(ctx)
	require.NoError(t, err)
	require.Equal(t, errEnough, o.Limit)
	require.Less(t, o.Cases, uint64(10_000))
	require.Equal(t, o.Cases, o.Agreed)
}

var errEnough = errors.New("enough")

// A match is of two.
func TestMatchOfThree(t *testing.T) {
	m := compare.Match[int]{Cases: 1, NewPanel: func() (*compare.Panel[int], error) { return panel(right, right, right), nil }}
	_, err := m.Run(t.Context())
	require.EqualError(t, err, "3 solvers in a match: want two")
}

func TestRule(t *testing.T) {
	bare := compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: 1, Bare: true}}
	crashed := compare.Answer{Fault: &compare.Fault{Kind: compare.Crashed, Why: "ended"}}
	late := compare.Answer{Fault: &compare.Fault{Kind: compare.TimedOut, Why: "no reply"}}
	unsaid := compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Certificate: []byte("|||")}}
	for _, test := range []struct {
		name    string
		answers []compare.Answer
		any     bool
		want    string // WRONG: BY; ...
	}{
		{"agree", []compare.Answer{right, right}, false, ""},
		{"rejected", []compare.Answer{right, solved(2, "|x")}, false, "b: the referee rejects its solution"},
		{"claim", []compare.Answer{solved(1, "||"), right}, false, "a: its own solution has another length"},
		{"unsolvable", []compare.Answer{unsolvable, right}, false, "a: the solution of b replays, with length 2"},
		{"longer", []compare.Answer{right, solved(3, "|||")}, false, "b: the solution of a replays, with length 2"},
		{"longer, unsaid", []compare.Answer{right, unsaid}, false, "b: the solution of a replays, with length 2"},
		{"longer is fine", []compare.Answer{right, solved(3, "|||")}, true, ""},
		{"longer and bare", []compare.Answer{right, {Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: 7, Bare: true}}}, false, "b: the solution of a replays, with length 2"},
		{"shorter and bare", []compare.Answer{right, bare}, false, ""},
		{"bare against unsolvable", []compare.Answer{bare, unsolvable}, false, ""},
		{"bare against unsolvable, a third solves", []compare.Answer{bare, unsolvable, right}, false, "b: the solution of c replays, with length 2"},
		{"a third is better than both", []compare.Answer{solved(4, "||||"), solved(3, "|||"), right}, false,
			"a: the solution of c replays, with length 2; b: the solution of c replays, with length 2"},
		{"rejected, and the other unsolvable", []compare.Answer{solved(2, "x"), unsolvable}, false, "a: the referee rejects its solution"},
		{"crashed", []compare.Answer{right, crashed}, false, "b: it gave no answer"},
		{"a time-out is no proof", []compare.Answer{right, late}, false, ""},
		{"nor is a limit", []compare.Answer{right, limit}, false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := panel(test.answers...)
			p.Any = test.any
			var got []string
			for _, proof := range p.Rule(4, test.answers) {
				got = append(got, proof.Wrong+": "+proof.By)
			}
			require.Equal(t, test.want, strings.Join(got, "; "))
		})
	}
}

// What an answer leaves out is not compared.
func TestJudgeWhatIsSaid(t *testing.T) {
	lengthOnly := func(n int) compare.Answer {
		return compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: n, Bare: true}}
	}
	verdictOnly := compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Bare: true}}
	unsaid := compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Certificate: []byte("|||")}}
	for _, test := range []struct {
		name string
		b    compare.Answer
		any  bool
		kind compare.Kind
	}{
		{"length", lengthOnly(2), false, ""},
		{"other length", lengthOnly(1), false, compare.Lengths},
		{"other length, any", lengthOnly(1), true, ""},
		{"verdict", verdictOnly, false, ""},
		{"solution", unsaid, false, compare.Lengths},
		{"solution, any", unsaid, true, ""},
		{"crash", compare.Answer{Fault: &compare.Fault{Kind: compare.Crashed}}, false, compare.Crashed},
		{"time-out", compare.Answer{Fault: &compare.Fault{Kind: compare.TimedOut}}, false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := panel(right, test.b)
			p.Any = test.any
			_, difference, err := p.Ask(t.Context(), 4)
			require.NoError(t, err)
			if test.kind == "" {
				require.Nil(t, difference)
			} else {
				require.Equal(t, test.kind, difference.Kind)
			}
		})
	}
}

// Shrink divides a number by its prime factors as long as it stays above 20.
func TestShrink(t *testing.T) {
	divisors := func(n int) iter.Seq[int] {
		return func(yield func(int) bool) {
			for d := n - 1; d > 1; d-- {
				if n%d == 0 && !yield(n/d) {
					return
				}
			}
		}
	}
	asked := 0
	least, err := compare.Shrink(2*2*3*5*7, divisors, func(n int) (bool, error) { asked++; return n > 20, nil })
	require.NoError(t, err)
	require.Equal(t, 21, least)
	require.Positive(t, asked)

	least, err = compare.Shrink(420, divisors, func(n int) (bool, error) { return false, nil })
	require.NoError(t, err)
	require.Equal(t, 420, least)

	stop := fmt.Errorf("stop")
	least, err = compare.Shrink(64, divisors, func(n int) (bool, error) {
		if n < 30 {
			return false, stop
		}
		return true, nil
	})
	require.Equal(t, stop, err)
	require.Equal(t, 64, least)
}
