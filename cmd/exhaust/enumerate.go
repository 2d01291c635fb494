package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"text/tabwriter"
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

// enumerateJSON is what enumerate --json prints.
type enumerateJSON struct {
	Space         string              `json:"space"`
	Cases         uint64              `json:"cases"`
	Complete      bool                `json:"complete"`
	Solvers       []string            `json:"solvers"`
	Mismatches    uint64              `json:"mismatches"`
	FirstMismatch *mismatchJSON       `json:"first_mismatch"`
	Rules         map[string]ruleJSON `json:"rules"`
	Graphs        []family.Row        `json:"graphs,omitempty"`           // of hamilton:N
	Isolation     uint64              `json:"isolation_states,omitempty"` // met to check that the pieces are isolated
	Elapsed       float64             `json:"elapsed_seconds"`
}

type mismatchJSON struct {
	Case  string `json:"case"`
	Check string `json:"check"`
	Why   string `json:"why"`
}

type ruleJSON struct {
	Cases      uint64            `json:"cases"`
	Solvable   uint64            `json:"solvable"`
	Unsolvable uint64            `json:"unsolvable"`
	Lengths    map[string]uint64 `json:"lengths"`
	Longest    *longestJSON      `json:"longest"`
	MostStates uint64            `json:"most_states"`
	NearLength *census.Near      `json:"nearest_length"` // to the bound of the strict rule
	NearStates *census.Near      `json:"nearest_states"` // to Q
}

type longestJSON struct {
	Length   int    `json:"length"`
	Case     string `json:"case"`
	Solution string `json:"solution"`
}

func newEnumerateJSON(c *census.Census, report enumerate.Report[census.Tally], elapsed time.Duration) enumerateJSON {
	t := &report.Tally
	r := enumerateJSON{
		Space:      c.Space.String(),
		Cases:      report.Done * uint64(len(c.Rules)),
		Complete:   report.Limit == nil,
		Solvers:    c.Solvers,
		Mismatches: t.Mismatches,
		Rules:      map[string]ruleJSON{},
		Elapsed:    elapsed.Seconds(),
	}
	if t.First != nil {
		r.FirstMismatch = &mismatchJSON{t.First.Case, t.First.Check, t.First.Why}
	}
	for _, rule := range c.Rules {
		r.Rules[rule.String()] = newRuleJSON(&t.Rules[rule])
	}
	if f, ok := c.Space.(*family.Family); ok {
		r.Graphs, r.Isolation = f.Rows(), t.Checked
	}
	return r
}

func newRuleJSON(t *census.RuleTally) ruleJSON {
	r := ruleJSON{
		Cases:      t.Cases,
		Solvable:   t.Solvable,
		Unsolvable: t.Unsolvable,
		Lengths:    map[string]uint64{},
		MostStates: t.MostStates,
		NearLength: t.NearLength,
		NearStates: t.NearStates,
	}
	for length, n := range t.Lengths {
		if n > 0 {
			r.Lengths[strconv.Itoa(length)] = n
		}
	}
	if l := t.Longest; l != nil {
		r.Longest = &longestJSON{l.Length, l.Case, l.Solution.String()}
	}
	return r
}

// printCensus prints a report for people.
func printCensus(w io.Writer, c *census.Census, report enumerate.Report[census.Tally], elapsed time.Duration) {
	t := &report.Tally
	cases := report.Done * uint64(len(c.Rules))
	what := fmt.Sprintf("%v board", c.Space)
	if f, ok := c.Space.(*family.Family); ok {
		what = fmt.Sprintf("grid graph of up to %d vertices as a board", len(f.Rows()))
	}
	fmt.Fprintf(w, "Every %s, black to move, solved by %s\n\n", what, strings.Join(c.Solvers, " and "))
	printGraphs(w, c)
	printRules(w, c, t)
	var columns [][]uint64
	for _, rule := range c.Rules {
		columns = append(columns, t.Rules[rule].Lengths)
	}
	printLengths(w, c.Rules, columns)
	for _, rule := range c.Rules {
		if l := t.Rules[rule].Longest; l != nil {
			fmt.Fprintf(w, "longest, %-9v %s\n                   %s\n", rule, l.Case, steps(l.Solution))
		}
	}
	printNear(w, c, t)
	fmt.Fprintf(w, "\n%s cases in %s, %s\n", count(cases), seconds(elapsed), rate(cases, elapsed))
	if report.Limit != nil {
		fmt.Fprintf(w, "NOT COMPLETE: %s of %s cases were done\n", count(cases), count(c.Cases()))
	}
	printMismatches(w, c, t, report.Limit == nil)
}

// printRules prints a row of totals for each rule.
func printRules(w io.Writer, c *census.Census, t *census.Tally) {
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "rule\tcases\tsolvable\tunsolvable\tlongest\tmost states\t")
	for _, rule := range c.Rules {
		r := &t.Rules[rule]
		longest := "-"
		if r.Longest != nil {
			longest = strconv.Itoa(r.Longest.Length)
		}
		fmt.Fprintf(table, "%v\t%s\t%s\t%s\t%s\t%s\t\n", rule,
			count(r.Cases), count(r.Solvable), count(r.Unsolvable), longest, count(r.MostStates))
	}
	table.Flush()
	fmt.Fprintln(w)
}

// printGraphs prints how many graphs of each size there are, if the boards are made from graphs.
func printGraphs(w io.Writer, c *census.Census) {
	f, ok := c.Space.(*family.Family)
	if !ok {
		return
	}
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "vertices\tconnected\tpairs\tproper\timages\t")
	for _, r := range f.Rows() {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t\n", r.Vertices, count(r.Connected), count(r.Pairs), count(r.Proper), count(r.Images))
	}
	table.Flush()
	fmt.Fprintln(w)
}

// printNear prints the cases nearest to the bounds.
func printNear(w io.Writer, c *census.Census, t *census.Tally) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	print := func(what string, rule twotone.Rule, n *census.Near, things string) {
		if n != nil {
			fmt.Fprintf(table, "nearest %s, %v\t%s of %s %s\t%s\n", what, rule, count(n.Value), count(n.Bound), things, n.Case)
		}
	}
	for _, rule := range c.Rules {
		print("the length bound", rule, t.Rules[rule].NearLength, "moves")
	}
	for _, rule := range c.Rules {
		print("Q", rule, t.Rules[rule].NearStates, "states")
	}
	table.Flush()
}

// printLengths prints the histogram of the shortest lengths that there are, the rules side by side. A column says how many
// cases have each length under the rule in its place.
func printLengths(w io.Writer, rules []twotone.Rule, columns [][]uint64) {
	longest, most := 0, uint64(1)
	for _, column := range columns {
		longest = max(longest, len(column))
		for _, n := range column {
			most = max(most, n)
		}
	}
	if longest == 0 {
		return // nothing is solvable
	}
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "length\t")
	for _, rule := range rules {
		fmt.Fprintf(table, "%v\t", rule)
	}
	fmt.Fprintf(table, "  bars: %v\n", rules[len(rules)-1])
	for length := range longest {
		row, n, all := fmt.Sprintf("%d\t", length), uint64(0), uint64(0)
		for _, column := range columns {
			n = 0
			if length < len(column) {
				n = column[length]
			}
			all += n
			row += count(n) + "\t"
		}
		if all > 0 {
			fmt.Fprintf(table, "%s  %s\n", row, bar(n, most)) // of the last rule
		}
	}
	table.Flush()
	fmt.Fprintln(w)
}

// bar draws n as a bar of up to 30 characters for most.
func bar(n, most uint64) string {
	const width = 30
	if n == 0 {
		return ""
	}
	return strings.Repeat("#", max(1, int(n*width/most)))
}

// printMismatches prints what does not fit together.
func printMismatches(w io.Writer, c *census.Census, t *census.Tally, complete bool) {
	if t.First == nil {
		none := "no mismatch"
		if !complete {
			none = "no mismatch so far"
		}
		fmt.Fprintf(w, "%s: %s\n", none, strings.Join(checks(c, t), ", "))
		return
	}
	fmt.Fprintf(w, "%s MISMATCHES; the first in the order of the boards:\n  %s\n  %s: %s\n",
		count(t.Mismatches), t.First.Case, t.First.Check, t.First.Why)
	for _, solver := range c.Solvers {
		fmt.Fprintf(w, "  exhaust solve %s --solver %s --show\n", t.First.Case, solver)
	}
}

// checks says what was checked of every case.
func checks(c *census.Census, t *census.Tally) []string {
	list := []string{"every solution replays"}
	if len(c.Solvers) > 1 {
		list = append([]string{"all solvers agree"}, list...)
	}
	if slices.Contains(c.Rules, twotone.Strict) {
		list = append(list, "every strict bound holds")
	}
	list = append(list, "no more than Q states")
	if len(c.Rules) > 1 {
		list = append(list, "strict implies handover")
	}
	if _, ok := c.Space.(*family.Family); ok {
		list = append(list, "solvable exactly if the graph has a Hamiltonian cycle", "in 2v moves", "which spell it",
			fmt.Sprintf("the pieces isolated in all %s states", count(t.Checked)))
	}
	return list
}
