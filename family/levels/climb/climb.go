// Package climb makes levels of any kind by climbs. A climb draws cases at random, takes the best,
// and changes it again and again; it goes on from the changed case if that is as good or better.
//
// Climbs have numbers. What one comes to depends on its number, the seed and the craft alone. They
// run in parallel, each on one goroutine, and are looked at in the order of their numbers. So the
// levels are the same for any number of workers, and limits of time and memory cut the list short
// and change nothing else in it.
package climb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/dustin/go-humanize"

	"exhaust/puzzle"
)

// Hopeless is the number of climbs in a row that may come to no new level before a run ends.
const Hopeless = 48

// ErrGaveUp says that too many climbs in a row came to no new level.
var ErrGaveUp = errors.New("gave up")

// Climbs are a run of climbs for levels of the type L.
type Climbs[L any] struct {
	Seed    uint64
	From    uint64 // the number of the first climb
	Count   int    // levels wanted
	Workers int    // climbs at a time; less than 1: as many as GOMAXPROCS
	Memory  uint64 // bytes that all climbs may take together; 0: no limit
	Pace    Pace

	// Share is the bytes that a climb may take, whatever the limit, so that what climbs come to
	// does not depend on it: as many run at a time as have room. 0: an equal share of Memory.
	Share uint64

	// Craft returns the craft of a worker that may take so much memory; 0: no limit.
	Craft func(memory uint64) Craft[L]

	// Fulfils reports whether a level is as good as wished for. It is called in the order of the
	// climbs, by one goroutine. Nil: all are.
	Fulfils func(l *L) bool

	// Signature returns a text that levels have in common of which one is enough.
	Signature func(l *L) string

	Found func(l *L) error // called with each level, in order; may be nil

	climbs, tries, levels atomic.Uint64
}

// A Report is what a run has done. It counts the climbs that were looked at: those that ran beside
// the last one are left out.
type Report struct {
	Levels int    // found
	Climbs uint64 // looked at
	Tries  uint64 // cases tried in these
	Barren uint64 // climbs that drew no good case
	Unfit  uint64 // climbs whose level is not as good as wished for
	Known  uint64 // climbs whose level has the signature of one before
	Limit  error  // what ended the run early: ErrGaveUp, the context's cause, a limit of memory, or nil
}

// Progress is how far a run is, climbs included that nobody will look at.
type Progress struct {
	Levels, Climbs, Tries uint64
}

// Progress may be called at any time by any goroutine.
func (g *Climbs[L]) Progress() Progress {
	return Progress{g.levels.Load(), g.climbs.Load(), g.tries.Load()}
}

// An outcome is what a climb came to.
type outcome[L any] struct {
	number uint64
	found  bool
	level  L
	tries  uint64
	err    error // what stopped the climb
}

// Run climbs until there are as many levels as wanted, a limit is reached, or there is no hope. The
// error is one of the craft that is no limit, or one that Found returns.
func (g *Climbs[L]) Run(ctx context.Context) (Report, error) {
	if g.Count < 1 {
		return Report{}, nil
	}
	if g.Memory > 0 && g.Share > g.Memory {
		limit := fmt.Errorf("%w: a climb may take %s", puzzle.ErrMemory, humanize.IBytes(g.Share))
		return Report{Limit: limit}, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	outcomes := make(chan outcome[L])
	go g.climbAll(ctx, outcomes)
	c := collector[L]{climbs: g, seen: make(map[string]bool)}
	pending := make(map[uint64]outcome[L])
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

// workers returns how many climbs run at a time, and how much memory each may take.
func (g *Climbs[L]) workers() (n int, memory uint64) {
	n = g.Workers
	if n < 1 {
		n = runtime.GOMAXPROCS(0)
	}
	switch {
	case g.Memory == 0:
		return n, g.Share
	case g.Share > 0:
		return int(min(uint64(n), g.Memory/g.Share)), g.Share
	}
	return n, max(1, g.Memory/uint64(n)) // 0 would be no limit
}

// climbAll runs climbs until the context is done, sends what each comes to, and closes the channel.
func (g *Climbs[L]) climbAll(ctx context.Context, outcomes chan<- outcome[L]) {
	n, memory := g.workers()
	var next atomic.Uint64
	var workers sync.WaitGroup
	for range n {
		workers.Go(func() {
			craft := g.Craft(memory)
			for ctx.Err() == nil {
				outcomes <- g.climb(ctx, craft, g.From+next.Add(1)-1)
			}
		})
	}
	workers.Wait()
	close(outcomes)
}

// climb runs the climb of a number.
func (g *Climbs[L]) climb(ctx context.Context, craft Craft[L], number uint64) outcome[L] {
	a := ascent[L]{
		craft: craft,
		pace:  &g.Pace,
		rng:   rand.New(rand.NewPCG(g.Seed, number)),
		tried: func() { g.tries.Add(1) },
	}
	craft.Begin()
	found, err := a.run(ctx)
	g.climbs.Add(1)
	if found {
		found, err = craft.Finish(ctx, &a.best, number)
	}
	return outcome[L]{number: number, found: found, level: a.best, tries: a.tries, err: err}
}

// A collector looks at what climbs came to, in order.
type collector[L any] struct {
	climbs *Climbs[L]
	report Report
	seen   map[string]bool // signatures of the levels found
	idle   int             // climbs without a new level since the last
	done   bool
	err    error
}

// look looks at what the next climb came to.
func (c *collector[L]) look(ctx context.Context, o *outcome[L]) {
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
		c.climbs.levels.Add(1)
		if c.climbs.Found != nil {
			c.err = c.climbs.Found(&o.level)
		}
	}
	switch {
	case c.err != nil || c.report.Levels == c.climbs.Count:
		c.done = true
	case c.idle == Hopeless:
		c.done, c.report.Limit = true, ErrGaveUp
	}
}

// stop ends the run because of what stopped a climb: a limit, or a failure.
func (c *collector[L]) stop(ctx context.Context, err error) {
	c.done = true
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) || errors.Is(err, puzzle.ErrMemory) {
		c.report.Limit = err
		return
	}
	c.err = err
}

// take reports whether a climb came to a new level that is as good as wished for, and counts what
// it did not.
func (c *collector[L]) take(o *outcome[L]) bool {
	if !o.found {
		c.report.Barren++
		return false
	}
	if c.climbs.Fulfils != nil && !c.climbs.Fulfils(&o.level) {
		c.report.Unfit++
		return false
	}
	signature := c.climbs.Signature(&o.level)
	if c.seen[signature] {
		c.report.Known++
		return false
	}
	c.seen[signature] = true
	return true
}

// A Reason is what so many climbs came to instead of a new level.
type Reason struct {
	Climbs uint64
	Text   string
}

// A GaveUp is ErrGaveUp with what all climbs came to.
type GaveUp struct {
	Climbs  uint64
	Reasons []Reason
}

func (e *GaveUp) Error() string {
	var why []string
	for _, r := range e.Reasons {
		if r.Climbs > 0 {
			why = append(why, fmt.Sprintf("%d %s", r.Climbs, r.Text))
		}
	}
	climbs := humanize.Comma(int64(e.Climbs)) + " climbs"
	if e.Climbs == 1 {
		climbs = "1 climb"
	}
	return fmt.Sprintf("no new level in so many climbs in a row that more is hopeless; of %s, %s",
		climbs, strings.Join(why, ", "))
}

// Is reports whether the other error is ErrGaveUp.
func (e *GaveUp) Is(other error) bool { return other == ErrGaveUp }
