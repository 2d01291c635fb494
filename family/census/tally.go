package census

import (
	"encoding/json"
	"fmt"
	"slices"

	"exhaust/family"
	"exhaust/puzzle"
)

// TallyVersion changes whenever a tally of the same cases comes out otherwise or is written
// otherwise, so that what an earlier program has kept is not taken for what this one would find.
const TallyVersion = 1

// A Tally is what was found in some cases. It is a plain value that encoding/json
// writes and reads back. Its names in JSON are those of the first puzzle that was kept.
type Tally struct {
	Variants   []VariantTally `json:"rules"`          // for each variant of the family, or one
	Mismatches uint64         `json:"mismatches"`     // how often a check of a case failed
	First      *Mismatch      `json:"first_mismatch"` // the first of them in the order of the boards
	Checked    uint64         `json:"checked"`        // states that the space's own checks met
}

// A VariantTally is what was found in the cases of one variant. Verdicts, values and
// certificates are the first solver's.
type VariantTally struct {
	Cases      uint64   `json:"cases"`
	Solvable   uint64   `json:"solvable"`
	Unsolvable uint64   `json:"unsolvable"`
	Values     Values   `json:"lengths"`
	Hardest    *Hardest `json:"longest"`     // the first case of the greatest value; nil if none is solvable
	MostStates uint64   `json:"most_states"` // the most states that the first solver met in a case

	// How near the bounds the first solver comes: the first case of the greatest ratio, nil if none
	// is more than 0 or the bounds do not fit 64 bits.
	NearValue  *Near `json:"nearest_length"`
	NearStates *Near `json:"nearest_states"`
}

// A Hardest is a case with the greatest value.
type Hardest struct {
	Value       int    `json:"length"`
	Case        string `json:"case"`
	Certificate []byte `json:"solution"`
	States      uint64 `json:"states,omitempty"`
}

// A Mismatch is a case that does not fit.
type Mismatch struct {
	Case  string `json:"case"`
	Check string `json:"check"` // a compare.Kind, "bound", or one of the puzzle's or the space's own
	Why   string `json:"why"`
}

func newTally(variants int) Tally { return Tally{Variants: make([]VariantTally, variants)} }

// Merge adds the tally of later boards.
func (t *Tally) Merge(later Tally) {
	if t.Variants == nil {
		t.Variants = make([]VariantTally, len(later.Variants))
	}
	for i := range later.Variants {
		t.Variants[i].merge(&later.Variants[i])
	}
	t.Mismatches += later.Mismatches
	t.Checked += later.Checked
	if t.First == nil {
		t.First = later.First
	}
}

// mismatch counts a mismatch; what it is, is asked of the first one only.
func (t *Tally) mismatch(what func() Mismatch) {
	t.Mismatches++
	if t.First == nil {
		m := what()
		t.First = &m
	}
}

// add counts the worker's case.
func (w *worker[C]) add(t *VariantTally, b *family.Bounds) {
	a := &w.answers[0]
	t.Cases++
	t.MostStates = max(t.MostStates, a.States)
	if t.NearStates.nearer(a.States, b.States) {
		t.NearStates = &Near{a.States, b.States, w.id()}
	}
	if a.Verdict == puzzle.Unsolvable {
		t.Unsolvable++
		return
	}
	t.Solvable++
	if !listed(a.Value) {
		return // it is a mismatch
	}
	t.Values.add(a.Value, 1)
	if a.Value > 0 && t.NearValue.nearer(uint64(a.Value), b.Value) {
		t.NearValue = &Near{uint64(a.Value), b.Value, w.id()}
	}
	if t.Hardest == nil || a.Value > t.Hardest.Value {
		t.Hardest = &Hardest{a.Value, w.id(), append([]byte{}, a.Certificate...), a.States}
	}
}

// merge adds the tally of later cases.
func (t *VariantTally) merge(later *VariantTally) {
	t.Cases += later.Cases
	t.Solvable += later.Solvable
	t.Unsolvable += later.Unsolvable
	for value, n := range later.Values.All() {
		t.Values.add(value, n)
	}
	if later.Hardest != nil && (t.Hardest == nil || later.Hardest.Value > t.Hardest.Value) {
		t.Hardest = later.Hardest
	}
	t.MostStates = max(t.MostStates, later.MostStates)
	t.NearValue = nearest(t.NearValue, later.NearValue)
	t.NearStates = nearest(t.NearStates, later.NearStates)
}

// mostValue is the greatest value that is listed, and the least is as far below 0.
const mostValue = 1 << 20

// listed reports whether a value is listed. Those that are not are none, or beyond all that small
// cases have.
func listed(value int) bool { return value >= -mostValue && value <= mostValue }

// Values says how many cases have each value, from the least to the greatest.
type Values struct {
	Least  int      // the value that Counts begins with; at most 0
	Counts []uint64 // for each value from Least on
}

// Of returns the number of cases of a value.
func (v *Values) Of(value int) uint64 {
	if i := value - v.Least; i >= 0 && i < len(v.Counts) {
		return v.Counts[i]
	}
	return 0
}

// All yields the values that there are, in increasing order, and their numbers of cases.
func (v *Values) All() func(yield func(value int, n uint64) bool) {
	return func(yield func(int, uint64) bool) {
		for i, n := range v.Counts {
			if n > 0 && !yield(v.Least+i, n) {
				return
			}
		}
	}
}

// add adds n cases of a value.
func (v *Values) add(value int, n uint64) {
	if value < v.Least {
		v.Counts = append(make([]uint64, v.Least-value), v.Counts...)
		v.Least = value
	}
	if more := value - v.Least + 1 - len(v.Counts); more > 0 {
		v.Counts = append(v.Counts, make([]uint64, more)...)
	}
	v.Counts[value-v.Least] += n
}

// MarshalJSON writes a list of counts from the value 0 on, or, where values are negative, a list of
// which the first element is the least value.
func (v Values) MarshalJSON() ([]byte, error) {
	if v.Least == 0 {
		return json.Marshal(v.Counts)
	}
	list := []int64{int64(v.Least)}
	for _, n := range v.Counts {
		list = append(list, int64(n))
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (v *Values) UnmarshalJSON(text []byte) error {
	var list []int64
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*v = Values{}
	if len(list) > 0 && list[0] < 0 {
		v.Least, list = int(list[0]), list[1:]
	}
	if list == nil {
		return nil
	}
	v.Counts = slices.Grow([]uint64{}, len(list))
	for _, n := range list {
		if n < 0 {
			return fmt.Errorf("a value of %d cases: want 0 or more", n)
		}
		v.Counts = append(v.Counts, uint64(n))
	}
	return nil
}
