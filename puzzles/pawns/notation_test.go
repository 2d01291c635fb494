package pawns_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
	"exhaust/puzzles/pawns/referee"
)

func TestParse(t *testing.T) {
	g, err := pawns.Parse("50:1,2:0,7:3,4", referee.Unreachable)
	require.NoError(t, err)
	require.Equal(t, &pawns.Game{
		Side: 50, Knight: pawns.Cell{X: 1, Y: 2}, Pawns: []pawns.Cell{{X: 0, Y: 7}, {X: 3, Y: 4}},
	}, g)
}

func TestParseErrors(t *testing.T) {
	fifteen := "64:0,0"
	for i := range 15 {
		fifteen += fmt.Sprintf(":%d,1", i)
	}
	for _, test := range []struct{ id, want string }{
		{"", `case "": column 1: unexpected end, want side, a number from 2 to 64`},
		{" 4:0,0:1,1", `column 1: unexpected " ", want side, a number from 2 to 64`},
		{"-4:0,0:1,1", `column 1: unexpected "-", want side, a number from 2 to 64`},
		{"1:0,0:0,0", `column 1: side 1, want a number from 2 to 64`},
		{"65:0,0:0,1", `column 1: side 65, want a number from 2 to 64`},
		{"04:0,0:0,1", `column 1: side 04, want a number without leading zeros`},
		{"99999999999999999999999999:0,0",
			`column 1: side 999999999999999999999999..., want a number from 2 to 64`},
		{"4x4:0,0:0,1", `column 2: unexpected "x", want ":"`},
		{"4", `column 2: unexpected end, want ":"`},
		{"4:", `column 3: unexpected end, want column, a number from 0 to 3`},
		{"4:4,0:0,0", `column 3: column 4, want a number from 0 to 3`},
		{"4:0;0:0,0", `column 4: unexpected ";", want ","`},
		{"4:0,4:0,0", `column 5: row 4, want a number from 0 to 3`},
		{"4:0,é:0,0", `column 5: unexpected "é", want row, a number from 0 to 3`},
		{"4:0,0", `column 6: unexpected end, want ":"`},
		{"4:0,0,1:1", `column 6: unexpected ",", want ":"`},
		{"4:0,0:", `column 7: unexpected end, want column, a number from 0 to 3`},
		{"4:0,0:1", `column 8: unexpected end, want ","`},
		{"4:0,0:1,1:", `column 11: unexpected end, want column, a number from 0 to 3`},
		{"4:0,0:1,1 ", `column 10: unexpected " ", want ":"`},
		{"4:0,0:1,1\n", `column 10: unexpected "\n", want ":"`},
		{"4:0,0:1,1:0,0", `column 11: pawn 1 on 0,0, under the knight: want another cell`},
		{"4:0,0:1,1:2,2:1,1", `column 15: pawns 0 and 2 on 1,1: want two different cells`},
		{fifteen + ":20,20", `column 73: one more pawn, want at most 15`},
		{"3:0,0:1,2:1,1", `column 11: pawn 1 on 1,1: want a cell that a knight on 0,0 can reach`},
		{"3:1,1:0,2", `column 7: pawn 0 on 0,2: want a cell that a knight on 1,1 can reach`},
		{"2:1,1:0,1", `column 7: pawn 0 on 0,1: want a cell that a knight on 1,1 can reach`},
	} {
		_, err := pawns.Parse(test.id, referee.Unreachable)
		var wrong *puzzle.SyntaxError
		require.ErrorAs(t, err, &wrong, test.id)
		require.True(t, strings.HasSuffix(err.Error(), test.want), "%s, want %s", err, test.want)
		require.NotContains(t, err.Error(), "\n")
	}
	_, err := pawns.Parse(fifteen, referee.Unreachable)
	require.NoError(t, err)
	_, err = pawns.Parse("3:0,0:1,1", nil)
	require.NoError(t, err, "without a check the shape is all that counts")
}

func TestIDRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 1000 {
		g := draw(rng, 4+rng.IntN(61), 1+rng.IntN(15))
		got, err := pawns.Parse(g.ID(), referee.Unreachable)
		require.NoError(t, err)
		require.Equal(t, g, got)
	}
}

func FuzzParse(f *testing.F) {
	for _, id := range []string{
		"50:1,1:0,0:3,4", "3:0,0:1,1", "2:0,0:1,1", "64:63,63:0,0", "4:0,0:0,0",
		"4:00,1:1,1", "4:é", ":", "",
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		g, err := pawns.Parse(id, referee.Unreachable)
		if err != nil {
			requireLine(t, err)
			return
		}
		require.NoError(t, g.Validate())
		require.Equal(t, id, g.ID())
		require.Nil(t, referee.Unreachable(g))
	})
}

// requireLine wants one line that says where the text is wrong.
func requireLine(t *testing.T, err error) {
	var wrong *puzzle.SyntaxError
	require.ErrorAs(t, err, &wrong)
	require.Positive(t, wrong.Column)
	require.NotContains(t, err.Error(), "\n")
	require.Less(t, len(err.Error()), 400)
}

func TestParseFile(t *testing.T) {
	text := "\uFEFF# three games\r\n" +
		"kx = 1, ky = 2, positions = [[0,0]]\r\n" +
		"\n \t\n" +
		"kx=0,ky=2,[[1,1],[2,2],[3,3]] # compact\n" +
		"  kx =  0 ,ky=\t0,positions=[ [ 1 , 2 ] , [ 2 , 4 ] ]  "
	games, err := pawns.ParseFile("f", strings.NewReader(text), referee.Unreachable)
	require.NoError(t, err)
	var ids []string
	for _, g := range games {
		ids = append(ids, g.ID())
	}
	require.Equal(t, []string{"50:1,2:0,0", "50:0,2:1,1:2,2:3,3", "50:0,0:1,2:2,4"}, ids)
}

func TestParseFileErrors(t *testing.T) {
	long := strings.Repeat(" ", 5000)
	for _, test := range []struct{ text, want string }{
		{"", `f:1:1: no game, want a line such as kx = 1, ky = 1, positions = [[0,0]]`},
		{"# nothing\n\n",
			`f:3:1: no game, want a line such as kx = 1, ky = 1, positions = [[0,0]]`},
		{"50:1,1:0,0", `f:1:1: unexpected "5", want kx`},
		{"\n ky=1", `f:2:2: unexpected ky, want kx`},
		{"kxy=1", `f:1:1: unexpected kxy, want kx`},
		{"kx 1", `f:1:4: unexpected "1", want "="`},
		{"kx=,", `f:1:4: unexpected ",", want kx, a number from 0 to 49`},
		{"kx=50,ky=1,[[0,0]]", `f:1:4: kx 50, want a number from 0 to 49`},
		{"kx=01,ky=1,[[0,0]]", `f:1:4: kx 01, want a number without leading zeros`},
		{"kx=1 ky=1,[[0,0]]", `f:1:6: unexpected "k", want ","`},
		{"kx=1,kx=1,[[0,0]]", `f:1:6: unexpected kx, want ky`},
		{"kx=1,ky=-1,[[0,0]]", `f:1:9: unexpected "-", want ky, a number from 0 to 49`},
		{"kx=1,ky=1", `f:1:10: unexpected end, want ","`},
		{"kx=1,ky=1,", `f:1:11: unexpected end, want "["`},
		{"kx=1,ky=1,pos=[[0,0]]", `f:1:11: unexpected pos, want positions`},
		{"kx=1,ky=1,positions [[0,0]]", `f:1:21: unexpected "[", want "="`},
		{"kx=1,ky=1,[]", `f:1:12: unexpected "]", want "["`},
		{"kx=1,ky=1,[[0,0]", `f:1:17: unexpected end, want "]"`},
		{"kx=1,ky=1,[[0,0] [1,2]]", `f:1:18: unexpected "[", want "]"`},
		{"kx=1,ky=1,[[0,0],]", `f:1:18: unexpected "]", want "["`},
		{"kx=1,ky=1,[[0,50]]", `f:1:15: row 50, want a number from 0 to 49`},
		{"kx=1,ky=1,[[0,0,0]]", `f:1:16: unexpected ",", want "]"`},
		{"kx=1,ky=1,[[0,0]]]", `f:1:18: unexpected "]", want the end of the line`},
		{"kx=1,ky=1,[[0,0]]\rkx", `f:1:18: unexpected "\r", want the end of the line`},
		{"kx=1,ky=1,[[0,0],[1,1]]", `f:1:19: pawn 1 on 1,1, under the knight: want another cell`},
		{"#\nkx=1,ky=1,[[0,0],[ 0,0]]", `f:2:20: pawns 0 and 1 on 0,0: want two different cells`},
		{"kx=1,ky=1,[[0,0]]\n" + long, `f:2:1: a longer line, want at most 4096 bytes`},
	} {
		_, err := pawns.ParseFile("f", strings.NewReader(test.text), referee.Unreachable)
		require.EqualError(t, err, test.want)
	}
}

// A game that cannot be played is named by the pawn's place in the file. On 50x50 a knight reaches
// every cell, so the check is one of the test's own.
func TestParseFileChecks(t *testing.T) {
	check := func(g *pawns.Game) *pawns.Unreachable {
		if len(g.Pawns) > 1 {
			return g.Unreachable(1)
		}
		return nil
	}
	text := "kx=1,ky=1,[[0,0]]\nkx=1,ky=1,[[0,0], [7,8]]"
	_, err := pawns.ParseFile("f", strings.NewReader(text), check)
	require.EqualError(t, err, "f:2:20: pawn 1 on 7,8: want a cell that a knight on 1,1 can reach")
}

func TestParseFileReadError(t *testing.T) {
	broken := errors.New("broken")
	_, err := pawns.ParseFile("f", iotest.ErrReader(broken), nil)
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "f:1: broken")
}

// fileLine writes a game in the form that a file has.
func fileLine(g *pawns.Game) string {
	var list []string
	for _, c := range g.Pawns {
		list = append(list, fmt.Sprintf("[%d,%d]", c.X, c.Y))
	}
	const format = "kx = %d, ky = %d, positions = [%s]\n"
	return fmt.Sprintf(format, g.Knight.X, g.Knight.Y, strings.Join(list, ","))
}

func FuzzParseFile(f *testing.F) {
	f.Add("kx = 1, ky = 1, positions = [[0,0]]\n")
	f.Add("# x\r\nkx=1,ky=1,[[0,0],[49,49]]#\n\nkx=0,ky=2,[[1,1]]")
	f.Add("kx=1,ky=1,[[1,1]]")
	f.Add("kx")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := pawns.ParseFile("f", strings.NewReader(text), referee.Unreachable)
		if err != nil {
			requireLine(t, err)
			return
		}
		require.NotEmpty(t, games)
		again := ""
		for _, g := range games {
			require.NoError(t, g.Validate())
			again += fileLine(g)
		}
		got, err := pawns.ParseFile("f", strings.NewReader(again), referee.Unreachable)
		require.NoError(t, err)
		require.Equal(t, games, got)
	})
}

func TestMarks(t *testing.T) {
	seen := map[byte]bool{}
	for pawn := range pawns.MaxPawns {
		mark := pawns.Mark(pawn)
		seen[mark] = true
		got, ok := pawns.Marked(mark)
		require.True(t, ok)
		require.Equal(t, pawn, got)
	}
	for mark := range 256 {
		_, ok := pawns.Marked(byte(mark))
		require.Equal(t, seen[byte(mark)], ok, "%q", mark)
	}
}

func TestParseLine(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "201": "201", " 2 0\t1 ": "201", "e d": "ed", "00": "00",
	} {
		got, err := pawns.ParseLine(text)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	for text, want := range map[string]string{
		"f":    `solution: column 1: unknown pawn "f", want 0 to 9 or a to e`,
		"0 A":  `solution: column 3: unknown pawn "A", want 0 to 9 or a to e`,
		"0,1":  `solution: column 2: unknown pawn ",", want 0 to 9 or a to e`,
		"01é":  `solution: column 3: unknown pawn "é", want 0 to 9 or a to e`,
		"01\n": `solution: column 3: unknown pawn "\n", want 0 to 9 or a to e`,
	} {
		_, err := pawns.ParseLine(text)
		require.EqualError(t, err, want)
	}
}

func FuzzParseLine(f *testing.F) {
	f.Add("2 0 1")
	f.Add("201e")
	f.Add("é")
	f.Fuzz(func(t *testing.T, text string) {
		line, err := pawns.ParseLine(text)
		if err != nil {
			requireLine(t, err)
			return
		}
		got, err := pawns.ParseLine(pawns.FormatLine(line))
		require.NoError(t, err)
		require.Equal(t, line, got)
		require.Equal(t, pawns.FormatLine(line), strings.Join(strings.Split(string(line), ""), " "))
	})
}
