package census_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/familytest"
	"exhaust/puzzle"
)

// TestHonest takes a census of each family, and tallies its cases once more by a loop over the
// plainest solver.
func TestHonest(t *testing.T) {
	coins := honest(t, familytest.Coins(), "9", "tries")
	// Six is two threes, and one, two or three coins fewer than what greed takes.
	require.EqualValues(t, 10*7, coins.Variants[familytest.Two].Cases)
	require.EqualValues(t, 10*7, coins.Variants[familytest.Free].Cases)
	require.Positive(t, coins.Variants[familytest.Two].Unsolvable)
	require.EqualValues(t, 2*10*7, coins.Checked)
	require.Equal(
		t,
		&census.Near{Value: 1, Bound: 1, Case: "coins:1:1:free"},
		coins.Variants[familytest.Free].NearValue,
	)

	paths := honest(t, familytest.Colours(), "4", "tries")
	require.Positive(t, paths.Variants[0].Unsolvable)
	require.Zero(t, paths.Variants[0].Values.Of(0))
	require.Positive(t, paths.Variants[0].Values.Of(1))

	rows := honest(t, familytest.Ends(), "4", "plain")
	require.Negative(t, rows.Variants[0].Values.Least)
	require.Zero(t, rows.Variants[0].Unsolvable)
	require.EqualValues(t, 5*5*5*5, rows.Variants[0].Solvable)
}

// honest takes a census by all solvers, a solver first, and holds it against a loop over that one.
func honest[C any](t *testing.T, f *family.Family[C], size, first string) census.Tally {
	c := censusOf(t, f, size)
	c.Solvers = append([]string{first}, c.Solvers[:len(c.Solvers)-1]...)
	tally := take(t, c)
	require.Zero(t, tally.Mismatches)
	require.Nil(t, tally.First)
	values := make([]map[int]uint64, len(tally.Variants))
	hardest := make([]*census.Hardest, len(tally.Variants))
	each(c, func(variant int, d C) {
		a, v := ask(f, first, d), &tally.Variants[variant]
		v.Cases--
		if a.Verdict == puzzle.Unsolvable {
			v.Unsolvable--
			return
		}
		v.Solvable--
		if values[variant] == nil {
			values[variant] = map[int]uint64{}
		}
		values[variant][a.Value]++
		if h := hardest[variant]; h == nil || a.Value > h.Value {
			hardest[variant] = &census.Hardest{
				Value:       a.Value,
				Case:        f.ID(d),
				Certificate: a.Certificate,
				States:      a.States,
			}
		}
	})
	for i, v := range tally.Variants {
		require.Zero(t, v.Cases)
		require.Zero(t, v.Solvable)
		require.Zero(t, v.Unsolvable)
		require.Equal(t, hardest[i], v.Hardest)
		for value, n := range v.Values.All() {
			require.Equal(t, n, values[i][value])
			delete(values[i], value)
		}
		require.Empty(t, values[i])
	}
	return take(t, c)
}

// A plant is a solver with a bug.
type plant[C any] struct {
	name   string
	change func(c C, a *puzzle.Answer)
	first  string // the first case where it shows, and the check that finds it
	check  string
}

// solved returns a change of answers that say solvable.
func solved[C any](change func(c C, a *puzzle.Answer)) func(c C, a *puzzle.Answer) {
	return func(c C, a *puzzle.Answer) {
		if a.Verdict == puzzle.Solvable {
			change(c, a)
		}
	}
}

var purses = []plant[purse]{
	{
		"takes the largest first",
		func(p purse, a *puzzle.Answer) { *a = familytest.Greedy(p) },
		"6:34:two",
		"verdict",
	},
	{"forgets that there are two", func(p purse, a *puzzle.Answer) {
		*a = ask(
			familytest.Coins(),
			"table",
			&familytest.Purse{Sum: p.Sum, Coins: p.Coins, Free: true},
		)
	}, "3:1:two", "certificate"},
	{"pays a coin more", solved(func(p purse, a *puzzle.Answer) {
		if a.Value > 2 && p.Free {
			a.Certificate, a.Value = ones(p, a)
		}
	}), "5:13:free", "length"},
	{"counts from one", solved(func(_ purse, a *puzzle.Answer) { a.Value++ }), "0:1:two", "claim"},
	{"forgets the last coin", solved(func(_ purse, a *puzzle.Answer) {
		a.Certificate = a.Certificate[:max(0, len(a.Certificate)-1)]
	}), "1:1:two", "certificate"},
	{"gives up large sums", func(p purse, a *puzzle.Answer) {
		if p.Sum > 7 {
			*a = puzzle.Answer{Verdict: puzzle.Unsolvable}
		}
	}, "8:1:free", "verdict"},
	{"says no certificate and a value less", solved(func(p purse, a *puzzle.Answer) {
		if p.Sum == 5 {
			*a = puzzle.Answer{Verdict: puzzle.Solvable, Value: a.Value - 1, Bare: true}
		}
	}), "5:1:free", "length"},
}

// ones returns a solution in ones, if there are any.
func ones(p purse, a *puzzle.Answer) ([]byte, int) {
	if p.Coins[0] != 1 {
		return a.Certificate, a.Value
	}
	text := make([]byte, p.Sum)
	for i := range text {
		text[i] = '1'
	}
	return text, p.Sum
}

var paths = []plant[path]{
	{
		"looks for one solution",
		func(p path, a *puzzle.Answer) { *a = familytest.OneWay(p) },
		"...",
		"value",
	},
	{
		"counts what it does not have",
		solved(func(_ path, a *puzzle.Answer) { a.Value++ }),
		"2.1",
		"value",
	},
	{"gives the first twice", solved(func(_ path, a *puzzle.Answer) {
		if a.Second != nil {
			a.Second = a.Certificate
		}
	}), "...", "certificate"},
	{"gives a second that does not fit", solved(func(p path, a *puzzle.Answer) {
		if a.Second != nil && p.Clues[0] == '1' {
			a.Second = []byte("111")
		}
	}), "1..", "certificate"},
	{"says 1 and gives two", solved(func(p path, a *puzzle.Answer) {
		if p.Clues[2] != '.' {
			a.Value = 1
		}
	}), "..1", "claim"},
	{"gives another than the only one", solved(func(p path, a *puzzle.Answer) {
		if a.Second != nil && p.Clues[1] == '3' {
			a.Certificate, a.Second, a.Value = a.Second, nil, 1
		}
	}), ".3.", "value"},
	{"forgets the last clue", func(p path, a *puzzle.Answer) {
		*a = ask(
			familytest.Colours(),
			"tries",
			&familytest.Path{Clues: []byte{p.Clues[0], p.Clues[1], '.'}},
		)
	}, "..1", "certificate"},
	{"says 0", solved(func(_ path, a *puzzle.Answer) {
		if a.Value == 1 {
			a.Value = 0
		}
	}), "2.1", "claim"},
}

var rows = []plant[row]{
	{"grabs", func(r row, a *puzzle.Answer) { *a = familytest.Grabbing(r) }, "-2,-1,-2", "value"},
	{
		"says what the second one gets",
		func(_ row, a *puzzle.Answer) { a.Value = -a.Value },
		"-2,-2,-2",
		"claim",
	},
	{"knows nothing below 0", func(_ row, a *puzzle.Answer) {
		if a.Value < 0 {
			a.Value, a.Bare = 0, true
		}
	}, "-2,-2,-2", "value"},
	{"stops early", func(_ row, a *puzzle.Answer) {
		a.Certificate = a.Certificate[:len(a.Certificate)-1]
	}, "-2,-2,-2", "certificate"},
	{"says lost", func(r row, a *puzzle.Answer) {
		if r.Numbers[0] == 2 {
			*a = puzzle.Answer{Verdict: puzzle.Unsolvable}
		}
	}, "2,-2,-2", "verdict"},
}

// TestPlantedBugs finds each at its first case, by the right check, and as often as a loop without
// package compare does; whatever the number of workers, and whether the solver that is wrong comes
// first or last.
func TestPlantedBugs(t *testing.T) {
	for _, p := range purses {
		reported(t, familytest.Coins(), "9", "table", "tries", p)
	}
	for _, p := range paths {
		reported(t, familytest.Colours(), "3", "tries", "ways", p)
	}
	for _, p := range rows {
		reported(t, familytest.Ends(), "3", "memo", "plain", p)
	}
}

func reported[C any](t *testing.T, f *family.Family[C], size, solver, other string, p plant[C]) {
	t.Helper()
	f.Checks = family.Checks[C]{} // they have tests of their own
	planted := familytest.Planted(f, solver, p.change)
	c := censusOf(t, planted, size)
	var want census.Tally
	each(c, func(_ int, d C) {
		check := wrong(f, d, ask(f, other, d), ask(planted, solver, d))
		if check == "" {
			return
		}
		if want.Mismatches++; want.First == nil {
			want.First = &census.Mismatch{Case: f.ID(d), Check: check}
		}
	})
	require.Positive(t, want.Mismatches, p.name)
	for _, c.Solvers = range [][]string{{solver, other}, {other, solver}} {
		var one census.Tally
		for _, c.Workers = range []int{1, 2, 3, 8} {
			got := take(t, c)
			require.Equal(t, want.Mismatches, got.Mismatches, p.name)
			require.Equal(t, want.First.Case, got.First.Case, p.name)
			require.Equal(t, want.First.Check, got.First.Check, "%s: %s", p.name, got.First.Why)
			require.NotEmpty(t, got.First.Why)
			if c.Workers == 1 {
				one = got
			}
			require.Equal(t, one, got, p.name)
		}
	}
	require.Equal(t, f.Prefix()+p.first+" "+p.check, want.First.Case+" "+want.First.Check, p.name)
}
