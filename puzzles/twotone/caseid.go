package twotone

import (
	"fmt"
	"strconv"
	"strings"

	"exhaust/puzzle"
)

// A case ID is a case on one line without a character special to a shell:
//
//	ROWSxCOLS:CELLS:BLACK:WHITE:STARS:RULE[:TURN]
//	2x2:BWRB:0:3:1,2:strict
//
//	CELLS         a letter B, W or R a cell, row-major
//	BLACK, WHITE  the cells of the pieces
//	STARS         the cells with a star, ascending, with commas between; - for none
//	RULE          strict or handover
//	TURN          black or white; black is not printed

// ID returns the case ID of a valid case. ParseID reads it back.
func (c *Case) ID() string { return string(c.AppendID(nil)) }

// AppendID appends the case ID of a valid case to dst.
func (c *Case) AppendID(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(c.Rows), 10)
	dst = append(dst, 'x')
	dst = strconv.AppendInt(dst, int64(c.Cols), 10)
	dst = append(dst, ':')
	for _, cell := range c.Cells {
		dst = append(dst, ColourLetters[cell])
	}
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, int64(c.Black), 10)
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, int64(c.White), 10)
	dst = append(dst, ':')
	dst = appendStars(dst, c.Stars)
	dst = append(dst, ':')
	dst = append(dst, c.Rule.String()...)
	if c.Turn != Black {
		dst = append(dst, ':')
		dst = append(dst, c.Turn.String()...)
	}
	return dst
}

// appendStars appends the numbers of the cells with a star, or "-".
func appendStars(dst []byte, stars []bool) []byte {
	start := len(dst)
	for i, star := range stars {
		if !star {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(i), 10)
	}
	if len(dst) == start {
		dst = append(dst, '-')
	}
	return dst
}

// ParseID returns the valid case that an ID stands for. It reads exactly what
// ID prints, and ":black" where ID leaves it out; an error is a *puzzle.SyntaxError.
func ParseID(s string) (*Case, error) {
	p := idParser{text: s}
	c := new(Case)
	for _, field := range []func(*Case) error{
		p.rows, p.columns, p.colon, p.cells, p.colon, p.black, p.colon, p.white,
		p.colon, p.stars, p.beforeRule, p.rule, p.turn,
	} {
		if err := field(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// An idParser reads a case ID from left to right. It stops at the first wrong
// character, so that all before pos is ASCII and bytes count characters.
type idParser struct {
	text string
	pos  int // the next byte
}

// fail returns an error at a byte of the ID.
func (p *idParser) fail(pos int, format string, args ...any) error {
	return &puzzle.SyntaxError{
		Name:   "case " + puzzle.Shown(p.text, puzzle.MaxShownID),
		Column: pos + 1,
		Msg:    fmt.Sprintf(format, args...),
	}
}

// unexpected returns an error for the next character.
func (p *idParser) unexpected(want string) error {
	if p.pos == len(p.text) {
		return p.fail(p.pos, "unexpected end, want %s", want)
	}
	return p.fail(p.pos, "unexpected %s, want %s", puzzle.QuotedFirst(p.text[p.pos:]), want)
}

// next tells whether char comes next.
func (p *idParser) next(char byte) bool {
	return p.pos < len(p.text) && p.text[p.pos] == char
}

// expect reads one character.
func (p *idParser) expect(char byte) error {
	if !p.next(char) {
		return p.unexpected(strconv.Quote(string(char)))
	}
	p.pos++
	return nil
}

// colon reads the colon between two fields.
func (p *idParser) colon(*Case) error { return p.expect(':') }

// digits reads as many digits as there are.
func (p *idParser) digits() string {
	start := p.pos
	for p.pos < len(p.text) && '0' <= p.text[p.pos] && p.text[p.pos] <= '9' {
		p.pos++
	}
	return p.text[start:p.pos]
}

// number reads a number from low to high, without sign or leading zeros.
func (p *idParser) number(what string, low, high int) (int, error) {
	start := p.pos
	digits := p.digits()
	if digits == "" {
		return 0, p.unexpected(fmt.Sprintf("%s, a number from %d to %d", what, low, high))
	}
	if len(digits) > 1 && digits[0] == '0' {
		return 0, p.fail(start, "%s %s, want a number without leading zeros",
			what, puzzle.Shown(digits, puzzle.MaxShownWord))
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < low || n > high {
		return 0, p.fail(start, "%s %s, want a number from %d to %d",
			what, puzzle.Shown(digits, puzzle.MaxShownWord), low, high)
	}
	return n, nil
}

// rows reads ROWSx.
func (p *idParser) rows(c *Case) (err error) {
	if c.Rows, err = p.number("rows", 1, MaxSide); err != nil {
		return err
	}
	return p.expect('x')
}

// columns reads COLS.
func (p *idParser) columns(c *Case) (err error) {
	c.Cols, err = p.number("columns", 1, MaxSide)
	if err == nil && c.Size() < 2 {
		err = p.fail(0, "a board of 1x1, want at least two cells")
	}
	return err
}

// cells reads CELLS.
func (p *idParser) cells(c *Case) (err error) {
	c.Cells = make([]Colour, c.Size())
	for i := range c.Cells {
		if p.pos == len(p.text) || p.next(':') {
			return p.fail(p.pos, "%d cells, want %d for a board of %dx%d", i, c.Size(), c.Rows, c.Cols)
		}
		if c.Cells[i], err = p.cell(); err != nil {
			return err
		}
	}
	return nil
}

// cell reads a letter of CELLS.
func (p *idParser) cell() (Colour, error) {
	colour, ok := ColourOfLetter(p.text[p.pos])
	if !ok {
		return 0, p.fail(p.pos, "unknown cell %s, want %s", puzzle.QuotedFirst(p.text[p.pos:]), wantColour)
	}
	p.pos++
	return colour, nil
}

// black reads BLACK.
func (p *idParser) black(c *Case) (err error) {
	c.Black, err = p.number("black cell", 0, c.Size()-1)
	return err
}

// white reads WHITE.
func (p *idParser) white(c *Case) (err error) {
	start := p.pos
	c.White, err = p.number("white cell", 0, c.Size()-1)
	if err == nil && c.White == c.Black {
		err = p.fail(start, "both pieces on cell %d, want two different cells", c.White)
	}
	return err
}

// stars reads STARS.
func (p *idParser) stars(c *Case) error {
	c.Stars = make([]bool, c.Size())
	if p.next('-') {
		p.pos++
		return nil
	}
	for last := -1; ; p.pos++ {
		start := p.pos
		star, err := p.number("star cell", 0, c.Size()-1)
		if err != nil {
			return err
		}
		if star <= last {
			return p.fail(start, "star cell %d after %d, want ascending numbers", star, last)
		}
		c.Stars[star], last = true, star
		if !p.next(',') {
			return nil
		}
	}
}

// beforeRule reads the colon before RULE.
func (p *idParser) beforeRule(c *Case) error {
	if p.pos == len(p.text) {
		return p.fail(p.pos, "no rule, want :%v or :%v", Strict, Handover)
	}
	return p.colon(c)
}

// rule reads RULE.
func (p *idParser) rule(c *Case) error {
	start := p.pos
	name, _, _ := strings.Cut(p.text[start:], ":")
	rule, ok := RuleNamed(name)
	if !ok {
		return p.fail(start, "unknown rule %s, want %s", puzzle.Quoted(name, puzzle.MaxShownWord), wantRule)
	}
	c.Rule = rule
	p.pos += len(name)
	return nil
}

// turn reads the rest, empty or :TURN.
func (p *idParser) turn(c *Case) error {
	if p.pos == len(p.text) {
		return nil
	}
	start := p.pos + 1 // a rule ends at a colon or at the end
	name := p.text[start:]
	side, ok := SideNamed(name)
	if !ok {
		return p.fail(start, "unknown turn %s, want %s", puzzle.Quoted(name, puzzle.MaxShownWord), wantTurn)
	}
	c.Turn = side
	return nil
}
