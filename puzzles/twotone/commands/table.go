package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"sync/atomic"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/command"
	"exhaust/puzzles/twotone/atlas"
	"exhaust/puzzles/twotone/bellman"
	"exhaust/puzzles/twotone/table"
)

// tableOptions are the flags of the verb table.
type tableOptions struct {
	command.Limits
	command.CheckpointFlags
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
solved by walking through the table, and the referee replays the solution. No
length may be over its bound, K(M + (M+1)R) under the strict rule; the board
that comes nearest to it is shown.

Boards with the same rainbow cells are a class. Of the classes that rotations and
reflections make of each other one is done and counts for all; --each-class does
them all. --classes i/n does the i-th of n equal shares of the classes; save each
with --json, and table merge joins them. --plan says what a size would take.

--verify checks each entry of the table against those of the boards that come
next, with the referee's moves: if all fit, the table is right.

With --checkpoint the classes that are done are kept in a directory, and exhaust resume
goes on from there.

At most 16 cells. Equal to enumerate, where that can run.`,
		Example: `  exhaust table 3x3
  exhaust table 2x3 --verify
  exhaust table 4x4 --plan
  exhaust table 3x4 --checkpoint run
  exhaust table 3x4 --classes 2/5 --json > 2.json
  exhaust table merge 1.json 2.json 3.json 4.json 5.json`,
		Args: tableArguments,
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) }),
	}
	cmd.Flags().StringVar(&o.rule, "rule", "both", "strict, handover or both")
	cmd.Flags().StringVar(&o.classes, "classes", "1/1", "the share of the classes to do, such as 2/5")
	cmd.Flags().BoolVar(&o.eachClass, "each-class", false, "do symmetric classes one by one")
	cmd.Flags().BoolVar(&o.verify, "verify", false, "check every entry against those that come next")
	cmd.Flags().BoolVar(&o.plan, "plan", false, "do nothing, but say what it would take")
	command.AddWorkers(cmd, &o.Workers, "classes done at the same time")
	o.AddBounds(cmd)
	o.CheckpointFlags.AddFlags(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.AddCommand(newTableMerge())
	return cmd
}

// tableArguments wants a size. A word that is none may be meant for a verb of table's.
func tableArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && wordSyntax.MatchString(args[0]) {
		return command.Usagef("unknown verb %q of table: want a size such as 3x3, or merge", args[0])
	}
	return command.Arguments(cobra.ExactArgs(1))(cmd, args)
}

// wordSyntax is the syntax of a verb.
var wordSyntax = regexp.MustCompile(`^[a-z]+$`)

// run does what the flags say with a size.
func (o *tableOptions) run(cmd *cobra.Command, space string) error {
	a, err := o.atlas(space)
	if err != nil {
		return err
	}
	if o.plan {
		ctx, cancel := o.Context(cmd.Context())
		defer cancel()
		return o.printPlan(ctx, cmd.OutOrStdout(), a)
	}
	k, err := o.CheckpointFlags.Begin(cmd, o.identity(a))
	if err != nil {
		return err
	}
	return o.make(cmd, a, k)
}

// identity says what a table is.
func (o *tableOptions) identity(a *atlas.Atlas) map[string]string {
	return map[string]string{
		command.RunKey: "table", "space": a.Space.String(), "rule": o.rule, "classes": o.classes,
		"each-class": strconv.FormatBool(o.eachClass), "verify": strconv.FormatBool(o.verify),
		"tally": strconv.Itoa(atlas.TallyVersion),
	}
}

// The phases of a table, whose cases are classes.
const (
	tablePhase  = "table"
	verifyPhase = "verify"
)

// resumeTable goes on with a table.
func resumeTable(cmd *cobra.Command, r *command.Resumption) error {
	if err := r.Refuse(cmd); err != nil {
		return err
	}
	o := tableOptions{Limits: r.Limits, rule: r.Identity["rule"], classes: r.Identity["classes"], json: r.JSON}
	o.eachClass, o.verify = r.Identity["each-class"] == "true", r.Identity["verify"] == "true"
	a, err := o.atlas(r.Identity["space"])
	if err != nil {
		return r.Unreadable(err)
	}
	k, err := r.Open(cmd, o.identity(a))
	if err != nil {
		return err
	}
	return o.make(cmd, a, k)
}

// tableProgress says how far a table is.
func tableProgress(m *checkpoint.Manifest) (command.RunProgress, error) {
	phases := []command.PhaseDone{{Phase: tablePhase, Things: "classes"}}
	if m.Identity["verify"] == "true" {
		phases = append(phases, command.PhaseDone{Phase: verifyPhase, Things: "classes"})
	}
	return command.PhasesOf(m, phases...)
}

// make makes a table, which may be kept, and prints it.
func (o *tableOptions) make(cmd *cobra.Command, a *atlas.Atlas, k *command.Kept) error {
	defer k.Close()
	w, err := k.Begin()
	if err != nil {
		return err
	}
	ctx, cancel := o.Context(cmd.Context())
	defer cancel()
	a.Keeper = w.Keeper(tablePhase)
	tally, end, err := o.tally(ctx, cmd.ErrOrStderr(), a)
	if err != nil {
		return tableError(err, k)
	}
	elapsed := w.Elapsed()
	var verified *bellman.Report
	if o.verify && end == (command.RunEnd{}) {
		a.Keeper = w.Keeper(verifyPhase)
		if verified, end, err = o.verified(ctx, cmd.ErrOrStderr(), a); err != nil {
			return tableError(err, k)
		}
	}
	report, err := a.Report(context.WithoutCancel(ctx), &tally)
	if err != nil {
		return err
	}
	report.Version, report.Verified, report.Elapsed = command.Version(), verified, elapsed.Seconds()
	if err := o.print(cmd.OutOrStdout(), a, &report); err != nil {
		return err
	}
	return k.Outcome(report.Mismatches > 0 || verified != nil && verified.Wrong > 0, end)
}

// atlas makes an atlas of what the user wrote.
func (o *tableOptions) atlas(space string) (*atlas.Atlas, error) {
	rules, err := parseRules(o.rule)
	if err != nil {
		return nil, err
	}
	memory, err := o.Parse()
	if err != nil {
		return nil, err
	}
	share, err := parseShare(o.classes)
	if err != nil {
		return nil, err
	}
	if o.plan && (o.verify || o.json || o.Dir != "") {
		return nil, command.Usagef("--plan with --verify, --json or --checkpoint: want it alone")
	}
	s, err := parseSpace(space)
	if err != nil {
		return nil, err
	}
	if err := atlas.CheckSize(s); err != nil {
		return nil, command.UsageError(err)
	}
	a := &atlas.Atlas{Space: s, Rules: rules, Share: share, Workers: o.Workers, Memory: memory, EachClass: o.eachClass}
	if len(a.Classes()) == 0 {
		return nil, command.Usagef("--classes %s: there are fewer classes than shares", o.classes)
	}
	return a, nil
}

// shareSyntax is the syntax of --classes.
var shareSyntax = regexp.MustCompile(`^([1-9][0-9]{0,8})/([1-9][0-9]{0,8})$`)

// parseShare parses i/n.
func parseShare(text string) (atlas.Share, error) {
	m := shareSyntax.FindStringSubmatch(text)
	if m == nil {
		return atlas.Share{}, command.Usagef("--classes %q: want i/n, such as 2/5", text)
	}
	part, _ := strconv.Atoi(m[1]) // what the syntax lets through is a number
	of, _ := strconv.Atoi(m[2])
	if part > of {
		return atlas.Share{}, command.Usagef("--classes %s: want a share from 1 to %d", text, of)
	}
	return atlas.Share{Part: part, Of: of}, nil
}

// tally does the classes and shows how far it is.
func (o *tableOptions) tally(ctx context.Context, stderr io.Writer, a *atlas.Atlas) (t atlas.Tally, end command.RunEnd, err error) {
	stop, err := watchAtlas(stderr, a, "")
	if err != nil {
		return t, end, err
	}
	defer stop()
	report, err := a.Run(ctx)
	return report.Tally, command.RunEnd{Limit: report.Limit, Unkept: report.Unkept}, err
}

// verified verifies the classes. There is no report unless all are.
func (o *tableOptions) verified(ctx context.Context, stderr io.Writer, a *atlas.Atlas) (*bellman.Report, command.RunEnd, error) {
	stop, err := watchAtlas(stderr, a, "verifying ")
	if err != nil {
		return nil, command.RunEnd{}, err
	}
	defer stop()
	report, err := a.Verify(ctx)
	end := command.RunEnd{Limit: report.Limit, Unkept: report.Unkept}
	if err != nil || report.Limit != nil {
		return nil, end, err
	}
	return &report.Tally, end, nil
}

// tableError is an error of a table: a limit if it is that of memory.
func tableError(err error, k *command.Kept) error {
	if errors.Is(err, table.ErrMemory) {
		return k.Limited(fmt.Errorf("%w: fewer --workers need less", err))
	}
	return err
}

// watchAtlas shows how far a run over an atlas is.
func watchAtlas(stderr io.Writer, a *atlas.Atlas, doing string) (stop func(), err error) {
	var done atomic.Uint64
	a.Done = &done
	if a.Keeper != nil {
		earlier, err := a.Finished(a.Keeper.Earlier)
		if err != nil {
			return nil, err
		}
		done.Store(earlier)
	}
	return command.WatchCases(stderr, fmt.Sprintf("%s%v: ", doing, a.Space), a.Cases(), done.Load), nil
}

// print prints a report.
func (o *tableOptions) print(w io.Writer, a *atlas.Atlas, r *atlas.Report) error {
	if o.json {
		return command.PrintJSON(w, r)
	}
	printTable(w, r)
	if !r.Complete {
		fmt.Fprintf(w, "NOT COMPLETE: %s of %s cases were done\n", command.Count(r.Cases), command.Count(a.Cases()))
	}
	return nil
}
