package twotone

import (
	"bufio"
	"fmt"
	"io"
	"unicode/utf8"

	"exhaust/puzzle"
)

// Limits of what is read of a board file. The largest board takes a quarter of
// a mebibyte; a word longer than any word of the notation is cut, for it is
// wrong whatever follows.
const (
	maxBoardBytes = 1 << 20
	maxBoardWord  = 32
)

// Characters that boardScanner.char stands on besides those of the file.
const (
	charEnd       rune = -1 // the file's end, or an error
	byteOrderMark rune = '\uFEFF'
)

// A boardScanner cuts a board file into lines of words and never looks farther
// ahead than one character.
type boardScanner struct {
	r      *bufio.Reader
	name   string
	char   rune // the character at line and column; '\n' for any line end
	line   int
	column int
	size   int   // bytes read
	cr     bool  // the last character read was a carriage return
	err    error // why char is charEnd before the file's end
}

// A boardWord is a word with its place. An empty word stands at a line's end.
type boardWord struct {
	text         string
	line, column int
}

// newBoardScanner returns a scanner that stands on the first character after a
// byte-order mark.
func newBoardScanner(name string, r io.Reader) *boardScanner {
	s := &boardScanner{r: bufio.NewReader(r), name: name, line: 1, column: 1}
	if s.char = s.read(); s.char == byteOrderMark {
		s.char = s.read()
	}
	return s
}

// fail returns an error at a place in the file.
func (s *boardScanner) fail(line, column int, format string, args ...any) error {
	return &puzzle.SyntaxError{Name: s.name, Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// stop records an error at the present place and returns charEnd.
func (s *boardScanner) stop(format string, args ...any) rune {
	s.err = s.fail(s.line, s.column, format, args...)
	return charEnd
}

// advance goes on to the next character.
func (s *boardScanner) advance() {
	switch s.char {
	case charEnd:
		return
	case '\n':
		s.line, s.column = s.line+1, 1
	default:
		s.column++
	}
	s.char = s.read()
}

// read returns the next character of the file, which stands at line and column.
// The line feed of a CRLF is skipped once it comes, so nothing waits for it.
func (s *boardScanner) read() rune {
	char, size, err := s.r.ReadRune()
	s.size += size
	if s.cr && char == '\n' {
		char, size, err = s.r.ReadRune()
		s.size += size
	}
	s.cr = char == '\r'
	switch {
	case err == io.EOF:
		return charEnd
	case err != nil:
		s.err = fmt.Errorf("%s:%d: %w", puzzle.Shown(s.name, puzzle.MaxShownName), s.line, err)
		return charEnd
	case s.size > maxBoardBytes:
		return s.stop("the file goes on, want at most %d bytes", maxBoardBytes)
	case char == utf8.RuneError && size == 1:
		return s.stop("invalid UTF-8, want text")
	case char == 0:
		return s.stop("a NUL byte, want text")
	case char == '\r':
		return '\n'
	}
	return char
}

// word returns the next word of the line, or an empty word where the line, its
// comment or the file begins to end.
func (s *boardScanner) word() (boardWord, error) {
	for s.char == ' ' || s.char == '\t' {
		s.advance()
	}
	w := boardWord{line: s.line, column: s.column}
	if s.char == '#' {
		s.skipComment()
	}
	var text []byte
	for len(text) < maxBoardWord && inBoardWord(s.char) {
		text = utf8.AppendRune(text, s.char)
		s.advance()
	}
	if len(text) == 0 && s.err != nil {
		return w, s.err
	}
	w.text = string(text)
	return w, nil
}

// inBoardWord tells whether a character belongs to a word.
func inBoardWord(char rune) bool {
	switch char {
	case ' ', '\t', '\n', '#', charEnd:
		return false
	default:
		return true
	}
}

// skipComment goes on to the line's end.
func (s *boardScanner) skipComment() {
	for s.char != '\n' && s.char != charEnd {
		s.advance()
	}
}

// nextLine leaves a line's end behind and tells whether a line follows.
func (s *boardScanner) nextLine() bool {
	s.advance()
	return s.char != charEnd || s.err != nil
}

// lastLine returns the number of the file's last line, once its end is reached.
// A line end at the end of the file begins no further line.
func (s *boardScanner) lastLine() int {
	if s.column == 1 && s.line > 1 {
		return s.line - 1
	}
	return s.line
}
