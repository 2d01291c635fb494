package atlas

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bellman"
	"exhaust/puzzles/twotone/table"
	"exhaust/puzzles/twotone/zeroone"
)

var bothRules = []twotone.Rule{twotone.Strict, twotone.Handover}

// whole tells whether to do all where the tests do a share: EXHAUST_WHOLE=1 go test.
var whole = os.Getenv("EXHAUST_WHOLE") != ""

// heavy skips a test under the race detector, which has seen the same code elsewhere.
func heavy(t *testing.T) {
	if raceEnabled {
		t.Skip("nothing new for the race detector")
	}
}

func newAtlas(t testing.TB, rows, cols int) *Atlas {
	space, err := twotone.NewSpace(rows, cols, twotone.Black)
	require.NoError(t, err)
	return &Atlas{Space: space, Rules: bothRules, Share: Whole}
}

// report runs an atlas that nothing ends early.
func report(t testing.TB, a *Atlas) Report {
	done, err := a.Run(context.Background())
	require.NoError(t, err)
	require.NoError(t, done.Limit)
	r, err := a.Report(context.Background(), &done.Tally)
	require.NoError(t, err)
	require.True(t, r.Complete)
	return r
}

// bySearch makes the tally of a space case by case with the 0-1 search.
func bySearch(t testing.TB, space *twotone.Space) Tally {
	n := space.Rows * space.Cols
	tally := Tally{Groups: make([][]Group, n+1), Boards: space.Len()}
	for i := range tally.Groups {
		tally.Groups[i] = make([]Group, n+1)
	}
	solver := zeroone.New()
	var c twotone.Case
	for i := range space.Len() {
		space.Board(i, &c.Board)
		g := &tally.Groups[c.Count(twotone.Rainbow)][c.StarCount()]
		g.Boards++
		lengths := [2]int{-1, -1}
		for _, c.Rule = range bothRules {
			r, err := solver.Solve(context.Background(), &c, puzzle.Best)
			require.NoError(t, err)
			if r.Verdict != puzzle.Solvable {
				continue
			}
			lengths[c.Rule] = r.Value
			g.count(int(c.Rule), r.Value, 1)
			if c.Rule == twotone.Strict {
				tally.Nearest = nearer(tally.Nearest, r.Value, i, &c)
			}
			if l := (&Longest{r.Value, i}); l.before(tally.Longest[c.Rule]) {
				tally.Longest[c.Rule] = l
			}
		}
		if lengths[0] >= 0 && lengths[0] == lengths[1] {
			g.Same++
		}
	}
	return tally
}

// nearer returns what is nearer to K · (M + (M+1) · R), by floating-point numbers, of which no two that differ are as near as
// they are exact: the nearest so far, or board number i of a length.
func nearer(nearest *Nearest, length int, i uint64, c *twotone.Case) *Nearest {
	stars, r := c.StarCount(), c.Count(twotone.Rainbow)
	m := c.Size() - r
	bound := stars * (m + (m+1)*r)
	if length == 0 || nearest != nil && float64(length)/float64(bound) <= float64(nearest.Value)/float64(nearest.Bound) {
		return nearest
	}
	return &Nearest{twotone.Nearness{Value: uint64(length), Bound: uint64(bound)}, i}
}

// Everything that is counted, against full enumeration by a search, with symmetric classes
// done once and one by one.
func TestAgainstEnumeration(t *testing.T) {
	heavy(t)
	sizes := [][2]int{{1, 2}, {2, 1}, {1, 3}, {3, 1}, {1, 4}, {4, 1}, {2, 2}, {1, 5}}
	if whole {
		sizes = append(sizes, [][2]int{{5, 1}, {1, 6}, {6, 1}, {2, 3}, {3, 2}}...)
	}
	for _, size := range sizes {
		a := newAtlas(t, size[0], size[1])
		want := bySearch(t, a.Space)
		for _, a.EachClass = range []bool{false, true} {
			done, err := a.Run(context.Background())
			require.NoError(t, err)
			require.Equal(t, len(a.Classes()), done.Tally.Classes)
			done.Tally.Classes = 0
			require.Equal(t, want, done.Tally, "%v, each class %v", a.Space, a.EachClass)
		}
	}
}

// Symmetric classes done once count for all: the same report as one by one.
func TestSymmetricClassesCountForAll(t *testing.T) {
	heavy(t)
	for _, size := range [][2]int{{2, 3}, {3, 2}, {2, 4}, {1, 7}} {
		a := newAtlas(t, size[0], size[1])
		one := report(t, a)
		a.EachClass = true
		each := report(t, a)
		require.Less(t, one.Classes, each.Classes)
		require.Equal(t, 1<<(size[0]*size[1]), each.Classes)
		one.Classes = each.Classes
		for rule := range one.Rules { // solutions may be of another image
			one.Rules[rule].Longest.Solution, each.Rules[rule].Longest.Solution = nil, nil
		}
		require.Equal(t, each, one)
	}
}

// A size and its transpose have the same counts.
func TestTransposes(t *testing.T) {
	heavy(t)
	for _, size := range [][2]int{{1, 6}, {2, 3}, {2, 4}} {
		wide, tall := report(t, newAtlas(t, size[0], size[1])), report(t, newAtlas(t, size[1], size[0]))
		wide.Space = tall.Space
		for rule := range wide.Rules {
			wide.Rules[rule].Longest, tall.Rules[rule].Longest = nil, nil
		}
		wide.Rules["strict"].NearLength.Case = tall.Rules["strict"].NearLength.Case
		require.Equal(t, wide, tall)
	}
}

// The classes of 3x3: 102 orbits of the 512 sets of rainbow cells under the eight symmetries
// of the square (OEIS A054247, a(3) = 102), of 2x3 24 under four.
func TestClasses(t *testing.T) {
	heavy(t)
	for _, test := range []struct{ rows, cols, classes int }{{2, 2, 6}, {3, 3, 102}, {2, 3, 24}, {3, 2, 24}, {4, 4, 8548}, {1, 3, 6}} {
		all := classes(test.rows, test.cols, symmetries(test.rows, test.cols))
		require.Len(t, all, test.classes)
		orbits := uint64(0)
		for i, c := range all {
			orbits += c.Orbit
			require.True(t, i == 0 || all[i-1].Ordinary() >= c.Ordinary())
		}
		require.EqualValues(t, 1<<(test.rows*test.cols), orbits)
	}
}

// A rotation that is forgotten is seen: what is counted does not add up to the space,
// or the sums are wrong.
func TestForgottenSymmetryIsSeen(t *testing.T) {
	a := newAtlas(t, 2, 2)
	right := report(t, a)
	for _, group := range [][]twotone.Symmetry{
		{0, 1, 3}, // a reflection, the half turn, but not the other reflection
		{0, 5},    // the quarter turn, but not the half
	} {
		a.group = group
		done, err := a.Run(context.Background())
		require.NoError(t, err)
		wrong, err := a.Report(context.Background(), &done.Tally)
		require.NoError(t, err)
		wrong.Classes = right.Classes
		require.NotEqual(t, right, wrong, "%v", group)
	}
}

// The same for any number of workers, and under one rule what is said of it under both.
func TestWorkersAndRules(t *testing.T) {
	a := newAtlas(t, 2, 3)
	both := report(t, a)
	for _, a.Workers = range []int{1, 2, 7} {
		require.Equal(t, both, report(t, a))
	}
	for _, rule := range bothRules {
		a.Rules = []twotone.Rule{rule}
		one := report(t, a)
		require.Nil(t, one.Differ)
		require.Len(t, one.Rules, 1)
		require.Equal(t, both.Rules[rule.String()], one.Rules[rule.String()])
	}
}

// Reports of shares, through JSON, join into the report of the whole.
func TestShares(t *testing.T) {
	a := newAtlas(t, 2, 3)
	want := report(t, a)
	for _, of := range []int{1, 5, 24} {
		var sources []Source
		for part := of; part >= 1; part-- {
			a.Share = Share{part, of}
			sources = append(sources, source(t, report(t, a)))
		}
		got, err := Merge(sources)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// source writes a report and reads it back.
func source(t testing.TB, r Report) Source {
	text, err := json.Marshal(r)
	require.NoError(t, err)
	s := Source{Name: "some.json"}
	require.NoError(t, json.Unmarshal(text, &s.Report))
	return s
}

// Merge refuses gaps, overlaps, mixtures, and what was changed.
func TestMergeRefuses(t *testing.T) {
	heavy(t)
	a := newAtlas(t, 2, 2)
	shares := func() []Source {
		var list []Source
		for part := range 3 {
			a.Share = Share{part + 1, 3}
			list = append(list, source(t, report(t, a)))
		}
		return list
	}
	_, err := Merge(shares())
	require.NoError(t, err)
	for name, change := range map[string]func(s []Source) []Source{
		"no report":              func(s []Source) []Source { return nil },
		"is missing":             func(s []Source) []Source { return s[:2] },
		"is in some.json":        func(s []Source) []Source { return append(s, s[1]) },
		"format 1":               func(s []Source) []Source { s[1].Format = 1; return s },
		"version":                func(s []Source) []Source { s[1].Version = "other"; return s },
		"space":                  func(s []Source) []Source { s[1].Space = "2x3"; return s },
		"want ROWSxCOLS":         func(s []Source) []Source { s[0].Space = "many"; return s[:1] },
		"number of shares":       func(s []Source) []Source { s[2].Share.Of = 4; return s },
		"share 0 of 3":           func(s []Source) []Source { s[0].Share.Part = 0; return s },
		"not complete":           func(s []Source) []Source { s[0].Complete = false; return s },
		"verified":               func(s []Source) []Source { s[0].Verified = new(bellman.Report); return s },
		"rules":                  func(s []Source) []Source { delete(s[1].Rules, "strict"); return s },
		"nothing under":          func(s []Source) []Source { s[0].Rules["strict"] = nil; return s },
		"no rules":               func(s []Source) []Source { s[0].Differ = nil; return s },
		"as many of all lengths": func(s []Source) []Source { s[0].Rules["strict"].Lengths["3"]++; return s },
		"of no length":           func(s []Source) []Source { s[0].Rules["strict"].Lengths["3"]--; return s },
		"solvable cases of":      func(s []Source) []Source { s[0].Rules["strict"].Unsolvable++; return s },
		"does not add up": func(s []Source) []Source {
			s[0].ByStars[2].Rules["strict"].Cases++
			s[0].ByStars[2].Rules["strict"].Unsolvable++
			return s
		},
		"by_rainbow, part 2, under strict": func(s []Source) []Source { s[0].ByRainbow[2].Rules["strict"].Unsolvable++; return s },
		"between the rules":                func(s []Source) []Source { s[0].ByStars[2].Differ.Length++; return s },
		"parts, want 5":                    func(s []Source) []Source { s[0].ByStars = s[0].ByStars[1:]; return s },
		"part 1: not what":                 func(s []Source) []Source { s[0].ByRainbow[1].Differ = nil; return s },
		"part 3: nothing":                  func(s []Source) []Source { delete(s[0].ByRainbow[3].Rules, "handover"); return s },
		"ROWSxCOLS, such as":               func(s []Source) []Source { s[0].Space = "2x2zzz"; return s[:1] },
		"under the rules":                  func(s []Source) []Source { s[2].Cases++; return s },
		"longest case of":                  func(s []Source) []Source { s[1].Rules["strict"].Longest.Length--; return s },
		"cases together": func(s []Source) []Source {
			s[1].Report = source(t, s[2].Report).Report
			s[1].Share.Part = 2
			return s
		},
		"some.json: ":                     func(s []Source) []Source { s[1].Rules["strict"].Longest.Case = "2x2"; return s },
		"5 of 16 moves, want 1 to 8 of 8": func(s []Source) []Source { s[0].Rules["strict"].NearLength.Bound *= 2; return s },
		"0 of 8 moves":                    func(s []Source) []Source { s[0].Rules["strict"].NearLength.Value = 0; return s },
		"want a case nearest":             func(s []Source) []Source { s[0].Rules["strict"].NearLength = nil; return s },
		"under handover: want a case nearest": func(s []Source) []Source {
			s[0].Rules["handover"].NearLength = s[0].Rules["strict"].NearLength
			return s
		},
		"length bound 1x2": func(s []Source) []Source {
			s[1].Rules["strict"].NearLength.Case = "1x2:BB:0:1:-:strict"
			return s
		},
		"want a board of 2x2": func(s []Source) []Source {
			s[1].Rules["strict"].Longest.Case = "1x2:BB:0:1:-:strict"
			return s
		},
	} {
		_, err := Merge(change(shares()))
		require.ErrorContains(t, err, name)
	}
}

// Merge refuses lengths that no table has, even where all sums are right: no number, one below 0, not as strconv
// writes it, or one far beyond the others.
func TestMergeRefusesLengths(t *testing.T) {
	a := newAtlas(t, 2, 2)
	whole := report(t, a)
	for _, length := range []string{"-1", "x", "", "01", "+7", "8", "99999999999", "99999999999999999999"} {
		s := source(t, whole)
		for _, c := range []*Counts{&s.Rules["strict"].Counts, s.ByStars[1].Rules["strict"], s.ByRainbow[1].Rules["strict"]} {
			c.Lengths[length]++
			c.Solvable++
			c.Unsolvable--
			require.NoError(t, c.sound())
		}
		s.Rules["strict"].Longest.Length = len(s.Rules["strict"].Lengths) - 1
		_, err := Merge([]Source{s})
		require.EqualError(t, err, "some.json: under strict: 8 lengths, but none is 7: want every one from 0 to the greatest")
	}
}

// Counts of which some are 0, or so large that their sum is right but for 2^64, are no counts of a table.
func TestUnsoundCounts(t *testing.T) {
	require.NoError(t, (&Counts{5, 3, 2, map[string]uint64{"0": 2, "4": 1}}).sound())
	for _, lengths := range []map[string]uint64{{"0": 3, "1": 0}, {"0": 1 << 63, "1": 1 << 63, "2": 3}, {"0": 2}, {"0": 4}, {}} {
		require.Error(t, (&Counts{5, 3, 2, lengths}).sound(), "%v", lengths)
	}
	require.Error(t, (&Counts{2, 3, ^uint64(0), map[string]uint64{"0": 3}}).sound())
}

// What a table can print it can merge: the kept results are sound.
func TestKeptResultsAreSound(t *testing.T) {
	for _, r := range keptResults(t) {
		for _, rule := range r.Rules {
			require.NoError(t, rule.sound(), r.Space)
		}
	}
}

// Bellman's equations hold for all entries of small sizes, and for a share of 3x3.
func TestVerify(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {2, 2}, {1, 5}} {
		a := newAtlas(t, size[0], size[1])
		done, err := a.Verify(context.Background())
		require.NoError(t, err)
		require.Zero(t, done.Tally.Wrong, done.Tally.First)
		want := uint64(0)
		for _, c := range a.Classes() {
			want += 2 * c.Boards()
		}
		require.Equal(t, want, done.Tally.Claims)
	}
	heavy(t)
	a := newAtlas(t, 3, 3)
	a.Share = Share{40, 50}
	if whole {
		a.Share = Whole
	}
	done, err := a.Verify(context.Background())
	require.NoError(t, err)
	require.Zero(t, done.Tally.Wrong, done.Tally.First)
}

// A budget that is too small is an error, a context that is done a limit; neither
// is a result.
func TestLimits(t *testing.T) {
	a := newAtlas(t, 3, 3)
	a.Memory = 1 << 20
	_, err := a.Run(context.Background())
	require.ErrorIs(t, err, table.ErrMemory)
	_, err = a.Verify(context.Background())
	require.ErrorIs(t, err, table.ErrMemory)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	done, err := a.Run(ctx)
	require.NoError(t, err)
	require.ErrorIs(t, done.Limit, context.Canceled)
	require.Zero(t, done.Done)

	a = newAtlas(t, 1, 17)
	_, err = a.Run(context.Background())
	require.ErrorIs(t, err, table.ErrTooLarge)
}

// The lengths to verify count, a class and a rule at a time: 3.5 MiB of the largest one, which Run does without.
func TestVerifyWithinMemory(t *testing.T) {
	a := newAtlas(t, 2, 4)
	a.Share, a.Workers, a.Memory = Share{1, 40}, 1, 3<<20
	run, err := a.Run(context.Background())
	require.NoError(t, err)
	require.EqualValues(t, len(a.Classes()), run.Done)
	_, err = a.Verify(context.Background())
	require.ErrorIs(t, err, table.ErrMemory)
	a.Memory = 6 << 20
	verified, err := a.Verify(context.Background())
	require.NoError(t, err)
	require.EqualValues(t, run.Done, verified.Done)
}

// The plan counts all classes and cases.
func TestPlan(t *testing.T) {
	a := newAtlas(t, 2, 3)
	p, err := a.Plan(context.Background(), 0)
	require.NoError(t, err)
	cases, classes := uint64(0), uint64(0)
	for i, k := range p.Kinds {
		require.Equal(t, 6-i, k.Ordinary)
		require.NotZero(t, k.Memory)
		cases, classes = cases+k.Cases, classes+k.Classes
	}
	require.EqualValues(t, 24, classes)
	require.Equal(t, 2*a.Space.Len(), cases)
	require.Equal(t, a.Cases(), cases)
}

// mostEdges against a look at all pairs.
func TestMostEdges(t *testing.T) {
	for n := range 8 {
		most := 0
		for done := range 1 << n {
			now := 0
			for set := range done + 1 {
				for cell := range n {
					if set>>cell&1 == 0 && set|1<<cell > done {
						now++
					}
				}
			}
			most = max(most, now)
		}
		require.Equal(t, most, mostEdges(n), n)
	}
}
