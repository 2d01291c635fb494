package huarong

// Legend explains Picture, and the slides, in one line.
const Legend = "# fixed, . tile, o hole, p piece, t target, O and P on it; U D L R: the hole's way"

// Picture draws a case for people, a character a cell with blanks between:
//
//	# . t .
//	# p . #
//	# o # #
//
// Legend says what each character is.
func Picture(c *Case) string {
	out := make([]byte, 0, 2*c.Size())
	for cell := range c.Size() {
		out = append(out, c.pictureOf(cell))
		if (cell+1)%c.Cols == 0 {
			out = append(out, '\n')
		} else {
			out = append(out, ' ')
		}
	}
	return string(out)
}

// pictureOf returns what is drawn in a cell.
func (c *Case) pictureOf(cell int) byte {
	switch {
	case cell == c.Hole && cell == c.Target:
		return 'O'
	case cell == c.Piece && cell == c.Target:
		return 'P'
	case cell == c.Hole:
		return 'o'
	case cell == c.Piece:
		return 'p'
	case cell == c.Target:
		return 't'
	case c.IsFree(cell):
		return '.'
	}
	return '#'
}
