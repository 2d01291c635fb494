package parallel

import "sync/atomic"

// Progress is how far a search has come.
type Progress struct {
	Level    int    // the level that is being expanded
	Frontier uint64 // its states
	States   uint64 // states met so far, in all levels
	Table    uint64 // bytes of the table
}

// progress is written by a run and read by whoever watches it.
type progress struct {
	depth, frontier, states, table atomic.Uint64
}

func (p *progress) begin() {
	p.states.Store(0)
	p.level(0, 0, 0)
}

// level notes that a level is about to be expanded.
func (p *progress) level(depth int, states, table uint64) {
	p.depth.Store(uint64(depth))
	p.frontier.Store(states)
	p.table.Store(table)
}

// Progress returns how far the run has come. It may be called at any time by
// any goroutine.
func (s *Search[W]) Progress() Progress {
	p := &s.progress
	return Progress{
		Level:    int(p.depth.Load()),
		Frontier: p.frontier.Load(),
		States:   p.states.Load(),
		Table:    p.table.Load(),
	}
}
