package huarong

import (
	"fmt"

	"exhaust/puzzle"
)

// IsSlide reports whether a byte names a slide.
func IsSlide(letter byte) bool {
	switch letter {
	case HoleUp, HoleDown, HoleLeft, HoleRight:
		return true
	}
	return false
}

// FormatSlides returns a certificate for people: its slides with single blanks between them, as in
// "R D L". ParseSlides reads it back.
func FormatSlides(certificate []byte) string {
	if len(certificate) == 0 {
		return ""
	}
	text := make([]byte, 0, 2*len(certificate)-1)
	for i, letter := range certificate {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, letter)
	}
	return string(text)
}

// ParseSlides reads the slides U, D, L and R, by the way in which the hole goes, with any number of
// blanks and tabs, or none, before, between and after them. An empty text is the empty certificate.
// An error is a *puzzle.SyntaxError. Whether the slides are legal is for the referee to say.
func ParseSlides(text string) ([]byte, error) {
	slides := make([]byte, 0, len(text)/2+1)
	for i := range len(text) {
		switch letter := text[i]; {
		case IsSlide(letter):
			slides = append(slides, letter)
		case letter != ' ' && letter != '\t':
			// All before is ASCII, so bytes count characters.
			msg := fmt.Sprintf("unknown slide %s, want U, D, L or R", puzzle.QuotedFirst(text[i:]))
			return nil, &puzzle.SyntaxError{Name: "solution", Column: i + 1, Msg: msg}
		}
	}
	return slides, nil
}
