// Package enumerate runs a job over every case of an indexable space: cut into
// chunks, on all cores, tallied.
//
// A space is just a number of cases; what case number i is, the job knows. The
// chunks depend on nothing but that number, and tallies are merged in the order
// of the cases, so the result does not depend on the workers.
package enumerate

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A Worker does chunks of cases, one after the other, and keeps its scratch
// between them. T is the tally of a chunk.
type Worker[T any] interface {
	// Chunk does the cases from, ..., to-1. An error ends the whole run. If ctx is
	// done it may return the context's error early: the chunk then counts as not done.
	Chunk(ctx context.Context, from, to uint64) (T, error)
}

// A Job is what is to be done with a space of Cases cases.
type Job[T any] struct {
	Cases     uint64
	NewWorker func() (Worker[T], error) // called once for each worker
	Merge     func(into *T, tally T)    // adds the tally of later cases to one of earlier cases
	Workers   int                       // 0: as many as GOMAXPROCS
	Done      *atomic.Uint64            // if not nil, counts the cases that are done
}

// A Report is how a run ended.
type Report[T any] struct {
	Tally T
	Done  uint64 // cases that Tally counts: whole chunks, all of them unless Limit is set
	Limit error  // why the run ended early: the cause of the context's end, or nil
}

// chunkCases returns the size of a chunk: small enough to share the work, large
// enough that taking a chunk costs nothing.
func chunkCases(cases uint64) uint64 { return min(max(cases/256, 1), 4096) }

// Run does the job. When ctx is done it ends soon, and reports the chunks that
// were finished by then and the context's cause. The error is a worker's.
func Run[T any](ctx context.Context, job Job[T]) (Report[T], error) {
	workers := job.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	team := make([]Worker[T], workers)
	for i := range team {
		w, err := job.NewWorker()
		if err != nil {
			return Report[T]{}, err
		}
		team[i] = w
	}
	c := collector[T]{job: &job, waiting: map[uint64]chunk[T]{}}
	g, gctx := errgroup.WithContext(ctx)
	for _, w := range team {
		g.Go(func() error { return c.work(gctx, w) })
	}
	err := g.Wait()
	if ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))) {
		c.report.Limit, err = context.Cause(ctx), nil
	}
	c.mergeRest()
	if c.report.Done == job.Cases {
		c.report.Limit = nil
	}
	return c.report, err
}

// A chunk is a finished one.
type chunk[T any] struct {
	cases uint64
	tally T
}

// A collector hands out chunks and merges their tallies in order.
type collector[T any] struct {
	job  *Job[T]
	next atomic.Uint64 // the first case that nobody has

	mu      sync.Mutex
	merged  uint64              // all cases before this one are in the report
	waiting map[uint64]chunk[T] // finished chunks behind an unfinished one, by their first case
	report  Report[T]
}

// work does chunks until there are none.
func (c *collector[T]) work(ctx context.Context, w Worker[T]) error {
	step := chunkCases(c.job.Cases)
	for ctx.Err() == nil {
		from := c.next.Add(step) - step
		if from >= c.job.Cases {
			return nil
		}
		to := min(from+step, c.job.Cases)
		tally, err := w.Chunk(ctx, from, to)
		if err != nil {
			return err
		}
		c.finish(from, chunk[T]{to - from, tally})
	}
	return ctx.Err()
}

// finish takes in a finished chunk, and merges all that are next in order.
func (c *collector[T]) finish(from uint64, done chunk[T]) {
	if c.job.Done != nil {
		c.job.Done.Add(done.cases)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[from] = done
	for {
		next, ok := c.waiting[c.merged]
		if !ok {
			return
		}
		delete(c.waiting, c.merged)
		c.merged += next.cases
		c.merge(next)
	}
}

func (c *collector[T]) merge(done chunk[T]) {
	c.job.Merge(&c.report.Tally, done.tally)
	c.report.Done += done.cases
}

// mergeRest merges the chunks that finished behind one that did not.
func (c *collector[T]) mergeRest() {
	for _, from := range slices.Sorted(maps.Keys(c.waiting)) {
		c.merge(c.waiting[from])
	}
}
