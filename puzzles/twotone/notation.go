package twotone

import "strings"

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
