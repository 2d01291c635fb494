package wiring

import (
	"fmt"
	"math"
	"slices"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// bounds returns the bounds of docs/RULES.md, sections 4 and 6: the length under the strict rule,
// the number of states Q, and Q - 1 steps.
func bounds(c *twotone.Case) family.Bounds {
	b := family.Bounds{
		Value:  math.MaxUint64,
		States: twotone.StateBound(&c.Board),
		Steps:  math.MaxUint64,
	}
	if c.Rule == twotone.Strict {
		b.Value = uint64(twotone.StrictBound(&c.Board))
	}
	if b.States < math.MaxUint64 {
		b.Steps = b.States - 1
	}
	return b
}

// strictImpliesHandover checks that a board that is solvable under the strict rule is so under
// handover, in as few moves or fewer.
func strictImpliesHandover(answers []puzzle.Answer) (variant int, check, why string) {
	strict, handover := &answers[twotone.Strict], &answers[twotone.Handover]
	if strict.Verdict != puzzle.Solvable || handover.Verdict == puzzle.Limit { // or was not asked
		return 0, "", ""
	}
	if handover.Verdict == puzzle.Solvable && handover.Value <= strict.Value {
		return 0, "", ""
	}
	return int(
			twotone.Handover,
		), "rules", fmt.Sprintf(
			"strict: solvable in %d; handover: %v, length %d",
			strict.Value,
			handover.Verdict,
			handover.Value,
		)
}

// checkNames says what is checked under some rules.
func checkNames(rules []int) (names []string) {
	if slices.Contains(rules, int(twotone.Strict)) {
		names = append(names, "every strict bound holds")
	}
	names = append(names, "no more than Q states")
	if len(rules) > 1 {
		names = append(names, "strict implies handover")
	}
	return names
}
