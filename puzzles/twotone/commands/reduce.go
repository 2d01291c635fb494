package commands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/hamilton"
	"exhaust/puzzles/twotone/wiring"
)

// reduceOptions are the flags of the verb reduce.
type reduceOptions struct {
	command.Limits
	rule   string
	solver string
	solve  bool
	json   bool
	show   bool
}

func newReduce() *cobra.Command {
	var o reduceOptions
	cmd := &cobra.Command{
		Use:   "reduce GRAPH|FILE|-",
		Short: "make a board that is solvable if a graph has a Hamiltonian cycle",
		Long: `reduce makes a board of a grid graph: points of a lattice, with an edge between any
two at distance 1. The board is solvable, under either rule, if and only if the graph
has a Hamiltonian cycle, a way through all vertices and back; its shortest solution
then has twice as many moves as the graph has vertices. With --solve the board is
solved and the cycle is read back from the solution and drawn.

The graph is rows of # for a vertex and . for none, with / or an end of line between
them, or a list of points X,Y, where X counts to the right and Y down; or a file that
holds either, or - for standard input. A # or ; means something to a shell: put quotes
around a graph, and -- before one that begins with a -.`,
		Example: `  exhaust reduce '###/#.#/###'                      the board as a case
  exhaust reduce '###/#.#/###' --show               and as a picture
  exhaust reduce '0,0 1,0 0,1 1,1' --solve          its solution, and the cycle in the graph
  exhaust reduce '##/##' | exhaust solve -`,
		Args: command.Arguments(cobra.ExactArgs(1)),
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) }),
	}
	cmd.Flags().StringVar(&o.rule, "rule", twotone.Strict.String(), "strict or handover")
	cmd.Flags().BoolVar(&o.solve, "solve", false, "solve the board and draw the cycle")
	cmd.Flags().StringVar(&o.solver, "solver", wiring.Family().SolverNames()[0], strings.Join(wiring.Family().Standing(), " or "))
	o.AddFlags(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&o.show, "show", false, "draw the board, and with --solve every turn of the solution")
	return cmd
}

// run makes the board of a graph, prints it, and solves it if wanted.
func (o *reduceOptions) run(cmd *cobra.Command, arg string) error {
	rule, err := parseRule(o.rule)
	if err != nil {
		return err
	}
	f := wiring.Family()
	if err := family.CheckNames(f.SolverNames(), o.solver); err != nil {
		return command.UsageError(err)
	}
	if o.json && o.show {
		return command.Usagef("--json and --show: want one of them")
	}
	memory, err := o.Parse()
	if err != nil {
		return err
	}
	g, err := readGraph(arg, cmd.InOrStdin())
	if err != nil {
		return err
	}
	board, err := hamilton.Reduce(g)
	if err != nil {
		return command.UsageError(err)
	}
	c := &twotone.Case{Board: board.Board, Rule: rule}
	out := newReduceJSON(board, c)
	if !o.solve {
		return o.print(cmd.OutOrStdout(), board, c, out)
	}
	s, err := f.Solver(o.solver, puzzle.Limits{Workers: o.Workers, Memory: memory})
	if err != nil {
		return err
	}
	ctx, cancel := o.Context(cmd.Context())
	defer cancel()
	r, err := s.Solve(ctx, c, puzzle.Best)
	if err != nil {
		return command.InputError(err)
	}
	if err := out.solved(board, r, o.solver); err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), board, c, out); err != nil {
		return err
	}
	return command.VerdictError(ctx, &r)
}

// readGraph reads a graph from an argument: the graph itself, the name of a file, or - for
// standard input. What has only characters of a graph is one.
func readGraph(arg string, stdin io.Reader) (*gridgraph.Graph, error) {
	strange := func(r rune) bool { return !unicode.IsSpace(r) && !strings.ContainsRune("#./,;-0123456789", r) }
	name, text := "graph", arg
	if arg == "-" || strings.ContainsFunc(arg, strange) {
		var err error
		if name, text, err = readText(arg, stdin); err != nil {
			return nil, err
		}
	}
	g, err := gridgraph.Parse(text)
	if err != nil {
		return nil, command.UsageError(fmt.Errorf("%s: %w", name, err))
	}
	return g, nil
}

// readText reads a file, or standard input for -, and returns what to call it.
func readText(arg string, stdin io.Reader) (name, text string, err error) {
	name = "standard input"
	if arg != "-" {
		name = arg
		f, err := os.Open(arg)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", "", command.Usagef("%.60q is neither a graph like ##/## or 0,0 1,0 0,1 1,1 nor a file", arg)
		case err != nil:
			return "", "", command.UsageError(err)
		}
		defer f.Close()
		stdin = f
	}
	bytes, err := io.ReadAll(io.LimitReader(stdin, maxInput))
	if err != nil {
		return "", "", command.ReadError(name, err)
	}
	return name, strings.TrimPrefix(string(bytes), byteOrderMark), nil
}

// reduceJSON is what reduce --json prints. The fields from verdict on are those of --solve, null
// without it or where there is no solution.
type reduceJSON struct {
	Graph    string  `json:"graph"`
	Vertices int     `json:"vertices"`
	Case     string  `json:"case"`
	Reason   *string `json:"reason"` // why it is unsolvable, if that was seen without a search
	Verdict  *string `json:"verdict"`
	Length   *int    `json:"length"`
	Solution *string `json:"solution"`
	Cycle    *string `json:"cycle"` // points X,Y in their order
	States   *uint64 `json:"states"`
	Solver   *string `json:"solver"`

	result puzzle.Answer
	cycle  []gridgraph.Point
}

func newReduceJSON(board *hamilton.Reduction, c *twotone.Case) *reduceJSON {
	out := &reduceJSON{Graph: board.Graph.String(), Vertices: board.Graph.Len(), Case: c.ID()}
	if board.Lost != "" {
		out.Reason = &board.Lost
	}
	return out
}

// solved adds the answer and the cycle that it spells.
func (out *reduceJSON) solved(board *hamilton.Reduction, r puzzle.Answer, solver string) (err error) {
	verdict := r.Verdict.String()
	out.result, out.Verdict, out.States, out.Solver = r, &verdict, &r.States, &solver
	if out.Reason == nil && r.Reason != "" {
		out.Reason = &r.Reason
	}
	if r.Verdict != puzzle.Solvable {
		return nil
	}
	if out.cycle, err = board.Cycle(r.Certificate); err != nil {
		return fmt.Errorf("the solution %v spells no cycle: %w", twotone.Solution(r.Certificate), err)
	}
	text, cycle := twotone.Solution(r.Certificate).String(), gridgraph.List(out.cycle)
	out.Length, out.Solution, out.Cycle = &r.Value, &text, &cycle
	return nil
}

// print prints what the user wants: the case alone without --solve, so that it can be piped on.
func (o *reduceOptions) print(w io.Writer, board *hamilton.Reduction, c *twotone.Case, out *reduceJSON) error {
	switch {
	case o.json:
		return command.PrintJSON(w, out)
	case o.solve:
		out.print(w, board.Graph)
	default:
		fmt.Fprintln(w, out.Case)
	}
	if o.show {
		fmt.Fprintln(w)
		return wiring.Family().Notation.Show(w, c, out.result.Certificate)
	}
	return nil
}

// print prints the answer for people.
func (out *reduceJSON) print(w io.Writer, g *gridgraph.Graph) {
	fmt.Fprintf(w, "graph      %s\nvertices   %s\n", out.Graph, command.Count(out.Vertices))
	fmt.Fprintf(w, "case       %s\nverdict    %s\n", out.Case, *out.Verdict)
	switch {
	case out.Reason != nil:
		fmt.Fprintf(w, "reason     %s\n", *out.Reason)
	case out.Cycle != nil:
		fmt.Fprintf(w, "length     %d\nsolution   %s\ncycle      %s\n", *out.Length, *out.Solution, *out.Cycle)
	}
	fmt.Fprintf(w, "states     %s\nsolver     %s\n\n%s", command.Count(*out.States), *out.Solver, g.Draw(out.cycle))
}
