package enumerate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// A Keeper keeps what a run has done, so that another run of the same job can go on from there.
// The other may have any number of workers; its result is the same.
type Keeper struct {
	// Earlier is what an earlier run last gave to Keep; nil or null if there was none.
	Earlier json.RawMessage

	// Demand says when what is done is to be kept; nil: at the end alone.
	Demand <-chan struct{}

	// Keep makes what is done durable. It is called by one goroutine at a time, and not if
	// nothing was done since it was last called. An error ends the run.
	Keep func(done json.RawMessage) error
}

// A progress is which chunks are done. It is JSON to the Keeper.
type progress[T any] struct {
	Cases uint64    `json:"cases"` // of the whole job
	Chunk uint64    `json:"chunk"` // cases of a chunk
	Parts []part[T] `json:"parts"` // ascending; any number of chunks from case 0 on, and single chunks
}

// A part is the cases from, ..., to-1 and their tally.
type part[T any] struct {
	From  uint64 `json:"from"`
	To    uint64 `json:"to"`
	Tally T      `json:"tally"`
}

// parse reads what was kept.
func parse[T any](earlier json.RawMessage) (progress[T], error) {
	var p progress[T]
	d := json.NewDecoder(bytes.NewReader(earlier))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return p, fmt.Errorf("what an earlier run has done: %w", err)
	}
	return p, p.check()
}

// check returns an error unless the parts are as a run keeps them.
func (p *progress[T]) check() error {
	at := uint64(0)
	for i, part := range p.Parts {
		begins := p.Chunk > 0 && part.From >= at && part.From%p.Chunk == 0
		ends := begins && part.To > part.From && (part.To == p.Cases || part.To < p.Cases && part.To%p.Chunk == 0)
		single := ends && (i == 0 && part.From == 0 || part.To-part.From <= p.Chunk)
		if !single {
			return fmt.Errorf("what an earlier run has done: cases %d to %d after %d, of %d in chunks of %d",
				part.From, part.To, at, p.Cases, p.Chunk)
		}
		at = part.To
	}
	return nil
}

// Done returns how many cases a run that was kept has done, and of how many.
func Done(kept json.RawMessage) (done, cases uint64, err error) {
	err = Finished(kept, func(from, to uint64) { done += to - from })
	if err != nil || isNothing(kept) {
		return 0, 0, err
	}
	p, err := parse[json.RawMessage](kept)
	return done, p.Cases, err
}

// Finished calls visit for all ranges of cases that a run that was kept has done, in order.
func Finished(kept json.RawMessage, visit func(from, to uint64)) error {
	if isNothing(kept) {
		return nil
	}
	p, err := parse[json.RawMessage](kept)
	if err != nil {
		return err
	}
	for _, part := range p.Parts {
		visit(part.From, part.To)
	}
	return nil
}

func isNothing(kept json.RawMessage) bool { return len(kept) == 0 || string(kept) == "null" }

// resume takes over what an earlier run has done.
func (c *collector[T]) resume() error {
	if c.job.Keeper == nil || isNothing(c.job.Keeper.Earlier) {
		return nil
	}
	p, err := parse[T](c.job.Keeper.Earlier)
	if err != nil {
		return err
	}
	if p.Cases != c.job.Cases || p.Chunk != c.step {
		return fmt.Errorf("what an earlier run has done: %d cases in chunks of %d, want %d in chunks of %d",
			p.Cases, p.Chunk, c.job.Cases, c.step)
	}
	c.had = map[uint64]bool{}
	for _, part := range p.Parts {
		c.had[part.From] = true
		c.finish(part.From, chunk[T]{part.To - part.From, part.Tally})
	}
	c.next.Store(c.merged)
	c.kept = c.done()
	return nil
}

// done returns how many cases are done.
func (c *collector[T]) done() uint64 {
	n := c.merged
	for _, w := range c.waiting {
		n += w.cases
	}
	return n
}

// keepOnDemand keeps what is done whenever that is demanded, until the work is over.
func (c *collector[T]) keepOnDemand(over <-chan struct{}) error {
	if c.job.Keeper == nil {
		return nil
	}
	for {
		select {
		case <-over:
			return nil
		case <-c.job.Keeper.Demand:
			if err := c.keep(); err != nil {
				return err
			}
		}
	}
}

// keep gives what is done to the keeper, if there is one. After an error it does no more.
func (c *collector[T]) keep() error {
	if c.job.Keeper == nil || c.report.Unkept != nil {
		return c.report.Unkept
	}
	text, done, err := c.snapshot()
	if err == nil && done != c.kept {
		c.kept = done
		err = c.job.Keeper.Keep(text)
	}
	c.report.Unkept = err
	return err
}

// snapshot returns what is done as JSON, and how many cases that are.
func (c *collector[T]) snapshot() (text json.RawMessage, done uint64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := progress[T]{Cases: c.job.Cases, Chunk: c.step, Parts: []part[T]{}}
	if c.merged > 0 {
		p.Parts = append(p.Parts, part[T]{0, c.merged, c.report.Tally})
	}
	for _, from := range slices.Sorted(maps.Keys(c.waiting)) {
		w := c.waiting[from]
		p.Parts = append(p.Parts, part[T]{from, from + w.cases, w.tally})
	}
	text, err = json.Marshal(&p)
	return text, c.done(), err
}
