package parallel

import "sync/atomic"

// A Doing is what a search is doing.
type Doing uint32

// What a search does.
const (
	Expanding  Doing = iota // states, whose successors go into a table or are sorted
	Sorting                 // the states of a level that is kept
	Merging                 // sorted successors with the states before, or runs of these
	Converting              // a full table into runs
	Loading                 // the levels of a checkpoint
	Writing                 // levels to a checkpoint, for which the search waits
	Syncing                 // what was written, for which the search waits
)

func (d Doing) String() string {
	return [...]string{"expanding", "sorting", "merging", "converting", "loading", "writing", "syncing"}[d]
}

// Progress is how far a search has come.
type Progress struct {
	Doing    Doing
	Level    int    // the level that is being expanded
	Frontier uint64 // its states
	States   uint64 // states met so far, in all levels
	Table    uint64 // bytes of the table, or of the runs in memory that take its place
}

// progress is written by a run and read by whoever watches it.
type progress struct {
	doing                          atomic.Uint32
	syncing                        atomic.Bool // what does the writing is
	depth, frontier, states, table atomic.Uint64
}

// do notes what the search is about to do.
func (p *progress) do(d Doing) { p.doing.Store(uint32(d)) }

func (p *progress) begin() {
	p.states.Store(0)
	p.level(0, 0, 0)
	p.do(Expanding)
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
	doing := Doing(p.doing.Load())
	if doing == Writing && p.syncing.Load() {
		doing = Syncing
	}
	return Progress{
		Doing:    doing,
		Level:    int(p.depth.Load()),
		Frontier: p.frontier.Load(),
		States:   p.states.Load(),
		Table:    p.table.Load(),
	}
}
