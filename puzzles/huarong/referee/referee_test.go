package referee

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// parse returns the case of an ID.
func parse(t *testing.T, id string) *huarong.Case {
	c, err := huarong.Parse(id)
	require.NoError(t, err)
	return c
}

func TestReplay(t *testing.T) {
	var r Referee
	for _, test := range []struct {
		id, slides string
		want       int
	}{
		{"0111/0110/0100:3,2,1,2,2,2", "UU", 2},    // the contest's sample
		{"111/111:1,2,1,1,1,2", "L", 1},            // the piece slides right
		{"111/111:1,1,1,3,1,1", "RRDLLUR", 7},      // along the row, and the hole around it
		{"111/111:1,1,1,3,1,1", "DURRDLLUR", 9},    // not the shortest
		{"11/11/11:3,1,1,1,3,1", "UURDDLU", 7},     // along a column
		{"111/111:1,1,1,3,1,3", "", 0},             // the piece is on its target
		{"111/111:1,1,1,3,1,1", "RRDLLUDRLUR", 11}, // there and back
	} {
		got, err := r.Replay(parse(t, test.id), []byte(test.slides))
		require.NoError(t, err, test.id)
		require.Equal(t, test.want, got, test.id)
	}
}

func TestReplayRefuses(t *testing.T) {
	var r Referee
	for _, test := range []struct{ id, slides, want string }{
		{"111/111:1,1,1,3,1,1", "", "at the start: the piece is not on its target"},
		{"111/111:1,1,1,3,1,1", "RR", "after step 2: the piece is not on its target"},
		{"111/111:1,1,1,3,1,1", "U", "step 1 (U): the hole would leave the board"},
		{"111/111:1,1,1,3,1,1", "L", "step 1 (L): the hole would leave the board"},
		{"111/111:1,1,1,3,1,1", "DD", "step 2 (D): the hole would leave the board"},
		{"111/111:1,1,1,3,1,1", "RRR", "step 3 (R): the hole would leave the board"},
		{"110/111:1,1,2,3,1,1", "RR", "step 2 (R): the tile at 1,3 is fixed"},
		{"110/111:1,1,2,3,1,1", "DRRU", "step 4 (U): the tile at 1,3 is fixed"},
		{"011/111:1,2,2,3,1,2", "L", "step 1 (L): the tile at 1,1 is fixed"},
		{"111/101:1,2,2,3,1,2", "D", "step 1 (D): the tile at 2,2 is fixed"},
		{"111/111:1,2,1,1,1,2", "LR", "step 2 (R): the play is over: the piece is on its target"},
		{"111/111:1,1,1,3,1,3", "R", "step 1 (R): the play is over: the piece is on its target"},
		{"111/111:1,1,1,3,1,1", "Rx", "step 2 (x): no such slide, want U, D, L or R"},
		{"111/111:1,1,1,3,1,1", "R\n", `step 2 ("\n"): no such slide, want U, D, L or R`},
		{"111/111:1,1,1,3,1,1", "R\xff", `step 2 ("\xff"): no such slide, want U, D, L or R`},
	} {
		_, err := r.Replay(parse(t, test.id), []byte(test.slides))
		require.EqualError(t, err, test.want, test.id)
		var step *puzzle.StepError
		require.ErrorAs(t, err, &step)
	}
}

// TestSlide looks at the position after each slide.
func TestSlide(t *testing.T) {
	var r Referee
	var now huarong.Case
	r.Start(parse(t, "111/110:1,1,1,3,1,1"))
	for _, step := range []struct {
		letter byte
		moved  bool
		after  string
	}{
		{huarong.HoleDown, false, "t . p\no . #\n"},
		{huarong.HoleRight, false, "t . p\n. o #\n"},
		{huarong.HoleUp, false, "t o p\n. . #\n"},
		{huarong.HoleRight, true, "t p o\n. . #\n"},
		{huarong.HoleLeft, true, "t o p\n. . #\n"},
		{huarong.HoleLeft, false, "O . p\n. . #\n"},
	} {
		moved, err := r.Slide(step.letter)
		require.NoError(t, err)
		require.Equal(t, step.moved, moved)
		r.Position(&now)
		require.Equal(t, step.after, huarong.Picture(&now))
		require.False(t, r.Won())
	}
	_, err := r.Slide(huarong.HoleUp)
	require.EqualError(t, err, "step 7 (U): the hole would leave the board")
	r.Position(&now)
	require.Equal(t, "111/110:1,1,1,3,1,1", now.String(), "a refused slide changes nothing")
}

// TestRefereeIsReused replays on a small board after a large one.
func TestRefereeIsReused(t *testing.T) {
	var r Referee
	_, err := r.Replay(parse(t, "1111/1111/1111:1,1,3,4,3,3"), []byte("DDRRR"))
	require.NoError(t, err)
	_, err = r.Replay(parse(t, "11/10:1,1,2,1,1,2"), []byte("RD"))
	require.EqualError(t, err, "step 2 (D): the tile at 2,2 is fixed")
	require.Zero(t, testing.AllocsPerRun(10, func() { r.Start(&r.start) }))
}
