package twotone

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A SyntaxError says where a case ID, a board file or a solution is wrong, and
// what was expected there. Its text is one short line whatever was read.
type SyntaxError struct {
	Name   string // the file's name, "case" and the ID, or "solution"
	Line   int    // from 1; 0 in a notation of a single line
	Column int    // from 1, in characters
	Msg    string // what is wrong, and what was wanted
}

// Limits, in bytes, of what an error repeats of the text it speaks of.
const (
	maxShownName = 160
	maxShownID   = 60
	maxShownWord = 24
)

// Error returns "name:line:column: message", or "name: column n: message" for
// a notation of a single line.
func (e *SyntaxError) Error() string {
	name := shown(e.Name, maxShownName)
	if e.Line == 0 {
		return fmt.Sprintf("%s: column %d: %s", name, e.Column, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", name, e.Line, e.Column, e.Msg)
}

// shown returns text fit for one line: as it is when it can be printed, quoted
// when not, and cut to about limit bytes.
func shown(text string, limit int) string {
	if text == "" || !printable(text) {
		return quoted(text, limit)
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

// quoted returns text in double quotes, escaped like a Go string and cut to
// about limit bytes of its escaped form.
func quoted(text string, limit int) string {
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

// quotedFirst returns the first character of text in quotes.
func quotedFirst(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strconv.Quote(text[:size])
}

// ColourLetters holds, for each colour, the letter of a cell that shows it.
const ColourLetters = "BWR"

// ColourOfLetter returns the colour a letter stands for.
func ColourOfLetter(letter byte) (c Colour, ok bool) {
	i := strings.IndexByte(ColourLetters, letter)
	return Colour(i), i >= 0
}

// What is wanted where a colour, a rule or a side to move is not understood.
const (
	wantColour = "B, W or R"
	wantRule   = "strict or handover"
	wantTurn   = "black or white"
)

// RuleNamed returns the rule of a name.
func RuleNamed(name string) (r Rule, ok bool) {
	if name == Handover.String() {
		return Handover, true
	}
	return Strict, name == Strict.String()
}

// SideNamed returns the side of a name.
func SideNamed(name string) (side Colour, ok bool) {
	if name == White.String() {
		return White, true
	}
	return Black, name == Black.String()
}
