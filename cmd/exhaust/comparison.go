package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"exhaust/command"
	"exhaust/compare"
	"exhaust/family/verbs"
	"exhaust/puzzle"
)

// A comparePrinter prints what came of a contest.
type comparePrinter struct {
	options *compareOptions
	contest verbs.Contest
	players [2]string
	report  *verbs.ContestReport
	elapsed time.Duration
}

// compareJSON is what compare --json prints.
type compareJSON struct {
	Boards     string                  `json:"boards"`
	Seed       *uint64                 `json:"seed"` // null if nothing is drawn
	Answer     string                  `json:"answer"`
	A          playerJSON              `json:"a"`
	B          playerJSON              `json:"b"`
	Cases      uint64                  `json:"cases"`
	Agreed     uint64                  `json:"agreed"`
	Limited    uint64                  `json:"limited"`
	Mismatches uint64                  `json:"mismatches"`
	Kinds      map[compare.Kind]uint64 `json:"kinds"`
	Complete   bool                    `json:"complete"` // all cases were put to both
	First      *findingJSON            `json:"first"`
	Smallest   *findingJSON            `json:"smallest"`
	Elapsed    float64                 `json:"elapsed_seconds"`
}

type playerJSON struct {
	Solver   string  `json:"solver"`
	Limits   uint64  `json:"limits"`
	Unsteady uint64  `json:"unsteady"`
	Median   float64 `json:"median_seconds"`
	P99      float64 `json:"p99_seconds"`
	Total    float64 `json:"total_seconds"`
}

// Least says of the smallest finding that no smaller board differs, Minimal that none differs that
// has a little taken away.
type findingJSON struct {
	Case    string       `json:"case"`
	Kind    compare.Kind `json:"kind"`
	Why     string       `json:"why"`
	Answers []answerJSON `json:"answers"`
	Wrong   []proofJSON  `json:"proven_wrong"`
	Sides   string       `json:"third_sides_with,omitempty"`
	Least   *bool        `json:"least,omitempty"`
	Minimal *bool        `json:"minimal,omitempty"`
	Command string       `json:"command"`
}

type answerJSON struct {
	Solver   string   `json:"solver"`
	Verdict  string   `json:"verdict"`
	Length   *int     `json:"length"`
	Value    *int     `json:"value,omitempty"`
	Solution *string  `json:"solution"`
	Second   *string  `json:"second,omitempty"`
	Fault    *string  `json:"fault"`
	Stderr   []string `json:"stderr,omitempty"`
}

type proofJSON struct {
	Solver string `json:"solver"`
	By     string `json:"by"`
}

func (p *comparePrinter) json() compareJSON {
	r := p.report
	out := compareJSON{
		Boards: p.contest.Boards(), Answer: p.options.answer,
		A: p.playerJSON(0), B: p.playerJSON(1),
		Cases: r.Cases, Agreed: r.Agreed, Limited: r.Limited, Mismatches: r.Mismatches, Kinds: r.Kinds,
		Complete: r.Cases == p.contest.Cases(),
		First:    p.findingJSON(r.First), Smallest: p.findingJSON(r.Smallest),
		Elapsed: p.elapsed.Seconds(),
	}
	if p.contest.Drawn() {
		out.Seed = &p.options.seed
	}
	if out.Smallest != nil {
		out.Smallest.Least, out.Smallest.Minimal = &r.Least, &r.Minimal
	}
	return out
}

func (p *comparePrinter) playerJSON(side int) playerJSON {
	s := &p.report.Stats[side]
	return playerJSON{
		Solver: p.players[side], Limits: p.report.Limits[side], Unsteady: s.Unsteady,
		Median: s.Times.Quantile(0.5).
			Seconds(),
		P99: s.Times.Quantile(0.99).Seconds(), Total: s.Times.Total().Seconds(),
	}
}

func (p *comparePrinter) findingJSON(f *verbs.Finding) *findingJSON {
	if f == nil {
		return nil
	}
	out := &findingJSON{
		Case: f.Case.ID(), Kind: f.Difference.Kind, Why: f.Difference.Why,
		Answers: []answerJSON{}, Wrong: []proofJSON{}, Sides: f.Sides, Command: p.command(f),
	}
	for i := range f.Answers {
		out.Answers = append(out.Answers, newAnswerJSON(f, i))
	}
	for _, proof := range f.Proofs {
		out.Wrong = append(out.Wrong, proofJSON{proof.Wrong, proof.By})
	}
	return out
}

func newAnswerJSON(f *verbs.Finding, i int) answerJSON {
	a, p := &f.Answers[i], f.Case.Puzzle()
	out := answerJSON{Solver: f.Names[i], Verdict: a.Verdict.String()}
	if a.Verdict == puzzle.Solvable && a.Value != puzzle.Unsaid {
		out.set(p.About().Measure.Kind, &a.Value)
	}
	if a.Verdict == puzzle.Solvable && !a.Bare {
		solution := p.FormatSolution(a.Certificate)
		out.Solution = &solution
	}
	if a.Second != nil {
		second := p.FormatSolution(a.Second)
		out.Second = &second
	}
	if a.Fault != nil {
		out.Fault, out.Stderr = &a.Fault.Why, a.Fault.Stderr
	}
	return out
}

// set sets the value, which is called a length where it is one.
func (a *answerJSON) set(kind puzzle.Kind, value *int) {
	if kind == puzzle.Moves {
		a.Length = value
	} else {
		a.Value = value
	}
}

// print prints the report for people.
func (p *comparePrinter) print(w io.Writer) {
	r := p.report
	fmt.Fprintf(w, "%s against %s\n%s\n\n", p.players[0], p.players[1], p.contest.Boards())
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(
		table,
		"cases\tagreed\tlimits\tdifferences\t\n%s\t%s\t%s\t%s\t\n",
		command.Count(
			r.Cases,
		),
		command.Count(r.Agreed),
		command.Count(r.Limited),
		command.Count(r.Mismatches),
	)
	table.Flush()
	p.printKinds(w)
	p.printPlayers(w)
	fmt.Fprintf(
		w,
		"\n%s cases in %s, %s\n",
		command.Count(r.Cases),
		command.Seconds(p.elapsed),
		command.Rate(r.Cases, p.elapsed),
	)
	if r.Limit != nil {
		fmt.Fprintf(
			w,
			"NOT COMPLETE: %s of %s cases were compared\n",
			command.Count(r.Cases),
			command.Count(p.contest.Cases()),
		)
	}
	if r.First == nil {
		p.printAgreement(w)
		return
	}
	p.printFindings(w)
}

// printKinds prints how many differences there are of each kind, if any.
func (p *comparePrinter) printKinds(w io.Writer) {
	var kinds []string
	for kind, n := range p.report.Kinds {
		kinds = append(kinds, fmt.Sprintf("%s %s", kind, command.Count(n)))
	}
	slices.Sort(kinds)
	if len(kinds) > 0 {
		fmt.Fprintf(w, "differences by kind: %s\n", strings.Join(kinds, ", "))
	}
}

// printPlayers prints a row for each side.
func (p *comparePrinter) printPlayers(w io.Writer) {
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "solver\tmedian\tp99\ttotal\tlimits")
	for i, player := range p.players {
		t := &p.report.Stats[i].Times
		fmt.Fprintf(
			table,
			"%s\t%s\t%s\t%s\t%s\n",
			player,
			threeDigits(
				t.Quantile(0.5),
			),
			threeDigits(t.Quantile(0.99)),
			threeDigits(t.Total()),
			command.Count(p.report.Limits[i]),
		)
	}
	table.Flush()
	for i, player := range p.players {
		s := &p.report.Stats[i]
		if s.Unsteady > 0 {
			fmt.Fprintf(
				w,
				"%s failed %s, and not again when asked the same alone; the last time it %s\n",
				player,
				command.Counted(int(s.Unsteady), "time"),
				s.Last.Why,
			)
			printStderr(w, s.Last)
		}
		if s.Silence != nil {
			fmt.Fprintf(w, "%s: %s\n", player, s.Silence.Why)
			printStderr(w, s.Silence)
		}
	}
}

// threeDigits formats a duration to three digits.
func threeDigits(d time.Duration) string {
	unit := time.Duration(1)
	for d >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

// measure returns what the values are.
func (p *comparePrinter) measure() puzzle.Measure { return p.options.puzzle.About().Measure }

// ask returns what was asked.
func (p *comparePrinter) ask() puzzle.Ask {
	ask, _ := p.measure().AskNamed(p.options.answer)
	return ask
}

// valueWords says what a value is.
func (p *comparePrinter) valueWords() string {
	if p.measure().Kind == puzzle.Moves {
		return "shortest length"
	}
	return "value"
}

// printAgreement says that nothing differs.
func (p *comparePrinter) printAgreement(w io.Writer) {
	what := map[puzzle.Ask]string{
		puzzle.Decide: "every verdict is the same",
		puzzle.Any:    "every verdict is the same, every solution replays",
		puzzle.Best:   "every verdict and " + p.valueWords() + " is the same, every solution replays",
	}[p.ask()]
	soFar := ""
	if p.report.Limit != nil || p.report.Limited > 0 {
		soFar = " in what both answered"
	}
	fmt.Fprintf(w, "no difference%s: %s\n", soFar, what)
}

// printFindings prints the first difference and the smallest.
func (p *comparePrinter) printFindings(w io.Writer) {
	r := p.report
	first, smallest := r.First.Case.ID(), r.Smallest.Case.ID()
	fmt.Fprintf(
		w,
		"\nTHE FIRST DIFFERENCE, %s\n  case  %s\n  %s: %s\n",
		p.contest.Order(),
		first,
		r.First.Difference.Kind,
		r.First.Difference.Why,
	)
	claim := "A SMALL BOARD THAT DIFFERS; not all smaller ones were tried"
	switch {
	case r.Least:
		claim = "THE SMALLEST BOARD THAT DIFFERS; all smaller ones were tried, and agree"
	case r.Minimal:
		claim = "A SMALL BOARD THAT DIFFERS; with anything more taken away, none was found"
	}
	same := ""
	if first == smallest {
		same = " (the same)"
	}
	fmt.Fprintf(
		w,
		"\n%s\n  case  %s%s\n  %s: %s\n",
		claim,
		smallest,
		same,
		r.Smallest.Difference.Kind,
		r.Smallest.Difference.Why,
	)
	p.printFinding(w, r.Smallest)
}

// printFinding draws a board on which the solvers differ, and prints what each says, who is wrong,
// and how to see it again.
func (p *comparePrinter) printFinding(w io.Writer, f *verbs.Finding) {
	fmt.Fprintln(w)
	if caption := f.Case.Caption(); caption != "" {
		fmt.Fprintf(w, "  %s\n", caption)
	}
	for line := range strings.Lines(f.Case.Picture()) {
		fmt.Fprint(w, "  ", line)
	}
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i := range f.Answers {
		third := ""
		if i >= 2 {
			third = ", asked as a third"
		}
		fmt.Fprintf(table, "  %s\t%s%s\n", f.Names[i], p.answerText(&f.Answers[i]), third)
	}
	table.Flush()
	for i := range f.Answers {
		printStderr(w, f.Answers[i].Fault)
	}
	for _, proof := range f.Proofs {
		fmt.Fprintf(w, "  %s is wrong: %s\n", proof.Wrong, proof.By)
	}
	if len(f.Proofs) == 0 {
		sides := ""
		if f.Sides != "" {
			sides = "; " + f.Names[2] + " sides with " + f.Sides
		}
		fmt.Fprintf(
			w,
			"  nothing proves either of them wrong: the better answer comes without a solution%s\n",
			sides,
		)
	}
	fmt.Fprintf(w, "\n  see it again: %s\n", p.command(f))
}

// answerText returns an answer for people.
func (p *comparePrinter) answerText(a *compare.Answer) string {
	switch {
	case a.Fault != nil:
		return "no answer: " + a.Fault.Why
	case a.Verdict != puzzle.Solvable:
		return a.Verdict.String()
	}
	text := "solvable"
	if a.Value != puzzle.Unsaid {
		word := "value"
		if p.measure().Kind == puzzle.Moves {
			word = "length"
		}
		text += ", " + word + " " + strconv.Itoa(a.Value)
	}
	if !a.Bare {
		text += ": " + p.steps(a.Certificate)
	}
	if a.Second != nil {
		text += " and " + p.steps(a.Second)
	}
	return text
}

// steps formats a certificate for people.
func (p *comparePrinter) steps(certificate []byte) string {
	return cmp.Or(p.options.puzzle.FormatSolution(certificate), command.NoSteps)
}

// printStderr prints the last lines of what a failed program wrote to standard error.
func printStderr(w io.Writer, fault *compare.Fault) {
	if fault == nil || len(fault.Stderr) == 0 {
		return
	}
	fmt.Fprintf(w, "  the end of its standard error:\n")
	for _, line := range fault.Stderr {
		fmt.Fprintf(w, "    %s\n", printable(line))
	}
}

// printable returns a line without what would upset a terminal.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || strconv.IsPrint(r) {
			return r
		}
		return '?'
	}, line)
}

// command returns the command that shows a finding again.
func (p *comparePrinter) command(f *verbs.Finding) string {
	words := []string{"exhaust", "compare", p.players[0], p.players[1], "--boards", f.Case.ID()}
	if p.ask() != puzzle.Best {
		words = append(words, "--answer", p.options.answer)
	}
	return command.ShellJoin(words...)
}
