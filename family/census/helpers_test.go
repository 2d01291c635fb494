package census_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/familytest"
	"exhaust/puzzle"
)

type (
	purse = *familytest.Purse
	path  = *familytest.Path
	row   = *familytest.Row
)

var bothVariants = []int{familytest.Two, familytest.Free}

// censusOf is a census of a space by the standing solvers, under all variants.
func censusOf[C any](t testing.TB, f *family.Family[C], size string) *census.Census[C] {
	s, err := f.Space(t.Context(), size, nil)
	require.NoError(t, err)
	c := &census.Census[C]{Family: f, Space: s, Solvers: f.Standing()}
	for i := range f.Variants {
		c.Variants = append(c.Variants, i)
	}
	return c
}

// take takes a census that nothing ends early.
func take[C any](t testing.TB, c *census.Census[C]) census.Tally {
	report, err := c.Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, report.Limit)
	require.Equal(t, c.Space.Len(), report.Done)
	return report.Tally
}

// each calls do with every case of a census in its order, each in memory of its own.
func each[C any](c *census.Census[C], do func(variant int, d C)) {
	var none C
	for i := range c.Space.Len() {
		if c.Variants == nil {
			do(0, c.Space.At(i, none))
		}
		for _, variant := range c.Variants {
			do(variant, c.Family.WithVariant(c.Space.At(i, none), variant))
		}
	}
}

// ask asks a solver of a family about a case.
func ask[C any](f *family.Family[C], name string, c C) puzzle.Answer {
	s, err := f.Solver(name, puzzle.Limits{})
	if err != nil {
		panic(err)
	}
	a, err := s.Solve(context.Background(), c, puzzle.Best)
	if err != nil {
		panic(err)
	}
	return a
}

// wrong returns the name of the check that an answer fails, if another one is the truth; or "". It
// is written without package compare.
func wrong[C any](f *family.Family[C], c C, truth, a puzzle.Answer) string {
	shown := 0
	for _, certificate := range [][]byte{a.Certificate, a.Second} {
		if a.Verdict != puzzle.Solvable || a.Bare || certificate == nil && shown > 0 {
			continue
		}
		value, err := f.Referee().Replay(c, certificate)
		switch {
		case err != nil || shown > 0 && string(a.Certificate) == string(a.Second):
			return "certificate"
		case f.Measure.Kind != puzzle.Count && value != a.Value:
			return "claim"
		}
		shown++
	}
	mine, his := a.Value, truth.Value
	if f.Measure.Kind == puzzle.Count {
		mine, his = min(mine, 2), min(his, 2)
	}
	switch {
	case f.Measure.Kind == puzzle.Count && shown > 0 && a.Value < shown:
		return "claim"
	case a.Verdict != truth.Verdict:
		return "verdict"
	case a.Verdict == puzzle.Solvable && mine != his && f.Measure.Kind == puzzle.Moves:
		return "length"
	case a.Verdict == puzzle.Solvable && mine != his,
		f.Measure.Kind == puzzle.Count && mine == 1 && string(a.Certificate) != string(truth.Certificate):
		return "value"
	}
	return ""
}
