package table

import (
	"context"
	"math/bits"

	"exhaust/puzzles/twotone"
)

// A Sweep goes through all boards of a class, and keeps its memory for the next
// one. It is not for use by several goroutines at once.
type Sweep struct {
	pool  pool
	plays [2]*play // for twotone.Strict and twotone.Handover
	level Level
}

// NewSweep returns a sweep that takes memory for what lies between star sets, and for the lengths that it
// keeps, from a budget that it may share with others.
func NewSweep(b *Budget) *Sweep { return newSweep(b, fastest()) }

func newSweep(b *Budget, k *kernels) *Sweep {
	s := &Sweep{pool: pool{budget: b}}
	for _, rule := range bothRules {
		s.plays[rule] = &play{rule: rule, kernels: k, pool: &s.pool}
	}
	return s
}

// A Level is what a sweep finds out at a time: the boards of a class with a star set
// that are won in so many moves and no fewer.
type Level struct {
	Stars  uint32    // the stars left
	Moves  int       // the shortest length
	Count  [2]uint64 // boards under each rule, with a given side to move
	Same   uint64    // boards that have this length under both rules
	Beyond bool      // there are boards that have this length under the strict rule, and no such or smaller length under handover

	plays []*play
}

// Each calls f for each board of this level under a rule: see Set.
func (v *Level) Each(rule twotone.Rule, f func(mover, other int, open uint64)) {
	set := v.set(rule)
	set.Each(f)
}

// Keep copies the boards of this level under a rule into a set, in the memory that it has.
func (v *Level) Keep(rule twotone.Rule, into *Set) {
	rows := into.rows[:0]
	*into = v.set(rule)
	into.rows = append(rows, into.rows...)
}

// set returns the boards of this level under a rule that the sweep is under.
func (v *Level) set(rule twotone.Rule) Set {
	for _, p := range v.plays {
		if p.rule == rule {
			return p.set()
		}
	}
	panic("table: a level has no boards of a rule that was not asked for")
}

// A Set is a set of boards of a class with the same stars.
type Set struct {
	*layout
	rows []uint64
	flip uint64
}

// set returns the news of this level.
func (p *play) set() Set {
	s := Set{layout: p.layout, rows: p.news[:p.cells*p.row]}
	if size(p.stars)&1 != 0 {
		s.flip = 1<<p.bits - 1
	}
	return s
}

// Each calls f for each board: the mover's cell, the other piece's cell, and the
// ordinary cells that show the colour opposite to the mover's, as a number whose bit 0 is the first
// ordinary cell.
func (s *Set) Each(f func(mover, other int, open uint64)) {
	for mover := range s.cells {
		for other := range s.cells {
			s.slice(mover, other, func(open uint64) { f(mover, other, open) })
		}
	}
}

// slice calls f for each colouring of a slice.
func (s *Set) slice(mover, other int, f func(open uint64)) {
	for i, v := range s.layout.slice(s.at(s.rows, mover), other) {
		for ; v != 0; v &= v - 1 {
			f(uint64(i*wordBits+bits.TrailingZeros64(v)) ^ s.flip)
		}
	}
}

// Run sweeps the boards of a class whose stars lie within a set, under some rules, and calls
// visit for each star set and length that boards have: star sets in ascending order as numbers, and
// lengths in ascending order. What visit gets is valid during the call only.
//
// The error is the context's, or ErrMemory. The class has at most MaxCells cells.
func (s *Sweep) Run(ctx context.Context, c Class, rules []twotone.Rule, within uint32, visit func(*Level)) error {
	l := newLayout(c)
	m := newMasks(l)
	s.pool.reset(l.row)
	s.level.plays = s.level.plays[:0]
	for _, rule := range rules {
		s.plays[rule].reset(l, m, within)
		s.level.plays = append(s.level.plays, s.plays[rule])
	}
	for stars := uint32(0); ; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !s.starSet(stars, visit) {
			return ErrMemory
		}
		stars = (stars - within) & within
		if stars == 0 {
			return nil
		}
	}
}

// starSet does a star set under all rules side by side. It reports false if the
// memory did not suffice.
func (s *Sweep) starSet(stars uint32, visit func(*Level)) bool {
	plays := s.level.plays
	for _, p := range plays {
		p.begin(stars)
	}
	for d, more := 0, true; more; d++ {
		more = false
		s.level = Level{Stars: stars, Moves: d, plays: plays}
		for _, p := range plays {
			count, goesOn := p.advance(d)
			s.level.Count[p.rule] = uint64(count)
			more = more || goesOn
		}
		s.level.compare()
		if s.level.Count != [2]uint64{} {
			visit(&s.level)
		}
	}
	full := false
	for _, p := range plays {
		p.end()
		full = full || p.full
	}
	return !full
}

// compare holds the rules against each other, if there are both.
func (v *Level) compare() {
	if len(v.plays) < 2 || v.Count[twotone.Strict] == 0 {
		return
	}
	strict, handover := v.plays[0], v.plays[1]
	if strict.rule != twotone.Strict {
		strict, handover = handover, strict
	}
	for cell := range strict.cells {
		if strict.fresh>>cell&1 == 0 {
			continue
		}
		same, beyond := strict.both(strict.at(strict.news, cell),
			handover.at(handover.news, cell), handover.at(handover.merger.won, cell))
		v.Same += uint64(same)
		v.Beyond = v.Beyond || beyond
	}
}
