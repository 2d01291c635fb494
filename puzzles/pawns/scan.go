package pawns

import (
	"fmt"
	"strconv"

	"exhaust/puzzle"
)

// A scanner reads a line from left to right. It stops at the first wrong character, so that all
// before pos is ASCII and bytes count characters.
type scanner struct {
	text string
	pos  int // the next byte
	name string
	line int // 0: in a notation of a single line

	blanks bool // may stand between the tokens

	places [MaxPawns]int // where the pawns are written
}

// fail returns an error at a byte of the line.
func (s *scanner) fail(pos int, format string, args ...any) error {
	return &puzzle.SyntaxError{
		Name: s.name, Line: s.line, Column: pos + 1, Msg: fmt.Sprintf(format, args...),
	}
}

// unexpected returns an error for the next character.
func (s *scanner) unexpected(want string) error {
	if s.end() {
		return s.fail(s.pos, "unexpected end, want %s", want)
	}
	return s.fail(s.pos, "unexpected %s, want %s", puzzle.QuotedFirst(s.text[s.pos:]), want)
}

// skip goes to the next token.
func (s *scanner) skip() {
	for s.blanks && !s.end() && (s.text[s.pos] == ' ' || s.text[s.pos] == '\t') {
		s.pos++
	}
}

// end tells whether nothing is left.
func (s *scanner) end() bool { return s.pos == len(s.text) }

// next tells whether char comes next.
func (s *scanner) next(char byte) bool {
	s.skip()
	return !s.end() && s.text[s.pos] == char
}

// expect reads characters, one after the other.
func (s *scanner) expect(chars string) error {
	for i := range len(chars) {
		if !s.next(chars[i]) {
			return s.unexpected(strconv.Quote(chars[i : i+1]))
		}
		s.pos++
	}
	return nil
}

// word reads a word of letters.
func (s *scanner) word(want string) error {
	s.skip()
	start := s.pos
	for !s.end() && 'a' <= s.text[s.pos] && s.text[s.pos] <= 'z' {
		s.pos++
	}
	switch got := s.text[start:s.pos]; got {
	case want:
		return nil
	case "":
		return s.unexpected(want)
	default:
		return s.fail(start, "unexpected %s, want %s", puzzle.Shown(got, puzzle.MaxShownWord), want)
	}
}

// number reads a number from low to high, without sign or leading zeros.
func (s *scanner) number(what string, low, high int) (int, error) {
	s.skip()
	start := s.pos
	for !s.end() && '0' <= s.text[s.pos] && s.text[s.pos] <= '9' {
		s.pos++
	}
	digits := s.text[start:s.pos]
	if digits == "" {
		return 0, s.unexpected(fmt.Sprintf("%s, a number from %d to %d", what, low, high))
	}
	shown := puzzle.Shown(digits, puzzle.MaxShownWord)
	if len(digits) > 1 && digits[0] == '0' {
		return 0, s.fail(start, "%s %s, want a number without leading zeros", what, shown)
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < low || n > high {
		return 0, s.fail(start, "%s %s, want a number from %d to %d", what, shown, low, high)
	}
	return n, nil
}

// cell reads X,Y of a board.
func (s *scanner) cell(side int) (c Cell, err error) {
	if c.X, err = s.number("column", 0, side-1); err != nil {
		return c, err
	}
	if err = s.expect(","); err != nil {
		return c, err
	}
	c.Y, err = s.number("row", 0, side-1)
	return c, err
}

// pawn reads X,Y of one more pawn of g.
func (s *scanner) pawn(g *Game) error {
	s.skip()
	start := s.pos
	if len(g.Pawns) == MaxPawns {
		return s.fail(start, "one more pawn, want at most %d", MaxPawns)
	}
	c, err := s.cell(g.Side)
	if err != nil {
		return err
	}
	pawn := len(g.Pawns)
	g.Pawns, s.places[pawn] = append(g.Pawns, c), start
	if clash := g.clash(pawn); clash != "" {
		return s.fail(start, "%s", clash)
	}
	return nil
}

// playable asks check whether a game that is read can be played.
func (s *scanner) playable(g *Game, check Check) error {
	if check == nil {
		return nil
	}
	if wrong := check(g); wrong != nil {
		return s.fail(s.places[wrong.Pawn], "%v", wrong)
	}
	return nil
}
