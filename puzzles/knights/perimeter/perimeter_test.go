package perimeter

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/plain"
	"exhaust/puzzles/knights/referee"
)

// shuffled returns the goal of a size with its cells in random order.
func shuffled(random *rand.Rand, rows, cols int) *knights.Board {
	goal := knights.Goal(rows, cols)
	b := &knights.Board{Rows: rows, Cols: cols}
	for from, to := range random.Perm(goal.Size()) {
		if from == goal.Hole {
			b.Hole = to
		}
		b.Black |= goal.Black >> from & 1 << to
	}
	return b
}

// board returns the board of a position, cell by cell.
func (l *layout) board(p position) *knights.Board {
	b := &knights.Board{Rows: l.rows, Cols: l.cols, Hole: p.hole}
	for cell := range l.rows * l.cols {
		slot := l.slots[cell]
		if cell == l.wanderer {
			slot = l.slots[p.hole]
		}
		if cell != p.hole {
			b.Black |= p.colours >> slot & 1 << cell
		}
	}
	return b
}

// arrangements returns all boards of a size.
func arrangements(rows, cols int) (list []*knights.Board) {
	goal := knights.Goal(rows, cols)
	for hole := range goal.Size() {
		for black := range uint64(1) << goal.Size() {
			b := &knights.Board{Rows: rows, Cols: cols, Hole: hole, Black: black}
			if b.Validate() == nil {
				list = append(list, b)
			}
		}
	}
	return list
}

// some returns all boards of small sizes, and random ones of others.
func some(t *testing.T) map[*layout][]*knights.Board {
	t.Helper()
	boards := map[*layout][]*knights.Board{}
	for _, size := range [][2]int{
		{1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 2}, {2, 4},
		{3, 3}, {3, 4}, {4, 3},
	} {
		boards[newLayout(size[0], size[1])] = arrangements(size[0], size[1])
	}
	random := rand.New(rand.NewPCG(1, 5))
	for _, size := range [][2]int{{5, 5}, {4, 6}, {7, 8}, {2, 29}, {29, 2}, {1, 58}} {
		l := newLayout(size[0], size[1])
		for range 300 {
			boards[l] = append(boards[l], shuffled(random, size[0], size[1]))
		}
	}
	return boards
}

// TestPositions takes boards to positions and back, and through blocks and back.
func TestPositions(t *testing.T) {
	for l, boards := range some(t) {
		for _, b := range boards {
			p := l.position(b)
			require.Equal(t, b, l.board(p))
			require.Equal(t, l.blacks, bits.OnesCount64(p.colours))
			require.Zero(t, p.colours>>(l.implied()+1))
			require.Equal(t, p, l.first(p.hole, l.block(p)))
		}
	}
}

// jumps returns the boards that the referee says are a jump away, by the cell of the hole.
func jumps(b *knights.Board) map[int]*knights.Board {
	all := map[int]*knights.Board{}
	for cell := range b.Size() {
		var r referee.Referee
		r.Start(b)
		if _, err := r.Jump(string(knights.AppendJump(nil, b.Cols, cell))); err == nil {
			after := new(knights.Board)
			r.Position(after)
			all[cell] = after
		}
	}
	return all
}

// TestJumps holds the jumps of single positions against those of the referee, and those of blocks
// against both.
func TestJumps(t *testing.T) {
	for l, boards := range some(t) {
		for i, b := range boards {
			if b.IsGoal() || i%7 != 0 {
				continue
			}
			want := jumps(b)
			p := l.position(b)
			require.Len(t, l.jumps[b.Hole], len(want))
			for k := range l.jumps[b.Hole] {
				j := &l.jumps[b.Hole][k]
				after := p.after(j)
				require.Equal(t, want[j.to], l.board(after), "%v, hole to %d", b, j.to)
				one, two := l.jumped(l.block(p), j)
				if one.set == 0 {
					one, two = two, one
				}
				require.Zero(t, two.set)
				require.Equal(t, l.block(after), one, "%v, hole to %d", b, j.to)
			}
		}
	}
}

// fullBlock returns a block of random high slots with all positions that it can have.
func (l *layout) fullBlock(random *rand.Rand) block {
	b := block{high: random.Uint64() & (1<<l.high - 1)}
	rest := l.blacks - bits.OnesCount64(b.high)
	for pattern := range uint(1) << l.low {
		if n := bits.OnesCount(pattern); n == rest || n == rest-1 {
			b.set |= 1 << pattern
		}
	}
	return b
}

// each returns the positions of a block.
func (l *layout) each(hole int, b block) (list []position) {
	for ; b.set != 0; b.set &= b.set - 1 {
		list = append(list, l.first(hole, b))
	}
	return list
}

// wrongJump returns how a block's jumps differ from those of its positions, or nothing.
func (l *layout) wrongJump(hole int, b block, j *jump, right *jump) string {
	var want, got []position
	for _, p := range l.each(hole, b) {
		want = append(want, p.after(right))
	}
	one, two := l.jumped(b, j)
	got = append(l.each(j.to, one), l.each(j.to, two)...)
	byColours := func(p, q position) int { return int(int64(p.colours) - int64(q.colours)) }
	slices.SortFunc(want, byColours)
	slices.SortFunc(got, byColours)
	if !slices.Equal(want, got) {
		return "positions"
	}
	return ""
}

// The planted bugs, each in a jump of blocks.
var mutants = map[string]func(j *jump){
	"changes nothing":                  func(j *jump) { j.kind = none },
	"swaps high slots that are low":    func(j *jump) { j.kind = highHigh },
	"takes a high slot for the next":   func(j *jump) { j.b++ },
	"takes a low slot for the next":    func(j *jump) { j.a = (j.a + 1) % maxLow },
	"takes the implied slot for a low": func(j *jump) { j.kind = lowLow },
	"takes a high slot for implied":    func(j *jump) { j.kind = lowImplied },
	"takes an implied slot for high":   func(j *jump) { j.kind = lowHigh },
	"takes a low slot for high":        func(j *jump) { j.kind = highImplied },
}

// tame keeps a wrong jump's low slots among the low ones.
func (j *jump) tame() {
	switch j.kind {
	case lowLow:
		j.a, j.b = min(j.a, maxLow-2), min(max(j.b, j.a+1), maxLow-1)
	case lowHigh, lowImplied:
		j.a = min(j.a, maxLow-1)
	}
}

// TestBlocks jumps with full blocks of large boards, as whole and position by position. Planted
// bugs are found where they change anything.
func TestBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	found := map[string]bool{}
	for _, size := range [][2]int{{5, 5}, {3, 5}, {4, 7}, {29, 2}} {
		l := newLayout(size[0], size[1])
		for hole := range size[0] * size[1] {
			for k := range l.jumps[hole] {
				j := &l.jumps[hole][k]
				for range 20 {
					b := l.fullBlock(random)
					require.Empty(t, l.wrongJump(hole, b, j, j))
					for name, plant := range mutants {
						wrong := *j
						plant(&wrong)
						wrong.tame()
						if wrong != *j && l.wrongJump(hole, b, &wrong, j) != "" {
							found[name] = true
						}
					}
				}
			}
		}
	}
	for name := range mutants {
		require.True(t, found[name], name)
	}
}

// solvers are solvers with perimeters of all kinds: of no jumps, of few, the usual one, and of all
// positions; with blocks numbered either way.
func solvers(l puzzle.Limits) (list []*Solver) {
	for _, most := range []uint64{0, 1, 2, 100, 1 << 40} {
		for _, hashed := range []bool{false, true} {
			s := New(l)
			s.most, s.hashed = most, hashed
			list = append(list, s)
		}
	}
	return list
}

// TestPerimeters solves boards with perimeters of all kinds, changing sizes, against the plain
// solver.
func TestPerimeters(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 5))
	all := solvers(puzzle.Limits{})
	reference := plain.New(puzzle.Limits{})
	var r referee.Referee
	for _, size := range [][2]int{{3, 3}, {3, 4}, {2, 5}, {4, 3}, {4, 4}, {3, 5}} {
		for range 8 {
			b := shuffled(random, size[0], size[1])
			want, err := reference.Solve(t.Context(), b, puzzle.Best)
			require.NoError(t, err)
			for _, s := range all {
				a, err := s.Solve(t.Context(), b, puzzle.Best)
				require.NoError(t, err)
				require.Equal(t, want.Verdict, a.Verdict, b)
				require.Equal(t, want.Value, a.Value, b)
				if a.Verdict == puzzle.Solvable {
					value, err := r.Replay(b, a.Certificate)
					require.NoError(t, err)
					require.Equal(t, a.Value, value)
				}
			}
		}
	}
}

// TestPositionsOfSizes counts arrangements in two ways, and those of 5x5 as 25 C(24,12).
func TestPositionsOfSizes(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 3}} {
		l := newLayout(size[0], size[1])
		require.EqualValues(t, len(arrangements(size[0], size[1])), l.positions())
	}
	require.EqualValues(t, 67_603_900, newLayout(5, 5).positions())
}

// TestLimits ends the search around the goal and that around the board by each limit, and then
// solves without one.
func TestLimits(t *testing.T) {
	b, err := knights.Parse("000*0/10010/01010/11100/11111") // 39 jumps
	require.NoError(t, err)
	why := errors.New("enough")
	for _, hashed := range []bool{false, true} {
		s := New(puzzle.Limits{States: 50_000})
		s.hashed = hashed
		a, err := s.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.ErrStates, a.Cause)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.Greater(t, a.States, uint64(50_000))
		require.Less(t, a.States, uint64(200_000))

		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(why)
		a, err = s.Solve(ctx, b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, why, a.Cause)

		goal := knights.Goal(5, 5)
		a, err = s.Solve(t.Context(), &goal, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Solvable, a.Verdict)
		require.Zero(t, a.Value)
	}
	for _, memory := range []uint64{1, 1 << 12, 1 << 20, 4 << 20} {
		s := New(puzzle.Limits{Memory: memory})
		a, err := s.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.ErrMemory, a.Cause)
		require.LessOrEqual(t, s.bytes(), 2*memory+200<<10)
	}
}

// TestCancelledInALevel ends the making of the perimeter in the middle of a level, and a search of
// the same solver after that finds nothing wrong.
func TestCancelledInALevel(t *testing.T) {
	b, err := knights.Parse("11111/01111/00011/*0001/00000")
	require.NoError(t, err)
	for _, hashed := range []bool{false, true} {
		s := New(puzzle.Limits{})
		s.hashed, s.most = hashed, 1000
		s.layout = newLayout(5, 5)
		s.near, s.far = newSide(s.layout, !hashed), newSide(s.layout, !hashed)
		s.goal = s.layout.position(b)
		s.near.begin(s.goal)
		for range 14 {
			require.NoError(t, s.near.deepen(t.Context(), nil, s.exceeded))
		}
		n, why := 0, errors.New("enough")
		stop := func() error {
			if n++; n == 3 {
				return why
			}
			return nil
		}
		require.Equal(t, why, s.near.deepen(t.Context(), nil, stop))
		for cell := range s.near.planes {
			p := &s.near.planes[cell]
			require.Empty(t, p.found)
			require.Empty(t, p.level)
			require.False(t, slices.ContainsFunc(p.next, func(set uint64) bool { return set != 0 }))
		}
		s.layout = nil
		a, err := s.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, "c3", string(a.Certificate))
	}
}

// TestMemoryIsKept solves the same boards again without new memory for anything but the answer.
func TestMemoryIsKept(t *testing.T) {
	s := New(puzzle.Limits{})
	s.most = 5000
	random := rand.New(rand.NewPCG(2, 5))
	var boards []*knights.Board
	for range 5 {
		boards = append(boards, shuffled(random, 4, 4))
	}
	solve := func() {
		for _, b := range boards {
			if _, err := s.Solve(context.Background(), b, puzzle.Best); err != nil {
				t.Error(err)
			}
		}
	}
	solve()
	require.LessOrEqual(t, testing.AllocsPerRun(3, solve), 10*float64(len(boards)))
}

// BenchmarkPerimeter makes the perimeter of the 5x5 board.
func BenchmarkPerimeter(b *testing.B) {
	goal := knights.Goal(5, 5)
	for b.Loop() {
		s := New(puzzle.Limits{})
		if _, err := s.Solve(context.Background(), &goal, puzzle.Best); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSolve solves random 5x5 boards once there is a perimeter.
func BenchmarkSolve(b *testing.B) {
	s := New(puzzle.Limits{})
	random := rand.New(rand.NewPCG(1, 1))
	goal := knights.Goal(5, 5)
	_, err := s.Solve(context.Background(), &goal, puzzle.Best)
	require.NoError(b, err)
	for b.Loop() {
		board := shuffled(random, 5, 5)
		if _, err := s.Solve(context.Background(), board, puzzle.Best); err != nil {
			b.Fatal(err)
		}
	}
}
