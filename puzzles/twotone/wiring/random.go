package wiring

import (
	"fmt"
	"strconv"

	"exhaust/family"
	"exhaust/puzzles/twotone"
)

// The flags of compare that only two-tone boards have.
const (
	starsFlag   = "stars"
	rainbowFlag = "rainbow"
)

var flags = []family.Flag{
	{
		Verb: "compare", Name: starsFlag, Kind: "int", Default: strconv.Itoa(twotone.AnyStars), With: "random",
		Usage: "stars of a --random board; -1: 1 to 4, drawn",
	},
	{
		Verb: "compare", Name: rainbowFlag, Kind: "float", Default: "0.2", With: "random",
		Usage: "chance of a cell of a --random board to be rainbow, 0 to 1",
	},
}

// rules returns the rules that cases are drawn from.
func rulesOf(o family.Draws) (rules []twotone.Rule) {
	for _, variant := range o.Variants {
		rules = append(rules, twotone.Rule(variant))
	}
	return rules
}

// sample returns what draws from all boards of a size.
func sample(size string, o family.Draws) (family.Drawer[*twotone.Case], error) {
	rows, cols, err := sides(size)
	if err != nil {
		return nil, err
	}
	return &twotone.Sample{Rows: rows, Cols: cols, Rules: rulesOf(o)}, nil
}

// random returns what draws random boards of a size.
func random(size string, o family.Draws) (family.Drawer[*twotone.Case], error) {
	rows, cols, err := sides(size)
	if err != nil {
		return nil, err
	}
	stars, err := strconv.Atoi(o.Flags[starsFlag])
	if err != nil {
		return nil, err
	}
	rainbow, err := strconv.ParseFloat(o.Flags[rainbowFlag], 64)
	if err != nil {
		return nil, err
	}
	switch {
	case stars < twotone.AnyStars || stars > rows*cols:
		return nil, fmt.Errorf("--stars %d: want 0 to %d, or -1 to draw", stars, rows*cols)
	case !(rainbow >= 0 && rainbow <= 1):
		return nil, fmt.Errorf("--rainbow %v: want 0 to 1", rainbow)
	}
	return &twotone.Random{
		Rows:    rows,
		Cols:    cols,
		Stars:   stars,
		Rainbow: rainbow,
		Rules:   rulesOf(o),
	}, nil
}

// sides parses the sides of a board.
func sides(size string) (rows, cols int, err error) {
	rows, cols, err = twotone.ParseSize(size)
	if err == nil && (rows > twotone.MaxSide || cols > twotone.MaxSide || rows*cols < 2) {
		err = fmt.Errorf(
			"no boards of %s: want sides of 1 to %d and at least two cells",
			size,
			twotone.MaxSide,
		)
	}
	return rows, cols, err
}
