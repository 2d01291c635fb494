package tiles

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"exhaust/puzzle"
)

// A file of drawn boards holds boards as people write them, with lines that hold nothing in
// between:
//
//	1 2 3
//	4 . 5
//	7 8 6
//
//	3 1
//	2 0
//
// A line is a row. Numbers stand apart by blanks or tabs, and the gap is 0 or a point. Blanks at
// either end of a line, a byte-order mark and carriage returns before line ends are no matter.

// Limits of a file of drawn boards.
const (
	MaxDrawn    = 100_000 // boards
	maxFileSize = 16 << 20
)

// ParseDrawn reads a file of drawn boards and returns them in their order. They are valid and share
// no memory. The name is the file's, for errors. What is wrong with the text is a
// *puzzle.SyntaxError; a failure of r is wrapped.
func ParseDrawn(name string, r io.Reader) ([]*Board, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFileSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", puzzle.Shown(name, puzzle.MaxShownName), err)
	}
	lines := bytes.Split(bytes.TrimPrefix(text, []byte("\uFEFF")), []byte("\n"))
	p := drawnParser{name: name, lines: lines}
	if len(text) > maxFileSize {
		return nil, p.fail(field{column: 1}, "a file of more than %d bytes, want less", maxFileSize)
	}
	return p.boards()
}

// A drawnParser reads a file of drawn boards line by line.
type drawnParser struct {
	name  string
	lines [][]byte
	line  int // the number of the last line read, from 1
}

// A field is a word of a line, with its place.
type field struct {
	text   string
	column int
}

// fail returns an error at a field of the last line read, or of the first if none was.
func (p *drawnParser) fail(f field, format string, args ...any) error {
	msg := fmt.Sprintf(format, args...)
	return &puzzle.SyntaxError{Name: p.name, Line: max(p.line, 1), Column: f.column, Msg: msg}
}

// next returns the words of the next line, and one without text at its end. ok is false at the end
// of the file.
func (p *drawnParser) next() (words []field, end field, ok bool) {
	if p.line == len(p.lines) {
		return nil, field{column: 1}, false
	}
	line := strings.TrimSuffix(string(p.lines[p.line]), "\r")
	p.line++
	column := 1
	for word := range strings.FieldsFuncSeq(line, isBlank) {
		at := strings.Index(line, word)
		column += len([]rune(line[:at]))
		words = append(words, field{word, column})
		column += len([]rune(word))
		line = line[at+len(word):]
	}
	return words, field{column: column}, true
}

// isBlank reports whether a character separates words.
func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// boards reads all boards.
func (p *drawnParser) boards() (list []*Board, err error) {
	for {
		words, _, ok := p.next()
		switch {
		case !ok:
			return list, nil
		case len(words) == 0:
			continue
		case len(list) == MaxDrawn:
			return nil, p.fail(words[0], "board %d, want at most %d", MaxDrawn+1, MaxDrawn)
		}
		b, err := p.board(words)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
}

// board reads a board whose first row is read.
func (p *drawnParser) board(words []field) (*Board, error) {
	first := p.line
	rows := [][]field{words}
	if n := len(words); n < MinSide || n > MaxSide {
		return nil, p.fail(words[0], "a row of %d tiles, want %d to %d", n, MinSide, MaxSide)
	}
	for cols := len(words); ; {
		words, end, ok := p.next()
		if !ok || len(words) == 0 {
			break
		}
		rows = append(rows, words)
		switch {
		case len(rows) > MaxSide:
			return nil, p.fail(words[0], "row %d, want at most %d", len(rows), MaxSide)
		case len(words) < cols:
			return nil, p.fail(end, "the row ends, want %d tiles as in the first", cols)
		case len(words) > cols:
			return nil, p.fail(words[cols], "the row goes on, want %d tiles as in the first", cols)
		}
	}
	p.line = first
	if len(rows) < MinSide {
		return nil, p.fail(rows[0][0], "a board of %d row, want %d to %d", len(rows), MinSide, MaxSide)
	}
	return p.fill(rows)
}

// fill reads the tiles of a board. The last line read is that of its first row.
func (p *drawnParser) fill(rows [][]field) (*Board, error) {
	b := &Board{Rows: len(rows), Cols: len(rows[0])}
	cell := 0
	for row, words := range rows {
		if row > 0 {
			p.line++
		}
		for _, word := range words {
			n, why := b.tileOf(word.text)
			if why == "" && b.holds(n, cell) {
				why = fmt.Sprintf("tile %d again, want each once", n)
			}
			if why != "" {
				return nil, p.fail(word, "%s", why)
			}
			b.Tiles[cell] = uint8(n)
			cell++
		}
	}
	return b, nil
}

// tileOf reads a tile, or says why it is none.
func (b *Board) tileOf(text string) (n int, why string) {
	if text == gapMark {
		return Gap, ""
	}
	if strings.Trim(text, "0123456789") != "" {
		return 0, fmt.Sprintf("unexpected %s, want a tile from 1 to %d, or 0 or a point for the gap",
			puzzle.Quoted(text, puzzle.MaxShownWord), b.Size()-1)
	}
	return numberOf(text, "tile", 0, b.Size()-1)
}
