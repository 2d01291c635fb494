package atlas

import (
	"context"
	"sync/atomic"

	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bellman"
	"exhaust/puzzles/twotone/table"
)

// Verify makes the lengths of all boards of the atlas once more, a class and a rule at a time, and has package bellman
// check each against those of the boards that come next. It ends early as Run does.
func (a *Atlas) Verify(ctx context.Context) (enumerate.Report[bellman.Report], error) {
	if err := CheckSize(a.Space); err != nil {
		return enumerate.Report[bellman.Report]{}, err
	}
	classes := a.Classes()
	budget, workers := a.budget(classes)
	return enumerate.Run(ctx, enumerate.Job[bellman.Report]{
		Cases: uint64(len(classes)),
		NewWorker: func() (enumerate.Worker[bellman.Report], error) {
			return &verifier{rules: a.Rules, classes: classes, sweep: table.NewSweep(budget), done: a.Done}, nil
		},
		Merge:   (*bellman.Report).Merge,
		Workers: workers,
		Chunk:   1,
		Keeper:  a.Keeper,
	})
}

// A verifier verifies classes one after the other.
type verifier struct {
	rules   []twotone.Rule
	classes []Class
	sweep   *table.Sweep
	done    *atomic.Uint64
}

// Chunk verifies the classes from, ..., to-1.
func (v *verifier) Chunk(ctx context.Context, from, to uint64) (bellman.Report, error) {
	var all bellman.Report
	for _, c := range v.classes[from:to] {
		for _, rule := range v.rules {
			r, err := v.class(ctx, c, rule)
			if err != nil {
				return bellman.Report{}, err
			}
			all.Merge(r)
			if v.done != nil {
				v.done.Add(c.cases(1))
			}
		}
	}
	return all, nil
}

// class verifies a class under a rule.
func (v *verifier) class(ctx context.Context, c Class, rule twotone.Rule) (bellman.Report, error) {
	lengths, err := v.sweep.Lengths(ctx, c.Class, rule, c.All())
	if err != nil {
		return bellman.Report{}, err
	}
	defer lengths.Drop()
	return bellman.Check(ctx, bellman.Class{Rows: c.Rows, Cols: c.Cols, Rainbow: c.Rainbow, Rule: rule}, claims{lengths})
}

// claims are lengths, as package bellman wants them.
type claims struct{ lengths *table.Lengths }

// Length looks a case up from its mover's side.
func (l claims) Length(c *twotone.Case) (moves int, solvable bool) {
	mover, other := c.Black, c.White
	if c.Turn == twotone.White {
		mover, other = other, mover
	}
	var stars, open uint32
	for cell, colour := range c.Cells {
		if c.Stars[cell] {
			stars |= 1 << cell
		}
		if colour == c.Turn.Opposite() {
			open |= 1 << cell
		}
	}
	return l.lengths.Length(stars, mover, other, open)
}
