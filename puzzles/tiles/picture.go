package tiles

import (
	"strconv"
)

// gapMark is drawn in the gap.
const gapMark = "."

// Picture draws a board for people, a line a row, with a point in the gap:
//
//	1 2 3
//	4 5 6
//	. 7 8
//
// Tiles are as wide as the greatest. ParseDrawn reads it back.
func Picture(b *Board) string {
	width := len(strconv.Itoa(b.Size() - 1))
	var out []byte
	for cell, tile := range b.Cells() {
		text := gapMark
		if tile != Gap {
			text = strconv.Itoa(int(tile))
		}
		for range width - len(text) {
			out = append(out, ' ')
		}
		out = append(out, text...)
		if (cell+1)%b.Cols == 0 {
			out = append(out, '\n')
		} else {
			out = append(out, ' ')
		}
	}
	return string(out)
}
