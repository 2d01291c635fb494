package plain

import "exhaust/puzzles/pawns"

// never is more than any number of moves.
const never = pawns.MaxSide * pawns.MaxSide

// A board has for each cell, by column and row, the fewest moves from there to one cell.
type board struct {
	side  int
	moves [pawns.MaxSide][pawns.MaxSide]int
}

// movesTo fills the board for a cell: there, it takes 0 moves. Elsewhere it takes one more than
// from the best cell that is a jump away, and never if there is none. This is applied again and
// again until nothing changes.
func (b *board) movesTo(side int, to pawns.Cell) {
	b.side = side
	for x := range side {
		for y := range side {
			b.moves[x][y] = never
		}
	}
	b.moves[to.X][to.Y] = 0
	for b.improve() {
	}
}

// improve applies the rule once to each cell, and tells whether that changed any.
func (b *board) improve() (changed bool) {
	for x := range b.side {
		for y := range b.side {
			if moves := b.best(x, y) + 1; moves < b.moves[x][y] {
				b.moves[x][y] = moves
				changed = true
			}
		}
	}
	return changed
}

// best returns the fewest moves of the cells that are a jump away from a cell.
func (b *board) best(x, y int) int {
	best := never
	for i := max(0, x-2); i <= min(x+2, b.side-1); i++ {
		for j := max(0, y-2); j <= min(y+2, b.side-1); j++ {
			if jump(i-x, j-y) {
				best = min(best, b.moves[i][j])
			}
		}
	}
	return best
}

// jump tells whether a knight jumps so far: two cells along one side, and one along the other.
func jump(dx, dy int) bool { return dx*dx+dy*dy == 2*2+1*1 }
