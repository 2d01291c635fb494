package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/catalogue"
)

// solveOptions are the flags of the verb solve.
type solveOptions struct {
	command.Limits
	puzzleFlag
	rule   string
	solver string
	answer string
	within int
	json   bool
	show   bool
	values bool

	memory uint64
	named  bool   // the puzzle is named
	file   string // of a directory, that the case is from
}

func newSolve() *cobra.Command {
	var o solveOptions
	cmd := &cobra.Command{
		Use:   "solve [PUZZLE:]CASE|FILE|DIR|-",
		Short: "solve one board",
		Long: `solve says whether a case can be solved, and gives a shortest solution, or what
else the puzzle asks for. "Unsolvable" means that the whole reachable space was
searched, or that a reason was found, which is then said. "exhaust puzzles" lists the
puzzles; "exhaust puzzles NAME" explains one, its notation and its solvers.

A case is an ID such as tiles:3x3:1,2,3,4,5,6,0,7,8; a file that holds IDs, a line each,
or what else the puzzle reads; or - for standard input. Of a directory each file whose
name ends in .txt is solved in turn. Each case has the same limits.

Without a puzzle's name a case is a two-tone board, ROWSxCOLS:CELLS:BLACK:WHITE:STARS:RULE,
with :TURN at its end unless black is to move. CELLS is a letter a cell, row by row: B
black, W white, R rainbow; BLACK, WHITE and STARS are cells, counted from 0, with - for no
star. A drawn board is

  rule handover      # strict if left out
  turn black         # black if left out
  Bb  W*  R          # a cell is its letter, then b or w if a piece
  W   B*  Ww         # stands there, then * if a star lies there

--show draws black cells as ###, white ones blank, rainbow ones as :::, a piece as b or
w, a star as *, and a piece on a star as B or W. A solution is moves U D L R, and - where
a stuck piece hands over the turn.`,
		Example: `  exhaust solve 2x2:BWRB:0:3:1,2:strict
  exhaust solve 2x3:WRBBWB:0:5:1,4:strict --rule handover --show
  exhaust solve tiles:3x3:8,6,7,2,5,4,3,0,1
  exhaust solve boards.txt --puzzle knights --within 15 --values
  printf 'rule handover\nBb W* R\nW B* Ww\n' | exhaust solve -`,
		Args: command.Arguments(cobra.ExactArgs(1)),
		RunE: command.Verb(
			func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
		),
	}
	f := cmd.Flags()
	o.puzzleFlag.addFlag(cmd)
	f.StringVar(&o.rule, "rule", "", "strict or handover, instead of the case's own")
	f.StringVar(
		&o.solver,
		"solver",
		"",
		"the puzzle's solver, of two-tone boards "+family.List(
			catalogue.Default().About().SolverNames(),
			"or",
		)+" (default the first)",
	)
	f.StringVar(
		&o.answer,
		"answer",
		"",
		"decide, any (length is then that solution's) or shortest; best where no moves are counted (default shortest)",
	)
	f.IntVar(
		&o.within,
		"within",
		0,
		"look for solutions of at most so many moves only (default any)",
	)
	o.AddFlags(cmd)
	f.BoolVar(
		&o.values,
		"values",
		false,
		"print just the value of each case, a line each, and -1 where there is none",
	)
	f.BoolVar(&o.json, "json", false, "print one JSON object a case")
	f.BoolVar(&o.show, "show", false, "draw the board after every turn of the solution")
	cmd.MarkFlagsMutuallyExclusive("values", "show")
	cmd.MarkFlagsMutuallyExclusive("values", "json")
	return cmd
}

// run solves the cases that an argument names. The exit code is that of the worst answer: a limit,
// or else a no.
func (o *solveOptions) run(cmd *cobra.Command, arg string) error {
	if err := o.check(arg); err != nil {
		return err
	}
	ctx, cancel := o.Context(cmd.Context()) // for the reading; each case has its own time
	defer cancel()
	in := input{o.puzzleFlag, ctx, cmd.InOrStdin()}
	if _, isID, err := in.id(arg); isID || err != nil || !isFolder(arg) {
		cases, err := in.cases(arg, false)
		if err != nil {
			return err
		}
		return o.solveAll(cmd, cases)
	}
	files, err := boardFiles(arg)
	if err != nil {
		return err
	}
	return o.solveFiles(cmd, &in, files)
}

// solveFiles solves the cases of files. One that cannot be read is said, and the others are solved
// all the same; the exit code is then that of bad input.
func (o *solveOptions) solveFiles(cmd *cobra.Command, in *input, files []string) error {
	var unread error
	err := worst(len(files), func(i int) error {
		o.file = files[i]
		cases, err := in.cases(files[i], false)
		if command.ExitCode(err) == command.ExitLimit {
			return err
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "exhaust: %v\n", err)
			unread = &command.ExitError{Code: command.ExitUsage} // which has been said
			return nil
		}
		if w := cmd.OutOrStdout(); !o.json && !o.values {
			fmt.Fprintf(w, "%sfile       %s\n", strings.Repeat("\n", min(i, 1)), files[i])
		}
		return o.solveAll(cmd, cases)
	})
	if unread != nil && command.ExitCode(err) <= command.ExitLimit {
		return unread
	}
	return err
}

// isFolder reports whether an argument names a directory.
func isFolder(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && info.IsDir()
}

// worst does several things and returns the worst of what they came to: a limit, or else a no. Any
// other error ends it.
func worst(n int, do func(i int) error) (worst error) {
	for i := range n {
		err := do(i)
		code := command.ExitCode(err)
		if code > command.ExitYes && code != command.ExitNo && code != command.ExitLimit {
			return err
		}
		if code > command.ExitCode(worst) {
			worst = err
		}
	}
	return worst
}

// check checks the flags as far as they do not depend on the case's puzzle.
func (o *solveOptions) check(arg string) error {
	p, _, named, err := o.cut(arg)
	if err != nil {
		return err
	}
	o.named = named
	if named || isID(p, arg) { // a file says itself whose cases it has
		if _, err := o.ask(p); err != nil {
			return err
		}
		if err := o.checkSolver(p); err != nil {
			return err
		}
	}
	if o.json && o.show {
		return command.Usagef("--json and --show: want one of them")
	}
	if o.memory, err = o.Parse(); err != nil {
		return err
	}
	switch {
	case o.show && o.answer == puzzle.Decide.String():
		return command.Usagef(
			"--show and --answer decide: there is no solution to show, want any or shortest",
		)
	case o.within < 0:
		return command.Usagef("--within %d: want a number of moves", o.within)
	}
	return nil
}

// checkSolver checks --solver.
func (o *solveOptions) checkSolver(p verbs.Puzzle) error {
	if o.solver == "" {
		return nil
	}
	if err := family.CheckNames(p.About().SolverNames(), o.solver); err != nil {
		return command.UsageError(err)
	}
	return nil
}

// ask returns what is asked of a puzzle.
func (o *solveOptions) ask(p verbs.Puzzle) (puzzle.Ask, error) { return parseAsk(p, o.answer) }

// parseAsk returns the question of a word; the most that can be asked if there is none.
func parseAsk(p verbs.Puzzle, word string) (puzzle.Ask, error) {
	m := p.About().Measure
	if word == "" {
		return puzzle.Best, nil
	}
	ask, ok := m.AskNamed(word)
	if !ok {
		return 0, command.Usagef(
			"unknown answer %q: want decide, any or %s",
			word,
			m.AskName(puzzle.Best),
		)
	}
	return ask, nil
}

// solveAll solves cases one after the other, those of one puzzle by the same solver.
func (o *solveOptions) solveAll(cmd *cobra.Command, cases []verbs.Case) error {
	made := map[verbs.Puzzle]verbs.Solver{}
	return worst(len(cases), func(i int) error {
		c := cases[i]
		s, err := o.solverOf(c.Puzzle(), made)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("rule") {
			variant, err := parseVariant(c.Puzzle(), o.rule)
			if err != nil {
				return err
			}
			c = c.With(variant)
		}
		if i > 0 && !o.json && !o.values {
			fmt.Fprintln(cmd.OutOrStdout())
		}
		return o.solve(cmd, s, c)
	})
}

// solverOf returns the solver of a puzzle, made once.
func (o *solveOptions) solverOf(
	p verbs.Puzzle,
	made map[verbs.Puzzle]verbs.Solver,
) (verbs.Solver, error) {
	if s, ok := made[p]; ok {
		return s, nil
	}
	if err := o.checkSolver(p); err != nil {
		return nil, err
	}
	s, err := p.Solver(
		o.solverName(p),
		puzzle.Limits{Workers: o.Workers, Memory: o.memory, Within: o.within},
	)
	made[p] = s
	return s, err
}

// solverName returns the name of the solver of a puzzle.
func (o *solveOptions) solverName(p verbs.Puzzle) string {
	if o.solver != "" {
		return o.solver
	}
	return p.About().Solvers[0].Name
}

// solve solves a case and prints the answer.
func (o *solveOptions) solve(cmd *cobra.Command, s verbs.Solver, c verbs.Case) error {
	ask, err := o.ask(c.Puzzle())
	if err != nil {
		return err
	}
	ctx, cancel := o.Context(cmd.Context())
	defer cancel()
	a, err := s.Solve(ctx, c, ask)
	if err != nil {
		return command.InputError(err)
	}
	if err := o.bound(c, &a); err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), c, ask, &a); err != nil {
		return err
	}
	return command.VerdictError(ctx, &a)
}

// bound makes an answer beyond --within a limit.
func (o *solveOptions) bound(c verbs.Case, a *puzzle.Answer) error {
	if o.within == 0 || a.Verdict != puzzle.Solvable || a.Bare {
		return nil
	}
	value, err := valueOf(c, a)
	if err == nil && value > o.within {
		*a = puzzle.Answer{Verdict: puzzle.Limit, Cause: puzzle.ErrWithin, States: a.States}
	}
	return err
}

// valueOf returns the value of an answer with a certificate: what the solver says, or what the
// certificate shows.
func valueOf(c verbs.Case, a *puzzle.Answer) (int, error) {
	if a.Value != puzzle.Unsaid {
		return a.Value, nil
	}
	value, err := c.Replay(a.Certificate)
	if err != nil {
		return 0, fmt.Errorf("the solution does not replay: %w", err)
	}
	return value, nil
}

// classicKeys are the keys that an answer had when there was one puzzle. They are all that is
// printed where that puzzle is not named.
var classicKeys = []string{
	"case",
	"verdict",
	"length",
	"handovers",
	"solution",
	"reason",
	"states",
	"solver",
}

// report returns the answer for programs.
func (o *solveOptions) report(
	c verbs.Case,
	ask puzzle.Ask,
	a *puzzle.Answer,
) (out command.Object, err error) {
	p := c.Puzzle()
	m := p.About().Measure
	var value, solution, second, reason, limit any
	var certificate []byte
	if a.Verdict == puzzle.Solvable && !a.Bare {
		if value, err = valueOf(c, a); err != nil {
			return nil, err
		}
		certificate = append([]byte{}, a.Certificate...)
		solution = p.FormatSolution(a.Certificate)
	}
	if a.Second != nil {
		second = p.FormatSolution(a.Second)
	}
	if a.Reason != "" {
		reason = a.Reason
	}
	if a.Cause != nil {
		limit = a.Cause.Error()
	}
	out.Add("puzzle", p.About().Name)
	out.Add("case", c.ID())
	out.Add("verdict", a.Verdict.String())
	out.Add("value", value)
	out.Add("measure", m.Unit+"s")
	if m.Metric != "" {
		out.Add("metric", m.Metric)
	}
	if m.Kind == puzzle.Moves {
		out.Add("length", value)
	}
	out = append(out, c.Details(certificate)...)
	out.Add("solution", solution)
	out.Add("second", second)
	out.Add("reason", reason)
	out.Add("limit", limit)
	out.Add("states", a.States)
	out.Add("solver", o.solverName(p))
	return out, nil
}

// print prints the answer as the user wants it.
func (o *solveOptions) print(w io.Writer, c verbs.Case, ask puzzle.Ask, a *puzzle.Answer) error {
	out, err := o.report(c, ask, a)
	switch {
	case err != nil:
		return err
	case o.json && !o.named && c.Puzzle() == catalogue.Default():
		return command.PrintJSON(w, o.withFile(out.Only(classicKeys...)))
	case o.json:
		return command.PrintJSON(w, o.withFile(out))
	case o.values:
		return o.printValue(w, c, a)
	}
	o.printText(w, c, out)
	if o.show {
		fmt.Fprintln(w)
		return c.Show(w, a.Certificate)
	}
	return nil
}

// withFile puts the name of the file in front, if the case is from one of a directory.
func (o *solveOptions) withFile(out command.Object) command.Object {
	if o.file == "" {
		return out
	}
	return append(command.Object{{Key: "file", Value: o.file}}, out...)
}

// printValue prints the value alone.
func (o *solveOptions) printValue(w io.Writer, c verbs.Case, a *puzzle.Answer) error {
	value := -1
	if a.Verdict == puzzle.Solvable && !a.Bare {
		var err error
		if value, err = valueOf(c, a); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, value)
	return err
}

// printText prints the answer for people.
func (o *solveOptions) printText(w io.Writer, c verbs.Case, out command.Object) {
	m := c.Puzzle().About().Measure
	silent := []string{"puzzle", "measure", "metric", "second"}
	if m.Kind == puzzle.Moves {
		silent = append(silent, "value")
	}
	for _, d := range out.Without(silent...) {
		switch v := d.Value.(type) {
		case nil:
		case uint64:
			fmt.Fprintf(w, "%-10s %s\n", d.Key, command.Count(v))
		case string:
			if v == "" && d.Key == "solution" {
				v = command.NoSteps
			}
			fmt.Fprintf(w, "%-10s %s\n", d.Key, v)
		default:
			fmt.Fprintf(w, "%-10s %v%s\n", d.Key, v, unitOf(m, d))
		}
	}
	for _, d := range out.Only("second") {
		if d.Value != nil {
			fmt.Fprintf(w, "%-10s %s\n", d.Key, d.Value)
		}
	}
}

// unitOf returns what a value counts, where it is no length.
func unitOf(m puzzle.Measure, d family.Detail) string {
	n, ok := d.Value.(int)
	if d.Key != "value" || !ok || m.Unit == "" {
		return ""
	}
	if n == 1 {
		return " " + m.Unit
	}
	return " " + m.Unit + "s"
}
