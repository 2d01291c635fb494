package contest

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"exhaust/compare"
	"exhaust/puzzle"
)

// shrinkTime is how long a reduction may take that has no other limit.
const shrinkTime = time.Minute

// shrink finds a smaller board on which the solvers differ too, as small as it can in its time:
// first by taking away from the board what can be taken away, then by trying all smaller cases, as
// far as the family lists them. It sets the report's Smallest, Least and Minimal.
func (c *Contest[C]) shrink(ctx context.Context, found *Finding[C], r *Report[C]) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.ShrinkTime, shrinkTime))
	defer cancel()
	r.Smallest = found
	panel, err := c.panel()
	if err != nil {
		return
	}
	defer panel.Close()
	tried := true // all that are one step smaller than the smallest so far, and both answered
	_, err = compare.Shrink(found.Case, c.smaller, func(d C) (bool, error) {
		answers, difference, err := panel.Ask(ctx, d)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return false, err
		}
		if difference == nil {
			tried = tried && !slices.ContainsFunc(answers, limited)
			return false, nil
		}
		tried = true
		r.Smallest = &Finding[C]{Case: d, Difference: *difference, Answers: slices.Clone(answers)}
		return true, nil
	}) // an error ends it with what was found by then
	r.Minimal = err == nil && tried && c.Family.Smaller != nil
	c.sweep(ctx, panel, r)
	r.Minimal = r.Minimal || r.Least
}

// limited reports whether an answer leaves the case open.
func limited(a compare.Answer) bool { return a.Verdict == puzzle.Limit }

// smaller yields the cases that are one step smaller, if the family reduces its cases.
func (c *Contest[C]) smaller(d C) iter.Seq[C] {
	if c.Family.Smaller == nil {
		return func(func(C) bool) {}
	}
	return c.Family.Smaller(d)
}

// sweep tries the cases that the family lists as smaller than the smallest so far, the smallest
// first.
func (c *Contest[C]) sweep(ctx context.Context, panel *compare.Panel[C], r *Report[C]) {
	if c.Family.Before == nil {
		return
	}
	tried := true // all smaller cases so far, and both answered
	batches, whole := c.Family.Before(r.Smallest.Case)
	for cases := range batches {
		first, all, err := c.try(ctx, panel, cases)
		if err != nil {
			return
		}
		tried = tried && all
		if first != nil {
			_, whole = c.Family.Before(first.Case)
			r.Smallest, r.Least, r.Minimal = first, tried && whole, false
			return
		}
		if ctx.Err() != nil {
			return
		}
	}
	r.Least = tried && whole
}

// few is how many cases are tried by one worker: the solvers are at hand already.
const few = 20_000

// try puts cases to the two solvers up to the first on which they differ, and reports
// whether both answered all before.
func (c *Contest[C]) try(
	ctx context.Context,
	panel *compare.Panel[C],
	cases []C,
) (first *Finding[C], all bool, err error) {
	match := compare.Match[C]{
		Cases:    uint64(len(cases)),
		Case:     func(i uint64, _ C) C { return cases[i] },
		NewPanel: c.panel,
		Enough:   1,
		Workers:  c.Workers,
	}
	if len(cases) <= few {
		match.Workers = 1
		match.NewPanel = func() (*compare.Panel[C], error) { return kept(panel), nil }
	}
	outcome, err := match.Run(ctx)
	if f := outcome.First; f != nil {
		first = &Finding[C]{Case: cases[f.Number], Difference: f.Difference, Answers: f.Answers}
	}
	return first, outcome.Limit == nil && outcome.Limited == 0, err
}

// kept returns a panel whose solvers a match does not close.
func kept[C any](panel *compare.Panel[C]) *compare.Panel[C] {
	p := &compare.Panel[C]{Referee: panel.Referee, Kind: panel.Kind, Any: panel.Any}
	for _, s := range panel.Solvers {
		if x, ok := s.(*compare.External[C]); ok {
			s = keptExternal[C]{x}
		}
		p.Solvers = append(p.Solvers, s)
	}
	return p
}

// A keptExternal is an external solver that somebody else closes.
type keptExternal[C any] struct {
	*compare.External[C]
}

// Close does nothing.
func (keptExternal[C]) Close() error { return nil }
