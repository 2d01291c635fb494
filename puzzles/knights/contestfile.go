package knights

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"exhaust/puzzle"
)

// A contest file is the input of the contest's problem: how many boards there are, and the boards,
// each of five lines of five cells:
//
//	2
//	10110
//	01*11
//	10111
//	01001
//	00000
//	01011
//	110*1
//	01110
//	01010
//	00100
//
// Blanks and tabs at either end of a line, empty lines, a byte-order mark and carriage returns
// before line ends are no matter.

// Limits of a contest file. The contest itself has up to 10 boards.
const (
	MaxBoards   = 100_000
	contestSide = 5       // rows and columns of each board
	maxFileSize = 4 << 20 // bytes
)

// ParseContest reads a contest file and returns its boards in their order. They are valid and share
// no memory. The name is the file's, for errors. What is wrong with the text is a
// *puzzle.SyntaxError; a failure of r is wrapped.
func ParseContest(name string, r io.Reader) ([]*Board, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFileSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", puzzle.Shown(name, puzzle.MaxShownName), err)
	}
	p := contestParser{name: name, text: bytes.TrimPrefix(text, []byte("\uFEFF"))}
	if len(text) > maxFileSize {
		return nil, p.fail(1, "a file of more than %d bytes, want less", maxFileSize)
	}
	count, err := p.count()
	if err != nil {
		return nil, err
	}
	var list []*Board
	for i := range count {
		b, err := p.board(fmt.Sprintf("board %d of %d", i+1, count))
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, p.end()
}

// A contestParser reads a contest file line by line.
type contestParser struct {
	name string
	text []byte // the lines to come
	line int    // the number of the last line read
}

// fail returns an error in a column of the last line read, or of the first if none was.
func (p *contestParser) fail(column int, format string, args ...any) error {
	msg := fmt.Sprintf(format, args...)
	return &puzzle.SyntaxError{Name: p.name, Line: max(p.line, 1), Column: column, Msg: msg}
}

// next returns the next line that holds anything, without blanks at its ends, and the column of its
// first character. At the file's end the text is empty.
func (p *contestParser) next() (text string, column int) {
	const blanks = " \t"
	for len(p.text) > 0 {
		line, rest, _ := bytes.Cut(p.text, []byte("\n"))
		p.text = rest
		p.line++
		whole := strings.TrimRight(strings.TrimSuffix(string(line), "\r"), blanks)
		if text = strings.TrimLeft(whole, blanks); text != "" {
			return text, len(whole) - len(text) + 1
		}
	}
	return "", 1
}

// count reads the number of boards.
func (p *contestParser) count() (int, error) {
	text, column := p.next()
	if text == "" {
		return 0, p.fail(column, "the file ends, want the number of boards")
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MaxBoards || strconv.Itoa(n) != text {
		shown := puzzle.Shown(text, puzzle.MaxShownWord)
		return 0, p.fail(column, "number of boards %s, want 1 to %d", shown, MaxBoards)
	}
	return n, nil
}

// board reads a board.
func (p *contestParser) board(what string) (*Board, error) {
	b := Board{Cols: contestSide, Hole: -1}
	end := 1 // the column behind the last row
	for b.Rows < contestSide {
		text, column := p.next()
		if text == "" {
			return nil, p.fail(column, "the file ends, want row %d of %s", b.Rows+1, what)
		}
		if err := p.row(&b, text, column); err != nil {
			return nil, err
		}
		b.Rows++
		end = column + contestSide
	}
	if b.Hole < 0 {
		return nil, p.fail(end, "%s ends without a hole, want one *", what)
	}
	if err := b.checkBlack(); err != nil {
		return nil, p.fail(end, "%s: %v", what, err)
	}
	return &b, nil
}

// row reads the row after the last one of a board.
func (p *contestParser) row(b *Board, text string, column int) error {
	for i := range len(text) {
		if i == contestSide {
			return p.fail(column+i, "the row goes on, want %d cells", contestSide)
		}
		if why := b.put(text[i:], i); why != "" {
			return p.fail(column+i, "%s", why) // all before is ASCII
		}
	}
	if len(text) < contestSide {
		return p.fail(column+len(text), "%s in the row, want %d", cells(len(text)), contestSide)
	}
	return nil
}

// end returns an error if there is anything behind the last board.
func (p *contestParser) end() error {
	if text, column := p.next(); text != "" {
		return p.fail(column, "unexpected %s, want the end of the file", puzzle.QuotedFirst(text))
	}
	return nil
}
