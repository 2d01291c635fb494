// Package compare puts the same case to two or more solvers, has a referee replay
// every certificate, and says what does not fit together.
//
// It knows no puzzle: a case is any type C, a certificate is bytes that only the
// puzzle's referee reads.
package compare

import (
	"context"
	"fmt"
)

// A Verdict is what a solver says of a case.
type Verdict uint8

// The verdicts. Limit is never taken for one of the others.
const (
	Limit Verdict = iota
	Solvable
	Unsolvable
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

// An Answer is a solver's answer to a case.
type Answer struct {
	Verdict     Verdict
	Length      int    // of a shortest solution, if Solvable
	Certificate []byte // a solution of that length, if Solvable
	States      uint64 // states the solver met
}

// A Solver answers cases of type C one after the other.
type Solver[C any] interface {
	Name() string
	Solve(ctx context.Context, c C) (Answer, error)
}

// A Referee replays a certificate on a case. It returns the solution's length, or
// an error that names the first wrong step.
type Referee[C any] interface {
	Replay(c C, certificate []byte) (length int, err error)
}

// A Kind is the kind of a difference.
type Kind string

// The kinds of differences, those that prove a solver wrong by themselves first.
const (
	BadCertificate Kind = "certificate" // it does not replay
	WrongLength    Kind = "claim"       // it replays with another length than the solver says
	Verdicts       Kind = "verdict"     // solvable against unsolvable
	Lengths        Kind = "length"      // two shortest lengths
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
	Referee Referee[C]
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
	return p.answers, p.difference(c), nil
}

// difference returns the first difference among the answers.
func (p *Panel[C]) difference(c C) *Difference {
	for i, a := range p.answers {
		if d := p.replay(c, p.Solvers[i].Name(), a); d != nil {
			return d
		}
	}
	first := -1
	for i, a := range p.answers {
		switch {
		case a.Verdict == Limit:
		case first < 0:
			first = i
		default:
			if d := p.disagree(first, i); d != nil {
				return d
			}
		}
	}
	return nil
}

// replay checks one solver's certificate.
func (p *Panel[C]) replay(c C, name string, a Answer) *Difference {
	if a.Verdict != Solvable {
		return nil
	}
	length, err := p.Referee.Replay(c, a.Certificate)
	if err != nil {
		return &Difference{BadCertificate, fmt.Sprintf("%s: the solution does not replay: %v", name, err)}
	}
	if length != a.Length {
		return &Difference{WrongLength, fmt.Sprintf("%s: says length %d, its solution has %d", name, a.Length, length)}
	}
	return nil
}

// disagree compares the answers of two solvers.
func (p *Panel[C]) disagree(i, j int) *Difference {
	a, b := p.answers[i], p.answers[j]
	an, bn := p.Solvers[i].Name(), p.Solvers[j].Name()
	switch {
	case a.Verdict != b.Verdict:
		return &Difference{Verdicts, fmt.Sprintf("%s says %v, %s says %v", an, a.Verdict, bn, b.Verdict)}
	case a.Verdict == Solvable && a.Length != b.Length:
		return &Difference{Lengths, fmt.Sprintf("%s says length %d, %s says length %d", an, a.Length, bn, b.Length)}
	}
	return nil
}
