package verbs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/familytest"
	"exhaust/family/verbs"
	"exhaust/parallel"
	"exhaust/puzzle"
)

// The puzzle of this file is written here alone, and goes through every verb. A case is stairs, "."
// whole and "x" broken. Who stands before the first is to come onto the last by hops of 1, 2 or 3
// stairs, onto whole ones only.

// referee replays hops.
type referee struct{}

func (referee) Replay(stairs string, hops []byte) (int, error) {
	at := -1
	for i, hop := range hops {
		at += int(hop - '0')
		if hop < '1' || hop > '3' || at >= len(stairs) || stairs[at] == 'x' {
			return 0, &puzzle.StepError{Step: i + 1, Text: string(hop), Why: "there is no stair"}
		}
	}
	if at != len(stairs)-1 {
		return 0, &puzzle.StepError{Step: len(hops) + 1, Why: "it is not the last stair"}
	}
	return len(hops), nil
}

// upwards finds the best hops stair by stair. With a bug, a hop of 3 lands on a broken stair too.
func upwards(stairs string, bug bool) puzzle.Answer {
	best := make([]string, len(stairs)+1) // before the first stair, and on each
	for at := 1; at <= len(stairs); at++ {
		best[at] = "-"
		for hop := min(at, 3); hop > 0; hop-- {
			lands := stairs[at-1] == '.' || bug && hop == 3
			if from := best[at-hop]; lands && from != "-" &&
				(best[at] == "-" || len(from)+1 < len(best[at])) {
				best[at] = from + fmt.Sprint(hop)
			}
		}
	}
	if best[len(stairs)] == "-" {
		return puzzle.Answer{Verdict: puzzle.Unsolvable}
	}
	hops := best[len(stairs)]
	return puzzle.Answer{
		Verdict:     puzzle.Solvable,
		Value:       len(hops),
		Certificate: []byte(hops),
		States:      uint64(len(best)),
	}
}

// waves widens the set of stairs that so many hops reach.
func waves(stairs string) puzzle.Answer {
	here := map[int]string{-1: ""}
	for n := 0; len(here) > 0; n++ {
		if hops, ok := here[len(stairs)-1]; ok {
			return puzzle.Answer{
				Verdict:     puzzle.Solvable,
				Value:       n,
				Certificate: []byte(hops),
				States:      uint64(n),
			}
		}
		next := map[int]string{}
		for at, hops := range here {
			for hop := 1; hop <= 3 && at+hop < len(stairs); hop++ {
				if text := hops + fmt.Sprint(hop); stairs[at+hop] == '.' &&
					(next[at+hop] == "" || text < next[at+hop]) {
					next[at+hop] = text
				}
			}
		}
		here = next
	}
	return puzzle.Answer{Verdict: puzzle.Unsolvable}
}

// flight is stairs as a model. A state is the number of stairs behind.
type flight string

func (flight) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, [1]uint64{}) }
func (f flight) Goal(s *[1]uint64) bool            { return s[0] == uint64(len(f)) }

func (f flight) Successors(s *[1]uint64, dst [][1]uint64) [][1]uint64 {
	for hop := uint64(1); hop <= 3; hop++ {
		if next := s[0] + hop; next <= uint64(len(f)) && f[next-1] == '.' {
			dst = append(dst, [1]uint64{next})
		}
	}
	return dst
}

// staircases are all stairs of a number.
type staircases int

func (n staircases) Len() uint64    { return 1 << n }
func (n staircases) String() string { return fmt.Sprint(int(n)) }
func (n staircases) Title() string  { return fmt.Sprintf("flight of %d", int(n)) }

func (n staircases) At(i uint64, _ string) string {
	text := fmt.Sprintf("%0*b", int(n), i)
	return strings.NewReplacer("0", ".", "1", "x").Replace(text)
}

// stairs returns the puzzle. A solver has a bug, or not.
func stairs(bug bool) *family.Family[string] {
	maker := func(name string, f familytest.Func[string]) family.Maker[string] {
		return family.Maker[string]{
			Name: name,
			New:  func(puzzle.Limits) puzzle.Solver[string] { return f },
		}
	}
	same := func(s string) string { return s }
	draw := func(rng *rand.Rand, size string) (string, error) {
		var n int
		_, err := fmt.Sscan(size, &n)
		return staircases(n).At(rng.Uint64N(1<<n), "") + ".", err
	}
	return &family.Family[string]{
		Name: "stairs", Title: "stairs", Measure: puzzle.Measure{Kind: puzzle.Moves, Unit: "hop"},
		Referee: func() puzzle.Referee[string] { return referee{} },
		Solvers: []family.Maker[string]{
			maker("upwards", func(s string) puzzle.Answer { return upwards(s, bug) }),
			maker("waves", waves),
			maker("right", func(s string) puzzle.Answer { return upwards(s, false) }),
		},
		Notation: family.Notation[string]{
			Parse: func(id string) (string, error) {
				if strings.Trim(id, ".x") != "" || len(id) > 40 {
					return "", errors.New("want up to 40 of . and x")
				}
				return id, nil
			},
			Format: same, Clone: same, Picture: func(s string) string { return s + "\n" },
			ParseSolution: func(text string) ([]byte, error) {
				return []byte(strings.ReplaceAll(text, " ",
					"")), nil
			},
			FormatSolution: func(hops []byte) string { return string(hops) },
		},
		Space: func(_ context.Context, size string, _ *atomic.Uint64) (family.Space[string], error) {
			var n staircases
			_, err := fmt.Sscan(size, (*int)(&n))
			return n, err
		},
		Smaller: func(s string) iter.Seq[string] {
			return func(yield func(string) bool) {
				for i := range s {
					if !yield(s[:i]+s[i+1:]) || s[i] == 'x' && !yield(s[:i]+"."+s[i+1:]) {
						return
					}
				}
			}
		},
		Model: func(s, _ string) (family.Explorer, error) {
			hops := func(path [][1]uint64) (hops []byte) {
				for i := range path[1:] {
					hops = append(hops, byte('0'+path[i+1][0]-path[i][0]))
				}
				return hops
			}
			return family.Explore(parallel.Model[[1]uint64](flight(s)), "stairs 1", hops), nil
		},
		Workshop: &family.Workshop[string]{
			Draw: draw,
			Mutate: func(rng *rand.Rand, s string) string {
				i := rng.IntN(len(s) - 1)
				return s[:i] + string(".x"[rng.IntN(2)]) + s[i+1:]
			},
			Size: func(s string) string { return fmt.Sprint(len(s) - 1) },
		},
	}
}

// TestSeamEnumerate takes a census into a checkpoint, and goes on from there when it was stopped.
func TestSeamEnumerate(t *testing.T) {
	take := func(p verbs.Puzzle, ctx context.Context,
		k *enumerate.Keeper) enumerate.Report[census.Tally] {
		o := verbs.CensusOptions{Size: "10", Solvers: []string{"upwards", "waves"}, Workers: 2}
		c, err := p.Census(t.Context(), o)
		require.NoError(t, err)
		c.Keep(k, nil)
		report, err := c.Run(ctx)
		require.NoError(t, err)
		return report
	}
	right := take(verbs.Of(stairs(false)), t.Context(), nil)
	require.Zero(t, right.Tally.Mismatches)
	require.EqualValues(
		t,
		1024,
		right.Tally.Variants[0].Solvable+right.Tally.Variants[0].Unsolvable,
	)

	want := take(verbs.Of(stairs(true)), t.Context(), nil)
	require.Equal(t, "certificate", want.Tally.First.Check)
	require.Equal(t, "stairs:.........x", want.Tally.First.Case)
	path := t.TempDir()
	run := checkpoint.Run{Tool: "test", Identity: map[string]string{"run": "enumerate"}}
	dir, err := checkpoint.Create(checkpoint.OS(path), run, false)
	require.NoError(t, err)
	for pieces := 1; ; pieces++ {
		ctx, cancel := context.WithCancel(t.Context())
		left := new(atomic.Int64)
		left.Store(300)
		p := verbs.Of(familytest.Planted(stairs(true), "waves", func(string, *puzzle.Answer) {
			if left.Add(-1) == 0 {
				cancel()
			}
		}))
		k := &enumerate.Keeper{
			Earlier: dir.Manifest().Progress,
			Keep: func(done json.RawMessage) error {
				return dir.Commit(checkpoint.Change{Progress: done})
			},
		}
		got := take(p, ctx, k)
		cancel()
		require.NoError(t, dir.Close())
		if got.Limit == nil {
			require.Equal(t, want, got)
			require.Greater(t, pieces, 2)
			return
		}
		dir, err = checkpoint.Open(checkpoint.OS(path), run.Tool, run.Identity)
		require.NoError(t, err)
	}
}

// TestSeamCompare finds the bug, and reduces it to one broken stair behind two whole ones.
func TestSeamCompare(t *testing.T) {
	p := verbs.Of(stairs(true))
	o := verbs.ContestOptions{
		Players: [2]string{"upwards", "waves"}, Ask: puzzle.Best, Timeout: time.Minute, Enough: 1,
		Boards: &verbs.Boards{Cases: []verbs.Case{caseOf(t, p, "...x.x..x..x")}},
	}
	c, err := p.Contest(t.Context(), o)
	require.NoError(t, err)
	r, err := c.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, "stairs:..x", r.Smallest.Case.ID())
	require.True(t, r.Minimal)
	require.Equal(t, "upwards", r.Smallest.Proofs[0].Wrong)
	require.Equal(t, []string{"upwards", "waves", "right"}, r.Smallest.Names)
	for _, smaller := range []string{"", ".", "x", "..", ".x", "x.", "xx", "..."} {
		require.Equal(t, waves(smaller).Verdict, upwards(smaller, true).Verdict, smaller)
	}
}

// TestSeamServe answers from a line of text.
func TestSeamServe(t *testing.T) {
	var out bytes.Buffer
	in := strings.NewReader(`{"id":1,"puzzle":"stairs","case":"x..x.","ask":"shortest"}` + "\n" +
		`{"id":2,"puzzle":"stairs","case":"xxx.","ask":"best"}` + "\n" +
		`{"id":3,"case":"o","ask":"any"}`)
	require.NoError(
		t,
		verbs.Of(stairs(false)).Serve(t.Context(), "waves", puzzle.Limits{}, time.Minute, in, &out),
	)
	require.Equal(t, `{"id":1,"value":2,"solution":"23"}
{"id":2,"unsolvable":true}
{"id":3,"error":"want up to 40 of . and x"}
`, out.String())
}

// TestSeamExplore searches a state space into a checkpoint, and goes on from there.
func TestSeamExplore(t *testing.T) {
	c := caseOf(t, verbs.Of(stairs(false)), strings.Repeat("..x", 13)+".")
	explore := func(o parallel.Options) (parallel.Summary, string) {
		s, err := c.Space("")
		require.NoError(t, err)
		found, hops, err := s.Run(t.Context(), o)
		require.NoError(t, err)
		return found, s.Play(hops)
	}
	want, hops := explore(parallel.Options{Path: true})
	value, err := c.Replay([]byte(hops))
	require.NoError(t, err)
	require.Equal(t, want.GoalDepth, value)
	require.Equal(t, waves(strings.Repeat("..x", 13)+".").Value, value)

	path := t.TempDir()
	run := checkpoint.Run{Tool: "test", Identity: map[string]string{"run": "explore"}}
	dir, err := checkpoint.Create(checkpoint.OS(path), run, false)
	require.NoError(t, err)
	cut, _ := explore(
		parallel.Options{States: 9, Checkpoint: &parallel.Checkpoint{Dir: dir, EachLevel: true}},
	)
	require.ErrorIs(t, cut.Limit, parallel.ErrStates)
	require.NoError(t, dir.Close())
	dir, err = checkpoint.Open(checkpoint.OS(path), run.Tool, run.Identity)
	require.NoError(t, err)
	got, again := explore(parallel.Options{Path: true, Checkpoint: &parallel.Checkpoint{Dir: dir}})
	require.NoError(t, dir.Close())
	got.Before = 0
	require.Equal(t, want, got)
	require.Equal(t, hops, again)
}

// TestSeamLevels makes levels, and finds out again what they claim.
func TestSeamLevels(t *testing.T) {
	all, err := verbs.Of(stairs(false)).Levels()
	require.NoError(t, err)
	maker, err := all.Maker(family.Wishes{Size: "12", Count: 2, Seed: 1, States: 1000, Workers: 1})
	require.NoError(t, err)
	var found []family.Level
	made, err := maker.Run(t.Context(), func(l family.Level) error {
		found = append(found, l)
		return l.Verify(t.Context(), 0)
	})
	require.NoError(t, err)
	require.NoError(t, made.Limit)
	require.Len(t, found, 2)
	require.NotEmpty(t, all.Table(found))
}
