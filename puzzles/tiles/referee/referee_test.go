package referee

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

func parse(t *testing.T, id string) *tiles.Board {
	t.Helper()
	b, err := tiles.Parse(id)
	require.NoError(t, err)
	return b
}

// TestReplay plays certificates by hand on boards that are no squares.
func TestReplay(t *testing.T) {
	for _, c := range []struct {
		id, moves string
		value     int
		why       string
	}{
		{"2x2:1,2,3,0", "", 0, ""},
		{"2x3:1,2,3,4,0,5", "L", 1, ""},
		{"2x3:1,0,3,4,2,5", "UL", 2, ""},
		{"3x2:1,2,0,4,3,5", "UL", 2, ""},
		{"3x2:1,2,3,0,5,4", "U", 1, ""},
		{"2x3:0,2,3,1,4,5", "ULL", 3, ""},
		{"2x3:0,1,2,4,5,3", "LLU", 3, ""},
		{"2x3:1,2,3,4,5,0", "R", 0, "step 1 (R): the play is over: the board is solved"},
		{"2x3:1,2,3,4,0,5", "LR", 0, "step 2 (R): the play is over: the board is solved"},
		{"2x3:1,2,3,4,0,5", "", 0, "at the start: the board is not solved"},
		{"2x3:1,2,3,4,0,5", "RL", 0, "after step 2: the board is not solved"},
		{"2x3:1,2,3,4,0,5", "U", 0, "step 1 (U): no tile below the gap"},
		{"2x3:1,0,3,4,2,5", "D", 0, "step 1 (D): no tile above the gap"},
		{"2x3:1,2,0,4,5,3", "L", 0, "step 1 (L): no tile to the right of the gap"},
		{"2x3:0,2,3,1,4,5", "R", 0, "step 1 (R): no tile to the left of the gap"},
		{"2x3:0,2,3,1,4,5", "Ux", 0, "step 2 (x): no such move, want U, D, L or R"},
		{"2x3:0,2,3,1,4,5", "U\n", 0, `step 2 ("\n"): no such move, want U, D, L or R`},
	} {
		var r Referee
		value, err := r.Replay(parse(t, c.id), []byte(c.moves))
		require.Equal(t, c.value, value, c.id+" "+c.moves)
		if c.why == "" {
			require.NoError(t, err)
			continue
		}
		var step *puzzle.StepError
		require.ErrorAs(t, err, &step)
		require.EqualError(t, err, c.why)
	}
}

// TestPosition takes the board after each move. A wrong move changes nothing.
func TestPosition(t *testing.T) {
	var r Referee
	r.Start(parse(t, "5x5:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,0"))
	r.Start(parse(t, "2x3:0,2,3,1,4,5"))
	var now tiles.Board
	for _, c := range []struct {
		move  byte
		tile  int
		board string
	}{
		{tiles.TileUp, 1, "2x3:1,2,3,0,4,5"},
		{tiles.TileUp, 0, "2x3:1,2,3,0,4,5"},
		{tiles.TileLeft, 4, "2x3:1,2,3,4,0,5"},
		{tiles.TileDown, 2, "2x3:1,0,3,4,2,5"},
		{tiles.TileRight, 1, "2x3:0,1,3,4,2,5"},
		{'?', 0, "2x3:0,1,3,4,2,5"},
	} {
		tile, err := r.Move(c.move)
		require.Equal(t, c.tile, tile)
		require.Equal(t, c.tile == 0, err != nil)
		r.Position(&now)
		require.Equal(t, c.board, now.String())
		require.False(t, r.Solved())
	}
}
