package wiring_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/examples/newpuzzle/frogs"
	"exhaust/examples/newpuzzle/frogs/wiring"
	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/familytest"
	"exhaust/family/verbs"
	"exhaust/parallel"
	"exhaust/puzzle"
)

// take returns the tally of a census of all rows of so many leaves by all solvers of a family.
func take(t *testing.T, f *family.Family[frogs.Row], size string) census.Tally {
	t.Helper()
	s, err := f.Space(t.Context(), size, nil)
	require.NoError(t, err)
	c := census.Census[frogs.Row]{Family: f, Space: s, Solvers: f.SolverNames()}
	report, err := c.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, s.Len(), report.Done)
	return report.Tally
}

// solve returns a solver's answer to the best that can be asked.
func solve(t *testing.T, solver string, r frogs.Row, l puzzle.Limits) puzzle.Answer {
	t.Helper()
	s, err := wiring.Family().Solver(solver, l)
	require.NoError(t, err)
	a, err := s.Solve(t.Context(), r, puzzle.Best)
	require.NoError(t, err)
	return a
}

// TestCensus has all solvers and the referee agree on every row of up to 8 leaves.
func TestCensus(t *testing.T) {
	// One leaf: all have passed. Two: in FT alone they have not, and it is stuck. Three: of the rows
	// in which they have not, they can in F.T, FT. and .FT, and cannot in FFT, FTT, FTF and TFT.
	wants := map[string][2]uint64{"1": {3, 0}, "2": {8, 1}, "3": {23, 4}}
	for _, size := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		tally := take(t, wiring.Family(), size)
		require.Zero(t, tally.Mismatches, tally.First)
		if want, ok := wants[size]; ok {
			got := [2]uint64{tally.Variants[0].Solvable, tally.Variants[0].Unsolvable}
			require.Equal(t, want, got, size)
		}
	}
}

// TestExchange checks a number that needs no search. To pass, each of m frogs jumps over each of n
// toads or is jumped over: mn moves. To change places, the frogs go m(n+1) leaves and the toads
// n(m+1), 2 by each jump: so there are m+n steps. The last move of all is a step, and all have
// passed before it.
func TestExchange(t *testing.T) {
	for m := 1; m <= 5; m++ {
		for n := 1; n <= 5; n++ {
			row := frogs.Row(strings.Repeat("F", m) + "." + strings.Repeat("T", n))
			for _, solver := range wiring.Family().SolverNames() {
				a := solve(t, solver, row, puzzle.Limits{})
				require.Equal(t, m*n+m+n-1, a.Value, "%s %s", solver, row)
			}
		}
	}
}

var never = puzzle.Answer{Verdict: puzzle.Unsolvable}

// TestPlantedBugs plants faults in each solver, and one fault in both, and sees the census find
// each.
func TestPlantedBugs(t *testing.T) {
	solvable := func(change func(a *puzzle.Answer)) func(frogs.Row, *puzzle.Answer) {
		return func(_ frogs.Row, a *puzzle.Answer) {
			if a.Verdict == puzzle.Solvable && a.Value > 2 {
				change(a)
			}
		}
	}
	bugs := map[string]func(frogs.Row, *puzzle.Answer){
		"a move too many": solvable(func(a *puzzle.Answer) { a.Value++ }),
		"gives up":        solvable(func(a *puzzle.Answer) { *a = never }),
		"the other way": solvable(func(a *puzzle.Answer) {
			a.Certificate[0], a.Certificate[1] = a.Certificate[1], a.Certificate[0]
		}),
		"stops early": solvable(func(a *puzzle.Answer) {
			a.Value, a.Certificate = a.Value-1, a.Certificate[:a.Value-1]
		}),
		"full rows are won": func(r frogs.Row, a *puzzle.Answer) {
			if !strings.Contains(string(r), ".") {
				*a = puzzle.Answer{Verdict: puzzle.Solvable, Certificate: []byte{}}
			}
		},
	}
	for name, bug := range bugs {
		for _, solver := range wiring.Family().SolverNames() {
			f := familytest.Planted(wiring.Family(), solver, bug)
			require.NotZero(t, take(t, f, "5").Mismatches, "%s: %s", solver, name)
			both := familytest.Planted(f, other(solver), bug)
			if name != "gives up" { // if all solvers say no, no certificate refutes it
				require.NotZero(t, take(t, both, "5").Mismatches, "both: %s", name)
			}
		}
	}
}

func other(solver string) string {
	if solver == "bfs" {
		return "plain"
	}
	return "bfs"
}

// TestWrongRules asks solvers that read the rules wrongly, beside the two.
func TestWrongRules(t *testing.T) {
	right := []string{"F. .F", "FT. .TF", ".T T.", ".FT TF."}
	require.Zero(t, take(t, rewriting(right), "6").Mismatches)
	for name, rules := range map[string][]string{
		"frogs do not jump":      {"F. .F", ".T T.", ".FT TF."},
		"toads do not step":      {"F. .F", "FT. .TF", ".FT TF."},
		"frogs jump over frogs":  append(right[:4:4], "FF. .FF"),
		"toads jump over two":    append(right[:4:4], ".FFT TFF."),
		"frogs step back":        append(right[:4:4], ".F F."),
		"frogs eat toads":        append(right[:4:4], "FT. ..F"),
		"the last leaf is a way": append(right[:4:4], "FT TF"),
	} {
		require.NotZero(t, take(t, rewriting(rules), "6").Mismatches, name)
	}
}

// rewriting returns the family with one more solver, which rewrites rows by rules.
func rewriting(rules []string) *family.Family[frogs.Row] {
	return familytest.Added(wiring.Family(), "rewriting", func(r frogs.Row) puzzle.Answer {
		level, met := map[string]bool{string(r): true}, map[string]bool{}
		for moves := 0; len(level) > 0; moves++ {
			next := map[string]bool{}
			for row := range level {
				if won := strings.LastIndex(row, "T") < strings.Index(row+"F", "F"); won {
					return puzzle.Answer{Verdict: puzzle.Solvable, Value: moves, Bare: true}
				}
				met[row] = true
				for _, rule := range rules {
					before, after, _ := strings.Cut(rule, " ")
					for i := range row {
						if left, ok := strings.CutPrefix(row[i:], before); ok && !met[row[:i]+after+left] {
							next[row[:i]+after+left] = true
						}
					}
				}
			}
			level = next
		}
		return puzzle.Answer{Verdict: puzzle.Unsolvable}
	})
}

// TestRefereeRejects changes one move of right certificates. In a certificate of the least length
// every move counts, but two of them may change places: then it must be another right one.
func TestRefereeRejects(t *testing.T) {
	s, err := wiring.Family().Space(t.Context(), "7", nil)
	require.NoError(t, err)
	referee, rejected := wiring.Family().Referee(), 0
	for i := range s.Len() {
		row := s.At(i, "")
		a := solve(t, "bfs", row, puzzle.Limits{Workers: 1})
		for move := range a.Certificate {
			changed := append([]byte{}, a.Certificate...)
			for changed[move] = 'a'; changed[move] <= 'z'; changed[move]++ {
				value, err := referee.Replay(row, changed)
				var wrong *puzzle.StepError
				if changed[move] != a.Certificate[move] && err == nil {
					require.Equal(t, a.Value, value, "%s: %s", row, changed)
				} else if err != nil {
					require.ErrorAs(t, err, &wrong)
					rejected++
				}
			}
		}
		_, err := referee.Replay(row, append(a.Certificate, 'a'))
		require.Error(t, err, row)
	}
	require.Greater(t, rejected, 10_000)
}

// TestLimits sees every limit as a limit, with its cause.
func TestLimits(t *testing.T) {
	const row = frogs.Row("FFF.F...TTT.T")
	gone := errors.New("gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	for _, solver := range wiring.Family().SolverNames() {
		a := solve(t, solver, row, puzzle.Limits{States: 10})
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.Equal(t, puzzle.ErrStates, a.Cause)
		a = solve(t, solver, row, puzzle.Limits{Memory: 1})
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.Equal(t, puzzle.ErrMemory, a.Cause)
		s, err := wiring.Family().Solver(solver, puzzle.Limits{})
		require.NoError(t, err)
		a, err = s.Solve(ctx, row, puzzle.Decide)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.Equal(t, gone, a.Cause)
	}
}

// TestVerbs uses the puzzle as the catalogue would have it.
func TestVerbs(t *testing.T) {
	p := verbs.Of(wiring.Family())
	c, err := p.Case("FFF.TTT")
	require.NoError(t, err)
	require.Equal(t, "frogs:FFF.TTT", c.ID())
	space, err := c.Space("")
	require.NoError(t, err)
	found, certificate, err := space.Run(t.Context(), parallel.Options{Path: true})
	require.NoError(t, err)
	require.True(t, found.Exhausted)
	value, err := c.Replay(certificate)
	require.NoError(t, err)
	require.Equal(t, 14, value)
	require.Equal(t, value, found.GoalDepth)
}

// TestSmaller sees the steps to smaller rows end: each takes a leaf or an animal away.
func TestSmaller(t *testing.T) {
	size := func(r frogs.Row) int { return 2*len(r) - strings.Count(string(r), ".") }
	for _, row := range []frogs.Row{"F", "FF.T", "..T"} {
		n := 0
		for less := range wiring.Family().Smaller(row) {
			require.Less(t, size(less), size(row))
			n++
		}
		require.NotZero(t, n)
	}
}

var longRow = strings.Repeat(".", 27)

func TestNotation(t *testing.T) {
	n := wiring.Family().Notation
	for id, want := range map[string]string{
		"":          `case "": column 1: unexpected end, want F, T or .`,
		"FxT":       `case FxT: column 2: unexpected "x", want F, T or .`,
		"F\u00e4":   "case F\u00e4: column 2: unexpected \"\u00e4\", want F, T or .",
		"F\nT":      `case "F\nT": column 2: unexpected "\n", want F, T or .`,
		longRow:     "case " + longRow + ": column 27: the row goes on, want up to 26 leaves",
		"F\x80\xff": `case "F\x80\xff": column 2: unexpected "\x80", want F, T or .`,
	} {
		_, err := n.Parse(id)
		require.EqualError(t, err, want)
	}
	for text, want := range map[string]string{"a  c b": "acb", "": "", "z": "z"} {
		moves, err := n.ParseSolution(text)
		require.NoError(t, err)
		require.Equal(t, want, string(moves))
	}
	require.Equal(t, "a c b", n.FormatSolution([]byte("acb")))
	_, err := n.ParseSolution("a 1")
	require.EqualError(t, err, `solution: column 3: unknown leaf "1", want a to z`)
	for _, size := range []string{"", "0", "27", "07", "x"} {
		_, err := wiring.Family().Space(t.Context(), size, nil)
		require.ErrorContains(t, err, "want a number of leaves, 1 to 26")
	}
}

// FuzzParse reads anything, and writes back what it takes.
func FuzzParse(f *testing.F) {
	for _, id := range []string{"", "F", "FF.TT", "F\xff", strings.Repeat("T", 27)} {
		f.Add(id)
	}
	n := wiring.Family().Notation
	f.Fuzz(func(t *testing.T, id string) {
		if r, err := n.Parse(id); err == nil {
			require.Equal(t, id, n.Format(r))
		}
		if moves, err := n.ParseSolution(id); err == nil {
			again, err := n.ParseSolution(n.FormatSolution(moves))
			require.NoError(t, err)
			require.Equal(t, moves, again)
		}
	})
}
