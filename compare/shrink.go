package compare

import "iter"

// Shrink follows smaller cases for as long as they differ too: it goes on from
// the first case of smaller(c) that differs, and ends at a case whose smaller ones do
// not. It ends if every case of smaller(c) comes before c in some order without
// endless descents. An error of differs ends it at the case reached by then.
func Shrink[C any](c C, smaller func(C) iter.Seq[C], differs func(C) (bool, error)) (C, error) {
	for {
		next, found, err := firstThat(smaller(c), differs)
		if err != nil || !found {
			return c, err
		}
		c = next
	}
}

// firstThat returns the first case that differs, and whether there is one.
func firstThat[C any](cases iter.Seq[C], differs func(C) (bool, error)) (c C, found bool, err error) {
	for c := range cases {
		if found, err := differs(c); found || err != nil {
			return c, found, err
		}
	}
	return c, false, nil
}
