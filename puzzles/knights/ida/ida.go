// Package ida solves the knights by iterative deepening A*, on package heuristic/ida. How far a
// position is from the goal at least is read from two tables, one for each of two patterns: the
// true distance for one who sees the hole and the cells of the pattern alone. They are made once a
// size and stay; a search itself takes next to no memory.
package ida

import (
	"context"

	"exhaust/puzzle"
	"exhaust/puzzles/heuristic/ida"
	"exhaust/puzzles/knights"
)

// patterns is the number of patterns.
const patterns = 2

// A state is a position, and what the tables need of it.
type state struct {
	black uint64
	seen  [patterns]uint32 // the black cells of each pattern, as bits of its places
	hole  uint8
	from  uint8 // where the hole was before; nowhere at the start
}

const nowhere = knights.MaxCells

// A step is the jump from one cell into the hole on another.
type step struct {
	from  uint8
	both  uint64           // the two cells
	seen  [patterns]uint32 // what a black knight changes in each pattern, added
	gone  uint64           // the cell that it leaves
	table [patterns]uint32 // where the table begins for the hole on that cell
}

// A model is the positions of a size, with the tables.
type model struct {
	rows, cols int
	goal       knights.Board
	steps      [knights.MaxCells][]step // for each cell of the hole
	tables     [patterns]*table
	regions    []region // of each cell
}

var _ ida.Model[state] = (*model)(nil)

// Expand appends the position after each jump, but for the one that takes the last jump back: no
// shortest path has that.
func (m *model) Expand(s *state, _ int, dst []ida.Node[state]) []ida.Node[state] {
	steps := m.steps[s.hole]
	for i := range steps {
		j := &steps[i]
		if j.from == s.from {
			continue
		}
		next := state{black: s.black, seen: s.seen, hole: j.from, from: s.hole}
		if s.black&j.gone != 0 {
			next.black ^= j.both
			next.seen[0] += j.seen[0]
			next.seen[1] += j.seen[1]
		}
		left := max(
			m.tables[0].left[j.table[0]+next.seen[0]],
			m.tables[1].left[j.table[1]+next.seen[1]])
		dst = append(dst, ida.Node[state]{State: next, Left: m.leftOf(&next, left)})
	}
	return dst
}

// leftOf returns a lower bound on the jumps to the goal from what the tables say. They may say 0 of
// other positions than the goal, whose hole is where it belongs: after one jump it is on a cell of
// the other colour of a chessboard, so that it takes two or more to be back. Otherwise the greatest
// entry is taken: the true jumps are jumps for those who see less, too.
func (m *model) leftOf(s *state, left uint8) int {
	switch {
	case left == unmet:
		return ida.Never
	case left == 0 && s.black != m.goal.Black:
		return 2
	}
	return int(left)
}

// start returns the position of a board.
func (m *model) start(b *knights.Board) ida.Node[state] {
	s := state{black: b.Black, hole: uint8(b.Hole), from: nowhere}
	left := uint8(0)
	for i, t := range m.tables {
		s.seen[i] = t.seen(b.Black)
		left = max(left, t.left[t.begin(b.Hole)+s.seen[i]])
	}
	return ida.Node[state]{State: s, Left: m.leftOf(&s, left)}
}

// A Solver solves boards one after the other. It keeps the tables of the last board's size: on the
// 5x5 board they take 3 MB, and 12 MB while they are made.
type Solver struct {
	limits puzzle.Limits
	cells  int    // of a pattern at most; 0: the usual number. Tests set it.
	model  *model // of the last board's size
	search ida.Search[state]
}

// New returns a solver.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a board. The states that it counts are the nodes of the search.
// What has no solution for a reason that can be seen is not searched. It is an error if the board
// is not valid.
func (s *Solver) Solve(
	ctx context.Context, b *knights.Board, ask puzzle.Ask,
) (puzzle.Answer, error) {
	if err := b.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	a := puzzle.Answer{Value: puzzle.Unsaid}
	if a.Cause = s.prepare(ctx, b); a.Cause != nil {
		return a, nil
	}
	if a.Reason = s.model.hopeless(b); a.Reason != "" {
		a.Verdict = puzzle.Unsolvable
		return a, nil
	}
	found := s.search.Run(ctx, s.model, s.model.start(b), s.limits)
	a.States, a.Cause = found.Nodes, found.Cause
	switch {
	case found.Path != nil:
		a.Verdict, a.Value = puzzle.Solvable, found.Bound
		a.Certificate = s.model.certificate(found.Path)
	case found.Cause == nil:
		a.Verdict = puzzle.Unsolvable
	}
	return a.For(ask), nil
}

// certificate returns the jumps of a path: from each cell that the hole comes to.
func (m *model) certificate(path []state) []byte {
	jumps := make([]byte, 0, knights.JumpSize*len(path))
	for i := range path[1:] {
		jumps = knights.AppendJump(jumps, m.cols, int(path[i+1].hole))
	}
	return jumps
}
