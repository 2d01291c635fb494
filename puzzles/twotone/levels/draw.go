package levels

import (
	"math/rand/v2"

	"exhaust/puzzles/twotone"
)

// draw sets b to a random board that fits the wish: each cell black or white, as likely, but for a number
// of rainbow cells from the wish's range, and pieces and stars on different cells.
func (w *Wish) draw(rng *rand.Rand, b *twotone.Board) {
	n := w.Rows * w.Cols
	*b = twotone.Board{Rows: w.Rows, Cols: w.Cols, Cells: make([]twotone.Colour, n), Stars: make([]bool, n)}
	for cell := range b.Cells {
		b.Cells[cell] = twotone.Colour(rng.IntN(2))
	}
	rainbow := w.Rainbow[0] + rng.IntN(w.Rainbow[1]-w.Rainbow[0]+1)
	for _, cell := range rng.Perm(n)[:rainbow] {
		b.Cells[cell] = twotone.Rainbow
	}
	places := rng.Perm(n)
	b.Black, b.White = places[0], places[1]
	for _, cell := range places[2 : 2+w.Stars] {
		b.Stars[cell] = true
	}
}

// mostChanges is the most that a mutation changes.
const mostChanges = 3

// mutate makes one to mostChanges changes to a board that fits the wish, so that it still does. A change may undo another.
func (w *Wish) mutate(rng *rand.Rand, b *twotone.Board) {
	changes := []func(*rand.Rand, *twotone.Board){w.flip, w.moveStar, w.movePiece, w.toggleRainbow, w.swapCells}
	for range 1 + rng.IntN(mostChanges) {
		changes[rng.IntN(len(changes))](rng, b)
	}
}

// flip gives a black or white cell the other colour. A rainbow cell is left.
func (w *Wish) flip(rng *rand.Rand, b *twotone.Board) {
	cell := rng.IntN(len(b.Cells))
	b.Cells[cell] = b.Cells[cell].Opposite()
}

// moveStar moves a star to a free cell, if there is one of either.
func (w *Wish) moveStar(rng *rand.Rand, b *twotone.Board) {
	to, ok := free(rng, b)
	if !ok || w.Stars == 0 {
		return
	}
	for _, from := range rng.Perm(len(b.Cells)) {
		if b.Stars[from] {
			b.Stars[from], b.Stars[to] = false, true
			return
		}
	}
}

// movePiece moves a piece to a free cell, if there is one.
func (w *Wish) movePiece(rng *rand.Rand, b *twotone.Board) {
	to, ok := free(rng, b)
	switch {
	case !ok:
	case rng.IntN(2) == 0:
		b.Black = to
	default:
		b.White = to
	}
}

// free draws a cell without a piece or a star, if there is one.
func free(rng *rand.Rand, b *twotone.Board) (cell int, ok bool) {
	for _, cell := range rng.Perm(len(b.Cells)) {
		if !b.Stars[cell] && cell != b.Black && cell != b.White {
			return cell, true
		}
	}
	return 0, false
}

// toggleRainbow turns a cell to rainbow, or from rainbow to black or white, if the wish allows as many rainbow
// cells as there are then.
func (w *Wish) toggleRainbow(rng *rand.Rand, b *twotone.Board) {
	cell, colour, count := rng.IntN(len(b.Cells)), twotone.Colour(rng.IntN(2)), b.Count(twotone.Rainbow)
	switch {
	case b.Cells[cell] == twotone.Rainbow && count > w.Rainbow[0]:
		b.Cells[cell] = colour
	case b.Cells[cell] != twotone.Rainbow && count < w.Rainbow[1]:
		b.Cells[cell] = twotone.Rainbow
	}
}

// swapCells swaps the colours of two cells.
func (w *Wish) swapCells(rng *rand.Rand, b *twotone.Board) {
	i, j := rng.IntN(len(b.Cells)), rng.IntN(len(b.Cells))
	b.Cells[i], b.Cells[j] = b.Cells[j], b.Cells[i]
}
