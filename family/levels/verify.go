package levels

import (
	"context"
	"errors"
	"fmt"

	"exhaust/family"
	"exhaust/puzzle"
)

// replay has the referee replay the solution of a level.
func (k *Keeper[C]) replay(l *Level[C]) error {
	value, err := k.Family.Referee().Replay(l.Case, l.Certificate)
	switch {
	case err != nil:
		return fmt.Errorf("the solution fails: %w", err)
	case value != l.Value:
		return fmt.Errorf("the solution shows %s: want %s", k.valueText(value), k.valueText(l.Value))
	}
	return nil
}

// confirm has the other solvers that take any case find the value of a level, one after the other,
// until one has found it within ConfirmStates. It returns the name of that one, or nothing if there
// is none. The error is that another value was found, or the cause of the context's end.
func (k *Keeper[C]) confirm(ctx context.Context, l *Level[C]) (name string, err error) {
	limits := puzzle.Limits{Workers: 1, Memory: confirmMemory, States: ConfirmStates}
	for _, m := range k.Family.Solvers[1:] {
		if m.OnDemand {
			continue
		}
		a, err := m.New(limits).Solve(ctx, l.Case, puzzle.Best)
		switch {
		case err != nil: // it cannot take the case
		case a.Verdict != puzzle.Limit:
			return m.Name, k.differs(l, m.Name, &a)
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		}
	}
	return "", nil
}

// differs returns an error if another solver says something else of a level.
func (k *Keeper[C]) differs(l *Level[C], name string, a *puzzle.Answer) error {
	if a.Verdict == puzzle.Solvable && a.Value == l.Value {
		return nil
	}
	id := k.Family.ID(l.Case)
	return fmt.Errorf("%s: %s: %s says %s", id, k.valueText(l.Value), name, k.answerText(a))
}

// answerText returns what an answer says, in a few words.
func (k *Keeper[C]) answerText(a *puzzle.Answer) string {
	switch {
	case a.Verdict != puzzle.Solvable:
		return a.Verdict.String()
	case a.Value == puzzle.Unsaid:
		return "no value"
	}
	return k.valueText(a.Value)
}

// errRead says that a level file is not read as it was written, which is a fault of the notation.
var errRead = errors.New("the level file is not read back as it was written")

// readBack checks that the file of a level is read back as what it is.
func (k *Keeper[C]) readBack(l *Level[C]) error {
	text := k.appendFile(nil, l)
	got, err := k.parse(l.Name, text)
	if err == nil && string(k.appendFile(nil, got)) != string(text) {
		err = errRead
	}
	if err != nil {
		return fmt.Errorf("%s: %w", k.Family.ID(l.Case), err)
	}
	return nil
}

// verify finds out again what a level claims. A claimed solution need not be the one that is found.
func (k *Keeper[C]) verify(ctx context.Context, l *Level[C], memory uint64) error {
	if memory > 0 && memory < climbMemory {
		return unverified(l.Name, puzzle.ErrMemory)
	}
	a, err := k.usual(0).Solve(ctx, l.Case, puzzle.Best)
	if err == nil && a.Verdict == puzzle.Limit {
		err = causeOf(ctx, &a)
	}
	if err != nil {
		return unverified(l.Name, err)
	}
	if err := k.compare(l, &a); err != nil {
		return fmt.Errorf("%s: %w", l.Name, err)
	}
	if err := k.replay(l); err != nil {
		return fmt.Errorf("%s: %w", l.Name, err)
	}
	return k.verifyConfirmed(ctx, l)
}

// compare holds what a level claims against what a search found.
func (k *Keeper[C]) compare(l *Level[C], a *puzzle.Answer) error {
	found := Level[C]{Case: l.Case}
	ok, err := k.take(&found, a)
	switch {
	case err != nil:
		return err
	case !ok || found.Value != l.Value:
		return fmt.Errorf("%s: found %s", k.valueText(l.Value), k.answerText(a))
	case found.States != l.States:
		return fmt.Errorf("%d states: found %d", l.States, found.States)
	case found.Score != l.Score:
		return fmt.Errorf("score %d: it is %d", l.Score, found.Score)
	}
	return nil
}

// verifyConfirmed checks which other solver finds the value of a level.
func (k *Keeper[C]) verifyConfirmed(ctx context.Context, l *Level[C]) error {
	name, err := k.confirm(ctx, l)
	switch {
	case ctx.Err() != nil:
		return unverified(l.Name, context.Cause(ctx))
	case err != nil:
		return fmt.Errorf("%s: %w", l.Name, err)
	case name != l.Confirmed:
		claimed, found := confirmedText(l.Confirmed), confirmedText(name)
		return fmt.Errorf("%s: confirmed by %s: found %s", l.Name, claimed, found)
	}
	return nil
}

// unverified says that a level was not searched to the end.
func unverified(name string, err error) error {
	return &family.Unverified{Err: fmt.Errorf("%s: not verified: %w", name, err)}
}
