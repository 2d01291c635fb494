// Package atlas puts together what is known of all boards of a size: how many are
// solvable and how long their shortest solutions are, under both rules, by stars and
// by rainbow cells, and which are the longest.
//
// The boards come from package table, a class of rainbow cells at a time. Of the classes that
// rotations and reflections map to each other one is done, and counts for all. Classes are shared
// among workers, or among machines: a share says which it is, and Merge takes nothing but all
// shares of one whole.
package atlas

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/table"
)

// An Atlas says which boards are to be done and how.
type Atlas struct {
	Space   *twotone.Space    // black to move
	Rules   []twotone.Rule    // each once
	Share   Share             // which classes
	Workers int               // 0: as many as GOMAXPROCS
	Memory  uint64            // bytes that the workers may take between star sets, and for lengths to verify; 0: no limit
	Done    *atomic.Uint64    // if not nil, counts the cases that are done
	Keeper  *enumerate.Keeper // if not nil, keeps which classes are done, of Run or of Verify

	// EachClass does symmetric classes one by one, instead of one for all.
	EachClass bool

	group []twotone.Symmetry // the symmetries made use of, if not nil; tests plant bugs with it
}

// A Share is one of several equal parts of the classes of a size: of the classes in the
// order of their size, every so many. Whole is all of them.
type Share struct {
	Part int `json:"part"` // from 1 to Of
	Of   int `json:"of"`
}

// Whole is all classes.
var Whole = Share{1, 1}

// of returns the classes of the share.
func (s Share) of(all []Class) []Class {
	var some []Class
	for i := s.Part - 1; i < len(all); i += s.Of {
		some = append(some, all[i])
	}
	return some
}

// symmetries returns the symmetries that are made use of.
func (a *Atlas) symmetries() []twotone.Symmetry {
	switch {
	case a.group != nil:
		return a.group
	case a.EachClass:
		return []twotone.Symmetry{0}
	}
	return symmetries(a.Space.Rows, a.Space.Cols)
}

// Classes returns the classes to be done, the largest first.
func (a *Atlas) Classes() []Class {
	return a.Share.of(classes(a.Space.Rows, a.Space.Cols, a.symmetries()))
}

// Cases returns the number of cases to be done.
func (a *Atlas) Cases() uint64 {
	n := uint64(0)
	for _, c := range a.Classes() {
		n += c.cases(len(a.Rules))
	}
	return n
}

// CheckSize returns an error if boards of a size are more than a table takes.
func CheckSize(s *twotone.Space) error {
	if n := s.Rows * s.Cols; n > table.MaxCells {
		return fmt.Errorf("%w: %d cells, want at most %d", table.ErrTooLarge, n, table.MaxCells)
	}
	return nil
}

// Run does the classes, each as a whole, on all workers. A done context ends it early with the
// report of what was done by then. The error table.ErrMemory says that a class did not fit into the
// memory.
func (a *Atlas) Run(ctx context.Context) (enumerate.Report[Tally], error) {
	if err := CheckSize(a.Space); err != nil {
		return enumerate.Report[Tally]{}, err
	}
	classes := a.Classes()
	budget, workers := a.budget(classes)
	return enumerate.Run(ctx, enumerate.Job[Tally]{
		Cases: uint64(len(classes)),
		NewWorker: func() (enumerate.Worker[Tally], error) {
			return &worker{atlas: a, classes: classes, group: a.symmetries(), sweep: table.NewSweep(budget)}, nil
		},
		Merge:   (*Tally).merge,
		Workers: workers,
		Chunk:   1, // the largest take hours, and come first
		Keeper:  a.Keeper,
	})
}

// keptSets is how many sets of boards a worker keeps at most, about: each of its finders has those
// of the images of a star set, and as many that it had before.
const keptSets = 3 * 2 * 8

// budget returns the memory that sweeps share, and how many workers there are, each of which takes
// some that is its own: fewer than asked for if that would be more than half of all.
func (a *Atlas) budget(classes []Class) (b *table.Budget, workers int) {
	workers = a.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if a.Memory == 0 || len(classes) == 0 {
		return &table.Budget{}, workers
	}
	own := uint64(0)
	for _, c := range classes {
		own = max(own, table.SweepBytes(c.Class)+keptSets*table.SetBytes(c.Class))
	}
	workers = int(max(1, min(uint64(workers), a.Memory/2/own)))
	own *= uint64(workers)
	return &table.Budget{Limit: max(1, a.Memory-min(a.Memory, own))}, workers // 0 would be no limit
}

// A worker does classes one after the other.
type worker struct {
	atlas   *Atlas
	classes []Class
	group   []twotone.Symmetry
	sweep   *table.Sweep
	finders [2]finder // for each rule, of the longest case
	nearest finder    // to the length bound of the strict rule
}

// Chunk does the classes from, ..., to-1.
func (w *worker) Chunk(ctx context.Context, from, to uint64) (Tally, error) {
	var t Tally
	for _, c := range w.classes[from:to] {
		if err := w.class(ctx, c, &t); err != nil {
			return Tally{}, err
		}
	}
	return t, nil
}

// class does a class and adds it to a tally.
func (w *worker) class(ctx context.Context, c Class, t *Tally) error {
	groups := make([]Group, c.Cells()+1)
	for rule := range w.finders {
		w.finders[rule].reset(w.atlas.Space, c.Class, w.group)
	}
	w.nearest.reset(w.atlas.Space, c.Class, w.group)
	bounds := newBounds(c)
	beyond := uint64(0)
	err := w.sweep.Run(ctx, c.Class, w.atlas.Rules, c.All(), func(v *table.Level) {
		g := &groups[size(v.Stars)]
		g.Same += v.Same
		for _, rule := range w.atlas.Rules {
			if n := v.Count[rule]; n > 0 {
				g.count(int(rule), v.Moves, n)
				w.finders[rule].add(v, rule, 1)
			}
		}
		if v.Count[twotone.Strict] > 0 && v.Moves > 0 {
			w.nearest.add(v, twotone.Strict, bounds[twotone.Strict][size(v.Stars)])
		}
		if v.Beyond {
			beyond++
		}
	})
	if err != nil {
		return err
	}
	t.merge(w.tally(c, groups, bounds, beyond))
	if w.atlas.Done != nil {
		w.atlas.Done.Add(c.cases(len(w.atlas.Rules)))
	}
	return nil
}

// tally makes the tally of a class and all its images.
func (w *worker) tally(c Class, groups []Group, bounds bounds, beyond uint64) Tally {
	rainbow := size(c.Rainbow)
	t := Tally{Classes: 1, Boards: c.Boards() * c.Orbit, Groups: make([][]Group, rainbow+1), Mismatches: beyond}
	t.Groups[rainbow] = make([]Group, len(groups))
	boards := c.Boards() >> c.Cells() // of a star set
	for stars := range groups {
		groups[stars].Boards = boards * choose(c.Cells(), stars)
		t.Groups[rainbow][stars].merge(&groups[stars], c.Orbit)
		t.Mismatches += bounds.over(stars, &groups[stars])
	}
	if t.Mismatches > 0 {
		t.First = fmt.Sprintf("%dx%d with rainbow cells %b: a length is over its bound, or a strict one has no match under handover",
			c.Rows, c.Cols, c.Rainbow)
	}
	for _, rule := range w.atlas.Rules {
		t.Longest[rule] = w.finders[rule].longest()
	}
	t.Nearest = w.nearest.nearest()
	return t
}

// choose returns the number of subsets of k out of n.
func choose(n, k int) uint64 {
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return c
}
