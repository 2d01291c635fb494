package levels

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// sample returns a level with as many kinds of answers as an aim leads to.
func sample(t testing.TB, aim Aim) *Level {
	var found *Level
	g := &Generator{Wish: smallWish(aim), Seed: 11, Count: 1, Workers: 1, Found: func(l *Level) error { found = l; return nil }}
	_, err := g.Run(context.Background())
	require.NoError(t, err)
	return found
}

// byHand returns a level of a board that somebody made.
func byHand(t testing.TB, name, id string) *Level {
	c, err := twotone.ParseID(id)
	require.NoError(t, err)
	j := newJudge(0)
	ok, err := j.try(context.Background(), &c.Board, AimHandover, 1<<20, 0)
	require.True(t, ok && err == nil)
	l := &Level{Name: name, Origin: "hand", Board: c.Board, Aim: AimHandover, Answers: j.answers(c.StarCount())}
	l.Score = NewScore(l.Aim, &l.Answers)
	return l
}

// lost returns a level that is solvable under handover only.
func lost(t testing.TB) *Level { return byHand(t, "lost", "1x4:BBBW:0:3:1,2:handover") }

// large returns a level of thousands of states.
func large(t testing.TB) *Level {
	return byHand(t, "large", "5x5:RWBWWWBWBWWWBWRBWWWWWBWRB:2:21:3,15,20:strict")
}

func TestFileRoundTrip(t *testing.T) {
	skipUnderRace(t)
	many := sample(t, AimBoth)
	many.Answers[twotone.Strict].Count = math.MaxUint64
	for _, l := range []*Level{sample(t, AimBoth), sample(t, AimStrict), sample(t, AimHandover), lost(t), many} {
		text := l.Append(nil)
		got, err := Parse("level.txt", bytes.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, l, got)
		c, err := twotone.ParseBoard("level.txt", bytes.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, l.Case(), c)
		require.True(t, l.Answers[c.Rule].Solvable())

		windows := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		got, err = Parse("level.txt", bytes.NewReader(windows))
		require.NoError(t, err)
		require.Equal(t, l, got)
	}
}

func TestFile(t *testing.T) {
	require.Equal(t, `# level      lost
# made by    hand
# score      224 for handover = length 20 + turns 20 + handovers 20 + difference 100 + solutions 64
# strict     unsolvable, 1 state
# handover   2 moves, 4 turns, 2 handovers, 1 solution that begins with L, 3 states
# solution   - L - L
rule handover
turn black
Bb  B*  B*  Ww
`, string(lost(t).Append(nil)))
}

func TestParseErrors(t *testing.T) {
	good := string(lost(t).Append(nil))
	for _, test := range []struct{ old, new, want string }{
		{"# level      lost\n", "", `f: no line "# level": want a level as "exhaust generate --out" writes it`},
		{"# score", "# points", `f: no line "# score": want a level as "exhaust generate --out" writes it`},
		{"# made by    hand\n", "# level a\n", `f:2: second line "level": want one`},
		{"length 20", "length 21", "f:3: score 224: its parts add up to 225"},
		{"for handover =", "for fun =", `f:3: score "224 for fun = length 20 + turns 20 + handovers 20 + difference 100 + solutions 64": want a line as "exhaust generate" writes it`},
		{"unsolvable, 1 state", "unsolvable", `f:4: answer "unsolvable": want a line as "exhaust generate" writes it`},
		{"2 moves", "3 moves", "f:6: a solution of 2 moves: want 3 as the line before says"},
		{"- L - L", "- L x L", `f:6: solution: column 5: unknown step "x", want U, D, L, R or -`},
		{"# solution   - L - L\n", "", "f: solvable under handover, and no solution"},
		{"# made by", "# solution   L L\n# made by", "f:2: a solution without a line before it that says solvable under which rule"},
		{"rule handover", "rule strict", "f: rule strict: want handover as the answers say"},
		{"3 states", "99999999999999999999 states", "f:5: number 99999999999999999999: out of range"},
		{"2 moves", "9999999999999999999 moves", "f:5: number 9999999999999999999: out of range"},
		{"Ww", "W", "f:9:1: no white piece, want a w after a cell's letter"},
	} {
		require.Equal(t, 1, strings.Count(good, test.old), test.old)
		_, err := Parse("f", strings.NewReader(strings.Replace(good, test.old, test.new, 1)))
		require.EqualError(t, err, test.want)
	}
}

// Verify accepts true levels and names what is false of others.
func TestVerify(t *testing.T) {
	skipUnderRace(t)
	for _, l := range []*Level{sample(t, AimBoth), sample(t, AimStrict), sample(t, AimHandover), lost(t)} {
		require.NoError(t, l.Verify(context.Background(), 0))
	}
	for want, change := range map[string]func(l *Level, a *Answer){
		"lost: under handover: 3 moves":                        func(_ *Level, a *Answer) { a.Length = 3 },
		"lost: under handover: 2 moves, 5 turns":               func(_ *Level, a *Answer) { a.Turns = 5 },
		"lost: under handover: 2 moves, 4 turns, 1 handover,":  func(_ *Level, a *Answer) { a.Handovers = 1 },
		"2 solutions that begin with L":                        func(_ *Level, a *Answer) { a.Count = 2 },
		"that begins with R":                                   func(_ *Level, a *Answer) { a.First = "R" },
		"4 states":                                             func(_ *Level, a *Answer) { a.States = 4 },
		"handover: the solution fails: step 2 (R)":             func(_ *Level, a *Answer) { a.Solution = twotone.Solution("-R-L") },
		"handover: the solution fails: after step 3: the play": func(_ *Level, a *Answer) { a.Solution = twotone.Solution("-L-") },
		"lost: under handover: a solution with 0 handovers":    func(_ *Level, a *Answer) { a.Solution = twotone.Solution("LL") },
		"lost: under strict: unsolvable, 7 states":             func(l *Level, _ *Answer) { l.Answers[twotone.Strict].States = 7 },
		"lost: under strict: 2 moves":                          func(l *Level, a *Answer) { l.Answers[twotone.Strict] = *a },
		"lost: under handover: unsolvable":                     func(_ *Level, a *Answer) { *a = Answer{Verdict: puzzle.Unsolvable} },
		"lost: score ":                                         func(l *Level, _ *Answer) { l.Score.Turns++ },
	} {
		l := lost(t)
		change(l, &l.Answers[twotone.Handover])
		require.ErrorContains(t, l.Verify(context.Background(), 0), want)
	}
	require.ErrorIs(t, large(t).Verify(context.Background(), 1), parallel.ErrMemory)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, large(t).Verify(ctx, 0), context.Canceled)
}

// A level that zeroone or the referee do not confirm is a fault of a solver, and is not passed over.
func TestConfirm(t *testing.T) {
	require.NoError(t, lost(t).confirm())
	require.NoError(t, large(t).confirm())
	for want, change := range map[string]func(l *Level){
		"unsolvable in 0 moves: zeroone says solvable in 2": func(l *Level) { l.Answers[twotone.Handover] = Answer{Verdict: puzzle.Unsolvable} },
		"solvable in 2 moves: zeroone says unsolvable in 0": func(l *Level) { l.Answers[twotone.Strict] = l.Answers[twotone.Handover] },
		"solvable in 4 moves: zeroone says solvable in 2":   func(l *Level) { l.Answers[twotone.Handover].Length = 4 },
		"the solution fails: step 1 (L)":                    func(l *Level) { l.Answers[twotone.Handover].Solution = twotone.Solution("LL") },
	} {
		l := lost(t)
		change(l)
		require.ErrorContains(t, l.confirm(), want)
	}
}

// Whatever is read without an error is written and read back as it is.
func FuzzParse(f *testing.F) {
	for _, l := range []*Level{sample(f, AimBoth), lost(f)} {
		f.Add(string(l.Append(nil)))
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse("f", strings.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		again, err := Parse("f", bytes.NewReader(l.Append(nil)))
		require.NoError(t, err)
		require.Equal(t, l, again)
	})
}
