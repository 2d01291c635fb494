package parallel

import (
	"context"
	"errors"

	"exhaust/statecodec"
	"exhaust/visited"
)

// errFull says that a worker's batch did not fit into the table.
var errFull = errors.New("table full")

// A tally is what a worker counts in one level.
type tally[W statecodec.Words] struct {
	states, edges, deadEnds, goals uint64
	goal                           W // the least goal, if there is one
}

// A worker expands pages of the level and inserts the successors into the table.
//
// A worker that stops because the table is full keeps its place, and goes on
// from there when it runs again.
type worker[W statecodec.Words] struct {
	search   *Search[W]
	page     []W // the page being expanded
	at       int // the next state of it
	in       visited.Inserter[W]
	met      [][]W // full pages of new states
	last     []W   // the page being filled with new states
	tally    tally[W]
	reported uint64   // states of the tally that the progress knows of
	_        [64]byte // workers share no cache line
}

// run expands pages until there are none. It returns errFull if the table
// must grow first, or the context's cause.
func (w *worker[W]) run(ctx context.Context) error {
	defer w.in.Leave()
	w.in.Relocate()
	for {
		if !w.expandPage() {
			return errFull
		}
		w.report()
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
	for !w.in.Idle() {
		if !w.flush() {
			return errFull
		}
	}
	w.report()
	return nil
}

// report tells whoever watches the progress how many states the worker has met.
func (w *worker[W]) report() {
	w.search.progress.states.Add(w.tally.states - w.reported)
	w.reported = w.tally.states
}

// expandPage expands what is left of the page. It returns false if the table is
// full.
func (w *worker[W]) expandPage() bool {
	for {
		w.fill()
		if len(w.in.States) < visited.BatchStates {
			return true
		}
		if !w.flush() {
			return false
		}
	}
}

// fill expands states until there is a batch of successors or the page is done.
func (w *worker[W]) fill() {
	model, page, at, states := w.search.model, w.page, w.at, w.in.States
	edges, deadEnds := -len(states), uint64(0)
	for at < len(page) && len(states) < visited.BatchStates {
		before := len(states)
		states = model.Successors(&page[at], states)
		if len(states) == before {
			deadEnds++
		}
		at++
	}
	w.at, w.in.States = at, states
	w.tally.edges += uint64(edges + len(states))
	w.tally.deadEnds += deadEnds
}

// flush sends a batch of successors on its way into the table and puts the new ones of an
// earlier batch on pages. It returns false, and does nothing, if the table is full.
func (w *worker[W]) flush() bool {
	fresh, ok := w.in.Flush(w.search.tag)
	if !ok {
		return false
	}
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
	return true
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
	w.tally, w.reported = tally[W]{}, 0
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
	w.in.Clear()
	w.tally, w.reported = tally[W]{}, 0
}
