package twotone

import (
	"io"
	"strconv"

	"exhaust/puzzle"
)

// A board file is a case for people to read and write:
//
//	# a comment
//	rule handover
//	turn black
//	Bb  W*  R
//	W   B*  Ww
//
// Each cell is a colour letter B, W or R, then b or w if a piece stands there,
// then * if a star lies there. The lines rule (strict if left out) and turn
// (black if left out) come before the rows, in any order. Blank lines, and
// comments from a # to the end of a line, may stand anywhere. A line ends with
// LF, CRLF or CR.

// The words that begin a line other than a row.
const (
	wordRule = "rule"
	wordTurn = "turn"
)

// boardPitch is the width of a formatted cell: the longest, and a blank.
const boardPitch = len("Bb* ")

// FormatBoard returns a valid case as a board file.
func (c *Case) FormatBoard() string { return string(c.AppendBoard(nil)) }

// AppendBoard appends a valid case to dst as a board file, with its rule and
// turn and aligned columns. ParseBoard reads it back.
func (c *Case) AppendBoard(dst []byte) []byte {
	dst = append(dst, wordRule+" "+c.Rule.String()+"\n"...)
	dst = append(dst, wordTurn+" "+c.Turn.String()+"\n"...)
	for i := range c.Cells {
		start := len(dst)
		dst = c.appendCell(dst, i)
		if (i+1)%c.Cols == 0 {
			dst = append(dst, '\n')
			continue
		}
		for len(dst) < start+boardPitch {
			dst = append(dst, ' ')
		}
	}
	return dst
}

// appendCell appends one cell of a board file.
func (c *Case) appendCell(dst []byte, i int) []byte {
	dst = append(dst, ColourLetters[c.Cells[i]])
	switch i {
	case c.Black:
		dst = append(dst, 'b')
	case c.White:
		dst = append(dst, 'w')
	}
	if c.Stars[i] {
		dst = append(dst, '*')
	}
	return dst
}

// ParseBoard reads a board file and returns its valid case. The name is the
// file's, for errors. What is wrong with the text is a *puzzle.SyntaxError; a failure
// of r is wrapped. No more than a mebibyte is read, and little beyond the first
// mistake.
func ParseBoard(name string, r io.Reader) (*Case, error) {
	p := boardParser{scan: newBoardScanner(name, r), seen: make(map[string]bool)}
	p.c.Black, p.c.White = -1, -1
	for more := true; more; more = p.scan.nextLine() {
		if err := p.parseLine(); err != nil {
			return nil, err
		}
	}
	if err := p.checkWhole(); err != nil {
		return nil, err
	}
	return &p.c, nil
}

// A boardParser builds a case from the lines of a board file.
type boardParser struct {
	scan *boardScanner
	c    Case            // Rows counts the rows read
	seen map[string]bool // the words rule and turn, once read
}

// fail returns an error at the offset-th character of a word.
func (p *boardParser) fail(w boardWord, offset int, format string, args ...any) error {
	return p.scan.fail(w.line, w.column+offset, format, args...)
}

// parseLine reads a line up to its end.
func (p *boardParser) parseLine() error {
	w, err := p.scan.word()
	switch {
	case err != nil:
		return err
	case w.text == "":
		return nil
	case w.text == wordRule || w.text == wordTurn:
		return p.parseSetting(w)
	default:
		return p.parseRow(w)
	}
}

// parseSetting reads a rule or turn line after its first word.
func (p *boardParser) parseSetting(key boardWord) error {
	if p.seen[key.text] {
		return p.fail(key, 0, "second %s line, want at most one", key.text)
	}
	if p.c.Rows > 0 {
		return p.fail(key, 0, "%s line after a row, want it before the rows", key.text)
	}
	p.seen[key.text] = true
	if err := p.parseValue(key.text); err != nil {
		return err
	}
	w, err := p.scan.word()
	if err == nil && w.text != "" {
		err = p.fail(w, 0, "%s after the %s, want the end of the line", puzzle.Quoted(w.text, puzzle.MaxShownWord), key.text)
	}
	return err
}

// parseValue reads what a rule or turn line says.
func (p *boardParser) parseValue(key string) error {
	w, err := p.scan.word()
	if err != nil {
		return err
	}
	var ok bool
	want := wantRule
	if key == wordRule {
		p.c.Rule, ok = RuleNamed(w.text)
	} else {
		p.c.Turn, ok = SideNamed(w.text)
		want = wantTurn
	}
	switch {
	case ok:
		return nil
	case w.text == "":
		return p.fail(w, 0, "no %s, want %s", key, want)
	default:
		return p.fail(w, 0, "unknown %s %s, want %s", key, puzzle.Quoted(w.text, puzzle.MaxShownWord), want)
	}
}

// parseRow reads a row of cells that begins with w.
func (p *boardParser) parseRow(w boardWord) error {
	if p.c.Rows == MaxSide {
		return p.fail(w, 0, "%d rows, want at most %d", MaxSide+1, MaxSide)
	}
	count, end, err := p.parseCells(w)
	if err != nil {
		return err
	}
	if p.c.Rows == 0 {
		p.c.Cols = count
	}
	if count < p.c.Cols {
		return p.fail(end, 0, "%s in a row, want %d as in the first row", cellCount(count), p.c.Cols)
	}
	p.c.Rows++
	return nil
}

// parseCells reads cells from w on and returns their number and the row's end.
func (p *boardParser) parseCells(w boardWord) (count int, end boardWord, err error) {
	for ; w.text != "" && err == nil; count++ {
		if err = p.checkRoom(w, count); err != nil {
			break
		}
		if err = p.parseCell(w); err != nil {
			break
		}
		w, err = p.scan.word()
	}
	return count, w, err
}

// checkRoom checks that a row of count cells may go on with w.
func (p *boardParser) checkRoom(w boardWord, count int) error {
	switch {
	case p.c.Rows > 0 && count == p.c.Cols:
		return p.fail(w, 0, "%s in a row, want %d as in the first row", cellCount(count+1), count)
	case count == MaxSide:
		return p.fail(w, 0, "%s in a row, want at most %d", cellCount(count+1), MaxSide)
	}
	return nil
}

// cellCount returns "1 cell", "2 cells" and so on.
func cellCount(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return strconv.Itoa(n) + " cells"
}

// parseCell adds a cell to the board.
func (p *boardParser) parseCell(w boardWord) error {
	colour, ok := ColourOfLetter(w.text[0])
	if !ok {
		return p.fail(w, 0, "unknown cell %s, want %s", puzzle.Quoted(w.text, puzzle.MaxShownWord), wantColour)
	}
	next := 1
	if next < len(w.text) && isPiece(w.text[next]) {
		if err := p.placePiece(w, next); err != nil {
			return err
		}
		next++
	}
	star := next < len(w.text) && w.text[next] == '*'
	if star {
		next++
	}
	if next < len(w.text) {
		return p.cellError(w, next)
	}
	p.c.Cells = append(p.c.Cells, colour)
	p.c.Stars = append(p.c.Stars, star)
	return nil
}

// isPiece tells whether a character of a cell is a piece.
func isPiece(char byte) bool { return char == 'b' || char == 'w' }

// placePiece puts the piece at an offset of w on the cell about to be added.
func (p *boardParser) placePiece(w boardWord, offset int) error {
	place, side := &p.c.Black, Black
	if w.text[offset] == 'w' {
		place, side = &p.c.White, White
	}
	if *place >= 0 {
		return p.fail(w, offset, "second %v piece, want one", side)
	}
	*place = len(p.c.Cells)
	return nil
}

// cellError returns an error for the character at an offset of a cell, where
// all before is right.
func (p *boardParser) cellError(w boardWord, offset int) error {
	last, char := w.text[offset-1], w.text[offset]
	cell := puzzle.Quoted(w.text, puzzle.MaxShownWord)
	switch {
	case isPiece(last) && isPiece(char):
		return p.fail(w, offset, "two pieces on the cell %s, want at most one", cell)
	case last == '*' && isPiece(char):
		return p.fail(w, offset, "piece after the star in %s, want the piece first", cell)
	case last == '*' && char == '*':
		return p.fail(w, offset, "two stars on the cell %s, want at most one", cell)
	}
	return p.fail(w, offset, "unexpected %s in %s, want %s",
		puzzle.QuotedFirst(w.text[offset:]), cell, wantAfter(last))
}

// wantAfter says what may follow a right character of a cell.
func wantAfter(last byte) string {
	switch {
	case last == '*':
		return "a blank"
	case isPiece(last):
		return "* or a blank"
	default:
		return "b, w, * or a blank"
	}
}

// checkWhole checks, at the end of the file, what no single place shows.
func (p *boardParser) checkWhole() error {
	line := p.scan.lastLine()
	switch {
	case len(p.c.Cells) == 0:
		return p.scan.fail(line, 1, "no cells, want at least two")
	case len(p.c.Cells) == 1:
		return p.scan.fail(line, 1, "a board of 1x1, want at least two cells")
	case p.c.Black < 0:
		return p.scan.fail(line, 1, "no black piece, want a b after a cell's letter")
	case p.c.White < 0:
		return p.scan.fail(line, 1, "no white piece, want a w after a cell's letter")
	}
	return nil
}
