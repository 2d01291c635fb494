package contest

import (
	"fmt"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"

	"exhaust/puzzles/twotone"
)

// A Source is cases, numbered from 0. Its methods may be called from several goroutines.
type Source interface {
	Len() uint64
	Case(i uint64, c *twotone.Case) // sets c to case number i; it uses the memory that c has
	String() string                 // what the cases are, for people
}

// List is cases given one by one.
type List struct {
	Name  string // where they are from
	Cases []*twotone.Case
}

// Len returns the number of cases.
func (l *List) Len() uint64 { return uint64(len(l.Cases)) }

// String says where the cases are from.
func (l *List) String() string { return l.Name }

// Sum says which cases they are: their number and the xxhash of their IDs, one a line.
func (l *List) Sum() string {
	sum := xxhash.New()
	for _, c := range l.Cases {
		fmt.Fprintln(sum, c.ID())
	}
	return fmt.Sprintf("%d, xxhash %016x", len(l.Cases), sum.Sum64())
}

// Case sets c to case number i.
func (l *List) Case(i uint64, c *twotone.Case) { copyCase(c, l.Cases[i]) }

// copyCase copies from into c and uses the memory that c has.
func copyCase(c, from *twotone.Case) {
	cells, stars := c.Cells, c.Stars
	*c = *from
	c.Cells = append(cells[:0], from.Cells...)
	c.Stars = append(stars[:0], from.Stars...)
}

// All is every board of a space under each rule.
type All struct {
	Space *twotone.Space
	Rules []twotone.Rule // each once, in the order in which the cases of a board are numbered
}

// Len returns the number of cases: boards times rules.
func (a *All) Len() uint64 { return a.Space.Len() * uint64(len(a.Rules)) }

// String says what the cases are.
func (a *All) String() string { return fmt.Sprintf("every %v board, black to move", a.Space) }

// Case sets c to case number i.
func (a *All) Case(i uint64, c *twotone.Case) {
	rules := uint64(len(a.Rules))
	a.Space.Board(i/rules, &c.Board)
	c.Rule = a.Rules[i%rules]
}

// A Sample is cases drawn at random, with replacement, from every board of a size with
// black to move and each rule, all as likely as each other.
type Sample struct {
	Rows, Cols int
	Rules      []twotone.Rule
	Count      uint64
	Seed       uint64
}

// Len returns the number of cases.
func (s *Sample) Len() uint64 { return s.Count }

// String says what the cases are.
func (s *Sample) String() string {
	return fmt.Sprintf("%d boards drawn from every %dx%d board, black to move, seed %d", s.Count, s.Rows, s.Cols, s.Seed)
}

// Case sets c to case number i.
func (s *Sample) Case(i uint64, c *twotone.Case) {
	rng := rand.New(rand.NewPCG(s.Seed, i))
	reset(c, s.Rows, s.Cols, rng)
	c.Rule = s.Rules[rng.IntN(len(s.Rules))]
	for cell := range c.Cells {
		c.Cells[cell] = twotone.Colour(rng.IntN(3))
		c.Stars[cell] = rng.IntN(2) == 1
	}
}

// reset gives c a size, two pieces somewhere, and black cells without stars.
func reset(c *twotone.Case, rows, cols int, rng *rand.Rand) {
	n := rows * cols
	c.Rows, c.Cols, c.Turn = rows, cols, twotone.Black
	c.Cells = append(c.Cells[:0], make([]twotone.Colour, n)...)
	c.Stars = append(c.Stars[:0], make([]bool, n)...)
	c.Black, c.White = rng.IntN(n), rng.IntN(n-1)
	if c.White >= c.Black {
		c.White++
	}
}

// AnyStars is a Random's number of stars that is drawn for each case.
const AnyStars = -1

// mostStars is the most stars that are drawn if their number is not given.
const mostStars = 4

// A Random is random boards of a size: so many stars, a share of rainbow cells, either side to
// move.
type Random struct {
	Rows, Cols int
	Stars      int     // on different cells; AnyStars: drawn from 1 to 4
	Rainbow    float64 // the chance of a cell to be rainbow; else it is black or white, as likely
	Rules      []twotone.Rule
	Count      uint64
	Seed       uint64
}

// Len returns the number of cases.
func (r *Random) Len() uint64 { return r.Count }

// String says what the cases are.
func (r *Random) String() string {
	return fmt.Sprintf("%d random %dx%d boards, seed %d", r.Count, r.Rows, r.Cols, r.Seed)
}

// Case sets c to case number i.
func (r *Random) Case(i uint64, c *twotone.Case) {
	rng := rand.New(rand.NewPCG(r.Seed, i))
	reset(c, r.Rows, r.Cols, rng)
	c.Rule = r.Rules[rng.IntN(len(r.Rules))]
	c.Turn = twotone.Colour(rng.IntN(2))
	for cell := range c.Cells {
		c.Cells[cell] = twotone.Colour(rng.IntN(2))
		if rng.Float64() < r.Rainbow {
			c.Cells[cell] = twotone.Rainbow
		}
	}
	stars := r.Stars
	if stars == AnyStars {
		stars = 1 + rng.IntN(min(mostStars, len(c.Cells)))
	}
	for _, cell := range rng.Perm(len(c.Cells))[:stars] {
		c.Stars[cell] = true
	}
}
