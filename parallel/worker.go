package parallel

import (
	"context"

	"exhaust/frontier"
	"exhaust/statecodec"
	"exhaust/visited"
)

// batchStates is the number of successors that a worker sends on together.
const batchStates = 256

// A tally is what a worker counts in one level.
type tally[W statecodec.Words] struct {
	states, edges, deadEnds, goals uint64
	goal                           W // the least goal, if there is one
}

// add adds what another worker counted in the same level.
func (t *tally[W]) add(u *tally[W]) {
	if u.goals > 0 && (t.goals == 0 || statecodec.Less(&u.goal, &t.goal)) {
		t.goal = u.goal
	}
	t.states += u.states
	t.edges += u.edges
	t.deadEnds += u.deadEnds
	t.goals += u.goals
}

// meet counts new states.
func (t *tally[W]) meet(m Model[W], fresh []W) {
	t.states += uint64(len(fresh))
	for i := range fresh {
		if m.Goal(&fresh[i]) {
			t.meetGoal(fresh[i])
		}
	}
}

func (t *tally[W]) meetGoal(goal W) { t.add(&tally[W]{goals: 1, goal: goal}) }

// A worker expands pages of the level and enters successors into the table.
type worker[W statecodec.Words] struct {
	search   *Search[W]
	batch    []W      // successors that were not sent on yet
	shards   []uint16 // of the batch
	out      outbox[W]
	in       visited.Inserter[W]
	meet     func([]W) // w.meetStates
	met      [][]W     // full pages of new states
	last     []W       // the page being filled with new states
	won      [][]W     // pages of new goals
	tally    tally[W]
	reported uint64 // states of the tally that the progress knows of
	sorter   *frontier.Sorter[W]
	buffer   frontier.Buffer[W]
	_        [64]byte // workers share no cache line
}

func newWorker[W statecodec.Words](s *Search[W]) *worker[W] {
	w := &worker[W]{search: s}
	w.meet = w.meetStates
	return w
}

// expand expands pages of the level until there are none, or the exchange is full. It returns
// the context's cause if that is done.
func (w *worker[W]) expand(ctx context.Context) error {
	for !w.search.exchange.isFull() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		piece, ok := w.search.level.take()
		if !ok {
			break
		}
		if err := w.expandPiece(piece); err != nil {
			return err
		}
	}
	return w.send()
}

// expandPiece expands a page of the level, or loads a block.
func (w *worker[W]) expandPiece(piece int) error {
	s := w.search
	if s.level.run != nil {
		return w.loadBlock(piece)
	}
	page := s.level.pages[piece]
	defer s.pool.put(page)
	return w.expandPage(page)
}

// expandPage expands the states of a page.
func (w *worker[W]) expandPage(page []W) error {
	model, batch := w.search.model, w.batch
	for i := range page {
		before := len(batch)
		batch = model.Successors(&page[i], batch)
		w.tally.edges += uint64(len(batch) - before)
		if len(batch) == before {
			w.tally.deadEnds++
		}
		if len(batch) < batchStates {
			continue
		}
		w.batch = batch
		if err := w.send(); err != nil {
			return err
		}
		batch = w.batch
	}
	w.batch = batch
	return nil
}

// send sends the batch on: to the exchange, or, if the table is one shard, into it.
func (w *worker[W]) send() error {
	s := w.search
	batch := w.batch
	for s.set.Shards() == 1 && len(batch) > 0 {
		if batch = w.in.Insert(s.set, 0, batch, s.tag, w.meet); len(batch) == 0 {
			break
		}
		if err := s.grow(); err != nil {
			return err
		}
	}
	if len(batch) > 0 {
		w.post(batch)
	}
	w.batch = w.batch[:0]
	return nil
}

// post leaves states in the outbox.
func (w *worker[W]) post(batch []W) {
	s := w.search
	if len(w.out) < s.set.Shards() {
		w.out = append(w.out, make(outbox[W], s.set.Shards()-len(w.out))...)
	}
	if cap(w.shards) < len(batch) {
		w.shards = make([]uint16, len(batch))
	}
	shards := w.shards[:len(batch)]
	s.set.ShardsOf(batch, shards)
	w.out.post(batch, shards, &s.pool)
	s.exchange.posted.Add(int64(len(batch)))
}

// enter takes shards until there are none, and enters what waits for them. It returns
// the context's cause if that is done.
func (w *worker[W]) enter(ctx context.Context) error {
	s := w.search
	for {
		shard := int(s.exchange.shard.Add(1)) - 1
		if shard >= s.set.Shards() {
			w.report()
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !w.enterShard(shard) {
			s.exchange.noRoom.Store(true)
		}
	}
}

// enterShard enters what waits for a shard. It returns false if there is no room for all.
func (w *worker[W]) enterShard(shard int) bool {
	s := w.search
	for _, from := range s.workers {
		if shard >= len(from.out) {
			continue
		}
		q := &from.out[shard]
		for page := q.next(); page != nil; page = q.next() {
			left := w.in.Insert(s.set, shard, page, s.tag, w.meet)
			s.exchange.posted.Add(int64(len(left) - len(page)))
			if len(left) > 0 {
				q.full = append(q.full, page[:copy(page, left)])
				return false
			}
			s.pool.put(page)
		}
	}
	return true
}

// meetStates puts new states on pages: goals on pages of their own, and only if levels are kept.
func (w *worker[W]) meetStates(fresh []W) {
	model, last := w.search.model, w.last
	for i := range fresh {
		if model.Goal(&fresh[i]) {
			w.meetGoal(&fresh[i])
			continue
		}
		if len(last) == cap(last) {
			last = w.turnPage(last)
		}
		last = append(last, fresh[i])
	}
	w.last = last
	w.tally.states += uint64(len(fresh))
}

// meetGoal counts a goal, and keeps it if levels are kept.
func (w *worker[W]) meetGoal(goal *W) {
	w.tally.meetGoal(*goal)
	if w.search.keeper == nil {
		return
	}
	n := len(w.won)
	if n == 0 || len(w.won[n-1]) == cap(w.won[n-1]) {
		w.won = append(w.won, w.search.pool.get())
		n++
	}
	w.won[n-1] = append(w.won[n-1], *goal)
}

// turnPage puts a full page of new states aside and returns an empty one.
func (w *worker[W]) turnPage(full []W) []W {
	if len(full) > 0 {
		w.met = append(w.met, full)
	}
	return w.search.pool.get()
}

// report tells whoever watches the progress how many states the worker has met.
func (w *worker[W]) report() {
	w.search.progress.states.Add(w.tally.states - w.reported)
	w.reported = w.tally.states
}

// take moves what the worker met to a level, and returns and forgets what it counted.
func (w *worker[W]) take(l *level[W]) tally[W] {
	w.report()
	l.add(w.met...)
	clear(w.met)
	w.met = w.met[:0]
	if len(w.last) > 0 {
		l.add(w.last)
		w.last = nil
	}
	l.won = append(l.won, w.won...)
	clear(w.won)
	w.won = w.won[:0]
	t := w.tally
	w.tally, w.reported = tally[W]{}, 0
	return t
}

// drop forgets everything.
func (w *worker[W]) drop() {
	pool := &w.search.pool
	pool.put(w.last)
	for _, page := range w.met {
		pool.put(page)
	}
	for _, page := range w.won {
		pool.put(page)
	}
	clear(w.met)
	clear(w.won)
	w.batch, w.last, w.met, w.won = w.batch[:0], nil, w.met[:0], w.won[:0]
	for shard := range w.out {
		for page := w.out[shard].next(); page != nil; page = w.out[shard].next() {
			pool.put(page)
		}
	}
	w.out = w.out[:0]
	if w.sorter != nil {
		_ = w.sorter.Reset()
		w.sorter = nil
	}
	w.tally, w.reported = tally[W]{}, 0
}
