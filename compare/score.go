package compare

// A score is what was found in some cases, in their order. It can be cut at any event, so that
// the end of a match does not depend on the workers.
type score struct {
	counts
	events      []event
	differences uint64
	found       *First
	silent      [2]int    // time-outs of each side in a row
	last        [2]uint64 // the case of the last of them, as a count of cases
	over        error     // why the match ends with the last event, or nil
	stats       [2]Stats  // of all cases that were asked, those after the end of the match too
}

// counts are of cases.
type counts struct {
	cases, limited uint64
	limits         [2]uint64
}

func (c counts) plus(d counts) counts {
	c.cases += d.cases
	c.limited += d.limited
	for i := range c.limits {
		c.limits[i] += d.limits[i]
	}
	return c
}

// An event is a difference, or a time-out of an external solver.
type event struct {
	kind Kind
	side int    // whose time-out
	upTo counts // of the cases up to and with this one
}

// mark enters an event.
func (s *score) mark(e event, enough uint64) {
	s.events = append(s.events, e)
	if e.kind != TimedOut {
		if s.differences++; s.differences >= enough {
			s.over = errEnough
		}
		return
	}
	if e.upTo.cases != s.last[e.side]+1 {
		s.silent[e.side] = 0
	}
	s.last[e.side] = e.upTo.cases
	if s.silent[e.side]++; s.silent[e.side] >= maxSilent {
		s.over = ErrSilent
	}
}

// merge adds the score of later cases, up to the event that ends the match.
func (s *score) merge(later score, enough uint64) {
	for i := range s.stats {
		s.stats[i].merge(&later.stats[i])
	}
	if s.over != nil {
		return
	}
	before := s.counts
	for _, e := range later.events {
		e.upTo = before.plus(e.upTo)
		if e.kind != TimedOut && s.found == nil {
			s.found = later.found
		}
		if s.mark(e, enough); s.over != nil {
			s.counts = e.upTo
			return
		}
	}
	s.counts = before.plus(later.counts)
}

// outcome returns the score in figures.
func (s *score) outcome() Outcome {
	o := Outcome{
		Cases:      s.cases,
		Limited:    s.limited,
		Limits:     s.limits,
		Mismatches: s.differences,
		Agreed:     s.cases - s.limited - s.differences,
		Kinds:      map[Kind]uint64{},
		First:      s.found,
		Stats:      s.stats,
	}
	for _, e := range s.events {
		if e.kind != TimedOut {
			o.Kinds[e.kind]++
		}
	}
	return o
}
