package compare

import (
	"fmt"
)

// A Proof names a solver that is wrong, and what proves it.
type Proof struct {
	Wrong string
	By    string // a line for people
}

// Rule says who is proven wrong by the answers to a case, in the order of the solvers.
// What proves a solver wrong is, first, its own answer: a certificate that does not
// replay, or not with the length claimed; then the shortest certificate that
// does replay, against whoever says unsolvable or a greater length. Where the
// better answer comes without a certificate, nothing is proven.
func (p *Panel[C]) Rule(c C, answers []Answer) []Proof {
	best := p.best(c, answers)
	var proofs []Proof
	for i := range answers {
		if by := p.refute(c, answers, i, best); by != "" {
			proofs = append(proofs, Proof{p.Solvers[i].Name(), by})
		}
	}
	return proofs
}

// best returns the solver whose certificate replays and is shortest, or -1.
func (p *Panel[C]) best(c C, answers []Answer) int {
	best, least := -1, 0
	for i := range answers {
		a := &answers[i]
		if a.Verdict != Solvable || a.Bare {
			continue
		}
		if length, err := p.Referee.Replay(c, a.Certificate); err == nil && (best < 0 || length < least) {
			best, least = i, length
		}
	}
	return best
}

// refute says what proves solver i wrong, or nothing.
func (p *Panel[C]) refute(c C, answers []Answer, i, best int) string {
	a := &answers[i]
	if d := p.replay(c, p.Solvers[i].Name(), a); d != nil {
		switch d.Kind {
		case BadCertificate:
			return "the referee rejects its solution"
		case WrongLength:
			return "its own solution has another length"
		}
		return "it gave no answer"
	}
	if best < 0 || best == i || a.Verdict == Limit {
		return ""
	}
	length, err := p.Referee.Replay(c, answers[best].Certificate)
	if err != nil {
		return ""
	}
	worse := a.Verdict == Solvable && !p.Any && a.Length > length
	if a.Verdict != Unsolvable && !worse {
		return ""
	}
	return fmt.Sprintf("the solution of %s replays, with length %d", p.Solvers[best].Name(), length)
}
