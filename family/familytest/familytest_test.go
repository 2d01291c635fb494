package familytest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/familytest"
	"exhaust/parallel"
	"exhaust/puzzle"
)

// all calls do with every case of a size, under every variant, each in memory of its own.
func all[C any](t testing.TB, f *family.Family[C], size string, do func(c C)) {
	s, err := f.Space(t.Context(), size, nil)
	require.NoError(t, err)
	var none C
	for i := range s.Len() {
		do(s.At(i, none))
		for variant := 1; variant < len(f.Variants); variant++ {
			do(f.WithVariant(s.At(i, none), variant))
		}
	}
}

// TestSolversAgree asks all solvers of each family about every case, and replays what they say.
func TestSolversAgree(t *testing.T) {
	agree(t, familytest.Coins(), "25")
	agree(t, familytest.Colours(), "5")
	agree(t, familytest.Ends(), "4")
}

func agree[C any](t *testing.T, f *family.Family[C], size string) {
	verdicts, cases := map[puzzle.Verdict]int{}, map[string]bool{}
	all(t, f, size, func(c C) {
		cases[f.ID(c)] = true
		var first puzzle.Answer
		for i, m := range f.Solvers {
			a, err := m.New(puzzle.Limits{}).Solve(t.Context(), c, puzzle.Best)
			require.NoError(t, err)
			if f.Measure.Kind == puzzle.Count {
				a.Value = min(a.Value, 2)
			}
			if i == 0 {
				first = a
			}
			require.Equal(t, first.Verdict, a.Verdict, f.ID(c))
			require.Equal(t, first.Value, a.Value, f.ID(c))
			for _, certificate := range [][]byte{a.Certificate, a.Second} {
				if certificate == nil {
					continue
				}
				value, err := f.Referee().Replay(c, certificate)
				require.NoError(t, err, f.ID(c))
				if f.Measure.Kind != puzzle.Count {
					require.Equal(t, a.Value, value, f.ID(c))
				}
			}
			require.Equal(t, f.Measure.Kind == puzzle.Count && a.Value > 1, a.Second != nil)
		}
		verdicts[first.Verdict]++
	})
	require.Positive(t, verdicts[puzzle.Solvable])
	require.Equal(t, f.Measure.Kind != puzzle.Payoff, verdicts[puzzle.Unsolvable] > 0)
	require.Len(t, cases, verdicts[puzzle.Solvable]+verdicts[puzzle.Unsolvable]) // each once
}

// TestModel searches the model of every purse.
func TestModel(t *testing.T) {
	f := familytest.Coins()
	s, err := f.Solver("table", puzzle.Limits{})
	require.NoError(t, err)
	all(t, f, "9", func(p *familytest.Purse) {
		e, err := f.Model(p, "")
		require.NoError(t, err)
		found, certificate, err := e.Run(t.Context(), parallel.Options{Path: true, Workers: 1})
		require.NoError(t, err)
		a, err := s.Solve(t.Context(), p, puzzle.Best)
		require.NoError(t, err)
		if a.Verdict == puzzle.Unsolvable {
			require.True(t, found.Exhausted)
			require.Nil(t, certificate)
			return
		}
		value, err := f.Referee().Replay(p, certificate)
		require.NoError(t, err, f.ID(p))
		require.Equal(t, a.Value, value)
	})
}

// TestSmaller goes down from every case, in the order of the family, to cases that can be read.
func TestSmaller(t *testing.T) {
	descends(t, familytest.Coins(), "6", familytest.ComparePurses)
	descends(t, familytest.Ends(), "3", familytest.CompareRows)
	descends(t, familytest.Colours(), "3", func(p,
		q *familytest.Path) int {
		return size(p) - size(q)
	})
}

// size is the number of cells and of clues.
func size(p *familytest.Path) int {
	n := len(p.Clues)
	for _, clue := range p.Clues {
		if clue != '.' {
			n++
		}
	}
	return n
}

func descends[C any](t *testing.T, f *family.Family[C], size string, compare func(c, d C) int) {
	all(t, f, size, func(c C) {
		id := f.ID(c)
		for d := range f.Smaller(c) {
			require.Negative(t, compare(d, c), "%s of %s", f.ID(d), id)
			_, err := f.Notation.Parse(f.Notation.Format(d))
			if len(f.Notation.Format(d)) > 0 {
				require.NoError(t, err)
			}
		}
		require.Equal(t, id, f.ID(c))
	})
}

// TestBefore lists each smaller case once, in order, and of a case that is listed those before it.
func TestBefore(t *testing.T) {
	var purses []*familytest.Purse
	all(t, familytest.Coins(), "4", func(p *familytest.Purse) { purses = append(purses, p) })
	for _, p := range purses {
		list, whole := before(t, familytest.Coins(), p, familytest.ComparePurses)
		require.True(t, whole)
		smaller := 0
		for _, q := range purses {
			if familytest.ComparePurses(q, p) < 0 {
				smaller++
			}
		}
		require.Len(t, list, smaller)
	}
	long, whole := before(t, familytest.Ends(), &familytest.Row{Numbers: []int{9, 9}},
		familytest.CompareRows)
	require.False(t, whole)
	for i := 0; i < len(long); i += 97 {
		list, whole := before(t, familytest.Ends(), long[i], familytest.CompareRows)
		require.True(t, whole)
		require.Equal(t, fmt.Sprint(ids(long[:i])), fmt.Sprint(ids(list)))
	}
}

func ids(rows []*familytest.Row) (list []string) {
	for _, r := range rows {
		list = append(list, familytest.Ends().ID(r))
	}
	return list
}

// before returns all that is listed before a case.
func before[C any](t *testing.T, f *family.Family[C], c C, compare func(c, d C) int) (list []C,
	whole bool) {
	batches, whole := f.Before(c)
	for batch := range batches {
		for _, d := range batch {
			require.Negative(t, compare(d, c))
			require.True(t, len(list) == 0 || compare(list[len(list)-1], d) < 0)
			list = append(list, d)
		}
	}
	return list, whole
}

// FuzzParse reads IDs, files and solutions of the three families. What is read is written as it
// was, and can be solved.
func FuzzParse(f *testing.F) {
	for _, id := range []string{"6:134:two", "0:4:free", "pay 6 with 1 3", ".2.", "1..3", "", "3,-2,1",
		"-99", "lLrR", "3 + 3"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, text string) {
		reads(t, familytest.Coins(), text)
		reads(t, familytest.Colours(), text)
		reads(t, familytest.Ends(), text)
	})
}

func reads[C any](t *testing.T, f *family.Family[C], text string) {
	if certificate, err := f.Notation.ParseSolution(text); err == nil {
		again, err := f.Notation.ParseSolution(f.Notation.FormatSolution(certificate))
		require.NoError(t, err)
		require.Equal(t, certificate, again)
	}
	c, err := f.Notation.Parse(text)
	if err != nil {
		var where *puzzle.SyntaxError
		require.ErrorAs(t, err, &where)
		require.Positive(t, where.Column)
		require.LessOrEqual(t, where.Column, len(text)+1)
		return
	}
	require.Equal(t, text, f.Notation.Format(c))
	require.NotEmpty(t, f.Notation.Picture(f.Notation.Clone(c)))
	_, err = f.Solvers[0].New(puzzle.Limits{States: 1000}).Solve(t.Context(), c, puzzle.Best)
	require.NoError(t, err)
}
