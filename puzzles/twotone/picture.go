package twotone

import "strings"

// Picture draws a board for people, a box a cell:
//
//	+---+---+---+
//	|#b#| * |:::|
//	+---+---+---+
//	|   |#*#| w |
//	+---+---+---+
//
// # is a black cell, blank a white one, : a rainbow one; b and w are the pieces,
// * is a star; a piece on a star is written B or W.
func Picture(b *Board) string {
	var out strings.Builder
	rule := strings.Repeat("+---", b.Cols) + "+\n"
	for cell := range b.Cells {
		if cell%b.Cols == 0 {
			out.WriteString(rule)
		}
		paint := pictureOf(b.Cells[cell])
		out.WriteByte('|')
		out.WriteByte(paint)
		out.WriteByte(b.pictureOfPlace(cell, paint))
		out.WriteByte(paint)
		if cell%b.Cols == b.Cols-1 {
			out.WriteString("|\n")
		}
	}
	out.WriteString(rule)
	return out.String()
}

// pictureOf returns how a cell of a colour is painted.
func pictureOf(c Colour) byte {
	switch c {
	case Black:
		return '#'
	case White:
		return ' '
	}
	return ':'
}

// pictureOfPlace returns what is drawn in the middle of a cell.
func (b *Board) pictureOfPlace(cell int, paint byte) byte {
	letter := paint
	switch cell {
	case b.Black:
		letter = 'b'
	case b.White:
		letter = 'w'
	default:
		if b.Stars[cell] {
			return '*'
		}
		return paint
	}
	if b.Stars[cell] {
		letter -= 'a' - 'A'
	}
	return letter
}
