package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

func newReplay() *cobra.Command {
	var asJSON, showIt bool
	cmd := &cobra.Command{
		Use:   "replay CASE|FILE|- SOLUTION",
		Short: "have the referee check a solution",
		Long: `replay plays a solution step by step on the rules and says whether it wins. If
not, it names the first wrong step and why it is wrong. A solution is moves U D L R,
and - for a handover of the turn, with or without blanks between them. The board is
given as for solve, whose help explains it and the pictures of --show.`,
		Example: `  exhaust replay 2x2:BWRB:0:3:1,2:strict 'R L'
  exhaust replay 2x2:WBBR:0:1:0:handover '- D L R U D - R L' --show
  exhaust replay board.txt 'R U D - D' --json`,
		Args: arguments(cobra.MinimumNArgs(2)),
		RunE: verb(func(cmd *cobra.Command, args []string) error {
			if asJSON && showIt {
				return usagef("--json and --show: want one of them")
			}
			unshield(args)
			c, err := readCase(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			s, err := twotone.ParseSolution(strings.Join(args[1:], " "))
			if err != nil {
				return usageError(err)
			}
			return replay(cmd, c, s, asJSON, showIt)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&showIt, "show", false, "draw the board after every turn")
	return cmd
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

// replayJSON is what replay --json prints. Step and Why are null if the solution is accepted, Length if it is
// not. Step is one past the last if the solution stops too early.
type replayJSON struct {
	Case      string  `json:"case"`
	Solution  string  `json:"solution"`
	Accepted  bool    `json:"accepted"`
	Length    *int    `json:"length"`
	Handovers int     `json:"handovers"`
	Step      *int    `json:"step"`
	Why       *string `json:"why"`
}

// replay has the referee replay a solution, and prints what it says.
func replay(cmd *cobra.Command, c *twotone.Case, s twotone.Solution, asJSON, showIt bool) error {
	w := cmd.OutOrStdout()
	var referee twotone.Referee
	length, err := referee.Replay(c, s)
	var wrong *puzzle.StepError
	if err != nil && !errors.As(err, &wrong) {
		return err
	}
	switch {
	case asJSON:
		out := replayJSON{Case: c.ID(), Solution: s.String(), Accepted: wrong == nil, Handovers: s.Handovers()}
		if wrong == nil {
			out.Length = &length
		} else {
			out.Step, out.Why = &wrong.Step, &wrong.Why
		}
		if err := printJSON(w, out); err != nil {
			return err
		}
	case wrong == nil:
		fmt.Fprintf(w, "accepted: the solution wins in %s, with %s\n", counted(length, "move"), counted(s.Handovers(), "handover"))
	default:
		fmt.Fprintf(w, "rejected: %v\n", wrong)
	}
	if showIt && !asJSON {
		fmt.Fprintln(w)
		if err := show(w, c, s); err != nil {
			return err
		}
	}
	if wrong != nil {
		return errNo
	}
	return nil
}
