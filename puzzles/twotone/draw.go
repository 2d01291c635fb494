package twotone

import (
	"fmt"
	"math/rand/v2"
)

// A Sample draws cases from every board of a size with black to move, all as likely as each other.
// The sizes of many spaces do not fit a number, so it draws colours, places and stars.
type Sample struct {
	Rows, Cols int
	Rules      []Rule
}

// String says what is drawn.
func (s *Sample) String() string {
	return fmt.Sprintf("boards drawn from every %dx%d board, black to move", s.Rows, s.Cols)
}

// Draw draws a case. It uses the memory of c, which may be nil.
func (s *Sample) Draw(rng *rand.Rand, c *Case) *Case {
	c = reset(c, s.Rows, s.Cols, rng)
	c.Rule = s.Rules[rng.IntN(len(s.Rules))]
	for cell := range c.Cells {
		c.Cells[cell] = Colour(rng.IntN(3))
		c.Stars[cell] = rng.IntN(2) == 1
	}
	return c
}

// reset gives c a size, two pieces somewhere, and black cells without stars.
func reset(c *Case, rows, cols int, rng *rand.Rand) *Case {
	if c == nil {
		c = new(Case)
	}
	n := rows * cols
	c.Rows, c.Cols, c.Turn = rows, cols, Black
	c.Cells = append(c.Cells[:0], make([]Colour, n)...)
	c.Stars = append(c.Stars[:0], make([]bool, n)...)
	c.Black, c.White = rng.IntN(n), rng.IntN(n-1)
	if c.White >= c.Black {
		c.White++
	}
	return c
}

// AnyStars is a Random's number of stars that is drawn for each case.
const AnyStars = -1

// mostStars is the most stars that are drawn if their number is not given.
const mostStars = 4

// A Random draws random boards of a size: so many stars, a share of rainbow cells, either side to
// move.
type Random struct {
	Rows, Cols int
	Stars      int     // on different cells; AnyStars: drawn from 1 to 4
	Rainbow    float64 // the chance of a cell to be rainbow; else it is black or white, as likely
	Rules      []Rule
}

// String says what is drawn.
func (r *Random) String() string { return fmt.Sprintf("random %dx%d boards", r.Rows, r.Cols) }

// Draw draws a case. It uses the memory of c, which may be nil.
func (r *Random) Draw(rng *rand.Rand, c *Case) *Case {
	c = reset(c, r.Rows, r.Cols, rng)
	c.Rule = r.Rules[rng.IntN(len(r.Rules))]
	c.Turn = Colour(rng.IntN(2))
	for cell := range c.Cells {
		c.Cells[cell] = Colour(rng.IntN(2))
		if rng.Float64() < r.Rainbow {
			c.Cells[cell] = Rainbow
		}
	}
	stars := r.Stars
	if stars == AnyStars {
		stars = 1 + rng.IntN(min(mostStars, len(c.Cells)))
	}
	for _, cell := range rng.Perm(len(c.Cells))[:stars] {
		c.Stars[cell] = true
	}
	return c
}
