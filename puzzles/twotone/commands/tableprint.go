package commands

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"exhaust/command"
	"exhaust/family/census"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/atlas"
)

// printTable prints a report for people.
func printTable(w io.Writer, r *atlas.Report) {
	rules := r.InOrder()
	fmt.Fprintf(w, "Every %s board, black to move%s\n\n", r.Space, shareText(r.Share))
	printTableRules(w, rules, r)
	var columns []command.Column
	for _, rule := range rules {
		values := census.Values{Counts: lengths(&r.Rules[rule.String()].Counts)}
		columns = append(columns, command.Column{Name: rule.String(), VariantTally: &census.VariantTally{Values: values}})
	}
	command.PrintValues(w, "length", columns)
	printParts(w, "stars", rules, r.ByStars)
	printParts(w, "rainbow", rules, r.ByRainbow)
	if r.Differ != nil {
		fmt.Fprintf(w, "the rules differ in the verdict of %s boards, and in the length alone of %s\n",
			command.Count(r.Differ.Verdict), command.Count(r.Differ.Length))
	}
	for _, rule := range rules {
		if l := r.Rules[rule.String()].Longest; l != nil {
			fmt.Fprintf(w, "longest, %-9v %s\n                   %s\n", rule, l.Case, longestSteps(l))
		}
	}
	if r.Rules[twotone.Strict.String()] != nil {
		printNearest(w, r.Rules[twotone.Strict.String()].NearLength)
	}
	elapsed := time.Duration(r.Elapsed * float64(time.Second))
	fmt.Fprintf(w, "\n%s cases in %s, %s\n", command.Count(r.Cases), command.Seconds(elapsed), command.Rate(r.Cases, elapsed))
	if r.FirstMismatch != nil {
		fmt.Fprintf(w, "%s MISMATCHES; the first: %s\n", command.Count(r.Mismatches), *r.FirstMismatch)
	}
	if v := r.Verified; v != nil {
		fmt.Fprintf(w, "verified: %s entries, %s wrong\n", command.Count(v.Claims), command.Count(v.Wrong))
		if v.Wrong > 0 {
			fmt.Fprintf(w, "the first: %s\n", v.First)
		}
	}
}

// printNearest prints the case nearest to the length bound of the strict rule, if there is one.
func printNearest(w io.Writer, n *atlas.NearCase) {
	if n != nil {
		fmt.Fprintf(w, "nearest the length bound, strict  %s of %s moves  %s\n", command.Count(n.Value), command.Count(n.Bound), n.Case)
	}
}

// shareText says which share it is, unless it is all.
func shareText(s atlas.Share) string {
	if s == atlas.Whole {
		return ""
	}
	return fmt.Sprintf(", share %d of %d", s.Part, s.Of)
}

// longestSteps formats the solution of a longest case.
func longestSteps(l *atlas.LongestCase) string {
	switch {
	case l.Solution == nil:
		return "(more memory is needed to walk through it)"
	case *l.Solution == "":
		return command.NoSteps
	}
	return *l.Solution
}

// printTableRules prints a row of totals for each rule.
func printTableRules(w io.Writer, rules []twotone.Rule, r *atlas.Report) {
	out := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "rule\tcases\tsolvable\tunsolvable\tlongest\t")
	for _, rule := range rules {
		c := r.Rules[rule.String()]
		fmt.Fprintf(out, "%v\t%s\t%s\t%s\t%s\t\n", rule, command.Count(c.Cases), command.Count(c.Solvable), command.Count(c.Unsolvable), longestOf(&c.Counts))
	}
	out.Flush()
	fmt.Fprintln(w)
}

// lengths returns how many cases have each length.
func lengths(c *atlas.Counts) []uint64 {
	var list []uint64
	for text, n := range c.Lengths {
		length, _ := strconv.Atoi(text)
		list = append(list, make([]uint64, max(0, length+1-len(list)))...)
		list[length] = n
	}
	return list
}

// longestOf returns the greatest length, or - if nothing is solvable.
func longestOf(c *atlas.Counts) string {
	if n := len(lengths(c)); n > 0 {
		return strconv.Itoa(n - 1)
	}
	return "-"
}

// printParts prints a row for each number of stars, or of rainbow cells.
func printParts(w io.Writer, what string, rules []twotone.Rule, parts []atlas.Part) {
	out := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "%s\tboards\t", what)
	for _, rule := range rules {
		fmt.Fprintf(out, "%v\tlongest\t", rule)
	}
	fmt.Fprintln(out)
	for i := range parts {
		fmt.Fprintf(out, "%d\t%s\t", parts[i].Number, command.Count(parts[i].Rules[rules[0].String()].Cases))
		for _, rule := range rules {
			c := parts[i].Rules[rule.String()]
			fmt.Fprintf(out, "%s\t%s\t", command.Count(c.Solvable), longestOf(c))
		}
		fmt.Fprintln(out)
	}
	out.Flush()
	fmt.Fprintln(w)
}
