package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzles/catalogue"
)

// generateOptions are the flags of the verb generate.
type generateOptions struct {
	command.Limits
	puzzleFlag
	own      ownFlags // of the puzzles
	size     string
	count    int
	seed     uint64
	from     uint64
	minValue int
	states   string
	out      string
	json     bool
}

// generateVerb is the name of the verb in the flags of puzzles.
const generateVerb = "generate"

func newGenerate() *cobra.Command {
	var o generateOptions
	cmd := &cobra.Command{
		Use:   "generate [PUZZLE:SIZE]",
		Short: "find boards worth playing, and prove how hard they are",
		Long: `generate draws boards at random, solves each exactly, and improves the best by changing
it at random, as long as that makes it better. Two-tone boards are solved under both
rules: better is a long shortest solution, many changes of turn and handovers, rules that
are solved differently, few shortest solutions. Each part of the score is shown. Of other
puzzles better is a greater value and, of equal ones, one that takes more states to find;
a puzzle that counts solutions has levels with one solution, and better are more states.

A climb is one such ascent from new boards; each comes to at most one level. Climbs have
numbers, and what one comes to depends on its number, the seed, the puzzle, the size,
--states, and --stars, --rainbow and --rule of two-tone boards alone: the same command
gives the same levels on every machine and for any --workers. A limit of time or memory
only cuts the list short. No two levels are the same turned, mirrored or with colours
swapped, where the puzzle has such images.

Before a level is printed, a second solver confirms its value where that takes few
states, and the referee replays its solution.

--rule says under which rules a two-tone level is solvable and hard: strict, handover
(solvable so, whether or not under strict) or both. A board whose search comes to the limit
of --states is left out, whatever it may be. After 48 climbs in a row without a new level
the run ends.`,
		Example: `  exhaust generate --size 5x5 --stars 3 --count 3
  exhaust generate --stars 6 --min-length 60 --count 10 --out levels
  exhaust generate --size 6x6 --rule handover --min-turns 12 --seed 7 --json
  exhaust generate huarong:4x4 --count 3 --out mine`,
		Args: o.arguments,
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) }),
	}
	f := cmd.Flags()
	f.StringVar(&o.size, "size", defaultGenerateSize, "rows and columns of the boards, or the size of another puzzle")
	f.IntVar(&o.count, "count", 5, "levels to find")
	f.Uint64Var(&o.seed, "seed", 1, "what chance begins with")
	f.Uint64Var(&o.from, "from", 0, "the number of the first climb")
	f.IntVar(&o.minValue, "min-length", 0, "the fewest moves of the shortest solution under each of the rules")
	f.IntVar(&o.minValue, "min-value", 0, "the least value of a level: --min-length, where values are no moves")
	f.StringVar(&o.states, "states", "20M", "the most states that the search of a board may meet")
	o.puzzleFlag.addFlag(cmd)
	o.own.addFlags(f, generateVerb)
	command.AddWorkers(cmd, &o.Workers, "climbs at a time")
	o.AddBounds(cmd)
	f.Lookup("time").DefValue, o.Time = "10m0s", defaultGenerateTime
	f.Lookup("time").Usage = "the most time to take, 0 for no limit"
	f.StringVar(&o.out, "out", "", "write each level as a file into this directory, which must be new or empty")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.MarkFlagsMutuallyExclusive("min-length", "min-value")
	return cmd
}

const (
	defaultGenerateTime = 10 * time.Minute // ends a run that nobody has bounded
	defaultGenerateSize = "8x8"            // of the usual puzzle
)

// arguments checks that the arguments are at most a puzzle with a size.
func (o *generateOptions) arguments(_ *cobra.Command, args []string) error {
	ok := len(args) == 0
	if len(args) == 1 {
		_, _, named, err := o.cut(args[0])
		if err != nil {
			return err
		}
		ok = named
	}
	switch {
	case ok:
		return nil
	case len(args) == 1 && strings.Contains(args[0], ":"):
		name, _, _ := strings.Cut(args[0], ":")
		_, err := catalogue.Find(name)
		return command.UsageError(err)
	}
	return wrongArguments("exhaust generate [flags]")
}

// find returns the puzzle and the size of its cases.
func (o *generateOptions) find(cmd *cobra.Command, args []string) (p verbs.Puzzle, size string, err error) {
	sized := cmd.Flags().Changed("size")
	if len(args) == 0 {
		p, err = o.puzzleFlag.find()
		size = o.size
	} else {
		p, size, _, err = o.cut(args[0])
		if err == nil && size != "" && sized {
			err = command.Usagef("%s and --size %s: want one size", args[0], o.size)
		}
		if size == "" {
			size = o.size
		}
	}
	if p != catalogue.Default() && size == o.size && !sized {
		size = "" // the default is of another puzzle
	}
	return p, size, err
}

// run finds levels and prints them.
func (o *generateOptions) run(cmd *cobra.Command, args []string) error {
	maker, err := o.maker(cmd, args)
	if err != nil {
		return err
	}
	if err := o.makeOut(); err != nil {
		return err
	}
	ctx, cancel := o.Context(cmd.Context())
	defer cancel()
	w, out := cmd.OutOrStdout(), generateJSON{Seed: o.seed, Levels: []any{}}
	start := time.Now()
	stop, print := command.WatchPrinter(cmd.ErrOrStderr(), func(elapsed time.Duration) string {
		return o.progress(maker.Progress(), elapsed)
	})
	made, err := maker.Run(ctx, func(l family.Level) error {
		if o.json {
			out.Levels = append(out.Levels, l.JSON())
		} else {
			print(func() { printFound(w, l) })
		}
		return o.write(l)
	})
	stop()
	if err != nil {
		return command.InputError(err)
	}
	return o.finish(w, &out, &made, time.Since(start))
}

// maker reads the arguments and the flags.
func (o *generateOptions) maker(cmd *cobra.Command, args []string) (family.LevelMaker, error) {
	p, size, err := o.find(cmd, args)
	if err != nil {
		return nil, err
	}
	set := cmd.Flags().Changed
	if err := o.own.refuse(p, generateVerb, set); err != nil {
		return nil, err
	}
	if o.count < 1 {
		return nil, command.Usagef("--count %d: want at least 1", o.count)
	}
	w := family.Wishes{
		Size: size, Count: o.count, Seed: o.seed, From: o.from, MinValue: o.minValue, Workers: o.Workers,
		Flags: o.own.values(p, generateVerb), Set: set,
	}
	if w.States, err = parseStates(o.states); err != nil {
		return nil, err
	}
	if w.Memory, err = o.Parse(); err != nil {
		return nil, err
	}
	levels, err := p.Levels()
	if err != nil {
		return nil, command.UsageError(err)
	}
	maker, err := levels.Maker(w)
	if err != nil {
		return nil, command.UsageError(err)
	}
	return maker, nil
}

// parseStates parses a number of states such as 20M.
func parseStates(text string) (uint64, error) {
	value, unit, err := humanize.ParseSI(text)
	if err != nil || unit != "" || value < 1 || value != math.Trunc(value) || value > 1<<53 {
		return 0, command.Usagef("--states %q: want a number such as 20M", text)
	}
	return uint64(value), nil
}

// makeOut makes the directory for the levels, if one is wanted.
func (o *generateOptions) makeOut() error {
	if o.out == "" {
		return nil
	}
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return command.UsageError(err)
	}
	entries, err := os.ReadDir(o.out)
	if err != nil {
		return command.UsageError(err)
	}
	if len(entries) > 0 {
		return command.Usagef("--out %s: the directory is not empty", o.out)
	}
	return nil
}

// write writes a level into the directory, if one is wanted.
func (o *generateOptions) write(l family.Level) error {
	if o.out == "" {
		return nil
	}
	return command.WriteOut(filepath.Join(o.out, l.Name()+family.LevelExtension), l.AppendFile(nil))
}

// progress says how far a run is.
func (o *generateOptions) progress(p family.LevelsMade, elapsed time.Duration) string {
	return fmt.Sprintf("%d of %s, %s, %s boards tried, %s, %s", p.Levels,
		command.Counted(o.count, "level"), command.Counted(int(p.Climbs), "climb"), command.Count(p.Tries),
		command.Rate(p.Tries, elapsed), command.Seconds(elapsed))
}

// printFound prints a level that was found, for people.
func printFound(w io.Writer, l family.Level) {
	for _, fact := range l.Facts() {
		if fact.Key != family.OriginFact && fact.Key != family.SolutionFact {
			fmt.Fprintf(w, "%-10s %v\n", fact.Key, fact.Value)
		}
	}
	fmt.Fprintln(w)
}

// generateJSON is what generate --json prints. Limit is null if all levels were found.
type generateJSON struct {
	Seed    uint64  `json:"seed"`
	Levels  []any   `json:"levels"`
	Climbs  uint64  `json:"climbs"`
	Tries   uint64  `json:"boards_tried"`
	Limit   *string `json:"limit"`
	Elapsed float64 `json:"elapsed_seconds"`
}

// finish prints what the run came to, and turns it into an exit code.
func (o *generateOptions) finish(
	w io.Writer, out *generateJSON, made *family.LevelsMade, elapsed time.Duration,
) error {
	out.Climbs, out.Tries, out.Elapsed = made.Climbs, made.Tries, elapsed.Seconds()
	if made.Limit != nil {
		text := made.Limit.Error()
		out.Limit = &text
	}
	if o.json {
		if err := command.PrintJSON(w, out); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(w, "found      %d of %s, from %s and %s boards tried, in %s (%s)\n", made.Levels,
			command.Counted(o.count, "level"), command.Counted(int(made.Climbs), "climb"),
			command.Count(made.Tries), command.Seconds(elapsed), command.Rate(made.Tries, elapsed))
	}
	if made.Limit != nil {
		return command.LimitError(made.Limit)
	}
	return nil
}
