package wiring

import (
	"fmt"
	"regexp"
	"strconv"

	"exhaust/puzzles/pawns"
	"exhaust/puzzles/pawns/referee"
)

// A size is SIDE:PAWNS, such as 4:3. To the verbs that take all cases it is all games with 1 to
// PAWNS pawns on a board of SIDE x SIDE cells. To those that draw cases it is games with exactly
// PAWNS.
type size struct {
	side, pawns int
}

// String returns SIDE:PAWNS.
func (s size) String() string { return fmt.Sprintf("%d:%d", s.side, s.pawns) }

// words returns the size for people, as in "3 pawns on 4x4".
func (s size) words() string {
	return fmt.Sprintf("%s on %dx%d", plural(s.pawns, "pawn"), s.side, s.side)
}

// plural returns a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// sizeSyntax is the syntax of a size.
var sizeSyntax = regexp.MustCompile(`^([1-9][0-9]?):([1-9][0-9]?)$`)

// leastSide is the side of the smallest board on which a knight can jump.
const leastSide = 3

// parseSize reads a size of which there are games, and returns the region of its board as well.
func parseSize(text string) (size, []pawns.Cell, error) {
	m := sizeSyntax.FindStringSubmatch(text)
	if m == nil {
		return size{}, nil, fmt.Errorf("size %q: want SIDE:PAWNS, such as 4:3", text)
	}
	var s size
	s.side, _ = strconv.Atoi(m[1]) // what the syntax lets through is a number
	s.pawns, _ = strconv.Atoi(m[2])
	if s.side < leastSide || s.side > pawns.MaxSide {
		err := fmt.Errorf("size %v: want a side of %d to %d", s, leastSide, pawns.MaxSide)
		return size{}, nil, err
	}
	cells := region(s.side)
	if most := min(len(cells)-1, pawns.MaxPawns); s.pawns > most {
		return size{}, nil, fmt.Errorf("size %v: want 1 to %s", s, plural(most, "pawn"))
	}
	return s, cells, nil
}

// region returns the cells from which a knight can jump, row by row: all cells of a board, but for
// the middle of 3x3. It can go from each to each other, so they are those that it reaches from a
// corner.
func region(side int) []pawns.Cell {
	var cells []pawns.Cell
	for number, reached := range referee.Reach(side, pawns.Cell{}) {
		if reached {
			cells = append(cells, pawns.Cell{X: number % side, Y: number / side})
		}
	}
	return cells
}
