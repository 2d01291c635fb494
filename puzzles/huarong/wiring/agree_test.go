package wiring

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// soak tells whether to test all that is otherwise sampled.
func soak() bool { return os.Getenv("EXHAUST_SOAK") != "" }

// parse returns the case of an ID.
func parse(t testing.TB, id string) *huarong.Case {
	t.Helper()
	c, err := huarong.Parse(id)
	require.NoError(t, err)
	return c
}

// A panel is all solvers of the family, and its referee.
type panel struct {
	names   []string
	solvers []puzzle.Solver[*huarong.Case]
	referee puzzle.Referee[*huarong.Case]
}

// newPanel returns the solvers of some names, or all.
func newPanel(l puzzle.Limits, names ...string) *panel {
	f := Family()
	p := &panel{referee: f.Referee()}
	for _, maker := range f.Solvers {
		wanted := len(names) == 0
		for _, name := range names {
			wanted = wanted || name == maker.Name
		}
		if wanted {
			p.names = append(p.names, maker.Name)
			p.solvers = append(p.solvers, maker.New(l))
		}
	}
	return p
}

// ask returns a solver's answer to a case.
func (p *panel) ask(t testing.TB, i int, c *huarong.Case, ask puzzle.Ask) puzzle.Answer {
	t.Helper()
	a, err := p.solvers[i].Solve(context.Background(), c, ask)
	require.NoError(t, err)
	return a
}

// agree requires one verdict and one value of all solvers, within the bounds, and certificates that
// the referee replays to that value. It returns the first answer.
func (p *panel) agree(t testing.TB, c *huarong.Case) (first puzzle.Answer) {
	t.Helper()
	within := bounds(c)
	for i, name := range p.names {
		a := p.ask(t, i, c, puzzle.Best)
		if i == 0 {
			first = a
		}
		if a.Verdict != first.Verdict || a.Value != first.Value || a.Verdict == puzzle.Limit {
			require.Failf(t, "solvers differ", "%v: %s says %v %d, %s says %v %d", c,
				p.names[0], first.Verdict, first.Value, name, a.Verdict, a.Value)
		}
		if a.States > within.States {
			require.Failf(t, "too many states", "%v: %s met %d", c, name, a.States)
		}
		if a.Verdict == puzzle.Solvable {
			p.requireShown(t, c, a, name)
		}
	}
	return first
}

// requireShown requires a certificate that shows the value of an answer.
func (p *panel) requireShown(t testing.TB, c *huarong.Case, a puzzle.Answer, name string) {
	t.Helper()
	value, err := p.referee.Replay(c, a.Certificate)
	within := bounds(c)
	if err != nil || value != a.Value || uint64(value) > within.Value ||
		uint64(len(a.Certificate)) > within.Steps || a.Certificate == nil || a.Bare {
		require.Failf(t, "certificate", "%v: %s says %d: %q, replayed to %d: %v",
			c, name, a.Value, a.Certificate, value, err)
	}
}

// requireAgreement solves every case of a space, or a fixed part of them, one in so many.
func requireAgreement(t *testing.T, size string, oneIn int) (solvable, unsolvable int) {
	s := spaceNamed(t, size)
	r := rand.New(rand.NewPCG(2013, 3))
	p := newPanel(puzzle.Limits{Workers: 1})
	var c *huarong.Case
	for i := range s.Len() {
		if oneIn > 1 && r.IntN(oneIn) > 0 {
			continue
		}
		c = s.At(i, c)
		if p.agree(t, c).Verdict == puzzle.Solvable {
			solvable++
		} else {
			unsolvable++
		}
	}
	return solvable, unsolvable
}

// spaceNamed returns the space of a size.
func spaceNamed(t testing.TB, size string) *space {
	t.Helper()
	rows, cols, err := parseSize(size)
	require.NoError(t, err)
	s, err := spaceOf(rows, cols)
	require.NoError(t, err)
	return s
}

// TestSpaces solves all cases of small sizes with all solvers: every set of free cells, every
// query.
func TestSpaces(t *testing.T) {
	for _, size := range []string{"1x2", "2x1", "1x3", "3x1", "1x5", "2x2", "2x3", "3x2"} {
		solvable, unsolvable := requireAgreement(t, size, 1)
		require.EqualValues(t, spaceNamed(t, size).Len(), solvable+unsolvable)
		require.NotZero(t, solvable)
		two := size == "1x2" || size == "2x1" // the piece is on its target or a slide away
		require.Equal(t, !two, unsolvable > 0)
	}
}

// TestLargerSpaces solves a tenth of the cases of 3x3, and a part of larger spaces; with
// EXHAUST_SOAK all of 3x3, 2x4 and 4x2.
func TestLargerSpaces(t *testing.T) {
	parts := map[string]int{"3x3": 10, "2x4": 10, "4x2": 10, "3x4": 500, "4x3": 500}
	for size, oneIn := range parts {
		if soak() && oneIn == 10 {
			oneIn = 1
		}
		solvable, unsolvable := requireAgreement(t, size, oneIn)
		require.NotZero(t, solvable)
		require.NotZero(t, unsolvable)
	}
}

// TestContestSample gives the answers of the contest's sample (NOIP 2013, day 2, problem 3).
func TestContestSample(t *testing.T) {
	f, err := os.Open("../testdata/noip2013.txt")
	require.NoError(t, err)
	defer f.Close()
	cases, err := Family().Notation.ParseFile("noip2013.txt", f)
	require.NoError(t, err)
	require.Len(t, cases, 2)
	p := newPanel(puzzle.Limits{})
	require.Equal(t, 2, p.agree(t, cases[0]).Value)
	require.Equal(t, puzzle.Unsolvable, p.agree(t, cases[1]).Verdict)
}

// TestRandomBoards solves random queries of boards of the contest's size, and of the largest size,
// with graph and bfs, and one of each board with plain too.
func TestRandomBoards(t *testing.T) {
	sizes, percents := [][2]int{{30, 30}, {29, 30}, {3, 64}, {64, 2}}, []int{60, 80}
	if soak() {
		sizes, percents = append(sizes, [2]int{30, 17}, [2]int{48, 64}), []int{55, 60, 75, 90, 100}
	}
	r := rand.New(rand.NewPCG(30, 30))
	for _, size := range sizes {
		for _, percent := range percents {
			board := boardOf(r, size[0], size[1], percent)
			newPanel(puzzle.Limits{}).agree(t, queryOf(r, board))
			fast := newPanel(puzzle.Limits{}, "graph", "bfs")
			for range 3 {
				fast.agree(t, queryOf(r, board))
			}
		}
	}
}

// boardOf returns a board of which each cell is free with a chance of so many percent.
func boardOf(r *rand.Rand, rows, cols, percent int) huarong.Board {
	for {
		b := huarong.Board{Rows: rows, Cols: cols}
		for cell := range b.Size() {
			b.SetFree(cell, r.IntN(100) < percent)
		}
		if b.FreeCount() > 1 {
			return b
		}
	}
}

// queryOf returns a random case of a board.
func queryOf(r *rand.Rand, b huarong.Board) *huarong.Case {
	for {
		c := &huarong.Case{Board: b}
		c.Hole, c.Piece, c.Target = r.IntN(b.Size()), r.IntN(b.Size()), r.IntN(b.Size())
		if c.Validate() == nil {
			return c
		}
	}
}

// TestLongWays solves boards of one long ring and of corridors, on which a step of the piece takes
// a walk of the hole through the whole board.
func TestLongWays(t *testing.T) {
	p := newPanel(puzzle.Limits{})
	longest := 0
	for _, id := range []string{
		"111111111/100000001/101111101/101000101/111010111:1,1,1,5,1,6",
		"111111111/100000001/101111101/101000101/111010111:1,1,1,5,5,8",
		"1111111/1000001/1111111/1000001/1111111/1000001/1111111:1,1,7,7,1,2",
		"1111111/1010101/1111111/1010101/1111111:1,1,5,7,3,4",
		"11111111111/10000000001/11111111111:1,1,1,2,3,11",
	} {
		longest = max(longest, p.agree(t, parse(t, id)).Value)
	}
	require.Greater(t, longest, 200)
}

// TestAsks asks each question: what is not asked is not said.
func TestAsks(t *testing.T) {
	p := newPanel(puzzle.Limits{})
	solvable, unsolvable := parse(t, "111/111:1,1,1,3,1,1"), parse(t, "111:1,1,1,2,1,3")
	for i, name := range p.names {
		a := p.ask(t, i, solvable, puzzle.Decide)
		require.True(t, a.Bare, name)
		require.Nil(t, a.Certificate, name)
		require.Equal(t, puzzle.Unsaid, a.Value, name)

		a = p.ask(t, i, solvable, puzzle.Any)
		require.False(t, a.Bare, name)
		require.Equal(t, puzzle.Unsaid, a.Value, name)
		_, err := p.referee.Replay(solvable, a.Certificate)
		require.NoError(t, err, name)

		for ask := range puzzle.Best + 1 {
			a := p.ask(t, i, unsolvable, ask)
			require.Equal(t, puzzle.Unsolvable, a.Verdict, name)
			require.Equal(t, puzzle.Unsaid, a.Value, name)
			require.False(t, a.Bare, name)
			require.Nil(t, a.Certificate, name)
		}
	}
}

// TestLimits stops each solver by each limit: nothing is claimed.
func TestLimits(t *testing.T) {
	done, cancel := context.WithCancelCause(context.Background())
	cancel(os.ErrDeadlineExceeded)
	c := parse(t, "1111111/1111111/1111111/1111111/1111111/1111111:1,1,6,7,1,2")
	same := c.Clone()
	same.Target = same.Piece
	for _, test := range []struct {
		ctx    context.Context
		limits puzzle.Limits
		cause  error
	}{
		{done, puzzle.Limits{}, os.ErrDeadlineExceeded},
		{context.Background(), puzzle.Limits{Memory: 100}, puzzle.ErrMemory},
		{context.Background(), puzzle.Limits{States: 5}, puzzle.ErrStates},
	} {
		p := newPanel(test.limits)
		for i, s := range p.solvers {
			for ask := range puzzle.Best + 1 {
				a, err := s.Solve(test.ctx, c, ask)
				require.NoError(t, err)
				require.Equal(t, puzzle.Limit, a.Verdict, p.names[i])
				require.ErrorIs(t, a.Cause, test.cause, p.names[i])
				require.Equal(t, puzzle.Unsaid, a.Value, p.names[i])
				require.Nil(t, a.Certificate, p.names[i])
				require.False(t, a.Bare, p.names[i])
			}
		}
	}
}

// TestWithin bounds the value: within it, the answer is the same; beyond, it is a Limit or the
// same.
func TestWithin(t *testing.T) {
	c := parse(t, "111/111:1,1,1,3,1,1") // 7 slides
	for within := 1; within < 10; within++ {
		p := newPanel(puzzle.Limits{Within: within})
		for i, name := range p.names {
			a := p.ask(t, i, c, puzzle.Best)
			if a.Verdict == puzzle.Limit {
				require.Less(t, within, 7, name)
				require.ErrorIs(t, a.Cause, puzzle.ErrWithin, name)
				continue
			}
			require.Equal(t, 7, a.Value, name)
			require.True(t, within >= 7 || name == "bfs", name)
		}
	}
}

func TestInvalidCases(t *testing.T) {
	p := newPanel(puzzle.Limits{})
	c := parse(t, "111/111:1,1,1,3,1,1")
	c.Piece = c.Hole
	for _, s := range p.solvers {
		_, err := s.Solve(context.Background(), c, puzzle.Best)
		require.EqualError(t, err, "piece at 1,1 where the hole is: want another cell")
	}
}
