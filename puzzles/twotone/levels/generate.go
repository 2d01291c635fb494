package levels

import (
	"context"
	"fmt"

	"exhaust/family/levels/climb"
)

// A Generator makes levels by climbs numbered from 0 (package climb). What a climb comes to depends
// on the wish, the seed and its number alone. A level is taken if it fulfils the wish and is no
// image of one before. So limits of time and memory cut the list short and change nothing else in
// it.
type Generator struct {
	Wish    Wish
	Seed    uint64
	From    uint64             // the number of the first climb
	Count   int                // levels wanted
	Workers int                // climbs at a time; less than 1: as many as GOMAXPROCS
	Memory  uint64             // bytes that the searches may take together; 0: no limit
	Found   func(*Level) error // called with each level, in order; may be nil

	climbs climb.Climbs[Level]
}

// A Report is what a Generator has done. It counts the climbs that were looked at: those that ran
// beside the last one are left out.
type Report struct {
	Levels    int    // found
	Climbs    uint64 // looked at
	Tries     uint64 // boards tried in these
	Barren    uint64 // climbs that drew no solvable board
	TooShort  uint64 // climbs whose board has too short a solution
	TooFew    uint64 // too few turns
	Known     uint64 // an image of a level before
	Longest   int    // the most moves that a climb came to, under the rule of the aim that has fewer
	MostTurns int    // likewise

	// Limit is what ended the run before all levels were found: climb.ErrGaveUp, the context's cause,
	// parallel.ErrMemory, or nil.
	Limit error
}

// Progress is how far a run is, climbs included that nobody will look at.
type Progress = climb.Progress

// Progress may be called at any time by any goroutine.
func (g *Generator) Progress() Progress { return g.climbs.Progress() }

// Run makes levels until there are as many as wanted, a limit is reached, or there is no hope.
// Before a level is looked at, a second solver confirms it where that takes few states, and the
// referee replays its solutions. The errors are those of the wish and of Found, that the boards are
// too large to search, and that a level was not confirmed, which would be a fault of a solver.
func (g *Generator) Run(ctx context.Context) (Report, error) {
	if err := g.Wish.Check(); err != nil {
		return Report{}, err
	}
	var out Report
	g.prepare(&out)
	r, err := g.climbs.Run(ctx)
	out.Levels, out.Climbs, out.Tries = r.Levels, r.Climbs, r.Tries
	out.Barren, out.Known, out.Limit = r.Barren, r.Known, r.Limit
	return out, err
}

// prepare prepares climbs whose report counts what levels are not as wished for.
func (g *Generator) prepare(out *Report) {
	c := &g.climbs
	c.Seed, c.From, c.Count, c.Workers, c.Memory, c.Pace = g.Seed, g.From, g.Count, g.Workers, g.Memory, pace
	c.Craft = func(memory uint64) climb.Craft[Level] { return &craft{g, newJudge(memory)} }
	c.Fulfils = func(l *Level) bool { return out.fulfils(&g.Wish, l) }
	c.Signature = func(l *Level) string { return Signature(&l.Board) }
	c.Found = g.Found
}

// fulfils reports whether a level is as the wish says, and counts what it is not.
func (r *Report) fulfils(w *Wish, l *Level) bool {
	length, turns := w.least(&l.Answers)
	r.Longest, r.MostTurns = max(r.Longest, length), max(r.MostTurns, turns)
	switch {
	case length < w.MinLength:
		r.TooShort++
	case turns < w.MinTurns:
		r.TooFew++
	default:
		return true
	}
	return false
}

// name returns the name of the level that a climb comes to.
func (g *Generator) name(number uint64) string {
	w := &g.Wish
	return fmt.Sprintf("%dx%d-%d-%v-seed%d-%d", w.Rows, w.Cols, w.Stars, w.Aim, g.Seed, number)
}

// command returns the command line that makes the level of one climb again.
func (g *Generator) command(number uint64) string {
	w := &g.Wish
	return fmt.Sprintf("exhaust generate --size %dx%d --stars %d --rainbow %d-%d --rule %v"+
		" --states %d --seed %d --from %d --count 1",
		w.Rows, w.Cols, w.Stars, w.Rainbow[0], w.Rainbow[1], w.Aim, w.States, g.Seed, number)
}
