package verbs

import (
	"context"
	"sync/atomic"

	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/census"
)

// CensusOptions say what census is to be taken.
type CensusOptions struct {
	Size     string
	Variants []int // of the puzzle's; nil if it has none
	Solvers  []string
	Workers  int
	Memory   uint64         // of each solver, in bytes; 0: no limit
	Listed   *atomic.Uint64 // counts what a space lists that takes long; may be nil
}

// A Census is one that can be taken.
type Census interface {
	Puzzle() Puzzle
	Run(ctx context.Context) (enumerate.Report[census.Tally], error)

	Keep(k *enumerate.Keeper, done *atomic.Uint64) // before Run
	Space() string                                 // the size, with the puzzle's name unless its IDs stand without
	Title() string                                 // one of its cases, for people
	Boards() uint64
	Cases() uint64 // boards times variants
	Variants() []int
	Solvers() []string
	Checks() []string // what is checked of every case, beside solvers and referee
	Bounds() (value, states string)

	// Report is what the space says of itself.
	Report(checked uint64) (details []family.Detail, table string, checks []string)
}

// Census makes a census. The error is that of the size.
func (p *of[C]) Census(ctx context.Context, o CensusOptions) (Census, error) {
	if p.f.Space == nil {
		return nil, newNone("space to enumerate").of(p.about)
	}
	s, err := p.f.Space(ctx, o.Size, o.Listed)
	if err != nil {
		return nil, err
	}
	return &censusOf[C]{p, census.Census[C]{
		Family: p.f, Space: s, Variants: o.Variants, Solvers: o.Solvers, Workers: o.Workers, Memory: o.Memory,
	}}, nil
}

type censusOf[C any] struct {
	p *of[C]
	c census.Census[C]
}

func (c *censusOf[C]) Puzzle() Puzzle { return c.p }

func (c *censusOf[C]) Run(ctx context.Context) (enumerate.Report[census.Tally], error) {
	report, err := c.c.Run(ctx)
	if report.Tally.Variants == nil { // nothing is done
		report.Tally.Variants = make([]census.VariantTally, max(1, len(c.c.Family.Variants)))
	}
	return report, err
}

func (c *censusOf[C]) Keep(
	k *enumerate.Keeper,
	done *atomic.Uint64,
) {
	c.c.Keeper, c.c.Done = k, done
}

func (c *censusOf[C]) Space() string     { return c.c.Family.Prefix() + c.c.Space.String() }
func (c *censusOf[C]) Title() string     { return c.c.Space.Title() }
func (c *censusOf[C]) Boards() uint64    { return c.c.Space.Len() }
func (c *censusOf[C]) Cases() uint64     { return c.c.Cases() }
func (c *censusOf[C]) Variants() []int   { return c.c.Variants }
func (c *censusOf[C]) Solvers() []string { return c.c.Solvers }

func (c *censusOf[C]) Checks() []string {
	if names := c.c.Family.Checks.Names; names != nil {
		return names(c.c.Variants)
	}
	return nil
}

func (c *censusOf[C]) Bounds() (value, states string) {
	return c.c.Family.Checks.ValueBound, c.c.Family.Checks.StatesBound
}

func (c *censusOf[C]) Report(checked uint64) ([]family.Detail, string, []string) {
	if r, ok := c.c.Space.(family.Reporter); ok {
		return r.Report(checked)
	}
	return nil, "", nil
}
