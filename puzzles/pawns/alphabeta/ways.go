package alphabeta

import "exhaust/puzzles/pawns"

// margin is the rim of a padded board that no jump crosses, and pitch the length of a padded row:
// the rims of neighbouring rows are the same cells.
const (
	margin = 2
	pitch  = pawns.MaxSide + margin
)

// padded is a board of the greatest size with its rims.
const padded = (pawns.MaxSide+2*margin)*pitch + margin

// A ways finds shortest ways of the knight between two cells by widening a circle around each,
// always the one with fewer cells on its edge, until they touch.
type ways struct {
	side  int
	owner [padded]uint8 // of a cell: whose circle it is in, or rim
	edge  [2][]uint16   // the cells last added to each circle
	spare []uint16
}

// The owners of a cell, beside circles 0 and 1.
const (
	free = 2
	rim  = 3
)

// leaps are the eight jumps in a padded board.
var leaps = [...]int{
	2*pitch + 1, 2*pitch - 1, -2*pitch + 1, -2*pitch - 1,
	pitch + 2, pitch - 2, -pitch + 2, -pitch - 2,
}

// shortest returns the moves from one cell to another, or -1 if there is no way.
func (w *ways) shortest(side int, from, to pawns.Cell) int {
	if from == to {
		return 0
	}
	w.clear(side)
	for i, c := range [2]pawns.Cell{from, to} {
		cell := place(c)
		w.owner[cell] = uint8(i)
		w.edge[i] = append(w.edge[i][:0], uint16(cell))
	}
	for moves := 1; ; moves++ {
		i := 0
		if len(w.edge[1]) < len(w.edge[0]) {
			i = 1
		}
		if w.widen(i) {
			return moves
		}
		if len(w.edge[i]) == 0 {
			return -1
		}
	}
}

// place returns the number of a cell in the padded board.
func place(c pawns.Cell) int { return (c.Y+margin)*pitch + margin + c.X }

// clear takes all circles off the board. It paints the rims only for another side than before.
func (w *ways) clear(side int) {
	if w.side != side {
		for i := range w.owner {
			w.owner[i] = rim
		}
		w.side = side
	}
	for y := range side {
		row := w.owner[place(pawns.Cell{Y: y}):][:side]
		for x := range row {
			row[x] = free
		}
	}
}

// widen adds to a circle what lies one jump beyond its edge, and tells whether it touches the other
// circle. Before that, the two had no cell in common: there was no way as short as both radii. So
// the first touch is a shortest way, wherever it is.
func (w *ways) widen(i int) (touch bool) {
	next := w.spare[:0]
	for _, cell := range w.edge[i] {
		for _, leap := range leaps {
			to := int(cell) + leap
			switch w.owner[to] {
			case uint8(1 - i):
				return true
			case free:
				w.owner[to] = uint8(i)
				next = append(next, uint16(to))
			}
		}
	}
	w.spare, w.edge[i] = w.edge[i], next
	return false
}
