package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/catalogue"
)

// replayOptions are the flags of the verb replay.
type replayOptions struct {
	puzzleFlag
	json, show bool
	named      bool // the puzzle is named
}

func newReplay() *cobra.Command {
	var o replayOptions
	cmd := &cobra.Command{
		Use:   "replay [PUZZLE:]CASE|FILE|- SOLUTION",
		Short: "have the referee check a solution",
		Long: `replay plays a solution step by step on the rules and says whether it wins. If
not, it names the first wrong step and why it is wrong. "exhaust puzzles NAME" says how
a solution of the puzzle is written: on a two-tone board it is moves U D L R, and - for
a handover of the turn, with or without blanks between them. The case is given as for
solve, whose help explains it and the pictures of --show.`,
		Example: `  exhaust replay 2x2:BWRB:0:3:1,2:strict 'R L'
  exhaust replay 2x2:WBBR:0:1:0:handover '- D L R U D - R L' --show
  exhaust replay board.txt 'R U D - D' --json`,
		Args: command.Arguments(cobra.MinimumNArgs(2)),
		RunE: command.Verb(
			func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
		),
	}
	o.puzzleFlag.addFlag(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&o.show, "show", false, "draw the board after every turn")
	return cmd
}

// run has the referee replay a solution.
func (o *replayOptions) run(cmd *cobra.Command, args []string) error {
	if o.json && o.show {
		return command.Usagef("--json and --show: want one of them")
	}
	unshield(args)
	var err error
	if _, _, o.named, err = o.cut(args[0]); err != nil {
		return err
	}
	in := input{o.puzzleFlag, cmd.Context(), cmd.InOrStdin()}
	c, err := in.one(args[0])
	if err != nil {
		return err
	}
	s, err := c.Puzzle().ParseSolution(strings.Join(args[1:], " "))
	if err != nil {
		return command.UsageError(err)
	}
	return o.replay(cmd.OutOrStdout(), c, s)
}

// shield marks an argument as a word although it begins with a hyphen. No argument
// that comes from outside can hold a NUL.
const shield = "\x00"

// startOfFlag is how a flag begins, and no solution.
var startOfFlag = regexp.MustCompile(`^--?[a-z]`)

// shieldSolution returns a command line whose arguments of replay that begin with a
// handover, such as "- D L" or "-DL", are not taken for flags.
func shieldSolution(args []string) []string {
	if len(args) == 0 || args[0] != "replay" {
		return args
	}
	shielded := slices.Clone(args)
	for i, arg := range args {
		if arg == "--" { // only words follow
			break
		}
		if strings.HasPrefix(arg, "-") && !startOfFlag.MatchString(arg) {
			shielded[i] = shield + arg
		}
	}
	return shielded
}

// unshield takes the marks off again.
func unshield(args []string) {
	for i, arg := range args {
		args[i] = strings.TrimPrefix(arg, shield)
	}
}

// classicReplay are the keys of replay --json that there were when there was one puzzle.
var classicReplay = []string{"case", "solution", "accepted", "length", "handovers", "step", "why"}

// replay has the referee replay a solution, and prints what it says.
func (o *replayOptions) replay(w io.Writer, c verbs.Case, s []byte) error {
	value, err := c.Replay(s)
	switch {
	case o.json:
		out := o.report(c, s, value, err)
		if !o.named && c.Puzzle() == catalogue.Default() {
			out = out.Only(classicReplay...)
		}
		if err := command.PrintJSON(w, out); err != nil {
			return err
		}
	case err == nil:
		fmt.Fprintf(w, "accepted: %s\n", shows(c, s, value))
	default:
		fmt.Fprintf(w, "rejected: %v\n", err)
	}
	if o.show && !o.json {
		fmt.Fprintln(w)
		if err := c.Show(w, s); err != nil {
			return err
		}
	}
	if err != nil {
		return command.ErrNo
	}
	return nil
}

// shows says what an accepted certificate shows.
func shows(c verbs.Case, s []byte, value int) string {
	m := c.Puzzle().About().Measure
	switch m.Kind {
	case puzzle.Count:
		return "it is a solution"
	case puzzle.Payoff:
		return fmt.Sprintf("the line is legal and pays %d", value)
	}
	text := "the solution wins in " + command.Counted(value, m.Unit)
	for _, d := range c.Details(s) {
		if n, ok := d.Value.(int); ok {
			text += ", with " + command.Counted(n, strings.TrimSuffix(d.Key, "s"))
		}
	}
	return text
}

// report returns what the referee says for programs. Step and why are null if the solution is
// accepted, the value and the length if it is not. Step is one past the last if the solution stops
// too early.
func (o *replayOptions) report(
	c verbs.Case,
	s []byte,
	found int,
	wrong error,
) (out command.Object) {
	m := c.Puzzle().About().Measure
	var value, step, why any
	var at *puzzle.StepError
	switch {
	case wrong == nil:
		value = found
	case errors.As(wrong, &at):
		step, why = at.Step, at.Why
	default:
		why = wrong.Error()
	}
	out.Add("puzzle", c.Puzzle().About().Name)
	out.Add("case", c.ID())
	out.Add("solution", c.Puzzle().FormatSolution(s))
	out.Add("accepted", wrong == nil)
	out.Add("value", value)
	out.Add("measure", m.Unit+"s")
	if m.Kind == puzzle.Moves {
		out.Add("length", value)
	}
	out = append(out, c.Details(s)...)
	out.Add("step", step)
	out.Add("why", why)
	return out
}
