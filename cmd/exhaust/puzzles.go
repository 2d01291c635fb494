package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/catalogue"
)

func newPuzzles() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "puzzles [NAME]",
		Short: "list the puzzles, or explain one",
		Long: `puzzles lists the puzzles that the program knows: what is asked of a case, and who solves
it. With a name it explains one: its rules, how its cases and solutions are written, the
sizes that enumerate and compare take, and what is known of it.`,
		Example: `  exhaust puzzles
  exhaust puzzles tiles
  exhaust puzzles --json`,
		Args: command.Arguments(cobra.MaximumNArgs(1)),
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error {
			return listPuzzles(cmd.OutOrStdout(), args, asJSON)
		}),
		ValidArgsFunction: completePuzzles,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// completePuzzles completes the names of puzzles.
func completePuzzles(
	*cobra.Command,
	[]string,
	string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, p := range catalogue.All() {
		a := p.About()
		names = append(names, cobra.CompletionWithDesc(a.Name, a.Title))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// listPuzzles prints the list, or what is known of one puzzle.
func listPuzzles(w io.Writer, args []string, asJSON bool) error {
	if len(args) == 0 {
		if asJSON {
			return command.PrintJSON(w, puzzlesJSON())
		}
		printPuzzles(w)
		return nil
	}
	p, err := catalogue.Find(args[0])
	if err != nil {
		return command.UsageError(err)
	}
	if asJSON {
		return command.PrintJSON(w, puzzleJSON(p.About()))
	}
	printPuzzle(w, p.About())
	return nil
}

// puzzlesJSON returns the list for programs.
func puzzlesJSON() (out command.Object) {
	list := []command.Object{}
	for _, p := range catalogue.All() {
		list = append(list, puzzleJSON(p.About()))
	}
	out.Add("puzzles", list)
	return out
}

// puzzleJSON returns what is known of a puzzle for programs.
func puzzleJSON(a *verbs.About) (out command.Object) {
	out.Add("name", a.Name)
	out.Add("title", a.Title)
	out.Add("asks", a.Asks)
	out.Add("measure", a.Measure.Unit+"s")
	out.Add("kind", a.Measure.Kind.String())
	out.Add("metric", a.Measure.Metric)
	out.Add("variants", append([]string{}, a.Variants...))
	out.Add("solvers", a.Solvers)
	out.Add("notations", append([]family.Example{}, a.IDs...))
	out.Add("files", append([]family.Example{}, a.Files...))
	out.Add("sizes", append([]family.Example{}, a.Spaces...))
	out.Add("facts", append([]string{}, a.Facts...))
	out.Add("verbs", verbsOf(a))
	out.Add("rules", a.Rules)
	return out
}

// verbsOf returns the verbs that take a puzzle.
func verbsOf(a *verbs.About) []string {
	list := []string{"solve", "replay", "serve", "compare"}
	if len(a.Spaces) > 0 {
		list = append(list, "enumerate")
	}
	if a.Explores {
		list = append(list, "explore")
	}
	if a.Makes {
		list = append(list, "generate", "levels")
	}
	return list
}

// printPuzzles prints the list for people.
func printPuzzles(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "puzzle\twhat is asked\tsolvers\tsizes")
	for _, p := range catalogue.All() {
		a := p.About()
		fmt.Fprintf(
			table,
			"%s\t%s\t%s\t%s\n",
			a.Name,
			a.Asks,
			strings.Join(a.SolverNames(), ", "),
			sizes(a),
		)
	}
	table.Flush()
	fmt.Fprintf(
		w,
		"\nexhaust puzzles NAME explains one. Without a name, a case is one of %s.\n",
		catalogue.Default().About().Name,
	)
}

// sizes returns the sizes that are examples of a puzzle's spaces.
func sizes(a *verbs.About) string {
	var list []string
	for _, s := range a.Spaces {
		list = append(list, s.Text)
	}
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, ", ")
}

// printPuzzle explains a puzzle to people.
func printPuzzle(w io.Writer, a *verbs.About) {
	fmt.Fprintf(w, "%s: %s\n\n%s\n\n", a.Name, a.Title, a.Rules)
	fmt.Fprintf(w, "Asked is %s.\n%s\n", a.Asks, measureText(a.Measure))
	if len(a.Variants) > 0 {
		fmt.Fprintf(w, "Rules to choose from (--rule): %s.\n", family.List(a.Variants, "and"))
	}
	printExamples(w, "A case on one line", a.IDs)
	printExamples(w, "A file", a.Files)
	fmt.Fprintln(w, "\nSolvers")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range a.Solvers {
		fmt.Fprintf(table, "  %s\t%s\n", s.Name, s.Is)
	}
	table.Flush()
	printExamples(w, "Sizes, for enumerate and compare --space", a.Spaces)
	if len(a.Facts) > 0 {
		fmt.Fprintln(w, "\nKnown")
	}
	for _, fact := range a.Facts {
		fmt.Fprintf(w, "  %s\n", fact)
	}
	fmt.Fprintf(w, "\nVerbs: %s\n", strings.Join(verbsOf(a), ", "))
}

// measureText says what values are.
func measureText(m puzzle.Measure) string {
	if m.Metric == "" {
		return fmt.Sprintf("A value counts %ss.", m.Unit)
	}
	return fmt.Sprintf("A value counts %ss: %s.", m.Unit, m.Metric)
}

// printExamples prints texts that a user may write.
func printExamples(w io.Writer, title string, examples []family.Example) {
	if len(examples) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for _, e := range examples {
		for line := range strings.Lines(e.Text) {
			fmt.Fprintf(w, "  %s\n", strings.TrimRight(line, "\n"))
		}
		fmt.Fprintf(w, "      %s\n", e.Is)
	}
}
