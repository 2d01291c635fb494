package wiring

import (
	"errors"
	"fmt"
	"strconv"

	"exhaust/family/protocol"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// A wire is the protocol line that two-tone boards had before there were other puzzles.
//
//	{"id":1,"rows":2,"cols":2,"cells":"BWRB","black":0,"white":3,"stars":[1,2],"rule":"strict","turn":"black","ask":"shortest"}
type wire struct{}

// measure is what the lengths of the puzzle are.
var measure = puzzle.Measure{
	Kind:   puzzle.Moves,
	Unit:   "move",
	Metric: "one piece steps by one cell",
}

// AppendRequest appends the request for a case, one line.
func (wire) AppendRequest(dst []byte, id uint64, c *twotone.Case, ask puzzle.Ask) []byte {
	number := func(key string, n int) {
		dst = append(dst, key...)
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	dst = append(dst, `{"id":`...)
	dst = strconv.AppendUint(dst, id, 10)
	number(`,"rows":`, c.Rows)
	number(`,"cols":`, c.Cols)
	dst = append(dst, `,"cells":"`...)
	for _, cell := range c.Cells {
		dst = append(dst, twotone.ColourLetters[cell])
	}
	number(`","black":`, c.Black)
	number(`,"white":`, c.White)
	dst = append(dst, `,"stars":[`...)
	comma := false
	for cell, star := range c.Stars {
		if !star {
			continue
		}
		if comma {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(cell), 10)
		comma = true
	}
	dst = append(dst, `],"rule":"`...)
	dst = append(dst, c.Rule.String()...)
	dst = append(dst, `","turn":"`...)
	dst = append(dst, c.Turn.String()...)
	dst = append(dst, `","ask":"`...)
	dst = append(dst, measure.AskName(ask)...)
	return append(dst, "\"}\n"...)
}

// ParseRequest reads a request.
func (wire) ParseRequest(line []byte) (*twotone.Case, puzzle.Ask, error) {
	var q request
	if err := protocol.Decode(line, &q); err != nil {
		return nil, 0, err
	}
	return q.question()
}

// A request is a line that a solver reads.
type request struct {
	Rows  int    `json:"rows"`
	Cols  int    `json:"cols"`
	Cells string `json:"cells"`
	Black *int   `json:"black"`
	White *int   `json:"white"`
	Stars []int  `json:"stars"`
	Rule  string `json:"rule"`
	Turn  string `json:"turn"`
	Ask   string `json:"ask"`
}

// question returns the case that a request is about, and what is asked of it.
func (q *request) question() (*twotone.Case, puzzle.Ask, error) {
	ask, ok := measure.AskNamed(q.Ask)
	switch {
	case !ok:
		return nil, 0, fmt.Errorf("ask is %q, want decide, any or shortest", q.Ask)
	case q.Black == nil || q.White == nil:
		return nil, 0, errors.New("black or white is missing, want the cells of both pieces")
	case q.Stars == nil:
		return nil, 0, errors.New("stars is missing, want a list of cells")
	}
	c := &twotone.Case{
		Board: twotone.Board{Rows: q.Rows, Cols: q.Cols, Black: *q.Black, White: *q.White},
	}
	for i := range q.Cells {
		colour, ok := twotone.ColourOfLetter(q.Cells[i])
		if !ok {
			return nil, 0, fmt.Errorf("cells holds %q, want B, W and R", q.Cells[i])
		}
		c.Cells = append(c.Cells, colour)
	}
	if err := q.setWords(c); err != nil {
		return nil, 0, err
	}
	if err := q.setStars(c); err != nil {
		return nil, 0, err
	}
	return c, ask, c.Validate()
}

// setWords sets the rule and the turn.
func (q *request) setWords(c *twotone.Case) error {
	var ok bool
	if c.Rule, ok = twotone.RuleNamed(q.Rule); !ok {
		return fmt.Errorf("rule is %q, want strict or handover", q.Rule)
	}
	if c.Turn, ok = twotone.SideNamed(q.Turn); !ok {
		return fmt.Errorf("turn is %q, want black or white", q.Turn)
	}
	return nil
}

// setStars sets the stars.
func (q *request) setStars(c *twotone.Case) error {
	c.Stars = make([]bool, len(c.Cells))
	for _, cell := range q.Stars {
		if cell < 0 || cell >= len(c.Stars) {
			return fmt.Errorf("star on cell %d, want 0 to %d", cell, len(c.Stars)-1)
		}
		if c.Stars[cell] {
			return fmt.Errorf("two stars on cell %d, want at most one", cell)
		}
		c.Stars[cell] = true
	}
	return nil
}
