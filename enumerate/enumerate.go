// Package enumerate runs a job over every case of an indexable space: cut into
// chunks, on all cores, tallied.
//
// A space is just a number of cases; what case number i is, the job knows. The
// chunks depend on nothing but that number, and tallies are merged in the order
// of the cases, so the result does not depend on the workers. A Keeper keeps the finished
// chunks, so that another run can go on from there: to the same result.
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
	Chunk     uint64                    // cases of a chunk; 0: by the number of cases
	Done      *atomic.Uint64            // if not nil, counts the cases that this run has done
	Keeper    *Keeper                   // if not nil, keeps what is done; T must be as encoding/json reads it back
}

// A Report is how a run ended.
type Report[T any] struct {
	Tally  T
	Done   uint64 // cases that Tally counts: whole chunks, all of them unless Limit is set
	Limit  error  // why the run ended early: the cause of the context's end, Unkept, or nil
	Unkept error  // why the keeper failed, after which nothing was kept any more; or nil
}

// chunkCases returns the size of a chunk: small enough to share the work, large
// enough that taking a chunk costs nothing.
func (j *Job[T]) chunkCases() uint64 {
	if j.Chunk > 0 {
		return j.Chunk
	}
	return min(max(j.Cases/256, 1), 4096)
}

// Run does the job. When ctx is done, or the keeper fails, it ends soon, and reports the chunks that
// were finished by then and the reason. The error is a worker's; what was finished is reported, and kept, all
// the same.
func Run[T any](ctx context.Context, job Job[T]) (Report[T], error) {
	c := collector[T]{job: &job, step: job.chunkCases(), waiting: map[uint64]chunk[T]{}}
	if err := c.resume(); err != nil {
		return Report[T]{}, err
	}
	if c.merged == job.Cases {
		return c.report, nil
	}
	team, err := job.team()
	if err != nil {
		return Report[T]{}, err
	}
	err = c.run(ctx, team)
	switch {
	case c.report.Unkept != nil && errors.Is(err, c.report.Unkept):
		err = nil
	case ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))):
		c.report.Limit, err = context.Cause(ctx), nil
	}
	if unkept := c.keep(); err != nil {
		err = errors.Join(err, unkept)
	}
	c.mergeRest()
	if c.report.Limit == nil {
		c.report.Limit = c.report.Unkept
	}
	if c.report.Done == job.Cases {
		c.report.Limit = nil
	}
	return c.report, err
}

// team makes the workers.
func (j *Job[T]) team() ([]Worker[T], error) {
	n := j.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	team := make([]Worker[T], n)
	for i := range team {
		w, err := j.NewWorker()
		if err != nil {
			return nil, err
		}
		team[i] = w
	}
	return team, nil
}

// A chunk is a finished one.
type chunk[T any] struct {
	cases uint64
	tally T
}

// A collector hands out chunks and merges their tallies in order.
type collector[T any] struct {
	job  *Job[T]
	step uint64          // cases of a chunk
	next atomic.Uint64   // the first case that nobody has
	had  map[uint64]bool // the first cases of chunks behind next that an earlier run finished

	mu      sync.Mutex
	merged  uint64              // all cases before this one are in the report
	waiting map[uint64]chunk[T] // finished chunks behind an unfinished one, by their first case
	report  Report[T]

	kept uint64 // cases that were done when they were last kept
}

// run has the team do all chunks, and keeps what is done on demand.
func (c *collector[T]) run(ctx context.Context, team []Worker[T]) error {
	g, ctx := errgroup.WithContext(ctx)
	var working sync.WaitGroup
	working.Add(len(team))
	for _, w := range team {
		g.Go(func() error {
			defer working.Done()
			return c.work(ctx, w)
		})
	}
	over := make(chan struct{})
	g.Go(func() error {
		working.Wait()
		close(over)
		return nil
	})
	g.Go(func() error { return c.keepOnDemand(over) })
	return g.Wait()
}

// work does chunks until there are none.
func (c *collector[T]) work(ctx context.Context, w Worker[T]) error {
	for ctx.Err() == nil {
		from := c.next.Add(c.step) - c.step
		if from >= c.job.Cases {
			return nil
		}
		if c.had[from] {
			continue
		}
		to := min(from+c.step, c.job.Cases)
		tally, err := w.Chunk(ctx, from, to)
		if err != nil {
			return err
		}
		if c.job.Done != nil {
			c.job.Done.Add(to - from)
		}
		c.finish(from, chunk[T]{to - from, tally})
	}
	return ctx.Err()
}

// finish takes in a finished chunk, and merges all that are next in order.
func (c *collector[T]) finish(from uint64, done chunk[T]) {
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
