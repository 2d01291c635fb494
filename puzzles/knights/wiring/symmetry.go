package wiring

import "exhaust/puzzles/knights"

// A symmetry is a rotation or a mirror image of a board, with or without the two colours swapped.
// Those with transpose swap the sides.
type symmetry uint8

// The bits of a symmetry, applied to a cell in this order.
const (
	flipRows   symmetry = 1 << iota // top and bottom swapped
	flipCols                        // left and right swapped
	transpose                       // rows and columns swapped
	recolour                        // black and white swapped
	symmetries = 16                 // 0 is the identity
)

// apply returns the image of a board. It need not be a case: only its knights are as many as those
// of the board.
func (y symmetry) apply(b *knights.Board) *knights.Board {
	c := &knights.Board{Rows: b.Rows, Cols: b.Cols}
	if y&transpose != 0 {
		c.Rows, c.Cols = b.Cols, b.Rows
	}
	for cell := range b.Size() {
		to := y.cell(b, cell)
		switch {
		case cell == b.Hole:
			c.Hole = to
		case b.IsBlack(cell) == (y&recolour == 0):
			c.Black |= 1 << to
		}
	}
	return c
}

// cell returns where a cell of a board goes.
func (y symmetry) cell(b *knights.Board, cell int) int {
	row, col := cell/b.Cols, cell%b.Cols
	if y&flipRows != 0 {
		row = b.Rows - 1 - row
	}
	if y&flipCols != 0 {
		col = b.Cols - 1 - col
	}
	if y&transpose != 0 {
		return col*b.Rows + row
	}
	return row*b.Cols + col
}

// keepsGoal reports whether the image of the goal of a size is the goal of the image's size. Then
// the image of every board of the size takes as many jumps as the board.
func (y symmetry) keepsGoal(rows, cols int) bool {
	goal := knights.Goal(rows, cols)
	return y.apply(&goal).IsGoal()
}

// images returns the images of a board under all symmetries that keep the goal, itself first.
func images(b *knights.Board) (list []*knights.Board) {
	for y := range symmetry(symmetries) {
		if y.keepsGoal(b.Rows, b.Cols) {
			list = append(list, y.apply(b))
		}
	}
	return list
}

// Signature returns the least ID of the board's images under symmetries that keep the goal, which
// have it in common.
func Signature(b *knights.Board) string {
	least := b.String()
	for _, image := range images(b) {
		least = min(least, image.String())
	}
	return least
}
