// Package compare puts the same case to two or more solvers, has a referee replay
// every certificate, and says what does not fit together, and who is proven wrong.
//
// A Panel asks about one case, a Match puts many cases to two solvers on all cores,
// Shrink reduces a case on which they differ. A solver may be an External one: a
// program of any kind behind a protocol of lines.
//
// The package knows no puzzle: a case is any type C, a certificate is bytes that only
// the puzzle's referee reads.
package compare

import (
	"bytes"
	"context"
	"fmt"

	"exhaust/puzzle"
)

// An Answer is a solver's answer to a case.
type Answer struct {
	puzzle.Answer
	Fault *Fault // why an external solver gave no answer; the verdict is then Limit
}

// fault returns the kind of what kept a solver from answering, or "".
func (a *Answer) fault() Kind {
	if a.Fault == nil {
		return ""
	}
	return a.Fault.Kind
}

// A Solver answers cases of type C one after the other.
type Solver[C any] interface {
	Name() string
	Solve(ctx context.Context, c C) (Answer, error)
}

// A Kind is the kind of a difference.
type Kind string

// The kinds of differences, those that prove a solver wrong by themselves first.
const (
	BadCertificate Kind = "certificate" // it does not replay
	WrongValue     Kind = "claim"       // it replays with another value than the solver says
	Verdicts       Kind = "verdict"     // solvable against unsolvable
	Lengths        Kind = "length"      // two values, where they are moves
	Values         Kind = "value"       // two values of another kind, or two solutions against the count 1
)

// A Difference is something that does not fit together in the answers to a case.
type Difference struct {
	Kind Kind
	Why  string // a line for people: which solver says what
}

func (d *Difference) Error() string { return d.Why }

// A Panel is solvers that answer the same cases, and the referee that checks them.
// It is not for use by several goroutines at once.
type Panel[C any] struct {
	Solvers []Solver[C]
	Referee puzzle.Referee[C]
	Kind    puzzle.Kind // of the values
	Any     bool        // a certificate may have any value, so that values are not compared
	answers []Answer
}

// Ask puts a case to all solvers and returns their answers in the order of the
// solvers, and the first difference among them or nil. A solver that reached a limit is
// left out of the comparison. The answers belong to the panel until the next call. The error is a
// solver's failure to answer at all.
func (p *Panel[C]) Ask(ctx context.Context, c C) ([]Answer, *Difference, error) {
	p.answers = p.answers[:0]
	for _, s := range p.Solvers {
		a, err := s.Solve(ctx, c)
		if err != nil {
			return nil, nil, fmt.Errorf("solver %s: %w", s.Name(), err)
		}
		p.answers = append(p.answers, a)
	}
	return p.answers, p.Judge(c, p.answers), nil
}

// Judge returns the first difference among the solvers' answers to a case, or nil: what is wrong
// with one answer by itself, then the first two that differ. Each is held against each, because an
// answer may leave its value unsaid. One with certificates and no value gets theirs.
func (p *Panel[C]) Judge(c C, answers []Answer) *Difference {
	for i := range answers {
		if d := p.replay(c, p.Solvers[i].Name(), &answers[i]); d != nil {
			return d
		}
	}
	for j := range answers {
		for i := range answers[:j] {
			if d := p.disagree(answers, i, j); d != nil {
				return d
			}
		}
	}
	return p.unique(answers)
}

// unique holds the count 1 against the solutions of all: two different ones refute it, whoever
// gives them.
func (p *Panel[C]) unique(answers []Answer) *Difference {
	if p.Kind != puzzle.Count || p.Any {
		return nil
	}
	one, first, other := -1, -1, -1
	for i := range answers {
		a := &answers[i]
		if a.Verdict != puzzle.Solvable {
			continue
		}
		if one < 0 && a.Value == 1 {
			one = i
		}
		switch {
		case a.Bare:
		case first < 0:
			first = i
		case other < 0 && !bytes.Equal(answers[first].Certificate, a.Certificate):
			other = i
		}
	}
	if one < 0 || other < 0 {
		return nil
	}
	return &Difference{Values, fmt.Sprintf("%s says count 1, %s and %s give different solutions",
		p.Solvers[one].Name(), p.Solvers[first].Name(), p.Solvers[other].Name())}
}

// replay checks one solver's answer by itself.
func (p *Panel[C]) replay(c C, name string, a *Answer) *Difference {
	if kind := a.fault(); kind != "" && kind != TimedOut {
		return &Difference{kind, name + ": " + a.Fault.Why}
	}
	if a.Verdict != puzzle.Solvable || a.Bare {
		return nil
	}
	value, err := p.Referee.Replay(c, a.Certificate)
	if err != nil {
		return &Difference{
			BadCertificate,
			fmt.Sprintf("%s: the solution does not replay: %v", name, err),
		}
	}
	if p.Kind == puzzle.Count {
		return p.replaySecond(c, name, a)
	}
	if a.Value == puzzle.Unsaid {
		a.Value = value
	}
	if value != a.Value {
		return &Difference{
			WrongValue,
			fmt.Sprintf("%s: says %s %d, its solution has %d", name, p.word(), a.Value, value),
		}
	}
	return nil
}

// several stands for every count of more than one solution: two certificates are all that is
// compared.
const several = 2

// replaySecond checks the second of two solutions, if there is one, and the count against both.
func (p *Panel[C]) replaySecond(c C, name string, a *Answer) *Difference {
	if a.Second == nil {
		if a.Value < 1 && a.Value != puzzle.Unsaid {
			return &Difference{
				WrongValue,
				fmt.Sprintf("%s: says count %d, and gives a solution", name, a.Value),
			}
		}
		return nil
	}
	if bytes.Equal(a.Certificate, a.Second) {
		return &Difference{BadCertificate, name + ": both solutions are the same"}
	}
	if _, err := p.Referee.Replay(c, a.Second); err != nil {
		return &Difference{
			BadCertificate,
			fmt.Sprintf("%s: the second solution does not replay: %v", name, err),
		}
	}
	if a.Value == puzzle.Unsaid {
		a.Value = several
	}
	if a.Value < several {
		return &Difference{
			WrongValue,
			fmt.Sprintf("%s: says count %d, and gives two solutions", name, a.Value),
		}
	}
	return nil
}

// word says what a value is.
func (p *Panel[C]) word() string {
	switch p.Kind {
	case puzzle.Moves:
		return "length"
	case puzzle.Count:
		return "count"
	}
	return "value"
}

// comparable returns a value as it is compared.
func (p *Panel[C]) comparable(value int) int {
	if p.Kind == puzzle.Count {
		return min(value, several)
	}
	return value
}

// disagree compares the answers of two solvers.
func (p *Panel[C]) disagree(answers []Answer, i, j int) *Difference {
	a, b := &answers[i], &answers[j]
	an, bn := p.Solvers[i].Name(), p.Solvers[j].Name()
	switch {
	case a.Verdict == puzzle.Limit || b.Verdict == puzzle.Limit:
		return nil
	case a.Verdict != b.Verdict:
		return &Difference{
			Verdicts,
			fmt.Sprintf("%s says %v, %s says %v", an, a.Verdict, bn, b.Verdict),
		}
	case p.Any || a.Verdict != puzzle.Solvable || a.Value == puzzle.Unsaid || b.Value == puzzle.Unsaid:
		return nil
	case p.comparable(a.Value) == p.comparable(b.Value):
		return nil
	}
	kind := Values
	if p.Kind == puzzle.Moves {
		kind = Lengths
	}
	return &Difference{
		kind,
		fmt.Sprintf("%s says %s %d, %s says %s %d", an, p.word(), a.Value, bn, p.word(), b.Value),
	}
}
