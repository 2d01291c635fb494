package compare

import (
	"bytes"
	"fmt"

	"exhaust/puzzle"
)

// A Proof names a solver that is wrong, and what proves it.
type Proof struct {
	Wrong string
	By    string // a line for people
}

// Rule says who is proven wrong by the answers to a case, in the order of the solvers. What proves
// a solver wrong is, first, its own answer: a certificate that does not replay, or not with the
// value claimed. Then the certificates that do replay:
//
//   - any refutes whoever says unsolvable;
//   - the shortest refutes a greater length;
//   - two different ones, of one solver or of two, refute the count 1.
//
// Where the better answer comes without a certificate, nothing is proven, and no line of a game
// refutes a value.
func (p *Panel[C]) Rule(c C, answers []Answer) []Proof {
	valid := p.valid(c, answers)
	var proofs []Proof
	for i := range answers {
		if by := p.refute(c, answers, i, valid); by != "" {
			proofs = append(proofs, Proof{p.Solvers[i].Name(), by})
		}
	}
	return proofs
}

// A witness is a certificate that replays.
type witness struct {
	solver      int
	certificate []byte
	value       int
}

// valid returns the different certificates that replay, in the order of the solvers.
func (p *Panel[C]) valid(c C, answers []Answer) (valid []witness) {
	for i := range answers {
		a := &answers[i]
		if a.Verdict != puzzle.Solvable || a.Bare {
			continue
		}
		certificates := [][]byte{a.Certificate}
		if a.Second != nil {
			certificates = append(certificates, a.Second)
		}
		for _, certificate := range certificates {
			value, err := p.Referee.Replay(c, certificate)
			if err == nil && !known(valid, certificate) {
				valid = append(valid, witness{i, certificate, value})
			}
		}
	}
	return valid
}

// known reports whether a certificate is among some.
func known(valid []witness, certificate []byte) bool {
	for _, w := range valid {
		if bytes.Equal(w.certificate, certificate) {
			return true
		}
	}
	return false
}

// refute says what proves solver i wrong, or nothing.
func (p *Panel[C]) refute(c C, answers []Answer, i int, valid []witness) string {
	a := &answers[i]
	if d := p.replay(c, p.Solvers[i].Name(), a); d != nil {
		switch d.Kind {
		case BadCertificate:
			return "the referee rejects its solution"
		case WrongValue:
			if p.Kind == puzzle.Count {
				return "it gives more solutions than it counts"
			}
			return "its own solution has another " + p.word()
		}
		return "it gave no answer"
	}
	if len(valid) == 0 || a.Verdict == puzzle.Limit {
		return ""
	}
	switch {
	case p.Kind == puzzle.Count && len(valid) > 1 && (a.Verdict == puzzle.Unsolvable || a.Value == 1 && !p.Any):
		return "there are two solutions that replay"
	case a.Verdict == puzzle.Unsolvable,
		p.Kind == puzzle.Moves && !p.Any && a.Value > shortest(valid).value:
		best := shortest(valid)
		return fmt.Sprintf(
			"the solution of %s replays, with %s %d",
			p.Solvers[best.solver].Name(),
			p.word(),
			best.value,
		)
	}
	return ""
}

// shortest returns the certificate of the least value, the first of several.
func shortest(valid []witness) witness {
	best := valid[0]
	for _, w := range valid {
		if w.value < best.value {
			best = w
		}
	}
	return best
}
