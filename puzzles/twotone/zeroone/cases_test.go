package zeroone

import (
	"math/rand/v2"
	"strings"

	"exhaust/puzzles/twotone"
)

// at says where the black and the white piece and the stars of a case are.
type at struct {
	black, white int
	stars        []int
}

// newCase returns the case whose cells are drawn by rows: "BW RB" is 2x2.
func newCase(rows string, pieces at, turn twotone.Colour, rule twotone.Rule) *twotone.Case {
	lines := strings.Fields(rows)
	c := &twotone.Case{Rule: rule}
	c.Rows, c.Cols = len(lines), len(lines[0])
	for _, letter := range strings.Join(lines, "") {
		c.Cells = append(c.Cells, twotone.Colour(strings.IndexRune("BWR", letter)))
	}
	c.Stars = make([]bool, len(c.Cells))
	for _, cell := range pieces.stars {
		c.Stars[cell] = true
	}
	c.Black, c.White, c.Turn = pieces.black, pieces.white, turn
	return c
}

// eachCase calls visit with every case of a size under a rule, with either side
// to move. The case is changed afterwards, so visit must not keep it.
func eachCase(rows, cols int, rule twotone.Rule, visit func(*twotone.Case)) {
	n := rows * cols
	c := &twotone.Case{Rule: rule}
	c.Rows, c.Cols = rows, cols
	c.Cells, c.Stars = make([]twotone.Colour, n), make([]bool, n)
	for cells := range power(3, n) {
		for i := range n {
			c.Cells[i] = twotone.Colour(cells / power(3, i) % 3)
		}
		eachPlacement(c, visit)
	}
}

// eachPlacement calls visit with c under all positions, stars and movers.
func eachPlacement(c *twotone.Case, visit func(*twotone.Case)) {
	n := c.Size()
	for rest := range n * n * power(2, n) * 2 {
		c.Black, c.White = rest%n, rest/n%n
		if c.Black == c.White {
			continue
		}
		c.Turn = twotone.Colour(rest / (n * n) % 2)
		for i := range n {
			c.Stars[i] = rest/(n*n*2)>>i&1 != 0
		}
		visit(c)
	}
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// randomCase draws a case of a size with k stars.
func randomCase(r *rand.Rand, rows, cols, k int) *twotone.Case {
	n := rows * cols
	c := &twotone.Case{Rule: twotone.Rule(r.IntN(2))}
	c.Rows, c.Cols = rows, cols
	c.Cells, c.Stars = make([]twotone.Colour, n), make([]bool, n)
	for i := range n {
		c.Cells[i] = twotone.Colour(r.IntN(3))
	}
	for _, cell := range r.Perm(n)[:k] {
		c.Stars[cell] = true
	}
	places := r.Perm(n)
	c.Black, c.White, c.Turn = places[0], places[1], twotone.Colour(r.IntN(2))
	return c
}
