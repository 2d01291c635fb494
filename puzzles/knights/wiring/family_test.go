package wiring

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/parallel"
	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// TestTexts reads what the family says that a user may write, and looks at the rest of what it
// says.
func TestTexts(t *testing.T) {
	f := Family()
	for _, line := range strings.Split(f.Rules, "\n") {
		require.LessOrEqual(t, len(line), 80, line)
	}
	for _, id := range f.IDs {
		body, ok := strings.CutPrefix(id.Text, f.Name+":")
		require.True(t, ok)
		b, err := f.Notation.Parse(body)
		require.NoError(t, err)
		require.Equal(t, body, f.Notation.Format(b))
	}
	for _, size := range f.Spaces {
		s, err := f.Space(context.Background(), size.Text, nil)
		require.NoError(t, err)
		count := strings.ReplaceAll(strings.Fields(size.Is)[0], ",", "")
		require.Equal(t, count, strconv.FormatUint(s.Len(), 10))
	}
	goal := knights.Goal(5, 5)
	drawn := strings.ReplaceAll(goal.String(), "/", "\n")
	require.Contains(t, strings.ReplaceAll(f.Rules, " ", ""), drawn)
	require.Equal(t, "shortest", f.Measure.AskName(puzzle.Best))
	require.Equal(t, knights.Legend, f.Notation.Caption(nil))
	jumps, err := f.Notation.ParseSolution("b4 d5")
	require.NoError(t, err)
	require.Equal(t, "b4 d5", f.Notation.FormatSolution(jumps))
	require.Equal(t, []string{"perimeter", "ida", "bidirectional", "bfs"}, f.Standing())
}

// explored searches the space of a board, or of a size, to its end.
func explored(t *testing.T, e family.Explorer) (parallel.Summary, []byte) {
	t.Helper()
	found, certificate, err := e.Run(context.Background(), parallel.Options{Path: true})
	require.NoError(t, err)
	require.True(t, found.Exhausted)
	require.Equal(t, 1, e.Words())
	require.Equal(t, "knights 2", e.States())
	return found, certificate
}

// TestExplore explores boards: the nearest goal is as far as the solvers say, and the certificate
// shows it. Without a solution, the positions are those that the plain solver meets.
func TestExplore(t *testing.T) {
	f := Family()
	p := newPanel(puzzle.Limits{})
	for _, id := range []string{"1101/*001/0001", "011/101/10*/001", "111/*01/000", "1*", "*1"} {
		b := parse(t, id)
		want := p.agree(t, b)
		e, err := f.Model(b, "")
		require.NoError(t, err)
		found, certificate := explored(t, e)
		if want.Verdict == puzzle.Unsolvable {
			require.Equal(t, -1, found.GoalDepth)
			require.Equal(t, p.ask(t, len(p.solvers)-1, b, puzzle.Decide).States, found.States)
			continue
		}
		require.Equal(t, want.Value, found.GoalDepth)
		value, err := f.Referee().Replay(b, certificate)
		require.NoError(t, err)
		require.Equal(t, want.Value, value)
	}
	_, err := f.Model(&knights.Board{}, "")
	require.EqualError(t, err, "a board of 0x0: want 2 to 58 cells")
}

// TestWhole explores whole sizes. That of 5x5, which takes seconds, has its test with EXHAUST_SOAK.
func TestWhole(t *testing.T) {
	f := Family()
	all := map[string]uint64{"1x1": 1, "2x5": 3, "3x3": 1, "3x4": 5544, "4x3": 5544, "4x4": 102_960}
	for size, states := range all {
		e, ok, err := f.Whole(size, "")
		require.NoError(t, err)
		require.True(t, ok)
		found, certificate := explored(t, e)
		require.Equal(t, states, found.States, size)
		require.Zero(t, found.Goals)
		require.Nil(t, certificate)
	}
	for _, text := range []string{"", "5x", "10110/01*11/10111/01001/00000"} {
		_, ok, err := f.Whole(text, "")
		require.NoError(t, err)
		require.False(t, ok)
	}
	_, ok, err := f.Whole("8x8", "")
	require.True(t, ok)
	require.ErrorContains(t, err, "want at most 58 cells")
}

// showing returns what is drawn of a certificate.
func showing(t *testing.T, id, jumps string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, Family().Notation.Show(&out, parse(t, id), []byte(jumps)))
	return out.String()
}

// TestShow draws a board again after each jump.
func TestShow(t *testing.T) {
	const id = "11*1/1001/0000"
	const start = knights.Legend + "\n  1 2 3 4\na 1 1 * 1\nb 1 0 0 1\nc 0 0 0 0\n"
	const first = start + "\njump 1: the white knight on c2\n" +
		"  1 2 3 4\na 1 1 0 1\nb 1 0 0 1\nc 0 * 0 0\n"
	require.Equal(t, start, showing(t, id, ""))
	require.Equal(t, first, showing(t, id, "c2"))
	require.Equal(t, first+"\njump 2: the black knight on b4\n"+
		"  1 2 3 4\na 1 1 0 1\nb 1 0 0 *\nc 0 1 0 0\n", showing(t, id, "c2b4"))
	require.Equal(t, first+"\nstep 2 (c2): the hole is there, and no knight\n",
		showing(t, id, "c2c2"))
	const last = knights.Legend + "\n  1 2 3 4 5\na * 1 1 1 1\nb 0 0 1 0 0\n\n" +
		"jump 1: the black knight on b3, and all knights are as in the goal\n" +
		"  1 2 3 4 5\na 1 1 1 1 1\nb 0 0 * 0 0\n"
	require.Equal(t, last, showing(t, "*1111/00100", "b3"))
	require.Equal(t, last+"\nstep 2 (a1): the play is over: all knights are as in the goal\n",
		showing(t, "*1111/00100", "b3a1"))
	require.Equal(t, start+"\nstep 1 (c): no cell, want a row and a column such as b4\n",
		showing(t, id, "c"))
}

// full has room for a few writes.
type full struct{ left int }

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestShowToFullDisk(t *testing.T) {
	for room := range 3 {
		err := Family().Notation.Show(&full{room}, parse(t, "11*1/1001/0000"), []byte("c2b4c2"))
		require.ErrorIs(t, err, errFull)
	}
}
