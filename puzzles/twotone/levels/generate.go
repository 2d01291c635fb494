package levels

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"exhaust/parallel"
)

// hopeless is the number of climbs in a row that may come to no new level before a Generator gives up.
const hopeless = 48

// A Generator makes levels by climbs numbered from 0. What a climb comes to depends on the wish, the seed and its
// number alone. Climbs run in parallel, each on one goroutine, and are looked at in the order of their numbers: a
// level is taken if it fulfils the wish and is no image of one before. So limits of time and memory cut the list short and change nothing else in it.
type Generator struct {
	Wish    Wish
	Seed    uint64
	From    uint64             // the number of the first climb
	Count   int                // levels wanted
	Workers int                // climbs at a time
	Memory  uint64             // bytes that the searches may take together; 0: no limit
	Found   func(*Level) error // called with each level, in order

	climbs, tries, levels atomic.Uint64
}

// A Report is what a Generator has done. It counts the climbs that were looked at: those that ran beside the last one are left out.
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
	Limit     error  // what ended the run before all levels were found: ErrGaveUp, the context's cause, parallel.ErrMemory, or nil
}

// ErrGaveUp says that too many climbs in a row came to no new level.
var ErrGaveUp = errors.New("gave up")

// An outcome is what a climb came to.
type outcome struct {
	number uint64
	found  bool
	level  Level
	tries  uint64
	err    error // what stopped the climb
}

// Progress is how far a run is, climbs included that nobody will look at.
type Progress struct {
	Levels, Climbs, Tries uint64
}

// Progress may be called at any time by any goroutine.
func (g *Generator) Progress() Progress {
	return Progress{g.levels.Load(), g.climbs.Load(), g.tries.Load()}
}

// Run makes levels until there are as many as wanted, a limit is reached, or there is no hope. Before a level is looked at, a second solver confirms
// it where that takes few states, and the referee replays its solutions. The errors are those of the wish and of
// Found, that the boards are too large to search, and that a level was not confirmed, which would be a fault of a solver.
func (g *Generator) Run(ctx context.Context) (Report, error) {
	if err := g.Wish.Check(); err != nil {
		return Report{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	outcomes := make(chan outcome)
	go g.climbAll(ctx, outcomes)
	c := collector{generator: g, seen: make(map[string]bool)}
	pending := make(map[uint64]outcome)
	for o := range outcomes {
		pending[o.number] = o
		for !c.done {
			o, ok := pending[g.From+c.report.Climbs]
			if !ok {
				break
			}
			delete(pending, o.number)
			c.look(ctx, &o)
		}
		if c.done {
			cancel()
		}
	}
	if !c.done {
		c.report.Limit = context.Cause(ctx)
	}
	return c.report, c.err
}

// climbAll runs climbs until the context is done, sends what each comes to, and closes the channel.
func (g *Generator) climbAll(ctx context.Context, outcomes chan<- outcome) {
	share := g.Memory / uint64(g.Workers)
	if g.Memory > 0 {
		share = max(1, share) // 0 would be no limit
	}
	var next atomic.Uint64
	var workers sync.WaitGroup
	for range g.Workers {
		workers.Go(func() {
			j := newJudge(share)
			for ctx.Err() == nil {
				outcomes <- g.climb(ctx, j, g.From+next.Add(1)-1)
			}
		})
	}
	workers.Wait()
	close(outcomes)
}

// climb runs the climb of a number.
func (g *Generator) climb(ctx context.Context, j *judge, number uint64) outcome {
	c := climb{
		wish:  &g.Wish,
		judge: j,
		rng:   rand.New(rand.NewPCG(g.Seed, number)),
		tried: func() { g.tries.Add(1) },
	}
	found, err := c.run(ctx)
	g.climbs.Add(1)
	o := outcome{number: number, found: found, level: c.best, tries: c.tries, err: err}
	o.level.Name = fmt.Sprintf("%s-%d-%v-seed%d-%d", o.level.Size(), g.Wish.Stars, g.Wish.Aim, g.Seed, number)
	o.level.Origin = g.command(number)
	if found {
		o.err = o.level.confirm()
	}
	return o
}

// command returns the command line that makes the level of one climb again.
func (g *Generator) command(number uint64) string {
	w := &g.Wish
	return fmt.Sprintf("exhaust generate --size %dx%d --stars %d --rainbow %d-%d --rule %v --states %d --seed %d --from %d --count 1",
		w.Rows, w.Cols, w.Stars, w.Rainbow[0], w.Rainbow[1], w.Aim, w.States, g.Seed, number)
}

// A collector looks at what climbs came to, in order.
type collector struct {
	generator *Generator
	report    Report
	seen      map[string]bool // signatures of the levels found
	idle      int             // climbs without a new level since the last
	done      bool
	err       error
}

// look looks at what the next climb came to.
func (c *collector) look(ctx context.Context, o *outcome) {
	if o.err != nil {
		c.stop(ctx, o.err)
		return
	}
	c.report.Climbs++
	c.report.Tries += o.tries
	c.idle++
	if c.take(o) {
		c.idle = 0
		c.report.Levels++
		c.generator.levels.Add(1)
		c.err = c.generator.Found(&o.level)
	}
	switch {
	case c.err != nil || c.report.Levels == c.generator.Count:
		c.done = true
	case c.idle == hopeless:
		c.done, c.report.Limit = true, ErrGaveUp
	}
}

// stop ends the run because of what stopped a climb: a limit, or a failure.
func (c *collector) stop(ctx context.Context, err error) {
	c.done = true
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) || errors.Is(err, parallel.ErrMemory) {
		c.report.Limit = err
		return
	}
	c.err = err
}

// take reports whether a climb came to a new level that fulfils the wish, and counts what it did not.
func (c *collector) take(o *outcome) bool {
	if !o.found {
		c.report.Barren++
		return false
	}
	w := &c.generator.Wish
	length, turns := w.least(&o.level.Answers)
	c.report.Longest, c.report.MostTurns = max(c.report.Longest, length), max(c.report.MostTurns, turns)
	signature := Signature(&o.level.Board)
	switch {
	case length < w.MinLength:
		c.report.TooShort++
	case turns < w.MinTurns:
		c.report.TooFew++
	case c.seen[signature]:
		c.report.Known++
	default:
		c.seen[signature] = true
		return true
	}
	return false
}
