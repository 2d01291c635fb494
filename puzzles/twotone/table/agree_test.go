package table_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/table"
	"exhaust/puzzles/twotone/zeroone"
)

var bothRules = []twotone.Rule{twotone.Strict, twotone.Handover}

// whole tells whether to do all cases where the tests do a share: EXHAUST_WHOLE=1 go test.
var whole = os.Getenv("EXHAUST_WHOLE") != ""

// A search is one of the other two solvers.
type search interface {
	Solve(context.Context, *twotone.Case, puzzle.Ask) (puzzle.Answer, error)
}

// A pair holds a table against a search.
type pair struct {
	table   *table.Solver
	search  search
	referee twotone.Referee
}

// check fails the test unless both give the case the same verdict and length, and the table's
// solution is a play of that length.
func (p *pair) check(t *testing.T, c *twotone.Case) {
	got, err := p.table.Solve(context.Background(), c, puzzle.Best)
	if err != nil {
		t.Fatal(c.ID(), err)
	}
	want, err := p.search.Solve(context.Background(), c, puzzle.Best)
	if err != nil {
		t.Fatal(c.ID(), err)
	}
	if got.Verdict != want.Verdict || got.Verdict == puzzle.Limit || got.Value != want.Value {
		t.Fatalf("%s: %v in %d, %T says %v in %d", c.ID(), got.Verdict, got.Value, p.search, want.Verdict, want.Value)
	}
	if got.Verdict == puzzle.Solvable {
		if moves, err := p.referee.Replay(c, got.Certificate); err != nil || moves != got.Value {
			t.Fatalf("%s: length %d, but %q has %d moves: %v", c.ID(), got.Value, got.Certificate, moves, err)
		}
	}
}

// searches makes one of each search.
func searches() []search { return []search{bfs.New(bfs.Options{Workers: 1}), zeroone.New()} }

// Every case of the smallest sizes: verdict, length and solution. By one search
// black begins, by the other white.
func TestAllSmallCases(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {2, 1}, {1, 3}, {3, 1}, {1, 4}, {4, 1}, {2, 2}, {1, 5}} {
		var solver table.Solver
		for i, search := range searches() {
			everyCase(t, &pair{table: &solver, search: search}, size, twotone.Colour(i), 1)
		}
	}
}

// A share of the cases of the next sizes, every so many: all of them when asked for.
func TestShareOfNextSizes(t *testing.T) {
	step := uint64(71)
	if whole {
		step = 1
	}
	for _, size := range [][2]int{{5, 1}, {1, 6}, {6, 1}, {2, 3}, {3, 2}} {
		var solver table.Solver
		for _, search := range searches() {
			everyCase(t, &pair{table: &solver, search: search}, size, twotone.Black, step)
		}
	}
}

// everyCase checks every so many boards of a size under both rules.
func everyCase(t *testing.T, p *pair, size [2]int, turn twotone.Colour, step uint64) {
	space, err := twotone.NewSpace(size[0], size[1], turn)
	require.NoError(t, err)
	var c twotone.Case
	for i := uint64(0); i < space.Len(); i += step {
		space.Board(i, &c.Board)
		for _, c.Rule = range bothRules {
			p.check(t, &c)
		}
	}
}

// Random cases of sizes up to the largest for which a solver keeps whole classes, and beyond.
func TestRandomCases(t *testing.T) {
	for _, size := range [][3]int{{3, 3, 1000}, {2, 4, 500}, {4, 2, 500}, {2, 5, 20}, {5, 2, 20}, {3, 4, 4}, {4, 3, 4}} {
		var solver table.Solver
		for i, search := range searches() {
			if size[0] != size[1] && (i == 0) == (size[0] < size[1]) {
				continue // a size by one search, its transpose by the other
			}
			cases := size[2]
			if whole && size[0]*size[1] == 9 {
				cases = 1_000_000
			}
			randomCases(t, &pair{table: &solver, search: search}, size[0], size[1], cases)
		}
	}
}

// randomCases checks so many random cases of a size.
func randomCases(t *testing.T, p *pair, rows, cols, cases int) {
	rng := rand.New(rand.NewPCG(uint64(rows), uint64(cols)))
	space, err := twotone.NewSpace(rows, cols, twotone.Black)
	require.NoError(t, err)
	var c twotone.Case
	for range cases {
		space.Board(rng.Uint64N(space.Len()), &c.Board)
		c.Rule = bothRules[rng.IntN(2)]
		p.check(t, &c)
	}
}

// The largest board that a table takes, with few stars.
func TestSixteenCells(t *testing.T) {
	for _, id := range []string{
		"4x4:BWRBWRWBRBWBWBRW:0:15:5,10:handover",
		"4x4:BWRBWRWBRBWBWBRW:0:15:5,10:strict",
		"2x8:BWRBWRWBRBWBWBRW:3:12:0,7:handover",
		"16x1:BWRRRRWBRRRWWBRW:3:12:0,7:handover:white",
	} {
		c, err := twotone.ParseID(id)
		require.NoError(t, err)
		for _, search := range searches() {
			(&pair{table: new(table.Solver), search: search}).check(t, c)
		}
	}
}

func TestErrors(t *testing.T) {
	var s table.Solver
	c, err := twotone.ParseID("1x17:BBBBBBBBBBBBBBBBB:0:1:-:strict")
	require.NoError(t, err)
	_, err = s.Solve(context.Background(), c, puzzle.Decide)
	require.ErrorIs(t, err, table.ErrTooLarge)
	require.EqualError(t, err, "board too large for a table: 17 cells, want at most 16")
	c.Black = 1
	_, err = s.Solve(context.Background(), c, puzzle.Decide)
	require.ErrorContains(t, err, "table: invalid case: both pieces on cell 1")
}

// Too little memory, or a context that is done, is a limit and no verdict.
func TestLimits(t *testing.T) {
	c, err := twotone.ParseID("3x3:BWBWBWBWB:0:8:0,1,2,3,4,5:strict")
	require.NoError(t, err)
	for _, bytes := range []uint64{1, 1 << 20, 18 << 20} {
		s := table.Solver{MaxBytes: bytes}
		r, err := s.Solve(context.Background(), c, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, puzzle.Answer{Cause: puzzle.ErrMemory}, r, "%d bytes", bytes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := new(table.Solver).Solve(ctx, c, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, puzzle.Answer{Cause: context.Canceled}, r)
}

// A solver that has little room forgets classes and makes them again: same answers.
func TestLittleRoom(t *testing.T) {
	randomCases(t, &pair{table: &table.Solver{MaxBytes: 64 << 20}, search: zeroone.New()}, 3, 3, 20)
}

// Whether lengths fit does not depend on what a solver was asked before: a solver that has made others, or had no room
// for them, answers as a new one does. Some limits let both cases through, some one, some none.
func TestRoomDoesNotDependOnThePast(t *testing.T) {
	var cases []*twotone.Case
	for _, id := range []string{"2x4:BWRWBBWB:0:7:0,1,2:strict", "2x4:BWBWBBWB:0:7:0,1,2:handover", "1x8:BRRWBRWB:0:7:0,1,2:strict"} {
		c, err := twotone.ParseID(id)
		require.NoError(t, err)
		cases = append(cases, c)
	}
	solve := func(s *table.Solver, c *twotone.Case) puzzle.Verdict {
		r, err := s.Solve(context.Background(), c, puzzle.Decide)
		require.NoError(t, err)
		return r.Verdict
	}
	limits := map[int]int{}
	for bytes := uint64(1 << 19); bytes < 7<<20; bytes += 5 << 18 {
		var used table.Solver
		some := 0
		for range 2 {
			for _, c := range cases {
				used.MaxBytes = bytes
				want := solve(&table.Solver{MaxBytes: bytes}, c)
				require.Equal(t, want, solve(&used, c), "%d bytes, %s", bytes, c.ID())
				if want == puzzle.Limit {
					some++
				}
			}
		}
		limits[some]++
	}
	require.Greater(t, len(limits), 2, "%v", limits)
	require.NotZero(t, limits[0])
	require.NotZero(t, limits[2*len(cases)])
}
