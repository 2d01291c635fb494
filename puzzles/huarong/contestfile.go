package huarong

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"exhaust/puzzle"
)

// A contest file is the input of the contest's problem, some queries about one board:
//
//	3 4 2
//	0 1 1 1
//	0 1 1 0
//	0 1 0 0
//	3 2 1 2 2 2
//	1 2 2 2 3 2
//
// The first line holds the numbers of rows, columns and queries. A line a row follows, of 0 for a
// fixed and 1 for a free cell, then a line a query: row and column of the hole, of the piece and of
// the target, from 1. Numbers stand apart by blanks or tabs; the cells of a row may also stand
// together. Blanks at either end of a line, empty lines, a byte-order mark and carriage returns
// before line ends are no matter.

// Limits of a contest file. The contest itself has sides of up to 30 and up to 500 queries.
const (
	MaxQueries  = 100_000
	maxFileSize = 4 << 20 // bytes
)

// ParseContest reads a contest file and returns its cases, one a query, in their order. They are
// valid and share no memory. The name is the file's, for errors. What is wrong with the text is a
// *puzzle.SyntaxError; a failure of r is wrapped.
func ParseContest(name string, r io.Reader) ([]*Case, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFileSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", puzzle.Shown(name, puzzle.MaxShownName), err)
	}
	p := contestParser{name: name, text: bytes.TrimPrefix(text, []byte("\uFEFF"))}
	if len(text) > maxFileSize {
		return nil, p.fail(field{column: 1}, "a file of more than %d bytes, want less", maxFileSize)
	}
	if err := p.header(); err != nil {
		return nil, err
	}
	for row := range p.c.Rows {
		if err := p.row(row); err != nil {
			return nil, err
		}
	}
	return p.queries()
}

// A contestParser reads a contest file line by line.
type contestParser struct {
	name  string
	text  []byte // the lines to come
	line  int    // the number of the last line read
	c     Case   // the board, and the query that is being read
	count int    // queries
}

// A field is a word of a line, with its place.
type field struct {
	text   string
	column int
}

// fail returns an error at a field of the last line read, or of the first if none was.
func (p *contestParser) fail(f field, format string, args ...any) error {
	msg := fmt.Sprintf(format, args...)
	return &puzzle.SyntaxError{Name: p.name, Line: max(p.line, 1), Column: f.column, Msg: msg}
}

// blanks are what separates fields. A carriage return counts at a line's end alone.
const blanks = " \t"

// nextLine returns the next line that holds anything, without its end; "" at the file's end.
func (p *contestParser) nextLine() string {
	for len(p.text) > 0 {
		line, rest, _ := bytes.Cut(p.text, []byte("\n"))
		p.text = rest
		p.line++
		if text := strings.TrimRight(strings.TrimSuffix(string(line), "\r"), blanks); text != "" {
			return text
		}
	}
	return ""
}

// fields returns the words of the next line that holds any. It is an error unless there are as many
// as named.
func (p *contestParser) fields(where string, names ...string) ([]field, error) {
	var list []field
	line := p.nextLine()
	for at := 0; at < len(line); {
		rest := strings.TrimLeft(line[at:], blanks)
		at = len(line) - len(rest)
		word := rest
		if end := strings.IndexAny(rest, blanks); end >= 0 {
			word = rest[:end]
		}
		list = append(list, field{word, len([]rune(line[:at])) + 1})
		at += len(word)
	}
	end := field{column: len([]rune(line)) + 1}
	switch {
	case line == "":
		return nil, p.fail(end, "the file ends, want %s", where)
	case len(list) < len(names):
		return nil, p.fail(end, "the line ends, want the %s", names[len(list)])
	case len(list) > len(names):
		return nil, p.extra(list[len(names)], "the end of the line")
	}
	return list, nil
}

// extra returns an error for a field where none belongs.
func (p *contestParser) extra(f field, want string) error {
	return p.fail(f, "unexpected %s, want %s", puzzle.Quoted(f.text, puzzle.MaxShownWord), want)
}

// number reads a field as a number from 1 to high.
func (p *contestParser) number(f field, what string, high int) (int, error) {
	n, why := numberOf(f.text, what, high)
	if why != "" {
		return 0, p.fail(f, "%s", why)
	}
	return n, nil
}

// headerNames are the numbers of the first line.
var headerNames = []string{"number of rows", "number of columns", "number of queries"}

// header reads the first line.
func (p *contestParser) header() error {
	list, err := p.fields("rows, columns and queries", headerNames...)
	if err != nil {
		return err
	}
	for i, to := range []*int{&p.c.Rows, &p.c.Cols, &p.count} {
		high := []int{MaxSide, MaxSide, MaxQueries}[i]
		if *to, err = p.number(list[i], headerNames[i], high); err != nil {
			return err
		}
	}
	return nil
}

// row reads a row of cells.
func (p *contestParser) row(row int) error {
	line := p.nextLine()
	if line == "" {
		return p.fail(field{column: 1}, "the file ends, want row %d of %d", row+1, p.c.Rows)
	}
	col := 0
	for i := range len(line) {
		at := field{line[i:], i + 1} // all before is ASCII
		switch char := line[i]; {
		case strings.IndexByte(blanks, char) >= 0:
			continue
		case char != '0' && char != '1':
			return p.fail(at, "unexpected %s, want a cell 0 or 1", puzzle.QuotedFirst(at.text))
		case col == p.c.Cols:
			return p.fail(at, "the row goes on, want %s", cells(p.c.Cols))
		default:
			p.c.Free[row] |= uint64(char-'0') << col
			col++
		}
	}
	if col < p.c.Cols {
		return p.fail(field{column: len(line) + 1}, "%s in the row, want %d", cells(col), p.c.Cols)
	}
	return nil
}

// queries reads the queries up to the file's end.
func (p *contestParser) queries() ([]*Case, error) {
	var list []*Case
	for i := range p.count {
		if err := p.query(i); err != nil {
			return nil, err
		}
		list = append(list, p.c.Clone())
	}
	if line := p.nextLine(); line != "" {
		text := strings.TrimLeft(line, blanks)
		return nil, p.extra(field{text, len(line) - len(text) + 1}, "the end of the file")
	}
	return list, nil
}

// queryNames are the numbers of a query.
var queryNames = []string{
	"row of the hole", "column of the hole",
	"row of the piece", "column of the piece",
	"row of the target", "column of the target",
}

// query reads query number i, from 0.
func (p *contestParser) query(i int) error {
	list, err := p.fields(fmt.Sprintf("query %d of %d", i+1, p.count), queryNames...)
	if err != nil {
		return err
	}
	for k, place := range places {
		row, err := p.number(list[2*k], queryNames[2*k], p.c.Rows)
		if err != nil {
			return err
		}
		col, err := p.number(list[2*k+1], queryNames[2*k+1], p.c.Cols)
		if err != nil {
			return err
		}
		cell := (row-1)*p.c.Cols + col - 1
		if why := p.c.refuses(place, cell); why != "" {
			return p.fail(list[2*k], "%s", why)
		}
		*place.cell(&p.c) = cell
	}
	return nil
}
