package levels

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"exhaust/family"
	"exhaust/family/levels/climb"
	"exhaust/puzzle"
)

// pace is how long a climb goes on.
var pace = climb.Pace{
	GoodDraws: 20, MostDraws: 2000, Patience: 600, MostTries: 20_000, MostSpent: 50_000_000,
	DrawStates: 20_000, MoreStates: 2, Widen: 8,
}

// What searches may take, in bytes. It does not depend on what the machine has, for some solvers
// search fewer states if they have room for larger tables, and a level would then be another one.
const (
	searchMemory  = 256 << 20
	confirmMemory = 128 << 20
	climbMemory   = searchMemory + confirmMemory
)

// A craft draws, changes and tries cases, with the puzzle's usual solver on one goroutine.
type craft[C any] struct {
	keeper *Keeper[C]
	wishes *family.Wishes

	// The solver serves many cases of one climb: some solvers keep what they found out about one
	// case for the next.
	solver puzzle.Solver[C]
	states uint64 // its limit
}

// Begin forgets the solver of the climb before.
func (t *craft[C]) Begin() { t.solver = nil }

// Draw draws a case.
func (t *craft[C]) Draw(rng *rand.Rand) (Level[C], error) {
	c, err := t.keeper.Family.Workshop.Draw(rng, t.wishes.Size)
	return Level[C]{Case: c}, err
}

// Mutate changes a case a little.
func (t *craft[C]) Mutate(rng *rand.Rand, l *Level[C]) Level[C] {
	return Level[C]{Case: t.keeper.Family.Workshop.Mutate(rng, l.Case)}
}

// Try solves a case.
func (t *craft[C]) Try(
	ctx context.Context, l *Level[C], states uint64, _ int,
) (climb.Trial, error) {
	limit := t.limit(states)
	if t.solver == nil || t.states != limit {
		t.solver, t.states = t.keeper.usual(limit), limit
	}
	a, err := t.solver.Solve(ctx, l.Case, puzzle.Best)
	trial := climb.Trial{States: a.States, Spent: a.States}
	if err == nil && a.Verdict == puzzle.Limit {
		if err = causeOf(ctx, &a); isCostly(err) {
			return climb.Trial{Costly: true, Spent: max(a.States, limit)}, nil
		}
	}
	if err != nil {
		return trial, err
	}
	trial.Good, err = t.keeper.take(l, &a)
	trial.Score = l.Score
	return trial, err
}

// usual returns the usual solver with a limit of states; 0 is none.
func (k *Keeper[C]) usual(states uint64) puzzle.Solver[C] {
	limits := puzzle.Limits{Workers: 1, Memory: searchMemory, States: states}
	return k.Family.Solvers[0].New(limits)
}

// isCostly reports whether a search was stopped because it took too many states, or too much of the
// memory that any search may take.
func isCostly(cause error) bool {
	return errors.Is(cause, puzzle.ErrStates) || errors.Is(cause, puzzle.ErrMemory)
}

// limit returns the limit of a solver that may meet so many states: that of a drawn case, doubled
// until it is enough, so that one solver serves many cases.
func (t *craft[C]) limit(states uint64) uint64 {
	limit := pace.DrawStates
	for limit < states && limit < t.wishes.States {
		limit *= 2
	}
	return min(limit, t.wishes.States)
}

// causeOf returns why an answer is a limit.
func causeOf(ctx context.Context, a *puzzle.Answer) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case a.Cause != nil:
		return a.Cause
	}
	return puzzle.ErrMemory
}

// errNoValue says that a solver did not do what it was asked, which is a fault of it.
var errNoValue = errors.New("no value or no solution")

// take fills in what an answer says of a level's case. It reports whether it is a level: solvable,
// with one solution of a Count, and in more than 0 moves.
func (k *Keeper[C]) take(l *Level[C], a *puzzle.Answer) (ok bool, err error) {
	kind := k.Family.Measure.Kind
	switch {
	case a.Verdict != puzzle.Solvable:
		return false, nil
	case a.Value == puzzle.Unsaid || a.Bare:
		name := k.Family.Solvers[0].Name
		return false, fmt.Errorf("%s: %s: %w", k.Family.ID(l.Case), name, errNoValue)
	case kind == puzzle.Count && (a.Value != 1 || a.Second != nil):
		return false, nil
	case kind == puzzle.Moves && a.Value < 1:
		return false, nil
	}
	l.Value, l.States = a.Value, a.States
	l.Certificate = slices.Clone(a.Certificate)
	l.Score = Score(kind, l.Value, l.States)
	return true, nil
}

// Finish names a level and makes sure of it: it is solved again, the referee replays the solution,
// and another solver finds the value.
func (t *craft[C]) Finish(ctx context.Context, l *Level[C], number uint64) (ok bool, err error) {
	k, w := t.keeper, t.wishes
	l.Name = fmt.Sprintf("%s-%s-seed%d-%d", k.Family.Name, nameOf(w.Size), w.Seed, number)
	l.Origin = fmt.Sprintf("exhaust generate %s%s --states %d --seed %d --from %d --count 1",
		k.Family.Prefix(), w.Size, w.States, w.Seed, number)
	t.solver = nil // which gives its memory to the one that solves again
	if ok, err := k.solveAgain(ctx, l); !ok || err != nil {
		return false, err
	}
	if err := k.replay(l); err != nil {
		return false, fmt.Errorf("%s: %w", k.Family.ID(l.Case), err)
	}
	if l.Confirmed, err = k.confirm(ctx, l); err != nil {
		return false, err
	}
	return true, k.readBack(l)
}

// solveAgain solves a level by a solver that has met no case before and has no limit of states, as
// verify does. It reports false if that takes too much memory.
func (k *Keeper[C]) solveAgain(ctx context.Context, l *Level[C]) (ok bool, err error) {
	a, err := k.usual(0).Solve(ctx, l.Case, puzzle.Best)
	if err == nil && a.Verdict == puzzle.Limit {
		if err = causeOf(ctx, &a); isCostly(err) {
			return false, nil
		}
	}
	if err != nil {
		return false, err
	}
	value := l.Value
	ok, err = k.take(l, &a)
	if err == nil && (!ok || l.Value != value) {
		err = fmt.Errorf("%s: %s says %s, and then %s", k.Family.ID(l.Case),
			k.Family.Solvers[0].Name, k.valueText(value), k.answerText(&a))
	}
	return ok, err
}

// nameBytes are the characters of a size that stand in the name of a file as they are.
const nameBytes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,_+"

// nameOf returns a size as it stands in the name of a file: each character that is neither a
// letter, a digit nor one of .,_+ becomes a dash.
func nameOf(size string) string {
	name := []byte(size)
	for i, b := range name {
		if strings.IndexByte(nameBytes, b) < 0 {
			name[i] = '-'
		}
	}
	return string(name)
}
