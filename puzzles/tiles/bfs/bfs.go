package bfs

import (
	"context"
	"errors"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

// oddReason is why a board of the wrong parity cannot be solved.
const oddReason = "odd arrangement: a move is a swap and takes the gap one cell on, " +
	"so swaps and the gap's distance from its corner stay both even or both odd; here they differ"

// A Solver solves boards of up to 16 cells one after the other and reuses its memory.
type Solver struct {
	limits puzzle.Limits
	models map[[2]int]*Model // by rows and columns
	search parallel.Search[[1]uint64]
}

// New returns a solver. It takes no notice of Limits.Within.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l, models: map[[2]int]*Model{}} }

// Solve answers the question about a board, and at once if it is odd. Otherwise it meets up to half
// of all arrangements: 181,440 of 3x3, and 10^13 of 4x4, so that limits will end it there. It is an
// error if the board is not valid, or has more than 16 cells.
func (s *Solver) Solve(ctx context.Context, b *tiles.Board, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := b.Validate(); err != nil {
		return puzzle.Answer{}, err
	}
	m, err := s.model(b)
	if err != nil {
		return puzzle.Answer{}, err
	}
	if swaps(b)%2 != gapDistance(b)%2 {
		return puzzle.Answer{
			Verdict: puzzle.Unsolvable, Value: puzzle.Unsaid, Reason: oddReason,
		}, nil
	}
	return s.run(ctx, m, ask)
}

// model returns the model of a board. Those of other boards of the size are of no use then.
func (s *Solver) model(b *tiles.Board) (*Model, error) {
	size := [2]int{b.Rows, b.Cols}
	if m := s.models[size]; m != nil {
		m.begin(b)
		return m, nil
	}
	m, err := NewModel(b)
	if err == nil {
		s.models[size] = m
	}
	return m, err
}

// swaps returns by how many swaps of two cells the board is put in order, as a walk along the
// cycles of the arrangement finds them.
func swaps(b *tiles.Board) (n int) {
	n = b.Size()
	var met [tiles.MaxCells]bool
	for start := range n {
		if !met[start] {
			n-- // a cycle of k cells takes k-1 swaps
		}
		for cell := start; !met[cell]; cell = home(b, cell) {
			met[cell] = true
		}
	}
	return n
}

// home returns the cell where the tile on a cell, or the gap, belongs.
func home(b *tiles.Board, cell int) int {
	return (int(b.Tiles[cell]) + b.Size() - 1) % b.Size()
}

// gapDistance returns the moves by which the gap is away from the last cell at least.
func gapDistance(b *tiles.Board) int {
	for cell, tile := range b.Cells() {
		if tile == tiles.Gap {
			return b.Rows - 1 - cell/b.Cols + b.Cols - 1 - cell%b.Cols
		}
	}
	return 0 // not on a valid board
}

// run searches from the start of a model for its goal.
func (s *Solver) run(ctx context.Context, m *Model, ask puzzle.Ask) (puzzle.Answer, error) {
	found, err := s.search.Run(ctx, m, parallel.Options{
		Workers:    s.limits.Workers,
		Memory:     s.limits.Memory,
		States:     s.limits.States,
		StopAtGoal: true,
		Path:       ask != puzzle.Decide,
	})
	if err != nil {
		return puzzle.Answer{}, err
	}
	a := puzzle.Answer{Value: puzzle.Unsaid, States: found.States}
	switch {
	case found.GoalDepth >= 0:
		a.Verdict, a.Value = puzzle.Solvable, found.GoalDepth
		a.Certificate = m.Certificate(found.Path)
	case found.Exhausted:
		a.Verdict = puzzle.Unsolvable
	default:
		a.Cause = causeOf(found.Limit)
	}
	return a.For(ask), nil
}

// causeOf returns the cause of a limit in the words of package puzzle.
func causeOf(limit error) error {
	switch {
	case errors.Is(limit, parallel.ErrMemory):
		return puzzle.ErrMemory
	case errors.Is(limit, parallel.ErrStates):
		return puzzle.ErrStates
	}
	return limit
}

// Certificate returns the moves of a path from one position to another. The gap goes one way, and
// the tile the other.
func (m *Model) Certificate(path [][1]uint64) []byte {
	moves := []byte{}
	for i := range max(1, len(path)) - 1 {
		row, col := m.rowCol(blankOf(&path[i]))
		toRow, toCol := m.rowCol(blankOf(&path[i+1]))
		switch {
		case toRow < row:
			moves = append(moves, tiles.TileDown)
		case toRow > row:
			moves = append(moves, tiles.TileUp)
		case toCol < col:
			moves = append(moves, tiles.TileRight)
		default:
			moves = append(moves, tiles.TileLeft)
		}
	}
	return moves
}

// blankOf returns the cell of the blank.
func blankOf(w *[1]uint64) int { return int(w[0] >> blankPlace & cellMask) }

// rowCol returns the row and the column of a cell.
func (m *Model) rowCol(cell int) (row, col int) {
	if m.rows < m.cols {
		return cell % m.rows, cell / m.rows
	}
	return cell / m.cols, cell % m.cols
}
