package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/catalogue"
)

func newLevels() *cobra.Command {
	var o levelsOptions
	cmd := &cobra.Command{
		Use:   "levels [DIR|PUZZLE]",
		Short: "list levels, with proof of how hard they are",
		Long: `levels lists the levels that ship with the program, or those in a directory that
generate --out has written, easy ones first: under each rule the moves of a shortest
solution, its turns, how many shortest solutions there are, and how many states a search
meets; - where a level is unsolvable under the rule. docs/LEVELS.md says how they were made.
Levels of other puzzles have their size, their value, the states that a search meets, the
score, and the solver that has confirmed the value. A directory has levels of one puzzle.

The files are taken at their word. With --verify each level is searched again, of two-tone
boards under both rules, and the referee replays its solutions.`,
		Example: `  exhaust levels
  exhaust levels show fiendish-1
  exhaust levels mine --verify`,
		Args: atMost(1, "exhaust levels [DIR] [flags]"),
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error { return o.list(cmd, args) }),
	}
	o.puzzleFlag.addFlag(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&o.verify, "verify", false, "search each level again, and replay its solutions")
	cmd.AddCommand(newLevelsShow())
	return cmd
}

func newLevelsShow() *cobra.Command {
	var o levelsShowOptions
	cmd := &cobra.Command{
		Use:   "show NAME [DIR|PUZZLE]",
		Short: "show a level, with a picture",
		Long: `show draws a level and says what is known of it. --file prints its file instead, which
other verbs read. The help of solve explains the picture.`,
		Example: `  exhaust levels show easy-1
  exhaust levels show hard-1 --solution
  exhaust levels show easy-1 --file | exhaust explore -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return wrongArguments("exhaust levels show NAME [DIR] [flags]")
			}
			return atMost(2, "exhaust levels show NAME [DIR] [flags]")(nil, args)
		},
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) }),
	}
	o.puzzleFlag.addFlag(cmd)
	cmd.Flags().BoolVar(&o.solution, "solution", false, "draw the board after every turn of the solution")
	cmd.Flags().BoolVar(&o.file, "file", false, "print the level as a file")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.MarkFlagsMutuallyExclusive("solution", "file", "json")
	return cmd
}

// wrongArguments says that a verb has other arguments.
func wrongArguments(want string) error {
	return command.Usagef("wrong number of arguments: want %s", want)
}

// atMost checks that there are at most so many arguments.
func atMost(n int, want string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return wrongArguments(want)
		}
		return nil
	}
}

// A levelSet is levels of one puzzle.
type levelSet struct {
	family.Levels
	all []family.Level
}

// read reads the levels of a directory; if none is named, those of a puzzle that ship with the
// program. The error is a *family.NoneShip if there are none.
func (f *puzzleFlag) read(names []string) (set levelSet, err error) {
	if len(names) == 0 {
		p, err := f.find()
		if err != nil {
			return set, err
		}
		return shipped(p)
	}
	dir := names[0]
	if !isFolder(dir) {
		p, rest, named, err := f.cut(dir)
		switch {
		case err != nil:
			return set, err
		case named && rest == "":
			return shipped(p)
		}
		return set, command.Usagef("%q is no directory of levels", dir)
	}
	p, err := f.puzzleOf(os.DirFS(dir))
	if err != nil {
		return set, err
	}
	if set.Levels, err = p.Levels(); err == nil {
		set.all, err = set.Read(os.DirFS(dir))
	}
	if err != nil {
		return set, command.UsageError(fmt.Errorf("%s: %w", dir, err))
	}
	return set, nil
}

// shipped returns the levels of a puzzle that ship with the program.
func shipped(p verbs.Puzzle) (set levelSet, err error) {
	if set.Levels, err = p.Levels(); err != nil {
		return set, command.UsageError(err)
	}
	set.all, err = set.Shipped()
	return set, err
}

// puzzleOf returns the puzzle of a directory of levels: that of the flag, or the one that the first
// case of the first file names, or the usual one.
func (f *puzzleFlag) puzzleOf(folder fs.FS) (verbs.Puzzle, error) {
	if f.name != "" {
		return f.find()
	}
	files, err := fs.Glob(folder, "*"+family.LevelExtension)
	if err != nil || len(files) == 0 {
		return catalogue.Default(), nil
	}
	text, err := fs.ReadFile(folder, files[0])
	if err != nil {
		return nil, command.UsageError(err)
	}
	if lines := idLines(string(text)); len(lines) > 0 {
		p, _, _ := catalogue.Cut(lines[0].text)
		return p, nil
	}
	return catalogue.Default(), nil
}

// levelsOptions are the flags of levels.
type levelsOptions struct {
	puzzleFlag
	json, verify bool
}

// levelsJSON is what levels --json prints.
type levelsJSON struct {
	Levels []any `json:"levels"`
}

// list prints the table of levels, verified if wanted.
func (o *levelsOptions) list(cmd *cobra.Command, names []string) error {
	set, err := o.read(names)
	var none *family.NoneShip
	w := cmd.OutOrStdout()
	switch {
	case errors.As(err, &none) && !o.json:
		_, err := fmt.Fprintln(w, none)
		return err
	case err != nil && none == nil:
		return err
	case o.json:
		out := levelsJSON{Levels: []any{}}
		for _, l := range set.all {
			out.Levels = append(out.Levels, l.JSON())
		}
		err = command.PrintJSON(w, out)
	default:
		_, err = io.WriteString(w, set.Table(set.all))
	}
	if err != nil || !o.verify {
		return err
	}
	return verifyLevels(cmd, set.all, o.json)
}

// verifyLevels finds out again what the levels claim.
func verifyLevels(cmd *cobra.Command, all []family.Level, quiet bool) error {
	for _, l := range all {
		if err := verifyLevel(cmd, l); err != nil {
			return err
		}
	}
	if !quiet {
		fmt.Fprintf(cmd.OutOrStdout(), "\nverified   %s\n", command.Counted(len(all), "level"))
	}
	return nil
}

// verifyLevel finds out again what a level claims. A false claim is a no; a limit is none.
func verifyLevel(cmd *cobra.Command, l family.Level) error {
	err := l.Verify(cmd.Context(), command.SearchMemory(command.DefaultMemory()))
	var unverified *family.Unverified
	switch {
	case err == nil:
		return nil
	case cmd.Context().Err() != nil, errors.Is(err, puzzle.ErrMemory):
		return command.LimitError(err)
	case errors.As(err, &unverified):
		return command.InputError(err)
	}
	return &command.ExitError{Code: command.ExitNo, Cause: err}
}

// levelsShowOptions are the flags of levels show.
type levelsShowOptions struct {
	puzzleFlag
	solution, file, json bool
}

// run shows a level.
func (o *levelsShowOptions) run(cmd *cobra.Command, args []string) error {
	set, err := o.read(args[1:])
	var none *family.NoneShip
	if errors.As(err, &none) {
		return command.UsageError(none)
	}
	if err != nil {
		return err
	}
	l, err := family.FindLevel(set.all, args[0])
	if err != nil {
		return command.UsageError(err)
	}
	w := cmd.OutOrStdout()
	switch {
	case o.json:
		return command.PrintJSON(w, l.JSON())
	case o.file:
		_, err := w.Write(l.AppendFile(nil))
		return err
	}
	for _, fact := range l.Facts() {
		fmt.Fprintf(w, "%-10s %v\n", fact.Key, fact.Value)
	}
	fmt.Fprintln(w)
	return l.Show(w, o.solution)
}
