package graphs

import (
	"fmt"
	"slices"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/hamilton"
)

// maxStates is more than any board of a family has: one that has more is wrong.
const maxStates = 1 << 20

// A walker meets every state of a board with the referee's moves, and looks at each step.
type walker struct {
	referee twotone.Referee
	owner   []byte // for each cell: whose region it is in
	met     map[string]bool
	todo    []*twotone.Case
	key     []byte
}

// nobody's region is the background and the ring; black and white have the regions 0 and 1.
const nobody = 2

// walk returns how many states it met, and why the pieces are not isolated, or nothing.
func (w *walker) walk(c *twotone.Case, r *hamilton.Reduction) (states int, why string) {
	if why := w.begin(c, r); why != "" {
		return 0, why
	}
	for len(w.todo) > 0 {
		state := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		for _, letter := range []byte("UDLR-") {
			w.referee.Start(state)
			if w.referee.Step(letter) != nil {
				continue
			}
			after := w.referee.Board()
			if why := w.step(&state.Board, after); why != "" {
				return len(w.met), fmt.Sprintf("%s, by %c in the state %s", why, letter, state.ID())
			}
			w.meet(&twotone.Case{Board: *after, Rule: c.Rule})
		}
		if len(w.met) > maxStates {
			return len(w.met), fmt.Sprintf("more than %d states", maxStates)
		}
	}
	return len(w.met), ""
}

// begin makes the walker ready for a board.
func (w *walker) begin(c *twotone.Case, r *hamilton.Reduction) (why string) {
	w.owner = slices.Repeat([]byte{nobody}, c.Size())
	if r.Lost != "" { // each piece is stuck where it is
		w.owner[c.Black], w.owner[c.White] = byte(twotone.Black), byte(twotone.White)
	}
	for cell := range r.Points {
		w.owner[cell] = byte(twotone.Black)
	}
	for _, cell := range r.Corridor {
		if w.owner[cell] != nobody {
			return fmt.Sprintf("cell %d is in the regions of both pieces", cell)
		}
		w.owner[cell] = byte(twotone.White)
	}
	w.met, w.todo = map[string]bool{}, w.todo[:0]
	w.meet(c)
	return w.outside(&c.Board)
}

// meet notes a state, and that it is to be expanded if it is new.
func (w *walker) meet(c *twotone.Case) {
	w.key = append(w.key[:0], byte(c.Turn), byte(c.Black), byte(c.Black>>8), byte(c.White), byte(c.White>>8))
	for cell, colour := range c.Cells {
		star := byte(0)
		if c.Stars[cell] {
			star = 4
		}
		w.key = append(w.key, byte(colour)|star)
	}
	if !w.met[string(w.key)] {
		w.met[string(w.key)] = true
		w.todo = append(w.todo, c.Clone())
	}
}

// step returns what is wrong with a step between two states, or nothing.
func (w *walker) step(before, after *twotone.Board) (why string) {
	for cell := range after.Cells {
		changed := before.Cells[cell] != after.Cells[cell] || before.Stars[cell] != after.Stars[cell]
		if changed && w.owner[cell] != byte(before.Turn) {
			return fmt.Sprintf("%v changes cell %d outside its region", before.Turn, cell)
		}
	}
	return w.outside(after)
}

// outside returns which piece is outside its region, or nothing.
func (w *walker) outside(b *twotone.Board) (why string) {
	switch {
	case w.owner[b.Black] != byte(twotone.Black):
		return fmt.Sprintf("black is on cell %d, outside its region", b.Black)
	case w.owner[b.White] != byte(twotone.White):
		return fmt.Sprintf("white is on cell %d, outside its region", b.White)
	}
	return ""
}
