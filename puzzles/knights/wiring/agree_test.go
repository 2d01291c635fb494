package wiring

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// soak tells whether to test all that is otherwise sampled.
func soak() bool { return os.Getenv("EXHAUST_SOAK") != "" }

// parse returns the board of an ID.
func parse(t testing.TB, id string) *knights.Board {
	t.Helper()
	b, err := knights.Parse(id)
	require.NoError(t, err)
	return b
}

// A panel is solvers of the family, and its referee.
type panel struct {
	names   []string
	solvers []puzzle.Solver[*knights.Board]
	referee puzzle.Referee[*knights.Board]
}

// quick are the solvers that answer most boards of up to 16 cells within a tenth of a millisecond.
var quick = []string{"perimeter", "ida"}

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
func (p *panel) ask(t testing.TB, i int, b *knights.Board, ask puzzle.Ask) puzzle.Answer {
	t.Helper()
	a, err := p.solvers[i].Solve(context.Background(), b, ask)
	require.NoError(t, err)
	return a
}

// agree requires one verdict and one value of all solvers, within the bounds, and certificates that
// the referee replays to that value. It returns the first answer.
func (p *panel) agree(t testing.TB, b *knights.Board) (first puzzle.Answer) {
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
		if a.Verdict == puzzle.Solvable {
			p.requireShown(t, b, a, name)
		}
	}
	return first
}

// requireShown requires a certificate that shows the value of an answer.
func (p *panel) requireShown(t testing.TB, b *knights.Board, a puzzle.Answer, name string) {
	t.Helper()
	value, err := p.referee.Replay(b, a.Certificate)
	within := bounds(b)
	if err != nil || value != a.Value || uint64(value) > within.Value ||
		uint64(len(a.Certificate)) > within.Steps || a.Certificate == nil || a.Bare {
		require.Failf(t, "certificate", "%v: %s says %d: %q, replayed to %d: %v",
			b, name, a.Value, a.Certificate, value, err)
	}
}

// spaceNamed returns the space of a size.
func spaceNamed(t testing.TB, size string) *space {
	t.Helper()
	rows, cols, err := parseSize(size)
	require.NoError(t, err)
	return spaceOf(rows, cols)
}

// requireAgreement solves the cases of a space, all or about one in so many, and holds the answers
// against the distances from the goal that the naive search finds. It returns how many cases have a
// solution, and the greatest value.
func requireAgreement(t *testing.T, size string, oneIn int, names ...string) (solvable, most int) {
	s := spaceNamed(t, size)
	distances := distancesOf(size, &s.goal)
	random := rand.New(rand.NewPCG(2005, 4))
	p := newPanel(puzzle.Limits{Workers: 1}, names...)
	var b *knights.Board
	for i := range s.Len() {
		if oneIn > 1 && random.IntN(oneIn) > 0 {
			continue
		}
		b = s.At(i, b)
		want, ok := distances[b.String()]
		a := p.agree(t, b)
		if ok != (a.Verdict == puzzle.Solvable) || ok && a.Value != want {
			require.Failf(t, "wrong", "%v: %v %d, want %v %d", b, a.Verdict, a.Value, ok, want)
		}
		if ok {
			solvable, most = solvable+1, max(most, a.Value)
		}
	}
	return solvable, most
}

// distancesFound are the distances of sizes that were asked for before.
var distancesFound = map[string]map[string]int{}

// distancesOf returns the distances from the goal of a size.
func distancesOf(size string, goal *knights.Board) map[string]int {
	if distancesFound[size] == nil {
		distancesFound[size] = naive{right}.distances(goal.Rows, goal.Cols)
	}
	return distancesFound[size]
}

// TestSpaces solves all cases of small sizes with all solvers. With less than three rows the hole
// stays on a path, and on 3x3 on a ring of eight cells.
func TestSpaces(t *testing.T) {
	for _, test := range []struct {
		size           string
		solvable, most int
	}{
		{"1x2", 1, 0}, {"2x1", 1, 0}, {"1x5", 1, 0}, {"2x2", 1, 0},
		{"2x3", 1, 0}, {"3x2", 1, 0}, {"2x5", 3, 1}, {"5x2", 3, 1}, {"3x3", 1, 0},
	} {
		solvable, most := requireAgreement(t, test.size, 1)
		require.Equal(t, test.solvable, solvable, test.size)
		require.Equal(t, test.most, most, test.size)
	}
}

// TestLargerSpaces solves all cases of 3x4 and 4x3 and a tenth of 4x4 with the quick solvers, and
// fewer with the others; with EXHAUST_SOAK all cases with all solvers but the plain one, and a part
// of them with that.
func TestLargerSpaces(t *testing.T) {
	others, all := []string{"bidirectional", "bfs"}, []string(nil)
	for _, test := range []struct {
		size        string
		oneIn, soak int
		names       []string
	}{
		{"3x4", 1, 1, quick}, {"4x3", 1, 1, quick}, {"4x4", 10, 1, quick},
		{"3x4", 10, 1, others}, {"4x3", 10, 1, others}, {"4x4", 500, 1, others},
		{"3x4", 200, 1, all}, {"4x3", 200, 1, all}, {"4x4", 10_000, 100, all},
	} {
		who := "all"
		if test.names != nil {
			who = test.names[0]
		}
		t.Run(test.size+"/"+who, func(t *testing.T) {
			s := spaceNamed(t, test.size)
			switch {
			case soak():
				test.oneIn = test.soak
			case raced:
				test.oneIn = min(20*test.oneIn, int(s.Len())/4)
			}
			solvable, most := requireAgreement(t, test.size, test.oneIn, test.names...)
			require.NotZero(t, solvable)
			if test.oneIn == 1 {
				require.EqualValues(t, s.Len(), solvable, "every case has a solution")
				require.Equal(t, map[string]int{"3x4": 42, "4x3": 42, "4x4": 29}[test.size], most)
			}
		})
	}
}

// TestContestSample gives the answers of the contest's sample (SCOI 2005): 7 jumps, and more than
// 15.
func TestContestSample(t *testing.T) {
	f, err := os.Open("../testdata/knights.txt")
	require.NoError(t, err)
	defer f.Close()
	boards, err := Family().Notation.ParseFile("knights.txt", f)
	require.NoError(t, err)
	require.Len(t, boards, 2)
	answers, err := os.ReadFile("../testdata/knights.answers")
	require.NoError(t, err)
	require.Equal(t, "7\n-1\n", string(answers))

	p := newPanel(puzzle.Limits{}, "ida", "bidirectional")
	require.Equal(t, 7, p.agree(t, boards[0]).Value)
	require.Equal(t, 18, p.agree(t, boards[1]).Value)

	within := newPanel(puzzle.Limits{Within: 15})
	for i, name := range within.names {
		if name == "bfs" || name == "plain" && !soak() {
			continue // bfs takes no notice of the bound
		}
		require.Equal(t, 7, within.ask(t, i, boards[0], puzzle.Best).Value, name)
		a := within.ask(t, i, boards[1], puzzle.Best)
		require.Equal(t, puzzle.Limit, a.Verdict, name)
		require.ErrorIs(t, a.Cause, puzzle.ErrWithin, name)
	}
}

// TestRandomBoards solves random boards of 5x5, and of sizes with longer sides that are not square.
func TestRandomBoards(t *testing.T) {
	n := 40
	switch {
	case soak():
		n = 1000
	case raced:
		n = 12
	}
	random := rand.New(rand.NewPCG(5, 5))
	for _, test := range []struct {
		size  string
		n     int
		names []string
	}{
		{"5x5", n, quick}, {"5x5", n / 10, []string{"ida", "bidirectional"}},
		{"3x5", n / 4, nil}, {"5x3", n / 4, quick}, {"3x6", n / 4, quick}, {"4x5", n / 4, quick},
	} {
		d, err := newDrawer(test.size, family.Draws{})
		require.NoError(t, err)
		names := test.names
		if names == nil {
			names = []string{"perimeter", "ida", "bidirectional", "bfs"}
		}
		p := newPanel(puzzle.Limits{}, names...)
		for range test.n {
			require.Equal(t, puzzle.Solvable, p.agree(t, d.Draw(random, nil)).Verdict)
		}
	}
}
