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

// Unsaid is the Length of an answer that does not name one.
const Unsaid = -1

// An Answer is a solver's answer to a case.
type Answer struct {
	Verdict     Verdict
	Length      int    // of a shortest solution, if Solvable; or Unsaid
	Certificate []byte // a solution of that length, if Solvable
	Bare        bool   // Solvable, but without a certificate
	States      uint64 // states the solver met
	Fault       *Fault // why an external solver gave no answer; the verdict is then Limit
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
	Any     bool // a solution may have any length, so that lengths are not compared
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

// Judge returns the first difference among the solvers' answers to a case, or nil.
// An answer with a certificate and no length gets the certificate's.
func (p *Panel[C]) Judge(c C, answers []Answer) *Difference {
	for i := range answers {
		if d := p.replay(c, p.Solvers[i].Name(), &answers[i]); d != nil {
			return d
		}
	}
	first := -1
	for i := range answers {
		switch {
		case answers[i].Verdict == Limit:
		case first < 0:
			first = i
		default:
			if d := p.disagree(answers, first, i); d != nil {
				return d
			}
		}
	}
	return nil
}

// replay checks one solver's answer by itself.
func (p *Panel[C]) replay(c C, name string, a *Answer) *Difference {
	if kind := a.fault(); kind != "" && kind != TimedOut {
		return &Difference{kind, name + ": " + a.Fault.Why}
	}
	if a.Verdict != Solvable || a.Bare {
		return nil
	}
	length, err := p.Referee.Replay(c, a.Certificate)
	if err != nil {
		return &Difference{BadCertificate, fmt.Sprintf("%s: the solution does not replay: %v", name, err)}
	}
	if a.Length == Unsaid {
		a.Length = length
	}
	if length != a.Length {
		return &Difference{WrongLength, fmt.Sprintf("%s: says length %d, its solution has %d", name, a.Length, length)}
	}
	return nil
}

// disagree compares the answers of two solvers.
func (p *Panel[C]) disagree(answers []Answer, i, j int) *Difference {
	a, b := &answers[i], &answers[j]
	an, bn := p.Solvers[i].Name(), p.Solvers[j].Name()
	switch {
	case a.Verdict != b.Verdict:
		return &Difference{Verdicts, fmt.Sprintf("%s says %v, %s says %v", an, a.Verdict, bn, b.Verdict)}
	case p.Any || a.Verdict != Solvable || a.Length == Unsaid || b.Length == Unsaid:
		return nil
	case a.Length != b.Length:
		return &Difference{Lengths, fmt.Sprintf("%s says length %d, %s says length %d", an, a.Length, bn, b.Length)}
	}
	return nil
}
