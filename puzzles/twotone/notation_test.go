package twotone_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// eachNotedCase calls f with every case of the given size, under both rules and
// with both sides to move.
func eachNotedCase(rows, cols int, f func(*twotone.Case)) {
	n := rows * cols
	cells := 1
	for range n {
		cells *= 3
	}
	for code := range cells * (1 << n) * n * n * 4 {
		take := func(base int) int {
			digit := code % base
			code /= base
			return digit
		}
		c := &twotone.Case{Rule: twotone.Rule(take(2))}
		c.Rows, c.Cols, c.Turn = rows, cols, twotone.Colour(take(2))
		c.Black, c.White = take(n), take(n)
		for range n {
			c.Cells = append(c.Cells, twotone.Colour(take(3)))
			c.Stars = append(c.Stars, take(2) == 1)
		}
		if c.Black != c.White {
			f(c)
		}
	}
}

// drawNotedCase returns a random case of the given size.
func drawNotedCase(rng *rand.Rand, rows, cols int) *twotone.Case {
	n := rows * cols
	c := &twotone.Case{Rule: twotone.Rule(rng.IntN(2))}
	c.Rows, c.Cols, c.Turn = rows, cols, twotone.Colour(rng.IntN(2))
	c.Black = rng.IntN(n)
	c.White = (c.Black + 1 + rng.IntN(n-1)) % n
	for range n {
		c.Cells = append(c.Cells, twotone.Colour(rng.IntN(3)))
		c.Stars = append(c.Stars, rng.IntN(2) == 1)
	}
	return c
}

// sameNotedCase tells whether two cases are equal.
func sameNotedCase(a, b *twotone.Case) bool {
	return a.Rows == b.Rows && a.Cols == b.Cols && a.Black == b.Black && a.White == b.White &&
		a.Turn == b.Turn && a.Rule == b.Rule &&
		slices.Equal(a.Cells, b.Cells) && slices.Equal(a.Stars, b.Stars)
}

// checkNotedCase sends a case through both notations and back.
func checkNotedCase(t *testing.T, c *twotone.Case) {
	t.Helper()
	id := c.ID()
	back, err := twotone.ParseID(id)
	if err != nil {
		t.Fatalf("%.200s: %v", id, err)
	}
	if !sameNotedCase(back, c) {
		t.Fatalf("%.200s came back from its ID as %.200s", id, back.ID())
	}
	back, err = twotone.ParseBoard("board", strings.NewReader(c.FormatBoard()))
	if err != nil {
		t.Fatalf("%.200s: %v", id, err)
	}
	if !sameNotedCase(back, c) {
		t.Fatalf("%.200s came back from its board file as %.200s", id, back.ID())
	}
}

func TestNotationRoundTripSmall(t *testing.T) {
	want := map[[2]int]int{{1, 2}: 288, {2, 1}: 288, {1, 3}: 5184, {3, 1}: 5184, {2, 2}: 62208}
	for size, count := range want {
		got := 0
		eachNotedCase(size[0], size[1], func(c *twotone.Case) {
			got++
			checkNotedCase(t, c)
		})
		if got != count {
			t.Errorf("%dx%d: %d cases, want %d", size[0], size[1], got, count)
		}
	}
}

func TestNotationRoundTripRandom(t *testing.T) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 500 {
		checkNotedCase(t, drawNotedCase(rng, 1+rng.IntN(12), 2+rng.IntN(12)))
	}
	for _, size := range [][2]int{{1, 255}, {255, 1}, {5, 13}, {13, 5}, {2, 255}, {255, 3}, {97, 254}, {255, 255}} {
		checkNotedCase(t, drawNotedCase(rng, size[0], size[1]))
	}
}

// checkSyntaxError checks that err is a *SyntaxError with a place, on one short
// line.
func checkSyntaxError(t *testing.T, err error) {
	t.Helper()
	var syntax *puzzle.SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("%T %v, want a *SyntaxError", err, err)
	}
	if syntax.Column < 1 || syntax.Line < 0 {
		t.Fatalf("%v at %d:%d, want a place", err, syntax.Line, syntax.Column)
	}
	text := err.Error()
	if len(text) > 300 || !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r\x00\x1b\u2028") {
		t.Fatalf("%q (%d bytes), want one short line", text, len(text))
	}
	if !strings.Contains(text, ", want ") {
		t.Fatalf("%q does not say what was expected", text)
	}
}

func TestSyntaxErrorText(t *testing.T) {
	long := strings.Repeat("ab/", 100)
	for _, test := range []struct {
		err  puzzle.SyntaxError
		want string
	}{
		{puzzle.SyntaxError{Name: "a b.txt", Line: 3, Column: 14, Msg: "m"}, "a b.txt:3:14: m"},
		{puzzle.SyntaxError{Name: "solution", Column: 2, Msg: "m"}, "solution: column 2: m"},
		{puzzle.SyntaxError{Name: `C:\brett\ä.txt`, Line: 1, Column: 1, Msg: "m"}, `C:\brett\ä.txt:1:1: m`},
		{puzzle.SyntaxError{Name: "", Line: 1, Column: 1, Msg: "m"}, `"":1:1: m`},
		{puzzle.SyntaxError{Name: "a\nb\x1b\xff\u2028", Line: 1, Column: 1, Msg: "m"}, `"a\nb\x1b\xff\u2028":1:1: m`},
		{puzzle.SyntaxError{Name: "a\xff", Line: 1, Column: 1, Msg: "m"}, `"a\xff":1:1: m`},
		{puzzle.SyntaxError{Name: "a\uFFFD", Line: 1, Column: 1, Msg: "m"}, "a\uFFFD:1:1: m"},
		{puzzle.SyntaxError{Name: long, Line: 1, Column: 1, Msg: "m"}, long[:160] + "...:1:1: m"},
		{puzzle.SyntaxError{Name: "x" + strings.Repeat("ä", 100), Line: 1, Column: 1, Msg: "m"}, "x" + strings.Repeat("ä", 79) + "...:1:1: m"},
		{puzzle.SyntaxError{Name: strings.Repeat("\x00", 100), Line: 1, Column: 1, Msg: "m"}, `"` + strings.Repeat(`\x00`, 39) + `"...:1:1: m`},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}

// A countedReader counts what is read of it.
type countedReader struct {
	r io.Reader
	n int
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.n += n
	return n, err
}

// An endlessReader repeats a text for ever.
type endlessReader struct {
	text string
	at   int
}

func (r *endlessReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[r.at]
		r.at = (r.at + 1) % len(r.text)
	}
	return len(p), nil
}
