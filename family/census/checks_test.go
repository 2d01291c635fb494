package census_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/familytest"
	"exhaust/puzzle"
)

// lied returns coins of which all solvers say what change makes of their answers, so that they
// agree.
func lied(change func(p purse, a *puzzle.Answer)) *family.Family[purse] {
	f := familytest.Coins()
	for _, name := range f.Standing() {
		f = familytest.Planted(f, name, change)
	}
	return f
}

// TestBounds breaks each bound, which no two solvers need to differ for.
func TestBounds(t *testing.T) {
	tally := take(
		t,
		censusOf(
			t,
			familytest.Planted(familytest.Coins(), "steps", func(p purse, a *puzzle.Answer) {
				if p.Sum == 4 && p.Free {
					a.States = 6
				}
			}),
			"6",
		),
	)
	require.Equal(
		t,
		&census.Mismatch{
			Case:  "coins:4:1:free",
			Check: "bound",
			Why:   "6 states met, the bound is 5",
		},
		tally.First,
	)
	require.EqualValues(t, 7, tally.Mismatches) // one for each set of coins

	tally = take(t, censusOf(t, lied(func(p purse, a *puzzle.Answer) {
		if p.Sum == 2 && a.Verdict == puzzle.Solvable {
			*a = puzzle.Answer{Verdict: puzzle.Solvable, Value: 3, Bare: true}
		}
	}), "6"))
	require.Equal(
		t,
		&census.Mismatch{Case: "coins:2:1:two", Check: "bound", Why: "length 3, the bound is 2"},
		tally.First,
	)

	f := familytest.Coins()
	f.Checks.Bounds = func(p purse) family.Bounds {
		return family.Bounds{Value: math.MaxUint64, States: math.MaxUint64, Steps: 1}
	}
	tally = take(t, censusOf(t, f, "6"))
	require.Equal(
		t,
		&census.Mismatch{Case: "coins:2:1:two", Check: "bound", Why: "2 steps, the bound is 1"},
		tally.First,
	)
	for _, v := range tally.Variants { // no case is near a bound that stands for more than there is
		require.Nil(t, v.NearValue)
		require.Nil(t, v.NearStates)
	}

	// Where values are no moves, the bound of a value is none.
	g := familytest.Ends()
	g.Checks.Bounds = func(row) family.Bounds {
		return family.Bounds{Value: 1, States: math.MaxUint64, Steps: 3}
	}
	tally = take(t, censusOf(t, g, "3"))
	require.Zero(t, tally.Mismatches)
	require.Equal(
		t,
		&census.Near{Value: 6, Bound: 1, Case: "ends:2,2,-2"},
		tally.Variants[0].NearValue,
	)
}

// TestVariantsAreHeldTogether has all solvers say the same, which cannot be true of both variants.
func TestVariantsAreHeldTogether(t *testing.T) {
	f := lied(func(p purse, a *puzzle.Answer) {
		if p.Free && p.Sum == 5 {
			*a = puzzle.Answer{Verdict: puzzle.Unsolvable}
		}
	})
	f.Checks.New = nil
	c := censusOf(t, f, "6")
	tally := take(t, c)
	// five is two coins where 1 and 4 are
	require.Equal(
		t,
		&census.Mismatch{
			Case:  "coins:5:13:free",
			Check: "freedom",
			Why:   "two: 3 coins; free: unsolvable",
		},
		tally.First,
	)
	require.EqualValues(t, 3, tally.Mismatches)

	// and of one alone it can be
	for _, c.Variants = range [][]int{{familytest.Two}, {familytest.Free}} {
		require.Zero(t, take(t, c).Mismatches)
	}
}

// TestOneVariant says of a variant what a census of both says of it.
func TestOneVariant(t *testing.T) {
	c := censusOf(t, familytest.Coins(), "6")
	both := take(t, c)
	require.Equal(t, 2*c.Space.Len(), c.Cases())
	for _, variant := range bothVariants {
		c.Variants = []int{variant}
		require.Equal(t, c.Space.Len(), c.Cases())
		one := take(t, c)
		require.Equal(t, both.Variants[variant], one.Variants[variant])
		require.Zero(t, one.Variants[1-variant])
	}
	require.Equal(
		t,
		c.Space.Len(),
		(&census.Census[purse]{Family: c.Family, Space: c.Space}).Cases(),
	)
}

// TestChecker fails the checks of a space, before the solvers are asked and after.
func TestChecker(t *testing.T) {
	f := lied(func(p purse, a *puzzle.Answer) {
		if p.Sum == 3 && len(p.Coins) == 1 {
			*a = puzzle.Answer{Verdict: puzzle.Unsolvable}
		}
	})
	f.Checks.Variants = nil
	tally := take(t, censusOf(t, f, "6"))
	require.Equal(
		t,
		&census.Mismatch{Case: "coins:3:1:free", Check: "ones", Why: "ones make every sum"},
		tally.First,
	)
	require.EqualValues(t, 1, tally.Mismatches)

	f = lied(func(p purse, _ *puzzle.Answer) {
		if p.Sum == 4 {
			panic("a case that fails by itself is not put to the solvers")
		}
	})
	f.Checks.New = func(s family.Space[purse]) family.Checker[purse] { return noFours{s} }
	c := censusOf(t, f, "6")
	tally = take(t, c)
	require.Equal(
		t,
		&census.Mismatch{Case: "coins:4:1:two", Check: "fours", Why: "there it is"},
		tally.First,
	)
	require.EqualValues(t, 2*7, tally.Mismatches)
	require.EqualValues(t, 6*7, tally.Variants[familytest.Two].Cases)
	require.EqualValues(t, 3*2*7*7, tally.Checked)

	f.Checks.New = func(family.Space[purse]) family.Checker[purse] { return nil }
	f.Solvers = familytest.Coins().Solvers
	require.Zero(t, take(t, censusOf(t, f, "6")).Checked)
}

// noFours is a checker that does not like sums of 4.
type noFours struct{ space family.Space[purse] }

func (n noFours) CheckCase(i uint64, p purse) (states uint64, check, why string) {
	if n.space.At(i, nil).Sum != p.Sum {
		return 3, "number", "it is another case's"
	}
	if p.Sum == 4 {
		return 3, "fours", "there it is"
	}
	return 3, "", ""
}

func (noFours) CheckAnswers(_ uint64, _ purse, answers []puzzle.Answer) (check, why string) {
	if len(answers) != 3 {
		return "answers", "want one of each solver"
	}
	return "", ""
}

// TestValuesThatAreNone reports solvers that agree on a value that the puzzle cannot have, or on
// none, or on one that no list of values holds. None of them ends the census.
func TestValuesThatAreNone(t *testing.T) {
	for value, why := range map[int]string{
		puzzle.Unsaid:   "steps: says solvable and no value",
		-1:              "steps: says value -1",
		math.MaxInt:     "steps: says value 9223372036854775807, a census lists those up to 1048576",
		math.MinInt + 1: "steps: says value -9223372036854775807",
	} {
		f := lied(func(p purse, a *puzzle.Answer) {
			if p.Sum == 2 && a.Verdict == puzzle.Solvable {
				*a = puzzle.Answer{Verdict: puzzle.Solvable, Value: value, Bare: true}
			}
		})
		f.Checks = family.Checks[purse]{}
		tally := take(t, censusOf(t, f, "2"))
		require.Equal(
			t,
			&census.Mismatch{Case: "coins:2:1:two", Check: "claim", Why: why},
			tally.First,
		)
		require.EqualValues(t, 2*4, tally.Mismatches)
		const solvable = 7*1 + 4*2 // 0 with all sets of coins, 1 and 2 with ones
		require.EqualValues(t, solvable, tally.Variants[familytest.Two].Solvable)
	}
	for value, why := range map[int]string{
		0:             "ways: says value 0",
		-3:            "ways: says value -3",
		puzzle.Unsaid: "ways: says solvable and no value",
		1<<20 + 1:     "ways: says value 1048577, a census lists those up to 1048576",
	} {
		f := familytest.Colours()
		for _, name := range f.Standing() {
			f = familytest.Planted(f, name, func(_ path, a *puzzle.Answer) {
				*a = puzzle.Answer{Verdict: puzzle.Solvable, Value: value, Bare: true}
			})
		}
		require.Equal(
			t,
			&census.Mismatch{Case: "colours:.", Check: "claim", Why: why},
			take(t, censusOf(t, f, "1")).First,
		)
	}
	f := familytest.Planted(familytest.Ends(), "plain", func(_ row, a *puzzle.Answer) {
		*a = puzzle.Answer{Verdict: puzzle.Solvable, Value: -1<<20 - 1, Bare: true}
	})
	c := censusOf(t, f, "1")
	c.Solvers = []string{"plain"}
	require.EqualValues(t, 5, take(t, c).Mismatches)
}

// TestSolverLimit ends the census: the case is neither solvable nor unsolvable.
func TestSolverLimit(t *testing.T) {
	c := censusOf(t, familytest.Coins(), "6")
	c.Memory, c.Workers = 100, 1
	_, err := c.Run(t.Context())
	require.EqualError(t, err, "case coins:1:1:two: a solver reached a limit: memory limit")
	require.ErrorIs(t, err, census.ErrLimit)
	require.ErrorIs(t, err, puzzle.ErrMemory)

	c = censusOf(
		t,
		familytest.Planted(familytest.Coins(), "tries", func(p purse, a *puzzle.Answer) {
			if p.Sum == 3 {
				*a = puzzle.Answer{
					Value:       1,
					Certificate: []byte("3"),
				} // and what it says besides is nothing
			}
		}),
		"6",
	)
	_, err = c.Run(t.Context())
	require.ErrorIs(t, err, census.ErrLimit)
	require.ErrorContains(t, err, "case coins:3:")
	require.ErrorContains(t, err, "a solver reached a limit")
}

// A broken solver cannot answer.
type broken struct{}

var errBroken = errors.New("broken")

func (broken) Solve(context.Context, purse, puzzle.Ask) (puzzle.Answer, error) {
	return puzzle.Answer{}, errBroken
}

// TestSolverErrors end the census too.
func TestSolverErrors(t *testing.T) {
	c := censusOf(t, familytest.Coins(), "6")
	c.Solvers = []string{"steps", "guess"}
	_, err := c.Run(t.Context())
	require.EqualError(t, err, `unknown solver "guess": want steps, table or tries`)

	f := familytest.Coins()
	f.Solvers[1].New = func(puzzle.Limits) puzzle.Solver[purse] { return broken{} }
	c = censusOf(t, f, "6")
	c.Workers = 1
	_, err = c.Run(t.Context())
	require.ErrorIs(t, err, errBroken)
	require.EqualError(t, err, "case coins:0:1:two: solver table: broken")
}

// TestCancelled reports what was done by then, which is nothing.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errBroken)
	report, err := censusOf(t, familytest.Coins(), "6").Run(ctx)
	require.NoError(t, err)
	require.Equal(t, enumerate.Report[census.Tally]{Limit: errBroken}, report)
}

// TestVariantNotAsked compares no variant with the answer to another board: where one fails by
// itself, nobody is asked.
func TestVariantNotAsked(t *testing.T) {
	f, asked := familytest.Coins(), [2]int{}
	f.Checks.New = func(family.Space[purse]) family.Checker[purse] { return noFreeThrees{} }
	f.Checks.Variants = func(answers []puzzle.Answer) (int, string, string) {
		for i, a := range answers {
			if a.Verdict != puzzle.Limit {
				asked[i]++
			}
		}
		return 0, "", ""
	}
	c := censusOf(t, f, "6")
	c.Workers = 1
	require.EqualValues(t, 7, take(t, c).Mismatches)
	require.Equal(t, [2]int{7 * 7, 6 * 7}, asked)
}

// noFreeThrees is a checker that does not like free sums of 3.
type noFreeThrees struct{ noFours }

func (noFreeThrees) CheckCase(_ uint64, p purse) (states uint64, check, why string) {
	if p.Free && p.Sum == 3 {
		return 0, "threes", "there it is"
	}
	return 0, "", ""
}

// TestFirstHardest keeps the first of cases that are equally hard, also within a chunk.
func TestFirstHardest(t *testing.T) {
	f := familytest.Planted(familytest.Ends(), "memo", func(r row, a *puzzle.Answer) {
		*a = puzzle.Answer{
			Verdict: puzzle.Solvable,
			Value:   min(r.Numbers[0], 0),
			Bare:    true,
			States:  3,
		}
	})
	c := censusOf(t, f, "4") // in chunks of two
	c.Solvers = []string{"memo"}
	tally := take(t, c)
	require.Equal(
		t,
		&census.Hardest{Value: 0, Case: "ends:0,-2,-2,-2", Certificate: []byte{}, States: 3},
		tally.Variants[0].Hardest,
	)
}
