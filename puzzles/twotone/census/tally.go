package census

import (
	"exhaust/compare"
	"exhaust/puzzles/twotone"
)

// A Tally is what was found in some cases.
type Tally struct {
	Rules      [2]RuleTally // for twotone.Strict and twotone.Handover
	Mismatches uint64       // how often a check of a case failed
	First      *Mismatch    // the first of them in the order of the boards
}

// A RuleTally is what was found in the cases of one rule. Verdicts, lengths and
// solutions are the first solver's.
type RuleTally struct {
	Cases      uint64
	Solvable   uint64
	Unsolvable uint64
	Lengths    []uint64 // for each shortest length, how many cases
	Longest    *Longest // the first case of the greatest length; nil if none is solvable
	MostStates uint64   // the most states that the first solver met in a case
}

// A Longest is a case with the greatest shortest length.
type Longest struct {
	Length   int
	Case     string
	Solution twotone.Solution
}

// A Mismatch is a case that does not fit.
type Mismatch struct {
	Case  string
	Check string // a compare.Kind, "bound" or "rules"
	Why   string
}

// merge adds the tally of later boards.
func (t *Tally) merge(later Tally) {
	for rule := range t.Rules {
		t.Rules[rule].merge(&later.Rules[rule])
	}
	t.Mismatches += later.Mismatches
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
func (t *RuleTally) add(c *twotone.Case, answers []compare.Answer) {
	a := answers[0]
	t.Cases++
	t.MostStates = max(t.MostStates, a.States)
	if a.Verdict == compare.Unsolvable {
		t.Unsolvable++
		return
	}
	t.Solvable++
	t.count(a.Length, 1)
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
}
