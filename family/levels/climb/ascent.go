package climb

import (
	"context"
	"math"
	"math/rand/v2"
)

// A Craft is what a puzzle brings to climbs: how a level is drawn, changed and tried. Each worker
// has one of its own.
type Craft[L any] interface {
	// Begin is called before each climb. The craft forgets what would make a difference: what it
	// does then depends on what it is given in this climb alone.
	Begin()

	// Draw returns a level to be tried, of which nothing is known but its case.
	Draw(rng *rand.Rand) (L, error)

	// Mutate returns one whose case differs from that of l a little, and shares no memory with l.
	Mutate(rng *rand.Rand, l *L) L

	// Try finds out about a case and fills in what is known of the level. No search may meet many
	// more states than it may. A score below least is of no interest. The error is a limit of
	// memory or time, or a failure.
	Try(ctx context.Context, l *L, states uint64, least int) (Trial, error)

	// Finish names the level that a climb came to, and confirms what is known of it. It reports
	// whether it is a level after all. The error is like that of Try.
	Finish(ctx context.Context, l *L, number uint64) (ok bool, err error)
}

// A Trial is what a try came to.
type Trial struct {
	Good   bool   // it is a level, and may have the least score that is of interest
	Costly bool   // it is not, because a search met too many states
	Score  int    // of a good one: how good
	States uint64 // of a good one: of that of its searches that met most
	Spent  uint64 // states of all searches together
}

// A Pace is how long a climb goes on. It counts tries and states, and no time, so that a climb
// comes to the same everywhere. Few states a try let a climb see many cases, and not a few huge
// ones.
type Pace struct {
	GoodDraws  int    // good cases of which the best is taken
	MostDraws  uint64 // cases drawn at all
	Patience   uint64 // changes without a better level after which a climb ends
	MostTries  uint64 // cases tried at all
	MostSpent  uint64 // states searched after which it ends
	DrawStates uint64 // the most states of a drawn case
	MoreStates uint64 // a changed case may take so many times the states of the one before

	// Widen is how many costly draws there are to be in a row before drawn cases may take twice as
	// many states. 0: they never may.
	Widen int
}

// An ascent is one climb.
type ascent[L any] struct {
	craft Craft[L]
	pace  *Pace
	rng   *rand.Rand
	tried func() // called after each try

	found bool  // there is a best
	best  L     // of all that were tried
	mark  Trial // what its try came to
	tries uint64
	spent uint64
}

// run climbs. It reports whether a level was found. The error is what stopped it.
func (a *ascent[L]) run(ctx context.Context) (found bool, err error) {
	if err := a.drawAll(ctx); err != nil || !a.found {
		return false, err
	}
	p := a.pace
	for last := a.tries; a.tries-last < p.Patience && a.tries < p.MostTries && !a.exhausted(); {
		l := a.craft.Mutate(a.rng, &a.best)
		_, better, err := a.try(ctx, &l, a.mutantStates(), a.mark.Score)
		if err != nil {
			return false, err
		}
		if better {
			last = a.tries
		}
	}
	return true, nil
}

// exhausted reports whether the climb has searched as many states as it may.
func (a *ascent[L]) exhausted() bool { return a.spent >= a.pace.MostSpent }

// drawAll draws cases until enough of them are good.
func (a *ascent[L]) drawAll(ctx context.Context) error {
	p, states, costly := a.pace, a.pace.DrawStates, 0
	for good := 0; good < p.GoodDraws && a.tries < p.MostDraws; {
		if p.Widen > 0 && a.exhausted() {
			return nil
		}
		l, err := a.craft.Draw(a.rng)
		if err != nil {
			return err
		}
		trial, _, err := a.try(ctx, &l, states, math.MinInt)
		switch {
		case err != nil:
			return err
		case trial.Good:
			good++
			costly = 0
		case trial.Costly:
			costly++
		}
		if costly == p.Widen && p.Widen > 0 {
			states, costly = twice(states), 0
		}
	}
	return nil
}

// twice returns twice a number, or the greatest one.
func twice(n uint64) uint64 {
	if n > math.MaxUint64/2 {
		return math.MaxUint64
	}
	return 2 * n
}

// mutantStates returns how many states a changed case may take.
func (a *ascent[L]) mutantStates() uint64 {
	return max(a.pace.DrawStates, a.pace.MoreStates*a.mark.States)
}

// try tries a case and takes it if it is as good as the best. It reports whether it is better.
func (a *ascent[L]) try(
	ctx context.Context, l *L, states uint64, least int,
) (t Trial, better bool, err error) {
	a.tries++
	defer a.tried()
	t, err = a.craft.Try(ctx, l, states, least)
	a.spent += t.Spent
	if err != nil || !t.Good || a.found && t.Score < a.mark.Score {
		return t, false, err
	}
	better = !a.found || t.Score > a.mark.Score
	a.found, a.best, a.mark = true, *l, t
	return t, better, nil
}
