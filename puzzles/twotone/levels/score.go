package levels

import (
	"fmt"
	"math/bits"
	"strings"

	"exhaust/puzzles/twotone"
)

// An Aim is the rules under which a level shall be solvable, and hard.
type Aim uint8

// The aims.
const (
	AimBoth     Aim = iota // solvable under both rules
	AimStrict              // solvable under strict, and so under handover, which counts for little
	AimHandover            // solvable under handover, whether or not under strict
)

var aimNames = []string{"both", "strict", "handover"}

// String returns "both", "strict" or "handover".
func (a Aim) String() string {
	if int(a) < len(aimNames) {
		return aimNames[a]
	}
	return fmt.Sprintf("Aim(%d)", uint8(a))
}

// AimNamed returns the aim of a name.
func AimNamed(name string) (a Aim, ok bool) {
	for i, known := range aimNames {
		if name == known {
			return Aim(i), true
		}
	}
	return 0, false
}

// needs reports whether a level must be solvable under a rule.
func (a Aim) needs(rule twotone.Rule) bool {
	return a == AimBoth || a == AimStrict && rule == twotone.Strict || a == AimHandover && rule == twotone.Handover
}

// order returns the rules in the order in which they say soonest that a board is no good.
func (a Aim) order() [Rules]twotone.Rule {
	if a == AimHandover {
		return [Rules]twotone.Rule{twotone.Handover, twotone.Strict}
	}
	return [Rules]twotone.Rule{twotone.Strict, twotone.Handover}
}

// A Score says how good a level is, in parts. It depends on the aim and the answers only, so all images
// of a board have the same.
type Score struct {
	Length     int // for each move, under the rules of the aim
	Turns      int // for each turn
	Handovers  int // for each handover, if the aim has that rule
	Difference int // between the two rules: in verdict, or in length and first moves
	Solutions  int // the fewer shortest solutions, the more
}

// What the parts are made of.
const (
	scoreMove       = 10
	scoreTurn       = 5
	scoreHandover   = 10
	scoreVerdict    = 100 // solvable under one rule only
	scoreShorter    = 5   // for each move that handover saves
	mostShorter     = 100
	scoreFirstMoves = 20 // no first move leads to a shortest solution under both rules
	scoreHalving    = 4  // for each time the number of solutions could be doubled up to
	manySolutions   = 16 // so many doublings
)

// Total returns the sum of the parts.
func (s Score) Total() int { return s.Length + s.Turns + s.Handovers + s.Difference + s.Solutions }

// scorePart is a part of a score with its name in level files.
type scorePart struct {
	name  string
	value *int
}

// parts returns all parts.
func (s *Score) parts() []scorePart {
	return []scorePart{
		{"length", &s.Length}, {"turns", &s.Turns}, {"handovers", &s.Handovers},
		{"difference", &s.Difference}, {"solutions", &s.Solutions},
	}
}

// String returns "743 = length 550 + turns 30 + ...".
func (s Score) String() string {
	var sum []string
	for _, part := range s.parts() {
		sum = append(sum, fmt.Sprintf("%s %d", part.name, *part.value))
	}
	return fmt.Sprintf("%d = %s", s.Total(), strings.Join(sum, " + "))
}

// NewScore returns the score of a board that is solvable under the rules of the aim.
func NewScore(aim Aim, answers *[Rules]Answer) Score {
	strict, handover := &answers[twotone.Strict], &answers[twotone.Handover]
	s := Score{Difference: difference(strict, handover)}
	switch aim {
	case AimStrict:
		s.Length, s.Turns, s.Solutions = scoreMove*strict.Length, scoreTurn*strict.Turns, rarity(strict.Count)
		return s
	case AimHandover:
		s.Length, s.Solutions = scoreMove*handover.Length, rarity(handover.Count)
	default:
		s.Length, s.Solutions = scoreMove*(strict.Length+handover.Length)/2, rarity(max(strict.Count, handover.Count))
	}
	s.Turns, s.Handovers = scoreTurn*handover.Turns, scoreHandover*handover.Handovers
	return s
}

// difference says how differently the rules are solved.
func difference(strict, handover *Answer) int {
	if !strict.Solvable() || !handover.Solvable() {
		return scoreVerdict
	}
	score := min(scoreShorter*(strict.Length-handover.Length), mostShorter)
	if !strings.ContainsAny(strict.First, handover.First) {
		score += scoreFirstMoves
	}
	return score
}

// rarity scores few shortest solutions.
func rarity(count uint64) int {
	return scoreHalving * max(0, manySolutions+1-bits.Len64(count))
}
