package wiring_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family/contest"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
	"exhaust/puzzles/twotone/zeroone"
)

// TestMain makes the test binary an external solver: "mutant MUTATION" is the plain solver with that
// mistake, behind the protocol; "echo" answers at once: "limit", whatever it is asked.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 3 && os.Args[1] == "mutant":
		server := boardServer{Family: wiring.Family(), Solver: plain{mutation(os.Args[2])}}
		if err := server.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case len(os.Args) == 2 && os.Args[1] == "echo":
		echo(os.Stdin, os.Stdout)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// player is a program as a solver.
func player(t testing.TB, args ...string) contest.Player {
	p, err := contest.ParsePlayer("exec:"+shellquote.Join(args...), nil)
	require.NoError(t, err)
	return p
}

// mutantPlayer is a mutant as a program of its own.
func mutantPlayer(t testing.TB, m mutation) contest.Player {
	return player(t, os.Args[0], "mutant", string(m))
}

// all is every board of a space under both rules.
func all(space boardSpace) boardSource {
	return &contest.All[*twotone.Case]{Family: wiring.Family(), Space: space, Variants: bothRules}
}

// execContest is bfs against a mutant on every board of a size.
func execContest(t testing.TB, m mutation, rows, cols, workers int) *boardContest {
	return &boardContest{
		Family:  wiring.Family(),
		Players: [2]contest.Player{{Name: "bfs"}, mutantPlayer(t, m)},
		Source:  all(newSpace(t, rows, cols, twotone.Black)),
		Ask:     puzzle.Best,
		Timeout: time.Minute,
		Workers: workers,
		Enough:  1,
	}
}

// leastDifference finds the smallest case on which a mutant differs, and how, by trying all cases in
// their order: zeroone and the referee against the mutant, without package compare, contest or any process.
func leastDifference(t *testing.T, truths map[string]puzzle.Answer, m mutation) (least *twotone.Case, check string) {
	solver := zeroone.New()
	for cells := 2; cells <= 4; cells++ {
		cases, err := twotone.CasesOf(cells)
		require.NoError(t, err)
		for c := range cases {
			if least != nil && twotone.Order(c, least) >= 0 {
				continue
			}
			truth, ok := truths[c.ID()]
			if !ok {
				truth = solve(t, solver, c)
				truths[c.ID()] = truth
			}
			if how := judge(c, truth, solve(t, plain{m}, c)); how != "" {
				least, check = c, how
			}
		}
		if least != nil {
			return least, check
		}
	}
	return nil, ""
}

// TestMutantsOutside runs every planted bug as an external solver. It must be found on 2x2, or on
// 2x3 if it does not show there; be reduced to the smallest board of all, which
// a search of all smaller boards confirms; and be proven wrong.
func TestMutantsOutside(t *testing.T) {
	if raceEnabled {
		t.Skip("package compare has its own tests of races")
	}
	truths := map[string]puzzle.Answer{}
	for _, mutant := range mutants {
		t.Run(string(mutant.mutation), func(t *testing.T) {
			report, err := execContest(t, mutant.mutation, 2, 2, 1).Run(t.Context())
			require.NoError(t, err)
			if report.First == nil {
				report, err = execContest(t, mutant.mutation, 2, 3, 1).Run(t.Context())
				require.NoError(t, err)
			}
			require.NotNil(t, report.First, "the bug is not found")
			least, check := leastDifference(t, truths, mutant.mutation)
			require.Equal(t, least.ID(), report.Smallest.Case.ID())
			require.Equal(t, check, string(report.Smallest.Difference.Kind))
			require.True(t, report.Least)
			require.Len(t, report.Smallest.Proofs, 1)
			require.Equal(t, mutantPlayer(t, mutant.mutation).Name, report.Smallest.Proofs[0].Wrong)
		})
	}
}

// The right plain solver agrees, outside as inside.
func TestPlainOutside(t *testing.T) {
	c := execContest(t, none, 1, 3, 2)
	report, err := c.Run(t.Context())
	require.NoError(t, err)
	require.Nil(t, report.First)
	require.Equal(t, c.Source.Len(), report.Agreed)
	require.Zero(t, report.Stats[1].Unsteady)
}

// The report is the same for any number of workers, with differences and without.
func TestWorkersOutside(t *testing.T) {
	for _, m := range []mutation{none, givesUp} {
		var want boardReport
		for _, workers := range []int{1, 2, 8} {
			c := execContest(t, m, 2, 2, workers)
			c.Source = sampled(t, "2x2", 300, 1)
			c.Enough = 10
			report, err := c.Run(t.Context())
			require.NoError(t, err)
			report.Stats = [2]compare.Stats{} // times
			if workers == 1 {
				want = report
				require.Equal(t, m == none, report.Mismatches == 0)
			}
			require.Equal(t, want, report, "%d workers", workers)
		}
	}
}
