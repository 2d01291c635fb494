// Package bidirectional solves the knights by breadth first from both ends, from the board and from
// its goal, on package heuristic/bidirectional.
package bidirectional

import (
	"context"

	"exhaust/puzzle"
	"exhaust/puzzles/heuristic/bidirectional"
	"exhaust/puzzles/knights"
)

// A position is a board of a known size: bit n stands for a black knight on cell n, and the hole's
// cell is in the bits from holeShift up.
type position uint64

const holeShift = knights.MaxCells

// positionOf returns the position of a board.
func positionOf(b *knights.Board) position {
	return position(b.Black) | position(b.Hole)<<holeShift
}

// hole returns the cell of the hole.
func (p position) hole() int { return int(p >> holeShift) }

// A model is the positions of a size. A knight that has jumped can jump back, so that what leads to
// a position is what it leads to.
type model struct {
	rows, cols int
	around     [knights.MaxCells][]uint8 // the cells that are a knight's move away from each
}

var _ bidirectional.Model[position] = (*model)(nil)

// newModel returns the model of a size.
func newModel(rows, cols int) *model {
	m := &model{rows: rows, cols: cols}
	for cell := range rows * cols {
		row, col := cell/cols, cell%cols
		for _, step := range [...][2]int{{1, 2}, {2, 1}} {
			for _, sign := range [...][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				r, c := row+sign[0]*step[0], col+sign[1]*step[1]
				if r >= 0 && r < rows && c >= 0 && c < cols {
					m.around[cell] = append(m.around[cell], uint8(r*cols+c))
				}
			}
		}
	}
	return m
}

// Successors appends the position after each jump into the hole.
func (m *model) Successors(p position, dst []position) []position {
	hole := p.hole()
	black := p & (1<<holeShift - 1)
	for _, from := range m.around[hole] {
		knight := black >> from & 1
		after := black&^(1<<from) | knight<<hole
		dst = append(dst, after|position(from)<<holeShift)
	}
	return dst
}

// Predecessors appends the same as Successors.
func (m *model) Predecessors(p position, dst []position) []position {
	return m.Successors(p, dst)
}

// A Solver solves boards one after the other and reuses its memory.
type Solver struct {
	limits puzzle.Limits
	model  *model // of the last board's size
	search bidirectional.Search[position]
}

// New returns a solver.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a board. It meets about all positions within half of the
// solution's length of the board and of its goal, at some 30 bytes each. It is an error if the
// board is not valid.
func (s *Solver) Solve(
	ctx context.Context, b *knights.Board, ask puzzle.Ask,
) (puzzle.Answer, error) {
	if err := b.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	if s.model == nil || s.model.rows != b.Rows || s.model.cols != b.Cols {
		s.model = newModel(b.Rows, b.Cols)
	}
	goal := knights.Goal(b.Rows, b.Cols)
	starts, goals := []position{positionOf(b)}, []position{positionOf(&goal)}
	found := s.search.Run(ctx, s.model, starts, goals, s.limits)
	a := puzzle.Answer{Value: puzzle.Unsaid, States: found.States, Cause: found.Cause}
	switch {
	case found.Path != nil:
		a.Verdict, a.Value = puzzle.Solvable, found.Bound
		a.Certificate = s.model.certificate(found.Path)
	case found.Cause == nil:
		a.Verdict = puzzle.Unsolvable
	}
	return a.For(ask), nil
}

// certificate returns the jumps of a path. The hole goes to the cell that a knight leaves.
func (m *model) certificate(path []position) []byte {
	jumps := make([]byte, 0, knights.JumpSize*len(path))
	for _, p := range path[1:] {
		jumps = knights.AppendJump(jumps, m.cols, p.hole())
	}
	return jumps
}
