package parallel

import (
	"context"
	"math/bits"

	"exhaust/frontier"
	"exhaust/statecodec"
	"exhaust/visited"
)

// batchBlocks is the number of blocks of successors that a worker sends on together.
const batchBlocks = 256

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

// meetGoals counts goals of one block.
func (t *tally[W]) meetGoals(b *statecodec.Block[W]) {
	t.add(&tally[W]{goals: uint64(b.Len()), goal: b.At(bits.TrailingZeros64(b.Set))})
}

// A worker expands pages of the level and enters successors into the table.
type worker[W statecodec.Words] struct {
	search   *Search[W]
	number   int
	batch    page[W]             // successors that were not sent on yet
	state    W                   // scratch: what the model is asked about; a variable would be moved to the heap
	block    statecodec.Block[W] // likewise
	states   []W                 // scratch: its successors
	shards   []uint16            // of the batch
	out      outbox[W]
	in       visited.Inserter[W]
	loader   visited.Loader[W]
	met      []page[W] // pages of new states, all full but the last one
	won      []page[W] // likewise, of new goals
	tally    tally[W]
	reported uint64 // states of the tally that the progress knows of
	sorter   *frontier.Sorter[W]
	buffer   frontier.Buffer[W]
	_        [64]byte // workers share no cache line
}

func newWorker[W statecodec.Words](s *Search[W]) *worker[W] {
	return &worker[W]{search: s, number: len(s.workers)}
}

// expand expands pages of the level until there are none, or the exchange is full. It returns
// the context's cause if that is done.
func (w *worker[W]) expand(ctx context.Context) error {
	for !w.search.exchange.isFull() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p, ok := w.search.level.take()
		if !ok {
			break
		}
		if err := w.expandPage(ctx, p); err != nil {
			return err
		}
	}
	return w.send(ctx)
}

// expandPage expands a page of the level.
func (w *worker[W]) expandPage(ctx context.Context, p page[W]) error {
	for i := range p {
		w.expandBlock(&p[i])
		if len(w.batch) >= batchBlocks {
			if err := w.send(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// expandBlock appends the successors of a block to the batch.
func (w *worker[W]) expandBlock(b *statecodec.Block[W]) {
	if w.search.blockModel == nil {
		w.expandStates(b)
		return
	}
	before := len(w.batch)
	batch, deadEnds := w.search.blockModel.BlockSuccessors(b, w.batch)
	edges := 0
	for i := before; i < len(batch); i++ {
		edges += bits.OnesCount64(batch[i].Set)
	}
	w.tally.edges += uint64(edges)
	w.tally.deadEnds += uint64(bits.OnesCount64(deadEnds))
	w.batch = batch
}

// expandStates appends the successors of the states of a block to the batch, one state after the other.
func (w *worker[W]) expandStates(b *statecodec.Block[W]) {
	model, states := w.search.model, w.states
	for set := b.Set; set != 0; set &= set - 1 {
		w.state = b.At(bits.TrailingZeros64(set))
		states = model.Successors(&w.state, states[:0])
		w.tally.edges += uint64(len(states))
		if len(states) == 0 {
			w.tally.deadEnds++
		}
		w.batch = statecodec.AppendBlocks(w.batch, states)
	}
	w.states = states
}

// send sends the batch on: to the exchange, or, if the table is one shard, into it.
func (w *worker[W]) send(ctx context.Context) error {
	s := w.search
	batch := []statecodec.Block[W](w.batch)
	for s.set.Shards() == 1 && len(batch) > 0 {
		if batch = w.insert(0, batch); len(batch) == 0 {
			break
		}
		if err := s.grow(ctx); err != nil {
			return err
		}
	}
	if len(batch) > 0 {
		w.post(batch)
	}
	w.batch = w.batch[:0]
	return nil
}

// insert enters blocks into a shard, and returns those for which there is no room.
func (w *worker[W]) insert(shard int, blocks []statecodec.Block[W]) []statecodec.Block[W] {
	added, left := w.in.Insert(w.search.set, shard, blocks)
	w.tally.states += added
	return left
}

// post leaves blocks in the outbox.
func (w *worker[W]) post(batch []statecodec.Block[W]) {
	s := w.search
	if len(w.out) < s.set.Shards() {
		w.out = append(w.out, make(outbox[W], s.set.Shards()-len(w.out))...)
	}
	if cap(w.shards) < len(batch) {
		w.shards = make([]uint16, len(batch))
	}
	shards := w.shards[:len(batch)]
	s.set.ShardsOf(batch, shards)
	w.out.post(batch, shards, s.pool)
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

// enterShard enters what waits for a shard, and if the level is expanded takes what was new in it. It returns false if there
// is no room for all.
func (w *worker[W]) enterShard(shard int) bool {
	s := w.search
	for _, from := range s.workers {
		if shard >= len(from.out) {
			continue
		}
		q := &from.out[shard]
		for next := q.next(); next != nil; next = q.next() {
			left := w.insert(shard, next)
			s.exchange.posted.Add(int64(len(left) - len(next)))
			if len(left) > 0 {
				q.full = append(q.full, next[:copy(next, left)])
				return false
			}
			s.pool.put(next)
		}
	}
	if !s.level.more() {
		w.in.TakeFresh(s.set, shard, w.meetBlock)
	}
	return true
}

// meetBlock puts new states on pages, goals on pages of their own.
func (w *worker[W]) meetBlock(b statecodec.Block[W]) {
	if goals := w.goals(b); goals != 0 {
		won := statecodec.Block[W]{Key: b.Key, Set: goals}
		w.tally.meetGoals(&won)
		w.won = w.put(w.won, won)
		b.Set &^= goals
	}
	if b.Set != 0 {
		w.met = w.put(w.met, b)
	}
}

// goals returns the states of a block that are goals.
func (w *worker[W]) goals(b statecodec.Block[W]) (goals uint64) {
	s := w.search
	if s.blockModel != nil {
		w.block = b
		return s.blockModel.BlockGoals(&w.block)
	}
	for set := b.Set; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		if w.state = b.At(i); s.model.Goal(&w.state) {
			goals |= 1 << i
		}
	}
	return goals
}

// countGoals counts the goals of a block and keeps nothing of it.
func (w *worker[W]) countGoals(b statecodec.Block[W]) {
	if b.Set = w.goals(b); b.Set != 0 {
		w.tally.meetGoals(&b)
	}
}

// put puts states on the last of some pages, or on a new one.
func (w *worker[W]) put(pages []page[W], b statecodec.Block[W]) []page[W] {
	n := len(pages)
	if n == 0 || len(pages[n-1]) == pageBlocks {
		pages = append(pages, w.search.pool.get())
		n++
	}
	pages[n-1] = append(pages[n-1], b)
	return pages
}

// report tells whoever watches the progress how many states the worker has met.
func (w *worker[W]) report() {
	w.search.progress.states.Add(w.tally.states - w.reported)
	w.reported = w.tally.states
}

// takeMet returns the pages of states that the worker met, and forgets them.
func (w *worker[W]) takeMet() []page[W] {
	met := w.met
	w.met = w.met[:0]
	return met
}

// takeWon returns the pages of goals that the worker met, and forgets them.
func (w *worker[W]) takeWon() []page[W] {
	won := w.won
	w.won = w.won[:0]
	return won
}

// takeTally returns and forgets what the worker counted.
func (w *worker[W]) takeTally() tally[W] {
	w.report()
	t := w.tally
	w.tally, w.reported = tally[W]{}, 0
	return t
}

// drop forgets everything.
func (w *worker[W]) drop() {
	pool := w.search.pool
	for _, pages := range [][]page[W]{w.takeMet(), w.takeWon()} {
		for _, p := range pages {
			pool.put(p)
		}
		clear(pages)
	}
	for shard := range w.out {
		for p := w.out[shard].next(); p != nil; p = w.out[shard].next() {
			pool.put(p)
		}
	}
	w.batch, w.out = w.batch[:0], w.out[:0]
	if w.sorter != nil {
		_ = w.sorter.Free()
		w.sorter = nil
	}
	w.tally, w.reported = tally[W]{}, 0
}
