// Package perimeter solves the knights by breadth first to a perimeter of the goal (J. F.
// Dillenburg and P. C. Nelson, "Perimeter search", Artificial Intelligence 65, 1994): all positions
// within so many jumps of the goal are found once, for all boards of a size; then a board is
// searched until it comes to one of them. Positions are taken in blocks of up to 35, as the bits of
// a word.
//
// All positions at one distance from the board are found before any is looked at. If the board
// itself is within the perimeter, the way to the goal is read from it. Otherwise the first level
// that comes to the perimeter comes to its edge, because a position further inside would have been
// preceded by one on the edge; and as every way to the goal crosses the edge, none is shorter than
// the level's depth and the perimeter's together.
package perimeter

import (
	"context"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// A Solver solves boards one after the other. It keeps the perimeter of the last board's size. On
// the 5x5 board that takes about 100 MB.
type Solver struct {
	limits puzzle.Limits
	most   uint64 // states at which no level is added to the perimeter; 0: the usual number
	hashed bool   // blocks are numbered as they come, for tests

	layout *layout // nil before the first board
	goal   position
	near   side // the perimeter
	far    side // the positions around the board
	path   []position
}

// New returns a solver.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a board. The states that it counts are those around the board,
// without those of the perimeter. It is an error if the board is not valid.
func (s *Solver) Solve(
	ctx context.Context, b *knights.Board, ask puzzle.Ask,
) (puzzle.Answer, error) {
	if err := b.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	a := puzzle.Answer{Value: puzzle.Unsaid}
	if a.Cause = s.surround(ctx, b.Rows, b.Cols); a.Cause != nil {
		return a, nil
	}
	start := s.layout.position(b)
	a.Verdict, a.Cause = s.approach(ctx, start)
	a.States = s.far.states
	if a.Verdict != puzzle.Solvable {
		return a, nil
	}
	a.Certificate = s.certificate(start)
	a.Value = len(a.Certificate) / knights.JumpSize
	if s.limits.Within > 0 && a.Value > s.limits.Within {
		return puzzle.Answer{Value: puzzle.Unsaid, States: a.States, Cause: puzzle.ErrWithin}, nil
	}
	return a.For(ask), nil
}

// approach searches from a position until the perimeter is met.
func (s *Solver) approach(
	ctx context.Context, start position,
) (verdict puzzle.Verdict, cause error) {
	s.far.begin(start)
	s.far.meets, _ = s.near.has(start)
	for !s.far.meets {
		switch {
		case s.far.ended || s.near.ended:
			return puzzle.Unsolvable, nil
		case s.limits.Within > 0 && s.far.depth+s.near.depth >= s.limits.Within:
			return puzzle.Limit, puzzle.ErrWithin
		}
		if cause := s.far.deepen(ctx, &s.near, s.exceeded); cause != nil {
			return puzzle.Limit, cause
		}
	}
	return puzzle.Solvable, nil
}

// certificate returns the jumps from a position through a meeting and on to the goal.
func (s *Solver) certificate(start position) []byte {
	meeting := start
	if s.far.depth > 0 {
		meeting = s.meeting()
	}
	s.path = append(s.path[:0], meeting)
	s.path = s.far.back(meeting, start, s.far.depth, s.path)
	first := len(s.path) - 1 // the start's place
	s.path = s.near.back(meeting, s.goal, s.distance(meeting), s.path)
	jumps := make([]byte, 0, knights.JumpSize*len(s.path))
	for i := first - 1; i >= 0; i-- {
		jumps = knights.AppendJump(jumps, s.layout.cols, s.path[i].hole)
	}
	for _, p := range s.path[first+1:] {
		jumps = knights.AppendJump(jumps, s.layout.cols, p.hole)
	}
	return jumps
}

// meeting returns the first position of the last level that is within the perimeter.
func (s *Solver) meeting() position {
	for hole := range s.far.planes {
		for _, b := range s.far.planes[hole].level {
			if b.set &= s.near.planes[hole].of(b.high).met; b.set != 0 {
				return s.layout.first(hole, b)
			}
		}
	}
	panic("perimeter: no position of the last level is within the perimeter")
}

// distance returns the distance from the goal, modulo 4, of a position within the perimeter.
func (s *Solver) distance(p position) int {
	_, late := s.near.has(p)
	d := s.layout.shade(p.hole) ^ s.layout.shade(s.goal.hole)
	if late {
		d |= 2
	}
	return d
}

// shade returns the colour of a cell on a chessboard, which every jump changes.
func (l *layout) shade(cell int) int { return (cell/l.cols + cell%l.cols) & 1 }
