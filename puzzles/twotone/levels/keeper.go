package levels

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"exhaust/family"
	"exhaust/family/levels/climb"
	"exhaust/puzzles/twotone"
)

// A Keeper is the levels of two-tone boards for the verbs of the program.
type Keeper struct {
	// Draw draws a board, and again after every turn of a solution, if there is one.
	Draw func(w io.Writer, c *twotone.Case, solution []byte) error
}

// Shipped returns the levels that ship with the program.
func (k *Keeper) Shipped() ([]family.Level, error) { return k.all(Shipped()) }

// Read reads all level files of a folder.
func (k *Keeper) Read(folder fs.FS) ([]family.Level, error) { return k.all(Read(folder)) }

// all returns levels for the verbs of the program.
func (k *Keeper) all(levels []*Level, err error) ([]family.Level, error) {
	var all []family.Level
	for _, l := range levels {
		all = append(all, &kept{k, l})
	}
	return all, err
}

// The flags of generate that only two-tone boards have.
const (
	starsFlag    = "stars"
	rainbowFlag  = "rainbow"
	ruleFlag     = "rule"
	minTurnsFlag = "min-turns"
)

// Flags are the flags of generate that only two-tone boards have.
var Flags = []family.Flag{
	{Verb: "generate", Name: starsFlag, Kind: "int", Default: "6", Usage: "stars on each board"},
	{
		Verb: "generate", Name: rainbowFlag, Kind: "string",
		Usage: "the fewest and the most rainbow cells, such as 2-6 (default 0 to an eighth of the board)",
	},
	{
		Verb: "generate", Name: ruleFlag, Kind: "string", Default: AimBoth.String(),
		Usage: "strict, handover or both: the rules under which levels are solvable",
	},
	{
		Verb: "generate", Name: minTurnsFlag, Kind: "int", Default: "0",
		Usage: "the fewest turns of the shortest solution under each of these rules",
	},
}

// Maker returns what makes levels.
func (k *Keeper) Maker(w family.Wishes) (family.LevelMaker, error) {
	wish, err := wishOf(&w)
	if err != nil {
		return nil, err
	}
	return &maker{k, &Generator{
		Wish: wish, Seed: w.Seed, From: w.From, Count: w.Count, Workers: w.Workers, Memory: w.Memory,
	}}, nil
}

// wishOf returns the wish for boards that wishes say.
func wishOf(o *family.Wishes) (w Wish, err error) {
	rows, cols, err := twotone.ParseSize(o.Size)
	if err != nil {
		return w, err
	}
	aim, ok := AimNamed(o.Flags[ruleFlag])
	if !ok {
		return w, fmt.Errorf("unknown rule %q: want strict, handover or both", o.Flags[ruleFlag])
	}
	w = Wish{
		Rows: rows, Cols: cols, Rainbow: [2]int{0, rows * cols / 8},
		Aim: aim, MinLength: o.MinValue, States: o.States,
	}
	if w.Stars, err = numberOf(o, starsFlag); err != nil {
		return w, err
	}
	if w.MinTurns, err = numberOf(o, minTurnsFlag); err != nil {
		return w, err
	}
	if text := o.Flags[rainbowFlag]; text != "" {
		if w.Rainbow, err = parseRange(text); err != nil {
			return w, err
		}
	}
	return w, w.Check()
}

// numberOf returns the number that a flag has.
func numberOf(o *family.Wishes, flag string) (int, error) {
	n, err := strconv.Atoi(o.Flags[flag])
	if err != nil {
		return 0, fmt.Errorf("--%s %q: want a number", flag, o.Flags[flag])
	}
	return n, nil
}

// parseRange parses LO-HI, or one number for both.
func parseRange(text string) (r [2]int, err error) {
	low, high, found := strings.Cut(text, "-")
	if !found {
		high = low
	}
	for i, digits := range []string{low, high} {
		n, err := strconv.ParseUint(digits, 10, 31)
		if err != nil {
			return r, fmt.Errorf("--%s %q: want a range such as 2-6", rainbowFlag, text)
		}
		r[i] = int(n)
	}
	return r, nil
}

// A maker is a Generator for the verbs of the program.
type maker struct {
	keeper    *Keeper
	generator *Generator
}

// Run makes levels.
func (m *maker) Run(ctx context.Context, found func(family.Level) error) (family.LevelsMade, error) {
	m.generator.Found = func(l *Level) error { return found(&kept{m.keeper, l}) }
	r, err := m.generator.Run(ctx)
	made := family.LevelsMade{Levels: r.Levels, Climbs: r.Climbs, Tries: r.Tries, Limit: r.Limit}
	if errors.Is(r.Limit, climb.ErrGaveUp) {
		made.Limit = r.gaveUp(&m.generator.Wish)
	}
	return made, err
}

// gaveUp says what climbs came to that were no new level.
func (r *Report) gaveUp(w *Wish) error {
	short := fmt.Sprintf("came to fewer than %d moves (the most: %d)", w.MinLength, r.Longest)
	few := fmt.Sprintf("to fewer than %d turns (the most: %d)", w.MinTurns, r.MostTurns)
	return &climb.GaveUp{Climbs: r.Climbs, Reasons: []climb.Reason{
		{Climbs: r.Barren, Text: "drew no solvable board that takes few states"},
		{Climbs: r.TooShort, Text: short},
		{Climbs: r.TooFew, Text: few},
		{Climbs: r.Known, Text: "to a level found before"},
	}}
}

// Progress returns how far a run is.
func (m *maker) Progress() family.LevelsMade {
	p := m.generator.Progress()
	return family.LevelsMade{Levels: int(p.Levels), Climbs: p.Climbs, Tries: p.Tries}
}

// Table returns a table of levels.
func (k *Keeper) Table(all []family.Level) string {
	width := len("level")
	for _, l := range all {
		width = max(width, len(l.Name()))
	}
	out := fmt.Appendf(nil, "%-*s               strict                           handover\n", width, "")
	out = fmt.Appendf(out, "%-*s  size   stars", width, "level")
	for range Rules {
		out = append(out, "  moves  turns  solutions     states"...)
	}
	out = append(out, '\n')
	for _, one := range all {
		l := one.(*kept).level
		out = fmt.Appendf(out, "%-*s  %-5s  %5d", width, l.Name, l.Size(), l.Board.StarCount())
		for rule := range l.Answers {
			out = l.Answers[rule].appendColumns(out)
		}
		out = append(out, '\n')
	}
	return string(out)
}

// appendColumns appends a rule's columns.
func (a *Answer) appendColumns(dst []byte) []byte {
	states := humanize.BigComma(new(big.Int).SetUint64(a.States))
	if !a.Solvable() {
		return fmt.Appendf(dst, "  %5s  %5s  %9s  %9s", "-", "-", "-", states)
	}
	return fmt.Appendf(dst, "  %5d  %5d  %9s  %9s", a.Length, a.Turns, CountText(a.Count), states)
}
