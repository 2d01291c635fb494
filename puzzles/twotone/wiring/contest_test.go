package wiring_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family/contest"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
)

// A quirk is bfs, but for what change makes of its answers.
type quirk struct {
	boardSolver
	change func(c *twotone.Case, r *puzzle.Answer)
}

func (q quirk) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	r, err := q.boardSolver.Solve(ctx, c, ask)
	q.change(c, &r)
	return r, err
}

// withQuirk is bfs against a quirk.
func withQuirk(t *testing.T, source boardSource, change func(c *twotone.Case, r *puzzle.Answer)) *boardContest {
	return bfsAgainst(source, func() boardSolver { return quirk{newSolver(t, "bfs"), change} })
}

// bfsAgainst is bfs against another solver, which is named quirk.
func bfsAgainst(source boardSource, solver func() boardSolver) *boardContest {
	return &boardContest{
		Family:  planted("quirk", solver),
		Players: [2]contest.Player{{Name: "bfs"}, {Name: "quirk"}},
		Source:  source, Ask: puzzle.Best, Timeout: time.Minute, Enough: 1, Workers: 2,
	}
}

// one is a single case.
func one(c *twotone.Case) *boardList {
	return &boardList{Name: "one", Cases: []*twotone.Case{c}, Family: wiring.Family()}
}

// A bug that shows only on boards of two rows and three columns or more with two rainbow cells and white to move is found
// on random boards, and all else is taken away.
func TestShrinkLarge(t *testing.T) {
	random := randomBoards(t, "4x4", 3, 0.3, 500, 1)
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
	c := withQuirk(t, all(newSpace(t, 2, 2, twotone.Black)), denies)
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
	c = withQuirk(t, one(r.First.Case), func(d *twotone.Case, r *puzzle.Answer) {
		if denies(d, r); d.ID() != c.Source.(*boardList).Cases[0].ID() {
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

// What is asked is all that is compared.
func TestAsk(t *testing.T) {
	space := newSpace(t, 1, 3, twotone.Black)
	stroll := func(_ *twotone.Case, r *puzzle.Answer) { r.Value += 2 } // claims more than its solution has
	for ask, kind := range map[puzzle.Ask]compare.Kind{
		puzzle.Best: compare.WrongValue, puzzle.Any: "", puzzle.Decide: "",
	} {
		c := withQuirk(t, all(space), stroll)
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
	d := parsed(t, "2x3:BWWWWB:0:5:1:strict")
	detour := func(_ *twotone.Case, r *puzzle.Answer) { r.Certificate, r.Value = []byte("DRU"), 3 }
	for ask, differences := range map[puzzle.Ask]uint64{puzzle.Any: 0, puzzle.Best: 1} {
		c := withQuirk(t, one(d), detour)
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

// A solver that cannot answer at all ends the contest, and so does one that there is not.
func TestSolverFails(t *testing.T) {
	broken := errors.New("broken")
	c := bfsAgainst(one(parsed(t, "1x2:BB:0:1:-:strict")), func() boardSolver { return failing{broken} })
	_, err := c.Run(t.Context())
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "solver quirk: broken")
	c.Family = wiring.Family()
	_, err = c.Run(t.Context())
	require.EqualError(t, err, `unknown solver "quirk": want bfs, zeroone or table`)
}

// A slow solver of this program reaches the time-out, which is a limit.
func TestTimeout(t *testing.T) {
	c := &boardContest{
		Family:  planted("bfs", func() boardSolver { return waits{} }),
		Players: [2]contest.Player{{Name: "bfs"}, {Name: "bfs"}},
		Source:  randomBoards(t, "2x2", 1, 0, 3, 1),
		Ask:     puzzle.Best, Timeout: time.Millisecond, Enough: 1, Workers: 2,
	}
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

// BenchmarkProtocol drives an external solver that answers at once, and that solver once more, so that
// nothing is measured but the protocol: two requests and two replies a case.
func BenchmarkProtocol(b *testing.B) {
	echo := player(b, os.Args[0], "echo")
	for _, size := range []string{"2x2", "8x8"} {
		b.Run(size, func(b *testing.B) {
			cases := uint64(0)
			for b.Loop() {
				c := &boardContest{
					Family:  wiring.Family(),
					Players: [2]contest.Player{echo, echo},
					Source:  randomBoards(b, size, twotone.AnyStars, 0, 200_000, 1),
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
