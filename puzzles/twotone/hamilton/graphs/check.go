package graphs

import (
	"fmt"

	"exhaust/puzzle"
	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/gridgraph/cycle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/hamilton"
)

// The names of the checks.
const (
	CycleCheck     = "cycle"     // solvable against the search in the graph
	TwiceCheck     = "length 2v" // shortest length against the number of vertices
	ReadBackCheck  = "read back" // the cycle that a solution spells
	IsolationCheck = "isolation" // what each piece can come to and change
)

// A Checker checks what the solvers say of the space's boards. It is not for use by several
// goroutines at once.
type Checker struct {
	space  *Space
	at     uint64 // the number of the board below, if there is one
	board  *hamilton.Reduction
	cycle  []gridgraph.Point // of its graph, or nil
	walker walker
}

// NewChecker returns a checker.
func (f *Space) NewChecker() *Checker { return &Checker{space: f} }

// load makes board number i the one at hand.
func (k *Checker) load(i uint64) {
	if k.board == nil || k.at != i {
		k.at, k.board = i, k.space.reduce(i)
		k.cycle = cycle.Find(k.board.Graph)
	}
}

// CheckCase checks that the pieces on board number i are isolated under a rule. It returns
// how many states it met, and the name of the check, and why it fails, or nothing.
func (k *Checker) CheckCase(i uint64, c *twotone.Case) (states uint64, check, why string) {
	k.load(i)
	met, why := k.walker.walk(c, k.board)
	if why != "" {
		return uint64(met), IsolationCheck, k.explain(c, why)
	}
	return uint64(met), "", ""
}

// CheckAnswers checks the answers to board number i under a rule. It returns the name of the
// first check that fails, and why, or nothing.
func (k *Checker) CheckAnswers(i uint64, c *twotone.Case, answers []puzzle.Answer) (check, why string) {
	k.load(i)
	for _, a := range answers {
		if check, why := k.answer(a); check != "" {
			return check, k.explain(c, why)
		}
	}
	return "", ""
}

// answer checks what one solver says.
func (k *Checker) answer(a puzzle.Answer) (check, why string) {
	if (a.Verdict == puzzle.Solvable) != (k.cycle != nil) {
		return CycleCheck, fmt.Sprintf("%v, and the search in the graph finds %s", a.Verdict, found(k.cycle))
	}
	if a.Verdict != puzzle.Solvable {
		return "", ""
	}
	if twice := 2 * k.board.Graph.Len(); a.Value != twice {
		return TwiceCheck, fmt.Sprintf("length %d: want %d, twice the vertices", a.Value, twice)
	}
	if _, err := k.board.Cycle(a.Certificate); err != nil {
		return ReadBackCheck, err.Error()
	}
	return "", ""
}

// explain adds how to look at the graph.
func (k *Checker) explain(c *twotone.Case, why string) string {
	return fmt.Sprintf("%s (exhaust reduce '%v' --rule %v --solve)", why, k.board.Graph, c.Rule)
}

func found(cycle []gridgraph.Point) string {
	if cycle == nil {
		return "no cycle"
	}
	return "the cycle " + gridgraph.List(cycle)
}
