package perimeter

import (
	"context"
	"math/bits"
	"unsafe"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// share and mostHashed bound the perimeter, beside the limits: a level is added as long as it has
// less than one in so many of all positions, and, where blocks are numbered as they come, less than
// so many states. On the 5x5 board it comes to be 18 jumps deep: 7,262,393 positions.
const (
	share      = 10
	mostHashed = 1 << 20
)

// maxRanked is the most high slots of boards whose patterns are numbers: those of 25 cells.
const maxRanked = 17

// bytesOfBlock is what a block takes in the marks and the scratch of both sides; bytesOfState is
// about what a state of the perimeter takes where blocks are numbered as they come.
const (
	bytesOfBlock = 2 * (uint64(unsafe.Sizeof(mark{})) + 8)
	bytesOfState = 64
)

// surround makes the perimeter of a size, unless it is the last one. It is no deeper than a solution
// may be long. The error is the cause of a limit.
func (s *Solver) surround(ctx context.Context, rows, cols int) error {
	if s.layout != nil && s.layout.rows == rows && s.layout.cols == cols {
		return nil
	}
	l := newLayout(rows, cols)
	blocks := uint64(rows*cols) << l.high
	fits := s.limits.Memory == 0 || blocks*bytesOfBlock < s.limits.Memory/2
	ranked := l.high <= maxRanked && fits && !s.hashed
	s.layout, s.near, s.far = l, newSide(l, ranked), newSide(l, ranked)
	goal := knights.Goal(rows, cols)
	s.goal = l.position(&goal)
	s.near.begin(s.goal)
	most, deepest := s.mostNear(ranked), s.limits.Within
	for s.near.states < most && !s.near.ended && (deepest == 0 || s.near.depth < deepest) {
		if cause := s.near.deepen(ctx, nil, s.exceeded); cause != nil {
			s.layout = nil
			return cause
		}
	}
	return nil
}

// mostNear returns the number of states at which no level is added to the perimeter.
func (s *Solver) mostNear(ranked bool) uint64 {
	if s.most > 0 {
		return s.most
	}
	most := s.layout.positions() / share
	if !ranked {
		most = min(most, mostHashed)
	}
	if s.limits.States > 0 {
		most = min(most, s.limits.States)
	}
	if s.limits.Memory > 0 && !ranked {
		most = min(most, s.limits.Memory/(4*bytesOfState))
	}
	return most
}

// positions returns the number of all arrangements of the knights and the hole. It fits 64 bits for
// every size.
func (l *layout) positions() uint64 {
	n := uint64(l.rows * l.cols)
	ways := n
	for k := range uint64(min(l.blacks, int(n)-1-l.blacks)) {
		high, low := bits.Mul64(ways, n-1-k)
		ways, _ = bits.Div64(high, low, k+1)
	}
	return ways
}

// exceeded returns the limit that the solver has gone beyond, or nil.
func (s *Solver) exceeded() error {
	switch {
	case s.limits.States > 0 && s.far.states > s.limits.States:
		return puzzle.ErrStates
	case s.limits.Memory > 0 && s.bytes() > s.limits.Memory:
		return puzzle.ErrMemory
	}
	return nil
}

// bytes returns the bytes that the solver takes.
func (s *Solver) bytes() (n uint64) {
	for cell := range s.near.planes {
		n += s.near.planes[cell].bytes() + s.far.planes[cell].bytes()
	}
	return n
}

// bytes returns the bytes that a plane takes.
func (p *plane) bytes() uint64 {
	n := cap(p.marks)*int(unsafe.Sizeof(mark{})) + 8*cap(p.next) + 4*cap(p.touched)
	n += cap(p.level)*int(unsafe.Sizeof(block{})) + cap(p.found)*int(unsafe.Sizeof(found{}))
	return uint64(n + cap(p.slots)*int(unsafe.Sizeof(numbered{})))
}
