package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"exhaust/enumerate"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/census"
	"exhaust/puzzles/twotone/hamilton/family"
)

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
