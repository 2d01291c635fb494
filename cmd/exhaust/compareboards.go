package main

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/contest"
)

// A companion is a flag that goes only with some kinds of boards, and these.
type companion struct {
	flag  string
	kinds []string
}

// goesWith reports whether a companion goes with the boards of one of some kinds.
func (c *companion) goesWith(kinds []string) bool {
	return slices.ContainsFunc(kinds, func(kind string) bool { return slices.Contains(c.kinds, kind) })
}

var companions = []companion{
	{"sample", []string{"space"}},
	{"count", []string{"random"}},
	{"stars", []string{"random"}},
	{"rainbow", []string{"random"}},
	{"seed", []string{"sample", "random"}},
}

// source finds the boards that the user wants.
func (o *compareOptions) source(set func(flag string) bool, stdin io.Reader) (contest.Source, error) {
	kind := ""
	for _, flag := range []string{"space", "boards", "random"} {
		if !set(flag) {
			continue
		}
		if kind != "" {
			return nil, usagef("--%s and --%s: want one of them", kind, flag)
		}
		kind = flag
	}
	if kind == "" {
		kind, o.space = "space", "2x2"
	}
	o.kinds = []string{kind}
	if kind == "space" && set("sample") {
		o.kinds = append(o.kinds, "sample") // of a space
	}
	if err := checkCompanions(o.kinds, set); err != nil {
		return nil, err
	}
	if !set("seed") {
		o.seed = uint64(rand.Uint32())
	}
	switch kind {
	case "boards":
		return o.list(stdin)
	case "random":
		return o.randomBoards()
	}
	return o.spaceOrSample(set("sample"))
}

// checkCompanions refuses flags that go with other kinds of boards.
func checkCompanions(kinds []string, set func(string) bool) error {
	for _, c := range companions {
		if set(c.flag) && !c.goesWith(kinds) {
			return usagef("--%s: goes with --%s", c.flag, strings.Join(c.kinds, " or --"))
		}
	}
	return nil
}

// rules returns the rules under which boards without a rule are put.
func (o *compareOptions) rules() ([]twotone.Rule, error) {
	if o.rule == "" {
		o.rule = "both"
	}
	return parseRules(o.rule)
}

// spaceOrSample returns a whole space, or some of it.
func (o *compareOptions) spaceOrSample(sample bool) (contest.Source, error) {
	rules, err := o.rules()
	if err != nil {
		return nil, err
	}
	if !sample {
		space, err := parseSpace(o.space)
		if err != nil {
			return nil, err
		}
		return &contest.All{Space: space, Rules: rules}, nil
	}
	rows, cols, err := parseSides(o.space)
	if err != nil {
		return nil, err
	}
	if o.sample < 1 {
		return nil, usagef("--sample %d: want 1 or more", o.sample)
	}
	return &contest.Sample{Rows: rows, Cols: cols, Rules: rules, Count: o.sample, Seed: o.seed}, nil
}

// randomBoards returns random boards.
func (o *compareOptions) randomBoards() (contest.Source, error) {
	rules, err := o.rules()
	if err != nil {
		return nil, err
	}
	rows, cols, err := parseSides(o.random)
	if err != nil {
		return nil, err
	}
	switch {
	case o.count < 1:
		return nil, usagef("--count %d: want 1 or more", o.count)
	case o.stars < contest.AnyStars || o.stars > rows*cols:
		return nil, usagef("--stars %d: want 0 to %d, or -1 to draw", o.stars, rows*cols)
	case !(o.rainbow >= 0 && o.rainbow <= 1):
		return nil, usagef("--rainbow %v: want 0 to 1", o.rainbow)
	}
	return &contest.Random{
		Rows: rows, Cols: cols, Stars: o.stars, Rainbow: o.rainbow,
		Rules: rules, Count: o.count, Seed: o.seed,
	}, nil
}

// parseSides parses the sides of a board.
func parseSides(text string) (rows, cols int, err error) {
	rows, cols, err = parseSize(text)
	if err == nil && (rows > twotone.MaxSide || cols > twotone.MaxSide || rows*cols < 2) {
		err = usagef("no boards of %s: want sides of 1 to %d and at least two cells", text, twotone.MaxSide)
	}
	return rows, cols, err
}

// list returns the cases of a file under the rules that the user wants.
func (o *compareOptions) list(stdin io.Reader) (contest.Source, error) {
	cases, err := readCases(o.boards, stdin)
	if err != nil || o.rule == "" {
		return &contest.List{Name: "boards of " + o.boards, Cases: cases}, err
	}
	rules, err := o.rules()
	if err != nil {
		return nil, err
	}
	list := &contest.List{Name: "boards of " + o.boards}
	for _, c := range cases {
		for _, rule := range rules {
			d := c.Clone()
			d.Rule = rule
			list.Cases = append(list.Cases, d)
		}
	}
	return list, nil
}

// errNoBoards says that a file holds none.
var errNoBoards = errors.New("no boards: want a case a line, such as 2x2:BWRB:0:3:1,2:strict, or a drawn board")
