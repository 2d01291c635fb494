package census

import (
	"math"

	"exhaust/compare"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// TallyVersion changes whenever a tally of the same cases comes out otherwise or is written
// otherwise, so that what an earlier program has kept is not taken for what this one would find.
const TallyVersion = 1

// A Tally is what was found in some cases. It is a plain value that encoding/json
// writes and reads back.
type Tally struct {
	Rules      [2]RuleTally `json:"rules"`          // for twotone.Strict and twotone.Handover
	Mismatches uint64       `json:"mismatches"`     // how often a check of a case failed
	First      *Mismatch    `json:"first_mismatch"` // the first of them in the order of the boards
	Checked    uint64       `json:"checked"`        // states that the space's own checks met
}

// A RuleTally is what was found in the cases of one rule. Verdicts, lengths and
// solutions are the first solver's.
type RuleTally struct {
	Cases      uint64   `json:"cases"`
	Solvable   uint64   `json:"solvable"`
	Unsolvable uint64   `json:"unsolvable"`
	Lengths    []uint64 `json:"lengths"`     // for each shortest length, how many cases
	Longest    *Longest `json:"longest"`     // the first case of the greatest length; nil if none is solvable
	MostStates uint64   `json:"most_states"` // the most states that the first solver met in a case

	// How near the bounds the first solver comes: the first case of the greatest ratio, nil if none
	// is more than 0 or the bounds do not fit 64 bits. (docs/RULES.md, sections 4 and 6.)
	NearLength *Near `json:"nearest_length"` // the shortest length against K·(M + (M+1)·R), under the strict rule
	NearStates *Near `json:"nearest_states"` // the states met against Q
}

// A Near is a case that comes near a bound.
type Near struct {
	twotone.Nearness
	Case string `json:"case"`
}

// nearer reports whether v is greater than 0 and than n. A bound of the greatest uint64, which
// stands for more, is none.
func (n *Near) nearer(v twotone.Nearness) bool {
	if v.Bound == math.MaxUint64 {
		return false
	}
	if n == nil {
		return v.Value > 0
	}
	return v.Compare(n.Nearness) > 0
}

// A Longest is a case with the greatest shortest length.
type Longest struct {
	Length   int              `json:"length"`
	Case     string           `json:"case"`
	Solution twotone.Solution `json:"solution"`
}

// A Mismatch is a case that does not fit.
type Mismatch struct {
	Case  string `json:"case"`
	Check string `json:"check"` // a compare.Kind, "bound", "rules" or one of the space's own
	Why   string `json:"why"`
}

// merge adds the tally of later boards.
func (t *Tally) merge(later Tally) {
	for rule := range t.Rules {
		t.Rules[rule].merge(&later.Rules[rule])
	}
	t.Mismatches += later.Mismatches
	t.Checked += later.Checked
	if t.First == nil {
		t.First = later.First
	}
}

func (t *Tally) mismatch(c *twotone.Case, check, why string) {
	t.Mismatches++
	if t.First == nil {
		t.First = &Mismatch{Case: c.ID(), Check: check, Why: why}
	}
}

// Length returns the number of cases of a shortest length.
func (t *RuleTally) Length(length int) uint64 {
	if length < len(t.Lengths) {
		return t.Lengths[length]
	}
	return 0
}

// add counts a case.
func (t *RuleTally) add(c *twotone.Case, b *bounds, answers []compare.Answer) {
	a := answers[0]
	t.Cases++
	t.MostStates = max(t.MostStates, a.States)
	if states := (twotone.Nearness{Value: a.States, Bound: b.states}); t.NearStates.nearer(states) {
		t.NearStates = &Near{states, c.ID()}
	}
	if a.Verdict == puzzle.Unsolvable {
		t.Unsolvable++
		return
	}
	t.Solvable++
	t.count(a.Length, 1)
	length := twotone.Nearness{Value: uint64(a.Length), Bound: b.length}
	if c.Rule == twotone.Strict && t.NearLength.nearer(length) {
		t.NearLength = &Near{length, c.ID()}
	}
	if t.Longest == nil || a.Length > t.Longest.Length {
		t.Longest = &Longest{Length: a.Length, Case: c.ID(), Solution: append(twotone.Solution{}, a.Certificate...)}
	}
}

// count adds n cases of a length.
func (t *RuleTally) count(length int, n uint64) {
	for len(t.Lengths) <= length {
		t.Lengths = append(t.Lengths, 0)
	}
	t.Lengths[length] += n
}

// merge adds the tally of later cases.
func (t *RuleTally) merge(later *RuleTally) {
	t.Cases += later.Cases
	t.Solvable += later.Solvable
	t.Unsolvable += later.Unsolvable
	for length, n := range later.Lengths {
		t.count(length, n)
	}
	if later.Longest != nil && (t.Longest == nil || later.Longest.Length > t.Longest.Length) {
		t.Longest = later.Longest
	}
	t.MostStates = max(t.MostStates, later.MostStates)
	t.NearLength = nearest(t.NearLength, later.NearLength)
	t.NearStates = nearest(t.NearStates, later.NearStates)
}

// nearest returns the nearer of two cases, the first if they are equally near.
func nearest(first, later *Near) *Near {
	if later != nil && first.nearer(later.Nearness) {
		return later
	}
	return first
}
