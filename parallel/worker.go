package parallel

import (
	"context"
	"errors"

	"exhaust/statecodec"
	"exhaust/visited"
)

// Successors are located in batches of batchSize, and entered when inFlight-1 more
// batches are on their way.
const (
	batchSize = 64
	inFlight  = 2
)

// errFull says that a worker's batch did not fit into the table.
var errFull = errors.New("table full")

// A tally is what a worker counts in one level.
type tally[W statecodec.Words] struct {
	states, edges, deadEnds, goals uint64
	goal                           W // the least goal, if there is one
}

// A worker expands pages of the level. It keeps a ring of batches: while the
// misses of some are on their way, it fills another.
//
// A worker that stops because the table is full keeps its place, and goes on
// from there when it runs again.
type worker[W statecodec.Words] struct {
	search  *Search[W]
	page    []W // the page being expanded
	at      int // the next state of it
	batches [inFlight + 1]visited.Batch[W]
	filling int   // the batch being filled; the others are located, the next one first
	met     [][]W // full pages of new states
	last    []W   // the page being filled with new states
	tally   tally[W]
	_       [64]byte // workers share no cache line
}

// run expands pages until there are none. It returns errFull if the table
// must grow first, or the context's cause.
func (w *worker[W]) run(ctx context.Context) error {
	w.relocate()
	for {
		if !w.expandPage() {
			return errFull
		}
		w.search.pool.put(w.page)
		if ctx.Err() != nil {
			w.page, w.at = nil, 0
			return context.Cause(ctx)
		}
		w.page, w.at = w.search.level.next(), 0
		if w.page == nil {
			break
		}
	}
	for w.underway() {
		if !w.flush() {
			return errFull
		}
	}
	return nil
}

// underway reports whether any batch holds a state.
func (w *worker[W]) underway() bool {
	for i := range w.batches {
		if len(w.batches[i].States) > 0 {
			return true
		}
	}
	return false
}

// relocate locates the batches that were located before the table grew.
func (w *worker[W]) relocate() {
	for i := range w.batches {
		if i != w.filling {
			w.search.set.Relocate(&w.batches[i])
		}
	}
}

// expandPage expands what is left of the page. It returns false if the table is
// full.
func (w *worker[W]) expandPage() bool {
	for {
		w.fill(&w.batches[w.filling])
		if len(w.batches[w.filling].States) < batchSize {
			return true
		}
		if !w.flush() {
			return false
		}
	}
}

// fill expands states of the page until the batch is full or the page is done.
func (w *worker[W]) fill(b *visited.Batch[W]) {
	model, page, at, states := w.search.model, w.page, w.at, b.States
	edges, deadEnds := -len(states), uint64(0)
	for at < len(page) && len(states) < batchSize {
		before := len(states)
		states = model.Successors(&page[at], states)
		if len(states) == before {
			deadEnds++
		}
		at++
	}
	w.at, b.States = at, states
	w.tally.edges += uint64(edges + len(states))
	w.tally.deadEnds += deadEnds
}

// flush locates the batch that was being filled and enters the one that was located
// first, which is the next to be filled. It returns false, and does nothing, if the table is full.
func (w *worker[W]) flush() bool {
	set, next := w.search.set, (w.filling+1)%len(w.batches)
	filled, oldest := &w.batches[w.filling], &w.batches[next]
	if !set.Locate(filled) {
		return false
	}
	w.meet(set.Insert(oldest, filled, w.search.tag))
	w.filling = next
	return true
}

// meet puts new states on pages.
func (w *worker[W]) meet(fresh []W) {
	model, last := w.search.model, w.last
	for i := range fresh {
		if model.Goal(&fresh[i]) {
			w.meetGoal(fresh[i])
			continue
		}
		if len(last) == cap(last) {
			last = w.turnPage(last)
		}
		last = append(last, fresh[i])
	}
	w.last = last
	w.tally.states += uint64(len(fresh))
	w.search.progress.states.Add(uint64(len(fresh)))
}

func (w *worker[W]) meetGoal(goal W) {
	if w.tally.goals == 0 || statecodec.Compare(goal, w.tally.goal) < 0 {
		w.tally.goal = goal
	}
	w.tally.goals++
}

// turnPage puts a full page of new states aside and returns an empty one.
func (w *worker[W]) turnPage(full []W) []W {
	if len(full) > 0 {
		w.met = append(w.met, full)
	}
	return w.search.pool.get()
}

// take moves what the worker met to a level, and returns and forgets what it counted.
func (w *worker[W]) take(l *level[W]) tally[W] {
	l.add(w.met...)
	clear(w.met)
	w.met = w.met[:0]
	if len(w.last) > 0 {
		l.add(w.last)
		w.last = nil
	}
	t := w.tally
	w.tally = tally[W]{}
	return t
}

// drop forgets everything.
func (w *worker[W]) drop() {
	pool := &w.search.pool
	pool.put(w.page)
	pool.put(w.last)
	for _, page := range w.met {
		pool.put(page)
	}
	clear(w.met)
	w.page, w.at, w.last, w.met = nil, 0, nil, w.met[:0]
	for i := range w.batches {
		w.batches[i].Clear()
	}
	w.tally = tally[W]{}
}
