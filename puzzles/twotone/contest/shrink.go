package contest

import (
	"context"
	"slices"
	"time"

	"exhaust/compare"
	"exhaust/puzzles/twotone"
)

// sweepCells is how many cells the boards have at most that are all tried, and sweepTime how long that may
// take.
const (
	sweepCells = 4
	sweepTime  = time.Minute
)

// shrink finds a smaller board on which the solvers differ too, as small as it can: first by taking
// away from the board what can be taken away, then by trying all smaller boards of a few
// cells. It reports whether all smaller boards were tried, and none differs.
func (c *Contest) shrink(ctx context.Context, found *Finding) (smallest *Finding, least bool) {
	panel, err := c.panel()
	if err != nil {
		return found, false
	}
	defer panel.Close()
	smallest = found
	compare.Shrink(found.Case, (*twotone.Case).Smaller, func(d *twotone.Case) (bool, error) {
		answers, difference, err := panel.Ask(ctx, d)
		if err != nil || difference == nil {
			return false, err
		}
		smallest = &Finding{Case: d, Difference: *difference, Answers: slices.Clone(answers)}
		return true, nil
	}) // an error ends it with what was found by then
	return c.sweep(ctx, smallest)
}

// sweep tries all boards of up to sweepCells cells that are smaller than a finding's, the smallest first.
func (c *Contest) sweep(ctx context.Context, found *Finding) (smallest *Finding, least bool) {
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	all := &List{Cases: allBefore(found.Case)}
	match := compare.Match[*twotone.Case]{
		Cases:    all.Len(),
		Case:     func(i uint64, _ *twotone.Case) *twotone.Case { return all.Cases[i] },
		NewPanel: c.panel,
		Enough:   1,
		Workers:  c.Workers,
	}
	outcome, err := match.Run(ctx)
	if err != nil {
		return found, false
	}
	least = outcome.Limit == nil && outcome.Limited == 0 && (outcome.First != nil || found.Case.Size() <= sweepCells)
	if first := outcome.First; first != nil {
		found = &Finding{Case: all.Cases[first.Number], Difference: first.Difference, Answers: first.Answers}
	}
	return found, least
}

// allBefore returns all cases of up to sweepCells cells that are smaller than c, in order.
func allBefore(c *twotone.Case) []*twotone.Case {
	var before []*twotone.Case
	for cells := 2; cells <= min(c.Size(), sweepCells); cells++ {
		cases, err := twotone.CasesOf(cells)
		if err != nil {
			return nil // not with so few cells
		}
		for d := range cases {
			if twotone.Order(d, c) < 0 {
				before = append(before, d)
			}
		}
	}
	slices.SortFunc(before, twotone.Order)
	return before
}
