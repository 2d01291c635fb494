package wiring

import "exhaust/puzzles/huarong"

// A symmetry is a rotation or a mirror image of a board. Those with transpose swap its sides.
type symmetry uint8

// The bits of a symmetry, applied to a cell in this order.
const (
	flipRows   symmetry = 1 << iota // top and bottom swapped
	flipCols                        // left and right swapped
	transpose                       // rows and columns swapped
	symmetries = 8                  // 0 is the identity
)

// cell returns where a cell of a board of rows x cols goes.
func (y symmetry) cell(rows, cols, cell int) int {
	row, col := cell/cols, cell%cols
	if y&flipRows != 0 {
		row = rows - 1 - row
	}
	if y&flipCols != 0 {
		col = cols - 1 - col
	}
	if y&transpose != 0 {
		return col*rows + row
	}
	return row*cols + col
}

// apply returns the image of a case.
func (y symmetry) apply(c *huarong.Case) *huarong.Case {
	rows, cols := c.Rows, c.Cols
	if y&transpose != 0 {
		rows, cols = cols, rows
	}
	d := emptied(nil, rows, cols)
	for cell := range c.Size() {
		d.SetFree(y.cell(c.Rows, c.Cols, cell), c.IsFree(cell))
	}
	d.Hole = y.cell(c.Rows, c.Cols, c.Hole)
	d.Piece = y.cell(c.Rows, c.Cols, c.Piece)
	d.Target = y.cell(c.Rows, c.Cols, c.Target)
	return d
}

// Signature returns the least ID of the case's rotations and mirror images, which have it in
// common.
func Signature(c *huarong.Case) string {
	least := c.String()
	for y := symmetry(1); y < symmetries; y++ {
		least = min(least, y.apply(c).String())
	}
	return least
}
