package wiring

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// The examples of LeetCode 3283 ("Maximum Number of Moves to Kill All Pawns"), on its board of
// 50x50.
func TestLeetCode(t *testing.T) {
	file := `kx = 1, ky = 1, positions = [[0,0]]
kx = 0, ky = 2, positions = [[1,1],[2,2],[3,3]]
kx = 0, ky = 0, positions = [[1,2],[2,4]]
`
	games, err := Family().Notation.ParseFile("leetcode", strings.NewReader(file))
	require.NoError(t, err)
	require.Len(t, games, 3)
	for i, want := range []int{4, 8, 3} {
		for _, p := range players() {
			require.Equal(t, want, value(t, p, games[i]), "%s, example %d", p.name, i+1)
		}
	}
}

// Known of the knight on the chessboard: the cells of a corner and of its neighbour across the
// diagonal are 4 moves apart, as opposed corners are 6.
func TestChessboard(t *testing.T) {
	for _, p := range players() {
		require.Equal(t, 4, value(t, p, parse(t, "8:0,0:1,1")))
		require.Equal(t, 4, value(t, p, parse(t, "8:1,6:0,7")))
		require.Equal(t, 2, value(t, p, parse(t, "8:7,6:6,7")), "no corner is in the way")
		require.Equal(t, 6, value(t, p, parse(t, "8:0,0:7,7")))
		require.Equal(t, 6, value(t, p, parse(t, "8:0,7:7,0")))
	}
}

func TestFamilyIsComplete(t *testing.T) {
	f := Family()
	require.Equal(t, "pawns", f.Name)
	require.Equal(t, puzzle.Payoff, f.Measure.Kind)
	require.Nil(t, f.Model)
	require.Nil(t, f.Whole)
	for _, line := range strings.Split(f.Rules, "\n") {
		require.LessOrEqual(t, len(line), 80)
	}
	var names []string
	for _, m := range f.Solvers {
		names = append(names, m.Name)
	}
	require.Equal(t, []string{"subsets", "alphabeta", "plain"}, names)
	for _, e := range f.IDs {
		id, ok := strings.CutPrefix(e.Text, "pawns:")
		require.True(t, ok)
		require.Equal(t, id, f.Notation.Format(parse(t, id)))
	}
	for _, e := range f.Files {
		games, err := f.Notation.ParseFile("f", strings.NewReader(e.Text))
		require.NoError(t, err)
		require.Equal(t, "50:1,1:0,0:3,4", games[0].ID())
	}
	for _, e := range f.Spaces {
		_, err := f.Space(context.Background(), e.Text, nil)
		require.NoError(t, err)
	}
	require.EqualValues(t, 3, f.Checks.Bounds(parse(t, "5:0,0:1,1:2,2:3,3")).Steps)
	_, err := f.Notation.ParseSolution("20x")
	require.EqualError(t, err, `solution: column 3: unknown pawn "x", want 0 to 9 or a to e`)
}

func TestPicture(t *testing.T) {
	n := Family().Notation
	require.Equal(t, "3 pawns on 4x4", n.Caption(parse(t, "4:3,1:1,0:0,2:3,3")))
	require.Equal(t, `y\x  0  1  2  3
  0  .  0  .  .
  1  .  .  .  N
  2  1  .  .  .
  3  .  .  .  2
`, n.Picture(parse(t, "4:3,1:1,0:0,2:3,3")))
	require.Equal(t, `knight  7,12
pawn 0  0,2
pawn 1  10,0
`, n.Picture(parse(t, "13:7,12:0,2:10,0")))
	wide := n.Picture(parse(t, "12:0,0:11,11"))
	require.Equal(t, 13, strings.Count(wide, "\n"))
	require.True(t, strings.HasSuffix(wide, "\n 11  .  .  .  .  .  .  .  .  .  .  .  0\n"), wide)
}

func shown(t *testing.T, id, line string) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Family().Notation.Show(&b, parse(t, id), []byte(line)))
	return b.String()
}

func TestShow(t *testing.T) {
	require.Equal(t, `2 pawns on 3x3
y\x  0  1  2
  0  N  .  .
  1  .  .  0
  2  .  1  .

Alice: the knight goes from 0,0 to pawn 1 on 1,2 in 1 move, 1 in all
y\x  0  1  2
  0  .  .  .
  1  .  .  0
  2  .  N  .

Bob: the knight goes from 1,2 to pawn 0 on 2,1 in 2 moves, 3 in all
y\x  0  1  2
  0  .  .  .
  1  .  .  N
  2  .  .  .
`, shown(t, "3:0,0:2,1:1,2", "10"))
	require.Equal(t, `2 pawns on 50x50
knight  0,0
pawn 0  1,2
pawn 1  2,4

Alice: the knight goes from 0,0 to pawn 1 on 2,4 in 2 moves, 2 in all
Bob: the knight goes from 2,4 to pawn 0 on 1,2 in 1 move, 3 in all
`, shown(t, "50:0,0:1,2:2,4", "10"))
	require.Equal(t, `2 pawns on 50x50
knight  0,0
pawn 0  1,2
pawn 1  2,4

Alice: the knight goes from 0,0 to pawn 1 on 2,4 in 2 moves, 2 in all

step 2 (1): this pawn is captured already
`, shown(t, "50:0,0:1,2:2,4", "110"))
	require.Equal(t, "1 pawn on 50x50\nknight  0,0\npawn 0  1,2\n", shown(t, "50:0,0:1,2", ""))
}

// A writer that fails fails Show.
func TestShowFails(t *testing.T) {
	require.ErrorIs(t, show(failing{}, parse(t, "4:0,0:1,1"), nil), errFull)
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestDetails(t *testing.T) {
	g := parse(t, "50:0,0:1,2:2,4")
	nothing := []family.Detail{{Key: "captures", Value: nil}}
	require.Equal(t, nothing, details(g, nil))
	require.Equal(t, nothing, details(g, []byte("11")))
	want := []family.Detail{{Key: "captures", Value: []int{2, 1}}}
	require.Equal(t, want, details(g, []byte("10")))
}

func TestCloneAndReferee(t *testing.T) {
	f := Family()
	g := parse(t, "50:0,0:1,2:2,4")
	d := f.Notation.Clone(g)
	require.Equal(t, g, d)
	d.Pawns[0] = pawns.Cell{}
	require.Equal(t, "50:0,0:1,2:2,4", g.ID())
	paid, err := f.Referee().Replay(g, []byte("10"))
	require.NoError(t, err)
	require.Equal(t, 3, paid)
}
