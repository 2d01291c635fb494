package levels

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/familytest"
	"exhaust/family/levels/climb"
	"exhaust/puzzle"
)

// wishes are wishes for rows.
func wishes(size string, count, workers int) family.Wishes {
	return family.Wishes{Size: size, Count: count, Seed: 3, States: 1000, Workers: workers}
}

// generate makes levels and returns their files, what they are, and what was done.
func generate[C any](t testing.TB, ctx context.Context, f *family.Family[C], w family.Wishes) ([]string, []family.Level, family.LevelsMade) {
	t.Helper()
	files, levels, made, err := generated(t, ctx, f, w)
	require.NoError(t, err)
	return files, levels, made
}

// generated is generate for runs that may fail.
func generated[C any](t testing.TB, ctx context.Context, f *family.Family[C], w family.Wishes) (files []string, levels []family.Level, made family.LevelsMade, err error) {
	t.Helper()
	m, err := Of(f).Maker(w)
	require.NoError(t, err)
	made, err = m.Run(ctx, func(l family.Level) error {
		files, levels = append(files, string(l.AppendFile(nil))), append(levels, l)
		return nil
	})
	require.Equal(t, len(files), made.Levels)
	require.GreaterOrEqual(t, m.Progress().Tries, made.Tries)
	return files, levels, made, err
}

// The same wishes make the same levels for any number of workers; any one of them is made again by
// the command that it carries; another seed makes others.
func TestSameLevels(t *testing.T) {
	want, levels, report := generate(t, context.Background(), rows(), wishes("12", 4, 1))
	require.Len(t, want, 4)
	require.NoError(t, report.Limit)
	for _, workers := range []int{2, 3, 0} {
		got, _, again := generate(t, context.Background(), rows(), wishes("12", 4, workers))
		require.Equal(t, want, got, "%d workers", workers)
		require.Equal(t, report, again, "%d workers", workers)
	}
	for i, l := range levels {
		w := wishes("", 1, 2)
		_, err := fmt.Sscanf(l.(*kept[row]).level.Origin, "exhaust generate rows:%s --states %d --seed %d --from %d --count 1",
			&w.Size, &w.States, &w.Seed, &w.From)
		require.NoError(t, err)
		got, _, _ := generate(t, context.Background(), rows(), w)
		require.Equal(t, want[i:i+1], got)
	}
	other := wishes("12", 4, 1)
	other.Seed++
	_, others, _ := generate(t, context.Background(), rows(), other)
	require.NotEqual(t, levels[0].(*kept[row]).level.Case, others[0].(*kept[row]).level.Case)
}

// What a try comes to, of each kind of answer.
func TestTry(t *testing.T) {
	moves := puzzle.Answer{Verdict: puzzle.Solvable, Value: 3, States: 9, Certificate: []byte("RLR")}
	count := moves
	count.Value = 1
	two, several, none, far := count, count, moves, moves
	two.Second, several.Value, none.Value, far.Value = []byte("RR"), 2, 0, -3
	for _, test := range []struct {
		kind   puzzle.Kind
		answer puzzle.Answer
		want   climb.Trial
	}{
		{puzzle.Moves, moves, climb.Trial{Good: true, Score: 304, States: 9, Spent: 9}},
		{puzzle.Moves, none, climb.Trial{States: 9, Spent: 9}},
		{puzzle.Payoff, far, climb.Trial{Good: true, Score: -296, States: 9, Spent: 9}},
		{puzzle.Payoff, none, climb.Trial{Good: true, Score: 4, States: 9, Spent: 9}},
		{puzzle.Count, count, climb.Trial{Good: true, Score: 9, States: 9, Spent: 9}},
		{puzzle.Count, two, climb.Trial{States: 9, Spent: 9}},
		{puzzle.Count, several, climb.Trial{States: 9, Spent: 9}},
		{puzzle.Moves, puzzle.Answer{Verdict: puzzle.Unsolvable, States: 5}, climb.Trial{States: 5, Spent: 5}},
		{puzzle.Moves, puzzle.Answer{Cause: puzzle.ErrStates}, climb.Trial{Costly: true, Spent: 1000}},
		{puzzle.Moves, puzzle.Answer{Cause: puzzle.ErrMemory, States: 5000}, climb.Trial{Costly: true, Spent: 5000}},
	} {
		f := withSolvers(0, solver("told", func(context.Context, row) (puzzle.Answer, error) { return test.answer, nil }))
		f.Measure.Kind = test.kind
		w := wishes("5", 1, 1)
		c := &craft[row]{keeper: &Keeper[row]{f}, wishes: &w}
		l := Level[row]{Case: row("23104")}
		got, err := c.Try(context.Background(), &l, 1000, 0)
		require.NoError(t, err)
		require.Equal(t, test.want, got, "%+v", test)
		if got.Good {
			require.Equal(t, test.answer.Value, l.Value)
			l.Certificate[0] = 'X' // of the level alone
			require.Equal(t, "RLR", string(test.answer.Certificate))
		}
	}
}

// A solver serves the tries of one climb that have its limit.
func TestSolversOfAClimb(t *testing.T) {
	f, made := rows(), 0
	usual := f.Solvers[0].New
	f.Solvers[0].New = func(l puzzle.Limits) puzzle.Solver[row] { made++; return usual(l) }
	w := wishes("5", 1, 1)
	w.States = 1 << 20
	c := &craft[row]{keeper: &Keeper[row]{f}, wishes: &w}
	l := Level[row]{Case: row("23104")}
	try := func(states uint64) int {
		_, err := c.Try(context.Background(), &l, states, 0)
		require.NoError(t, err)
		return made
	}
	c.Begin()
	require.Equal(t, 1, try(20_000))
	require.Equal(t, 1, try(10))
	require.Equal(t, 2, try(30_000))
	require.Equal(t, 2, try(40_000))
	c.Begin()
	require.Nil(t, c.solver)
	require.Equal(t, 3, try(40_000))
	ok, err := c.Finish(context.Background(), &l, 0)
	require.NoError(t, err)
	require.True(t, ok)
	require.Nil(t, c.solver)
	require.Equal(t, 4, made)
}

// A row of n numbers takes n-1 jumps at most, and climbs come there. All levels are what they say.
func TestLevelsAreTrue(t *testing.T) {
	_, levels, _ := generate(t, context.Background(), rows(), wishes("7", 3, 2))
	seen := map[string]bool{}
	for _, l := range levels {
		v := l.(*kept[row]).level
		require.Equal(t, 6, v.Value)
		require.Equal(t, uint64(7), v.States)
		require.Equal(t, 603, v.Score)
		require.Equal(t, "relaxation", v.Confirmed)
		require.NoError(t, l.Verify(context.Background(), 0))
		require.False(t, seen[string(v.Case[:6])])
		seen[string(v.Case[:6])] = true
	}
}

// The only row of two numbers that a token crosses begins with 1, so all its levels are the same.
func TestKnownLevels(t *testing.T) {
	files, _, made := generate(t, context.Background(), rows(), wishes("2", 9, 3))
	require.Len(t, files, 1)
	require.ErrorIs(t, made.Limit, climb.ErrGaveUp)
	require.EqualError(t, made.Limit, "no new level in so many climbs in a row that more is hopeless; of 49 climbs, 48 to a level found before")
	f := rows()
	f.Workshop.Signature = nil // the ID
	files, _, _ = generate(t, context.Background(), f, wishes("2", 9, 3))
	require.Len(t, files, 2) // 10 and 11
}

// A wish that nothing fulfils ends, and the report says what was in the way.
func TestHopelessWishes(t *testing.T) {
	fewDraws(t)
	w := wishes("5", 1, 2)
	w.MinValue = 5
	_, _, made := generate(t, context.Background(), rows(), w)
	require.EqualError(t, made.Limit, "no new level in so many climbs in a row that more is hopeless; of 48 climbs, 48 came to less than 5 jumps (the most: 4)")
	w.MinValue, w.States = 0, 1
	_, _, made = generate(t, context.Background(), rows(), w)
	require.EqualError(t, made.Limit, "no new level in so many climbs in a row that more is hopeless; of 48 climbs, 48 drew no solvable case that takes few states")
	w.MinValue, w.States = 4, 1000
	_, levels, made := generate(t, context.Background(), rows(), w)
	require.NoError(t, made.Limit)
	require.Len(t, levels, 1)
}

// A done context and a limit of memory end a run as limits, with what was found by then.
func TestLimitsEndARun(t *testing.T) {
	errEnough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errEnough)
	files, _, made := generate(t, ctx, rows(), wishes("12", 4, 2))
	require.Empty(t, files)
	require.Equal(t, errEnough, made.Limit)

	want, _, _ := generate(t, context.Background(), rows(), wishes("12", 4, 1))
	for _, memory := range []uint64{1, climbMemory - 1, climbMemory, 2*climbMemory - 1, 1 << 40} {
		w := wishes("12", 4, 2)
		w.Memory = memory
		files, _, made = generate(t, context.Background(), rows(), w)
		if memory < climbMemory {
			require.Empty(t, files)
			require.ErrorIs(t, made.Limit, puzzle.ErrMemory)
			require.EqualError(t, made.Limit, "memory limit: a climb may take 384 MiB")
		} else {
			require.Equal(t, want, files)
			require.NoError(t, made.Limit)
		}
	}
	ctx, cancel = context.WithCancelCause(context.Background())
	m, err := Of(rows()).Maker(wishes("12", 4, 2))
	require.NoError(t, err)
	var got []string
	made, err = m.Run(ctx, func(l family.Level) error {
		if got = append(got, string(l.AppendFile(nil))); len(got) == 2 {
			cancel(errEnough)
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, want[:len(got)], got)
	require.GreaterOrEqual(t, len(got), 2)
	if len(got) < 4 {
		require.Equal(t, errEnough, made.Limit)
	}
}

// fewDraws lets climbs that find nothing end soon.
func fewDraws(t *testing.T) {
	kept := pace
	t.Cleanup(func() { pace = kept })
	pace.MostDraws = 40
}

// A search that is stopped says nothing of a case: by a limit of states or memory, or without a
// cause.
func TestStopped(t *testing.T) {
	fewDraws(t)
	for _, cause := range []error{nil, puzzle.ErrStates, puzzle.ErrMemory} {
		stops := solver("stops", func(context.Context, row) (puzzle.Answer, error) { return puzzle.Answer{Cause: cause}, nil })
		_, _, made := generate(t, context.Background(), withSolvers(0, stops), wishes("5", 1, 1))
		require.ErrorContains(t, made.Limit, "of 48 climbs, 48 drew no solvable case that takes few states")
	}
	errOdd := errors.New("odd")
	odd := solver("odd", func(context.Context, row) (puzzle.Answer, error) { return puzzle.Answer{Cause: errOdd}, nil })
	_, _, _, err := generated(t, context.Background(), withSolvers(0, odd), wishes("5", 1, 1))
	require.Equal(t, errOdd, err)
}

// A solver may keep what it finds out, and meet fewer states later. Levels are the same for any
// number of workers all the same, and what they say is what a new solver finds.
func TestSolversRemember(t *testing.T) {
	f := rows()
	usual := f.Solvers[0].New
	f.Solvers[0].New = func(l puzzle.Limits) puzzle.Solver[row] {
		solved, known := uint64(0), l.States%7 // it prepares for its limit
		return solvedBy(func(ctx context.Context, r row) (puzzle.Answer, error) {
			a, err := usual(puzzle.Limits{}).Solve(ctx, r, puzzle.Best)
			solved++
			a.States += known + 1000/solved
			return a, err
		})
	}
	want, levels, _ := generate(t, context.Background(), f, wishes("12", 4, 1))
	for _, workers := range []int{2, 3} {
		got, _, _ := generate(t, context.Background(), f, wishes("12", 4, workers))
		require.Equal(t, want, got)
	}
	for _, l := range levels {
		require.NoError(t, l.Verify(context.Background(), 0))
		require.Greater(t, l.(*kept[row]).level.States, uint64(1000))
	}
}

// A case that a new solver cannot solve again in the memory that it may take is no level, and one
// that it solves otherwise is a fault.
func TestSolvedAgain(t *testing.T) {
	again := func(change func(a *puzzle.Answer)) *family.Family[row] {
		f := rows()
		f.Solvers[0].New = func(l puzzle.Limits) puzzle.Solver[row] {
			return solvedBy(func(ctx context.Context, r row) (puzzle.Answer, error) {
				a, err := breadth{}.Solve(ctx, r, puzzle.Best)
				if l.States == 0 {
					change(&a)
				}
				return a, err
			})
		}
		return f
	}
	_, _, made := generate(t, context.Background(), again(func(a *puzzle.Answer) {
		*a = puzzle.Answer{Cause: puzzle.ErrMemory}
	}), wishes("7", 1, 1))
	require.ErrorContains(t, made.Limit, "48 drew no solvable case that takes few states")
	errOdd := errors.New("odd")
	for want, change := range map[string]func(a *puzzle.Answer){
		"breadth says 6 jumps, and then 7 jumps":    func(a *puzzle.Answer) { a.Value++ },
		"breadth says 6 jumps, and then unsolvable": func(a *puzzle.Answer) { *a = puzzle.Answer{Verdict: puzzle.Unsolvable} },
		"no value or no solution":                   func(a *puzzle.Answer) { a.Bare = true },
		"odd":                                       func(a *puzzle.Answer) { *a = puzzle.Answer{Cause: errOdd} },
	} {
		_, _, _, err := generated(t, context.Background(), again(change), wishes("7", 1, 1))
		require.ErrorContains(t, err, want)
	}
}

// A search that comes to its limit of states says nothing of a case: with a small limit there are
// no levels that take more, and those that take less are true.
func TestStatesAreALimit(t *testing.T) {
	w := wishes("12", 3, 2)
	w.States = 6
	_, levels, _ := generate(t, context.Background(), rows(), w)
	require.NotEmpty(t, levels)
	for _, l := range levels {
		require.LessOrEqual(t, l.(*kept[row]).level.States, uint64(6)) // for this solver meets the same again
		require.NoError(t, l.Verify(context.Background(), 0))
	}
}

// Faults of solvers end a run: no value, a wrong value, a wrong solution, two that differ, an
// error.
func TestFaults(t *testing.T) {
	lies := func(change func(a *puzzle.Answer)) solvedBy {
		return func(ctx context.Context, r row) (puzzle.Answer, error) {
			a, err := breadth{}.Solve(ctx, r, puzzle.Best)
			if a.Verdict == puzzle.Solvable {
				change(&a)
			}
			return a, err
		}
	}
	second := rows().Solvers[1]
	for want, f := range map[string]*family.Family[row]{
		"liar: no value or no solution":               withSolvers(0, solver("liar", lies(func(a *puzzle.Answer) { a.Value = puzzle.Unsaid })), second),
		"lier: no value or no solution":               withSolvers(0, solver("lier", lies(func(a *puzzle.Answer) { a.Bare = true })), second),
		"the solution shows 6 jumps: want 7 jumps":    withSolvers(0, solver("liar", lies(func(a *puzzle.Answer) { a.Value++ })), second),
		"the solution fails: at the start: the token": withSolvers(0, solver("liar", lies(func(a *puzzle.Answer) { a.Certificate = nil; a.Value = 8 })), second),
		"6 jumps: liar says 7 jumps":                  withSolvers(1, solver("liar", lies(func(a *puzzle.Answer) { a.Value++ }))),
		"6 jumps: liar says no value":                 withSolvers(1, solver("liar", lies(func(a *puzzle.Answer) { a.Value = puzzle.Unsaid }))),
		"6 jumps: liar says unsolvable":               withSolvers(1, solver("liar", lies(func(a *puzzle.Answer) { *a = puzzle.Answer{Verdict: puzzle.Unsolvable} }))),
		errCannot.Error():                             withSolvers(0, solver("liar", func(context.Context, row) (puzzle.Answer, error) { return puzzle.Answer{}, errCannot }), second),
	} {
		files, _, made, err := generated(t, context.Background(), f, wishes("7", 1, 1))
		require.ErrorContains(t, err, want)
		require.NoError(t, made.Limit)
		require.Empty(t, files)
	}
}

// Solvers that confirm are asked in their order, until one has an answer. One that cannot take the
// case, one that comes to its limit, and one on demand are passed over; if none is left, the level
// says so.
func TestConfirm(t *testing.T) {
	limited := solver("limited", func(context.Context, row) (puzzle.Answer, error) { return puzzle.Answer{Cause: puzzle.ErrStates}, nil })
	full := solver("full", func(context.Context, row) (puzzle.Answer, error) { return puzzle.Answer{Cause: puzzle.ErrMemory}, nil })
	small := solver("small", func(context.Context, row) (puzzle.Answer, error) { return puzzle.Answer{}, errCannot })
	named := solver("named", func(context.Context, row) (puzzle.Answer, error) { panic("nobody has named it") })
	named.OnDemand = true
	for _, test := range []struct {
		others []family.Maker[row]
		want   string
	}{
		{[]family.Maker[row]{limited, named, small, full, rows().Solvers[1]}, "relaxation"},
		{[]family.Maker[row]{limited, named, small, full}, ""},
		{nil, ""},
	} {
		f := withSolvers(1, test.others...)
		files, levels, _ := generate(t, context.Background(), f, wishes("7", 1, 1))
		require.Equal(t, test.want, levels[0].(*kept[row]).level.Confirmed)
		if test.want == "" {
			require.Contains(t, files[0], "\n# confirmed by none within 262144 states and 128 MiB\n")
		}
		require.NoError(t, levels[0].Verify(context.Background(), 0))
	}
	// the end of the context is no part of a level, and ends the run
	errTime := errors.New("time")
	ctx, cancel := context.WithCancelCause(context.Background())
	slow := solver("slow", func(ctx context.Context, _ row) (puzzle.Answer, error) {
		cancel(errTime)
		return puzzle.Answer{Cause: context.Canceled}, nil
	})
	files, _, made := generate(t, ctx, withSolvers(1, slow, rows().Solvers[1]), wishes("7", 1, 1))
	require.Empty(t, files)
	require.Equal(t, errTime, made.Limit)
}

// The solver that confirms is bounded, and so is the usual one, whatever the limit of memory.
func TestSolversAreBounded(t *testing.T) {
	f := rows()
	usual, other := f.Solvers[0].New, f.Solvers[1].New
	states := []uint64{}
	f.Solvers[0].New = func(l puzzle.Limits) puzzle.Solver[row] {
		require.Equal(t, puzzle.Limits{Workers: 1, Memory: searchMemory, States: l.States}, l)
		states = append(states, l.States)
		return usual(l)
	}
	f.Solvers[1].New = func(l puzzle.Limits) puzzle.Solver[row] {
		require.Equal(t, puzzle.Limits{Workers: 1, Memory: confirmMemory, States: ConfirmStates}, l)
		return other(l)
	}
	w := wishes("7", 2, 1)
	w.Memory, w.States = 1<<30, 50_000
	_, levels, _ := generate(t, context.Background(), f, w)
	require.Equal(t, []uint64{20_000, 0, 20_000, 0}, states[:4]) // a climb, its level again, the next climb
	states = nil
	require.NoError(t, levels[0].Verify(context.Background(), 1<<30))
	require.Equal(t, []uint64{0}, states)

	c := &craft[row]{keeper: &Keeper[row]{f}, wishes: &w}
	for _, test := range [][2]uint64{{1, 20_000}, {20_000, 20_000}, {20_001, 40_000}, {41_000, 50_000}, {1 << 60, 50_000}} {
		require.Equal(t, test[1], c.limit(test[0]))
	}
	w.States = 7
	require.Equal(t, uint64(7), c.limit(20_000))
}

// What a notation does not read back as it was written is a fault.
func TestReadBack(t *testing.T) {
	for want, change := range map[string]func(n *family.Notation[row]){
		"the level file is not read back as it was written": func(n *family.Notation[row]) {
			n.ParseSolution = func(string) ([]byte, error) { return nil, nil }
		},
		"seed3-0:8: R: want a case of rows, such as rows:2113": func(n *family.Notation[row]) {
			n.FormatSolution = func([]byte) string { return "L\nR" }
		},
	} {
		f := rows()
		change(&f.Notation)
		_, _, _, err := generated(t, context.Background(), f, wishes("7", 1, 1))
		require.ErrorContains(t, err, want)
	}
}

// Levels of a puzzle that counts have one solution, and are scored by states.
func TestCountLevels(t *testing.T) {
	f := familytest.Colours()
	f.Workshop = &family.Workshop[*familytest.Path]{
		Draw: func(rng *rand.Rand, size string) (*familytest.Path, error) {
			d, err := f.Random(size, family.Draws{})
			if err != nil {
				return nil, err
			}
			return d.Draw(rng, nil), nil
		},
		Mutate: func(rng *rand.Rand, p *familytest.Path) *familytest.Path {
			q := f.Notation.Clone(p)
			q.Clues[rng.IntN(len(q.Clues))] = ".123"[rng.IntN(4)]
			return q
		},
		Size: func(p *familytest.Path) string { return fmt.Sprint(len(p.Clues)) },
	}
	want, levels, _ := generate(t, context.Background(), f, wishes("6", 3, 1))
	got, _, _ := generate(t, context.Background(), f, wishes("6", 3, 3))
	require.Equal(t, want, got)
	require.Len(t, levels, 3)
	for _, l := range levels {
		v := l.(*kept[*familytest.Path]).level
		require.Equal(t, 1, v.Value)
		require.Equal(t, int(v.States), v.Score)
		require.Equal(t, "tries", v.Confirmed)
		require.NoError(t, l.Verify(context.Background(), 0))
		lie := *v
		lie.Case = &familytest.Path{Clues: []byte("......")}
		err := (&kept[*familytest.Path]{&Keeper[*familytest.Path]{f}, &lie}).Verify(context.Background(), 0)
		require.ErrorContains(t, err, v.Name+": 1 solution: found ")
	}
	w := wishes("6", 1, 1)
	w.MinValue = 2
	_, err := Of(f).Maker(w)
	require.EqualError(t, err, "at least 2 solutions: a level has 1")
	w.MinValue, w.States = 0, 1000
	f.Workshop.Draw = func(*rand.Rand, string) (*familytest.Path, error) { return &familytest.Path{Clues: []byte("...")}, nil }
	_, _, made := generate(t, context.Background(), f, w)
	require.ErrorContains(t, made.Limit, "48 drew no case with one solution that takes few states")
}

// Levels of a game have the greatest payoff, and it may be negative.
func TestPayoffLevels(t *testing.T) {
	f := familytest.Ends()
	f.Workshop = &family.Workshop[*familytest.Row]{
		Draw: func(rng *rand.Rand, _ string) (*familytest.Row, error) {
			return &familytest.Row{Numbers: []int{-1 - rng.IntN(5), -1 - rng.IntN(5), -1 - rng.IntN(5)}}, nil
		},
		Mutate: func(rng *rand.Rand, r *familytest.Row) *familytest.Row {
			m := f.Notation.Clone(r)
			m.Numbers[rng.IntN(3)] = -1 - rng.IntN(5)
			return m
		},
		Size: func(r *familytest.Row) string { return fmt.Sprint(len(r.Numbers)) },
	}
	_, levels, _ := generate(t, context.Background(), f, wishes("3", 1, 2))
	v := levels[0].(*kept[*familytest.Row]).level
	best := 0
	for i := range 125 {
		a, err := f.Solvers[1].New(puzzle.Limits{}).Solve(context.Background(),
			&familytest.Row{Numbers: []int{-1 - i%5, -1 - i/5%5, -1 - i/25}}, puzzle.Best)
		require.NoError(t, err)
		if i == 0 || a.Value > best {
			best = a.Value
		}
	}
	require.Equal(t, best, v.Value)
	require.NoError(t, levels[0].Verify(context.Background(), 0))
	f.Workshop.Draw = func(*rand.Rand, string) (*familytest.Row, error) { return &familytest.Row{Numbers: []int{-7}}, nil }
	f.Workshop.Mutate = func(_ *rand.Rand, r *familytest.Row) *familytest.Row { return f.Notation.Clone(r) }
	_, levels, _ = generate(t, context.Background(), f, wishes("1", 1, 2))
	require.Equal(t, -7, levels[0].(*kept[*familytest.Row]).level.Value)
	w := wishes("1", 1, 2)
	w.MinValue = -6
	_, levels, made := generate(t, context.Background(), f, w)
	require.Empty(t, levels)
	require.ErrorContains(t, made.Limit, "48 came to less than -6 points (the most: -7)")
	w.MinValue = -100
	_, levels, _ = generate(t, context.Background(), f, w)
	require.Len(t, levels, 1)
}

func TestImpossibleWishes(t *testing.T) {
	for want, change := range map[string]func(w *family.Wishes){
		"no size: want one, as in rows:4":            func(w *family.Wishes) { w.Size = "" },
		`size "x": want 2 or more`:                   func(w *family.Wishes) { w.Size = "x" },
		"no states: want at least 1":                 func(w *family.Wishes) { w.States = 0 },
		"at least -1 jumps: want no negative number": func(w *family.Wishes) { w.MinValue = -1 },
	} {
		w := wishes("5", 1, 1)
		change(&w)
		_, err := Of(rows()).Maker(w)
		require.EqualError(t, err, want)
	}
}

func TestNames(t *testing.T) {
	for size, want := range map[string]string{"3x4": "3x4", "5:8": "5-8", "../a b": "..-a-b", "1,2_+.Z": "1,2_+.Z", "é": "--"} {
		require.Equal(t, want, nameOf(size))
	}
}

func TestScore(t *testing.T) {
	for _, test := range []struct {
		kind   puzzle.Kind
		value  int
		states uint64
		want   int
	}{
		{puzzle.Moves, 31, 181_440, 3118},
		{puzzle.Moves, 1, 0, 100},
		{puzzle.Payoff, -2, 1<<64 - 1, -136},
		{puzzle.Payoff, 1 << 60, 0, 100 << 40},
		{puzzle.Payoff, -1 << 60, 0, -100 << 40},
		{puzzle.Count, 1, 181_440, 181_440},
		{puzzle.Count, 1, 1<<64 - 1, 1 << 40},
	} {
		require.Equal(t, test.want, Score(test.kind, test.value, test.states), "%+v", test)
	}
}

// Of returns a puzzle's own levels if it has them.
func TestOwn(t *testing.T) {
	f := rows()
	own := &Keeper[row]{f}
	f.Workshop = &family.Workshop[row]{Own: own}
	require.Same(t, own, Of(f))
}
