package verbs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/familytest"
	"exhaust/family/verbs"
	"exhaust/parallel"
	"exhaust/puzzle"
)

// bare returns coins without anything that a puzzle may leave out.
func bare() *family.Family[*familytest.Purse] {
	f := familytest.Coins()
	return &family.Family[*familytest.Purse]{
		Name: "bare", Measure: f.Measure, Referee: f.Referee, Solvers: f.Solvers,
		Notation: family.Notation[*familytest.Purse]{
			Parse: f.Notation.Parse, Format: f.Notation.Format, Clone: f.Notation.Clone, Picture: f.Notation.Picture,
			ParseSolution: f.Notation.ParseSolution, FormatSolution: f.Notation.FormatSolution,
		},
	}
}

// caseOf reads a case.
func caseOf(t testing.TB, p verbs.Puzzle, id string) verbs.Case {
	c, err := p.Case(id)
	require.NoError(t, err)
	return c
}

// TestAbout says what a family says of itself.
func TestAbout(t *testing.T) {
	f := familytest.Added(familytest.Coins(), "greedy", familytest.Greedy)
	a := verbs.Of(f).About()
	require.Equal(t, f.Name, a.Name)
	require.Equal(t, f.Title, a.Title)
	require.Equal(t, f.Asks, a.Asks)
	require.Equal(t, strings.TrimSpace(f.Rules), a.Rules)
	require.Equal(t, f.Measure, a.Measure)
	require.Equal(t, []string{"two", "free"}, a.Variants)
	require.Equal(t, f.IDs, a.IDs)
	require.Equal(t, f.Files, a.Files)
	require.Equal(t, f.Spaces, a.Spaces)
	require.Equal(t, f.Facts, a.Facts)
	require.Equal(t, f.Flags, a.Flags)
	require.Equal(t, f.SolverNames(), a.SolverNames())
	require.Equal(t, []string{"steps", "table", "tries", "greedy"}, a.SolverNames())
	require.Equal(t, []string{"steps", "table", "tries"}, a.Standing())
	require.Equal(t, "coins:", a.Prefix())
	require.True(t, a.Draws && a.Explores && a.Makes)

	g := bare()
	g.Unnamed = true
	b := verbs.Of(g).About()
	require.False(t, b.Draws || b.Explores || b.Makes)
	require.Empty(t, b.Prefix())
	require.Equal(t, "3:1:two", caseOf(t, verbs.Of(g), "3:1:two").ID())
}

// TestCase does with a case what its notation and its referee do.
func TestCase(t *testing.T) {
	p := verbs.Of(familytest.Coins())
	c := caseOf(t, p, "6:134:two")
	require.Equal(t, "coins:6:134:two", c.ID())
	require.Equal(t, "two", c.Variant())
	require.Same(t, p, c.Puzzle())
	require.Equal(t, "6 of [1 3 4]\n", c.Picture())
	require.Equal(t, "pay 6", c.Caption())
	solution, err := p.ParseSolution("3 + 3")
	require.NoError(t, err)
	require.Equal(t, "3+3", p.FormatSolution(solution))
	value, err := c.Replay(solution)
	require.NoError(t, err)
	require.Equal(t, 2, value)
	_, err = c.Replay([]byte("31"))
	require.EqualError(t, err, "after step 2: 4 is less than 6")
	require.Equal(t, []family.Detail{{Key: "threes", Value: 2}}, c.Details(solution))
	require.Equal(t, []family.Detail{{Key: "threes"}}, c.Details(nil))
	var out bytes.Buffer
	require.NoError(t, c.Show(&out, solution)) // of the case alone: there is nothing better
	require.Equal(t, c.Picture(), out.String())

	_, err = p.Case("6:12:two")
	var wrong *puzzle.SyntaxError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, 4, wrong.Column)

	r := caseOf(t, verbs.Of(familytest.Ends()), "1,-2,3")
	out.Reset()
	require.NoError(t, r.Show(&out, []byte("rlLl")))
	require.Equal(t, "1 -2 3\n1 -2\n-2\n", out.String()) // up to the first wrong step
	require.Empty(t, r.Variant())
	require.Empty(t, r.Caption())
	require.Nil(t, r.Details(nil))
}

// TestWith makes another case: the first one stays as it is, and they share no memory.
func TestWith(t *testing.T) {
	f := familytest.Coins()
	var purses []*familytest.Purse
	withVariant := f.WithVariant
	f.WithVariant = func(p *familytest.Purse, variant int) *familytest.Purse {
		purses = append(purses, p)
		return withVariant(p, variant)
	}
	c := caseOf(t, verbs.Of(f), "6:134:two")
	free := c.With(familytest.Free)
	require.Equal(t, "coins:6:134:two", c.ID())
	require.Equal(t, "coins:6:134:free", free.ID())
	require.Equal(t, "free", free.Variant())
	require.Equal(t, "coins:6:134:two", free.With(familytest.Two).ID())
	require.Equal(t, "coins:6:134:free", free.ID())
	purses[0].Coins[0], purses[0].Sum = 3, 9
	require.Equal(t, "coins:6:134:two", c.ID())
}

// TestFile reads files of a puzzle that has any.
func TestFile(t *testing.T) {
	cases, ok, err := verbs.Of(familytest.Coins()).
		File("x", strings.NewReader("pay 6 with 1 3\npay 2 with 4\n"))
	require.True(t, ok)
	require.NoError(t, err)
	require.Len(t, cases, 2)
	require.Equal(t, "coins:2:4:two", cases[1].ID())
	_, ok, err = verbs.Of(familytest.Coins()).File("x", strings.NewReader("pay 6 with 1 3\npay\n"))
	require.True(t, ok)
	require.EqualError(t, err, "x:2:1: want pay SUM with COINS")
	_, ok, err = verbs.Of(familytest.Ends()).File("x", strings.NewReader("1\n"))
	require.False(t, ok)
	require.NoError(t, err)
}

// TestSolve solves a case, and says no more than was asked.
func TestSolve(t *testing.T) {
	p := verbs.Of(familytest.Coins())
	c := caseOf(t, p, "6:134:two")
	for _, name := range p.About().SolverNames() {
		s, err := p.Solver(name, puzzle.Limits{})
		require.NoError(t, err)
		a, err := s.Solve(t.Context(), c, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, 2, a.Value)
		require.Equal(t, "33", string(a.Certificate))
		a, err = s.Solve(t.Context(), c, puzzle.Any)
		require.NoError(t, err)
		require.Equal(t, puzzle.Unsaid, a.Value)
		require.NotNil(t, a.Certificate)
		a, err = s.Solve(t.Context(), c, puzzle.Decide)
		require.NoError(t, err)
		require.True(t, a.Bare)
		require.Nil(t, a.Certificate)
	}
	s, err := p.Solver("steps", puzzle.Limits{States: 2})
	require.NoError(t, err)
	a, err := s.Solve(t.Context(), c, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, puzzle.Answer{Cause: puzzle.ErrStates}, a)
	_, err = p.Solver("guess", puzzle.Limits{})
	require.EqualError(t, err, `unknown solver "guess": want steps, table or tries`)
}

// TestServe answers by the general protocol.
func TestServe(t *testing.T) {
	p := verbs.Of(familytest.Ends())
	serve := func(solver, line string) (string, error) {
		var out bytes.Buffer
		err := p.Serve(
			t.Context(),
			solver,
			puzzle.Limits{},
			time.Minute,
			strings.NewReader(line),
			&out,
		)
		return out.String(), err
	}
	out, err := serve("memo", `{"id":1,"puzzle":"ends","case":"-3","ask":"best"}`)
	require.NoError(t, err)
	require.Equal(t, `{"id":1,"value":-3,"solution":"l"}`+"\n", out)
	_, err = serve("guess", "")
	require.EqualError(t, err, `unknown solver "guess": want memo or plain`)
}

// TestSpaces explores the state space of a case, and a whole one.
func TestSpaces(t *testing.T) {
	p := verbs.Of(familytest.Coins())
	c := caseOf(t, p, "6:134:two")
	s, err := c.Space("")
	require.NoError(t, err)
	require.Equal(t, "coins:6:134:two", s.Name)
	require.True(t, s.Goals)
	require.Equal(t, 1, s.Words())
	found, certificate, err := s.Run(t.Context(), parallel.Options{Path: true, Workers: 2})
	require.NoError(t, err)
	require.Equal(t, "3+3", s.Play(certificate))
	require.EqualValues(t, 2, found.GoalDepth)
	require.Equal(t, found.States, s.Progress().States)
	_, err = c.Space(s.States())
	require.NoError(t, err)
	_, err = c.Space("another layout")
	require.EqualError(t, err, `states "another layout": want "coins till 1"`)

	whole, ok, err := p.Whole("6", "")
	require.True(t, ok)
	require.NoError(t, err)
	require.Equal(t, "coins:6", whole.Name)
	require.False(t, whole.Goals)
	found, certificate, err = whole.Run(t.Context(), parallel.Options{})
	require.NoError(t, err)
	require.Nil(t, certificate)
	require.True(t, found.Exhausted)
	require.EqualValues(
		t,
		10,
		found.States,
	) // ways to hold up to two of each that are worth 6 or less
	_, ok, err = p.Whole("6:134:two", "")
	require.False(t, ok)
	require.NoError(t, err)
	_, ok, err = verbs.Of(bare()).Whole("6", "")
	require.False(t, ok)
	require.NoError(t, err)
}

// TestNone names the puzzle and what it lacks, for each verb that needs it.
func TestNone(t *testing.T) {
	p := verbs.Of(bare())
	players := [2]string{"steps", "table"}
	lacks := func(what string, err error) {
		t.Helper()
		require.EqualError(t, err, "bare: the puzzle has no "+what)
		require.ErrorIs(t, err, family.ErrLacks)
		var none *verbs.None
		require.ErrorAs(t, err, &none)
	}
	_, err := p.Census(t.Context(), verbs.CensusOptions{Size: "3"})
	lacks("space to enumerate", err)
	require.NotErrorIs(t, err, verbs.ErrNoSpace)
	_, err = p.Contest(t.Context(), verbs.ContestOptions{Players: players, Space: "3"})
	lacks("space to enumerate", err)
	_, err = p.Contest(t.Context(), verbs.ContestOptions{Players: players, Space: "3", Sample: 5})
	lacks("space to enumerate", err)
	_, err = p.Contest(t.Context(), verbs.ContestOptions{Players: players, Random: "3", Count: 5})
	lacks("random cases", err)
	_, err = caseOf(t, p, "3:1:two").Space("")
	lacks("state space to explore", err)
	require.ErrorIs(t, err, verbs.ErrNoSpace)
	_, err = p.Levels()
	lacks("levels", err)
}

// TestCensus takes a census behind the hidden type, and resumes it.
func TestCensus(t *testing.T) {
	p := verbs.Of(familytest.Coins())
	listed, done := new(atomic.Uint64), new(atomic.Uint64)
	o := verbs.CensusOptions{
		Size:     "6",
		Variants: []int{0, 1},
		Solvers:  p.About().Standing(),
		Workers:  2,
		Listed:   listed,
	}
	c, err := p.Census(t.Context(), o)
	require.NoError(t, err)
	require.Same(t, p, c.Puzzle())
	require.Equal(t, "coins:6", c.Space())
	require.Equal(t, "purse of up to 6", c.Title())
	require.EqualValues(t, 49, c.Boards())
	require.EqualValues(t, 98, c.Cases())
	require.EqualValues(t, 49, listed.Load())
	require.Equal(t, o.Variants, c.Variants())
	require.Equal(t, o.Solvers, c.Solvers())
	require.Equal(t, []string{"2 of the variants"}, c.Checks())
	value, states := c.Bounds()
	require.Equal(t, "the sum, the ways to hold back", value+", "+states)
	details, table, checks := c.Report(98)
	require.Empty(t, details)
	require.Empty(t, table+strings.Join(checks, ""))
	var disk json.RawMessage
	c.Keep(
		&enumerate.Keeper{Keep: func(kept json.RawMessage) error { disk = kept; return nil }},
		done,
	)
	report, err := c.Run(t.Context())
	require.NoError(t, err)
	require.Nil(t, report.Tally.First)
	require.EqualValues(t, 49, done.Load())

	again, err := p.Census(t.Context(), o)
	require.NoError(t, err)
	again.Keep(&enumerate.Keeper{Earlier: disk}, done)
	resumed, err := again.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, report, resumed)
	require.EqualValues(t, 49, done.Load()) // nothing was left to do

	_, err = p.Census(t.Context(), verbs.CensusOptions{Size: "61"})
	require.EqualError(t, err, `size "61": want a number from 0 to 60`)

	// What nobody has begun has room for every variant all the same.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	none, err := p.Census(t.Context(), o)
	require.NoError(t, err)
	report, err = none.Run(ctx)
	require.NoError(t, err)
	require.Len(t, report.Tally.Variants, 2)
	rows, err := verbs.Of(familytest.Ends()).
		Census(t.Context(), verbs.CensusOptions{Size: "2", Solvers: []string{"memo"}})
	require.NoError(t, err)
	require.Empty(t, rows.Checks())
	report, err = rows.Run(ctx)
	require.NoError(t, err)
	require.Len(t, report.Tally.Variants, 1)
}

// TestPrograms says which program plays, and nothing of a solver of this one.
func TestPrograms(t *testing.T) {
	p := verbs.Of(familytest.Coins())
	exe, err := os.Executable()
	require.NoError(t, err)
	o := verbs.ContestOptions{
		Players: [2]string{"table", "exec:" + shellquote.Join(exe)},
		Space:   "3",
	}
	c, err := p.Contest(t.Context(), o)
	require.NoError(t, err)
	programs, err := c.Programs()
	require.NoError(t, err)
	require.Empty(t, programs[0])
	require.Regexp(t, ` [0-9a-f]{16}$`, programs[1])
}

// A reporting space has something to say.
type reporting struct{ family.Space[*familytest.Row] }

func (reporting) Report(checked uint64) ([]family.Detail, string, []string) {
	return []family.Detail{{Key: "checked", Value: checked}}, "table\n", []string{"a check"}
}

// TestReporter passes on what a space says of itself.
func TestReporter(t *testing.T) {
	f := familytest.Ends()
	space := f.Space
	f.Space = func(ctx context.Context, size string,
		listed *atomic.Uint64) (family.Space[*familytest.Row], error) {
		s, err := space(ctx, size, listed)
		return reporting{s}, err
	}
	c, err := verbs.Of(f).Census(t.Context(), verbs.CensusOptions{Size: "2"})
	require.NoError(t, err)
	details, table, checks := c.Report(7)
	require.Equal(t, []family.Detail{{Key: "checked", Value: uint64(7)}}, details)
	require.Equal(t, "table\na check", table+strings.Join(checks, ""))
}

// contestOf makes a contest of table and greed on coins.
func contestOf(t testing.TB, o verbs.ContestOptions) verbs.Contest {
	f := familytest.Added(familytest.Coins(), "greedy", familytest.Greedy)
	o.Players, o.Ask, o.Timeout, o.Enough = [2]string{
		"table",
		"greedy",
	}, puzzle.Best, time.Minute, 1
	c, err := verbs.Of(f).Contest(t.Context(), o)
	require.NoError(t, err)
	return c
}

// TestContest holds a contest behind the hidden type, on each source of cases.
func TestContest(t *testing.T) {
	p := verbs.Of(familytest.Coins())
	both := []int{familytest.Two, familytest.Free}
	set := func(string) bool { return false }
	for _, test := range []struct {
		o             verbs.ContestOptions
		boards, order string
		cases         uint64
		drawn         bool
	}{
		{verbs.ContestOptions{Space: "9", Variants: both}, "every purse of up to 9",
			"of all 9 boards in their order", 140, false},
		{verbs.ContestOptions{Space: "9", Sample: 500, Seed: 3, Variants: both},
			"500 cases drawn from every purse of up to 9, seed 3", "in the order of the boards", 500, true},
		{verbs.ContestOptions{Random: "40", Count: 300, Seed: 2, Variants: both, Set: set,
			Flags: map[string]string{"least": "8"}},
			"300 random purses of 8 to 40, seed 2", "in the order of the boards", 300, true},
		{verbs.ContestOptions{Boards: &verbs.Boards{Name: "x",
			Cases: []verbs.Case{caseOf(t, p, "3:1:two"), caseOf(t, p, "42:134:free")}}},
			"boards of x", "in the order of the boards", 2, false},
	} {
		c := contestOf(t, test.o)
		require.Equal(t, test.boards, c.Boards())
		require.Equal(t, test.order, c.Order())
		require.Equal(t, test.cases, c.Cases())
		require.Equal(t, test.drawn, c.Drawn())
		require.Equal(t, test.o.Boards != nil, c.Sum() != "")
		programs, err := c.Programs()
		require.NoError(t, err)
		require.Zero(t, programs)
		done := new(atomic.Uint64)
		c.Keep(nil, done)
		r, err := c.Run(t.Context())
		require.NoError(t, err)
		require.NotNil(t, r.First, test.boards)
		require.Positive(t, done.Load())
		require.Equal(t, "coins:6:34:two", r.Smallest.Case.ID())
		require.Equal(t, compare.Verdicts, r.Smallest.Difference.Kind)
		require.Equal(t, []string{"table", "greedy", "tries"}, r.Smallest.Names)
		require.Len(t, r.Smallest.Answers, 3)
		require.Equal(t, "greedy", r.Smallest.Proofs[0].Wrong)
		require.True(t, r.Least && r.Minimal)
	}
}

// TestContestRefuses says what is wrong with the wishes.
func TestContestRefuses(t *testing.T) {
	f := familytest.Coins()
	none := errors.New("none")
	f.Sample = func(string, family.Draws) (family.Drawer[*familytest.Purse], error) {
		return nil,
			none
	}
	players := [2]string{"steps", "table"}
	for _, test := range []struct {
		o    verbs.ContestOptions
		want string
	}{
		{verbs.ContestOptions{Players: [2]string{"steps", "guess"}, Space: "3"},
			`unknown solver "guess": want steps, table or tries, or exec:COMMAND`},
		{verbs.ContestOptions{Players: players, Space: "x"}, `size "x": want a number from 0 to 60`},
		{verbs.ContestOptions{Players: players, Random: "x"}, `size "x": want a number from 0 to 60`},
		{verbs.ContestOptions{Players: players, Random: "5", Flags: map[string]string{"least": "6"}},
			`--least 6: want 0 to 5`},
		{verbs.ContestOptions{Players: players, Random: "5"}, "no variant to draw from"},
		{verbs.ContestOptions{Players: players, Space: "x", Sample: 3}, "none"}, // the family's own
	} {
		_, err := verbs.Of(f).Contest(t.Context(), test.o)
		require.EqualError(t, err, test.want)
	}

	// There is nothing to draw from in an empty space.
	g := familytest.Ends()
	g.Space = func(context.Context, string, *atomic.Uint64) (family.Space[*familytest.Row], error) {
		return empty{}, nil
	}
	o := verbs.ContestOptions{Players: [2]string{"memo", "plain"}, Space: "0", Sample: 3}
	_, err := verbs.Of(g).Contest(t.Context(), o)
	require.EqualError(t, err, "no case to draw from in ends:0")
	o.Sample = 0
	c, err := verbs.Of(g).Contest(t.Context(), o)
	require.NoError(t, err)
	require.Zero(t, c.Cases())
}

// An empty space has no case.
type empty struct{ family.Space[*familytest.Row] }

func (empty) Len() uint64    { return 0 }
func (empty) String() string { return "0" }
func (empty) Title() string  { return "nothing" }
