package wiring_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/solvers"
)

// TestMain makes the test binary an external solver that answers at once: "limit", whatever it is asked.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "echo" {
		echo(os.Stdin, os.Stdout)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A quirk is a solver of package solvers, but for what change makes of its answers.
type quirk struct {
	solvers.Solver
	change func(c *twotone.Case, r *puzzle.Answer)
}

func (q quirk) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	r, err := q.Solver.Solve(ctx, c, ask)
	q.change(c, &r)
	return r, err
}

// withQuirk is bfs against a quirk.
func withQuirk(t *testing.T, source Source, change func(c *twotone.Case, r *puzzle.Answer)) *Contest {
	return &Contest{
		Players: [2]Player{Internal("bfs"), Internal("quirk")},
		Source:  source, Ask: puzzle.Best, Timeout: time.Minute, Enough: 1, Workers: 2,
		NewSolver: func(name string) (solvers.Solver, error) {
			if name != "quirk" {
				return solvers.New(name, bfs.Options{Workers: 1})
			}
			s, err := solvers.New("bfs", bfs.Options{Workers: 1})
			return quirk{s, change}, err
		},
	}
}

// A bug that shows only on boards of two rows and three columns or more with two rainbow cells and white to move is found
// on random boards, and all else is taken away.
func TestShrinkLarge(t *testing.T) {
	random := &Random{Rows: 4, Cols: 4, Stars: 3, Rainbow: 0.3, Rules: bothRules, Count: 500, Seed: 1}
	r, err := withQuirk(t, random, func(c *twotone.Case, r *puzzle.Answer) {
		if c.Rows >= 2 && c.Cols >= 3 && c.Count(twotone.Rainbow) >= 2 && c.Turn == twotone.White && c.StarCount() > 0 && r.Verdict == puzzle.Solvable {
			*r = puzzle.Answer{Verdict: puzzle.Unsolvable}
		}
	}).Run(t.Context())
	require.NoError(t, err)
	require.False(t, r.Least) // not all smaller boards were tried
	require.True(t, r.Minimal)
	c := r.Smallest.Case
	require.Equal(t, []int{2, 3, 2, 1}, []int{c.Rows, c.Cols, c.Count(twotone.Rainbow), c.StarCount()}, c.ID())
	require.Equal(t, twotone.White, c.Turn)
	require.Equal(t, []string{"bfs", "quirk", "zeroone"}, r.Smallest.Names)
	require.Equal(t, "quirk", r.Smallest.Proofs[0].Wrong)
}

// A reduction that has no time left, or is interrupted, claims nothing.
func TestShrinkCutShort(t *testing.T) {
	space, err := twotone.NewSpace(2, 2, twotone.Black)
	require.NoError(t, err)
	c := withQuirk(t, &All{space, bothRules}, denies)
	r, err := c.Run(t.Context())
	require.NoError(t, err)
	require.True(t, r.Least)
	require.True(t, r.Minimal)

	c.ShrinkTime = 1
	cut, err := c.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, r.First, cut.First)
	require.Equal(t, cut.First, cut.Smallest)
	require.False(t, cut.Least)
	require.False(t, cut.Minimal)

	ctx, cancel := context.WithCancel(t.Context())
	c = withQuirk(t, &List{"one", []*twotone.Case{r.First.Case}}, func(d *twotone.Case, r *puzzle.Answer) {
		if denies(d, r); d.ID() != c.Source.(*List).Cases[0].ID() {
			cancel() // in the reduction
		}
	})
	cut, err = c.Run(ctx)
	require.NoError(t, err)
	require.NotNil(t, cut.Smallest)
	require.False(t, cut.Least)
	require.False(t, cut.Minimal)
}

// denies says that a board is unsolvable that has two stars.
func denies(c *twotone.Case, r *puzzle.Answer) {
	if c.StarCount() == 2 {
		*r = puzzle.Answer{Verdict: puzzle.Unsolvable}
	}
}

// The boards of a sweep are all there are below, in order.
func TestAllBefore(t *testing.T) {
	c, err := twotone.ParseID("1x3:WWB:0:1:0:handover")
	require.NoError(t, err)
	n := 0
	for _, cells := range []int{2, 3} {
		before := allBefore(c, cells)
		for i, d := range before {
			require.Equal(t, cells, d.Size())
			require.Negative(t, twotone.Order(d, c))
			require.True(t, i == 0 || twotone.Order(before[i-1], d) < 0)
		}
		cases, err := twotone.CasesOf(cells)
		require.NoError(t, err)
		for d := range cases {
			if twotone.Order(d, c) < 0 {
				n++
			}
		}
		n -= len(before)
	}
	require.Zero(t, n)
	require.Len(t, allBefore(c, 2), 2*9*2*4*4)
}

// Two of the same are told apart, and a third is asked only if it is another.
func TestNames(t *testing.T) {
	c := &Contest{Players: [2]Player{Internal("bfs"), Internal("bfs")}}
	require.Equal(t, "bfs (a)", c.label(0))
	require.Equal(t, "bfs (b)", c.label(1))
	require.Equal(t, "zeroone", c.third().Name())
	c.Players[1] = Internal("zeroone")
	require.Equal(t, "zeroone", c.label(1))
	require.Nil(t, c.third())
}

// What is asked is all that is compared.
func TestAsk(t *testing.T) {
	space, err := twotone.NewSpace(1, 3, twotone.Black)
	require.NoError(t, err)
	stroll := func(_ *twotone.Case, r *puzzle.Answer) { r.Length += 2 } // claims more than its solution has
	for ask, kind := range map[puzzle.Ask]compare.Kind{puzzle.Best: compare.WrongLength, puzzle.Any: "", puzzle.Decide: ""} {
		c := withQuirk(t, &All{space, bothRules}, stroll)
		c.Ask = ask
		r, err := c.Run(t.Context())
		require.NoError(t, err)
		if kind == "" {
			require.Nil(t, r.First)
			require.Equal(t, c.Source.Len(), r.Agreed)
			continue
		}
		require.Equal(t, kind, r.First.Difference.Kind)
	}
}

// If any solution is asked for, one that is longer than the other solver's agrees with it.
func TestAnyLength(t *testing.T) {
	d, err := twotone.ParseID("2x3:BWWWWB:0:5:1:strict")
	require.NoError(t, err)
	detour := func(_ *twotone.Case, r *puzzle.Answer) { r.Solution, r.Length = twotone.Solution("DRU"), 3 }
	for ask, differences := range map[puzzle.Ask]uint64{puzzle.Any: 0, puzzle.Best: 1} {
		c := withQuirk(t, &List{"one", []*twotone.Case{d}}, detour)
		c.Ask = ask
		r, err := c.Run(t.Context())
		require.NoError(t, err)
		require.Equal(t, differences, r.Mismatches, ask)
		require.Equal(t, 1-differences, r.Agreed)
		if differences > 0 {
			require.Equal(t, compare.Lengths, r.First.Difference.Kind)
		}
	}
}

// A third sides with who says the same, and lengths count only if they are asked for.
func TestSides(t *testing.T) {
	solved := func(length int) compare.Answer {
		return compare.Answer{Verdict: puzzle.Solvable, Length: length, Bare: true}
	}
	unsolvable := compare.Answer{Verdict: puzzle.Unsolvable}
	for _, test := range []struct {
		ask     puzzle.Ask
		answers [3]compare.Answer
		want    string
	}{
		{puzzle.Best, [3]compare.Answer{solved(2), solved(3), solved(3)}, "b"},
		{puzzle.Best, [3]compare.Answer{solved(2), solved(3), solved(4)}, ""},
		{puzzle.Best, [3]compare.Answer{solved(2), unsolvable, solved(3)}, ""},
		{puzzle.Best, [3]compare.Answer{solved(2), {Verdict: puzzle.Unsolvable, Length: puzzle.Unsaid}, unsolvable}, "b"},
		{puzzle.Decide, [3]compare.Answer{unsolvable, solved(3), solved(puzzle.Unsaid)}, "b"},
		{puzzle.Decide, [3]compare.Answer{unsolvable, solved(3), unsolvable}, "a"},
		{puzzle.Any, [3]compare.Answer{solved(7), unsolvable, solved(4)}, "a"},
	} {
		f := Finding{Names: []string{"a", "b", "c"}, Answers: test.answers[:]}
		require.Equal(t, test.want, f.sides(test.ask))
	}
}

// A solver that cannot answer at all ends the contest.
func TestSolverFails(t *testing.T) {
	broken := errors.New("broken")
	c := withQuirk(t, &List{"one", []*twotone.Case{{Board: twotone.Board{}}}}, nil)
	c.NewSolver = func(string) (solvers.Solver, error) { return nil, broken }
	_, err := c.Run(t.Context())
	require.ErrorIs(t, err, broken)
}

// A slow solver of this program reaches the time-out, which is a limit.
func TestTimeout(t *testing.T) {
	c := withQuirk(t, &Random{Rows: 2, Cols: 2, Stars: 1, Rules: bothRules, Count: 3, Seed: 1}, nil)
	c.Timeout = time.Millisecond
	c.NewSolver = func(string) (solvers.Solver, error) { return waits{}, nil }
	r, err := c.Run(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 3, r.Limited)
	require.Equal(t, [2]uint64{3, 3}, r.Limits)
}

type waits struct{}

func (waits) Solve(ctx context.Context, _ *twotone.Case, _ puzzle.Ask) (puzzle.Answer, error) {
	<-ctx.Done()
	return puzzle.Answer{}, nil
}

// echoPlayer is an external solver that answers at once.
func echoPlayer(t testing.TB) Player {
	p, err := ParsePlayer("exec:" + shellquote.Join(os.Args[0], "echo"))
	require.NoError(t, err)
	return p
}

// BenchmarkProtocol drives an external solver that answers at once, and that solver once more, so that
// nothing is measured but the protocol: two requests and two replies a case.
func BenchmarkProtocol(b *testing.B) {
	for _, side := range []int{2, 8} {
		b.Run(fmt.Sprintf("%dx%d", side, side), func(b *testing.B) {
			cases := uint64(0)
			for b.Loop() {
				c := &Contest{
					Players: [2]Player{echoPlayer(b), echoPlayer(b)},
					Source:  &Random{Rows: side, Cols: side, Stars: AnyStars, Rules: bothRules, Count: 200_000, Seed: 1},
					Ask:     puzzle.Best, Timeout: time.Minute, Enough: 1, Workers: 1,
				}
				r, err := c.Run(b.Context())
				if err != nil || r.Cases != r.Limited || r.Cases != c.Source.Len() {
					b.Fatal(err, r.Cases)
				}
				cases += 2 * r.Cases
			}
			b.ReportMetric(float64(cases)/b.Elapsed().Seconds(), "requests/s")
		})
	}
}

// echo replies "limit" to every request.
func echo(in *os.File, out *os.File) {
	buffer := make([]byte, 1<<20)
	var replies strings.Builder
	for kept := 0; ; {
		n, err := in.Read(buffer[kept:])
		if err != nil {
			return
		}
		text := string(buffer[:kept+n])
		for {
			line, rest, whole := strings.Cut(text, "\n")
			if !whole {
				break
			}
			id, _, _ := strings.Cut(line, ",")
			replies.WriteString(id + `,"limit":true}` + "\n")
			text = rest
		}
		kept = copy(buffer, text)
		out.WriteString(replies.String())
		replies.Reset()
	}
}
