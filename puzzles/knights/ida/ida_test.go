package ida

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/heuristic/ida"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/perimeter"
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

// arrangements returns all boards of a size.
func arrangements(rows, cols int) (list []*knights.Board) {
	goal := knights.Goal(rows, cols)
	for hole := range goal.Size() {
		for black := range uint64(1) << goal.Size() {
			b := &knights.Board{Rows: rows, Cols: cols, Hole: hole, Black: black}
			if bits.OnesCount64(black) == bits.OnesCount64(goal.Black) && b.Validate() == nil {
				list = append(list, b)
			}
		}
	}
	return list
}

// jumps returns the boards that the referee says are a jump away.
func jumps(b *knights.Board) (list []*knights.Board) {
	for cell := range b.Size() {
		var r referee.Referee
		r.Start(b)
		if _, err := r.Jump(string(knights.AppendJump(nil, b.Cols, cell))); err == nil {
			after := new(knights.Board)
			r.Position(after)
			list = append(list, after)
		}
	}
	return list
}

// distances returns the jumps to the goal from all boards of a size that can reach it.
func distances(rows, cols int) map[knights.Board]int {
	goal := knights.Goal(rows, cols)
	d := map[knights.Board]int{goal: 0}
	level := []*knights.Board{&goal}
	for len(level) > 0 {
		var next []*knights.Board
		for _, b := range level {
			for _, before := range jumpsOf(b) {
				if _, met := d[*before]; !met {
					d[*before] = d[*b] + 1
					next = append(next, before)
				}
			}
		}
		level = next
	}
	return d
}

// jumpsOf returns the boards a jump away, even from the goal, where the referee ends the play:
// there they are the boards from which a jump leads to it.
func jumpsOf(b *knights.Board) (list []*knights.Board) {
	if !b.IsGoal() {
		return jumps(b)
	}
	for cell := range b.Size() {
		after := *b
		after.Hole = cell
		after.Black = b.Black&^(1<<cell) | b.Black>>cell&1<<b.Hole
		var r referee.Referee
		r.Start(&after)
		if _, err := r.Jump(string(knights.AppendJump(nil, b.Cols, b.Hole))); err == nil {
			list = append(list, &after)
		}
	}
	return list
}

// prepared returns a solver with the model of a size, with patterns of at most so many cells.
func prepared(t testing.TB, rows, cols, cells int) *Solver {
	t.Helper()
	s := New(puzzle.Limits{})
	s.cells = cells
	goal := knights.Goal(rows, cols)
	require.NoError(t, s.prepare(context.Background(), &goal))
	return s
}

// unsound says what is wrong with the lower bound of a board, from which the goal is so many jumps
// away, or -1 if it cannot be reached; or nothing.
func (m *model) unsound(b *knights.Board, distance int) string {
	left := m.start(b).Left
	switch {
	case (left == 0) != (distance == 0):
		return "zero"
	case distance < 0:
		return ""
	case left > distance:
		return "too great"
	case (distance-left)%2 != 0:
		return "parity"
	}
	return ""
}

// TestLowerBounds holds the lower bounds of every board of small sizes against its distance, with
// patterns of several sizes. Those of all cells are exact.
func TestLowerBounds(t *testing.T) {
	for _, size := range [][2]int{{2, 3}, {3, 3}, {2, 5}, {3, 4}, {4, 3}} {
		d := distances(size[0], size[1])
		for _, cells := range []int{1, 3, 6, 0, 12} {
			m := prepared(t, size[0], size[1], cells).model
			for _, b := range arrangements(size[0], size[1]) {
				distance, ok := d[*b]
				if !ok {
					distance = -1
				}
				require.Empty(t, m.unsound(b, distance), b)
				if cells == 12 && ok {
					require.Equal(t, distance, m.start(b).Left, b)
				}
				if cells == 12 && !ok {
					require.EqualValues(t, ida.Never, m.start(b).Left, b)
				}
			}
		}
	}
}

// TestLowerBoundsOf5x5 takes a sample of the 5x5 board. The distances are those of another solver,
// of boards that it solves within some states; package wiring holds all others against each other.
func TestLowerBoundsOf5x5(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	m := prepared(t, 5, 5, 0).model
	other := perimeter.New(puzzle.Limits{States: 50_000})
	gap, n := 0, 0
	for range 80 {
		b := shuffled(random, 5, 5)
		a, err := other.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		if a.Verdict == puzzle.Solvable {
			require.Empty(t, m.unsound(b, a.Value), b)
			gap += a.Value - m.start(b).Left
			n++
		}
	}
	require.Greater(t, n, 10)
	require.Less(t, gap, 4*n, "the bound is three below on average")
}

// TestUnsoundTables plants errors in the tables, which the check of these tests finds.
func TestUnsoundTables(t *testing.T) {
	d := distances(3, 4)
	for name, plant := range map[string]func(left uint8) uint8{
		"one more":          func(left uint8) uint8 { return left + 1 },
		"two more":          func(left uint8) uint8 { return left + 2 },
		"unmet":             func(uint8) uint8 { return unmet },
		"more where it is":  func(left uint8) uint8 { return left + left/8*2 },
		"nothing but zeros": func(uint8) uint8 { return 0 },
	} {
		m := prepared(t, 3, 4, 0).model
		for i, left := range m.tables[0].left {
			m.tables[0].left[i] = plant(left)
		}
		if name == "nothing but zeros" {
			m.tables[1] = m.tables[0]
		}
		found := false
		for b, distance := range d {
			found = found || m.unsound(&b, distance) != ""
		}
		require.True(t, found, name)
	}
}

// TestExpand walks at random: successors are those of the referee but for the one back, with what
// the tables need as for a start.
func TestExpand(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, size := range [][2]int{{3, 4}, {5, 5}, {4, 7}, {2, 29}, {29, 2}} {
		m := prepared(t, size[0], size[1], 8).model
		for range 20 {
			b := shuffled(random, size[0], size[1])
			at := m.start(b)
			for range 20 {
				next := m.Expand(&at.State, 100, nil)
				require.Equal(t, m.successors(b, at.State.from), next)
				if len(next) == 0 {
					break
				}
				at = next[random.IntN(len(next))]
				b.Hole, b.Black = int(at.State.hole), at.State.black
				if b.IsGoal() {
					break
				}
			}
		}
	}
}

// successors returns what Expand is to return.
func (m *model) successors(b *knights.Board, from uint8) (list []ida.Node[state]) {
	for _, after := range jumps(b) {
		if after.Hole != int(from) {
			next := m.start(after)
			next.State.from = uint8(b.Hole)
			list = append(list, next)
		}
	}
	return list
}

// TestHopeless takes all boards of small sizes: those without a solution are hopeless, and no
// others.
func TestHopeless(t *testing.T) {
	reasons := map[string]int{}
	for _, size := range [][2]int{{1, 4}, {2, 3}, {3, 2}, {2, 5}, {5, 2}, {3, 3}, {3, 4}, {4, 3}} {
		d := distances(size[0], size[1])
		m := prepared(t, size[0], size[1], 1).model
		for _, b := range arrangements(size[0], size[1]) {
			_, ok := d[*b]
			reason := m.hopeless(b)
			require.Equal(t, ok, reason == "", "%v: %s", b, reason)
			for _, word := range []string{"never comes", "path"} {
				if strings.Contains(reason, word) {
					reasons[word]++
				}
			}
		}
	}
	require.Len(t, reasons, 2, "%v", reasons)
	b, err := knights.Parse("111/*01/000")
	require.NoError(t, err)
	require.Equal(t, "the hole never comes to b2, which is not as in the goal",
		prepared(t, 3, 3, 1).model.hopeless(b))
}

// TestPatterns solves boards with patterns of several sizes, changing sizes of boards.
func TestPatterns(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 5))
	reference := plain.New(puzzle.Limits{})
	var r referee.Referee
	for _, cells := range []int{6, 9, 0, 12} {
		s := New(puzzle.Limits{})
		s.cells = cells
		for _, size := range [][2]int{{3, 3}, {3, 4}, {2, 5}, {4, 3}, {4, 4}} {
			for range 6 {
				b := shuffled(random, size[0], size[1])
				if cells == 6 && size[0] > 3 {
					continue // takes long
				}
				want, err := reference.Solve(t.Context(), b, puzzle.Best)
				require.NoError(t, err)
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

// TestPublished gives the numbers of the contest's boards (SCOI 2005): one takes 7 jumps, and the
// other more than 15.
func TestPublished(t *testing.T) {
	s := New(puzzle.Limits{Within: 15})
	for id, want := range map[string]int{
		"10110/01*11/10111/01001/00000": 7,
		"01011/110*1/01110/01010/00100": -1,
	} {
		b, err := knights.Parse(id)
		require.NoError(t, err)
		a, err := s.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		if want < 0 {
			require.Equal(t, puzzle.Limit, a.Verdict)
			require.Equal(t, puzzle.ErrWithin, a.Cause)
			continue
		}
		require.Equal(t, want, a.Value)
	}
}

// TestLimits ends the making of tables and the search by each limit.
func TestLimits(t *testing.T) {
	b, err := knights.Parse("000*0/10010/01010/11100/11111") // 39 jumps
	require.NoError(t, err)
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	s := New(puzzle.Limits{States: 20_000})
	s.cells = 10
	for range 2 {
		a, err := s.Solve(ctx, b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, why, a.Cause)
		require.Equal(t, puzzle.Limit, a.Verdict)

		a, err = s.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.ErrStates, a.Cause)
		require.Greater(t, a.States, uint64(20_000))
	}
	for memory, size := range map[uint64]int{0: 16, 1: 0, 1 << 12: 3, 1 << 20: 11, 64 << 20: 16} {
		s := New(puzzle.Limits{Memory: memory, States: 1000})
		require.Equal(t, size, s.patternSize(25))
		s.cells = min(size, 11) // tables of more cells take longer to make
		if size == 0 {
			s.cells = 1
		}
		a, err := s.Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.Equal(t, size == 0, a.Cause == puzzle.ErrMemory)
	}
}

// TestSearchTakesNoMemory solves a board again without new memory for anything but the answer.
func TestSearchTakesNoMemory(t *testing.T) {
	b := shuffled(rand.New(rand.NewPCG(2, 5)), 4, 4)
	s := New(puzzle.Limits{})
	solve := func() {
		if _, err := s.Solve(context.Background(), b, puzzle.Best); err != nil {
			t.Error(err)
		}
	}
	solve()
	require.LessOrEqual(t, testing.AllocsPerRun(3, solve), 2.)
}

// BenchmarkTables makes the tables of the 5x5 board.
func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		prepared(b, 5, 5, 0)
	}
}

// BenchmarkSolve solves random 5x5 boards once there are tables.
func BenchmarkSolve(b *testing.B) {
	s := prepared(b, 5, 5, 0)
	random := rand.New(rand.NewPCG(1, 1))
	nodes := uint64(0)
	for b.Loop() {
		a, err := s.Solve(context.Background(), shuffled(random, 5, 5), puzzle.Best)
		if err != nil {
			b.Fatal(err)
		}
		nodes += a.States
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}
