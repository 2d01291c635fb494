package perimeter

import "context"

// A side is all positions up to some distance from one position, where it begins. The distance of a
// position is known modulo 4: a jump takes the hole to the other colour of a chessboard, so that
// the hole's cell says whether the distance is even, and mark.late says the rest.
type side struct {
	layout *layout
	planes []plane // for each cell of the hole

	depth  int
	states uint64
	meets  bool // the last level has positions that the other side has met
	ended  bool // the last level is empty
}

// newSide returns an empty side. Ranked tells that the patterns of the high slots are numbers.
func newSide(l *layout, ranked bool) side {
	s := side{layout: l, planes: make([]plane, l.rows*l.cols)}
	for cell := range s.planes {
		if ranked {
			s.planes[cell].patterns = 1 << l.high
		}
	}
	return s
}

// begin makes the side one of a single position.
func (s *side) begin(p position) {
	for cell := range s.planes {
		s.planes[cell].clear()
	}
	s.depth, s.states, s.meets = 0, 0, false
	b := s.layout.block(p)
	s.planes[p.hole].reach(b.high, b.set)
	_ = s.take(context.Background(), nil) // one position
}

// take takes what jumps lead to as the next level, unless the context ends: then it returns the
// cause.
func (s *side) take(ctx context.Context, other *side) error {
	s.ended = true
	for cell := range s.planes {
		if ctx.Err() != nil {
			s.drop()
			return context.Cause(ctx)
		}
		p := &s.planes[cell]
		var opposite *plane
		if other != nil {
			opposite = &other.planes[cell]
		}
		states, meets := p.take(s.depth, opposite)
		s.states += states
		s.meets = s.meets || meets
		s.ended = s.ended && states == 0
	}
	return nil
}

// checkEvery is the number of blocks that are expanded between two looks at the limits.
const checkEvery = 1 << 12

// deepen takes the side one level further. If the context or exceeded ends that early, the cause is
// returned, and the side is worth nothing until it begins again.
func (s *side) deepen(ctx context.Context, other *side, exceeded func() error) error {
	for cell := range s.planes {
		for level := s.planes[cell].level; len(level) > 0; {
			n := min(checkEvery, len(level))
			s.expand(cell, level[:n])
			level = level[n:]
			cause := exceeded()
			if ctx.Err() != nil {
				cause = context.Cause(ctx)
			}
			if cause != nil {
				s.drop()
				return cause
			}
		}
	}
	s.depth++
	if cause := s.take(ctx, other); cause != nil {
		return cause
	}
	return exceeded()
}

// expand notes where blocks with the hole on a cell come to.
func (s *side) expand(cell int, blocks []block) {
	jumps := s.layout.jumps[cell]
	for k := range jumps {
		j := &jumps[k]
		to := &s.planes[j.to]
		for _, b := range blocks {
			one, two := s.layout.jumped(b, j)
			to.reach(one.high, one.set)
			to.reach(two.high, two.set)
		}
	}
}

// drop ends a level in the middle.
func (s *side) drop() {
	for cell := range s.planes {
		s.planes[cell].drop()
	}
}

// has reports whether a position was met, and whether late.
func (s *side) has(p position) (met, late bool) {
	b := s.layout.block(p)
	m := s.planes[p.hole].of(b.high)
	return m.met&b.set != 0, m.late&b.set != 0
}

// back appends the positions of a shortest way from one that was met to where the side begins: the
// one a jump nearer, and so on. Distance is any number of 0 or more that is equal to that of p,
// modulo 4.
func (s *side) back(p, begin position, distance int, dst []position) []position {
	for p != begin {
		distance += 3 // one less, modulo 4
		p = s.nearer(p, distance>>1&1 != 0)
		dst = append(dst, p)
	}
	return dst
}

// nearer returns a position a jump away that is nearer to where the side begins. All that are a
// jump away are one jump nearer or one farther, and only the nearer ones are late as told.
func (s *side) nearer(p position, late bool) position {
	jumps := s.layout.jumps[p.hole]
	for k := range jumps {
		next := p.after(&jumps[k])
		if met, isLate := s.has(next); met && isLate == late {
			return next
		}
	}
	panic("perimeter: a position that was met has none before it")
}
