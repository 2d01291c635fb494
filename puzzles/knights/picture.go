package knights

// Legend explains Picture in one line.
const Legend = "1 black knight, 0 white knight, * hole"

// Picture draws a board for people, with the names of rows and columns:
//
//	  1 2 3
//	a 1 1 1
//	b 0 * 1
//	c 0 0 0
//
// Legend says what each character is.
func Picture(b *Board) string {
	out := []byte{' '}
	for col := range b.Cols {
		out = append(out, ' ', colNames[col])
	}
	out = append(out, '\n')
	for row := range b.Rows {
		out = append(out, rowNames[row])
		for col := range b.Cols {
			out = append(out, ' ', b.At(row*b.Cols+col))
		}
		out = append(out, '\n')
	}
	return string(out)
}
