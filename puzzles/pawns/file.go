package pawns

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"exhaust/puzzle"
)

// A file holds games in the form of LeetCode's examples, one a line, all on a board of 50x50:
//
//	# a comment
//	kx = 1, ky = 1, positions = [[0,0],[3,4]]
//	kx=1,ky=1,[[0,0],[3,4]]
//
// Blanks may stand between the words, numbers and marks. Lines without anything, and comments from
// a # to the end of a line, may stand anywhere. A line ends with LF or CRLF.

// Limits of a file.
const (
	fileSide = 50      // LeetCode's board
	maxLine  = 1 << 12 // bytes
)

const byteOrderMark = "\uFEFF"

// ParseFile returns the valid games of a file, of which there is at least one. The name is for
// errors. What is wrong with the text is a *puzzle.SyntaxError; a failure of r is wrapped. A nil
// check asks for the shape alone.
func ParseFile(name string, r io.Reader, check Check) (games []*Game, err error) {
	lines := bufio.NewReaderSize(r, maxLine)
	s := scanner{name: name, blanks: true}
	for more := true; more; {
		if more, err = s.nextLine(lines); err != nil {
			return nil, err
		}
		s.skip()
		if s.end() {
			continue
		}
		g := &Game{Side: fileSide}
		if err := s.game(g, check); err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, s.fail(0, "no game, want a line such as kx = 1, ky = 1, positions = [[0,0]]")
	}
	return games, nil
}

// nextLine reads a line, without its end and its comment, and tells whether the file may go on.
func (s *scanner) nextLine(r *bufio.Reader) (more bool, err error) {
	s.line++
	s.pos = 0
	line, err := r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return false, s.fail(0, "a longer line, want at most %d bytes", maxLine)
	case err != nil && err != io.EOF:
		name := puzzle.Shown(s.name, puzzle.MaxShownName)
		return false, fmt.Errorf("%s:%d: %w", name, s.line, err)
	}
	s.text = strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
	if s.line == 1 {
		s.text = strings.TrimPrefix(s.text, byteOrderMark)
	}
	s.text, _, _ = strings.Cut(s.text, "#")
	return err == nil, nil
}

// game reads the game of a line.
func (s *scanner) game(g *Game, check Check) (err error) {
	if g.Knight.X, err = s.setting("kx"); err != nil {
		return err
	}
	if g.Knight.Y, err = s.setting("ky"); err != nil {
		return err
	}
	if err = s.positions(g); err != nil {
		return err
	}
	if s.skip(); !s.end() {
		return s.unexpected("the end of the line")
	}
	return s.playable(g, check)
}

// setting reads kx = N, with its comma.
func (s *scanner) setting(key string) (n int, err error) {
	if err = s.word(key); err != nil {
		return 0, err
	}
	if err = s.expect("="); err != nil {
		return 0, err
	}
	if n, err = s.number(key, 0, fileSide-1); err != nil {
		return 0, err
	}
	return n, s.expect(",")
}

// positions reads [[X,Y],[X,Y]...], and before it positions =, if it is there.
func (s *scanner) positions(g *Game) error {
	if s.next('p') {
		if err := s.word("positions"); err != nil {
			return err
		}
		if err := s.expect("="); err != nil {
			return err
		}
	}
	if err := s.expect("["); err != nil {
		return err
	}
	for {
		if err := s.position(g); err != nil {
			return err
		}
		if !s.next(',') {
			return s.expect("]")
		}
		s.pos++
	}
}

// position reads [X,Y].
func (s *scanner) position(g *Game) error {
	if err := s.expect("["); err != nil {
		return err
	}
	if err := s.pawn(g); err != nil {
		return err
	}
	return s.expect("]")
}
