package wiring_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family/census"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/zeroone"
)

// The planted bugs. Each must be reported by the census that the program takes,
// and first at the case and by the check given here. The spaces are visited in
// the order of smallSpaces, the boards of each in the order of their numbers,
// the rules strict before handover, so that the case is the smallest one on which
// the bug shows. TestMutantsAreReported computes both once more without package
// compare and without bfs.
var mutants = []struct {
	mutation mutation
	first    string
	check    string
}{
	{collectsAtStart, "1x2:BB:0:1:0:strict", "certificate"},
	{paintsAtStart, "1x3:RBB:0:1:0:handover", "certificate"},
	{paintsRainbow, "1x3:WBR:0:1:0:handover", "verdict"},
	{paintsCellLeft, "1x3:RBB:0:1:0:handover", "certificate"},
	{sameColour, "1x3:WWB:0:1:0:handover", "verdict"},
	{entersPiece, "1x2:BB:0:1:0:handover", "certificate"},
	{keepsTurn, "1x3:WWB:0:1:0,1:handover", "certificate"},
	{whiteKeepsTurn, "1x3:WBR:0:1:0,1:handover", "certificate"},
	{passesAlways, "1x3:WWB:0:1:0:handover", "certificate"},
	{handsOverFreely, "1x3:WRB:0:1:0:handover", "certificate"},
	{strictHandsOver, "1x3:WWB:0:1:0:strict", "certificate"},
	{neverHandsOver, "1x3:WWB:0:1:0:handover", "verdict"},
	{startsStuck, "1x3:WWB:0:1:0:handover", "verdict"},
	{stuckForgetsPiece, "1x3:WWB:0:1:0:handover", "verdict"},
	{countsHandovers, "1x3:WWB:0:1:0:handover", "claim"},
	{dropsHandovers, "1x3:WWB:0:1:0:handover", "certificate"},
	{forgetsStars, "1x3:RBR:0:1:0:handover", "verdict"},
	{forgetsMover, "1x3:WWB:0:1:0:handover", "verdict"},
	{forgetsColours, "1x3:WBR:0:1:0:handover", "verdict"},
	{stopsAtFirstStar, "1x3:BBB:0:1:0,1:handover", "certificate"},
	{wrapsAround, "2x2:BBBB:0:1:0:handover", "certificate"},
	{mixesSides, "1x3:WWB:0:1:0:handover", "certificate"},
	{swapsUpAndDown, "3x1:WWB:0:1:0:handover", "certificate"},
	{givesUp, "1x3:WBR:0:1:0:handover", "verdict"},
	{goesDeep, "2x2:WBRW:0:1:0:strict", "length"},
	{losesAtEnd, "1x3:BBW:1:0:0:handover", "certificate"},
}

func TestMutantsAreReported(t *testing.T) {
	truths := map[string][]puzzle.Answer{}
	for _, m := range mutants {
		t.Run(string(m.mutation), func(t *testing.T) {
			got := firstReported(t, m.mutation)
			require.NotNil(t, got, "no space shows the bug")
			require.Equal(t, firstDifference(t, truths, m.mutation), census.Mismatch{Case: got.Case, Check: got.Check})
			require.Equal(t, m.first, got.Case)
			require.Equal(t, m.check, got.Check, got.Why)
		})
	}
}

// smallSpaces returns the spaces that every mutant is run over, by size.
func smallSpaces(t testing.TB) []*twotone.Space {
	return []*twotone.Space{
		newSpace(t, 1, 2, twotone.Black), newSpace(t, 2, 1, twotone.Black),
		newSpace(t, 1, 3, twotone.Black), newSpace(t, 3, 1, twotone.Black),
		newSpace(t, 2, 2, twotone.Black),
	}
}

// against returns the census of a space with bfs and a plain solver.
func against(space boardSpace, m mutation) *boardCensus {
	return &boardCensus{
		Family: planted(string(m), func() boardSolver { return plain{m} }),
		Space:  space, Variants: bothRules, Solvers: []string{"bfs", string(m)},
	}
}

// firstReported takes the census of one space after the other until a mismatch
// is reported, and returns the first.
func firstReported(t *testing.T, m mutation) *census.Mismatch {
	for _, space := range smallSpaces(t) {
		report, err := against(space, m).Run(context.Background())
		require.NoError(t, err)
		if report.Tally.Mismatches > 0 {
			return report.Tally.First
		}
		require.Nil(t, report.Tally.First)
	}
	return nil
}

// firstDifference finds the same with a plain loop: zeroone and the referee
// against the mutant. What zeroone says is kept in truths, by space.
func firstDifference(t *testing.T, truths map[string][]puzzle.Answer, m mutation) census.Mismatch {
	for _, space := range smallSpaces(t) {
		truth, ok := truths[space.String()]
		if !ok {
			solver := zeroone.New()
			eachCase(space, func(c *twotone.Case) { truth = append(truth, solve(t, solver, c)) })
			truths[space.String()] = truth
		}
		var first census.Mismatch
		i := 0
		eachCase(space, func(c *twotone.Case) {
			if first.Check == "" {
				first = census.Mismatch{Case: c.ID(), Check: judge(c, truth[i], solve(t, plain{m}, c))}
			}
			i++
		})
		if first.Check != "" {
			return first
		}
	}
	return census.Mismatch{}
}

// judge says what is wrong with a solver's answer, or nothing.
func judge(c *twotone.Case, truth, answer puzzle.Answer) string {
	if answer.Verdict == puzzle.Solvable {
		moves, err := new(twotone.Referee).Replay(c, answer.Certificate)
		if err != nil {
			return "certificate"
		}
		if moves != answer.Value {
			return "claim"
		}
	}
	switch {
	case answer.Verdict != truth.Verdict:
		return "verdict"
	case answer.Value != truth.Value:
		return "length"
	}
	return ""
}

// Without a mutation the plain solver is a third one that agrees with bfs.
func TestPlainAgreesWithBFS(t *testing.T) {
	for _, space := range smallSpaces(t) {
		report, err := against(space, none).Run(context.Background())
		require.NoError(t, err)
		require.Nil(t, report.Tally.First, "%v", space)
		require.Equal(t, 2*space.Len(), report.Tally.Variants[0].Cases+report.Tally.Variants[1].Cases)
	}
}

// Nor does it differ on boards that are sampled from larger spaces, with either
// side to move.
func TestPlainAgreesOnSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for _, size := range [][2]int{{1, 4}, {4, 1}, {2, 3}, {3, 2}, {1, 5}, {5, 1}} {
		for _, turn := range []twotone.Colour{twotone.Black, twotone.White} {
			tally := sample(t, against(draw(newSpace(t, size[0], size[1], turn), rng, 200), none))
			require.Nil(t, tally.First)
			require.EqualValues(t, 200, tally.Variants[twotone.Handover].Cases)
		}
	}
}

// A referee answers as a function says.
type fakeReferee func(c *twotone.Case, certificate []byte) (int, error)

func (f fakeReferee) Replay(c *twotone.Case, certificate []byte) (int, error) {
	return f(c, certificate)
}

// judgedBy takes the census of the 1x3 boards with another referee.
func judgedBy(t *testing.T, m mutation, referee puzzle.Referee[*twotone.Case]) census.Tally {
	c := against(newSpace(t, 1, 3, twotone.Black), m)
	c.Family.Referee = func() puzzle.Referee[*twotone.Case] { return referee }
	return sample(t, c)
}

// A referee that refuses what is right is found out by the good solvers, at the
// first solvable case: number 0 has no star, and the empty play wins it.
func TestRefereeThatRefuses(t *testing.T) {
	tally := judgedBy(t, none, fakeReferee(func(*twotone.Case, []byte) (int, error) {
		return 0, errors.New("no")
	}))
	require.Equal(t, &census.Mismatch{
		Case: "1x3:BBB:0:1:-:strict", Check: "certificate",
		Why: "bfs: the solution does not replay: no",
	}, tally.First)
	solvable := tally.Variants[0].Solvable + tally.Variants[1].Solvable
	require.Equal(t, solvable, tally.Mismatches)
}

// A referee that accepts everything as a win in no moves is found out at every
// case whose solution has a move.
func TestRefereeThatMiscounts(t *testing.T) {
	tally := judgedBy(t, none, fakeReferee(func(*twotone.Case, []byte) (int, error) { return 0, nil }))
	require.Equal(t, "claim", tally.First.Check)
	solvable := tally.Variants[0].Solvable + tally.Variants[1].Solvable
	require.Equal(t, solvable-tally.Variants[0].Values.Of(0)-tally.Variants[1].Values.Of(0), tally.Mismatches)
	require.Positive(t, tally.Mismatches)
}

// A referee that only counts moves lets a solver pass that leaves the handovers
// out; the true one does not. So it is the replay that catches this solver.
func TestRefereeThatOnlyCounts(t *testing.T) {
	counts := fakeReferee(func(_ *twotone.Case, play []byte) (int, error) {
		return twotone.Solution(play).Moves(), nil
	})
	require.Nil(t, judgedBy(t, dropsHandovers, counts).First)
	require.NotNil(t, judgedBy(t, dropsHandovers, new(twotone.Referee)).First)
}

// A liar is zeroone, but for what change makes of its answers under a rule.
type liar struct {
	boardSolver
	rule   twotone.Rule
	change func(c *twotone.Case, r *puzzle.Answer)
}

func (l liar) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	r, err := l.boardSolver.Solve(ctx, c, ask)
	if c.Rule == l.rule {
		l.change(c, &r)
	}
	return r, err
}

// askLiar puts one board to a liar alone, so that nobody contradicts it.
func askLiar(t *testing.T, id string, rule twotone.Rule, change func(*twotone.Case, *puzzle.Answer)) census.Tally {
	return take(t, &boardCensus{
		Family: planted("liar", func() boardSolver { return liar{zeroone.New(), rule, change} }),
		Space:  single{parsed(t, id)}, Variants: bothRules, Solvers: []string{"liar"},
	})
}

// stroll begins a play on two rainbow cells 0 and 1 with walks to and fro. It
// stays legal, and its length is claimed rightly.
func stroll(walks int) func(*twotone.Case, *puzzle.Answer) {
	return func(_ *twotone.Case, r *puzzle.Answer) {
		for range walks {
			r.Certificate = append([]byte("RL"), r.Certificate...)
		}
		r.Value = twotone.Solution(r.Certificate).Moves()
	}
}

// Black is two steps from the only star, past a rainbow cell; it stands on
// another. With K = 1, M = 2, R = 2 the bound is 1 · (2 + 3·2) = 8.
const strollBoard = "1x4:RRWB:0:3:2:strict"

func TestBoundIsChecked(t *testing.T) {
	tally := askLiar(t, strollBoard, twotone.Strict, stroll(0)) // the truth: 2 moves
	require.Nil(t, tally.First)

	tally = askLiar(t, strollBoard, twotone.Strict, stroll(3)) // 8 moves
	// handover is 2, so that nothing but the bound could be wrong
	require.Nil(t, tally.First)

	tally = askLiar(t, strollBoard, twotone.Strict, stroll(4))
	require.EqualValues(t, 1, tally.Mismatches)
	require.Equal(t, &census.Mismatch{Case: strollBoard, Check: "bound", Why: "length 10, the bound is 8"}, tally.First)
}

// Q = 4·3 · 2^2 · 2^1 · 2 = 192 on the same board: so many states, and a step less in a play.
func TestStateBoundIsChecked(t *testing.T) {
	says := func(states uint64) func(*twotone.Case, *puzzle.Answer) {
		return func(_ *twotone.Case, r *puzzle.Answer) { r.States = states }
	}
	require.Nil(t, askLiar(t, strollBoard, twotone.Strict, says(192)).First)
	tally := askLiar(t, strollBoard, twotone.Strict, says(193))
	require.EqualValues(t, 1, tally.Mismatches)
	require.Equal(t, &census.Mismatch{Case: strollBoard, Check: "bound", Why: "193 states met, the bound is 192"}, tally.First)

	const handover = "1x4:RRWB:0:3:2:handover"
	tally = askLiar(t, strollBoard, twotone.Handover, stroll(94)) // 190 moves
	require.Equal(t, "rules", tally.First.Check)
	require.EqualValues(t, 1, tally.Mismatches)
	tally = askLiar(t, strollBoard, twotone.Handover, stroll(95))
	require.Equal(t, &census.Mismatch{Case: handover, Check: "bound", Why: "192 steps, the bound is 191"}, tally.First)
}

// A strict space refuses boards of odd numbers, and answers of length 2.
type strictSpace struct{}

func (strictSpace) CheckCase(i uint64, _ *twotone.Case) (states uint64, check, why string) {
	if i%2 == 1 {
		return 1, "odd", "no odd boards"
	}
	return 1, "", ""
}

func (strictSpace) CheckAnswers(_ uint64, _ *twotone.Case, answers []puzzle.Answer) (check, why string) {
	if len(answers) == 2 && answers[1].Value == 2 {
		return "two", "no length 2"
	}
	return "", ""
}

// checked is the census of a space with checks of its own.
func checked(space boardSpace, checker boardChecker) *boardCensus {
	c := both(space)
	c.Family.Checks.New = func(boardSpace) boardChecker { return checker }
	return c
}

// What a space checks is reported, and a board that it refuses is not solved.
func TestSpaceChecks(t *testing.T) {
	space := newSpace(t, 1, 3, twotone.Black)
	plain := take(t, both(space))
	got := take(t, checked(space, strictSpace{}))
	require.Equal(t, plain.Variants[0].Cases, 2*got.Variants[0].Cases)
	require.Equal(t, space.Len()+got.Variants[0].Values.Of(2)+got.Variants[1].Values.Of(2), got.Mismatches)
	require.Positive(t, got.Variants[1].Values.Of(2))
	require.Equal(t, &census.Mismatch{Case: "1x3:WBB:0:1:-:strict", Check: "odd", Why: "no odd boards"}, got.First)
}

func TestRulesAreCompared(t *testing.T) {
	const handover = "1x4:RRWB:0:3:2:handover"
	tally := askLiar(t, strollBoard, twotone.Handover, stroll(1))
	require.EqualValues(t, 1, tally.Mismatches)
	require.Equal(t, &census.Mismatch{
		Case: handover, Check: "rules",
		Why: "strict: solvable in 2; handover: solvable, length 4",
	}, tally.First)

	tally = askLiar(t, strollBoard, twotone.Handover, func(_ *twotone.Case, r *puzzle.Answer) {
		*r = puzzle.Answer{Verdict: puzzle.Unsolvable}
	})
	require.EqualValues(t, 1, tally.Mismatches)
	require.Equal(t, &census.Mismatch{
		Case: handover, Check: "rules",
		Why: "strict: solvable in 2; handover: unsolvable, length 0",
	}, tally.First)
}

// Both certificate checks see a liar that nobody contradicts.
func TestCertificatesAreChecked(t *testing.T) {
	tally := askLiar(t, strollBoard, twotone.Strict, func(_ *twotone.Case, r *puzzle.Answer) {
		r.Certificate = r.Certificate[:1]
	})
	require.EqualValues(t, 1, tally.Mismatches)
	require.Equal(t, &census.Mismatch{
		Case: strollBoard, Check: "certificate",
		Why: "liar: the solution does not replay: after step 1: the play ends with stars left: 1",
	}, tally.First)

	tally = askLiar(t, strollBoard, twotone.Handover, func(_ *twotone.Case, r *puzzle.Answer) { r.Value-- })
	require.EqualValues(t, 1, tally.Mismatches)
	require.Equal(t, "claim", tally.First.Check)
	require.Equal(t, "liar: says length 1, its solution has 2", tally.First.Why)
}
