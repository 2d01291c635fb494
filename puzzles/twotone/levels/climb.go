package levels

import (
	"context"
	"math/rand/v2"

	"exhaust/puzzles/twotone"
)

// A climb draws boards until some are solvable, takes the best, and changes it again and again at random; it goes on from the changed
// board if that is as good or better. It ends when nothing better was found for long.
//
// Boards that are drawn may cost few states, and a changed board no more than some times what the one before did, so
// that a climb spends its time on many boards and not on a few huge ones. These bounds are counts, not times.
const (
	goodDraws  = 20        // solvable boards of which the best is taken
	mostDraws  = 2000      // boards drawn at all
	patience   = 600       // changes without a better board after which a climb ends
	mostTries  = 20_000    // boards tried at all
	mostSpent  = 200 << 20 // states searched after which it ends
	drawStates = 20_000    // the most states of a drawn board, under each rule
	moreStates = 2         // a changed board may take so many times the states of the one before
)

// A climb is one, with its own chance and its own memory.
type climb struct {
	wish  *Wish
	judge *judge
	rng   *rand.Rand

	best  Level  // what is known of it, but for its name and origin
	found bool   // there is a best
	tries uint64 // boards tried
	tried func() // called after each
}

// run climbs. It reports whether a solvable board was found. The error is what stopped it.
func (c *climb) run(ctx context.Context) (found bool, err error) {
	c.judge.spent = 0
	for good := 0; good < goodDraws && c.tries < mostDraws; {
		var b twotone.Board
		c.wish.draw(c.rng, &b)
		solvable, _, err := c.try(ctx, &b, drawStates, 0)
		if err != nil {
			return false, err
		}
		if solvable {
			good++
		}
	}
	if !c.found {
		return false, nil
	}
	for last := c.tries; c.tries-last < patience && c.tries < mostTries && c.judge.spent < mostSpent; {
		b := cloneBoard(&c.best.Board)
		c.wish.mutate(c.rng, &b)
		_, better, err := c.try(ctx, &b, c.mutantStates(), c.best.Score.Total())
		if err != nil {
			return false, err
		}
		if better {
			last = c.tries
		}
	}
	return true, nil
}

// mutantStates returns how many states a changed board may take under each rule.
func (c *climb) mutantStates() uint64 {
	states := uint64(drawStates)
	for rule := range c.best.Answers {
		states = max(states, moreStates*c.best.Answers[rule].States)
	}
	return states
}

// try scores a board and takes it if it is as good as the best. It reports whether the board is solvable as it should be and can come
// to the least score of interest, and whether it is better than the best.
func (c *climb) try(ctx context.Context, b *twotone.Board, states uint64, least int) (solvable, better bool, err error) {
	c.tries++
	defer c.tried()
	ok, err := c.judge.try(ctx, b, c.wish.Aim, min(states, c.wish.States), least)
	if !ok || err != nil {
		return false, false, err
	}
	answers := c.judge.answers(c.wish.Stars)
	score := NewScore(c.wish.Aim, &answers)
	if c.found && score.Total() < c.best.Score.Total() {
		return true, false, nil
	}
	better = !c.found || score.Total() > c.best.Score.Total()
	c.found = true
	c.best = Level{Board: *b, Answers: answers, Aim: c.wish.Aim, Score: score}
	return true, better, nil
}

// cloneBoard returns a copy that shares no memory with b.
func cloneBoard(b *twotone.Board) twotone.Board {
	c := twotone.Case{Board: *b}
	return c.Clone().Board
}
