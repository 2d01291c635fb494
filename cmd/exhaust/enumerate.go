package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/command"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/verbs"
	"exhaust/puzzles/catalogue"
)

// enumerateOptions are the flags of the verb enumerate.
type enumerateOptions struct {
	command.Limits // workers and time
	command.CheckpointFlags
	puzzleFlag
	rule    string
	solvers []string
	json    bool

	named  bool // the puzzle is named
	chosen bool // the solvers are
}

func newEnumerate() *cobra.Command {
	var o enumerateOptions
	cmd := &cobra.Command{
		Use:   "enumerate [PUZZLE:]SIZE",
		Short: "solve every case of a size with every solver, and compare",
		Long: `enumerate solves every case of a puzzle's size with all its solvers. They must agree on
verdict and value, and every solution must replay on the referee with exactly that value.
"exhaust puzzles NAME" lists the sizes of a puzzle.

Without a puzzle's name it solves every two-tone board of a size, black to move: every
colouring with black, white and rainbow cells, every placement of the two pieces, every
set of stars. Every length under the strict rule must respect its bound, and what is
solvable under the strict rule must be so under handover, in no more moves. The cases that
come nearest to the bounds are shown: the strict length against K(M + (M+1)R), the states
met against Q.

hamilton:N solves the boards that reduce makes of every grid graph of up to N
vertices: the connected ones up to symmetry (polyominoes); pairs of these, side by
side and corner to corner; and all other images, turned and mirrored, of those that are
proper, which is to say that every vertex has two neighbours or more. A board must be solvable if and only if a
search in the graph finds a Hamiltonian cycle, in twice as many moves as there are
vertices; the cycle read back from a solution must be one of the graph; and in no
state that can be reached may a piece be or change anything outside its region.

With --checkpoint what is done is kept in a directory, from time to time and at the end,
and exhaust resume goes on from there. Exit code 3 says that the run ended early.`,
		Example: `  exhaust enumerate 2x2                    all 31,104 cases, both rules
  exhaust enumerate 1x5 --rule handover    one rule only
  exhaust enumerate 2x3 --json             for programs
  exhaust enumerate hamilton:8             boards made from all graphs of up to 8 vertices
  exhaust enumerate huarong:2x3            every case of another puzzle
  exhaust enumerate 2x3 --checkpoint run   a run that can be resumed
  exhaust resume run`,
		Args: command.Arguments(cobra.ExactArgs(1)),
		RunE: command.Verb(
			func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
		),
	}
	o.puzzleFlag.addFlag(cmd)
	cmd.Flags().
		StringVar(&o.rule, "rule", allVariants, "strict, handover or both, of a puzzle with several rules")
	cmd.Flags().
		StringSliceVar(&o.solvers, "solvers", nil, "solvers that must agree, separated by commas (default all that take any case: of two-tone boards "+strings.Join(catalogue.Default().About().Standing(), ",")+")")
	command.AddWorkers(cmd, &o.Workers, "cases solved at the same time")
	command.AddTime(cmd, &o.Time)
	o.CheckpointFlags.AddFlags(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	return cmd
}

// run takes the census of a space and prints it.
func (o *enumerateOptions) run(cmd *cobra.Command, space string) error {
	o.chosen = cmd.Flags().Changed("solvers")
	ctx, cancel := o.Limits.Context(cmd.Context())
	defer cancel()
	c, err := o.census(ctx, cmd.ErrOrStderr(), space)
	if err != nil {
		return err
	}
	k, err := o.CheckpointFlags.Begin(cmd, o.identity(c))
	if err != nil {
		return err
	}
	return o.take(ctx, cmd, c, k)
}

// identity says what a census is.
func (o *enumerateOptions) identity(c verbs.Census) map[string]string {
	id := map[string]string{
		command.RunKey: "enumerate", "space": c.Space(), "solvers": strings.Join(c.Solvers(), ","),
		"tally": strconv.Itoa(census.TallyVersion),
	}
	if len(c.Variants()) > 0 {
		id["rule"] = o.rule
	}
	if o.named && c.Puzzle().About().Unnamed {
		id["puzzle"] = c.Puzzle().About().Name // which the space does not say
	}
	return id
}

// enumeratePhase is the one phase of a census, whose cases are boards.
const enumeratePhase = "boards"

// resumeEnumerate goes on with a census.
func resumeEnumerate(cmd *cobra.Command, r *command.Resumption) error {
	if err := r.Refuse(cmd, "memory"); err != nil {
		return err
	}
	o := enumerateOptions{
		Limits:  r.Limits,
		rule:    cmp.Or(r.Identity["rule"], allVariants),
		solvers: strings.Split(r.Identity["solvers"], ","),
		json:    r.JSON,
	}
	o.name = r.Identity["puzzle"]
	ctx, cancel := o.Limits.Context(cmd.Context())
	defer cancel()
	c, err := o.census(ctx, cmd.ErrOrStderr(), r.Identity["space"])
	switch {
	case command.ExitCode(err) == command.ExitLimit:
		return err
	case err != nil:
		return r.Unreadable(err)
	}
	k, err := r.Open(cmd, o.identity(c))
	if err != nil {
		return err
	}
	return o.take(ctx, cmd, c, k)
}

// enumerateProgress says how far a census is.
func enumerateProgress(m *checkpoint.Manifest) (command.RunProgress, error) {
	return command.PhasesOf(m, command.PhaseDone{Phase: enumeratePhase, Things: "boards"})
}

// take takes a census, which may be kept, and prints it.
func (o *enumerateOptions) take(
	ctx context.Context,
	cmd *cobra.Command,
	c verbs.Census,
	k *command.Kept,
) error {
	defer k.Close()
	w, err := k.Begin()
	if err != nil {
		return err
	}
	report, err := o.watch(ctx, cmd.ErrOrStderr(), c, w.Keeper(enumeratePhase))
	switch {
	case errors.Is(err, census.ErrLimit):
		return k.Limited(err)
	case err != nil:
		return err
	}
	return o.finish(cmd.OutOrStdout(), c, report, w.Elapsed(), k)
}

// census makes a census of what the user wrote. A space may take a while to be listed.
func (o *enumerateOptions) census(
	ctx context.Context,
	stderr io.Writer,
	space string,
) (verbs.Census, error) {
	p, size, named, err := o.cut(space)
	if err != nil {
		return nil, err
	}
	o.named = named && (o.name != "" || p == catalogue.Default() || !p.About().Unnamed)
	options := verbs.CensusOptions{Size: size, Workers: o.Workers, Listed: new(atomic.Uint64)}
	if options.Variants, err = parseVariants(p, o.rule); err != nil {
		return nil, err
	}
	if options.Solvers, err = o.solverNames(p); err != nil {
		return nil, err
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	options.Memory = command.SearchMemory(
		command.DefaultMemory(),
	) / uint64(
		len(options.Solvers)*o.Workers,
	)
	stop := command.Watch(stderr, func(time.Duration) string {
		return fmt.Sprintf(
			"%s: %s %s",
			space,
			command.Count(options.Listed.Load()),
			p.About().Lists,
		)
	})
	c, err := p.Census(ctx, options)
	stop()
	switch {
	case err != nil && ctx.Err() != nil: // a list was not finished
		return nil, command.LimitError(context.Cause(ctx))
	case err != nil:
		return nil, command.UsageError(err)
	}
	return c, nil
}

// solverNames returns the solvers that the user wants, or all that solve without being named.
func (o *enumerateOptions) solverNames(p verbs.Puzzle) ([]string, error) {
	if len(o.solvers) == 0 && !o.chosen {
		return p.About().Standing(), nil
	}
	for i := range o.solvers {
		o.solvers[i] = strings.TrimSpace(o.solvers[i])
	}
	if err := family.CheckNames(p.About().SolverNames(), o.solvers...); err != nil {
		return nil, command.UsageError(err)
	}
	return o.solvers, nil
}

// watch runs the census and shows how far it is.
func (o *enumerateOptions) watch(
	ctx context.Context,
	stderr io.Writer,
	c verbs.Census,
	k *enumerate.Keeper,
) (enumerate.Report[census.Tally], error) {
	var done atomic.Uint64
	c.Keep(k, &done)
	if err := command.StartCount(&done, k); err != nil {
		return enumerate.Report[census.Tally]{}, err
	}
	cases := func() uint64 { return done.Load() * (c.Cases() / max(1, c.Boards())) } // of the boards that are done
	defer command.WatchCases(stderr, c.Space()+": ", c.Cases(), cases)()
	return c.Run(ctx)
}

// finish prints the report and turns it into an exit code.
func (o *enumerateOptions) finish(
	stdout io.Writer,
	c verbs.Census,
	report enumerate.Report[census.Tally],
	elapsed time.Duration,
	k *command.Kept,
) error {
	p := censusPrinter{c, c.Puzzle().About(), &report, elapsed}
	if o.json {
		if err := command.PrintJSON(stdout, p.json(o.named)); err != nil {
			return err
		}
	} else {
		p.print(stdout)
	}
	return k.Outcome(
		report.Tally.Mismatches > 0,
		command.RunEnd{Limit: report.Limit, Unkept: report.Unkept},
	)
}
