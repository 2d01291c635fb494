package twotone

// A Symmetry is a rotation or reflection of the board, or one of these with all
// colours, both pieces and the mover swapped. There are 16; those that turn
// the board by a quarter swap its sides.
type Symmetry uint8

// Symmetries is the number of symmetries. The symmetries are 0 to Symmetries-1;
// 0 is the identity.
const Symmetries = 16

// The bits of a symmetry, applied to a cell in this order.
const (
	flipRows    Symmetry = 1 << iota // top and bottom swapped
	flipCols                         // left and right swapped
	transpose                        // rows and columns swapped
	SwapColours                      // black and white swapped: cells, pieces and mover
)

// Size returns the sides of the image of a board of rows x cols.
func (y Symmetry) Size(rows, cols int) (int, int) {
	if y&transpose != 0 {
		return cols, rows
	}
	return rows, cols
}

// Cell returns where a cell of a board of rows x cols goes.
func (y Symmetry) Cell(rows, cols, cell int) int {
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

// Colour returns what a colour becomes.
func (y Symmetry) Colour(c Colour) Colour {
	if y&SwapColours != 0 {
		return c.Opposite()
	}
	return c
}

// Apply returns the image of a case. It shares no memory with c.
func (y Symmetry) Apply(c *Case) *Case {
	d := c.Clone()
	d.Rows, d.Cols = y.Size(c.Rows, c.Cols)
	for i := range c.Cells {
		to := y.Cell(c.Rows, c.Cols, i)
		d.Cells[to] = y.Colour(c.Cells[i])
		d.Stars[to] = c.Stars[i]
	}
	d.Black = y.Cell(c.Rows, c.Cols, c.Black)
	d.White = y.Cell(c.Rows, c.Cols, c.White)
	if y&SwapColours != 0 {
		d.Black, d.White = d.White, d.Black
	}
	d.Turn = y.Colour(c.Turn)
	return d
}

// Solution returns the image of a solution: what the solution becomes on the
// image of its board.
func (y Symmetry) Solution(s Solution) Solution {
	image := make(Solution, len(s))
	for i, step := range s {
		image[i] = y.step(step)
	}
	return image
}

// step returns the image of one step.
func (y Symmetry) step(letter byte) byte {
	if y&flipRows != 0 {
		letter = swap(letter, StepUp, StepDown)
	}
	if y&flipCols != 0 {
		letter = swap(letter, StepLeft, StepRight)
	}
	if y&transpose != 0 {
		letter = swap(swap(letter, StepUp, StepLeft), StepDown, StepRight)
	}
	return letter
}

// swap returns b for a, a for b, and any other letter as it is.
func swap(letter, a, b byte) byte {
	switch letter {
	case a:
		return b
	case b:
		return a
	}
	return letter
}
