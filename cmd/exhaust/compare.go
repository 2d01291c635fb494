package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/contest"
	"exhaust/puzzles/twotone/solvers"
)

// compareOptions are the flags of the verb compare.
type compareOptions struct {
	space     string
	boards    string
	random    string
	sample    uint64
	count     uint64
	seed      uint64
	stars     int
	rainbow   float64
	rule      string
	answer    string
	timeout   time.Duration
	workers   int
	keepGoing uint64
	json      bool
}

// maxKeepGoing is the most differences that are counted.
const maxKeepGoing = 1_000_000

func newCompare() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "hold any two solvers, ours or yours, against each other",
		Long: `compare puts the same boards to two solvers. Where they differ, in verdict or in shortest
length, or where a solution does not replay, it shows the first such board, and the
smallest that it can find, and says which solver is proven wrong, and by what.

A solver is one of this program's, ` + solvers.List("or") + `, or exec:COMMAND ARGS: a program of any
kind that reads a request a line and prints a reply a line, in any order. COMMAND ARGS
is split into words as a shell does, quotes included, but no shell runs it. A request is

  {"id":1,"rows":2,"cols":2,"cells":"BWRB","black":0,"white":3,"stars":[1,2],
   "rule":"strict","turn":"black","ask":"shortest"}               (in one line)

and the reply one of

  {"id":1,"length":2,"solution":"RL"}   length or solution may be left out
  {"id":1,"unsolvable":true}            the whole reachable space was searched,
                                        or a star lies where no play can come
  {"id":1,"limit":true}                 gave up: nothing is known
  {"id":1,"error":"what went wrong"}

docs/PROTOCOL.md has the rest, examples/ whole solvers in JavaScript and C++. A program
that crashes, hangs or prints something else is reported as what it is, and started again;
a time-out is a limit, never "unsolvable". This one, in shell, knows boards without a star:

` + shellSolver + `
And this one, in Python, all boards, if not fast:

` + pythonSolver + `
Exit codes: 0 all agree; 1 a difference; 2 bad usage; 3 no difference, but limits or
time-outs, or an interrupt; 4 any other failure.`,
		Example: `  exhaust compare bfs zeroone
  exhaust compare bfs 'exec:node examples/javascript/solver.js' --space 2x2
  exhaust compare bfs 'exec:"./my solver" --fast' --space 4x4 --sample 1000 --seed 7
  exhaust compare zeroone exec:./mine --random 5x5 --count 200 --stars 3 --rainbow 0.2
  exhaust compare zeroone exec:./mine --boards boards.txt --timeout 1m --json
  exhaust compare bfs exec:./mine --boards 2x2:BWRB:0:3:1,2:strict`,
		Args: arguments(cobra.ExactArgs(2)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) }),
	}
	f := cmd.Flags()
	f.StringVar(&o.space, "space", "", "every board of a size, black to move (default 2x2)")
	f.Uint64Var(&o.sample, "sample", 0, "draw so many cases of --space at random instead of all")
	f.StringVar(&o.boards, "boards", "", "a file with a case a line or one drawn board, a case, or - for standard input")
	f.StringVar(&o.random, "random", "", "random boards of a size, either side to move")
	f.Uint64Var(&o.count, "count", 1000, "how many boards --random draws")
	f.IntVar(&o.stars, "stars", contest.AnyStars, "stars of a --random board; -1: 1 to 4, drawn")
	f.Float64Var(&o.rainbow, "rainbow", 0.2, "chance of a cell of a --random board to be rainbow, 0 to 1")
	f.Uint64Var(&o.seed, "seed", 0, "what --sample and --random draw from; the same seed draws the same (if left out: any, it is printed)")
	f.StringVar(&o.rule, "rule", "", "strict, handover or both (default both; with --boards, each case's own)")
	f.StringVar(&o.answer, "answer", "shortest", "what is asked: decide, any or shortest")
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, "for a solver to answer a case")
	f.Uint64Var(&o.keepGoing, "keep-going", 1, "go on until so many differences are found")
	addWorkers(cmd, &o.workers, "cases compared at the same time, each by solvers of its own")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	return cmd
}

// shellSolver and pythonSolver are the examples of the help; a test runs both.
const (
	shellSolver = `  #!/bin/sh
  while read -r line; do
    id=${line#*:}
    id=${id%%,*}
    case $line in
    *'"stars":[]'*) reply='"length":0,"solution":""' ;;
    *) reply='"limit":true' ;;
    esac
    echo "{\"id\":$id,$reply}"
  done
`
	pythonSolver = `  import json, sys
  other = {"black": "white", "white": "black"}
  for q in map(json.loads, sys.stdin):
      at = {"black": q["black"], "white": q["white"]}
      queue, seen, reply = [("", q["turn"], at, q["cells"], sorted(q["stars"]))], set(), {"unsolvable": True}
      while queue:
          play, turn, at, cells, stars = queue.pop(0)
          if not stars: reply = {"solution": play}; break
          if str((turn, at, cells, stars)) in seen: continue
          seen.add(str((turn, at, cells, stars)))
          stuck, own = True, turn[0].upper()
          for step, down, right in ("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1):
              r, c = at[turn] // q["cols"] + down, at[turn] % q["cols"] + right
              to = r * q["cols"] + c
              if not (0 <= r < q["rows"] and 0 <= c < q["cols"]) or to in at.values() or cells[to] == own: continue
              painted = cells if cells[to] == "R" else cells[:to] + own + cells[to + 1:]
              queue.append((play + step, other[turn] if to in stars else turn, {**at, turn: to}, painted, [s for s in stars if s != to]))
              stuck = False
          if stuck and q["rule"] == "handover": queue.insert(0, (play + "-", other[turn], at, cells, stars))
      print(json.dumps({"id": q["id"], **reply}), flush=True)
`
)

// run holds the contest and prints what came of it.
func (o *compareOptions) run(cmd *cobra.Command, args []string) error {
	c, err := o.contest(cmd, args)
	if err != nil {
		return err
	}
	var done atomic.Uint64
	c.Done = &done
	start := time.Now()
	stop := watchCases(cmd.ErrOrStderr(), "", c.Source.Len(), done.Load)
	report, err := c.Run(cmd.Context())
	stop()
	if err != nil {
		return inputError(err)
	}
	return o.finish(cmd, c, report, time.Since(start))
}

// finish prints a report and turns it into an exit code.
func (o *compareOptions) finish(cmd *cobra.Command, c *contest.Contest, r contest.Report, elapsed time.Duration) error {
	p := comparePrinter{o, c, &r, elapsed}
	if o.json {
		if err := printJSON(cmd.OutOrStdout(), p.json()); err != nil {
			return err
		}
	} else {
		p.print(cmd.OutOrStdout())
	}
	switch {
	case r.Mismatches > 0:
		return errNo
	case r.Limit != nil:
		return limitError(r.Limit)
	case r.Limited > 0:
		return limitError(fmt.Errorf("%s of %s cases not answered by both solvers", count(r.Limited), count(r.Cases)))
	}
	for i := range r.Stats {
		if s := &r.Stats[i]; s.Unsteady > 0 {
			return fmt.Errorf("%s failed %s, and not again when asked the same alone: %w", c.Players[i].Name, counted(int(s.Unsteady), "time"), s.Last)
		}
	}
	return nil
}

// contest makes a contest of what the user wrote.
func (o *compareOptions) contest(cmd *cobra.Command, args []string) (*contest.Contest, error) {
	c := &contest.Contest{Timeout: o.timeout, Workers: o.workers, Enough: o.keepGoing}
	for i, name := range args {
		var err error
		if c.Players[i], err = contest.ParsePlayer(name); err != nil {
			return nil, usageError(err)
		}
	}
	ask, err := parseAsk(o.answer)
	if err != nil {
		return nil, err
	}
	c.Ask = ask
	if err := checkWorkers(o.workers); err != nil {
		return nil, err
	}
	switch {
	case o.timeout <= 0:
		return nil, usagef("--timeout %v: want a duration such as 10s", o.timeout)
	case o.keepGoing < 1 || o.keepGoing > maxKeepGoing:
		return nil, usagef("--keep-going %d: want 1 to %d", o.keepGoing, maxKeepGoing)
	}
	c.Memory = searchMemory(defaultMemory()) / uint64(2*o.workers)
	c.Source, err = o.source(cmd)
	return c, err
}

// companions are the flags that go only with some kinds of boards, and these.
var companions = []struct {
	flag  string
	kinds []string
}{
	{"sample", []string{"space"}},
	{"count", []string{"random"}},
	{"stars", []string{"random"}},
	{"rainbow", []string{"random"}},
	{"seed", []string{"sample", "random"}},
}

// source finds the boards that the user wants.
func (o *compareOptions) source(cmd *cobra.Command) (contest.Source, error) {
	set := cmd.Flags().Changed
	kind := ""
	for _, flag := range []string{"space", "boards", "random"} {
		if !set(flag) {
			continue
		}
		if kind != "" {
			return nil, usagef("--%s and --%s: want one of them", kind, flag)
		}
		kind = flag
	}
	if kind == "" {
		kind, o.space = "space", "2x2"
	}
	kinds := []string{kind}
	if kind == "space" && set("sample") {
		kinds = append(kinds, "sample") // of a space
	}
	if err := checkCompanions(kinds, set); err != nil {
		return nil, err
	}
	if !set("seed") {
		o.seed = uint64(rand.Uint32())
	}
	switch kind {
	case "boards":
		return o.list(cmd)
	case "random":
		return o.randomBoards()
	}
	return o.spaceOrSample(set("sample"))
}

// checkCompanions refuses flags that go with other kinds of boards.
func checkCompanions(kinds []string, set func(string) bool) error {
	for _, c := range companions {
		mine := slices.ContainsFunc(kinds, func(kind string) bool { return slices.Contains(c.kinds, kind) })
		if set(c.flag) && !mine {
			return usagef("--%s: goes with --%s", c.flag, strings.Join(c.kinds, " or --"))
		}
	}
	return nil
}

// rules returns the rules under which boards without a rule are put.
func (o *compareOptions) rules() ([]twotone.Rule, error) {
	if o.rule == "" {
		o.rule = "both"
	}
	return parseRules(o.rule)
}

// spaceOrSample returns a whole space, or some of it.
func (o *compareOptions) spaceOrSample(sample bool) (contest.Source, error) {
	rules, err := o.rules()
	if err != nil {
		return nil, err
	}
	if !sample {
		space, err := parseSpace(o.space)
		if err != nil {
			return nil, err
		}
		return &contest.All{Space: space, Rules: rules}, nil
	}
	rows, cols, err := parseSides(o.space)
	if err != nil {
		return nil, err
	}
	if o.sample < 1 {
		return nil, usagef("--sample %d: want 1 or more", o.sample)
	}
	return &contest.Sample{Rows: rows, Cols: cols, Rules: rules, Count: o.sample, Seed: o.seed}, nil
}

// randomBoards returns random boards.
func (o *compareOptions) randomBoards() (contest.Source, error) {
	rules, err := o.rules()
	if err != nil {
		return nil, err
	}
	rows, cols, err := parseSides(o.random)
	if err != nil {
		return nil, err
	}
	switch {
	case o.count < 1:
		return nil, usagef("--count %d: want 1 or more", o.count)
	case o.stars < contest.AnyStars || o.stars > rows*cols:
		return nil, usagef("--stars %d: want 0 to %d, or -1 to draw", o.stars, rows*cols)
	case !(o.rainbow >= 0 && o.rainbow <= 1):
		return nil, usagef("--rainbow %v: want 0 to 1", o.rainbow)
	}
	return &contest.Random{
		Rows: rows, Cols: cols, Stars: o.stars, Rainbow: o.rainbow,
		Rules: rules, Count: o.count, Seed: o.seed,
	}, nil
}

// parseSides parses the sides of a board.
func parseSides(text string) (rows, cols int, err error) {
	rows, cols, err = parseSize(text)
	if err == nil && (rows > twotone.MaxSide || cols > twotone.MaxSide || rows*cols < 2) {
		err = usagef("no boards of %s: want sides of 1 to %d and at least two cells", text, twotone.MaxSide)
	}
	return rows, cols, err
}

// list returns the cases of a file under the rules that the user wants.
func (o *compareOptions) list(cmd *cobra.Command) (contest.Source, error) {
	cases, err := readCases(o.boards, cmd.InOrStdin())
	if err != nil || o.rule == "" {
		return &contest.List{Name: "boards of " + o.boards, Cases: cases}, err
	}
	rules, err := o.rules()
	if err != nil {
		return nil, err
	}
	list := &contest.List{Name: "boards of " + o.boards}
	for _, c := range cases {
		for _, rule := range rules {
			d := c.Clone()
			d.Rule = rule
			list.Cases = append(list.Cases, d)
		}
	}
	return list, nil
}

// errNoBoards says that a file holds none.
var errNoBoards = errors.New("no boards: want a case a line, such as 2x2:BWRB:0:3:1,2:strict, or a drawn board")
