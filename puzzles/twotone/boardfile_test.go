package twotone_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"exhaust/puzzles/twotone"
)

func TestFormatBoard(t *testing.T) {
	c, err := twotone.ParseID("2x3:BWRWBW:0:5:1,4,5:handover")
	if err != nil {
		t.Fatal(err)
	}
	want := "rule handover\nturn black\nBb  W*  R\nW   B*  Ww*\n"
	if got := c.FormatBoard(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	c.Rule, c.Turn = twotone.Strict, twotone.White
	c.Rows, c.Cols = 3, 2
	want = "rule strict\nturn white\nBb  W*\nR   W\nB*  Ww*\n"
	if got := c.FormatBoard(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := string(c.AppendBoard([]byte("# x\n"))); got != "# x\n"+want {
		t.Errorf("%s, want the board after what was there", got)
	}
}

func TestParseBoard(t *testing.T) {
	const (
		strict = "2x3:BWRWBW:0:5:1,4:strict"
		white  = "2x3:BWRWBW:0:5:1,4:handover:white"
		tall   = "3x1:RBW:2:0:2:strict"
	)
	for _, test := range []struct{ what, text, want string }{
		{"bare", "Bb W* R\nW B* Ww\n", strict},
		{"aligned", "Bb  W*  R\nW   B*  Ww\n", strict},
		{"no final newline", "Bb W* R\nW B* Ww", strict},
		{"CRLF", "Bb W* R\r\nW B* Ww\r\n", strict},
		{"CR", "Bb W* R\rW B* Ww\r", strict},
		{"CR and no final newline", "Bb W* R\rW B* Ww", strict},
		{"mixed line ends", "\r\n\n\r\rBb W* R\n\rW B* Ww\r\r\n", strict},
		{"CR, then LF", "# x\rBb W* R\nW B* Ww\n", strict},
		{"byte-order mark", "\uFEFFBb W* R\nW B* Ww\n", strict},
		{"byte-order mark before a setting", "\uFEFFrule strict\nBb W* R\nW B* Ww\n", strict},
		{"tabs and blanks", " \tBb\tW*  \tR \t\n\tW B*\tWw\t\n \t", strict},
		{"settings", "rule handover\nturn white\nBb W* R\nW B* Ww\n", white},
		{"settings the other way round", "\tturn  white \n\n rule\thandover# x\nBb W* R\nW B* Ww\n", white},
		{"the defaults said", "turn black\nrule strict\nBb W* R\nW B* Ww\n", strict},
		{"comments", "# ä\n#\n  # B\nBb W* R # Bb\n\n# x\nW B* Ww#\n# end", strict},
		{"a comment right after a cell", "Bb W* R#x\nW B* Ww#B", strict},
		{"blank lines", "\n \nBb W* R\n\n\t\nW B* Ww\n\n\n", strict},
		{"a column", "Rw\nB\nWb*\n", tall},
		{"a row", "Rw B Wb*\n", "1x3:RBW:2:0:2:strict"},
	} {
		c, err := twotone.ParseBoard("board", strings.NewReader(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.what, err)
		} else if got := c.ID(); got != test.want {
			t.Errorf("%s: %s, want %s", test.what, got, test.want)
		}
	}
}

// boardMistakes are board files with one mistake each, and the error's text
// after the name.
var boardMistakes = []struct{ text, want string }{
	// Files without a board.
	{"", `1:1: no cells, want at least two`},
	{"\uFEFF", `1:1: no cells, want at least two`},
	{"\n\n# x\n", `3:1: no cells, want at least two`},
	{"rule strict\nturn white", `2:1: no cells, want at least two`},
	{"\nBb\n\n", `3:1: a board of 1x1, want at least two cells`},
	// Pieces.
	{"B W R\nW B* Ww\n", `2:1: no black piece, want a b after a cell's letter`},
	{"B W R\r\nW B* Ww\r\n# x", `3:1: no black piece, want a b after a cell's letter`},
	{"Bb W R\nW B* W\n", `2:1: no white piece, want a w after a cell's letter`},
	{"Bb W R\nW B* W", `2:1: no white piece, want a w after a cell's letter`},
	{"Bb W R\nW Bb* Ww\n", `2:4: second black piece, want one`},
	{"Bb W Rw\n\n\tW B Ww\n", `3:7: second white piece, want one`},
	{"B Bbw R\nW B W\n", `1:5: two pieces on the cell "Bbw", want at most one`},
	{"B Wwb* R\nW B W\n", `1:5: two pieces on the cell "Wwb*", want at most one`},
	{"B Bbb R\nW B Ww\n", `1:5: two pieces on the cell "Bbb", want at most one`},
	// Stars.
	{"Bb W R\nW B** Ww\n", `2:5: two stars on the cell "B**", want at most one`},
	{"Bb W R\nW B Ww**\n", `2:8: two stars on the cell "Ww**", want at most one`},
	{"W B*b R\nW B Ww\n", `1:5: piece after the star in "B*b", want the piece first`},
	{"Bb * R\nW B Ww\n", `1:4: unknown cell "*", want B, W or R`},
	// Cells.
	{"Bb W R\nW X* Ww\n", `2:3: unknown cell "X*", want B, W or R`},
	{"Bb w R\nW B Ww\n", `1:4: unknown cell "w", want B, W or R`},
	{"Bb W , R\nW B Ww\n", `1:6: unknown cell ",", want B, W or R`},
	{"Bb WR\nW Ww\n", `1:5: unexpected "R" in "WR", want b, w, * or a blank`},
	{"W BbW\nW Ww\n", `1:5: unexpected "W" in "BbW", want * or a blank`},
	{"W B*ä\nW Ww\n", `1:5: unexpected "ä" in "B*ä", want a blank`},
	{"Bb\u00a0W\nW Ww\n", `1:3: unexpected "\u00a0" in "Bb\u00a0W", want * or a blank`},
	{"Bb W\n\uFEFFW Ww\n", `2:1: unknown cell "\ufeffW", want B, W or R`},
	{"\uFEFF\uFEFFBb W\nW Ww\n", `1:1: unknown cell "\ufeffBb", want B, W or R`},
	{"\uFEFFX", `1:1: unknown cell "X", want B, W or R`},
	{"Bb\vW\nW Ww\n", `1:3: unexpected "\v" in "Bb\vW", want * or a blank`},
	{"\x1b[2J", `1:1: unknown cell "\x1b[2J", want B, W or R`},
	{"Bb W\u2028", `1:5: unexpected "\u2028" in "W\u2028", want b, w, * or a blank`},
	// Ragged rows.
	{"Bb W R\nW Ww\n", `2:5: 2 cells in a row, want 3 as in the first row`},
	{"Bb W R\nWw # x\n", `2:4: 1 cell in a row, want 3 as in the first row`},
	{"Bb W R\nWw", `2:3: 1 cell in a row, want 3 as in the first row`},
	{"Bb W R\rWw\r", `2:3: 1 cell in a row, want 3 as in the first row`},
	{"Bb W\n# ä\nWw R B\n", `3:6: 3 cells in a row, want 2 as in the first row`},
	{"Bb\nWw\nW B\n", `3:3: 2 cells in a row, want 1 as in the first row`},
	// Line ends.
	{"\r\n\nX", `3:1: unknown cell "X", want B, W or R`},
	{"\n\r\n\rX", `4:1: unknown cell "X", want B, W or R`},
	{"\r\r \n X", `4:2: unknown cell "X", want B, W or R`},
	// Settings.
	{"rule strict\nrule strict\nBb Ww\n", `2:1: second rule line, want at most one`},
	{"turn white\n\n turn black\nBb Ww\n", `3:2: second turn line, want at most one`},
	{"Bb Ww\nrule strict\n", `2:1: rule line after a row, want it before the rows`},
	{"Bb Ww\nturn white\n", `2:1: turn line after a row, want it before the rows`},
	{"rule lax\nBb Ww\n", `1:6: unknown rule "lax", want strict or handover`},
	{"rule Strict\nBb Ww\n", `1:6: unknown rule "Strict", want strict or handover`},
	{"rule black\nBb Ww\n", `1:6: unknown rule "black", want strict or handover`},
	{"turn red\nBb Ww\n", `1:6: unknown turn "red", want black or white`},
	{"turn rainbow\nBb Ww\n", `1:6: unknown turn "rainbow", want black or white`},
	{"rule\nBb Ww\n", `1:5: no rule, want strict or handover`},
	{"turn # white\nBb Ww\n", `1:6: no turn, want black or white`},
	{"rule", `1:5: no rule, want strict or handover`},
	{"rule strict x\nBb Ww\n", `1:13: "x" after the rule, want the end of the line`},
	{"turn white Bb Ww\n", `1:12: "Bb" after the turn, want the end of the line`},
	{"Rule strict\nBb Ww\n", `1:2: unexpected "u" in "Rule", want b, w, * or a blank`},
	{"rules strict\nBb Ww\n", `1:1: unknown cell "rules", want B, W or R`},
	{"Bb rule Ww\n", `1:4: unknown cell "rule", want B, W or R`},
	// Bytes that are not text.
	{"Bb\x00 W R\n", `1:3: a NUL byte, want text`},
	{"# ä\x00\nBb Ww\n", `1:4: a NUL byte, want text`},
	{"\x00", `1:1: a NUL byte, want text`},
	{"Bb Ww\n\xff\n", `2:1: invalid UTF-8, want text`},
	{"Bb Ww # \xe2\x82\n", `1:9: invalid UTF-8, want text`},
	{"Bb Ww\r\n\xed\xa0\x80", `2:1: invalid UTF-8, want text`},
	{"\xff\xfeB\x00", `1:1: invalid UTF-8, want text`},
	{"rule \xff", `1:6: invalid UTF-8, want text`},
	{"rule strict \xff", `1:13: invalid UTF-8, want text`},
}

func TestParseBoardErrors(t *testing.T) {
	for _, test := range boardMistakes {
		want := "a.txt:" + test.want
		c, err := twotone.ParseBoard("a.txt", strings.NewReader(test.text))
		if err == nil || err.Error() != want || c != nil {
			t.Errorf("%q: %v\nwant %s", test.text, err, want)
			continue
		}
		checkSyntaxError(t, err)
	}
}

func TestParseBoardErrorsShort(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("X", 100_000),
		"B" + strings.Repeat("ä", 100_000),
		"W*" + strings.Repeat("\x01", 100_000),
		"rule " + strings.Repeat("\u2028", 100_000),
		"rule strict " + strings.Repeat("\U000E0001", 100_000),
		"Bb Ww\n" + strings.Repeat("#", 1<<21),
	} {
		_, err := twotone.ParseBoard(strings.Repeat("\x01", 1000), strings.NewReader(text))
		checkSyntaxError(t, err)
	}
}

func TestParseBoardSides(t *testing.T) {
	row := strings.Repeat("W ", twotone.MaxSide-2)
	column := strings.Repeat("W\n", twotone.MaxSide-2)
	for _, text := range []string{"Bb Ww " + row + "\n", "Bb\nWw\n" + column + "\n# x\n"} {
		c, err := twotone.ParseBoard("a.txt", strings.NewReader(text))
		if err != nil || c.Size() != twotone.MaxSide {
			t.Errorf("%.10q: %v, want %d cells", text, err, twotone.MaxSide)
		}
	}
	for text, want := range map[string]string{
		"Bb Ww " + row + "R\n":          "a.txt:1:513: 256 cells in a row, want at most 255",
		"Bb\nWw\n" + column + "\n R\n":  "a.txt:257:2: 256 rows, want at most 255",
		"Bb\nWw\n" + column + "\n R R ": "a.txt:257:2: 256 rows, want at most 255",
	} {
		_, err := twotone.ParseBoard("a.txt", strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%.10q: %v\nwant %s", text, err, want)
		}
	}
}

func TestParseBoardReadsLittle(t *testing.T) {
	const buffer, mebibyte = 8 << 10, 1 << 20
	for _, test := range []struct {
		text  string // repeated for ever
		limit int    // of what may be read
		want  string
	}{
		{"W* ", buffer, "a.txt:1:766: 256 cells in a row, want at most 255"},
		{"W\n", buffer, "a.txt:256:1: 256 rows, want at most 255"},
		{"B*", buffer, `a.txt:1:3: unexpected "B" in "B*B*B*B*B*B*B*B*B*B*B*B"..., want a blank`},
		{"\x00", buffer, "a.txt:1:1: a NUL byte, want text"},
		{" ", mebibyte + buffer, "a.txt:1:1048577: the file goes on, want at most 1048576 bytes"},
		{"#", mebibyte + buffer, "a.txt:1:1048577: the file goes on, want at most 1048576 bytes"},
		{"\n", mebibyte + buffer, "a.txt:1048577:1: the file goes on, want at most 1048576 bytes"},
		{"\r\n", mebibyte + buffer, "a.txt:524289:1: the file goes on, want at most 1048576 bytes"},
	} {
		r := &countedReader{r: &endlessReader{text: test.text}}
		_, err := twotone.ParseBoard("a.txt", r)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q for ever: %v\nwant %s", test.text, err, test.want)
		}
		if r.n > test.limit {
			t.Errorf("%q for ever: %d bytes read, want at most %d", test.text, r.n, test.limit)
		}
	}
}

func TestParseBoardMebibyte(t *testing.T) {
	text := "Bb Ww\n#"
	text += strings.Repeat("x", 1<<20-len(text))
	if _, err := twotone.ParseBoard("a.txt", strings.NewReader(text)); err != nil {
		t.Errorf("a file of a mebibyte: %v", err)
	}
	want := "a.txt:2:1048571: the file goes on, want at most 1048576 bytes"
	if _, err := twotone.ParseBoard("a.txt", strings.NewReader(text+"x")); err == nil || err.Error() != want {
		t.Errorf("a byte more: %v\nwant %s", err, want)
	}
}

func TestParseBoardReadError(t *testing.T) {
	broken := errors.New("broken")
	for text, want := range map[string]string{
		"":                 "a.txt:1: broken",
		"Bb Ww":            "a.txt:1: broken",
		"Bb Ww\r":          "a.txt:2: broken",
		"rule strict\n# x": "a.txt:2: broken",
	} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
		_, err := twotone.ParseBoard("a.txt", r)
		if !errors.Is(err, broken) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add("# a comment\nrule handover\nturn black\nBb  W*  R\nW   B*  Ww\n")
	f.Add("\uFEFFturn white\r\n\r\nBb* # x\r\nWw\r\nR\r\n")
	f.Add("Rw\rB\rWb*")
	for _, test := range boardMistakes {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := twotone.ParseBoard("fuzz", strings.NewReader(text))
		slow, slowErr := twotone.ParseBoard("fuzz", iotest.OneByteReader(strings.NewReader(text)))
		if err != nil {
			checkSyntaxError(t, err)
			if slowErr == nil || slowErr.Error() != err.Error() {
				t.Fatalf("%v, but byte by byte %v", err, slowErr)
			}
			return
		}
		if slowErr != nil || !sameNotedCase(slow, c) {
			t.Fatalf("%s, but not byte by byte (%v)", c.ID(), slowErr)
		}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		checkNotedCase(t, c)
	})
}
