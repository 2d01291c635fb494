package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"exhaust/command"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/census"
	"exhaust/family/verbs"
	"exhaust/puzzle"
)

// A censusPrinter prints a report.
type censusPrinter struct {
	census  verbs.Census
	about   *verbs.About
	report  *enumerate.Report[census.Tally]
	elapsed time.Duration
}

// cases returns how many cases were done.
func (p *censusPrinter) cases() uint64 {
	return p.report.Done * uint64(max(1, len(p.census.Variants())))
}

// columns returns what was found, by variant.
func (p *censusPrinter) columns() (columns []command.Column) {
	t := &p.report.Tally
	if len(p.about.Variants) == 0 {
		return []command.Column{{VariantTally: &t.Variants[0]}}
	}
	for _, variant := range p.census.Variants() {
		columns = append(
			columns,
			command.Column{Name: p.about.Variants[variant], VariantTally: &t.Variants[variant]},
		)
	}
	return columns
}

// classicCensus are the keys of enumerate --json that there were when there was one puzzle, and
// classicRule those of a rule.
var (
	classicCensus = []string{
		"space", "cases", "complete", "solvers", "mismatches", "first_mismatch", "rules", "graphs", "isolation_states", "elapsed_seconds",
	}
	classicRule = []string{
		"cases", "solvable", "unsolvable", "lengths", "longest", "most_states", "nearest_length", "nearest_states",
	}
)

// json returns the report for programs: with all keys if the puzzle is named, and otherwise as it
// was when there was one.
func (p *censusPrinter) json(named bool) (out command.Object) {
	t := &p.report.Tally
	out.Add("puzzle", p.about.Name)
	out.Add("space", p.census.Space())
	out.Add("cases", p.cases())
	out.Add("complete", p.report.Limit == nil)
	out.Add("solvers", p.census.Solvers())
	out.Add("mismatches", t.Mismatches)
	out.Add("first_mismatch", t.First)
	out.Add("measure", p.about.Measure.Unit+"s")
	columns := p.columns()
	if len(p.about.Variants) == 0 {
		out = append(out, p.variantJSON(columns[0])...)
	} else {
		rules := map[string]command.Object{}
		for _, c := range columns {
			rules[c.Name] = p.variantJSON(c)
			if !named {
				rules[c.Name] = rules[c.Name].Only(classicRule...)
			}
		}
		out.Add("rules", rules)
	}
	details, _, _ := p.census.Report(t.Checked)
	out = append(out, details...)
	out.Add("elapsed_seconds", p.elapsed.Seconds())
	if !named {
		return out.Only(classicCensus...)
	}
	return out
}

// variantJSON returns what was found in the cases of a variant. Where values are moves, they are
// called lengths too.
func (p *censusPrinter) variantJSON(c command.Column) (out command.Object) {
	if c.Name != "" {
		out.Add("cases", c.Cases)
		out.Add("solvable", c.Solvable)
		out.Add("unsolvable", c.Unsolvable)
	}
	values := map[string]uint64{}
	for value, n := range c.Values.All() {
		values[strconv.Itoa(value)] = n
	}
	out.Add("verdicts", map[string]uint64{"solvable": c.Solvable, "unsolvable": c.Unsolvable})
	out.Add("values", values)
	out.Add("hardest", p.hardestJSON(c.Hardest, "value", true))
	if p.about.Measure.Kind == puzzle.Moves {
		out.Add("lengths", values)
		out.Add("longest", p.hardestJSON(c.Hardest, "length", false))
	}
	out.Add("most_states", c.MostStates)
	value, states := p.census.Bounds()
	if value != "" {
		out.Add("nearest_length", c.NearValue)
	}
	if states != "" {
		out.Add("nearest_states", c.NearStates)
	}
	return out
}

// hardestJSON returns a case of the greatest value, which is under a key.
func (p *censusPrinter) hardestJSON(h *census.Hardest, key string, states bool) any {
	if h == nil {
		return nil
	}
	out := command.Object{{Key: key, Value: h.Value}, {Key: "case", Value: h.Case}}
	out.Add("solution", p.census.Puzzle().FormatSolution(h.Certificate))
	if states {
		out.Add("states", h.States)
	}
	return out
}

// print prints the report for people.
func (p *censusPrinter) print(w io.Writer) {
	t := &p.report.Tally
	fmt.Fprintf(
		w,
		"Every %s, solved by %s\n\n",
		p.census.Title(),
		family.List(p.census.Solvers(), "and"),
	)
	if _, table, _ := p.census.Report(t.Checked); table != "" {
		fmt.Fprintln(w, table)
	}
	columns := p.columns()
	p.printTotals(w, columns)
	command.PrintValues(w, p.valueWord(), columns)
	for _, c := range columns {
		p.printHardest(w, c)
	}
	p.printNear(w, columns)
	fmt.Fprintf(
		w,
		"\n%s cases in %s, %s\n",
		command.Count(p.cases()),
		command.Seconds(p.elapsed),
		command.Rate(p.cases(), p.elapsed),
	)
	if p.report.Limit != nil {
		fmt.Fprintf(
			w,
			"NOT COMPLETE: %s of %s cases were done\n",
			command.Count(p.cases()),
			command.Count(p.census.Cases()),
		)
	}
	p.printMismatches(w)
}

// valueWord and mostWord say what a value is, and the greatest.
func (p *censusPrinter) valueWord() string {
	if p.about.Measure.Kind == puzzle.Moves {
		return "length"
	}
	return "value"
}

func (p *censusPrinter) mostWord() string {
	if p.about.Measure.Kind == puzzle.Moves {
		return "longest"
	}
	return "greatest"
}

// tabbed writes cells with a tab behind each, those that are empty left out at the beginning of a
// row.
func tabbed(w io.Writer, cells ...string) {
	for i, cell := range cells {
		if i > 0 || cell != "" {
			fmt.Fprint(w, cell, "\t")
		}
	}
	fmt.Fprintln(w)
}

// printTotals prints a row of totals for each variant.
func (p *censusPrinter) printTotals(w io.Writer, columns []command.Column) {
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	head := ""
	if columns[0].Name != "" {
		head = "rule"
	}
	tabbed(table, head, "cases", "solvable", "unsolvable", p.mostWord(), "most states")
	for _, c := range columns {
		most := "-"
		if c.Hardest != nil {
			most = strconv.Itoa(c.Hardest.Value)
		}
		tabbed(
			table,
			c.Name,
			command.Count(c.Cases),
			command.Count(c.Solvable),
			command.Count(c.Unsolvable),
			most,
			command.Count(c.MostStates),
		)
	}
	table.Flush()
	fmt.Fprintln(w)
}

// printHardest prints a case of the greatest value.
func (p *censusPrinter) printHardest(w io.Writer, c command.Column) {
	if c.Hardest == nil {
		return
	}
	name := p.mostWord()
	if c.Name != "" {
		name = fmt.Sprintf("%s, %-9s", name, c.Name)
	}
	solution := p.census.Puzzle().FormatSolution(c.Hardest.Certificate)
	if solution == "" {
		solution = command.NoSteps
	}
	fmt.Fprintf(w, "%-18s %s\n                   %s\n", name, c.Hardest.Case, solution)
}

// printNear prints the cases nearest to the bounds.
func (p *censusPrinter) printNear(w io.Writer, columns []command.Column) {
	value, states := p.census.Bounds()
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	print := func(bound, name string, n *census.Near, things string) {
		if n == nil || bound == "" {
			return
		}
		if name != "" {
			name = ", " + name
		}
		fmt.Fprintf(
			table,
			"nearest %s%s\t%s of %s %s\t%s\n",
			bound,
			name,
			command.Count(n.Value),
			command.Count(n.Bound),
			things,
			n.Case,
		)
	}
	for _, c := range columns {
		print(value, c.Name, c.NearValue, p.about.Measure.Unit+"s")
	}
	for _, c := range columns {
		print(states, c.Name, c.NearStates, "states")
	}
	table.Flush()
}

// printMismatches prints what does not fit together.
func (p *censusPrinter) printMismatches(w io.Writer) {
	t := &p.report.Tally
	if t.First == nil {
		none := "no mismatch"
		if p.report.Limit != nil {
			none = "no mismatch so far"
		}
		fmt.Fprintf(w, "%s: %s\n", none, strings.Join(p.checks(), ", "))
		return
	}
	fmt.Fprintf(w, "%s MISMATCHES; the first in the order of the boards:\n  %s\n  %s: %s\n",
		command.Count(t.Mismatches), t.First.Case, t.First.Check, t.First.Why)
	for _, solver := range p.census.Solvers() {
		fmt.Fprintf(w, "  %s\n", command.ShellJoin("exhaust", "solve", t.First.Case, "--solver", solver, "--show"))
	}
}

// checks says what was checked of every case.
func (p *censusPrinter) checks() []string {
	list := []string{"every solution replays"}
	if len(p.census.Solvers()) > 1 {
		list = append([]string{"all solvers agree"}, list...)
	}
	_, _, own := p.census.Report(p.report.Tally.Checked)
	return append(append(list, p.census.Checks()...), own...)
}
