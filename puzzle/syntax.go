package puzzle

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A SyntaxError says where an ID, a file or a solution is wrong, and
// what was expected there. Its text is one short line whatever was read.
type SyntaxError struct {
	Name   string // the file's name, "case" and the ID, or "solution"
	Line   int    // from 1; 0 in a notation of a single line
	Column int    // from 1, in characters
	Msg    string // what is wrong, and what was wanted
}

// Limits, in bytes, of what an error repeats of the text it speaks of.
const (
	MaxShownName = 160
	MaxShownID   = 60
	MaxShownWord = 24
)

// Error returns "name:line:column: message", or "name: column n: message" for
// a notation of a single line.
func (e *SyntaxError) Error() string {
	name := Shown(e.Name, MaxShownName)
	if e.Line == 0 {
		return fmt.Sprintf("%s: column %d: %s", name, e.Column, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", name, e.Line, e.Column, e.Msg)
}

// Shown returns text fit for one line: as it is when it can be printed, quoted
// when not, and cut to about limit bytes.
func Shown(text string, limit int) string {
	if text == "" || !printable(text) {
		return Quoted(text, limit)
	}
	if len(text) <= limit {
		return text
	}
	for !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "..."
}

// printable tells whether text holds only valid, printable characters.
func printable(text string) bool {
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	return utf8.ValidString(text) && !strings.ContainsFunc(text, hidden)
}

// Quoted returns text in double quotes, escaped like a Go string and cut to
// about limit bytes of its escaped form.
func Quoted(text string, limit int) string {
	out := []byte{'"'}
	for text != "" {
		_, size := utf8.DecodeRuneInString(text)
		char := strconv.Quote(text[:size])
		if char = char[1 : len(char)-1]; len(out)+len(char) > limit {
			return string(out) + `"...`
		}
		out = append(out, char...)
		text = text[size:]
	}
	return string(append(out, '"'))
}

// QuotedFirst returns the first character of text in quotes.
func QuotedFirst(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strconv.Quote(text[:size])
}
