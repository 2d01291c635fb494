// Package bellman checks a table of shortest lengths on its own terms. A claim is made of
// every board of a class: a length, or that it is unsolvable. The package knows nothing of how the
// claims came about. It asks the referee which steps the rules allow and where they lead, and holds each claim against those of
// the boards that come next:
//
//   - a board without stars has length 0;
//   - a board on which the mover can move has one more than the least length of the boards
//     after a move, and is unsolvable if all of these are;
//   - a board on which only a handover is allowed has the length of the board after it;
//   - a board on which nothing is allowed is unsolvable.
//
// # Why this proves the table
//
// Say that all of it holds. From a board of length d > 0 there is a step to a board whose length is less by one if
// the step is a move, and the same if it is a handover. No two handovers
// follow each other, since the rules allow one only to a side that can move. So such steps lead
// to length 0 in d moves, and a board of length 0 has no star: a move adds one to a length of at least 0, and
// a handover leads to a board on which a move is allowed, of length 1 or
// more. So there is a solution of d moves. There is none of fewer: go back from the end of any
// solution, where the length is 0. Each move back adds at most one, each handover nothing, so the board
// in which it begins has at most as many as the solution has moves; and it is not unsolvable, because no
// board with a solvable one after it is. The claims are the shortest lengths.
//
// It takes all boards that a play can lead to. A class, with its rainbow cells fixed and all star sets, is
// closed under the rules. Boards with white to move are held against the same claims, through
// whatever maps them; check them too, with the other Turn, if that map is to be proved right by itself.
package bellman

import (
	"context"
	"fmt"

	"exhaust/puzzles/twotone"
)

// Claims says what is claimed of a case of a class: its shortest length, or that there
// is none. The case belongs to the caller.
type Claims interface {
	Length(c *twotone.Case) (moves int, solvable bool)
}

// A Class is the boards of a size with the same rainbow cells, under a rule, with a
// given side to move.
type Class struct {
	Rows, Cols int
	Rainbow    uint32 // bit i is cell i
	Rule       twotone.Rule
	Turn       twotone.Colour
}

// A Report is how many claims were checked, and how many do not hold.
type Report struct {
	Claims uint64 `json:"claims"`
	Wrong  uint64 `json:"wrong"`
	First  string `json:"first"` // the first that does not hold, and why
}

// Merge adds a later report.
func (r *Report) Merge(later Report) {
	r.Claims += later.Claims
	r.Wrong += later.Wrong
	if r.First == "" {
		r.First = later.First
	}
}

// Check checks the claims about all boards of a class: 2^N·N(N-1)·2^M of them, a
// fraction of a microsecond each. The error is the context's.
func Check(ctx context.Context, c Class, claims Claims) (Report, error) {
	k := checker{claims: claims}
	k.start(c)
	for more := true; more; more = k.nextStars() {
		if ctx.Err() != nil {
			return Report{}, ctx.Err()
		}
		k.everyPlacement()
	}
	return k.report, nil
}

// A checker goes through the boards of a class.
type checker struct {
	claims   Claims
	board    twotone.Case // the one to be checked
	next     twotone.Case // one that comes next
	ordinary []int        // the ordinary cells
	referee  twotone.Referee
	report   Report
}

// start makes the first board.
func (k *checker) start(c Class) {
	n := c.Rows * c.Cols
	k.board = twotone.Case{Rule: c.Rule, Board: twotone.Board{
		Rows: c.Rows, Cols: c.Cols, Turn: c.Turn,
		Cells: make([]twotone.Colour, n), Stars: make([]bool, n),
	}}
	for cell := range n {
		if c.Rainbow>>cell&1 != 0 {
			k.board.Cells[cell] = twotone.Rainbow
		} else {
			k.ordinary = append(k.ordinary, cell)
		}
	}
}

// nextStars makes the next star set, and reports false behind the last.
func (k *checker) nextStars() bool {
	for cell := range k.board.Stars {
		k.board.Stars[cell] = !k.board.Stars[cell]
		if k.board.Stars[cell] {
			return true
		}
	}
	return false
}

// everyPlacement checks all boards with a star set.
func (k *checker) everyPlacement() {
	for k.board.Black = range k.board.Cells {
		for k.board.White = range k.board.Cells {
			if k.board.Black == k.board.White {
				continue
			}
			for more := true; more; more = k.nextColours() {
				k.check()
			}
		}
	}
}

// nextColours makes the next colouring, and reports false behind the last, which is
// the first again.
func (k *checker) nextColours() bool {
	for _, cell := range k.ordinary {
		k.board.Cells[cell] = k.board.Cells[cell].Opposite()
		if k.board.Cells[cell] == twotone.White {
			return true
		}
	}
	return false
}

// check checks the claim about the board.
func (k *checker) check() {
	k.report.Claims++
	claimed, solvable := k.claims.Length(&k.board)
	least, some := k.least()
	if solvable == some && (!solvable || claimed == least) {
		return
	}
	k.report.Wrong++
	if k.report.First == "" {
		k.report.First = fmt.Sprintf("%s: %s, but what comes next says %s", k.board.ID(), said(claimed, solvable), said(least, some))
	}
}

// said says a length for people.
func said(length int, solvable bool) string {
	if !solvable {
		return "unsolvable"
	}
	return fmt.Sprintf("length %d", length)
}

var moves = [...]byte{twotone.StepUp, twotone.StepDown, twotone.StepLeft, twotone.StepRight}

// least returns the length that follows from the claims about the boards that come
// next.
func (k *checker) least() (length int, solvable bool) {
	k.referee.Start(&k.board)
	if k.referee.Won() {
		return 0, true
	}
	var allowed [len(moves)]bool
	for i, letter := range moves {
		allowed[i] = k.referee.Allows(letter)
	}
	if allowed == [len(moves)]bool{} {
		if !k.referee.Allows(twotone.StepHandover) {
			return 0, false
		}
		return k.after(twotone.StepHandover)
	}
	for i, letter := range moves {
		if !allowed[i] {
			continue
		}
		if d, ok := k.after(letter); ok && (!solvable || d+1 < length) {
			length, solvable = d+1, true
		}
	}
	return length, solvable
}

// after returns what is claimed of the board after a step.
func (k *checker) after(letter byte) (length int, solvable bool) {
	k.referee.Start(&k.board)
	if k.referee.Step(letter) != nil {
		return 0, false
	}
	k.next.Board, k.next.Rule = *k.referee.Board(), k.board.Rule
	return k.claims.Length(&k.next)
}
