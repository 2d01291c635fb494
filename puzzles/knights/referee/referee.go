// Package referee checks jumps of knights on the rules, one by one.
package referee

import (
	"fmt"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// A square is a cell by its row and column, from 0.
type square struct{ row, col int }

// A Referee plays a board on the rules. The zero Referee is ready for Start; a Referee may be used
// again and again. It keeps the characters of the cells.
type Referee struct {
	rows, cols int
	cells      map[square]byte
	goal       map[square]byte
	hole       square
	jumps      int // jumps made
}

var _ puzzle.Referee[*knights.Board] = (*Referee)(nil)

// Start puts the knights of a valid board on their cells.
func (r *Referee) Start(b *knights.Board) {
	goal := knights.Goal(b.Rows, b.Cols)
	*r = Referee{rows: b.Rows, cols: b.Cols, cells: drawn(b), goal: drawn(&goal)}
	r.hole = square{b.Hole / b.Cols, b.Hole % b.Cols}
}

// drawn returns the characters of a board's cells.
func drawn(b *knights.Board) map[square]byte {
	cells := make(map[square]byte, b.Size())
	for cell := range b.Size() {
		cells[square{cell / b.Cols, cell % b.Cols}] = b.At(cell)
	}
	return cells
}

// Won reports whether every cell is as in the goal.
func (r *Referee) Won() bool {
	for at, char := range r.cells {
		if r.goal[at] != char {
			return false
		}
	}
	return true
}

// Position sets b to the board as it is now.
func (r *Referee) Position(b *knights.Board) {
	*b = knights.Board{Rows: r.rows, Cols: r.cols}
	for at, char := range r.cells {
		switch cell := at.row*r.cols + at.col; char {
		case knights.Hole:
			b.Hole = cell
		case knights.Black:
			b.Black |= 1 << cell
		}
	}
}

// Jump makes one jump: the knight on the named cell goes into the hole. It returns the knight's
// character. If the rules do not allow the jump it changes nothing, and the error is a
// *puzzle.StepError.
func (r *Referee) Jump(name string) (knight byte, err error) {
	row, col, ok := knights.Place(name)
	from := square{row, col}
	if why := r.refuses(from, ok); why != "" {
		text := puzzle.Shown(name, puzzle.MaxShownWord)
		return 0, &puzzle.StepError{Step: r.jumps + 1, Text: text, Why: why}
	}
	knight = r.cells[from]
	r.cells[r.hole], r.cells[from] = knight, knights.Hole
	r.hole = from
	r.jumps++
	return knight, nil
}

// refuses says why a knight may not jump from a cell into the hole, or nothing if it may.
func (r *Referee) refuses(from square, named bool) (why string) {
	char, on := r.cells[from]
	switch {
	case r.Won():
		return "the play is over: all knights are as in the goal"
	case !named:
		return "no cell, want a row and a column such as b4"
	case !on:
		return fmt.Sprintf("the board of %dx%d has no such cell", r.rows, r.cols)
	case char == knights.Hole:
		return "the hole is there, and no knight"
	case !knightsMove(from, r.hole):
		hole := knights.AppendJump(nil, r.cols, r.hole.row*r.cols+r.hole.col)
		return fmt.Sprintf("no knight's move from there to the hole at %s", hole)
	}
	return ""
}

// knightsMove reports whether two cells are two rows and one column apart, or one row and two
// columns.
func knightsMove(a, b square) bool {
	rows, cols := a.row-b.row, a.col-b.col
	if rows < 0 {
		rows = -rows
	}
	if cols < 0 {
		cols = -cols
	}
	return rows == 2 && cols == 1 || rows == 1 && cols == 2
}

// Replay replays a whole certificate and returns its number of jumps. The error is a
// *puzzle.StepError that names the first wrong jump, or says that the goal is not reached after the
// last. No jump may follow the one that reaches the goal.
func (r *Referee) Replay(b *knights.Board, certificate []byte) (jumps int, err error) {
	r.Start(b)
	for i := 0; i < len(certificate); i += knights.JumpSize {
		end := min(i+knights.JumpSize, len(certificate))
		if _, err := r.Jump(string(certificate[i:end])); err != nil {
			return 0, err
		}
	}
	if !r.Won() {
		return 0, &puzzle.StepError{Step: r.jumps + 1, Why: "not all knights are as in the goal"}
	}
	return r.jumps, nil
}
