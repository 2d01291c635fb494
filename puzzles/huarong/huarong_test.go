package huarong

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
)

// random returns a random valid case of a size with two cells or more.
func random(r *rand.Rand, rows, cols int) *Case {
	c := &Case{Board: Board{Rows: rows, Cols: cols}}
	for {
		for cell := range c.Size() {
			c.SetFree(cell, r.IntN(3) > 0)
		}
		c.Hole, c.Piece, c.Target = r.IntN(c.Size()), r.IntN(c.Size()), r.IntN(c.Size())
		if c.Validate() == nil {
			return c
		}
	}
}

// sizes are sizes of boards, few of them square.
var sizes = [][2]int{
	{1, 2}, {2, 1}, {1, 9}, {2, 3}, {3, 2}, {3, 3}, {4, 7}, {30, 29}, {64, 1}, {63, 64}, {64, 64},
}

func TestIDRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range sizes {
		for range 20 {
			c := random(r, size[0], size[1])
			got, err := Parse(c.String())
			require.NoError(t, err)
			require.Equal(t, c, got)
		}
	}
}

// TestID reads an ID and finds each thing where it is written.
func TestID(t *testing.T) {
	c, err := Parse("0111/0110/0100:3,2,1,3,2,2")
	require.NoError(t, err)
	want := &Case{Board: Board{Rows: 3, Cols: 4}, Hole: 9, Piece: 2, Target: 5}
	want.Free[0], want.Free[1], want.Free[2] = 0b1110, 0b0110, 0b0010
	require.Equal(t, want, c)
	require.Equal(t, 6, c.FreeCount())
	require.Equal(t, 12, c.Size())
	for cell, digit := range []byte("011101100100") {
		require.Equal(t, digit == '1', c.IsFree(cell))
	}
}

func TestIDErrors(t *testing.T) {
	for _, test := range []struct {
		id     string
		column int
		msg    string
	}{
		{"", 1, `unexpected end, want a cell 0 or 1`},
		{"x", 1, `unexpected "x", want a cell 0 or 1`},
		{"11", 3, `unexpected end, want a cell 0 or 1, / or :`},
		{"11/", 4, `unexpected end, want a cell 0 or 1`},
		{"11//11", 4, `unexpected "/", want a cell 0 or 1`},
		{"112", 3, `unexpected "2", want a cell 0 or 1, / or :`},
		{"111/11:1,1,1,2,1,2", 7, `2 cells in a row, want 3 as in the first`},
		{"1/11", 4, `a row goes on, want 1 cell as in the first`},
		{"11:", 4, `unexpected end, want row of the hole, a number from 1 to 1`},
		{"11:0,1,1,2,1,1", 4, `row of the hole 0, want a number from 1 to 1`},
		{"11:1;1", 5, `unexpected ";", want a comma`},
		{"11:1,3,1,2,1,1", 6, `column of the hole 3, want a number from 1 to 2`},
		{"11:1,02,1,2,1,1", 6, `column of the hole 02, want a number without leading zeros`},
		{"11:1,1", 7, `unexpected end, want a comma`},
		{"11:1,1,1,", 10, `unexpected end, want column of the piece, a number from 1 to 2`},
		{"11:1,1,1,2,1,1,", 15, `unexpected ",", want the end`},
		{"11:1,1,1,1,1,2", 8, `piece at 1,1 where the hole is: want another cell`},
		{"011:1,1,1,2,1,3", 5, `hole at 1,1 on a fixed cell: want a free cell`},
		{"011:1,2,1,1,1,3", 9, `piece at 1,1 on a fixed cell: want a free cell`},
		{"11/10:1,1,1,2,2,2", 15, `target at 2,2 on a fixed cell: want a free cell`},
		{"11:1,1,1,2,1,é", 14, `unexpected "é", want column of the target, a number from 1 to 2`},
		{strings.Repeat("1", 65), 65, `a row goes on, want at most 64 cells`},
		{strings.Repeat("1/", 65), 129, `row 65, want at most 64 rows`},
		{
			"11:99999999999999999999", 4,
			`row of the hole 99999999999999999999, want a number from 1 to 1`,
		},
	} {
		_, err := Parse(test.id)
		var syntax *puzzle.SyntaxError
		require.ErrorAs(t, err, &syntax)
		name := "case " + puzzle.Shown(test.id, puzzle.MaxShownID)
		want := puzzle.SyntaxError{Name: name, Column: test.column, Msg: test.msg}
		require.Equal(t, want, *syntax)
	}
	_, err := Parse("")
	require.EqualError(t, err, `case "": column 1: unexpected end, want a cell 0 or 1`)
}

func FuzzParse(f *testing.F) {
	for _, id := range []string{
		"0111/0110/0100:3,2,1,2,2,2", "11:1,1,1,2,1,1", "1/1:1,1,2,1,2,1", "11:1,1,1,1,1,1", "11/1",
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		c, err := Parse(id)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NoError(t, c.Validate())
		require.Equal(t, id, c.String())
	})
}

func TestValidate(t *testing.T) {
	good := func() *Case {
		c, err := Parse("011/111:1,2,2,3,1,3")
		require.NoError(t, err)
		return c
	}
	require.NoError(t, good().Validate())
	for _, test := range []struct {
		change func(c *Case)
		want   string
	}{
		{func(c *Case) { c.Rows = 0 }, "a board of 0x3: want sides of 1 to 64"},
		{func(c *Case) { c.Rows = 65 }, "a board of 65x3: want sides of 1 to 64"},
		{func(c *Case) { c.Cols = 0 }, "a board of 2x0: want sides of 1 to 64"},
		{func(c *Case) { c.Cols = 65 }, "a board of 2x65: want sides of 1 to 64"},
		{
			func(c *Case) { c.Free[0] |= 8 },
			"a free cell in row 1 beyond the board: want a board of 2x3",
		},
		{
			func(c *Case) { c.Free[2] = 1 },
			"a free cell in row 3 beyond the board: want a board of 2x3",
		},
		{func(c *Case) { c.Hole = -1 }, "hole on cell -1: want 0 to 5"},
		{func(c *Case) { c.Piece = 6 }, "piece on cell 6: want 0 to 5"},
		{func(c *Case) { c.Target = 6 }, "target on cell 6: want 0 to 5"},
		{func(c *Case) { c.Hole = 0 }, "hole at 1,1 on a fixed cell: want a free cell"},
		{func(c *Case) { c.Piece = 0 }, "piece at 1,1 on a fixed cell: want a free cell"},
		{func(c *Case) { c.Target = 0 }, "target at 1,1 on a fixed cell: want a free cell"},
		{func(c *Case) { c.Piece = c.Hole }, "piece at 1,2 where the hole is: want another cell"},
	} {
		c := good()
		test.change(c)
		require.EqualError(t, c.Validate(), test.want)
	}
	for _, change := range []func(c *Case){
		func(c *Case) { c.Target = c.Hole }, func(c *Case) { c.Target = c.Piece },
	} {
		c := good()
		change(c)
		require.NoError(t, c.Validate())
	}
}

func TestCloneSharesNothing(t *testing.T) {
	c, err := Parse("011/111:1,2,2,3,1,3")
	require.NoError(t, err)
	d := c.Clone()
	d.SetFree(0, true)
	d.Hole = 0
	require.Equal(t, "011/111:1,2,2,3,1,3", c.String())
	require.Equal(t, "111/111:1,1,2,3,1,3", d.String())
}

func TestPicture(t *testing.T) {
	for id, want := range map[string]string{
		"011/111:1,2,2,3,1,3": "# o t\n. . p\n",
		"011/111:1,2,2,3,1,2": "# O .\n. . p\n",
		"011/111:1,2,2,3,2,3": "# o .\n. . P\n",
	} {
		c, err := Parse(id)
		require.NoError(t, err)
		require.Equal(t, want, Picture(c))
	}
}

// sample is the sample of the contest (NOIP 2013, day 2, problem 3).
const sample = "3 4 2\n0 1 1 1\n0 1 1 0\n0 1 0 0\n3 2 1 2 2 2\n1 2 2 2 3 2\n"

// sampleIDs are its cases.
var sampleIDs = []string{"0111/0110/0100:3,2,1,2,2,2", "0111/0110/0100:1,2,2,2,3,2"}

// idsOf reads a contest file.
func idsOf(t *testing.T, text string) (ids []string) {
	cases, err := ParseContest("file", strings.NewReader(text))
	require.NoError(t, err)
	for _, c := range cases {
		require.NoError(t, c.Validate())
		ids = append(ids, c.String())
	}
	return ids
}

func TestContestFile(t *testing.T) {
	kept, err := os.ReadFile("testdata/noip2013.txt")
	require.NoError(t, err)
	require.Equal(t, sample, string(kept))
	for name, text := range map[string]string{
		"as it is":          sample,
		"without last end":  strings.TrimSuffix(sample, "\n"),
		"CRLF":              strings.ReplaceAll(sample, "\n", "\r\n"),
		"byte-order mark":   "\uFEFF" + sample,
		"trailing blanks":   strings.ReplaceAll(sample, "\n", " \t \n"),
		"leading blanks":    "\t " + strings.ReplaceAll(sample, "\n", "\n  "),
		"empty lines":       "\n \n" + strings.ReplaceAll(sample, "\n", "\n\n") + "\n\t\r\n",
		"tabs":              strings.ReplaceAll(sample, " ", "\t"),
		"rows without gaps": "3 4 2\n0111\n0110\n01 0\t0\n3 2 1 2 2 2\n1 2 2 2 3 2\n",
	} {
		require.Equal(t, sampleIDs, idsOf(t, text), name)
	}
}

// TestContestCasesShareNothing changes one case of a file and looks at the other.
func TestContestCasesShareNothing(t *testing.T) {
	cases, err := ParseContest("file", strings.NewReader(sample))
	require.NoError(t, err)
	cases[0].SetFree(0, true)
	cases[0].Target = 0
	require.Equal(t, sampleIDs[1], cases[1].String())
}

func TestContestFileErrors(t *testing.T) {
	const board = "2 3 1\n111\n1 1 0\n"
	for text, want := range map[string]string{
		"":                          "f:1:1: the file ends, want rows, columns and queries",
		"\n\n":                      "f:2:1: the file ends, want rows, columns and queries",
		"3 4":                       "f:1:4: the line ends, want the number of queries",
		"3 4 2 1":                   `f:1:7: unexpected "1", want the end of the line`,
		"3 x 2":                     "f:1:3: number of columns x, want a number from 1 to 64",
		"0 4 2":                     "f:1:1: number of rows 0, want a number from 1 to 64",
		"3 65 2":                    "f:1:3: number of columns 65, want a number from 1 to 64",
		"3 4 0":                     "f:1:5: number of queries 0, want a number from 1 to 100000",
		"3 é -1":                    "f:1:3: number of columns é, want a number from 1 to 64",
		"é é é é":                   `f:1:7: unexpected "é", want the end of the line`,
		"2 3 1\n111\n":              "f:2:1: the file ends, want row 2 of 2",
		"2 3 1\n112\n":              `f:2:3: unexpected "2", want a cell 0 or 1`,
		"2 3 1\n11\n":               "f:2:3: 2 cells in the row, want 3",
		"2 3 1\n1 1 1 1\n":          "f:2:7: the row goes on, want 3 cells",
		"2 3 1\n11\r1\n":            `f:2:3: unexpected "\r", want a cell 0 or 1`,
		board:                       "f:3:1: the file ends, want query 1 of 1",
		board + "1 1 1 2 1":         "f:4:10: the line ends, want the column of the target",
		board + "1 1 1 2 1 3 4":     `f:4:13: unexpected "4", want the end of the line`,
		board + "1 1 1 2 3 1":       "f:4:9: row of the target 3, want a number from 1 to 2",
		board + "1 1 1 4 1 1":       "f:4:7: column of the piece 4, want a number from 1 to 3",
		board + "+1 1 1 2 1 1":      "f:4:1: row of the hole +1, want a number from 1 to 2",
		board + "2 3 1 2 1 1":       "f:4:1: hole at 2,3 on a fixed cell: want a free cell",
		board + "1 1 2 3 1 1":       "f:4:5: piece at 2,3 on a fixed cell: want a free cell",
		board + "1 1 1 1 1 2":       "f:4:5: piece at 1,1 where the hole is: want another cell",
		board + "1 1 1 2 2 3":       "f:4:9: target at 2,3 on a fixed cell: want a free cell",
		board + "1 1 1 2 1 1\n\n x": `f:6:2: unexpected "x", want the end of the file`,
		"\x00":                      "f:1:2: the line ends, want the number of columns",

		// the numbers
		"3 4 999999": "f:1:5: number of queries 999999, want a number from 1 to 100000",
		"03 4 2":     "f:1:1: number of rows 03, want a number without leading zeros",
	} {
		_, err := ParseContest("f", strings.NewReader(text))
		require.EqualError(t, err, want, "%q", text)
		var syntax *puzzle.SyntaxError
		require.ErrorAs(t, err, &syntax)
	}
}

func TestContestFileTooLarge(t *testing.T) {
	_, err := ParseContest("f", strings.NewReader(strings.Repeat("\n", maxFileSize+1)))
	require.EqualError(t, err, "f:1:1: a file of more than 4194304 bytes, want less")
	fits := strings.Repeat("\n", maxFileSize-len(sample)) + sample
	_, err = ParseContest("f", strings.NewReader(fits))
	require.NoError(t, err)
}

func TestContestFileUnreadable(t *testing.T) {
	broken := errors.New("broken")
	_, err := ParseContest("f", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "f: ")
}

// contestFile writes cases of one board as a contest file.
func contestFile(cases []*Case) string {
	rows, _, _ := strings.Cut(cases[0].String(), ":")
	lines := strings.Split(rows, "/")
	for _, c := range cases {
		_, query, _ := strings.Cut(c.String(), ":")
		lines = append(lines, strings.ReplaceAll(query, ",", " "))
	}
	header := fmt.Sprintf("%d %d %d\n", cases[0].Rows, cases[0].Cols, len(cases))
	return header + strings.Join(lines, "\n") + "\n"
}

// FuzzParseContest reads files. What is read is written and read again.
func FuzzParseContest(f *testing.F) {
	f.Add(sample)
	f.Add("1 2 2\n1 1\n1 1 1 2 1 1\r\n1 2 1 1 1 1")
	f.Add("1 2 1\n11\n1 1 1 1 1 1")
	f.Add("\uFEFF2 1 1\n1\n0\n")
	f.Fuzz(func(t *testing.T, text string) {
		cases, err := ParseContest("f", strings.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		for _, c := range cases {
			require.NoError(t, c.Validate())
			require.Equal(t, cases[0].Board, c.Board)
		}
		again, err := ParseContest("f", strings.NewReader(contestFile(cases)))
		require.NoError(t, err)
		require.Equal(t, cases, again)
	})
}

func TestSlides(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "  \t": "", "UDLR": "UDLR", " U  D\tLR ": "UDLR",
	} {
		got, err := ParseSlides(text)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	require.Equal(t, "", FormatSlides(nil))
	require.Equal(t, "U", FormatSlides([]byte("U")))
	require.Equal(t, "U D L R", FormatSlides([]byte("UDLR")))
	for text, want := range map[string]string{
		"x":   `solution: column 1: unknown slide "x", want U, D, L or R`,
		"U u": `solution: column 3: unknown slide "u", want U, D, L or R`,
		"Ué":  `solution: column 2: unknown slide "é", want U, D, L or R`,
		"U\n": `solution: column 2: unknown slide "\n", want U, D, L or R`,
	} {
		_, err := ParseSlides(text)
		require.EqualError(t, err, want)
	}
}

func FuzzParseSlides(f *testing.F) {
	f.Add("U D L R")
	f.Add("UU x")
	f.Fuzz(func(t *testing.T, text string) {
		slides, err := ParseSlides(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.Equal(t, strings.NewReplacer(" ", "", "\t", "").Replace(text), string(slides))
		again, err := ParseSlides(FormatSlides(slides))
		require.NoError(t, err)
		require.Equal(t, slides, again)
	})
}
