package contest_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/contest"
	"exhaust/family/familytest"
	"exhaust/puzzle"
)

// between is a contest of two on every case of a size.
func between[C any](t testing.TB, f *family.Family[C], size, a, b string) *contest.Contest[C] {
	s, err := f.Space(t.Context(), size, nil)
	require.NoError(t, err)
	all := &contest.All[C]{Family: f, Space: s}
	for i := range f.Variants {
		all.Variants = append(all.Variants, i)
	}
	return &contest.Contest[C]{
		Family: f, Players: [2]contest.Player{player(t, f, a), player(t, f, b)}, Source: all,
		Ask: puzzle.Best, Timeout: time.Minute, Enough: 1, Workers: 2,
	}
}

// one makes a contest one about a single case.
func one[C any](t testing.TB, c *contest.Contest[C], id string) *contest.Contest[C] {
	d, err := c.Family.Notation.Parse(id)
	require.NoError(t, err)
	c.Source = &contest.List[C]{Name: "one", Cases: []C{d}, Family: c.Family}
	return c
}

// hold holds a contest.
func hold[C any](t testing.TB, c *contest.Contest[C]) contest.Report[C] {
	r, err := c.Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, r.Limit)
	return r
}

// differ reports whether a solver of a family is wrong about a case, by another solver of it.
func differ[C any](f *family.Family[C], c C, wrong, right string) bool {
	answer := func(name string) puzzle.Answer {
		s, err := f.Solver(name, puzzle.Limits{})
		if err != nil {
			panic(err)
		}
		a, _ := s.Solve(context.Background(), c, puzzle.Best)
		return a
	}
	a, b := answer(wrong), answer(right)
	if f.Measure.Kind == puzzle.Count {
		a.Value, b.Value = min(a.Value, 2), min(b.Value, 2)
	}
	return a.Verdict != b.Verdict || a.Value != b.Value
}

// requireMinimal checks that no case that is one step smaller differs.
func requireMinimal[C any](t *testing.T, f *family.Family[C], c C, wrong, right string) {
	require.True(t, differ(f, c, wrong, right), f.ID(c))
	for d := range f.Smaller(c) {
		require.False(t, differ(f, d, wrong, right), f.ID(d))
	}
}

// leastPurse finds the smallest purse on which greedy is wrong by trying all in their order.
func leastPurse() purse {
	var p *familytest.Purse
	for sum := 0; ; sum++ {
		batches, _ := familytest.Coins().Before(&familytest.Purse{Sum: sum, Coins: []int{1}})
		for batch := range batches {
			for _, p = range batch {
				if differ(coins(), p, "greedy", "table") {
					return p
				}
			}
		}
	}
}

// TestCoins finds a planted bug, inside and as a program, and reduces the case to the smallest of
// all.
func TestCoins(t *testing.T) {
	for _, name := range []string{"greedy", "exec greedy"} {
		c := between(t, coins(), "20", "steps", name)
		label := c.Players[1].Name
		r := hold(t, c)
		require.Equal(t, "coins:6:34:two", c.Family.ID(r.First.Case))
		require.Equal(t, compare.Verdicts, r.First.Difference.Kind)
		require.Equal(t, "steps says solvable, "+label+" says unsolvable", r.First.Difference.Why)
		require.Equal(t, []string{"steps", label, "tries"}, r.First.Names)
		require.Equal(
			t,
			[]compare.Proof{{Wrong: label, By: "the solution of steps replays, with length 2"}},
			r.First.Proofs,
		)
		require.Empty(t, r.First.Sides)
		require.Equal(t, "33", string(r.First.Answers[0].Certificate))
		require.Len(t, r.First.Answers, 3)
		require.Same(t, r.First, r.Smallest) // it is the smallest
		require.True(t, r.Least)
		require.True(t, r.Minimal)

		r = hold(t, one(t, c, "42:134:free"))
		require.Equal(t, "coins:42:134:free", c.Family.ID(r.First.Case))
		require.Equal(t, compare.Lengths, r.First.Difference.Kind)
		require.Equal(t, c.Family.ID(leastPurse()), c.Family.ID(r.Smallest.Case))
		require.True(t, r.Least)
		require.True(t, r.Minimal)
		require.Equal(t, label, r.Smallest.Proofs[0].Wrong)
	}
}

// TestColours reduces a case of a family that lists no smaller ones.
func TestColours(t *testing.T) {
	for _, name := range []string{"oneway", "exec oneway"} {
		c := between(t, colours(), "4", "ways", name)
		label := c.Players[1].Name
		r := hold(t, one(t, c, "1..2.3"))
		require.Equal(t, compare.Values, r.First.Difference.Kind)
		require.Equal(t, "ways says count 3, "+label+" says count 1", r.First.Difference.Why)
		require.Equal(t, "colours:.", c.Family.ID(r.Smallest.Case))
		requireMinimal(t, c.Family, r.Smallest.Case, "oneway", "tries")
		require.False(t, r.Least) // nobody says that there is none smaller
		require.True(t, r.Minimal)
		require.Equal(
			t,
			[]compare.Proof{{Wrong: label, By: "there are two solutions that replay"}},
			r.Smallest.Proofs,
		)
		require.Equal(t, []string{"ways", label, "tries"}, r.Smallest.Names)
		require.Empty(t, r.Smallest.Sides)
	}
}

// TestEnds reduces a case of a family that lists some smaller ones. Nothing is proven, and a third
// solver takes a side.
func TestEnds(t *testing.T) {
	for _, name := range []string{"grabbing", "exec grabbing"} {
		c := between(t, ends(), "4", name, "memo")
		label := c.Players[0].Name
		r := hold(t, one(t, c, "-9,7,-8,3,5"))
		require.Equal(t, compare.Values, r.First.Difference.Kind)
		require.Equal(t, "ends:"+leastRow(), c.Family.ID(r.Smallest.Case))
		require.True(t, r.Least)
		require.True(t, r.Minimal)
		for _, f := range []*contest.Finding[row]{r.First, r.Smallest} {
			require.Empty(t, f.Proofs)
			require.Equal(t, []string{label, "memo", "plain"}, f.Names)
			require.Equal(t, "memo", f.Sides)
		}
	}
}

// leastRow finds the smallest row on which grabbing is wrong, of those of up to three numbers up to
// 2.
func leastRow() string {
	var least *familytest.Row
	for n := range 4 {
		for i := range 5 * 5 * 5 {
			r := &familytest.Row{Numbers: []int{i%5 - 2, i/5%5 - 2, i/25%5 - 2}[:n]}
			if n > 0 && (least == nil || familytest.CompareRows(r, least) < 0) &&
				differ(ends(), r, "grabbing", "plain") {
				least = r
			}
		}
	}
	return ends().Notation.Format(least)
}

// TestListedInPart claims no more of the smallest than what is smaller and listed.
func TestListedInPart(t *testing.T) {
	f := familytest.Planted(ends(), "plain", func(r row, a *puzzle.Answer) {
		if len(r.Numbers) > 3 && r.Numbers[0] > 4 {
			*a = puzzle.Answer{Verdict: puzzle.Unsolvable}
		}
	})
	r := hold(t, one(t, between(t, f, "4", "plain", "memo"), "9,3,-2,4,0"))
	require.Equal(t, "ends:9,0,0,0", f.ID(r.Smallest.Case)) // half of 9 is 4
	require.False(t, r.Least)
	require.True(t, r.Minimal)

	// Of the smallest that is found in a list with a gap, nobody knows whether it is the least.
	g := coins()
	g.Smaller = nil
	g.Before = func(p purse) (iter.Seq[[]purse], bool) {
		batches, _ := familytest.Coins().Before(p)
		return func(yield func([]purse) bool) {
			for batch := range batches {
				if !yield(
					slices.DeleteFunc(batch, func(q purse) bool { return len(q.Coins) == 2 }),
				) {
					return
				}
			}
		}, false
	}
	found := hold(t, one(t, between(t, g, "4", "greedy", "table"), "42:134:free"))
	require.Equal(t, "coins:6:134:two", g.ID(found.Smallest.Case))
	require.False(t, found.Least)
	require.False(t, found.Minimal)
}

// TestHonest has nothing to report where nobody is wrong, inside and outside.
func TestHonest(t *testing.T) {
	nothing(t, between(t, coins(), "12", "table", "exec steps"))
	nothing(t, between(t, colours(), "4", "exec tries", "ways"))
	nothing(t, between(t, ends(), "3", "exec plain", "exec memo"))
	c := between(t, coins(), "6", "steps", "exec greedy")
	// greed fails on two coins of 3 alone
	for _, c.Ask = range []puzzle.Ask{puzzle.Any, puzzle.Decide} {
		r := hold(t, c)
		require.Equal(t, "coins:6:34:two", c.Family.ID(r.First.Case))
		r = hold(t, one(t, c, "6:134:two"))
		require.Nil(t, r.First)
		require.EqualValues(t, 1, r.Agreed)
		c = between(t, coins(), "6", "steps", "exec greedy")
	}
}

func nothing[C any](t *testing.T, c *contest.Contest[C]) {
	r := hold(t, c)
	require.Nil(t, r.First)
	require.Nil(t, r.Smallest)
	require.False(t, r.Least)
	require.Equal(t, c.Source.Len(), r.Agreed)
	require.Zero(t, r.Stats[0].Unsteady+r.Stats[1].Unsteady)
}

// TestNotReduced claims nothing of families without smaller cases.
func TestNotReduced(t *testing.T) {
	f := coins()
	f.Smaller, f.Before = nil, nil
	r := hold(t, one(t, between(t, f, "6", "greedy", "table"), "42:134:free"))
	require.Same(t, r.First, r.Smallest)
	require.False(t, r.Least)
	require.False(t, r.Minimal)

	f.Before = familytest.Coins().Before // all smaller cases are tried, and no steps
	r = hold(t, one(t, between(t, f, "6", "greedy", "table"), "10:134:free"))
	require.Equal(t, "coins:6:34:two", f.ID(r.Smallest.Case))
	require.True(t, r.Least)
	require.True(t, r.Minimal)

	f.Before = nil
	f.Smaller = familytest.Coins().Smaller
	r = hold(t, one(t, between(t, f, "6", "greedy", "table"), "42:134:free"))
	requireMinimal(t, f, r.Smallest.Case, "greedy", "tries")
	require.False(t, r.Least)
	require.True(t, r.Minimal)
}

// tired returns coins where the solver table is wrong from a sum on, and gives up from one sum to
// another.
func tired(wrong, from, to int) *family.Family[purse] {
	return familytest.Planted(coins(), "table", func(p purse, a *puzzle.Answer) {
		switch {
		case p.Sum >= from && p.Sum <= to:
			*a = puzzle.Answer{}
		case p.Sum >= wrong:
			*a = puzzle.Answer{Verdict: puzzle.Unsolvable}
		}
	})
}

// TestLimitsAreNoAgreement makes no claim of a case where a solver gives up on a smaller one.
func TestLimitsAreNoAgreement(t *testing.T) {
	f := tired(21, 10, 20)
	r := hold(t, one(t, between(t, f, "6", "steps", "table"), "42:134:free"))
	require.Equal(t, 21, r.Smallest.Case.Sum)
	require.False(t, r.Least)
	require.False(t, r.Minimal)
	f.Before = nil
	r = hold(t, one(t, between(t, f, "6", "steps", "table"), "42:134:free"))
	require.Equal(t, "coins:21:3:free", f.ID(r.Smallest.Case))
	require.False(t, r.Minimal)

	// Limits on the way do not matter, as long as what is smaller than the smallest was answered.
	f = tired(5, 21, 21)
	f.Before = nil
	r = hold(t, one(t, between(t, f, "6", "steps", "table"), "42:134:free"))
	require.Equal(t, 5, r.Smallest.Case.Sum)
	require.True(t, r.Minimal)
}

// TestCutShort claims nothing of a reduction that has no time, or is interrupted.
func TestCutShort(t *testing.T) {
	c := one(t, between(t, coins(), "6", "greedy", "table"), "42:134:free")
	whole := hold(t, c)
	c.ShrinkTime = 1
	r := hold(t, c)
	require.Equal(t, whole.First, r.First)
	require.Same(t, r.First, r.Smallest)
	require.False(t, r.Least)
	require.False(t, r.Minimal)

	for _, at := range []int{2, 3, 10} { // in steps, and in the sweep
		ctx, cancel := context.WithCancel(t.Context())
		asked := 0
		f := familytest.Planted(coins(), "table", func(purse, *puzzle.Answer) {
			if asked++; asked == at {
				cancel()
			}
		})
		c := one(t, between(t, f, "6", "greedy", "table"), "42:134:free")
		c.Workers = 1
		r, err := c.Run(ctx)
		cancel()
		require.NoError(t, err)
		require.NotNil(t, r.Smallest)
		require.False(t, r.Least)
		require.False(t, r.Minimal)
	}
}

// TestWorkers reports the same for any number of workers, and in pieces.
func TestWorkers(t *testing.T) {
	same(t, func() *contest.Contest[purse] { return between(t, coins(), "24", "steps", "greedy") })
	same(t, func() *contest.Contest[path] { return between(t, colours(), "5", "ways", "oneway") })
	same(t, func() *contest.Contest[row] { return between(t, ends(), "4", "grabbing", "plain") })
}

func same[C any](t *testing.T, make func() *contest.Contest[C]) {
	for _, enough := range []uint64{1, 20} {
		var want contest.Report[C]
		for _, workers := range []int{1, 2, 3, 8} {
			c := make()
			c.Workers, c.Enough = workers, enough
			r := hold(t, c)
			r.Stats = [2]compare.Stats{} // times
			if workers == 1 {
				want = r
			}
			require.Equal(t, want, r)
		}
		for seed := range uint64(4) {
			r := inPieces(t, make(), enough, seed)
			r.Stats = [2]compare.Stats{}
			require.Equal(t, want, r, "seed %d", seed)
		}
	}
}

var errStop = errors.New("stop")

// inPieces holds a contest again and again, each time with other workers and up to some case, and
// goes on from what was kept.
func inPieces[C any](t *testing.T, c *contest.Contest[C], enough, seed uint64) contest.Report[C] {
	rng := rand.New(rand.NewPCG(seed, 3))
	source, disk := c.Source, json.RawMessage(nil)
	for {
		ctx, cancel := context.WithCancelCause(t.Context())
		left := new(atomic.Int64)
		left.Store(50 + rng.Int64N(200))
		c.Source = stopping[C]{source, left, func() { cancel(errStop) }}
		c.Enough, c.Workers = enough, 1+rng.IntN(4)
		c.Keeper = &enumerate.Keeper{Earlier: disk, Keep: func(done json.RawMessage) error {
			disk = done
			return nil
		}}
		r, err := c.Run(ctx)
		require.NoError(t, err)
		cancel(nil)
		if r.Limit == nil {
			c.Source, c.Keeper = source, &enumerate.Keeper{Earlier: disk}
			return hold(t, c) // with what was kept alone, and a reduction that nothing interrupts
		}
		require.ErrorIs(t, r.Limit, errStop)
	}
}

// stopping is a source that ends the contest when it has given so many cases.
type stopping[C any] struct {
	contest.Source[C]
	left *atomic.Int64
	stop func()
}

func (s stopping[C]) Case(i uint64, reuse C) C {
	if s.left.Add(-1) == 0 {
		s.stop()
	}
	return s.Source.Case(i, reuse)
}

// TestSolverFails ends the contest: a solver that cannot answer, and a program that cannot be
// started.
func TestSolverFails(t *testing.T) {
	f := coins()
	f.Solvers[1].New = func(puzzle.Limits) puzzle.Solver[purse] { return broken{} }
	_, err := between(t, f, "6", "steps", "table").Run(t.Context())
	require.ErrorIs(t, err, errStop)
	require.ErrorContains(t, err, "solver table")
	c := between(t, coins(), "6", "steps", "table")
	c.Players[0].Name = "nobody"
	_, err = c.Run(t.Context())
	require.ErrorContains(t, err, `unknown solver "nobody"`)
}

type broken struct{}

func (broken) Solve(context.Context, purse, puzzle.Ask) (puzzle.Answer, error) {
	return puzzle.Answer{}, errStop
}

// TestTimeout takes a slow solver's case for a limit, and says so on its side.
func TestTimeout(t *testing.T) {
	f := coins()
	f.Solvers[1].New = func(puzzle.Limits) puzzle.Solver[purse] { return slow{} }
	c := one(t, between(t, f, "6", "steps", "table"), "6:134:two")
	c.Timeout = time.Millisecond
	r, err := c.Run(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1, r.Limited)
	require.Equal(t, [2]uint64{0, 1}, r.Limits)
}

type slow struct{}

func (slow) Solve(ctx context.Context, _ purse, _ puzzle.Ask) (puzzle.Answer, error) {
	<-ctx.Done()
	return puzzle.Answer{Cause: context.Cause(ctx)}, nil
}

// TestOtherPuzzle: a program that serves another puzzle replies with errors, which are differences.
func TestOtherPuzzle(t *testing.T) {
	f := coins()
	f.Name = "purses"
	c := between(t, f, "1", "steps", "table")
	c.Players[1] = player(t, coins(), "exec table")
	r := hold(t, c)
	require.Equal(t, compare.Failed, r.First.Difference.Kind)
	require.True(
		t,
		strings.HasSuffix(
			r.First.Difference.Why,
			`replied with an error: puzzle is "purses", want coins`,
		),
	)
	require.Equal(t, "it gave no answer", r.First.Proofs[0].By)
}
