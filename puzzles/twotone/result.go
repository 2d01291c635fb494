package twotone

import "fmt"

// A Verdict is what a solver found out about a case. The three never blur: a
// search that stopped early is Limit, never Unsolvable.
type Verdict uint8

// The verdicts.
const (
	Limit      Verdict = iota // stopped by memory, time or an interrupt: nothing is known
	Solvable                  // a solution exists
	Unsolvable                // the whole reachable space holds no won state: it was searched, or a Reason says why
)

// String returns "limit", "solvable" or "unsolvable".
func (v Verdict) String() string {
	switch v {
	case Solvable:
		return "solvable"
	case Unsolvable:
		return "unsolvable"
	default:
		return "limit"
	}
}

// An Ask is the question put to a solver (docs/RULES.md: decide, any, shortest).
type Ask uint8

// The questions, from the least to the most that is wanted.
const (
	Decide   Ask = iota // the verdict
	Any                 // and a solution, of any length
	Shortest            // and a solution with the fewest moves
)

// String returns "decide", "any" or "shortest".
func (a Ask) String() string {
	switch a {
	case Decide:
		return "decide"
	case Any:
		return "any"
	case Shortest:
		return "shortest"
	default:
		return fmt.Sprintf("Ask(%d)", uint8(a))
	}
}

// AskNamed returns the question of a name.
func AskNamed(name string) (a Ask, ok bool) {
	for a := Decide; a <= Shortest; a++ {
		if name == a.String() {
			return a, true
		}
	}
	return 0, false
}

// A Result is a solver's answer to a case.
type Result struct {
	Verdict  Verdict
	Length   int      // moves of the shortest solution; sure to be set only when Solvable and asked for Shortest
	Solution Solution // the play; set when Solvable and asked for Any or Shortest
	States   uint64   // distinct states met; 0 for a solver that meets none one by one
	Reason   string   // why the case is Unsolvable, if that was seen without a search; or empty
}
