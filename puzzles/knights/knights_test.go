package knights

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
)

// TestGoal spells goals of several sizes. That of 5x5 is the contest's (SCOI 2005); the others are
// what the size's whole space has always been explored from.
func TestGoal(t *testing.T) {
	for _, want := range []string{
		"11111/01111/00*11/00001/00000",
		"111/0*1/000",
		"1111/00*1/0000",
		"111/011/0*1/000",
		"1111/0111/00*1/0000",
		"1*", "1/*", "11*00", "111/0*0",
	} {
		rows := strings.Count(want, "/") + 1
		goal := Goal(rows, strings.IndexByte(want+"/", '/'))
		require.Equal(t, want, goal.String())
		require.NoError(t, goal.Validate())
		require.True(t, goal.IsGoal())
	}
}

// sizes are all sizes of boards.
func sizes() (list [][2]int) {
	for rows := range MaxCells + 2 {
		for cols := range MaxCells + 2 {
			if IsSize(rows, cols) {
				list = append(list, [2]int{rows, cols})
			}
		}
	}
	return list
}

// shuffled returns the goal of a size with its cells in random order.
func shuffled(random *rand.Rand, rows, cols int) *Board {
	goal := Goal(rows, cols)
	b := &Board{Rows: rows, Cols: cols}
	for from, to := range random.Perm(goal.Size()) {
		if from == goal.Hole {
			b.Hole = to
		}
		b.Black |= goal.Black >> from & 1 << to
	}
	return b
}

// TestAllSizes takes goals and random boards of every size through their IDs and pictures, and
// names all of their cells.
func TestAllSizes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	require.Len(t, sizes(), 246, "the divisors of 2 to 58")
	for _, size := range sizes() {
		goal, b := Goal(size[0], size[1]), shuffled(random, size[0], size[1])
		for _, b := range []*Board{&goal, b, b.Clone()} {
			require.NoError(t, b.Validate())
			again, err := Parse(b.String())
			require.NoError(t, err)
			require.Equal(t, b, again)
			picture := strings.Split(Picture(b), "\n")
			require.Len(t, picture, b.Rows+2)
			for cell := range b.Size() {
				row, col, ok := Place(string(AppendJump(nil, b.Cols, cell)))
				require.True(t, ok)
				require.Equal(t, cell, row*b.Cols+col)
				require.Equal(t, b.At(cell), picture[row+1][2*col+2])
			}
		}
	}
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		board Board
		want  string
	}{
		{Board{}, "a board of 0x0: want 2 to 58 cells"},
		{Board{Rows: 1, Cols: 1}, "a board of 1x1: want 2 to 58 cells"},
		{Board{Rows: 8, Cols: 8}, "a board of 8x8: want 2 to 58 cells"},
		{Board{Rows: -5, Cols: -5}, "a board of -5x-5: want 2 to 58 cells"},
		{
			Board{Rows: 1 << 32, Cols: 1 << 32},
			"a board of 4294967296x4294967296: want 2 to 58 cells",
		},
		{Board{Rows: 2, Cols: 3, Hole: 6}, "hole on cell 6: want 0 to 5"},
		{Board{Rows: 2, Cols: 3, Hole: -1}, "hole on cell -1: want 0 to 5"},
		{
			Board{Rows: 2, Cols: 3, Black: 64},
			"a black knight beyond the last cell: want cells 0 to 5",
		},
		{
			Board{Rows: 2, Cols: 3, Hole: 2, Black: 4},
			"a black knight on cell 2: want none where the hole is",
		},
		{
			Board{Rows: 2, Cols: 3, Black: 4},
			"1 black and 4 white knights, want 3 and 2 as in the goal",
		},
		{
			Board{Rows: 2, Cols: 3, Black: 62},
			"5 black and 0 white knights, want 3 and 2 as in the goal",
		},
		{
			Board{Rows: 5, Cols: 5, Black: 1<<25 - 2},
			"24 black and 0 white knights, want 12 and 12 as in the goal",
		},
		{
			Board{Rows: 2, Cols: 29, Black: 1 << 58},
			"a black knight beyond the last cell: want cells 0 to 57",
		},
		{Board{Rows: 29, Cols: 2}, "0 black and 57 white knights, want 28 and 29 as in the goal"},
		{
			Board{Rows: 3, Cols: 2, Hole: 5, Black: 32},
			"a black knight on cell 5: want none where the hole is",
		},
		{Board{Rows: 5, Cols: 5, Hole: 25}, "hole on cell 25: want 0 to 24"},
		{Board{Rows: 1, Cols: 59}, "a board of 1x59: want 2 to 58 cells"},
		{Board{Rows: 59, Cols: 1}, "a board of 59x1: want 2 to 58 cells"},
		{Board{Rows: 0, Cols: 58}, "a board of 0x58: want 2 to 58 cells"},
		{
			Board{Rows: 5, Cols: 5, Black: 1<<12 - 2},
			"11 black and 13 white knights, want 12 and 12 as in the goal",
		},
	} {
		require.EqualError(t, test.board.Validate(), test.want)
	}
}

func TestParseRefuses(t *testing.T) {
	for id, want := range map[string]string{
		"":         `case "": column 1: unexpected end, want a cell 0, 1 or *`,
		"*":        "case *: column 2: a board of 1 cell, want 2 to 58",
		"1*/":      "case 1*/: column 4: unexpected end, want a cell 0, 1 or *",
		"1*//":     `case 1*//: column 4: unexpected "/", want a cell 0, 1 or *`,
		"/1*":      `case /1*: column 1: unexpected "/", want a cell 0, 1 or *`,
		"1x":       `case 1x: column 2: unexpected "x", want a cell 0, 1 or *`,
		"1* ":      `case 1* : column 3: unexpected " ", want a cell 0, 1 or *`,
		"1é":       `case 1é: column 2: unexpected "é", want a cell 0, 1 or *`,
		"1\xff":    `case "1\xff": column 2: unexpected "\xff", want a cell 0, 1 or *`,
		"111/0*":   "case 111/0*: column 7: 2 cells in a row, want 3 as in the first",
		"111/0*00": "case 111/0*00: column 8: a row goes on, want 3 cells as in the first",
		"111/0":    "case 111/0: column 6: 1 cell in a row, want 3 as in the first",
		"111/000":  "case 111/000: column 8: unexpected end, want a hole * before it",
		"1*1/0*0":  "case 1*1/0*0: column 6: a second hole, want one *",
		"1*1/110": "case 1*1/110: column 8: 4 black and 1 white knights, " +
			"want 3 and 2 as in the goal",
		"1*1/000": "case 1*1/000: column 8: 2 black and 3 white knights, " +
			"want 3 and 2 as in the goal",
		"5x5": `case 5x5: column 1: unexpected "5", want a cell 0, 1 or *`,
	} {
		_, err := Parse(id)
		require.EqualError(t, err, want)
		var syntax *puzzle.SyntaxError
		require.ErrorAs(t, err, &syntax)
	}
	_, err := Parse(strings.Repeat("1", 59))
	require.ErrorContains(t, err, "column 59: the board goes on, want at most 58 cells")
	_, err = Parse(strings.Repeat("1/", 58) + "1")
	require.ErrorContains(t, err, "column 117: the board goes on, want at most 58 cells")
}

func FuzzParse(f *testing.F) {
	f.Add("10110/01*11/10111/01001/00000")
	f.Add("0111/*100/0011")
	f.Add("1*")
	f.Add("1*1/0*0")
	f.Fuzz(func(t *testing.T, id string) {
		b, err := Parse(id)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			require.Nil(t, b)
			return
		}
		require.NoError(t, b.Validate())
		require.Equal(t, id, b.String())
	})
}

// sample is the contest's sample (SCOI 2005).
const sample = "2\n10110\n01*11\n10111\n01001\n00000\n01011\n110*1\n01110\n01010\n00100\n"

// sampleIDs are its boards.
var sampleIDs = []string{"10110/01*11/10111/01001/00000", "01011/110*1/01110/01010/00100"}

func TestContestFile(t *testing.T) {
	shipped, err := os.ReadFile("testdata/knights.txt")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"shipped":          string(shipped),
		"sample":           sample,
		"carriage returns": strings.ReplaceAll(sample, "\n", "\r\n"),
		"byte-order mark":  "\uFEFF" + sample,
		"empty lines":      "\n \n" + strings.ReplaceAll(sample, "\n", "\n\n\t\n"),
		"blanks":           " " + strings.ReplaceAll(sample, "\n", " \t\n\t"),
		"no end":           strings.TrimSuffix(sample, "\n"),
	} {
		list, err := ParseContest("boards.txt", strings.NewReader(text))
		require.NoError(t, err, name)
		require.Len(t, list, 2, name)
		for i, b := range list {
			require.Equal(t, sampleIDs[i], b.String(), name)
		}
	}
}

func TestContestFileRefuses(t *testing.T) {
	const name = "boards.txt:"
	board := "10110\n01*11\n10111\n01001\n00000\n"
	for text, want := range map[string]string{
		"":                     "1:1: the file ends, want the number of boards",
		"\n\n":                 "2:1: the file ends, want the number of boards",
		"x":                    "1:1: number of boards x, want 1 to 100000",
		"\n 0":                 "2:2: number of boards 0, want 1 to 100000",
		"01\n" + board:         "1:1: number of boards 01, want 1 to 100000",
		"+1\n" + board:         "1:1: number of boards +1, want 1 to 100000",
		"100001":               "1:1: number of boards 100001, want 1 to 100000",
		"1 2":                  "1:1: number of boards 1 2, want 1 to 100000",
		"1":                    "1:1: the file ends, want row 1 of board 1 of 1",
		"2\n" + board:          "6:1: the file ends, want row 1 of board 2 of 2",
		"1\n10110\n01*11\n":    "3:1: the file ends, want row 3 of board 1 of 1",
		"1\n1011\n":            "2:5: 4 cells in the row, want 5",
		"1\n 101101\n":         "2:7: the row goes on, want 5 cells",
		"1\n10210\n":           `2:3: unexpected "2", want a cell 0, 1 or *`,
		"1\n1\u00a00110\n":     `2:2: unexpected "\u00a0", want a cell 0, 1 or *`,
		"1\n10110\n\n01*1*":    "4:5: a second hole, want one *",
		"1\n" + board + "1":    `7:1: unexpected "1", want the end of the file`,
		"1\n" + board + "\xff": `7:1: unexpected "\xff", want the end of the file`,
		"1\n" + strings.Replace(board, "*", "1", 1): "6:6: board 1 of 1 ends " +
			"without a hole, want one *",
		"1\n" + strings.Replace(board, "1*", "0*", 1): "6:6: board 1 of 1: " +
			"11 black and 13 white knights, want 12 and 12 as in the goal",
	} {
		_, err := ParseContest("boards.txt", strings.NewReader(text))
		require.EqualError(t, err, name+want, "%q", text)
	}
	_, err := ParseContest("boards.txt", strings.NewReader(strings.Repeat(" ", maxFileSize+1)))
	require.EqualError(t, err, name+"1:1: a file of more than 4194304 bytes, want less")
	broken := errors.New("broken")
	_, err = ParseContest("boards.txt", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

func FuzzParseContest(f *testing.F) {
	f.Add(sample)
	f.Add("\uFEFF1\r\n10110 \r\n\t01*11\r\n10111\r\n\r\n01001\r\n00000")
	f.Add("1\n1011")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseContest("boards.txt", strings.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		for _, b := range list {
			require.NoError(t, b.Validate())
			again, err := Parse(b.String())
			require.NoError(t, err)
			require.Equal(t, b, again)
		}
	})
}

func TestJumps(t *testing.T) {
	for text, want := range map[string]string{
		"":              "",
		" \t":           "",
		"b4":            "b4",
		"b4d5c3":        "b4d5c3",
		"  b4\td5  c3 ": "b4d5c3",
		"AAZz01":        "AAZz01",
	} {
		jumps, err := ParseJumps(text)
		require.NoError(t, err)
		require.Equal(t, want, string(jumps))
	}
	require.Equal(t, "b4 d5 c3", FormatJumps([]byte("b4d5c3")))
	require.Equal(t, "", FormatJumps(nil))
	for text, want := range map[string]string{
		"b":     "column 2: unexpected end, want a column 1 to 9, A to Z or a to z",
		"b4 d":  "column 5: unexpected end, want a column 1 to 9, A to Z or a to z",
		"b 4":   `column 2: unexpected " ", want a column 1 to 9, A to Z or a to z`,
		"b0":    `column 2: unexpected "0", want a column 1 to 9, A to Z or a to z`,
		"b4,d5": `column 3: unexpected ",", want a row a to z, A to Z or 0 to 9`,
		"b4é":   `column 3: unexpected "é", want a row a to z, A to Z or 0 to 9`,
	} {
		_, err := ParseJumps(text)
		require.EqualError(t, err, "solution: "+want)
	}
	for _, name := range []string{"", "b", "b44", "b0", "-4", "44\n"} {
		_, _, ok := Place(name)
		require.False(t, ok, name)
	}
}

func FuzzParseJumps(f *testing.F) {
	f.Add("b4 d5 c3")
	f.Add("b4d5c")
	f.Add(" \tA1")
	f.Fuzz(func(t *testing.T, text string) {
		jumps, err := ParseJumps(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.Zero(t, len(jumps)%JumpSize)
		again, err := ParseJumps(FormatJumps(jumps))
		require.NoError(t, err)
		require.Equal(t, jumps, again)
		for i := 0; i < len(jumps); i += JumpSize {
			_, _, ok := Place(string(jumps[i : i+JumpSize]))
			require.True(t, ok)
		}
	})
}

func TestPicture(t *testing.T) {
	b, err := Parse("1*1/001")
	require.NoError(t, err)
	require.Equal(t, "  1 2 3\na 1 * 1\nb 0 0 1\n", Picture(b))
	require.Equal(t, "1 black knight, 0 white knight, * hole", Legend)
}
