package verbs

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"exhaust/compare"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/contest"
	"exhaust/puzzle"
)

// ContestOptions say what contest is to be held: between whom, and on which cases.
type ContestOptions struct {
	Players [2]string
	Ask     puzzle.Ask
	Timeout time.Duration // for a case
	Memory  uint64        // of each solver of this program, in bytes; 0: no limit
	Workers int
	Enough  uint64 // the contest ends at so many differences

	// One of these: cases given one by one, all cases of a space, some of them, or random ones.
	Boards *Boards
	Space  string
	Sample uint64 // draw so many cases of Space, if not 0
	Random string // the size of random cases
	Count  uint64 // of these
	Seed   uint64

	Variants []int             // nil if the puzzle has none; ignored with Boards
	Flags    map[string]string // the puzzle's own
	Set      func(flag string) bool
}

// Boards are cases given one by one.
type Boards struct {
	Name  string // where they are from
	Cases []Case
}

// A Contest is one that can be held.
type Contest interface {
	Run(ctx context.Context) (ContestReport, error)

	Keep(k *enumerate.Keeper, done *atomic.Uint64) // before Run
	Boards() string                                // what the cases are
	Cases() uint64
	Order() string // the order of the cases, for people
	Drawn() bool   // the cases are drawn from a seed
	Sum() string   // of cases given one by one; else empty

	// Programs says for each side which program it is; empty for a solver of this one.
	Programs() ([2]string, error)
}

// A ContestReport is what came of a contest.
type ContestReport struct {
	compare.Outcome
	First    *Finding // the first difference in the order of the cases; nil if there is none
	Smallest *Finding // the smallest case found on which they differ
	Least    bool     // no smaller case differs: all were tried
	Minimal  bool     // Least, or no case differs that has a little taken away: all were tried
}

// A Finding is a case on which the solvers differ.
type Finding struct {
	Case       Case
	Difference compare.Difference
	Names      []string         // of the solvers: the two, and a third if there is one
	Answers    []compare.Answer // in the same order
	Proofs     []compare.Proof  // who is wrong
	Sides      string           // if nothing is proven: the one of the two that the third agrees with; or ""
}

// Contest makes a contest.
func (p *of[C]) Contest(ctx context.Context, o ContestOptions) (Contest, error) {
	c := &contestOf[C]{p: p, c: contest.Contest[C]{
		Family: p.f, Ask: o.Ask, Timeout: o.Timeout, Memory: o.Memory, Workers: o.Workers, Enough: o.Enough,
	}}
	for i, name := range o.Players {
		player, err := contest.ParsePlayer(name, p.f.SolverNames())
		if err != nil {
			return nil, err
		}
		c.c.Players[i] = player
	}
	err := c.find(ctx, &o)
	return c, err
}

type contestOf[C any] struct {
	p     *of[C]
	c     contest.Contest[C]
	order string
	drawn bool
	sum   string
}

// find finds the cases.
func (c *contestOf[C]) find(ctx context.Context, o *ContestOptions) (err error) {
	c.order = "in the order of the boards"
	draws := family.Draws{Variants: o.Variants, Flags: o.Flags, Set: o.Set}
	switch {
	case o.Boards != nil:
		list := &contest.List[C]{Name: "boards of " + o.Boards.Name, Family: c.p.f}
		for _, d := range o.Boards.Cases {
			list.Cases = append(list.Cases, d.(*caseOf[C]).c)
		}
		c.c.Source, c.sum = list, list.Sum()
		return nil
	case o.Random != "":
		if c.p.f.Random == nil {
			return newNone("random cases").of(c.p.about)
		}
		return c.draw(
			o.Count,
			o.Seed,
			func() (family.Drawer[C], error) { return c.p.f.Random(o.Random, draws) },
		)
	case o.Sample > 0:
		return c.draw(
			o.Sample,
			o.Seed,
			func() (family.Drawer[C], error) { return c.sample(ctx, o, draws) },
		)
	}
	all, err := c.all(ctx, o)
	if err != nil {
		return err
	}
	c.c.Source, c.order = all, fmt.Sprintf("of all %v boards in their order", all.Space)
	return nil
}

// all returns all cases of a space.
func (c *contestOf[C]) all(ctx context.Context, o *ContestOptions) (*contest.All[C], error) {
	if c.p.f.Space == nil {
		return nil, newNone("space to enumerate").of(c.p.about)
	}
	s, err := c.p.f.Space(ctx, o.Space, nil)
	return &contest.All[C]{Family: c.p.f, Space: s, Variants: o.Variants}, err
}

// sample returns what draws from a space.
func (c *contestOf[C]) sample(
	ctx context.Context,
	o *ContestOptions,
	draws family.Draws,
) (family.Drawer[C], error) {
	if c.p.f.Sample != nil {
		return c.p.f.Sample(o.Space, draws)
	}
	all, err := c.all(ctx, o)
	if err == nil && all.Len() == 0 {
		err = fmt.Errorf("no case to draw from in %s%v", c.p.f.Prefix(), all.Space)
	}
	return &contest.Sample[C]{Of: all}, err
}

// draw sets cases that are drawn.
func (c *contestOf[C]) draw(count, seed uint64, drawer func() (family.Drawer[C], error)) error {
	d, err := drawer()
	c.c.Source, c.drawn = &contest.Drawn[C]{Drawer: d, Count: count, Seed: seed}, true
	return err
}

func (c *contestOf[C]) Keep(
	k *enumerate.Keeper,
	done *atomic.Uint64,
) {
	c.c.Keeper, c.c.Done = k, done
}
func (c *contestOf[C]) Boards() string { return c.c.Source.String() }
func (c *contestOf[C]) Cases() uint64  { return c.c.Source.Len() }
func (c *contestOf[C]) Order() string  { return c.order }
func (c *contestOf[C]) Drawn() bool    { return c.drawn }
func (c *contestOf[C]) Sum() string    { return c.sum }

func (c *contestOf[C]) Programs() (programs [2]string, err error) {
	for i, player := range c.c.Players {
		if !player.External() {
			continue
		}
		if programs[i], err = player.Program(); err != nil {
			return programs, err
		}
	}
	return programs, nil
}

func (c *contestOf[C]) Run(ctx context.Context) (ContestReport, error) {
	r, err := c.c.Run(ctx)
	out := ContestReport{Outcome: r.Outcome, Least: r.Least, Minimal: r.Minimal}
	out.First = c.finding(r.First)
	out.Smallest = out.First
	if r.Smallest != r.First {
		out.Smallest = c.finding(r.Smallest)
	}
	return out, err
}

func (c *contestOf[C]) finding(f *contest.Finding[C]) *Finding {
	if f == nil {
		return nil
	}
	return &Finding{
		Case: &caseOf[C]{c.p, f.Case}, Difference: f.Difference, Names: f.Names, Answers: f.Answers,
		Proofs: f.Proofs, Sides: f.Sides,
	}
}
