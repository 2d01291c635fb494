package levels

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/levels/climb"
	"exhaust/parallel"
	"exhaust/puzzles/twotone"
)

// newKeeper returns a keeper that draws a board as its ID and the solution.
func newKeeper() *Keeper {
	return &Keeper{Draw: func(w io.Writer, c *twotone.Case, solution []byte) error {
		_, err := fmt.Fprintf(w, "%s %s", c.ID(), solution)
		return err
	}}
}

// wishes are wishes for small boards, with the flags as they are if nobody sets them.
func wishes() family.Wishes {
	w := family.Wishes{Size: "3x4", Count: 2, Seed: 9, States: 1 << 20, Workers: 2, Flags: map[string]string{}}
	for _, f := range Flags {
		w.Flags[f.Name] = f.Default
	}
	w.Flags[starsFlag] = "2"
	return w
}

func TestWishOf(t *testing.T) {
	w := wishes()
	got, err := wishOf(&w)
	require.NoError(t, err)
	require.Equal(t, Wish{Rows: 3, Cols: 4, Stars: 2, Rainbow: [2]int{0, 1}, States: 1 << 20}, got)
	w.MinValue, w.Flags[rainbowFlag], w.Flags[ruleFlag], w.Flags[minTurnsFlag] = 5, "2-3", "handover", "4"
	got, err = wishOf(&w)
	require.NoError(t, err)
	require.Equal(t, Wish{
		Rows: 3, Cols: 4, Stars: 2, Rainbow: [2]int{2, 3}, Aim: AimHandover, MinLength: 5, MinTurns: 4, States: 1 << 20,
	}, got)
	w.Flags[rainbowFlag] = "3"
	got, err = wishOf(&w)
	require.NoError(t, err)
	require.Equal(t, [2]int{3, 3}, got.Rainbow)

	for want, change := range map[string]func(w *family.Wishes){
		`unknown rule "": want strict, handover or both`:                     func(w *family.Wishes) { w.Flags[ruleFlag] = "" },
		`--stars "many": want a number`:                                      func(w *family.Wishes) { w.Flags[starsFlag] = "many" },
		`--min-turns "": want a number`:                                      func(w *family.Wishes) { w.Flags[minTurnsFlag] = "" },
		`--rainbow "1-x": want a range such as 2-6`:                          func(w *family.Wishes) { w.Flags[rainbowFlag] = "1-x" },
		"11 stars on a board of 3x4: want 1 to 10, on cells without a piece": func(w *family.Wishes) { w.Flags[starsFlag] = "11" },
		"no states: want at least 1":                                         func(w *family.Wishes) { w.States = 0 },
	} {
		w := wishes()
		change(&w)
		_, err := newKeeper().Maker(w)
		require.EqualError(t, err, want)
	}
	w.Size = "3"
	_, err = newKeeper().Maker(w)
	require.Error(t, err)
}

// What the verbs get is what the Generator makes.
func TestMaker(t *testing.T) {
	w := wishes()
	wish, err := wishOf(&w)
	require.NoError(t, err)
	want, _, report := generate(t, context.Background(), &Generator{Wish: wish, Seed: 9, Count: 2, Workers: 1})
	m, err := newKeeper().Maker(w)
	require.NoError(t, err)
	var got []string
	made, err := m.Run(context.Background(), func(l family.Level) error {
		got = append(got, string(l.AppendFile(nil)))
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, family.LevelsMade{Levels: 2, Climbs: report.Climbs, Tries: report.Tries}, made)
	require.Equal(t, 2, m.Progress().Levels)

	w.Memory = 1
	m, err = newKeeper().Maker(w)
	require.NoError(t, err)
	made, err = m.Run(context.Background(), nil)
	require.NoError(t, err)
	require.ErrorIs(t, made.Limit, parallel.ErrMemory)
}

func TestGaveUp(t *testing.T) {
	r := Report{Climbs: 50, Barren: 1, TooShort: 20, TooFew: 9, Known: 20, Longest: 30, MostTurns: 4}
	err := r.gaveUp(&Wish{MinLength: 31, MinTurns: 5})
	require.EqualError(t, err, "no new level in so many climbs in a row that more is hopeless; of 50 climbs, "+
		"1 drew no solvable board that takes few states, 20 came to fewer than 31 moves (the most: 30), "+
		"9 to fewer than 5 turns (the most: 4), 20 to a level found before")
	require.ErrorIs(t, err, climb.ErrGaveUp)
}

// What people and programs are told of a level, with an answer under one rule alone and under both.
func TestView(t *testing.T) {
	all, err := newKeeper().Read(fstest.MapFS{"lost.txt": {Data: lost(t).Append(nil)}})
	require.NoError(t, err)
	l := all[0]
	require.Equal(t, "lost", l.Name())
	require.Equal(t, string(lost(t).Append(nil)), string(l.AppendFile(nil)))
	require.NoError(t, l.Verify(context.Background(), 0))
	var facts []string
	for _, f := range l.Facts() {
		facts = append(facts, fmt.Sprintf("%s %v", f.Key, f.Value))
	}
	require.Equal(t, []string{
		"level lost", "made by hand", "score 224 = length 20 + turns 20 + handovers 20 + difference 100 + solutions 64",
		"strict unsolvable, 1 state", "handover 2 moves, 4 turns, 2 handovers, 1 solution that begins with L, 3 states",
		"solution - L - L", "case 1x4:BBBW:0:3:1,2:handover",
	}, facts)
	text, err := json.Marshal(l.JSON())
	require.NoError(t, err)
	require.Equal(t, `{"name":"lost","case":"1x4:BBBW:0:3:1,2:handover","size":"1x4","stars":2,"aim":"handover",`+
		`"score":{"total":224,"length":20,"turns":20,"handovers":20,"difference":100,"solutions":64},`+
		`"strict":{"verdict":"unsolvable","states":1,"length":null,"turns":null,"handovers":null,"solutions":null,`+
		`"first_moves":null,"solution":null},"handover":{"verdict":"solvable","states":3,"length":2,"turns":4,`+
		`"handovers":2,"solutions":1,"first_moves":"L","solution":"- L - L"},"made_by":"hand"}`, string(text))
	for solution, want := range map[bool]string{false: "1x4:BBBW:0:3:1,2:handover ", true: "1x4:BBBW:0:3:1,2:handover -L-L"} {
		var b strings.Builder
		require.NoError(t, l.Show(&b, solution))
		require.Equal(t, want, b.String())
	}
	require.True(t, strings.HasSuffix(newKeeper().Table(all),
		"\nlost   1x4        2      -      -          -          1      2      4          1          3\n"))
	_, err = newKeeper().Read(fstest.MapFS{})
	require.ErrorIs(t, err, family.ErrNoLevels)
}

// A limit refutes nothing.
func TestUnverified(t *testing.T) {
	errTime := errors.New("time")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errTime)
	var unverified *family.Unverified
	require.ErrorAs(t, large(t).Verify(ctx, 0), &unverified)
	require.ErrorIs(t, unverified, errTime)
	require.EqualError(t, unverified, "large: not verified under strict: time")
	require.ErrorAs(t, large(t).Verify(context.Background(), 1), &unverified)
	require.ErrorIs(t, unverified, parallel.ErrMemory)
}
