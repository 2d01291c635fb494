package atlas

import (
	"context"
	"time"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/table"
)

// A Plan says what an atlas would take, for the classes with each number of ordinary
// cells, the largest first. Numbers of classes and cases are exact. Time and memory are extrapolated from one
// class of each kind, whose smallest star sets are done on this machine.
type Plan struct {
	Kinds []Kind
}

// A Kind is the classes with the same number of ordinary cells.
type Kind struct {
	Ordinary int
	Classes  uint64
	Cases    uint64        // symmetric ones counted
	Memory   uint64        // bytes between star sets of one class, at their peak
	Time     time.Duration // that one class takes on one core
}

// Time returns the time that all classes take on one core.
func (p *Plan) Time() (all time.Duration) {
	for _, k := range p.Kinds {
		all += time.Duration(k.Classes) * k.Time
	}
	return all
}

// Plan measures for about so long for each kind, and makes the plan. The error is the context's.
func (a *Atlas) Plan(ctx context.Context, patience time.Duration) (Plan, error) {
	if err := CheckSize(a.Space); err != nil {
		return Plan{}, err
	}
	var p Plan
	for _, c := range a.Classes() {
		if n := len(p.Kinds); n == 0 || p.Kinds[n-1].Ordinary != c.Ordinary() {
			s, err := a.sample(ctx, c.Class, patience)
			if err != nil {
				return Plan{}, err
			}
			p.Kinds = append(p.Kinds, s.kind(c))
		}
		k := &p.Kinds[len(p.Kinds)-1]
		k.Classes++
		k.Cases += c.Boards() * c.Orbit * uint64(len(a.Rules))
	}
	return p, nil
}

// A sample is what the star sets of each size take, on average: the first of them
// measured, the others as if it went on like that.
type sample struct {
	seconds []float64
	levels  []float64 // lengths for which there are boards, of all rules together
}

// sample does star sets within more and more cells until that takes the time.
func (a *Atlas) sample(ctx context.Context, c table.Class, patience time.Duration) (s sample, err error) {
	n := c.Cells()
	sweep := table.NewSweep(new(table.Budget))
	for start, stars := time.Now(), min(2, n); s.seconds == nil || stars <= n && time.Since(start) < patience; stars++ {
		s = sample{make([]float64, stars+1), make([]float64, stars+1)}
		within := uint32(0)
		for i := range stars {
			within |= 1 << (i * n / stars) // spread over the board
		}
		if err := s.measure(ctx, sweep, c, a.Rules, within); err != nil {
			return s, err
		}
	}
	for k := range s.seconds {
		sets := float64(choose(len(s.seconds)-1, k))
		s.seconds[k] /= sets
		s.levels[k] /= sets
	}
	for len(s.seconds) <= n {
		s.seconds = append(s.seconds, next(s.seconds))
		s.levels = append(s.levels, next(s.levels))
	}
	return s, nil
}

// measure adds up what star sets within some cells take.
func (s *sample) measure(ctx context.Context, sweep *table.Sweep, c table.Class, rules []twotone.Rule, within uint32) error {
	stars, since := uint32(0), time.Now()
	err := sweep.Run(ctx, c, rules, within, func(v *table.Level) {
		if v.Stars != stars {
			s.seconds[size(stars)] += time.Since(since).Seconds()
			stars, since = v.Stars, time.Now()
		}
		for _, count := range v.Count {
			if count > 0 {
				s.levels[size(stars)]++
			}
		}
	})
	s.seconds[size(stars)] += time.Since(since).Seconds()
	return err
}

// next continues a series by as much as it grew over its last two steps.
func next(series []float64) float64 {
	last := len(series) - 1
	return series[last] + max(0, series[last]-series[max(0, last-2)])/2
}

// kind returns what the sample says of a class.
func (s *sample) kind(c Class) Kind {
	n := c.Cells()
	k := Kind{Ordinary: c.Ordinary()}
	seconds := 0.0
	for stars := range n + 1 {
		seconds += float64(choose(n, stars)) * s.seconds[stars]
	}
	k.Time = time.Duration(seconds * float64(time.Second))
	rows := float64(mostEdges(n)) * s.levels[n/2+1]
	k.Memory = uint64(rows) * table.RowBytes(c.Class)
	return k
}

// mostEdges returns how many pairs of a star set that is done and one with a star more that is
// not there are at most, if all subsets of n cells are done in ascending order.
func mostEdges(n int) int {
	most, now := 0, 0
	for set := range uint32(1) << n {
		now += n - 2*size(set)
		most = max(most, now)
	}
	return most
}
