package levels

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family/levels/climb"
	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/zeroone"
)

// generate runs a generator and returns its levels as files, and its report.
func generate(t *testing.T, ctx context.Context, g *Generator) (files []string, found []*Level, r Report) {
	t.Helper()
	g.Found = func(l *Level) error {
		files, found = append(files, string(l.Append(nil))), append(found, l)
		return nil
	}
	r, err := g.Run(ctx)
	require.NoError(t, err)
	require.Len(t, files, r.Levels)
	return files, found, r
}

// skipUnderRace leaves out a test that has nothing to show about goroutines.
func skipUnderRace(t *testing.T) {
	if underRace {
		t.Skip("slow under the race detector, which has nothing to say here")
	}
}

// smallWish is a wish for boards that are solved in no time.
func smallWish(aim Aim) Wish {
	if underRace {
		return Wish{Rows: 2, Cols: 3, Stars: 2, Rainbow: [2]int{0, 3}, Aim: aim, States: 1 << 20}
	}
	return Wish{Rows: 3, Cols: 4, Stars: 2, Rainbow: [2]int{0, 3}, Aim: aim, States: 1 << 20}
}

// The same seed and wish give the same levels for any number of workers, again and again, and from the
// middle of the run on.
func TestSameLevels(t *testing.T) {
	for aim := range Aim(3) {
		if underRace && aim > 0 {
			break
		}
		newGenerator := func(workers int) *Generator {
			return &Generator{Wish: smallWish(aim), Seed: 9, Count: 3, Workers: workers}
		}
		want, levels, report := generate(t, context.Background(), newGenerator(1))
		require.Len(t, want, 3)
		require.NoError(t, report.Limit)
		for _, workers := range []int{1, 4} {
			got, _, again := generate(t, context.Background(), newGenerator(workers))
			require.Equal(t, want, got, "%d workers", workers)
			require.Equal(t, report, again, "%d workers", workers)
		}
		for i, l := range levels[1:] {
			var seed, climb uint64
			_, err := fmt.Sscanf(l.Name, l.Size()+"-2-"+aim.String()+"-seed%d-%d", &seed, &climb)
			require.NoError(t, err)
			require.Equal(t, uint64(9), seed)
			g := newGenerator(1)
			g.From, g.Count = climb, 1
			got, _, _ := generate(t, context.Background(), g)
			require.Equal(t, want[i+1:i+2], got)
		}
		other := newGenerator(1)
		other.Seed++
		got, _, _ := generate(t, context.Background(), other)
		require.NotEqual(t, want, got)
	}
}

// What ends a run early leaves the first levels of the whole run: all that were found when the end came, and perhaps some more that
// were through by then.
func TestCutShort(t *testing.T) {
	all := 6
	if underRace {
		all = 3
	}
	errEnough := errors.New("enough")
	newGenerator := func() *Generator {
		return &Generator{Wish: smallWish(AimBoth), Seed: 5, Count: all, Workers: 2}
	}
	want, _, _ := generate(t, context.Background(), newGenerator())
	for enough := 0; enough <= all; enough++ {
		ctx, cancel := context.WithCancelCause(context.Background())
		if enough == 0 {
			cancel(errEnough)
		}
		g := newGenerator()
		var got []string
		g.Found = func(l *Level) error {
			if got = append(got, string(l.Append(nil))); len(got) == enough {
				cancel(errEnough)
			}
			return nil
		}
		report, err := g.Run(ctx)
		require.NoError(t, err)
		cancel(nil)
		require.GreaterOrEqual(t, len(got), enough)
		require.Equal(t, want[:len(got)], append([]string{}, got...))
		if len(got) < all {
			require.Equal(t, errEnough, report.Limit)
		} else {
			require.NoError(t, report.Limit)
		}
		if enough == 0 {
			require.Empty(t, got)
		}
	}
}

// At seeds that nobody has chosen, every level is solvable as wished for, no two are images of each
// other, and the plain solver has the same verdicts and lengths.
func TestLevelsAreTrue(t *testing.T) {
	skipUnderRace(t)
	z := zeroone.New()
	for aim := range Aim(3) {
		seed := rand.Uint64()
		w := Wish{Rows: 3, Cols: 4, Stars: 3, Rainbow: [2]int{0, 4}, Aim: aim, MinLength: 14, States: 1 << 20}
		_, found, report := generate(t, context.Background(), &Generator{Wish: w, Seed: seed, Count: 3, Workers: 2})
		require.NoError(t, report.Limit, "seed %d", seed)
		seen := map[string]bool{}
		for _, l := range found {
			require.NoError(t, l.Verify(context.Background(), 0), "seed %d", seed)
			requireFits(t, &w, &l.Board)
			require.False(t, seen[Signature(&l.Board)], "seed %d", seed)
			seen[Signature(&l.Board)] = true
			for rule := range l.Answers {
				a := &l.Answers[rule]
				c := &twotone.Case{Board: l.Board, Rule: twotone.Rule(rule)}
				r, err := z.Solve(context.Background(), c, puzzle.Best)
				require.NoError(t, err)
				require.Equal(t, r.Verdict, a.Verdict, "seed %d: %s", seed, c.ID())
				require.Equal(t, r.Value, a.Length, "seed %d: %s", seed, c.ID())
				if aim.needs(c.Rule) {
					require.True(t, a.Solvable() && a.Length >= w.MinLength, "seed %d: %s", seed, c.ID())
				}
			}
		}
	}
}

// A climb goes up: its level is better than what it drew.
func TestClimbsGoUp(t *testing.T) {
	skipUnderRace(t)
	w := smallWish(AimBoth)
	better := 0
	for number := range uint64(6) {
		g := &Generator{Wish: w, Seed: 3, From: number, Count: 1, Workers: 1}
		_, found, _ := generate(t, context.Background(), g)
		c, rng := craft{g, newJudge(0)}, rand.New(rand.NewPCG(3, number))
		best := 0
		for good := 0; good < pace.GoodDraws; {
			l, err := c.Draw(rng)
			require.NoError(t, err)
			trial, err := c.Try(context.Background(), &l, pace.DrawStates, 0)
			require.NoError(t, err)
			if trial.Good {
				good++
				best = max(best, l.Score.Total())
			}
		}
		require.GreaterOrEqual(t, found[0].Score.Total(), best)
		if found[0].Score.Total() > best*6/5 {
			better++
		}
	}
	require.Greater(t, better, 3)
}

// A search that comes to its limit says nothing: not that the strict rule is lost, and not that the board is.
func TestLimitIsNoVerdict(t *testing.T) {
	skipUnderRace(t)
	rng := rand.New(rand.NewPCG(43, 1))
	w := Wish{Rows: 4, Cols: 4, Stars: 3, Rainbow: [2]int{0, 4}}
	j := newJudge(0)
	hidden := 0
	for range 400 {
		var b twotone.Board
		w.draw(rng, &b)
		whole, err := j.try(context.Background(), &b, AimHandover, math.MaxUint64, 0)
		require.NoError(t, err)
		if !whole {
			continue
		}
		strict, handover := j.found[twotone.Strict], j.found[twotone.Handover]
		for _, states := range []uint64{1, 10, 100, 1000} {
			ok, err := j.try(context.Background(), &b, AimHandover, states, 0)
			require.NoError(t, err)
			if ok {
				require.Equal(t, studies{strict, handover}, j.found)
			} else {
				require.True(t, strict.States > states || handover.States > states)
				if handover.States <= states {
					hidden++
				}
			}
		}
	}
	require.Greater(t, hidden, 20)
}

func TestMemoryEndsARun(t *testing.T) {
	w := Wish{Rows: 6, Cols: 6, Stars: 5, Rainbow: [2]int{0, 4}, States: 1 << 20}
	for _, memory := range []uint64{1, 1 << 17} {
		_, _, report := generate(t, context.Background(), &Generator{Wish: w, Count: 1, Workers: 2, Memory: memory})
		require.ErrorIs(t, report.Limit, parallel.ErrMemory)
		require.Zero(t, report.Levels)
	}
}

// A wish that nothing fulfils ends, and the report says what was in the way.
func TestHopelessWishes(t *testing.T) {
	skipUnderRace(t)
	for name, test := range map[string]struct {
		wish  Wish
		count func(Report) uint64
	}{
		"length":  {Wish{Rows: 2, Cols: 2, Stars: 1, Aim: AimHandover, MinLength: 100, States: 1e6}, func(r Report) uint64 { return r.TooShort }},
		"turns":   {Wish{Rows: 2, Cols: 2, Stars: 1, Aim: AimHandover, MinTurns: 100, States: 1e6}, func(r Report) uint64 { return r.TooFew }},
		"states":  {Wish{Rows: 6, Cols: 6, Stars: 6, States: 1}, func(r Report) uint64 { return r.Barren }},
		"variety": {Wish{Rows: 1, Cols: 3, Stars: 1, States: 1e6}, func(r Report) uint64 { return r.Known }},
	} {
		require.NoError(t, test.wish.Check(), name)
		_, _, report := generate(t, context.Background(), &Generator{Wish: test.wish, Count: 100, Workers: 2})
		require.ErrorIs(t, report.Limit, climb.ErrGaveUp, name)
		require.GreaterOrEqual(t, test.count(report), uint64(climb.Hopeless), name)
		require.Equal(t, report.Climbs, uint64(report.Levels)+report.Barren+report.TooShort+report.TooFew+report.Known, name)
	}
}

// A craft of levels that are made elsewhere, one a climb.
type made []Level

func (m made) Begin()                              {}
func (m made) Draw(*rand.Rand) (Level, error)      { return Level{}, nil }
func (m made) Mutate(*rand.Rand, *Level) (l Level) { return l }
func (m made) Try(context.Context, *Level, uint64, int) (climb.Trial, error) {
	return climb.Trial{Good: true}, nil
}

func (m made) Finish(_ context.Context, l *Level, number uint64) (bool, error) {
	*l = m[number%uint64(len(m))] // a worker runs ahead
	return true, nil
}

// Of all images of a level one is taken, whichever comes first.
func TestImagesAreKnown(t *testing.T) {
	l, other := lost(t), large(t)
	for first := range twotone.Symmetry(twotone.Symmetries) {
		var images made
		for i := range twotone.Symmetry(twotone.Symmetries) {
			image := *l
			image.Board = (i ^ first).Apply(&twotone.Case{Board: l.Board}).Board
			images = append(images, image)
		}
		images = append(images, *other)
		var found []Level
		g := &Generator{Wish: Wish{Aim: AimHandover}, Count: 2, Workers: 1, Found: func(l *Level) error {
			found = append(found, *l)
			return nil
		}}
		var counts Report
		g.prepare(&counts)
		g.climbs.Craft = func(uint64) climb.Craft[Level] { return images }
		report, err := g.climbs.Run(context.Background())
		require.NoError(t, err)
		require.Equal(t, []Level{images[0], *other}, found)
		require.Equal(t, uint64(twotone.Symmetries-1), report.Known)
	}
}

// A wish for 0 workers is one for as many as there are processors.
func TestNoWorkers(t *testing.T) {
	for _, workers := range []int{0, -1} {
		w := Wish{Rows: 2, Cols: 3, Stars: 1, States: 1 << 20}
		want, _, _ := generate(t, context.Background(), &Generator{Wish: w, Count: 1, Workers: 1})
		got, _, _ := generate(t, context.Background(), &Generator{Wish: w, Count: 1, Workers: workers, Memory: 1 << 30})
		require.Equal(t, want, got)
	}
}

// No levels are wanted, or nobody wants to hear of them.
func TestNobodyAsks(t *testing.T) {
	w := Wish{Rows: 2, Cols: 3, Stars: 1, States: 1 << 20}
	for _, count := range []int{0, -3} {
		g := &Generator{Wish: w, Count: count}
		report, err := g.Run(context.Background())
		require.NoError(t, err)
		require.Equal(t, Report{}, report)
	}
	report, err := (&Generator{Wish: w, Count: 1}).Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, 1, report.Levels)
}

// What Found says ends the run.
func TestFoundFails(t *testing.T) {
	errFull := errors.New("full")
	g := &Generator{Wish: smallWish(AimBoth), Count: 3, Workers: 2, Found: func(*Level) error { return errFull }}
	report, err := g.Run(context.Background())
	require.Equal(t, errFull, err)
	require.Equal(t, 1, report.Levels)
}

func TestImpossibleWishes(t *testing.T) {
	good := Wish{Rows: 3, Cols: 4, Stars: 2, Rainbow: [2]int{0, 3}, States: 1000}
	require.NoError(t, good.Check())
	for want, change := range map[string]func(w *Wish){
		"11 stars on a board of 3x4: want 1 to 10, on cells without a piece":   func(w *Wish) { w.Stars = 11 },
		"0 stars on a board of 3x4: want 1 to 10, on cells without a piece":    func(w *Wish) { w.Stars = 0 },
		"3 to 13 rainbow cells on a board of 3x4: want a range within 0 to 12": func(w *Wish) { w.Rainbow = [2]int{3, 13} },
		"3 to 2 rainbow cells on a board of 3x4: want a range within 0 to 12":  func(w *Wish) { w.Rainbow = [2]int{3, 2} },
		"a board of 1x2 has no cell without a piece: want room for a star":     func(w *Wish) { w.Rows, w.Cols = 1, 2 },
		"a board of 1x1: want sides of 1 to 255 and at least two cells":        func(w *Wish) { w.Rows, w.Cols = 1, 1 },
		"no states: want at least 1":                                           func(w *Wish) { w.States = 0 },
		"at least -1 moves and 0 turns: want no negative number":               func(w *Wish) { w.MinLength = -1 },
		"at least 3 turns: under strict there are as many as stars, 2":         func(w *Wish) { w.MinTurns = 3 },
		"aim Aim(3): want both, strict or handover":                            func(w *Wish) { w.Aim = 3 },
		// K·(M + (M+1)·R) = 2·(9 + 10·3) with three rainbow cells
		"at least 79 moves: no board of this kind has a shortest solution of more than 78": func(w *Wish) { w.MinLength = 79 },
	} {
		w := good
		change(&w)
		require.EqualError(t, w.Check(), want)
	}
	good.MinLength = 78
	require.NoError(t, good.Check())
	// Q - 1 = 4·3·2^4·2·2 - 1
	tiny := Wish{Rows: 2, Cols: 2, Stars: 1, Aim: AimHandover, States: 1, MinLength: 767}
	require.NoError(t, tiny.Check())
	tiny.MinLength++
	require.Error(t, tiny.Check())
}
