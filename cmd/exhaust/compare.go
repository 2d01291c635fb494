package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"exhaust/checkpoint"
	"exhaust/command"
	"exhaust/compare"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzles/catalogue"
)

// compareOptions are the flags of the verb compare.
type compareOptions struct {
	command.Limits // workers and time
	command.CheckpointFlags
	puzzleFlag
	space     string
	boards    string
	random    string
	sample    uint64
	count     uint64
	seed      uint64
	own       ownFlags // of the puzzles
	rule      string
	answer    string
	timeout   time.Duration
	keepGoing uint64
	json      bool

	kinds  []string // the flags that say which boards: space, space and sample, boards, or random
	puzzle verbs.Puzzle
}

// maxKeepGoing is the most differences that are counted.
const maxKeepGoing = 1_000_000

func newCompare() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "hold any two solvers, ours or yours, against each other",
		Long: `compare puts the same boards to two solvers. Where they differ, in verdict or in shortest
length, or where a solution does not replay, it shows the first such board, and the
smallest that it can find, and says which solver is proven wrong, and by what.

A solver is one of this program's, for two-tone boards ` + family.List(
			catalogue.Default().About().SolverNames(),
			"or",
		) + `, or exec:COMMAND
ARGS: a program of any kind that reads a request a line and prints a reply a line, in any
order. COMMAND ARGS is split into words as a shell does, quotes included, but no shell runs
it. "exhaust puzzles NAME" lists the solvers of another puzzle. A request is

  {"id":1,"rows":2,"cols":2,"cells":"BWRB","black":0,"white":3,"stars":[1,2],
   "rule":"strict","turn":"black","ask":"shortest"}               (in one line)

and the reply one of

  {"id":1,"length":2,"solution":"RL"}   length or solution may be left out
  {"id":1,"unsolvable":true}            the whole reachable space was searched,
                                        or a star lies where no play can come
  {"id":1,"limit":true}                 gave up: nothing is known
  {"id":1,"error":"what went wrong"}

These are the requests of two-tone boards. Of another puzzle, named by --puzzle or in
front of a size, a request is {"id":1,"puzzle":"tiles","case":"...","ask":"best"}, and the
reply has "value" in the place of "length". docs/PROTOCOL.md has the rest, examples/
whole solvers in Python, JavaScript and C++, one of them for any puzzle. A program that
crashes, hangs or prints something else is reported as what it is, and started again; a
time-out is a limit, never "unsolvable".

With --checkpoint the answers are kept in a directory, and exhaust resume goes on from there.

Exit codes: 0 all agree; 1 a difference; 2 bad usage; 3 no difference, but limits or
time-outs, or an interrupt; 4 any other failure.`,
		Example: `  exhaust compare bfs zeroone
  exhaust compare bfs 'exec:node examples/javascript/solver.js' --space 2x2
  exhaust compare bfs 'exec:"./my solver" --fast' --space 4x4 --sample 1000 --seed 7
  exhaust compare zeroone exec:./mine --random 5x5 --count 200 --stars 3 --rainbow 0.2
  exhaust compare zeroone exec:./mine --boards boards.txt --timeout 1m --json
  exhaust compare bfs exec:./mine --boards 2x2:BWRB:0:3:1,2:strict
  exhaust compare zeroone exec:./mine --space 2x3 --checkpoint run
  exhaust compare graph plain --space huarong:2x3`,
		Args: command.Arguments(cobra.ExactArgs(2)),
		RunE: command.Verb(
			func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
		),
	}
	o.addFlags(cmd.Flags())
	command.AddWorkers(
		cmd,
		&o.Workers,
		"cases compared at the same time, each by solvers of its own",
	)
	command.AddTime(cmd, &o.Time)
	o.CheckpointFlags.AddFlags(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	return cmd
}

// addFlags adds the flags that decide what comes of a comparison.
func (o *compareOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.space, "space", "", "every board of a size, black to move (default 2x2)")
	f.Uint64Var(&o.sample, "sample", 0, "draw so many cases of --space at random instead of all")
	f.StringVar(
		&o.name,
		"puzzle",
		"",
		"the puzzle, where no PUZZLE: says it (default "+catalogue.Default().About().Name+")",
	)
	f.StringVar(
		&o.boards,
		"boards",
		"",
		"a file with a case a line or one drawn board, a directory of such files (.txt), a case, or - for standard input",
	)
	f.StringVar(&o.random, "random", "", "random boards of a size, either side to move")
	f.Uint64Var(&o.count, "count", 1000, "how many boards --random draws")
	o.own.addFlags(f, "compare")
	f.Uint64Var(
		&o.seed,
		"seed",
		0,
		"what --sample and --random draw from; the same seed draws the same (if left out: any, it is printed)",
	)
	f.StringVar(
		&o.rule,
		"rule",
		"",
		"strict, handover or both, of a puzzle with several rules (default both; with --boards, each case's own)",
	)
	f.StringVar(
		&o.answer,
		"answer",
		"",
		"what is asked: decide, any or shortest; best where no moves are counted (default shortest)",
	)
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, "for a solver to answer a case")
	f.Uint64Var(&o.keepGoing, "keep-going", 1, "go on until so many differences are found")
}

// run holds the contest and prints what came of it.
func (o *compareOptions) run(cmd *cobra.Command, args []string) error {
	if o.Dir != "" && o.boards == "-" {
		return command.Usagef("--checkpoint with --boards -: want a file, which can be read again")
	}
	c, err := o.contest(cmd.Context(), cmd.Flags(), cmd.InOrStdin(), args)
	if err != nil {
		return err
	}
	identity, err := o.identity(cmd.Flags(), c, args)
	if err != nil {
		return err
	}
	k, err := o.CheckpointFlags.Begin(cmd, identity)
	if err != nil {
		return err
	}
	return o.hold(cmd, c, k, args)
}

// identity says what a comparison is: the flags that decide what comes of it, with their values,
// and which programs take part.
func (o *compareOptions) identity(
	f *pflag.FlagSet,
	c verbs.Contest,
	args []string,
) (map[string]string, error) {
	id := map[string]string{
		command.RunKey: "compare", "a": args[0], "b": args[1], "score": strconv.Itoa(compare.ScoreVersion),
	}
	programs, err := c.Programs()
	if err != nil {
		return nil, command.UsageError(err)
	}
	for side, key := range []string{"a-program", "b-program"} {
		if programs[side] != "" {
			id[key] = programs[side]
		}
	}
	flags := append([]string{"answer", "timeout", "keep-going"}, o.kinds...)
	for _, companion := range companions(o.puzzle) {
		if companion.flag != "sample" && companion.goesWith(o.kinds) {
			flags = append(flags, companion.flag)
		}
	}
	if o.rule != "" {
		flags = append(flags, "rule")
	}
	if o.name != "" {
		flags = append(flags, "puzzle")
	}
	for _, flag := range flags {
		id[flag] = f.Lookup(flag).Value.String()
	}
	if sum := c.Sum(); sum != "" {
		id["cases"] = sum
	}
	return id, nil
}

// resumeCompare goes on with a comparison.
func resumeCompare(cmd *cobra.Command, r *command.Resumption) error {
	if err := r.Refuse(cmd, "memory"); err != nil {
		return err
	}
	o := compareOptions{Limits: r.Limits, json: r.JSON}
	f := pflag.NewFlagSet("compare", pflag.ContinueOnError)
	o.addFlags(f)
	for _, name := range slices.Sorted(maps.Keys(r.Identity)) {
		if f.Lookup(name) == nil {
			continue
		}
		if err := f.Set(name, r.Identity[name]); err != nil {
			return r.Unreadable(err)
		}
	}
	args := []string{r.Identity["a"], r.Identity["b"]}
	c, err := o.contest(cmd.Context(), f, strings.NewReader(""), args)
	if err != nil {
		return r.Unreadable(err)
	}
	identity, err := o.identity(f, c, args)
	if err != nil {
		return err
	}
	k, err := r.Open(cmd, identity)
	if err != nil {
		return err
	}
	return o.hold(cmd, c, k, args)
}

// comparePhase is the one phase of a comparison.
const comparePhase = "compare"

// compareProgress says how far a comparison is.
func compareProgress(m *checkpoint.Manifest) (command.RunProgress, error) {
	return command.PhasesOf(m, command.PhaseDone{Phase: comparePhase, Things: "cases"})
}

// hold holds a contest, which may be kept, and prints what came of it.
func (o *compareOptions) hold(
	cmd *cobra.Command,
	c verbs.Contest,
	k *command.Kept,
	players []string,
) error {
	defer k.Close()
	w, err := k.Begin()
	if err != nil {
		return err
	}
	ctx, cancel := o.Limits.Context(cmd.Context())
	defer cancel()
	var done atomic.Uint64
	keeper := w.Keeper(comparePhase)
	c.Keep(keeper, &done)
	if err := command.StartCount(&done, keeper); err != nil {
		return err
	}
	stop := command.WatchCases(cmd.ErrOrStderr(), "", c.Cases(), done.Load)
	report, err := c.Run(ctx)
	stop()
	if err != nil {
		return command.InputError(err)
	}
	p := &comparePrinter{options: o, contest: c, report: &report, elapsed: w.Elapsed()}
	copy(p.players[:], players)
	return o.finish(cmd, p, k)
}

// finish prints a report and turns it into an exit code.
func (o *compareOptions) finish(cmd *cobra.Command, p *comparePrinter, k *command.Kept) error {
	r := p.report
	if o.json {
		if err := command.PrintJSON(cmd.OutOrStdout(), p.json()); err != nil {
			return err
		}
	} else {
		p.print(cmd.OutOrStdout())
	}
	switch {
	case errors.Is(r.Limit, compare.ErrSilent) && r.Mismatches == 0:
		return command.LimitError(r.Limit) // and would be again
	case r.Mismatches > 0 || r.Limit != nil || r.Unkept != nil:
		return k.Outcome(r.Mismatches > 0, command.RunEnd{Limit: r.Limit, Unkept: r.Unkept})
	case r.Limited > 0:
		return command.LimitError(
			fmt.Errorf(
				"%s of %s cases not answered by both solvers",
				command.Count(r.Limited),
				command.Count(r.Cases),
			),
		)
	}
	for i := range r.Stats {
		if s := &r.Stats[i]; s.Unsteady > 0 {
			return fmt.Errorf(
				"%s failed %s, and not again when asked the same alone: %w",
				p.players[i],
				command.Counted(int(s.Unsteady), "time"),
				s.Last,
			)
		}
	}
	return nil
}

// contest makes a contest of what the user wrote.
func (o *compareOptions) contest(
	ctx context.Context,
	f *pflag.FlagSet,
	stdin io.Reader,
	args []string,
) (verbs.Contest, error) {
	c := verbs.ContestOptions{
		Players: [2]string(args),
		Timeout: o.timeout,
		Workers: o.Workers,
		Enough:  o.keepGoing,
	}
	if err := o.kind(f.Changed); err != nil {
		return nil, err
	}
	boards, err := o.findPuzzle(ctx, stdin)
	if err != nil {
		return nil, err
	}
	if c.Ask, err = parseAsk(o.puzzle, o.answer); err != nil {
		return nil, err
	}
	o.answer = o.puzzle.About().Measure.AskName(c.Ask)
	if err := o.Check(); err != nil {
		return nil, err
	}
	switch {
	case o.timeout <= 0:
		return nil, command.Usagef("--timeout %v: want a duration such as 10s", o.timeout)
	case o.keepGoing < 1 || o.keepGoing > maxKeepGoing:
		return nil, command.Usagef("--keep-going %d: want 1 to %d", o.keepGoing, maxKeepGoing)
	}
	c.Memory = command.SearchMemory(command.DefaultMemory()) / uint64(2*o.Workers)
	if err := o.source(f, boards, &c); err != nil {
		return nil, err
	}
	made, err := o.puzzle.Contest(ctx, c)
	if err != nil {
		return nil, command.UsageError(err)
	}
	return made, nil
}
