package referee

import "exhaust/puzzles/pawns"

// jumps are the eight jumps of a knight: two cells one way and one cell across.
var jumps = [...]pawns.Cell{
	{X: 1, Y: 2}, {X: 2, Y: 1}, {X: 2, Y: -1}, {X: 1, Y: -2},
	{X: -1, Y: -2}, {X: -2, Y: -1}, {X: -2, Y: 1}, {X: -1, Y: 2},
}

// A flood is a breadth-first search of the board from one cell: all cells that the knight enters
// with its first move, then all with its second, and so on.
type flood struct {
	side  int
	moves [pawns.MaxSide][pawns.MaxSide]int16 // to each cell, by column and row; -1: not known
	queue []pawns.Cell                        // the cells in the order in which they were met
	next  int                                 // the first of the queue whose jumps were not tried
}

// start begins a search.
func (f *flood) start(side int, from pawns.Cell) {
	f.side = side
	for x := range side {
		for y := range side {
			f.moves[x][y] = -1
		}
	}
	f.moves[from.X][from.Y] = 0
	f.queue, f.next = append(f.queue[:0], from), 0
}

// until searches until a cell is met, and returns the number of moves to it, or -1 if no moves lead
// to it.
func (f *flood) until(to pawns.Cell) int {
	for f.moves[to.X][to.Y] < 0 && f.next < len(f.queue) {
		f.step()
	}
	return int(f.moves[to.X][to.Y])
}

// step tries the jumps from the next cell of the queue.
func (f *flood) step() {
	from := f.queue[f.next]
	f.next++
	moves := f.moves[from.X][from.Y] + 1
	for _, jump := range jumps {
		x, y := from.X+jump.X, from.Y+jump.Y
		if x < 0 || y < 0 || x >= f.side || y >= f.side || f.moves[x][y] >= 0 {
			continue
		}
		f.moves[x][y] = moves
		f.queue = append(f.queue, pawns.Cell{X: x, Y: y})
	}
}

// Unreachable returns the first pawn of a valid game that no moves of the knight lead to, or nil.
// It is the pawns.Check of the program. O(cells).
func Unreachable(g *pawns.Game) *pawns.Unreachable {
	var f flood
	f.start(g.Side, g.Knight)
	for pawn, cell := range g.Pawns {
		if f.until(cell) < 0 {
			return g.Unreachable(pawn)
		}
	}
	return nil
}

// Reach returns for each cell of a board, row by row, whether moves of a knight lead to it from a
// cell. O(cells).
func Reach(side int, from pawns.Cell) []bool {
	var f flood
	f.start(side, from)
	for f.next < len(f.queue) {
		f.step()
	}
	reached := make([]bool, side*side)
	for _, cell := range f.queue {
		reached[cell.Y*side+cell.X] = true
	}
	return reached
}
