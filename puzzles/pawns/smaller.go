package pawns

import (
	"cmp"
	"iter"
	"slices"
)

// Order compares two valid games by size. One whose pawns are in the order of their cells is
// smaller than one whose pawns are not; then the one with the smaller side is smaller, then the one
// with fewer pawns, then the one whose knight is on a cell of smaller number, then the one whose
// last pawn is, and so on to the first. It returns a negative number if a is smaller, 0 if they are
// the same, and a positive one if a is greater. Each game has finitely many smaller ones with its
// side or a smaller one, and a step of Smaller never goes to a greater side, so that there is no
// endless descent.
func Order(a, b *Game) int {
	order := cmp.Or(
		cmp.Compare(disorder(a), disorder(b)),
		cmp.Compare(a.Side, b.Side),
		cmp.Compare(len(a.Pawns), len(b.Pawns)),
		a.compare(a.Knight, b.Knight),
	)
	for i := len(a.Pawns) - 1; i >= 0 && order == 0; i-- {
		order = a.compare(a.Pawns[i], b.Pawns[i])
	}
	return order
}

// disorder returns 1 for a game whose pawns are not in the order of their cells.
func disorder(g *Game) int {
	if g.IsSorted() {
		return 0
	}
	return 1
}

// Smaller yields valid games that are one step away from g and smaller in the sense of Order, what
// takes away most first: a pawn less, a smaller board, the pawns in order, an image, a piece nearer
// to the first cell. If the pawns of g are in order, so are theirs. None shares memory with g.
// Whether the knight can reach the pawns is not asked.
func (g *Game) Smaller() iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		sorted := g.IsSorted()
		for _, steps := range []iter.Seq[*Game]{g.fewer, g.narrower, g.images, g.nearer} {
			for d := range steps {
				if sorted {
					d = d.Sorted()
				}
				if d.Validate() == nil && Order(d, g) < 0 && !yield(d) {
					return
				}
			}
		}
	}
}

// fewer yields the games with a pawn less.
func (g *Game) fewer(yield func(*Game) bool) {
	for pawn := range g.Pawns {
		d := g.Clone()
		d.Pawns = slices.Delete(d.Pawns, pawn, pawn+1)
		if !yield(d) {
			return
		}
	}
}

// narrower yields the games on smaller boards: the least that holds all pieces, one of half the
// side, and those without the first or the last row and the first or the last column. A piece that
// would leave the board stays at its edge.
func (g *Game) narrower(yield func(*Game) bool) {
	low, high := g.Knight, g.Knight
	for _, c := range g.Pawns {
		low = Cell{min(low.X, c.X), min(low.Y, c.Y)}
		high = Cell{max(high.X, c.X), max(high.Y, c.Y)}
	}
	tight := 1 + max(high.X-low.X, high.Y-low.Y)
	for _, cut := range []struct {
		side int
		off  Cell
	}{
		{tight, low}, {tight + 1, low}, {g.Side / 2, Cell{}},
		{g.Side - 1, Cell{}}, {g.Side - 1, Cell{X: 1}},
		{g.Side - 1, Cell{Y: 1}}, {g.Side - 1, Cell{1, 1}},
	} {
		if cut.side < g.Side && !yield(g.cut(cut.side, cut.off)) {
			return
		}
	}
}

// cut returns the game on the part of the board that begins at a cell.
func (g *Game) cut(side int, off Cell) *Game {
	return g.moved(func(c Cell) Cell {
		return Cell{min(max(c.X-off.X, 0), side-1), min(max(c.Y-off.Y, 0), side-1)}
	}, side)
}

// moved returns the game with each piece moved, on a board of some side.
func (g *Game) moved(move func(Cell) Cell, side int) *Game {
	d := &Game{Side: side, Knight: move(g.Knight), Pawns: slices.Clone(g.Pawns)}
	for i, c := range d.Pawns {
		d.Pawns[i] = move(c)
	}
	return d
}

// images yields the game with its pawns in order, and the images of both.
func (g *Game) images(yield func(*Game) bool) {
	for _, d := range []*Game{g.Sorted(), g} {
		for k := range Images {
			if !yield(d.Image(k)) {
				return
			}
		}
	}
}

// nearer yields the games with all pieces one column or one row nearer to the first, and those with
// one piece nearer to it.
func (g *Game) nearer(yield func(*Game) bool) {
	for _, by := range []Cell{{X: 1}, {Y: 1}} {
		if !yield(g.moved(func(c Cell) Cell { return Cell{c.X - by.X, c.Y - by.Y} }, g.Side)) {
			return
		}
	}
	for piece := range len(g.Pawns) + 1 {
		for _, near := range []func(Cell) Cell{
			func(Cell) Cell { return Cell{} },
			func(c Cell) Cell { return Cell{c.X / 2, c.Y / 2} },
			func(c Cell) Cell { return Cell{c.X, 0} },
			func(c Cell) Cell { return Cell{0, c.Y} },
			func(c Cell) Cell { return Cell{c.X - 1, c.Y} },
			func(c Cell) Cell { return Cell{c.X, c.Y - 1} },
			func(c Cell) Cell { return Cell{c.X + 1, c.Y - 1} },
		} {
			d := g.Clone()
			at := d.piece(piece)
			if *at = near(*at); !yield(d) {
				return
			}
		}
	}
}

// piece returns the place of a pawn, or of the knight, which has the number behind the pawns'.
func (g *Game) piece(number int) *Cell {
	if number == len(g.Pawns) {
		return &g.Knight
	}
	return &g.Pawns[number]
}
