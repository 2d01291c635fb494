package puzzle_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
)

func TestSyntaxError(t *testing.T) {
	require.EqualError(
		t,
		&puzzle.SyntaxError{Name: "x.txt", Line: 2, Column: 7, Msg: "want 1"},
		"x.txt:2:7: want 1",
	)
	require.EqualError(
		t,
		&puzzle.SyntaxError{Name: "case 5", Column: 7, Msg: "want 1"},
		"case 5: column 7: want 1",
	)
	require.EqualError(
		t,
		&puzzle.SyntaxError{Name: "a\nb", Column: 1, Msg: "want 1"},
		`"a\nb": column 1: want 1`,
	)
	long := (&puzzle.SyntaxError{Name: strings.Repeat("x", 500), Column: 1}).Error()
	require.Equal(t, strings.Repeat("x", puzzle.MaxShownName)+"...: column 1: ", long)
}

func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"":          `""`,
		"abc":       "abc",
		"abcdef":    "abcdef",
		"abcdefg":   "abcdef...",
		"äöü":       "äöü",
		"äöüß":      "äöü...",
		"abcdeü":    "abcde...", // a character is not cut
		"a b":       "a b",
		"a\tb":      `"a\tb"`,
		"a\x00":     `"a\x00"`,
		"\xffabcde": `"\xffa"...`,
		`a"b`:       `a"b`,
		"a\"\n":     `"a\"\n"`,
		"\u202e":    `""...`, // what turns the direction of a text is not shown as it is
	} {
		require.Equal(t, want, puzzle.Shown(text, 6), "%q", text)
	}
	require.Equal(t, `"\u202e"`, puzzle.Quoted("\u202e", 10))
	require.Equal(t, `"\n"`, puzzle.QuotedFirst("\nabc"))
	require.Equal(t, `"ü"`, puzzle.QuotedFirst("üb"))
	require.Equal(t, `"\xff"`, puzzle.QuotedFirst("\xffb"))
}

// FuzzShown: what is shown of any text is one short line that can be printed, and the text itself
// if that is one.
func FuzzShown(f *testing.F) {
	for _, text := range []string{"", "abc", "a\nb", "\xff\xfe", "äöü", "\u202eabc",
		strings.Repeat("ü", 100), `"\`} {
		f.Add(text, 10)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = max(min(limit, 1000), 4)
		shown := puzzle.Shown(text, limit)
		require.True(t, utf8.ValidString(shown))
		require.LessOrEqual(t, len(shown), limit+len(`""...`))
		for _, r := range shown {
			require.True(t, unicode.IsPrint(r), "%q", shown)
		}
		quoted := puzzle.Quoted(text, 6*len(text)+2)
		back, err := strconv.Unquote(quoted)
		require.NoError(t, err)
		require.Equal(t, text, back)
		short := strings.TrimSuffix(puzzle.Quoted(text, limit), "...")
		begin, err := strconv.Unquote(short)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(text, begin))
		if short != puzzle.Quoted(text, limit) {
			require.Less(t, len(begin), len(text))
		}
	})
}
