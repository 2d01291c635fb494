package wiring_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/contest"
	"exhaust/family/protocol"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
)

// What is generic, for two-tone boards.
type (
	boardFamily  = family.Family[*twotone.Case]
	boardSolver  = puzzle.Solver[*twotone.Case]
	boardSpace   = family.Space[*twotone.Case]
	boardChecker = family.Checker[*twotone.Case]
	boardCensus  = census.Census[*twotone.Case]
	boardContest = contest.Contest[*twotone.Case]
	boardReport  = contest.Report[*twotone.Case]
	boardSource  = contest.Source[*twotone.Case]
	boardList    = contest.List[*twotone.Case]
	boardServer  = protocol.Server[*twotone.Case]
	boardClient  = protocol.Client[*twotone.Case]
)

var (
	bothRules   = []int{int(twotone.Strict), int(twotone.Handover)}
	bothSolvers = []string{"bfs", "zeroone"}
)

// planted returns the family with a solver of this name more, or in place of the one that has it.
func planted(name string, solver func() boardSolver) *boardFamily {
	f := wiring.Family()
	named := func(m family.Maker[*twotone.Case]) bool { return m.Name == name }
	f.Solvers = slices.DeleteFunc(slices.Clone(f.Solvers), named)
	f.Solvers = append(f.Solvers, family.Maker[*twotone.Case]{
		Name: name, OnDemand: true, New: func(puzzle.Limits) boardSolver { return solver() },
	})
	return f
}

// newSolver makes a solver with one worker.
func newSolver(t testing.TB, name string) boardSolver {
	s, err := wiring.Family().Solver(name, puzzle.Limits{Workers: 1})
	require.NoError(t, err)
	return s
}

func newSpace(t testing.TB, rows, cols int, turn twotone.Colour) *twotone.Space {
	space, err := twotone.NewSpace(rows, cols, turn)
	require.NoError(t, err)
	return space
}

func parsed(t testing.TB, id string) *twotone.Case {
	c, err := twotone.ParseID(id)
	require.NoError(t, err)
	return c
}

// eachCase calls f with every case of a space under both rules, in order.
func eachCase(space *twotone.Space, f func(*twotone.Case)) {
	var c twotone.Case
	for i := range space.Len() {
		space.Board(i, &c.Board)
		for _, c.Rule = range []twotone.Rule{twotone.Strict, twotone.Handover} {
			f(&c)
		}
	}
}

func solve(t testing.TB, s boardSolver, c *twotone.Case) puzzle.Answer {
	a, err := s.Solve(context.Background(), c, puzzle.Best)
	require.NoError(t, err)
	return a
}

// A drawn is boards of a space that were drawn from it.
type drawn struct {
	*twotone.Space
	numbers []uint64
}

// draw draws boards from a space.
func draw(space *twotone.Space, rng *rand.Rand, boards int) *drawn {
	d := &drawn{Space: space}
	for range boards {
		d.numbers = append(d.numbers, rng.Uint64N(space.Len()))
	}
	return d
}

func (d *drawn) Len() uint64 { return uint64(len(d.numbers)) }

func (d *drawn) At(i uint64, c *twotone.Case) *twotone.Case { return d.Space.At(d.numbers[i], c) }

// A single is a space of one board.
type single struct{ c *twotone.Case }

func (s single) Len() uint64                            { return 1 }
func (s single) At(uint64, *twotone.Case) *twotone.Case { return s.c.Clone() }
func (s single) String() string                         { return s.c.ID() }
func (s single) Title() string                          { return "board" }
