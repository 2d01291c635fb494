package wiring_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/solvers"
	"exhaust/puzzles/twotone/zeroone"
)

var (
	bothRules   = []twotone.Rule{twotone.Strict, twotone.Handover}
	bothSolvers = []string{"bfs", "zeroone"}
)

func newSpace(t testing.TB, rows, cols int, turn twotone.Colour) *twotone.Space {
	space, err := twotone.NewSpace(rows, cols, turn)
	require.NoError(t, err)
	return space
}

// take takes a census that nothing ends early.
func take(t testing.TB, c *Census) Tally {
	report, err := c.Run(context.Background())
	require.NoError(t, err)
	require.NoError(t, report.Limit)
	require.Equal(t, c.Space.Len(), report.Done)
	return report.Tally
}

// sample solves boards drawn from the census's space as its workers do.
func sample(t testing.TB, c *Census, rng *rand.Rand, boards int) Tally {
	w, err := c.newWorker()
	require.NoError(t, err)
	var tally Tally
	for range boards {
		i := rng.Uint64N(c.Space.Len())
		chunk, err := w.Chunk(context.Background(), i, i+1)
		require.NoError(t, err)
		tally.merge(chunk)
	}
	return tally
}

// eachCase calls f with every case of a space under both rules, in order.
func eachCase(space *twotone.Space, f func(*twotone.Case)) {
	var c twotone.Case
	for i := range space.Len() {
		space.Board(i, &c.Board)
		for _, c.Rule = range bothRules {
			f(&c)
		}
	}
}

func solve(t testing.TB, s solvers.Solver, c *twotone.Case) puzzle.Answer {
	r, err := s.Solve(context.Background(), c, puzzle.Best)
	require.NoError(t, err)
	return r
}

// The main job. The number of cases is that of docs/RULES.md, section 6.
func TestAll2x2(t *testing.T) {
	census := &Census{Space: newSpace(t, 2, 2, twotone.Black), Rules: bothRules, Solvers: bothSolvers}
	require.EqualValues(t, 31104, census.Cases())
	tally := take(t, census)
	require.Zero(t, tally.Mismatches)
	require.Nil(t, tally.First)
	strict, handover := tally.Rules[twotone.Strict], tally.Rules[twotone.Handover]
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
		tally := take(t, &Census{Space: space, Rules: bothRules, Solvers: bothSolvers})
		require.Nil(t, tally.First, "%v", space)
		require.EqualValues(t, test.boards, tally.Rules[twotone.Strict].Cases)
		require.EqualValues(t, test.boards, tally.Rules[twotone.Handover].Cases)
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
		tally := sample(t, &Census{Space: space, Rules: bothRules, Solvers: bothSolvers}, rng, boards)
		require.Nil(t, tally.First, "%v", space)
		require.EqualValues(t, boards, tally.Rules[twotone.Strict].Cases)
	}
}

// Samples of larger spaces: the whole would take minutes.
func TestSampledSpaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 26))
	for _, size := range [][2]int{{1, 4}, {4, 1}, {1, 5}, {5, 1}, {2, 3}, {3, 2}, {2, 4}, {4, 2}} {
		for _, turn := range []twotone.Colour{twotone.Black, twotone.White} {
			space := newSpace(t, size[0], size[1], turn)
			tally := sample(t, &Census{Space: space, Rules: bothRules, Solvers: bothSolvers}, rng, sampledBoards)
			require.Nil(t, tally.First, "%v", space)
			require.EqualValues(t, sampledBoards, tally.Rules[twotone.Strict].Cases)
		}
	}
}

const sampledBoards = 1000

// The tally again, by a loop over zeroone alone.
func TestTallyAgainstLoop(t *testing.T) {
	for _, size := range [][2]int{{1, 3}, {3, 1}, {2, 2}} {
		space := newSpace(t, size[0], size[1], twotone.Black)
		var want Tally
		solver := zeroone.New()
		eachCase(space, func(c *twotone.Case) { countCase(&want.Rules[c.Rule], c, solve(t, solver, c)) })

		got := take(t, &Census{Space: space, Rules: bothRules, Solvers: []string{"zeroone", "bfs"}, Workers: 3})
		require.Equal(t, want, got)

		// bfs first: other states, and another solution of the longest case.
		got = take(t, &Census{Space: space, Rules: bothRules, Solvers: bothSolvers, Workers: 8})
		for rule := range got.Rules {
			g, w := &got.Rules[rule], &want.Rules[rule]
			require.Equal(t, w.Longest.Case, g.Longest.Case)
			require.Len(t, g.Longest.Solution, len(w.Longest.Solution))
			g.Longest, g.MostStates, g.NearStates = w.Longest, w.MostStates, w.NearStates
		}
		require.Equal(t, want, got)
	}
}

// countCase adds an answer to the tally of its rule.
func countCase(t *RuleTally, c *twotone.Case, r puzzle.Answer) {
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
		t.NearLength = nearerCase(t.NearLength, uint64(r.Length), uint64(bound), c)
	}
	if missing := r.Length + 1 - len(t.Lengths); missing > 0 {
		t.Lengths = append(t.Lengths, make([]uint64, missing)...)
	}
	t.Lengths[r.Length]++
	if t.Longest == nil || r.Length > t.Longest.Length {
		t.Longest = &Longest{Length: r.Length, Case: c.ID(), Solution: r.Solution}
	}
}

// nearerCase returns near, or the case if it comes nearer to its bound.
func nearerCase(near *Near, value, bound uint64, c *twotone.Case) *Near {
	if near == nil && value > 0 || near != nil && ratio(value, bound).Cmp(ratio(near.Value, near.Bound)) > 0 {
		return &Near{twotone.Nearness{Value: value, Bound: bound}, c.ID()}
	}
	return near
}

func ratio(a, b uint64) *big.Rat { return big.NewRat(int64(a), int64(b)) }

// Nothing is near at 0, and a bound that stands for more is none.
func TestNearer(t *testing.T) {
	for _, test := range []struct {
		near *Near
		v    twotone.Nearness
		want bool
	}{
		{nil, twotone.Nearness{Value: 1, Bound: 100}, true},
		{nil, twotone.Nearness{Value: 0, Bound: 100}, false},
		{nil, twotone.Nearness{}, false}, // no stars
		{nil, twotone.Nearness{Value: 5, Bound: math.MaxUint64}, false},
		{&Near{Nearness: twotone.Nearness{Value: 1, Bound: 3}}, twotone.Nearness{}, false},
		{&Near{Nearness: twotone.Nearness{Value: 1, Bound: 3}}, twotone.Nearness{Value: 2, Bound: 6}, false},
		{&Near{Nearness: twotone.Nearness{Value: 1, Bound: 3}}, twotone.Nearness{Value: 3, Bound: 8}, true},
	} {
		require.Equal(t, test.want, test.near.nearer(test.v), "%v, %v", test.near, test.v)
	}
}

// The report does not depend on the workers, not even where it is a mismatch.
func TestWorkersMakeNoDifference(t *testing.T) {
	for _, census := range []*Census{
		{Space: newSpace(t, 1, 3, twotone.Black), Rules: bothRules, Solvers: bothSolvers},
		against(newSpace(t, 1, 3, twotone.Black), forgetsStars),
		against(newSpace(t, 3, 1, twotone.White), goesDeep),
		against(newSpace(t, 3, 1, twotone.Black), swapsUpAndDown),
	} {
		var want enumerate.Report[Tally]
		for _, census.Workers = range []int{1, 2, 3, 8} {
			got, err := census.Run(context.Background())
			require.NoError(t, err)
			if census.Workers == 1 {
				want = got
			}
			require.Equal(t, want, got, "%v, %d workers", census.Space, census.Workers)
		}
	}
}

// Under one rule the census says what it says of that rule under both.
func TestOneRule(t *testing.T) {
	for _, space := range []*twotone.Space{newSpace(t, 3, 1, twotone.Black), newSpace(t, 1, 3, twotone.White)} {
		both := take(t, &Census{Space: space, Rules: bothRules, Solvers: bothSolvers})
		for _, rule := range bothRules {
			census := &Census{Space: space, Rules: []twotone.Rule{rule}, Solvers: bothSolvers}
			require.Equal(t, space.Len(), census.Cases())
			one := take(t, census)
			require.Equal(t, both.Rules[rule], one.Rules[rule])
			require.Zero(t, one.Rules[1-rule])
			require.Zero(t, one.Mismatches)
		}
	}
}

// The order of the rules is the order of a board's cases.
func TestOrderOfRules(t *testing.T) {
	census := against(newSpace(t, 1, 2, twotone.Black), collectsAtStart) // wrong under both rules
	strictFirst := take(t, census).First
	census.Rules = []twotone.Rule{twotone.Handover, twotone.Strict}
	handoverFirst := take(t, census).First
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
	solvers.Solver
	left   *atomic.Int64
	cancel context.CancelCauseFunc
}

var errEnough = errors.New("enough")

func (s interrupter) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	if s.left.Add(-1) < 0 {
		s.cancel(errEnough)
		return puzzle.Answer{Verdict: puzzle.Limit}, nil
	}
	return s.Solver.Solve(ctx, c, ask)
}

func TestInterrupted(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		ctx, cancel := context.WithCancelCause(context.Background())
		left, done := new(atomic.Int64), new(atomic.Uint64)
		left.Store(10_000)
		census := &Census{
			Space: newSpace(t, 2, 2, twotone.Black), Rules: bothRules, Solvers: []string{"zeroone"}, Workers: workers, Done: done,
			NewSolver: func(string) (solvers.Solver, error) { return interrupter{zeroone.New(), left, cancel}, nil },
		}
		report, err := census.Run(ctx)
		require.NoError(t, err)
		require.Equal(t, errEnough, report.Limit)
		// A chunk is a 256th of 15,552 boards, rounded down. 10,000 cases are 5,000 boards; of
		// these, what each worker had done of its last chunk does not count.
		const chunk = 60
		require.Zero(t, report.Done%chunk)
		require.LessOrEqual(t, report.Done, uint64(5000))
		require.GreaterOrEqual(t, report.Done+uint64(workers)*chunk, uint64(5000))
		for _, rule := range report.Tally.Rules {
			require.Equal(t, report.Done, rule.Cases)
		}
		require.Equal(t, report.Done, done.Load())
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errEnough)
	census := &Census{Space: newSpace(t, 2, 2, twotone.Black), Rules: bothRules, Solvers: bothSolvers}
	report, err := census.Run(ctx)
	require.NoError(t, err)
	require.Equal(t, enumerate.Report[Tally]{Limit: errEnough}, report)
}

// A solver that gives up by itself ends the census with an error: the case is
// neither solvable nor unsolvable.
func TestSolverLimitIsAnError(t *testing.T) {
	census := &Census{
		Space: newSpace(t, 1, 3, twotone.Black), Rules: bothRules, Solvers: bothSolvers, Workers: 1,
		NewSolver: func(name string) (solvers.Solver, error) {
			if name == "zeroone" {
				return &zeroone.Solver{MaxStates: 1}, nil
			}
			return bfs.New(bfs.Options{}), nil
		},
	}
	_, err := census.Run(context.Background())
	// The first board with a star: black is stuck. A handover leads to a second state.
	require.EqualError(t, err, "case 1x3:BBB:0:1:0:handover: a solver reached a limit")
}

func TestSolverErrors(t *testing.T) {
	census := &Census{Space: newSpace(t, 1, 3, twotone.Black), Rules: bothRules, Solvers: []string{"bfs", "dfs"}}
	_, err := census.Run(context.Background())
	require.EqualError(t, err, `unknown solver "dfs": want bfs, zeroone or table`)

	broken := errors.New("broken")
	census.NewSolver = func(string) (solvers.Solver, error) { return failing{broken}, nil }
	_, err = census.Run(context.Background())
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
	take(t, &Census{Space: space, Rules: bothRules, Solvers: bothSolvers, Done: done})
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
		tally := take(t, &Census{Space: space, Rules: bothRules, Solvers: []string{"bfs"}})
		for _, rule := range bothRules {
			n := tally.Rules[rule].NearStates
			require.Contains(t, string(page), fmt.Sprintf("| %v | %v | %d | %d | `%s` |", space, rule, n.Value, n.Bound, n.Case))
		}
	}
}
