package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/solvers"
)

// solveOptions are the flags of the verb solve.
type solveOptions struct {
	limits
	rule   string
	solver string
	answer string
	json   bool
	show   bool
}

func newSolve() *cobra.Command {
	var o solveOptions
	cmd := &cobra.Command{
		Use:   "solve CASE|FILE|DIR|-",
		Short: "solve one board",
		Long: `solve says whether a board is solvable, and gives a shortest solution: moves
U D L R, and - where a stuck piece hands over the turn. "Unsolvable" means that the
whole reachable space was searched, or that a star lies where neither piece can ever
come, which is then said.

The board is a case, a file that holds a case or a drawn board, or - for standard
input. Of a directory each file whose name ends in .txt is solved in turn, within the
same limits each.

A case is ROWSxCOLS:CELLS:BLACK:WHITE:STARS:RULE, and :TURN at its end unless black is
to move: 2x2:BWRB:0:3:1,2:strict. CELLS is a letter a cell, row by row: B black, W
white, R rainbow; BLACK, WHITE and STARS are the cells of the pieces and of the stars,
counted from 0, with - for no star. A drawn board is

  rule handover      # strict if left out
  turn black         # black if left out
  Bb  W*  R          # a cell is its letter, then b or w if a piece
  W   B*  Ww         # stands there, then * if a star lies there

--show draws black cells as ###, white ones blank, rainbow ones as :::, a piece as b or
w, a star as *, and a piece on a star as B or W.`,
		Example: `  exhaust solve 2x2:BWRB:0:3:1,2:strict
  exhaust solve 2x3:WRBBWB:0:5:1,4:strict --rule handover --show
  printf 'rule handover\nBb W* R\nW B* Ww\n' | exhaust solve -`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return o.runAll(cmd, args[0]) }),
	}
	cmd.Flags().StringVar(&o.rule, "rule", "", "strict or handover, instead of the case's own")
	cmd.Flags().StringVar(&o.solver, "solver", solvers.Names()[0], solvers.List("or"))
	cmd.Flags().StringVar(&o.answer, "answer", "shortest", "decide, any (length is then that solution's) or shortest")
	o.addFlags(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&o.show, "show", false, "draw the board after every turn of the solution")
	return cmd
}

// runAll solves a case, or each board of a directory. The exit code is then that of the worst answer: a limit, or else a no.
func (o *solveOptions) runAll(cmd *cobra.Command, arg string) error {
	if info, err := os.Stat(arg); err != nil || !info.IsDir() || startOfID.MatchString(arg) {
		return o.run(cmd, arg)
	}
	files, err := boardFiles(arg)
	if err != nil {
		return err
	}
	var worst error
	for i, file := range files {
		if w := cmd.OutOrStdout(); !o.json {
			fmt.Fprintf(w, "%sfile       %s\n", strings.Repeat("\n", min(i, 1)), file)
		}
		err := o.run(cmd, file)
		code := exitCode(err)
		if code > exitYes && code != exitNo && code != exitLimit {
			return err
		}
		if code > exitCode(worst) {
			worst = err
		}
	}
	return worst
}

// run solves a case and prints the answer.
func (o *solveOptions) run(cmd *cobra.Command, arg string) error {
	ask, err := parseAsk(o.answer)
	if err != nil {
		return err
	}
	if err := solvers.Check(o.solver); err != nil {
		return usageError(err)
	}
	if o.json && o.show {
		return usagef("--json and --show: want one of them")
	}
	memory, err := o.parse()
	if err != nil {
		return err
	}
	if o.show && ask == puzzle.Decide {
		return usagef("--show and --answer decide: there is no solution to show, want any or shortest")
	}
	c, err := o.readCase(cmd, arg)
	if err != nil {
		return err
	}
	s, err := solvers.New(o.solver, bfs.Options{Workers: o.workers, Memory: memory})
	if err != nil {
		return err
	}
	ctx, cancel := o.context(cmd.Context())
	defer cancel()
	r, err := s.Solve(ctx, c, ask)
	if err != nil {
		return inputError(err)
	}
	if err := o.print(cmd.OutOrStdout(), c, ask, r); err != nil {
		return err
	}
	return verdictError(ctx, r.Verdict)
}

// verdictError returns what a verdict that has been printed is as an exit code.
func verdictError(ctx context.Context, v puzzle.Verdict) error {
	switch v {
	case puzzle.Solvable:
		return nil
	case puzzle.Unsolvable:
		return errNo
	}
	return limitError(limitCause(ctx))
}

// readCase reads the case and puts it under the rule that the user wants.
func (o *solveOptions) readCase(cmd *cobra.Command, arg string) (*twotone.Case, error) {
	if !cmd.Flags().Changed("rule") {
		return readCase(arg, cmd.InOrStdin())
	}
	rule, err := parseRule(o.rule)
	if err != nil {
		return nil, err
	}
	c, err := readCase(arg, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	c.Rule = rule
	return c, nil
}

func parseAsk(name string) (puzzle.Ask, error) {
	ask, ok := twotone.AskNamed(name)
	if !ok {
		return 0, usagef("unknown answer %q: want decide, any or shortest", name)
	}
	return ask, nil
}

// solveJSON is what solve --json prints. Length and the fields behind it are null where there is no solution.
type solveJSON struct {
	Case      string  `json:"case"`
	Verdict   string  `json:"verdict"`
	Length    *int    `json:"length"`
	Handovers *int    `json:"handovers"`
	Solution  *string `json:"solution"`
	Reason    *string `json:"reason"` // why it is unsolvable, if that was seen without a search
	States    uint64  `json:"states"`
	Solver    string  `json:"solver"`
}

// print prints the answer as the user wants it.
func (o *solveOptions) print(w io.Writer, c *twotone.Case, ask puzzle.Ask, r puzzle.Answer) error {
	out := solveJSON{Case: c.ID(), Verdict: r.Verdict.String(), States: r.States, Solver: o.solver}
	if r.Verdict == puzzle.Solvable && ask != puzzle.Decide {
		moves, handovers, text := r.Solution.Moves(), r.Solution.Handovers(), r.Solution.String()
		out.Length, out.Handovers, out.Solution = &moves, &handovers, &text
	}
	if r.Reason != "" {
		out.Reason = &r.Reason
	}
	if o.json {
		return printJSON(w, out)
	}
	fmt.Fprintf(w, "case       %s\nverdict    %s\n", out.Case, out.Verdict)
	if out.Reason != nil {
		fmt.Fprintf(w, "reason     %s\n", *out.Reason)
	}
	if out.Solution != nil {
		fmt.Fprintf(w, "length     %d\nhandovers  %d\nsolution   %s\n", *out.Length, *out.Handovers, steps(r.Solution))
	}
	fmt.Fprintf(w, "states     %s\nsolver     %s\n", count(out.States), out.Solver)
	if o.show {
		fmt.Fprintln(w)
		return show(w, c, r.Solution)
	}
	return nil
}
