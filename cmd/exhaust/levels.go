package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/levels"
	"exhaust/puzzles/twotone/wiring"
)

func newLevels() *cobra.Command {
	var asJSON, verify bool
	cmd := &cobra.Command{
		Use:   "levels [DIR]",
		Short: "list levels, with proof of how hard they are",
		Long: `levels lists the levels that ship with the program, or those in a directory that
generate --out has written, easy ones first: under each rule the moves of a shortest
solution, its turns, how many shortest solutions there are, and how many states a search
meets; - where a level is unsolvable under the rule. docs/LEVELS.md says how they were made.

The files are taken at their word. With --verify each level is searched again under both
rules, and the referee replays its solutions.`,
		Example: `  exhaust levels
  exhaust levels show fiendish-1
  exhaust levels mine --verify`,
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return listLevels(cmd, args, asJSON, verify) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&verify, "verify", false, "search each level again, and replay its solutions")
	cmd.AddCommand(newLevelsShow())
	return cmd
}

func newLevelsShow() *cobra.Command {
	var o levelsShowOptions
	cmd := &cobra.Command{
		Use:   "show NAME [DIR]",
		Short: "show a level, with a picture",
		Long: `show draws a level and says what is known of it. --file prints its file instead, which
other verbs read. The help of solve explains the picture.`,
		Example: `  exhaust levels show easy-1
  exhaust levels show hard-1 --solution
  exhaust levels show easy-1 --file | exhaust explore -`,
		Args: arguments(cobra.RangeArgs(1, 2)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) }),
	}
	cmd.Flags().BoolVar(&o.solution, "solution", false, "draw the board after every turn of the solution")
	cmd.Flags().BoolVar(&o.file, "file", false, "print the level as a board file")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.MarkFlagsMutuallyExclusive("solution", "file", "json")
	return cmd
}

// readLevels reads the levels of a directory, or, if none is named, those that ship with the program.
func readLevels(dirs []string) ([]*levels.Level, error) {
	if len(dirs) == 0 {
		return levels.Shipped()
	}
	dir := dirs[0]
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, usagef("%q is no directory of levels", dir)
	}
	all, err := levels.Read(os.DirFS(dir))
	if err != nil {
		return nil, usageError(fmt.Errorf("%s: %w", dir, err))
	}
	return all, nil
}

// listLevels prints the table of levels, verified if wanted.
func listLevels(cmd *cobra.Command, dirs []string, asJSON, verify bool) error {
	all, err := readLevels(dirs)
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	if asJSON {
		err = printJSON(w, newLevelsJSON(all))
	} else {
		printLevels(w, all)
	}
	if err != nil || !verify {
		return err
	}
	return verifyLevels(cmd, all, asJSON)
}

// verifyLevels finds out again what the levels claim.
func verifyLevels(cmd *cobra.Command, all []*levels.Level, quiet bool) error {
	for _, l := range all {
		err := l.Verify(cmd.Context(), searchMemory(defaultMemory()))
		switch {
		case err == nil:
		case cmd.Context().Err() != nil:
			return limitError(err)
		default:
			return &exitError{exitNo, err}
		}
	}
	if !quiet {
		fmt.Fprintf(cmd.OutOrStdout(), "\nverified   %s\n", counted(len(all), "level"))
	}
	return nil
}

// printLevels prints a table with a row for each level.
func printLevels(w io.Writer, all []*levels.Level) {
	width := len("level")
	for _, l := range all {
		width = max(width, len(l.Name))
	}
	fmt.Fprintf(w, "%-*s               strict                           handover\n", width, "")
	fmt.Fprintf(w, "%-*s  size   stars", width, "level")
	for range levels.Rules {
		fmt.Fprintf(w, "  moves  turns  solutions     states")
	}
	fmt.Fprintln(w)
	for _, l := range all {
		fmt.Fprintf(w, "%-*s  %-5s  %5d", width, l.Name, l.Size(), l.Board.StarCount())
		for rule := range l.Answers {
			printAnswer(w, &l.Answers[rule])
		}
		fmt.Fprintln(w)
	}
}

// printAnswer prints a rule's columns.
func printAnswer(w io.Writer, a *levels.Answer) {
	if !a.Solvable() {
		fmt.Fprintf(w, "  %5s  %5s  %9s  %9s", "-", "-", "-", count(a.States))
		return
	}
	fmt.Fprintf(w, "  %5d  %5d  %9s  %9s", a.Length, a.Turns, levels.CountText(a.Count), count(a.States))
}

// levelsShowOptions are the flags of levels show.
type levelsShowOptions struct {
	solution, file, json bool
}

// run shows a level.
func (o *levelsShowOptions) run(cmd *cobra.Command, args []string) error {
	all, err := readLevels(args[1:])
	if err != nil {
		return err
	}
	l, err := levels.Find(all, args[0])
	if err != nil {
		return usageError(err)
	}
	w := cmd.OutOrStdout()
	switch {
	case o.json:
		return printJSON(w, newLevelJSON(l))
	case o.file:
		_, err := w.Write(l.Append(nil))
		return err
	}
	printLevel(w, l)
	c := l.Case()
	fmt.Fprintln(w)
	if o.solution {
		return wiring.Family().Notation.Show(w, c, l.Answers[c.Rule].Solution)
	}
	fmt.Fprintf(w, "%v to move\n%s", c.Turn, twotone.Picture(&c.Board))
	return nil
}

// printLevel says what is known of a level.
func printLevel(w io.Writer, l *levels.Level) {
	fmt.Fprintf(w, "level      %s\nmade by    %s\nscore      %v\n", l.Name, l.Origin, l.Score)
	for rule := range l.Answers {
		a := &l.Answers[rule]
		fmt.Fprintf(w, "%-10v %v\n", twotone.Rule(rule), a)
		if a.Solvable() {
			fmt.Fprintf(w, "solution   %v\n", a.Solution)
		}
	}
	fmt.Fprintf(w, "case       %s\n", l.Case().ID())
}

// levelsJSON is what levels --json prints.
type levelsJSON struct {
	Levels []levelJSON `json:"levels"`
}

func newLevelsJSON(all []*levels.Level) levelsJSON {
	out := levelsJSON{Levels: []levelJSON{}}
	for _, l := range all {
		out.Levels = append(out.Levels, newLevelJSON(l))
	}
	return out
}

// levelJSON is a level for programs. Strict and Handover are by rule.
type levelJSON struct {
	Name     string    `json:"name"`
	Case     string    `json:"case"`
	Size     string    `json:"size"`
	Stars    int       `json:"stars"`
	Aim      string    `json:"aim"`
	Score    scoreJSON `json:"score"`
	Strict   foundJSON `json:"strict"`
	Handover foundJSON `json:"handover"`
	MadeBy   string    `json:"made_by"`
}

type scoreJSON struct {
	Total      int `json:"total"`
	Length     int `json:"length"`
	Turns      int `json:"turns"`
	Handovers  int `json:"handovers"`
	Difference int `json:"difference"`
	Solutions  int `json:"solutions"`
}

// foundJSON is what is known under a rule. Where the level is unsolvable, all but the first two fields are null.
type foundJSON struct {
	Verdict    string  `json:"verdict"`
	States     uint64  `json:"states"`
	Length     *int    `json:"length"`
	Turns      *int    `json:"turns"`
	Handovers  *int    `json:"handovers"`
	Solutions  *uint64 `json:"solutions"` // the greatest 64-bit number stands for that many or more
	FirstMoves *string `json:"first_moves"`
	Solution   *string `json:"solution"`
}

func newLevelJSON(l *levels.Level) levelJSON {
	s := l.Score
	return levelJSON{
		Name: l.Name, Case: l.Case().ID(), Size: l.Size(), Stars: l.Board.StarCount(), Aim: l.Aim.String(),
		Score:    scoreJSON{s.Total(), s.Length, s.Turns, s.Handovers, s.Difference, s.Solutions},
		Strict:   newFoundJSON(&l.Answers[twotone.Strict]),
		Handover: newFoundJSON(&l.Answers[twotone.Handover]),
		MadeBy:   l.Origin,
	}
}

func newFoundJSON(a *levels.Answer) foundJSON {
	out := foundJSON{Verdict: a.Verdict.String(), States: a.States}
	if a.Solvable() {
		solution := a.Solution.String()
		out.Length, out.Turns, out.Handovers, out.Solutions = &a.Length, &a.Turns, &a.Handovers, &a.Count
		out.FirstMoves, out.Solution = &a.First, &solution
	}
	return out
}
