package contest

import (
	"fmt"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"

	"exhaust/family"
)

// A Source is cases, numbered from 0. Its methods may be called from several goroutines.
type Source[C any] interface {
	Len() uint64
	Case(
		i uint64,
		reuse C,
	) C // case number i; it may use the memory of reuse, which may be a zero C
	String() string // what the cases are, for people
}

// List is cases given one by one.
type List[C any] struct {
	Name   string // where they are from
	Cases  []C
	Family *family.Family[C]
}

// Len returns the number of cases.
func (l *List[C]) Len() uint64 { return uint64(len(l.Cases)) }

// String says where the cases are from.
func (l *List[C]) String() string { return l.Name }

// Sum says which cases they are: their number and the xxhash of their IDs, one a line.
func (l *List[C]) Sum() string {
	sum := xxhash.New()
	for _, c := range l.Cases {
		fmt.Fprintln(sum, l.Family.ID(c))
	}
	return fmt.Sprintf("%d, xxhash %016x", len(l.Cases), sum.Sum64())
}

// Case returns case number i. It is nobody's to change.
func (l *List[C]) Case(i uint64, _ C) C { return l.Cases[i] }

// All is every case of a space under each of some variants.
type All[C any] struct {
	Family   *family.Family[C]
	Space    family.Space[C]
	Variants []int // ascending; nil if the family has none
}

// Len returns the number of cases: boards times variants.
func (a *All[C]) Len() uint64 { return a.Space.Len() * uint64(max(1, len(a.Variants))) }

// String says what the cases are.
func (a *All[C]) String() string { return "every " + a.Space.Title() }

// Case returns case number i.
func (a *All[C]) Case(i uint64, reuse C) C {
	if a.Variants == nil {
		return a.Space.At(i, reuse)
	}
	n := uint64(len(a.Variants))
	return a.Family.WithVariant(a.Space.At(i/n, reuse), a.Variants[i%n])
}

// Drawn is cases drawn at random: each depends on the seed and its number alone.
type Drawn[C any] struct {
	Drawer family.Drawer[C]
	Count  uint64
	Seed   uint64
}

// Len returns the number of cases.
func (d *Drawn[C]) Len() uint64 { return d.Count }

// String says what the cases are.
func (d *Drawn[C]) String() string { return fmt.Sprintf("%d %v, seed %d", d.Count, d.Drawer, d.Seed) }

// Case returns case number i.
func (d *Drawn[C]) Case(i uint64, reuse C) C {
	return d.Drawer.Draw(rand.New(rand.NewPCG(d.Seed, i)), reuse)
}

// Sample draws from a source, with replacement, every case as likely as each other.
type Sample[C any] struct{ Of Source[C] }

// Draw draws a case.
func (s *Sample[C]) Draw(rng *rand.Rand, reuse C) C {
	return s.Of.Case(rng.Uint64N(s.Of.Len()), reuse)
}

// String says what is drawn.
func (s *Sample[C]) String() string { return "cases drawn from " + s.Of.String() }
