package levels

import (
	"context"
	"math/rand/v2"

	"exhaust/family/levels/climb"
	"exhaust/puzzles/twotone"
)

// pace is how long a climb goes on. Boards that are drawn may cost few states, and a changed board
// no more than some times what the one before did, so that a climb spends its time on many boards
// and not on a few huge ones.
var pace = climb.Pace{
	GoodDraws: 20, MostDraws: 2000, Patience: 600, MostTries: 20_000, MostSpent: 200 << 20,
	DrawStates: 20_000, MoreStates: 2,
}

// A craft draws, changes and tries boards, with searches and memory of its own.
type craft struct {
	generator *Generator
	judge     *judge
}

// Begin begins a climb. Searches do not depend on those before.
func (c *craft) Begin() {}

// Draw draws a board.
func (c *craft) Draw(rng *rand.Rand) (l Level, err error) {
	c.generator.Wish.draw(rng, &l.Board)
	return l, nil
}

// Mutate changes a board a little.
func (c *craft) Mutate(rng *rand.Rand, l *Level) Level {
	b := cloneBoard(&l.Board)
	c.generator.Wish.mutate(rng, &b)
	return Level{Board: b}
}

// Try scores a board. It is good if it is solvable as it should be and can come to the least score
// of interest.
func (c *craft) Try(ctx context.Context, l *Level, states uint64, least int) (climb.Trial, error) {
	w := &c.generator.Wish
	c.judge.spent = 0
	ok, err := c.judge.try(ctx, &l.Board, w.Aim, min(states, w.States), least)
	trial := climb.Trial{Good: ok, Spent: c.judge.spent}
	if !ok || err != nil {
		return trial, err
	}
	l.Answers, l.Aim = c.judge.answers(w.Stars), w.Aim
	l.Score = NewScore(w.Aim, &l.Answers)
	trial.Score = l.Score.Total()
	for rule := range l.Answers {
		trial.States = max(trial.States, l.Answers[rule].States)
	}
	return trial, nil
}

// Finish names a level, has a second solver confirm it where that takes few states, and the referee
// replay its solutions.
func (c *craft) Finish(_ context.Context, l *Level, number uint64) (ok bool, err error) {
	l.Name, l.Origin = c.generator.name(number), c.generator.command(number)
	return true, l.confirm()
}

// cloneBoard returns a copy that shares no memory with b.
func cloneBoard(b *twotone.Board) twotone.Board {
	c := twotone.Case{Board: *b}
	return c.Clone().Board
}
