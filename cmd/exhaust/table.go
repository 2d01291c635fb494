package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"exhaust/puzzles/twotone/atlas"
	"exhaust/puzzles/twotone/bellman"
	"exhaust/puzzles/twotone/table"
)

// tableOptions are the flags of the verb table.
type tableOptions struct {
	limits
	rule      string
	classes   string
	eachClass bool
	verify    bool
	plan      bool
	json      bool
}

func newTable() *cobra.Command {
	var o tableOptions
	cmd := &cobra.Command{
		Use:   "table ROWSxCOLS",
		Short: "the exact length of every board of a size, all at once",
		Long: `table finds the verdict and the shortest length of every board of a size, black to
move, under both rules: not board by board but backwards from the won ones, with
all colourings of the cells in one bit set. The longest case of each rule is
solved by walking through the table, and the referee replays the solution.

Boards with the same rainbow cells are a class. Of the classes that rotations and
reflections make of each other one is done and counts for all; --each-class does
them all. --classes i/n does the i-th of n equal shares of the classes; save each
with --json, and table merge joins them. --plan says what a size would take.

--verify checks each entry of the table against those of the boards that come
next, with the referee's moves: if all fit, the table is right.

At most 16 cells. Equal to enumerate, where that can run.`,
		Example: `  exhaust table 3x3
  exhaust table 2x3 --verify
  exhaust table 4x4 --plan
  exhaust table 3x4 --classes 2/5 --json > 2.json
  exhaust table merge 1.json 2.json 3.json 4.json 5.json`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) }),
	}
	cmd.Flags().StringVar(&o.rule, "rule", "both", "strict, handover or both")
	cmd.Flags().StringVar(&o.classes, "classes", "1/1", "the share of the classes to do, such as 2/5")
	cmd.Flags().BoolVar(&o.eachClass, "each-class", false, "do symmetric classes one by one")
	cmd.Flags().BoolVar(&o.verify, "verify", false, "check every entry against those that come next")
	cmd.Flags().BoolVar(&o.plan, "plan", false, "do nothing, but say what it would take")
	addWorkers(cmd, &o.workers, "classes done at the same time")
	o.addBounds(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.AddCommand(newTableMerge())
	return cmd
}

// run does what the flags say with a size.
func (o *tableOptions) run(cmd *cobra.Command, space string) error {
	a, err := o.atlas(space)
	if err != nil {
		return err
	}
	ctx, cancel := o.context(cmd.Context())
	defer cancel()
	if o.plan {
		return o.printPlan(ctx, cmd.OutOrStdout(), a)
	}
	start := time.Now()
	tally, limit, err := o.tally(ctx, cmd.ErrOrStderr(), a)
	if err != nil {
		return err
	}
	elapsed := time.Since(start)
	var verified *bellman.Report
	if o.verify && limit == nil {
		if verified, limit, err = o.verified(ctx, cmd.ErrOrStderr(), a); err != nil {
			return err
		}
	}
	report, err := a.Report(context.WithoutCancel(ctx), &tally)
	if err != nil {
		return err
	}
	report.Version, report.Verified, report.Elapsed = version(), verified, elapsed.Seconds()
	if err := o.print(cmd.OutOrStdout(), a, &report); err != nil {
		return err
	}
	switch {
	case report.Mismatches > 0 || verified != nil && verified.Wrong > 0:
		return errNo
	case limit != nil:
		return limitError(limit)
	}
	return nil
}

// atlas makes an atlas of what the user wrote.
func (o *tableOptions) atlas(space string) (*atlas.Atlas, error) {
	rules, err := parseRules(o.rule)
	if err != nil {
		return nil, err
	}
	memory, err := o.parse()
	if err != nil {
		return nil, err
	}
	share, err := parseShare(o.classes)
	if err != nil {
		return nil, err
	}
	if o.plan && (o.verify || o.json) {
		return nil, usagef("--plan with --verify or --json: want it alone")
	}
	s, err := parseSpace(space)
	if err != nil {
		return nil, err
	}
	if err := atlas.CheckSize(s); err != nil {
		return nil, usageError(err)
	}
	a := &atlas.Atlas{Space: s, Rules: rules, Share: share, Workers: o.workers, Memory: memory, EachClass: o.eachClass}
	if len(a.Classes()) == 0 {
		return nil, usagef("--classes %s: there are fewer classes than shares", o.classes)
	}
	return a, nil
}

// shareSyntax is the syntax of --classes.
var shareSyntax = regexp.MustCompile(`^([1-9][0-9]{0,8})/([1-9][0-9]{0,8})$`)

// parseShare parses i/n.
func parseShare(text string) (atlas.Share, error) {
	m := shareSyntax.FindStringSubmatch(text)
	if m == nil {
		return atlas.Share{}, usagef("--classes %q: want i/n, such as 2/5", text)
	}
	part, _ := strconv.Atoi(m[1]) // what the syntax lets through is a number
	of, _ := strconv.Atoi(m[2])
	if part > of {
		return atlas.Share{}, usagef("--classes %s: want a share from 1 to %d", text, of)
	}
	return atlas.Share{Part: part, Of: of}, nil
}

// tally does the classes and shows how far it is. A limit is why that ended early.
func (o *tableOptions) tally(ctx context.Context, stderr io.Writer, a *atlas.Atlas) (t atlas.Tally, limit, err error) {
	defer watchAtlas(stderr, a, "")()
	report, err := a.Run(ctx)
	return report.Tally, report.Limit, tableError(err)
}

// verified verifies the classes.
func (o *tableOptions) verified(ctx context.Context, stderr io.Writer, a *atlas.Atlas) (*bellman.Report, error, error) {
	defer watchAtlas(stderr, a, "verifying ")()
	report, err := a.Verify(ctx)
	if err != nil || report.Limit != nil {
		return nil, report.Limit, tableError(err)
	}
	return &report.Tally, nil, nil
}

// tableError is an error of a table: a limit if it is that of memory.
func tableError(err error) error {
	if errors.Is(err, table.ErrMemory) {
		return limitError(fmt.Errorf("%w: fewer --workers need less", err))
	}
	return err
}

// watchAtlas shows how far a run over an atlas is.
func watchAtlas(stderr io.Writer, a *atlas.Atlas, doing string) (stop func()) {
	var done atomic.Uint64
	a.Done = &done
	return watchCases(stderr, fmt.Sprintf("%s%v: ", doing, a.Space), a.Cases(), done.Load)
}

// print prints a report.
func (o *tableOptions) print(w io.Writer, a *atlas.Atlas, r *atlas.Report) error {
	if o.json {
		return printJSON(w, r)
	}
	printTable(w, r)
	if !r.Complete {
		fmt.Fprintf(w, "NOT COMPLETE: %s of %s cases were done\n", count(r.Cases), count(a.Cases()))
	}
	return nil
}
