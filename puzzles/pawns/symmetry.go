package pawns

import "slices"

// Images is the number of symmetries of the square, the identity included.
const Images = 8

// Image returns the image of a game under symmetry number k, which is less than Images; number 0
// changes nothing. The pawns keep their numbers, and a line of play stays what it is.
func (g *Game) Image(k int) *Game {
	image := g.Clone()
	image.Knight = g.image(k, g.Knight)
	for i, c := range g.Pawns {
		image.Pawns[i] = g.image(k, c)
	}
	return image
}

// image mirrors a cell in X if k is odd, then in Y if its next bit is set, then in the diagonal.
func (g *Game) image(k int, c Cell) Cell {
	if k&1 != 0 {
		c.X = g.Side - 1 - c.X
	}
	if k&2 != 0 {
		c.Y = g.Side - 1 - c.Y
	}
	if k&4 != 0 {
		c.X, c.Y = c.Y, c.X
	}
	return c
}

// Sorted returns the game with its pawns in the order of their cells, row by row.
func (g *Game) Sorted() *Game {
	d := g.Clone()
	slices.SortFunc(d.Pawns, g.compare)
	return d
}

// IsSorted tells whether the pawns are in the order of their cells.
func (g *Game) IsSorted() bool { return slices.IsSortedFunc(g.Pawns, g.compare) }

// compare orders cells row by row.
func (g *Game) compare(a, b Cell) int { return g.Number(a) - g.Number(b) }

// Least returns the least, in the sense of Order, of the sorted images of a game. Games have it in
// common if they differ in a symmetry and in the numbers of the pawns alone, and then only.
func (g *Game) Least() *Game {
	least := g.Sorted()
	for k := 1; k < Images; k++ {
		if image := g.Image(k).Sorted(); Order(image, least) < 0 {
			least = image
		}
	}
	return least
}
