package contest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"exhaust/compare"
	"exhaust/puzzles/twotone"
)

// sweepCells is how many cells the boards have at most that are all tried, and shrinkTime how long a reduction
// may take that has no other limit.
const (
	sweepCells = 4
	shrinkTime = time.Minute
)

// shrink finds a smaller board on which the solvers differ too, as small as it can in its time: first by taking
// away from the board what can be taken away, then by trying all smaller boards of a few
// cells. It sets the report's Smallest, Least and Minimal.
func (c *Contest) shrink(ctx context.Context, found *Finding, r *Report) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.ShrinkTime, shrinkTime))
	defer cancel()
	r.Smallest = found
	panel, err := c.panel()
	if err != nil {
		return
	}
	defer panel.Close()
	_, err = compare.Shrink(found.Case, (*twotone.Case).Smaller, func(d *twotone.Case) (bool, error) {
		answers, difference, err := panel.Ask(ctx, d)
		if err = cmp.Or(err, ctx.Err()); err != nil || difference == nil {
			return false, err
		}
		r.Smallest = &Finding{Case: d, Difference: *difference, Answers: slices.Clone(answers)}
		return true, nil
	}) // an error ends it with what was found by then
	r.Minimal = err == nil
	c.sweep(ctx, panel, r)
	r.Minimal = r.Minimal || r.Least
}

// sweep tries all boards of up to sweepCells cells that are smaller than the smallest so far, the smallest first.
func (c *Contest) sweep(ctx context.Context, panel *compare.Panel[*twotone.Case], r *Report) {
	tried := true // all smaller boards so far, and both answered
	size := r.Smallest.Case.Size()
	for cells := 2; cells <= min(size, sweepCells); cells++ {
		first, all, err := c.try(ctx, panel, allBefore(r.Smallest.Case, cells))
		if err != nil {
			return
		}
		tried = tried && all
		if first != nil {
			r.Smallest, r.Least, r.Minimal = first, tried, false
			return
		}
	}
	r.Least = tried && size <= sweepCells
}

// few is how many cases are tried by one worker: the solvers are at hand already.
const few = 20_000

// try puts cases to the two solvers up to the first on which they differ, and reports
// whether both answered all before.
func (c *Contest) try(ctx context.Context, panel *compare.Panel[*twotone.Case], cases []*twotone.Case) (first *Finding, all bool, err error) {
	match := compare.Match[*twotone.Case]{
		Cases:    uint64(len(cases)),
		Case:     func(i uint64, _ *twotone.Case) *twotone.Case { return cases[i] },
		NewPanel: c.panel,
		Enough:   1,
		Workers:  c.Workers,
	}
	if len(cases) <= few {
		match.Workers = 1
		match.NewPanel = func() (*compare.Panel[*twotone.Case], error) { return kept(panel), nil }
	}
	outcome, err := match.Run(ctx)
	if f := outcome.First; f != nil {
		first = &Finding{Case: cases[f.Number], Difference: f.Difference, Answers: f.Answers}
	}
	return first, outcome.Limit == nil && outcome.Limited == 0, err
}

// kept returns a panel whose solvers a match does not close.
func kept(panel *compare.Panel[*twotone.Case]) *compare.Panel[*twotone.Case] {
	p := &compare.Panel[*twotone.Case]{Referee: panel.Referee, Any: panel.Any}
	for _, s := range panel.Solvers {
		if x, ok := s.(*compare.External[*twotone.Case]); ok {
			s = keptExternal{x}
		}
		p.Solvers = append(p.Solvers, s)
	}
	return p
}

// A keptExternal is an external solver that somebody else closes.
type keptExternal struct {
	*compare.External[*twotone.Case]
}

// Close does nothing.
func (keptExternal) Close() error { return nil }

// allBefore returns all cases of so many cells that are smaller than c, in order.
func allBefore(c *twotone.Case, cells int) []*twotone.Case {
	cases, err := twotone.CasesOf(cells)
	if err != nil {
		return nil // not with so few cells
	}
	var before []*twotone.Case
	for d := range cases {
		if twotone.Order(d, c) < 0 {
			before = append(before, d)
		}
	}
	slices.SortFunc(before, twotone.Order)
	return before
}
