package main

import (
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
	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/census"
	"exhaust/puzzles/twotone/hamilton/family"
	"exhaust/puzzles/twotone/solvers"
)

// enumerateOptions are the flags of the verb enumerate.
type enumerateOptions struct {
	limits // workers and time
	checkpointFlags
	rule    string
	solvers []string
	json    bool
}

func newEnumerate() *cobra.Command {
	var o enumerateOptions
	cmd := &cobra.Command{
		Use:   "enumerate ROWSxCOLS|hamilton:N",
		Short: "solve every board of a size or family with every solver, and compare",
		Long: `enumerate solves every board of a size, black to move: every colouring with
black, white and rainbow cells, every placement of the two pieces, every set of
stars. All solvers must agree on verdict and shortest length, every solution must
replay on the referee with exactly that length, every length under the strict
rule must respect its bound, and what is solvable under the strict rule must be
so under handover, in no more moves. The cases that come nearest to the bounds are
shown: the strict length against K(M + (M+1)R), the states met against Q.

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
  exhaust enumerate 2x3 --checkpoint run   a run that can be resumed
  exhaust resume run`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) }),
	}
	cmd.Flags().StringVar(&o.rule, "rule", "both", "strict, handover or both")
	cmd.Flags().StringSliceVar(&o.solvers, "solvers", solvers.Searches(), "solvers that must agree, separated by commas")
	addWorkers(cmd, &o.workers, "cases solved at the same time")
	addTime(cmd, &o.time)
	o.checkpointFlags.addFlags(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	return cmd
}

// run takes the census of a space and prints it.
func (o *enumerateOptions) run(cmd *cobra.Command, space string) error {
	c, err := o.census(cmd.Context(), cmd.ErrOrStderr(), space)
	if err != nil {
		return err
	}
	k, err := o.checkpointFlags.begin(cmd, o.identity(c))
	if err != nil {
		return err
	}
	return o.take(cmd, c, k)
}

// identity says what a census is.
func (o *enumerateOptions) identity(c *census.Census) map[string]string {
	return map[string]string{
		runKey: "enumerate", "space": c.Space.String(), "rule": o.rule, "solvers": strings.Join(c.Solvers, ","),
		"tally": strconv.Itoa(census.TallyVersion),
	}
}

// enumeratePhase is the one phase of a census, whose cases are boards.
const enumeratePhase = "boards"

// resumeEnumerate goes on with a census.
func resumeEnumerate(cmd *cobra.Command, r *resumption) error {
	if err := r.refuse(cmd, "memory"); err != nil {
		return err
	}
	o := enumerateOptions{limits: r.limits, rule: r.identity["rule"], solvers: strings.Split(r.identity["solvers"], ","), json: r.json}
	c, err := o.census(cmd.Context(), cmd.ErrOrStderr(), r.identity["space"])
	switch {
	case exitCode(err) == exitLimit:
		return err
	case err != nil:
		return r.unreadable(err)
	}
	k, err := r.open(cmd, o.identity(c))
	if err != nil {
		return err
	}
	return o.take(cmd, c, k)
}

// enumerateProgress says how far a census is.
func enumerateProgress(m *checkpoint.Manifest) (runProgress, error) {
	return phasesOf(m, phaseDone{Phase: enumeratePhase, things: "boards"})
}

// take takes a census, which may be kept, and prints it.
func (o *enumerateOptions) take(cmd *cobra.Command, c *census.Census, k *kept) error {
	defer k.close()
	w, err := k.begin()
	if err != nil {
		return err
	}
	c.Keeper = w.keeper(enumeratePhase)
	ctx, cancel := o.limits.context(cmd.Context())
	defer cancel()
	report, err := o.watch(ctx, cmd.ErrOrStderr(), c)
	switch {
	case errors.Is(err, census.ErrLimit):
		return k.limited(err)
	case err != nil:
		return err
	}
	return o.finish(cmd.OutOrStdout(), c, report, w.elapsed(), k)
}

// census makes a census of what the user wrote. To list the graphs of a family may take a while.
func (o *enumerateOptions) census(ctx context.Context, stderr io.Writer, space string) (*census.Census, error) {
	rules, err := parseRules(o.rule)
	if err != nil {
		return nil, err
	}
	for i := range o.solvers {
		o.solvers[i] = strings.TrimSpace(o.solvers[i])
	}
	if err := solvers.Check(o.solvers...); err != nil {
		return nil, usageError(err)
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	c := &census.Census{Rules: rules, Solvers: o.solvers, Workers: o.workers}
	if n, ok := strings.CutPrefix(space, "hamilton:"); ok {
		return c, setFamily(ctx, stderr, c, n)
	}
	s, err := parseSpace(space)
	if err != nil {
		return nil, err
	}
	c.Space = s
	return c, nil
}

// setFamily makes a census one of the boards of graphs of up to so many vertices.
func setFamily(ctx context.Context, stderr io.Writer, c *census.Census, vertices string) error {
	n, err := strconv.ParseUint(vertices, 10, 16)
	if err != nil {
		return usagef("hamilton:%.24q: want a number of vertices of 1 to %d", vertices, family.MaxVertices)
	}
	var found atomic.Uint64
	stop := watch(stderr, func(time.Duration) string {
		return fmt.Sprintf("hamilton:%d: %s connected graphs", n, count(found.Load()))
	})
	f, err := family.New(ctx, int(n), &found)
	stop()
	switch {
	case ctx.Err() != nil:
		return limitError(context.Cause(ctx))
	case err != nil:
		return usageError(err)
	}
	c.Space, c.NewChecker = f, func() census.Checker { return f.NewChecker() }
	return nil
}

// parseRules parses a rule by its name, or both.
func parseRules(name string) ([]twotone.Rule, error) {
	if name == "both" {
		return []twotone.Rule{twotone.Strict, twotone.Handover}, nil
	}
	rule, err := parseRule(name)
	if err != nil {
		return nil, usagef("unknown rule %q: want strict, handover or both", name)
	}
	return []twotone.Rule{rule}, nil
}

// parseSpace parses ROWSxCOLS.
func parseSpace(text string) (*twotone.Space, error) {
	s, err := twotone.ParseSpace(text, twotone.Black)
	if err != nil {
		return nil, usageError(err)
	}
	return s, nil
}

// watch runs the census and shows how far it is.
func (o *enumerateOptions) watch(ctx context.Context, stderr io.Writer, c *census.Census) (enumerate.Report[census.Tally], error) {
	var done atomic.Uint64
	c.Done = &done
	if err := startCount(&done, c.Keeper); err != nil {
		return enumerate.Report[census.Tally]{}, err
	}
	cases := func() uint64 { return done.Load() * uint64(len(c.Rules)) } // of the boards that are done
	defer watchCases(stderr, fmt.Sprintf("%v: ", c.Space), c.Cases(), cases)()
	return c.Run(ctx)
}

// finish prints the report and turns it into an exit code.
func (o *enumerateOptions) finish(stdout io.Writer, c *census.Census, report enumerate.Report[census.Tally], elapsed time.Duration, k *kept) error {
	result := newEnumerateJSON(c, report, elapsed)
	if o.json {
		if err := printJSON(stdout, result); err != nil {
			return err
		}
	} else {
		printCensus(stdout, c, report, elapsed)
	}
	return k.outcome(report.Tally.Mismatches > 0, runEnd{report.Limit, report.Unkept})
}
