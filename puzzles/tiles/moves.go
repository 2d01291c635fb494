package tiles

import (
	"fmt"

	"exhaust/puzzle"
)

// IsMove reports whether a byte names a move.
func IsMove(letter byte) bool {
	switch letter {
	case TileUp, TileDown, TileLeft, TileRight:
		return true
	}
	return false
}

// FormatMoves returns a certificate for people: its moves with single blanks between them, as in
// "R D L". ParseMoves reads it back.
func FormatMoves(certificate []byte) string {
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

// ParseMoves reads the moves U, D, L and R, by the way in which the tile goes, with any number of
// blanks and tabs, or none, before, between and after them. An empty text is the empty certificate.
// An error is a *puzzle.SyntaxError. Whether the moves are legal is for the referee to say.
func ParseMoves(text string) ([]byte, error) {
	moves := make([]byte, 0, len(text)/2+1)
	for i := range len(text) {
		switch letter := text[i]; {
		case IsMove(letter):
			moves = append(moves, letter)
		case letter != ' ' && letter != '\t':
			// All before is ASCII, so bytes count characters.
			msg := fmt.Sprintf("unknown move %s, want U, D, L or R", puzzle.QuotedFirst(text[i:]))
			return nil, &puzzle.SyntaxError{Name: "solution", Column: i + 1, Msg: msg}
		}
	}
	return moves, nil
}
