package referee

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// parse returns the board of an ID.
func parse(t testing.TB, id string) *knights.Board {
	t.Helper()
	b, err := knights.Parse(id)
	require.NoError(t, err)
	return b
}

const (
	goal   = "11111/01111/00*11/00001/00000"
	oblong = "1101/*001/0001"
)

func TestReplay(t *testing.T) {
	var r Referee
	for _, test := range []struct {
		id, jumps string
		want      int
	}{
		{"10110/01*11/10111/01001/00000", "a5c4d2b3c1a2c3", 7}, // the contest's sample
		{goal, "", 0},
		{"11111/01111/00011/*0001/00000", "c3", 1},
		{"11111/01111/00011/*0001/00000", "b2d1c3", 3}, // there and back
		{oblong, "a3c4b2a4c3a2c1b3a1c2a3b1c3a4b2c4a3b1c3a2b4c2a1b3", 24},
		{oblong, "a3b1a3c4b2a4c3a2c1b3a1c2a3b1c3a4b2c4a3b1c3a2b4c2a1b3", 26},
		{"1111/00*1/0000", "", 0},
	} {
		got, err := r.Replay(parse(t, test.id), []byte(test.jumps))
		require.NoError(t, err, test.id)
		require.Equal(t, test.want, got, test.id)
	}
}

func TestReplayRefuses(t *testing.T) {
	var r Referee
	const near = "11111/01111/00011/*0001/00000" // one jump from the goal: c3
	for _, test := range []struct{ id, jumps, want string }{
		{near, "", "at the start: not all knights are as in the goal"},
		{near, "b2", "after step 1: not all knights are as in the goal"},
		{near, "c3c3", "step 2 (c3): the play is over: all knights are as in the goal"},
		{goal, "a2", "step 1 (a2): the play is over: all knights are as in the goal"},
		{near, "d1", "step 1 (d1): the hole is there, and no knight"},
		{near, "b2b2", "step 2 (b2): the hole is there, and no knight"},
		{near, "c1", "step 1 (c1): no knight's move from there to the hole at d1"},
		{near, "d3", "step 1 (d3): no knight's move from there to the hole at d1"},
		{near, "c2", "step 1 (c2): no knight's move from there to the hole at d1"},
		{near, "b3", "step 1 (b3): no knight's move from there to the hole at d1"},
		{near, "e5", "step 1 (e5): no knight's move from there to the hole at d1"},
		{near, "f2", "step 1 (f2): the board of 5x5 has no such cell"},
		{near, "c6", "step 1 (c6): the board of 5x5 has no such cell"},
		{near, "b2d", "step 2 (d): no cell, want a row and a column such as b4"},
		{near, "b2\xff1", "step 2 (\"\\xff1\"): no cell, want a row and a column such as b4"},
		{"111/*01/000", "a3", "after step 1: not all knights are as in the goal"},
		{"111/*01/000", "c2", "step 1 (c2): no knight's move from there to the hole at b1"},
		{oblong, "b3", "step 1 (b3): no knight's move from there to the hole at b1"},
		{
			oblong, "a3c4b2a4c3a2c1b3a1c2a3b1c3a4b2c4a3b1c3a2b4c2a1",
			"after step 23: not all knights are as in the goal",
		},
		{oblong, "d2", "step 1 (d2): the board of 3x4 has no such cell"},
	} {
		_, err := r.Replay(parse(t, test.id), []byte(test.jumps))
		require.EqualError(t, err, test.want, test.id)
		var step *puzzle.StepError
		require.ErrorAs(t, err, &step)
	}
}

// TestJump looks at the board after each jump.
func TestJump(t *testing.T) {
	var r Referee
	var now knights.Board
	r.Start(parse(t, "1101/*001/0001"))
	for _, step := range []struct {
		name   string
		knight byte
		after  string
	}{
		{"a3", '0', "11*1/0001/0001"},
		{"b1", '0', "1101/*001/0001"},
		{"c3", '0', "1101/0001/00*1"},
		{"a2", '1', "1*01/0001/0011"},
		{"b4", '1', "1101/000*/0011"},
	} {
		knight, err := r.Jump(step.name)
		require.NoError(t, err)
		require.Equal(t, step.knight, knight)
		r.Position(&now)
		require.Equal(t, step.after, now.String())
		require.False(t, r.Won())
	}
	_, err := r.Jump("b4")
	require.EqualError(t, err, "step 6 (b4): the hole is there, and no knight")
	r.Position(&now)
	require.Equal(t, "1101/000*/0011", now.String(), "a refused jump changes nothing")
}

// TestKnightsMove holds the rule against a drawing of the cells that a knight reaches.
func TestKnightsMove(t *testing.T) {
	drawn := [5]string{
		".x.x.",
		"x...x",
		"..k..",
		"x...x",
		".x.x.",
	}
	for row := range 7 {
		for col := range 7 {
			want := row < 5 && col < 5 && drawn[row][col] == 'x'
			require.Equal(t, want, knightsMove(square{2, 2}, square{row, col}))
			require.Equal(t, want, knightsMove(square{row, col}, square{2, 2}))
		}
	}
}

func FuzzReplay(f *testing.F) {
	f.Add("b2d1c3")
	f.Add("c3")
	f.Add("\xffc")
	b := parse(f, "11111/01111/00011/*0001/00000")
	f.Fuzz(func(t *testing.T, jumps string) {
		var r Referee
		value, err := r.Replay(b, []byte(jumps))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.Equal(t, len(jumps), knights.JumpSize*value)
		require.Equal(t, 1, value%2, "the hole is on a cell of the other colour")
	})
}
