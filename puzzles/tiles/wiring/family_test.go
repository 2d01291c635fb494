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
	"exhaust/puzzles/tiles"
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
	require.Equal(t, "shortest", f.Measure.AskName(puzzle.Best))
	require.Equal(t, []string{"ida", "bfs", "plain"}, f.SolverNames())
	moves, err := f.Notation.ParseSolution("U U")
	require.NoError(t, err)
	require.Equal(t, "U U", f.Notation.FormatSolution(moves))
	boards, err := f.Notation.ParseFile("boards", strings.NewReader("1 2\n3 .\n"))
	require.NoError(t, err)
	require.Equal(t, tiles.Goal(2, 2), boards[0])
}

func TestBounds(t *testing.T) {
	require.EqualValues(t, 84, bounds(tiles.Goal(5, 3)).Value)
	require.EqualValues(t, 84, bounds(tiles.Goal(3, 5)).Steps)
	require.Equal(t, ^uint64(0), bounds(tiles.Goal(5, 4)).Value)
}

// explored searches a space to its end.
func explored(t *testing.T, e family.Explorer) (parallel.Summary, []byte) {
	t.Helper()
	found, certificate, err := e.Run(context.Background(), parallel.Options{Path: true})
	require.NoError(t, err)
	require.True(t, found.Exhausted)
	require.Equal(t, 1, e.Words())
	require.Equal(t, "tiles 2", e.States())
	return found, certificate
}

// TestExplore explores boards: the goal is as far as the solvers say, and the certificate shows it.
// From an odd board, half of all arrangements are met, and no goal.
func TestExplore(t *testing.T) {
	f := Family()
	p := newPanel(puzzle.Limits{})
	for id, states := range map[string]uint64{
		"2x3:0,1,2,3,4,5": 360, "3x2:2,1,3,4,5,0": 360, "4x2:7,6,5,4,3,2,1,0": 20160,
	} {
		b := parse(t, id)
		want := p.agree(t, b)
		e, err := f.Model(b, "")
		require.NoError(t, err)
		found, certificate := explored(t, e)
		if want.Verdict == puzzle.Unsolvable {
			require.Equal(t, -1, found.GoalDepth)
			require.Equal(t, states, found.States)
			continue
		}
		require.Equal(t, want.Value, found.GoalDepth)
		value, err := f.Referee().Replay(b, certificate)
		require.NoError(t, err)
		require.Equal(t, want.Value, value)
	}
	_, err := f.Model(&tiles.Board{}, "")
	require.EqualError(t, err, "a board of 0x0: want 2x2 to 5x5")
	_, err = f.Model(tiles.Goal(4, 5), "")
	require.ErrorIs(t, err, puzzle.ErrTooLarge)
}

// TestWhole explores whole spaces from the solved board.
func TestWhole(t *testing.T) {
	f := Family()
	for size, want := range map[string][]uint64{"2x2": {12, 6}, "3x2": {360, 21}, "2x4": {20160, 36}} {
		e, ok, err := f.Whole(size, "")
		require.NoError(t, err)
		require.True(t, ok)
		found, certificate := explored(t, e)
		require.Equal(t, want, []uint64{found.States, uint64(found.Depth())}, size)
		require.Zero(t, found.Goals)
		require.Nil(t, certificate)
	}
	_, ok, err := f.Whole("2x2:1,2,3,0", "")
	require.NoError(t, err)
	require.False(t, ok)
	_, ok, err = f.Whole("9x9", "")
	require.True(t, ok)
	require.EqualError(t, err, "tiles: a board of 9x9 cells: want 2x2 to 4x4")
}

// showing returns what is drawn of a certificate.
func showing(t *testing.T, id, moves string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, Family().Notation.Show(&out, parse(t, id), []byte(moves)))
	return out.String()
}

// TestShow draws a board again after each move.
func TestShow(t *testing.T) {
	const id = "2x3:1,.,3,4,2,5"
	const start = "1 . 3\n4 2 5\n"
	const first = start + "\nmove 1: U, tile 2\n1 2 3\n4 . 5\n"
	board := strings.ReplaceAll(id, ".", "0")
	require.Equal(t, start, showing(t, board, ""))
	require.Equal(t, first, showing(t, board, "U"))
	require.Equal(t, first+"\nmove 2: L, tile 5, and the board is solved\n1 2 3\n4 5 .\n",
		showing(t, board, "UL"))
	require.Equal(t, first+"\nstep 2 (U): no tile below the gap\n", showing(t, board, "UUL"))
}

// A full writer has no room.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestShowToFullDisk(t *testing.T) {
	err := Family().Notation.Show(full{}, parse(t, "2x2:1,2,0,3"), []byte("L"))
	require.ErrorIs(t, err, errFull)
	err = Family().Notation.Show(full{}, parse(t, "2x2:1,2,0,3"), []byte("x"))
	require.ErrorIs(t, err, errFull)
}
