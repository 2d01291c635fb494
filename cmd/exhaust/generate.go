package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/levels"
)

// generateOptions are the flags of the verb generate.
type generateOptions struct {
	limits
	size      string
	stars     int
	count     int
	seed      uint64
	from      uint64
	rule      string
	minLength int
	minTurns  int
	rainbow   string
	states    string
	out       string
	json      bool
}

func newGenerate() *cobra.Command {
	var o generateOptions
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "find boards worth playing, and prove how hard they are",
		Long: `generate draws boards at random, solves each exactly under both rules, and improves the
best by changing cells, stars and pieces at random, as long as that makes them better: a
long shortest solution, many changes of turn and handovers, rules that are solved
differently, few shortest solutions. Each part of the score is shown.

A climb is one such ascent from new boards; each comes to at most one level. Climbs have
numbers, and what one comes to depends on its number, the seed, and --size, --stars,
--rainbow, --rule and --states alone: the same command gives the same levels on every
machine and for any --workers. A limit of time or memory only cuts the list short. No two
levels are the same turned, mirrored or with colours swapped.

--rule says under which rules a level is solvable and hard: strict, handover (solvable so,
whether or not under strict) or both. A board whose search comes to the limit of --states
is left out, whatever it may be. After 48 climbs in a row without a new level the run ends.`,
		Example: `  exhaust generate --size 5x5 --stars 3 --count 3
  exhaust generate --stars 6 --min-length 60 --count 10 --out levels
  exhaust generate --size 6x6 --rule handover --min-turns 12 --seed 7 --json`,
		Args: arguments(cobra.NoArgs),
		RunE: verb(func(cmd *cobra.Command, _ []string) error { return o.run(cmd) }),
	}
	f := cmd.Flags()
	f.StringVar(&o.size, "size", "8x8", "rows and columns of the boards")
	f.IntVar(&o.stars, "stars", 6, "stars on each board")
	f.IntVar(&o.count, "count", 5, "levels to find")
	f.Uint64Var(&o.seed, "seed", 1, "what chance begins with")
	f.Uint64Var(&o.from, "from", 0, "the number of the first climb")
	f.StringVar(&o.rule, "rule", levels.AimBoth.String(), "strict, handover or both: the rules under which levels are solvable")
	f.IntVar(&o.minLength, "min-length", 0, "the fewest moves of the shortest solution under each of these rules")
	f.IntVar(&o.minTurns, "min-turns", 0, "the fewest turns of it")
	f.StringVar(&o.rainbow, "rainbow", "", "the fewest and the most rainbow cells, such as 2-6 (default 0 to an eighth of the board)")
	f.StringVar(&o.states, "states", "20M", "the most states that the search of a board may meet")
	addWorkers(cmd, &o.workers, "climbs at a time")
	o.addBounds(cmd)
	f.Lookup("time").DefValue, o.time = "10m0s", defaultGenerateTime
	f.Lookup("time").Usage = "the most time to take, 0 for no limit"
	f.StringVar(&o.out, "out", "", "write each level as a file into this directory, which must be new or empty")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	return cmd
}

// defaultGenerateTime ends a run that nobody has bounded.
const defaultGenerateTime = 10 * time.Minute

// run finds levels and prints them.
func (o *generateOptions) run(cmd *cobra.Command) error {
	g, err := o.generator()
	if err != nil {
		return err
	}
	if err := o.makeOut(); err != nil {
		return err
	}
	ctx, cancel := o.context(cmd.Context())
	defer cancel()
	w, out := cmd.OutOrStdout(), generateJSON{Seed: o.seed, Levels: []levelJSON{}}
	start := time.Now()
	stop, print := watchPrinter(cmd.ErrOrStderr(), func(elapsed time.Duration) string { return generateProgress(g, elapsed) })
	g.Found = func(l *levels.Level) error {
		if o.json {
			out.Levels = append(out.Levels, newLevelJSON(l))
		} else {
			print(func() { printFound(w, l) })
		}
		return o.write(l)
	}
	report, err := g.Run(ctx)
	stop()
	if err != nil {
		return inputError(err)
	}
	return o.finish(w, &out, &report, time.Since(start))
}

// generator reads the flags.
func (o *generateOptions) generator() (*levels.Generator, error) {
	wish, err := o.wish()
	if err != nil {
		return nil, err
	}
	if o.count < 1 {
		return nil, usagef("--count %d: want at least 1", o.count)
	}
	memory, err := o.parse()
	if err != nil {
		return nil, err
	}
	if err := wish.Check(); err != nil {
		return nil, usageError(err)
	}
	return &levels.Generator{
		Wish: wish, Seed: o.seed, From: o.from, Count: o.count, Workers: o.workers, Memory: memory,
	}, nil
}

// wish reads the flags that say what the levels shall be like.
func (o *generateOptions) wish() (w levels.Wish, err error) {
	rows, cols, err := parseSize(o.size)
	if err != nil {
		return w, err
	}
	aim, ok := levels.AimNamed(o.rule)
	if !ok {
		return w, usagef("unknown rule %q: want strict, handover or both", o.rule)
	}
	w = levels.Wish{
		Rows: rows, Cols: cols, Stars: o.stars, Rainbow: [2]int{0, rows * cols / 8},
		Aim: aim, MinLength: o.minLength, MinTurns: o.minTurns,
	}
	if o.rainbow != "" {
		if w.Rainbow, err = parseRange(o.rainbow); err != nil {
			return w, err
		}
	}
	w.States, err = parseStates(o.states)
	return w, err
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
			return r, usagef("--rainbow %q: want a range such as 2-6", text)
		}
		r[i] = int(n)
	}
	return r, nil
}

// parseStates parses a number of states such as 20M.
func parseStates(text string) (uint64, error) {
	value, unit, err := humanize.ParseSI(text)
	if err != nil || unit != "" || value < 1 || value != math.Trunc(value) || value > 1<<53 {
		return 0, usagef("--states %q: want a number such as 20M", text)
	}
	return uint64(value), nil
}

// makeOut makes the directory for the levels, if one is wanted.
func (o *generateOptions) makeOut() error {
	if o.out == "" {
		return nil
	}
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return usageError(err)
	}
	entries, err := os.ReadDir(o.out)
	if err != nil {
		return usageError(err)
	}
	if len(entries) > 0 {
		return usagef("--out %s: the directory is not empty", o.out)
	}
	return nil
}

// write writes a level into the directory, if one is wanted.
func (o *generateOptions) write(l *levels.Level) error {
	if o.out == "" {
		return nil
	}
	return writeFile(filepath.Join(o.out, l.Name+levels.Extension), l.Append(nil))
}

// generateProgress says how far a run is.
func generateProgress(g *levels.Generator, elapsed time.Duration) string {
	p := g.Progress()
	return fmt.Sprintf("%d of %s, %s, %s boards tried, %s, %s", p.Levels, counted(g.Count, "level"),
		counted(int(p.Climbs), "climb"), count(p.Tries), rate(p.Tries, elapsed), seconds(elapsed))
}

// printFound prints a level that was found, for people.
func printFound(w io.Writer, l *levels.Level) {
	fmt.Fprintf(w, "level      %s\nscore      %v\n", l.Name, l.Score)
	for rule := range l.Answers {
		fmt.Fprintf(w, "%-10s %v\n", twotone.Rule(rule), &l.Answers[rule])
	}
	fmt.Fprintf(w, "case       %s\n\n", l.Case().ID())
}

// generateJSON is what generate --json prints. Limit is null if all levels were found.
type generateJSON struct {
	Seed    uint64      `json:"seed"`
	Levels  []levelJSON `json:"levels"`
	Climbs  uint64      `json:"climbs"`
	Tries   uint64      `json:"boards_tried"`
	Limit   *string     `json:"limit"`
	Elapsed float64     `json:"elapsed_seconds"`
}

// finish prints what the run came to, and turns it into an exit code.
func (o *generateOptions) finish(w io.Writer, out *generateJSON, r *levels.Report, elapsed time.Duration) error {
	limit := shortOf(o, r)
	out.Climbs, out.Tries, out.Elapsed = r.Climbs, r.Tries, elapsed.Seconds()
	if limit != nil {
		text := limit.Error()
		out.Limit = &text
	}
	if o.json {
		if err := printJSON(w, out); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(w, "found      %d of %s, from %s and %s boards tried, in %s (%s)\n", r.Levels, counted(o.count, "level"),
			counted(int(r.Climbs), "climb"), count(r.Tries), seconds(elapsed), rate(r.Tries, elapsed))
	}
	if limit != nil {
		return limitError(limit)
	}
	return nil
}

// shortOf says what ended a run before all levels were found, or nil.
func shortOf(o *generateOptions, r *levels.Report) error {
	switch {
	case r.Limit == nil:
		return nil
	case !errors.Is(r.Limit, levels.ErrGaveUp):
		return r.Limit
	}
	var why []string
	add := func(n uint64, format string, args ...any) {
		if n > 0 {
			why = append(why, fmt.Sprintf("%d "+format, append([]any{n}, args...)...))
		}
	}
	add(r.Barren, "drew no solvable board that takes few states")
	add(r.TooShort, "came to fewer than %d moves (the most: %d)", o.minLength, r.Longest)
	add(r.TooFew, "to fewer than %d turns (the most: %d)", o.minTurns, r.MostTurns)
	add(r.Known, "to a level found before")
	return fmt.Errorf("no new level in so many climbs in a row that more is hopeless; of %s, %s",
		counted(int(r.Climbs), "climb"), strings.Join(why, ", "))
}
