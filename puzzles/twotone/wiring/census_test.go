package wiring_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
	"exhaust/family/census"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
	"exhaust/puzzles/twotone/zeroone"
)

// both is the census of a space under both rules by both solvers.
func both(space boardSpace) *boardCensus {
	return &boardCensus{Family: wiring.Family(), Space: space, Variants: bothRules, Solvers: bothSolvers}
}

// take takes a census that nothing ends early.
func take(t testing.TB, c *boardCensus) census.Tally {
	report, err := c.Run(context.Background())
	require.NoError(t, err)
	require.NoError(t, report.Limit)
	require.Equal(t, c.Space.Len(), report.Done)
	return report.Tally
}

// sample takes a census with one worker.
func sample(t testing.TB, c *boardCensus) census.Tally {
	c.Workers = 1
	return take(t, c)
}

// The main job. The number of cases is that of docs/RULES.md, section 6.
func TestAll2x2(t *testing.T) {
	all := both(newSpace(t, 2, 2, twotone.Black))
	require.EqualValues(t, 31104, all.Cases())
	tally := take(t, all)
	require.Zero(t, tally.Mismatches)
	require.Nil(t, tally.First)
	strict, handover := tally.Variants[twotone.Strict], tally.Variants[twotone.Handover]
	require.EqualValues(t, 15552, strict.Cases)
	require.EqualValues(t, 15552, handover.Cases)
	require.Equal(t, strict.Cases, strict.Solvable+strict.Unsolvable)
	require.Equal(t, handover.Cases, handover.Solvable+handover.Unsolvable)
	require.GreaterOrEqual(t, handover.Solvable, strict.Solvable)
}

// Other whole spaces. The number of boards is worked out by hand: 3^N · N(N-1) · 2^N.
func TestWholeSmallSpaces(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		turn       twotone.Colour
		boards     int
	}{
		{1, 2, twotone.Black, 9 * 2 * 4},
		{1, 2, twotone.White, 9 * 2 * 4},
		{2, 1, twotone.Black, 9 * 2 * 4},
		{2, 1, twotone.White, 9 * 2 * 4},
		{1, 3, twotone.Black, 27 * 6 * 8},
		{1, 3, twotone.White, 27 * 6 * 8},
		{3, 1, twotone.Black, 27 * 6 * 8},
		{3, 1, twotone.White, 27 * 6 * 8},
		{2, 2, twotone.White, 81 * 12 * 16},
		{1, 4, twotone.Black, 81 * 12 * 16},
		{4, 1, twotone.White, 81 * 12 * 16},
		{1, 5, twotone.Black, 243 * 20 * 32},
		{5, 1, twotone.Black, 243 * 20 * 32},
	} {
		if raceEnabled && test.boards > 100_000 {
			continue // the detector has seen the same code on the smaller ones
		}
		space := newSpace(t, test.rows, test.cols, test.turn)
		tally := take(t, both(space))
		require.Nil(t, tally.First, "%v", space)
		require.EqualValues(t, test.boards, tally.Variants[twotone.Strict].Cases)
		require.EqualValues(t, test.boards, tally.Variants[twotone.Handover].Cases)
	}
}

// A tenth of the 2x3 and 3x2 boards, drawn at random, always the same.
func TestTenthOf2x3(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for _, size := range [][2]int{{2, 3}, {3, 2}} {
		space := newSpace(t, size[0], size[1], twotone.Black)
		boards := int(space.Len() / 10)
		if raceEnabled {
			boards /= 100 // one goroutine: nothing for the detector to see
		}
		tally := sample(t, both(draw(space, rng, boards)))
		require.Nil(t, tally.First, "%v", space)
		require.EqualValues(t, boards, tally.Variants[twotone.Strict].Cases)
	}
}

// Samples of larger spaces: the whole would take minutes.
func TestSampledSpaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 26))
	for _, size := range [][2]int{{1, 4}, {4, 1}, {1, 5}, {5, 1}, {2, 3}, {3, 2}, {2, 4}, {4, 2}} {
		for _, turn := range []twotone.Colour{twotone.Black, twotone.White} {
			space := newSpace(t, size[0], size[1], turn)
			tally := sample(t, both(draw(space, rng, sampledBoards)))
			require.Nil(t, tally.First, "%v", space)
			require.EqualValues(t, sampledBoards, tally.Variants[twotone.Strict].Cases)
		}
	}
}

const sampledBoards = 1000

// The tally again, by a loop over zeroone alone.
func TestTallyAgainstLoop(t *testing.T) {
	for _, size := range [][2]int{{1, 3}, {3, 1}, {2, 2}} {
		space := newSpace(t, size[0], size[1], twotone.Black)
		want := census.Tally{Variants: make([]census.VariantTally, 2)}
		solver := zeroone.New()
		eachCase(space, func(c *twotone.Case) { countCase(&want.Variants[c.Rule], c, solve(t, solver, c)) })

		zerooneFirst := both(space)
		zerooneFirst.Solvers, zerooneFirst.Workers = []string{"zeroone", "bfs"}, 3
		got := take(t, zerooneFirst)
		require.Equal(t, want, got)

		// bfs first: other states, and another solution of the longest case.
		bfsFirst := both(space)
		bfsFirst.Workers = 8
		got = take(t, bfsFirst)
		for rule := range got.Variants {
			g, w := &got.Variants[rule], &want.Variants[rule]
			require.Equal(t, w.Hardest.Case, g.Hardest.Case)
			require.Equal(t, w.Hardest.Value, g.Hardest.Value)
			require.Len(t, g.Hardest.Certificate, len(w.Hardest.Certificate))
			g.Hardest, g.MostStates, g.NearStates = w.Hardest, w.MostStates, w.NearStates
		}
		require.Equal(t, want, got)
	}
}

// countCase adds an answer to the tally of its rule.
func countCase(t *census.VariantTally, c *twotone.Case, r puzzle.Answer) {
	t.Cases++
	t.MostStates = max(t.MostStates, r.States)
	m, stars := c.Size()-c.Count(twotone.Rainbow), c.StarCount()
	q := c.Size() * (c.Size() - 1) << m << stars << 1 // N(N-1) · 2^M · 2^K · 2
	t.NearStates = nearerCase(t.NearStates, r.States, uint64(q), c)
	if r.Verdict == puzzle.Unsolvable {
		t.Unsolvable++
		return
	}
	t.Solvable++
	if c.Rule == twotone.Strict && stars > 0 {
		bound := stars * (m + (m+1)*(c.Size()-m)) // K · (M + (M+1) · R)
		t.NearValue = nearerCase(t.NearValue, uint64(r.Value), uint64(bound), c)
	}
	if missing := r.Value + 1 - len(t.Values.Counts); missing > 0 {
		t.Values.Counts = append(t.Values.Counts, make([]uint64, missing)...)
	}
	t.Values.Counts[r.Value]++
	if t.Hardest == nil || r.Value > t.Hardest.Value {
		t.Hardest = &census.Hardest{Value: r.Value, Case: c.ID(), Certificate: r.Certificate, States: r.States}
	}
}

// nearerCase returns near, or the case if it comes nearer to its bound.
func nearerCase(near *census.Near, value, bound uint64, c *twotone.Case) *census.Near {
	if near == nil && value > 0 || near != nil && ratio(value, bound).Cmp(ratio(near.Value, near.Bound)) > 0 {
		return &census.Near{Value: value, Bound: bound, Case: c.ID()}
	}
	return near
}

func ratio(a, b uint64) *big.Rat { return big.NewRat(int64(a), int64(b)) }

// The report does not depend on the workers, not even where it is a mismatch.
func TestWorkersMakeNoDifference(t *testing.T) {
	for _, c := range []*boardCensus{
		both(newSpace(t, 1, 3, twotone.Black)),
		against(newSpace(t, 1, 3, twotone.Black), forgetsStars),
		against(newSpace(t, 3, 1, twotone.White), goesDeep),
		against(newSpace(t, 3, 1, twotone.Black), swapsUpAndDown),
	} {
		var want enumerate.Report[census.Tally]
		for _, c.Workers = range []int{1, 2, 3, 8} {
			got, err := c.Run(context.Background())
			require.NoError(t, err)
			if c.Workers == 1 {
				want = got
			}
			require.Equal(t, want, got, "%v, %d workers", c.Space, c.Workers)
		}
	}
}

// Under one rule the census says what it says of that rule under both.
func TestOneRule(t *testing.T) {
	for _, space := range []*twotone.Space{newSpace(t, 3, 1, twotone.Black), newSpace(t, 1, 3, twotone.White)} {
		underBoth := take(t, both(space))
		for _, rule := range bothRules {
			c := both(space)
			c.Variants = []int{rule}
			require.Equal(t, space.Len(), c.Cases())
			one := take(t, c)
			require.Equal(t, underBoth.Variants[rule], one.Variants[rule])
			require.Zero(t, one.Variants[1-rule])
			require.Zero(t, one.Mismatches)
		}
	}
}

// The order of the rules is the order of a board's cases.
func TestOrderOfRules(t *testing.T) {
	c := against(newSpace(t, 1, 2, twotone.Black), collectsAtStart) // wrong under both rules
	strictFirst := take(t, c).First
	c.Variants = []int{int(twotone.Handover), int(twotone.Strict)}
	handoverFirst := take(t, c).First
	a, err := twotone.ParseID(strictFirst.Case)
	require.NoError(t, err)
	b, err := twotone.ParseID(handoverFirst.Case)
	require.NoError(t, err)
	require.Equal(t, twotone.Strict, a.Rule)
	require.Equal(t, twotone.Handover, b.Rule)
	require.Equal(t, a.Board, b.Board)
}

// An interrupter answers so many cases. Then it ends the context, and answers as
// a solver does that is interrupted.
type interrupter struct {
	boardSolver
	left   *atomic.Int64
	cancel context.CancelCauseFunc
}

var errEnough = errors.New("enough")

func (s interrupter) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	if s.left.Add(-1) < 0 {
		s.cancel(errEnough)
		return puzzle.Answer{Verdict: puzzle.Limit}, nil
	}
	return s.boardSolver.Solve(ctx, c, ask)
}

func TestInterrupted(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		ctx, cancel := context.WithCancelCause(context.Background())
		left, done := new(atomic.Int64), new(atomic.Uint64)
		left.Store(10_000)
		interrupted := func() boardSolver { return interrupter{zeroone.New(), left, cancel} }
		c := &boardCensus{
			Family: planted("zeroone", interrupted), Space: newSpace(t, 2, 2, twotone.Black),
			Variants: bothRules, Solvers: []string{"zeroone"}, Workers: workers, Done: done,
		}
		report, err := c.Run(ctx)
		require.NoError(t, err)
		require.Equal(t, errEnough, report.Limit)
		// A chunk is a 256th of 15,552 boards, rounded down. 10,000 cases are 5,000 boards; of
		// these, what each worker had done of its last chunk does not count.
		const chunk = 60
		require.Zero(t, report.Done%chunk)
		require.LessOrEqual(t, report.Done, uint64(5000))
		require.GreaterOrEqual(t, report.Done+uint64(workers)*chunk, uint64(5000))
		for _, rule := range report.Tally.Variants {
			require.Equal(t, report.Done, rule.Cases)
		}
		require.Equal(t, report.Done, done.Load())
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errEnough)
	report, err := both(newSpace(t, 2, 2, twotone.Black)).Run(ctx)
	require.NoError(t, err)
	require.Equal(t, enumerate.Report[census.Tally]{Limit: errEnough}, report)
}

// A solver that gives up by itself ends the census with an error: the case is
// neither solvable nor unsolvable.
func TestSolverLimitIsAnError(t *testing.T) {
	c := both(newSpace(t, 1, 3, twotone.Black))
	c.Workers = 1
	c.Family = planted("zeroone", func() boardSolver { return &zeroone.Solver{MaxStates: 1} })
	_, err := c.Run(context.Background())
	// The first board with a star: black is stuck. A handover leads to a second state.
	require.EqualError(t, err, "case 1x3:BBB:0:1:0:handover: a solver reached a limit: limit of states")
	require.ErrorIs(t, err, census.ErrLimit)
	require.ErrorIs(t, err, puzzle.ErrStates)

	c.Family = planted("zeroone", func() boardSolver { return silent{} })
	_, err = c.Run(context.Background())
	require.EqualError(t, err, "case 1x3:BBB:0:1:-:strict: a solver reached a limit")
	require.ErrorIs(t, err, census.ErrLimit)
}

// A silent solver gives up and does not say why.
type silent struct{}

func (silent) Solve(context.Context, *twotone.Case, puzzle.Ask) (puzzle.Answer, error) {
	return puzzle.Answer{}, nil
}

// The solvers get the memory that the census allows each.
func TestMemoryIsALimit(t *testing.T) {
	for _, name := range bothSolvers {
		c := both(newSpace(t, 2, 3, twotone.Black))
		c.Solvers, c.Memory = []string{name}, 1
		_, err := c.Run(context.Background())
		require.ErrorIs(t, err, census.ErrLimit, name)
		require.ErrorContains(t, err, "a solver reached a limit: memory limit", name)
	}
}

func TestSolverErrors(t *testing.T) {
	c := both(newSpace(t, 1, 3, twotone.Black))
	c.Solvers = []string{"bfs", "dfs"}
	_, err := c.Run(context.Background())
	require.EqualError(t, err, `unknown solver "dfs": want bfs, zeroone or table`)

	broken := errors.New("broken")
	c.Family, c.Solvers = planted("bfs", func() boardSolver { return failing{broken} }), bothSolvers
	_, err = c.Run(context.Background())
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "case 1x3:")
	require.ErrorContains(t, err, "solver bfs: broken")
}

// A failing solver cannot answer.
type failing struct{ err error }

func (f failing) Solve(context.Context, *twotone.Case, puzzle.Ask) (puzzle.Answer, error) {
	return puzzle.Answer{}, f.err
}

// The progress counter ends at the number of boards.
func TestDone(t *testing.T) {
	done := new(atomic.Uint64)
	space := newSpace(t, 3, 1, twotone.White)
	c := both(space)
	c.Done = done
	take(t, c)
	require.Equal(t, space.Len(), done.Load())
}

// docs/ATLAS.md says how near to Q breadth-first search comes. All of its sizes are looked at with EXHAUST_WHOLE=1.
func TestPageOfTheAtlas(t *testing.T) {
	if raceEnabled {
		t.Skip("nothing new for the race detector")
	}
	page, err := os.ReadFile("../../../docs/ATLAS.md")
	require.NoError(t, err)
	sizes := [][2]int{{1, 2}, {1, 3}, {1, 4}, {2, 2}}
	if os.Getenv("EXHAUST_WHOLE") != "" {
		sizes = append(sizes, [][2]int{{1, 5}, {1, 6}, {2, 3}}...)
	}
	for _, size := range sizes {
		space := newSpace(t, size[0], size[1], twotone.Black)
		c := both(space)
		c.Solvers = []string{"bfs"}
		tally := take(t, c)
		for _, rule := range []twotone.Rule{twotone.Strict, twotone.Handover} {
			n := tally.Variants[rule].NearStates
			require.Contains(t, string(page), fmt.Sprintf("| %v | %v | %d | %d | `%s` |", space, rule, n.Value, n.Bound, n.Case))
		}
	}
}
