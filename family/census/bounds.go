package census

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"

	"exhaust/family"
	"exhaust/puzzle"
)

// bounds returns the bounds of the worker's case.
func (w *worker[C]) bounds() family.Bounds {
	if bounds := w.census.Family.Checks.Bounds; bounds != nil {
		return bounds(w.c)
	}
	return family.Bounds{Value: math.MaxUint64, States: math.MaxUint64, Steps: math.MaxUint64}
}

// checkBounds checks the bounds in what every solver says of the worker's case.
func (w *worker[C]) checkBounds(t *Tally, b *family.Bounds) {
	moves := w.census.Family.Measure.Kind == puzzle.Moves
	for i := range w.answers {
		a := &w.answers[i]
		why := ""
		switch {
		case a.States > b.States:
			why = fmt.Sprintf("%d states met, the bound is %d", a.States, b.States)
		case a.Verdict != puzzle.Solvable:
		case moves && a.Value > 0 && uint64(a.Value) > b.Value:
			why = fmt.Sprintf("length %d, the bound is %d", a.Value, b.Value)
		case uint64(len(a.Certificate)) > b.Steps:
			why = fmt.Sprintf("%d steps, the bound is %d", len(a.Certificate), b.Steps)
		}
		if why != "" {
			w.mismatch(t, "bound", why)
		}
	}
}

// A Near is a case that comes near a bound.
type Near struct {
	Value uint64 `json:"value"`
	Bound uint64 `json:"bound"` // at least 1
	Case  string `json:"case"`
}

// nearer reports whether a value is greater than 0 and nearer to its bound than n is. A bound of
// the greatest uint64, which stands for more, is none.
func (n *Near) nearer(value, bound uint64) bool {
	switch {
	case bound == math.MaxUint64:
		return false
	case n == nil:
		return value > 0
	}
	return compareFractions(value, bound, n.Value, n.Bound) > 0
}

// compareFractions returns -1, 0 or +1 if a/b is less than c/d, equal or greater, exactly.
func compareFractions(a, b, c, d uint64) int {
	hi, lo := bits.Mul64(a, d)
	otherHi, otherLo := bits.Mul64(c, b)
	return cmp.Or(cmp.Compare(hi, otherHi), cmp.Compare(lo, otherLo))
}

// nearest returns the nearer of two cases, the first if they are equally near.
func nearest(first, later *Near) *Near {
	if later != nil && first.nearer(later.Value, later.Bound) {
		return later
	}
	return first
}
