// Package puzzle is the vocabulary that all puzzles share: what is asked of a solver, what it
// answers, in which measure, and what a referee says of a certificate.
//
// It imports nothing of this module, so that a solver may use these words and stay independent of
// everything else. A puzzle brings its own type C of cases: one case is one board, position or
// game to be solved.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// A Verdict is what a solver found out about a case. The three never blur: a solver that stopped
// early says Limit, never Unsolvable.
type Verdict uint8

// The verdicts.
const (
	Limit      Verdict = iota // stopped early: nothing is known
	Solvable                  // there is a solution, or the value of a game is known
	Unsolvable                // there is none: all was searched, or a Reason says why
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

// An Ask is the question put to a solver.
type Ask uint8

// The questions, from the least to the most that is wanted.
const (
	Decide Ask = iota // the verdict
	Any               // and a certificate, of any value
	Best              // and the exact value, with certificates that show it
)

// A Kind says how values are compared, and what refutes one.
type Kind uint8

// The kinds of values.
const (
	Moves  Kind = iota // the fewest moves: a shorter certificate refutes a greater value
	Count              // solutions, 1 or more: two different certificates refute the value 1
	Payoff             // what the first player gets under best play: certificates refute nothing
)

// String returns "moves", "count" or "payoff".
func (k Kind) String() string {
	switch k {
	case Count:
		return "count"
	case Payoff:
		return "payoff"
	default:
		return "moves"
	}
}

// A Measure is what the values of a puzzle are.
type Measure struct {
	Kind   Kind
	Unit   string // one of what is counted: "move", "push", "solution"
	Metric string // what one unit is, in plain words: "one tile moves by one cell"
}

// askNames are the questions in words.
var askNames = [...]string{Decide: "decide", Any: "any", Best: "best"}

// String returns "decide", "any" or "best".
func (a Ask) String() string { return askNames[min(a, Best)] }

// shortest is the word for Best where values are moves.
const shortest = "shortest"

// AskName returns the word for a question: "decide", "any", and "shortest" where values are moves
// or "best" where they are not.
func (m Measure) AskName(ask Ask) string {
	if ask == Best && m.Kind == Moves {
		return shortest
	}
	return askNames[ask]
}

// AskNamed returns the question of a word that AskName returns.
func (m Measure) AskNamed(word string) (ask Ask, ok bool) {
	for ask := range Best + 1 {
		if word == m.AskName(ask) {
			return ask, true
		}
	}
	return 0, false
}

// Unsaid is the Value of an answer that names none.
const Unsaid = math.MinInt

// An Answer is what a solver says of a case. Certificates are bytes that only the puzzle's notation
// and its referee read.
type Answer struct {
	Verdict     Verdict
	Value       int    // of a Solvable case, in the puzzle's measure, or Unsaid
	Certificate []byte // of a Solvable case: a solution, or a line of best play
	Second      []byte // of a Count of more than 1: another solution
	Bare        bool   // Solvable without a certificate
	States      uint64 // states or nodes searched; 0 for a solver that has none
	Reason      string // why the case is Unsolvable, where that was seen without a search
	Cause       error  // of a Limit: what stopped the solver
}

// For returns what the answer says of a question: the value if Best was asked, and no certificate
// if no more than Decide was.
func (a Answer) For(ask Ask) Answer {
	if a.Verdict != Solvable {
		return a
	}
	if ask != Best {
		a.Value = Unsaid
	}
	if ask == Decide {
		a.Bare, a.Certificate, a.Second = true, nil, nil
	}
	return a
}

// The usual causes of a Limit, beside the cause of a context's end.
var (
	ErrMemory = errors.New("memory limit")
	ErrStates = errors.New("limit of states")
)

// ErrTooLarge says that a case is valid, and larger than a solver can take at all. Solvers wrap it.
var ErrTooLarge = errors.New("too large")

// Limits bound what a solver may take. The zero Limits bound nothing.
type Limits struct {
	Workers int    // goroutines; 0: as many as GOMAXPROCS
	Memory  uint64 // bytes; 0: no limit
	States  uint64 // states or nodes; 0: no limit
	Within  int    // a value beyond this is of no interest: the verdict may be Limit, with ErrWithin; 0: no bound
}

// ErrWithin is the cause of a Limit that a solver gave because the value is beyond Limits.Within.
// It is proven: no certificate of so small a value exists.
var ErrWithin = errors.New("no solution within the bound")

// A Solver answers questions about cases one after the other. It is not for use by several
// goroutines at once.
type Solver[C any] interface {
	// Solve answers the question about c. What stops it early is no error but the Cause of a
	// Limit. An error says that the solver cannot take the case at all.
	Solve(ctx context.Context, c C, ask Ask) (Answer, error)
}

// A Referee checks certificates on the rules, one after the other. It shares no code with any
// solver. It is not for use by several goroutines at once.
type Referee[C any] interface {
	// Replay returns the value that a certificate shows: the number of its moves, 1 for a
	// solution of a puzzle with a Count, or what the line of a game pays. An error names the
	// first wrong step, as a *StepError where there are steps.
	Replay(c C, certificate []byte) (value int, err error)
}

// A StepError is a referee's "no": the first wrong step of a certificate, and why.
type StepError struct {
	Step int    // the step's number, from 1; one past the last if the play stops too early
	Text string // the step as written; empty if the play stops too early
	Why  string // what the rules say
}

func (e *StepError) Error() string {
	switch {
	case e.Text == "" && e.Step == 1:
		return "at the start: " + e.Why
	case e.Text == "":
		return fmt.Sprintf("after step %d: %s", e.Step-1, e.Why)
	}
	return fmt.Sprintf("step %d (%s): %s", e.Step, e.Text, e.Why)
}
