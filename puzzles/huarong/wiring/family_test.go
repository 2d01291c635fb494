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
	"exhaust/puzzles/huarong"
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
		c, err := f.Notation.Parse(body)
		require.NoError(t, err)
		require.Equal(t, body, f.Notation.Format(c))
	}
	for _, size := range f.Spaces {
		s, err := f.Space(context.Background(), size.Text, nil)
		require.NoError(t, err)
		count := strings.ReplaceAll(strings.Fields(size.Is)[0], ",", "")
		require.Equal(t, count, strconv.FormatUint(s.Len(), 10))
	}
	require.Equal(t, "shortest", f.Measure.AskName(puzzle.Best))
	require.Equal(t, huarong.Legend, f.Notation.Caption(nil))
	slides, err := f.Notation.ParseSolution("U U")
	require.NoError(t, err)
	require.Equal(t, "U U", f.Notation.FormatSolution(slides))
}

// explored searches the space of a case, or of a size, to its end.
func explored(t *testing.T, e family.Explorer) (parallel.Summary, []byte) {
	t.Helper()
	found, certificate, err := e.Run(context.Background(), parallel.Options{Path: true})
	require.NoError(t, err)
	require.True(t, found.Exhausted)
	require.Equal(t, 1, e.Words())
	require.Equal(t, "huarong hole+piece, tiles of 8x8", e.States())
	return found, certificate
}

// TestExplore explores cases: the nearest goal is as far as the solvers say, and the certificate
// shows it. Without a solution, the positions are those that the plain solver meets.
func TestExplore(t *testing.T) {
	f := Family()
	p := newPanel(puzzle.Limits{})
	for _, id := range []string{
		"0111/0110/0100:3,2,1,2,2,2", "0111/0110/0100:1,2,2,2,3,2",
		"111/111:1,1,1,3,1,1", "11:1,1,1,2,1,2",
	} {
		c := parse(t, id)
		want := p.agree(t, c)
		e, err := f.Model(c, "")
		require.NoError(t, err)
		found, certificate := explored(t, e)
		if want.Verdict == puzzle.Unsolvable {
			require.Equal(t, -1, found.GoalDepth)
			require.Equal(t, p.ask(t, len(p.solvers)-1, c, puzzle.Decide).States, found.States)
			continue
		}
		require.Equal(t, want.Value, found.GoalDepth)
		value, err := f.Referee().Replay(c, certificate)
		require.NoError(t, err)
		require.Equal(t, want.Value, value)
	}
	_, err := f.Model(&huarong.Case{}, "")
	require.EqualError(t, err, "a board of 0x0: want sides of 1 to 64")
}

// TestWhole explores boards without fixed cells: with two rows and two columns or more, the hole
// and the piece come to any two cells.
func TestWhole(t *testing.T) {
	f := Family()
	all := map[string]uint64{"2x2": 12, "2x3": 30, "3x2": 30, "3x3": 72, "9x10": 8010}
	for size, states := range all {
		e, ok, err := f.Whole(size, "")
		require.NoError(t, err)
		require.True(t, ok)
		found, certificate := explored(t, e)
		require.Equal(t, states, found.States, size)
		require.Zero(t, found.Goals)
		require.Nil(t, certificate)
	}
	_, ok, err := f.Whole("0111/0110/0100:3,2,1,2,2,2", "")
	require.NoError(t, err)
	require.False(t, ok)
	for _, size := range []string{"1x1", "65x2"} {
		_, ok, err = f.Whole(size, "")
		require.True(t, ok)
		require.ErrorContains(t, err, "want sides of 1 to 64 and at least two cells")
	}
}

// showing returns what is drawn of a certificate.
func showing(t *testing.T, id, slides string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, Family().Notation.Show(&out, parse(t, id), []byte(slides)))
	return out.String()
}

const legend = "# fixed, . tile, o hole, p piece, t target, O and P on it; U D L R: the hole's way\n"

// TestShow draws a case again after each slide of the piece, and at the end.
func TestShow(t *testing.T) {
	const id = "111/110:1,1,1,3,1,1"
	const start = legend + "O . p\n. . #\n"
	const first = start + "\nslides 1-2: R R\nt p o\n. . #\n"
	require.Equal(t, start, showing(t, id, ""))
	require.Equal(t, start+"\nslide 1: R\nt o p\n. . #\n", showing(t, id, "R"))
	require.Equal(t, first, showing(t, id, "RR"))
	require.Equal(t, first+"\nslide 3: L\nt o p\n. . #\n", showing(t, id, "RRL"))
	require.Equal(t, first+"\nstep 3 (D): the tile at 2,3 is fixed\n", showing(t, id, "RRD"))
	require.Equal(t, legend+"t p .\no . #\n\n"+
		"slide 1: U\nO p .\n. . #\n\n"+
		"step 2 (L): the hole would leave the board\n", showing(t, "111/110:2,1,1,2,1,1", "UL"))
	require.Equal(t, legend+"t p .\no . #\n\n"+
		"slides 1-2: U R, and the piece is on its target\nP o .\n. . #\n\n"+
		"step 3 (R): the play is over: the piece is on its target\n",
		showing(t, "111/110:2,1,1,2,1,1", "URR"))
}

// A full writer has no room.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestShowToFullDisk(t *testing.T) {
	err := Family().Notation.Show(full{}, parse(t, "11:1,1,1,2,1,1"), []byte("R"))
	require.ErrorIs(t, err, errFull)
}

func TestDetails(t *testing.T) {
	details := Family().Notation.Details
	c := parse(t, "111/111:1,1,1,3,1,1")
	require.Equal(t, []family.Detail{{Key: "piece_path", Value: nil}}, details(c, nil))
	require.Equal(t, []family.Detail{{Key: "piece_path", Value: 0}}, details(c, []byte{}))
	require.Equal(t, []family.Detail{{Key: "piece_path", Value: 2}}, details(c, []byte("RRDLLUR")))
	require.Equal(t, []family.Detail{{Key: "piece_path", Value: 1}}, details(c, []byte("RRUDLLUR")))
}
