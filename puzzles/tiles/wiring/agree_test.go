package wiring

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

// soak tells whether to test all that is otherwise sampled.
func soak() bool { return os.Getenv("EXHAUST_SOAK") != "" }

// parse returns the board of an ID.
func parse(t testing.TB, id string) *tiles.Board {
	t.Helper()
	b, err := tiles.Parse(id)
	require.NoError(t, err)
	return b
}

// A panel is solvers of the family, and its referee.
type panel struct {
	names   []string
	solvers []puzzle.Solver[*tiles.Board]
	referee puzzle.Referee[*tiles.Board]
}

// newPanel returns the solvers of some names, or all.
func newPanel(l puzzle.Limits, names ...string) *panel {
	f := Family()
	p := &panel{referee: f.Referee()}
	for _, maker := range f.Solvers {
		if len(names) == 0 || slices.Contains(names, maker.Name) {
			p.names = append(p.names, maker.Name)
			p.solvers = append(p.solvers, maker.New(l))
		}
	}
	return p
}

// ask returns a solver's answer to a board.
func (p *panel) ask(t testing.TB, i int, b *tiles.Board, ask puzzle.Ask) puzzle.Answer {
	t.Helper()
	a, err := p.solvers[i].Solve(context.Background(), b, ask)
	require.NoError(t, err)
	return a
}

// agree requires one verdict and one value of all solvers, within the bounds, a reason where there
// is no solution, and certificates that the referee replays to the value. It returns the first
// answer.
func (p *panel) agree(t testing.TB, b *tiles.Board) (first puzzle.Answer) {
	t.Helper()
	for i, name := range p.names {
		a := p.ask(t, i, b, puzzle.Best)
		if i == 0 {
			first = a
		}
		if a.Verdict != first.Verdict || a.Value != first.Value || a.Verdict == puzzle.Limit {
			require.Failf(t, "solvers differ", "%v: %s says %v %d, %s says %v %d", b,
				p.names[0], first.Verdict, first.Value, name, a.Verdict, a.Value)
		}
		if (a.Verdict == puzzle.Unsolvable) != (a.Reason != "") {
			require.Failf(t, "reason", "%v: %s says %v, %q", b, name, a.Verdict, a.Reason)
		}
		if a.Verdict == puzzle.Solvable {
			p.requireShown(t, b, a, name)
		}
	}
	return first
}

// requireShown requires a certificate that shows the value of an answer.
func (p *panel) requireShown(t testing.TB, b *tiles.Board, a puzzle.Answer, name string) {
	t.Helper()
	value, err := p.referee.Replay(b, a.Certificate)
	within := bounds(b)
	if err != nil || value != a.Value || uint64(value) > within.Value ||
		uint64(len(a.Certificate)) > within.Steps || a.Certificate == nil || a.Bare {
		require.Failf(t, "certificate", "%v: %s says %d: %q, replayed to %d: %v",
			b, name, a.Value, a.Certificate, value, err)
	}
}

// far holds, for each board of a space by its number, the moves to the goal, or -1.
type far []int8

// newFar goes breadth first from the goal through a whole space, a cell of the gap at a time. It
// knows no solver.
func newFar(s *space) far {
	f := slices.Repeat(far{-1}, int(s.Len()))
	goal := s.number(tiles.Goal(s.rows, s.cols))
	f[goal] = 0
	var b *tiles.Board
	for level := []uint64{goal}; len(level) > 0; {
		var next []uint64
		for _, i := range level {
			b = s.At(i, b)
			gap := cellOf(b, tiles.Gap)
			for _, cell := range beside(b, gap) {
				exchange(b, gap, cell)
				if n := s.number(b); f[n] < 0 {
					f[n] = f[i] + 1
					next = append(next, n)
				}
				exchange(b, gap, cell)
			}
		}
		level = next
	}
	return f
}

// requireRight holds the answers of all solvers to the boards of a space, or of one in so many,
// against the moves that are known.
func (p *panel) requireRight(t *testing.T, s *space, f far, oneIn int) {
	r := rand.New(rand.NewPCG(8, 15))
	var b *tiles.Board
	for i := range s.Len() {
		if oneIn > 1 && r.IntN(oneIn) > 0 {
			continue
		}
		b = s.At(i, b)
		a := p.agree(t, b)
		if a.Verdict == puzzle.Solvable && a.Value != int(f[i]) ||
			a.Verdict == puzzle.Unsolvable && f[i] >= 0 {
			require.Failf(t, "value", "%v: %v %d, want %d", b, a.Verdict, a.Value, f[i])
		}
	}
}

func spaceNamed(t testing.TB, size string) *space {
	t.Helper()
	rows, cols, err := parseSize(size)
	require.NoError(t, err)
	return &space{rows, cols}
}

// TestSpaces solves boards of small sizes: all of up to six cells, some of eight and nine. Numbers
// of a size say how many: one in so many with all solvers, with the two fast ones, and with the
// usual one alone. With EXHAUST_SOAK all boards go through all solvers, but for 3x3, where the
// plain one would take hours: there it solves one in twenty, and the others all. That takes an
// hour, beyond the usual time limit of a test.
func TestSpaces(t *testing.T) {
	for _, c := range []struct {
		size              string
		all, fast, usual  int
		soakAll, soakFast int
	}{
		{"2x2", 1, 1, 1, 1, 1},
		{"2x3", 1, 1, 1, 1, 1},
		{"3x2", 1, 1, 1, 1, 1},
		{"2x4", 2000, 1000, 100, 1, 1},
		{"4x2", 2000, 1000, 100, 1, 1},
		{"3x3", 60_000, 20_000, 600, 20, 1},
	} {
		if soak() {
			c.all, c.fast, c.usual = c.soakAll, c.soakFast, 1
		}
		s := spaceNamed(t, c.size)
		f := newFar(s)
		newPanel(puzzle.Limits{Workers: 1}).requireRight(t, s, f, c.all)
		newPanel(puzzle.Limits{Workers: 1}, "ida", "bfs").requireRight(t, s, f, c.fast)
		newPanel(puzzle.Limits{}, "ida").requireRight(t, s, f, c.usual)
	}
}

// levels3x3 are the boards of 3x3 at each value: https://oeis.org/A089473.
var levels3x3 = []int{
	1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
	16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
}

// TestValues holds the greatest values of small sizes, and how many boards of 3x3 have each,
// against what is published, and half of all arrangements cannot be solved. 2x5 and 5x2 go with
// EXHAUST_SOAK.
func TestValues(t *testing.T) {
	sizes := []string{"2x2", "2x3", "3x2", "2x4", "4x2", "3x3"}
	if soak() {
		sizes = append(sizes, "2x5", "5x2")
	}
	for _, size := range sizes {
		s := spaceNamed(t, size)
		f := newFar(s)
		require.EqualValues(t, bounds(s.At(0, nil)).Value, slices.Max(f), size)
		counts := make([]int, slices.Max(f)+2)
		for _, moves := range f {
			counts[moves+1]++
		}
		require.EqualValues(t, s.Len()/2, counts[0])
		if size == "3x3" {
			require.Equal(t, levels3x3, counts[1:])
		}
	}
}

// TestDeepestBoards solves boards that take the most moves of their size: the two of 3x3 with all
// solvers, and with EXHAUST_SOAK two of 4x4 with the usual one, which takes minutes.
func TestDeepestBoards(t *testing.T) {
	p := newPanel(puzzle.Limits{})
	require.Equal(t, 31, p.agree(t, parse(t, "3x3:8,6,7,2,5,4,3,0,1")).Value)
	require.Equal(t, 31, p.agree(t, parse(t, "3x3:6,4,7,8,5,0,3,2,1")).Value)
	if !soak() {
		return
	}
	usual := newPanel(puzzle.Limits{}, "ida")
	for _, id := range []string{
		"4x4:0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1", "4x4:0,12,10,13,15,11,14,9,3,7,2,5,4,8,6,1",
	} {
		start := time.Now()
		a := usual.agree(t, parse(t, id))
		require.Equal(t, 80, a.Value)
		t.Logf("%s: %d nodes, %v", id, a.States, time.Since(start))
	}
}

// TestRandomBoards solves boards near the goal on sizes whose spaces are too large: all solvers
// agree where they can take the size.
func TestRandomBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for _, size := range []string{
		"2x5", "5x2", "3x4", "4x3", "3x5", "5x3", "4x4", "4x5", "5x4", "5x5",
	} {
		for range 2 {
			b := goalOf(t, size)
			for range 2 {
				b = mutate(r, b)
			}
			p := newPanel(puzzle.Limits{Workers: 1, Memory: 256 << 20})
			if b.Size() > 16 {
				p = newPanel(puzzle.Limits{Workers: 1, Memory: 256 << 20}, "ida", "plain")
			}
			require.Equal(t, puzzle.Solvable, p.agree(t, b).Verdict)
			swapFirst(b)
			require.Equal(t, puzzle.Unsolvable, p.agree(t, b).Verdict)
		}
	}
}

// goalOf returns the solved board of a size.
func goalOf(t testing.TB, size string) *tiles.Board {
	t.Helper()
	rows, cols, err := parseSize(size)
	require.NoError(t, err)
	return tiles.Goal(rows, cols)
}

// TestAsks puts each question to all solvers: what is not asked is not said.
func TestAsks(t *testing.T) {
	p := newPanel(puzzle.Limits{})
	b := parse(t, "2x4:1,2,3,0,5,6,7,4")
	for i, name := range p.names {
		a := p.ask(t, i, b, puzzle.Decide)
		require.Equal(t, a.For(puzzle.Decide), a, name)
		require.True(t, a.Bare)
		a = p.ask(t, i, b, puzzle.Any)
		require.Equal(t, puzzle.Unsaid, a.Value, name)
		require.Equal(t, "U", string(a.Certificate), name)
	}
}

// TestLimits stops all solvers in every way.
func TestLimits(t *testing.T) {
	b := parse(t, "4x4:0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1")
	broken := errors.New("broken off")
	for _, maker := range Family().Solvers {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(broken)
		a, err := maker.New(puzzle.Limits{}).Solve(ctx, b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, broken, a.Cause, maker.Name)
		require.Equal(t, puzzle.Limit, a.Verdict)

		ctx, stop := context.WithTimeoutCause(t.Context(), 30*time.Millisecond, broken)
		a, err = maker.New(puzzle.Limits{Workers: 1}).Solve(ctx, b, puzzle.Best)
		stop()
		require.NoError(t, err)
		require.Equal(t, broken, a.Cause, maker.Name)

		a, err = maker.New(puzzle.Limits{States: 5000}).Solve(t.Context(), b, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.ErrStates, a.Cause, maker.Name)
		require.Equal(t, puzzle.Limit, a.Verdict)
		require.Equal(t, puzzle.Unsaid, a.Value)
	}
}
