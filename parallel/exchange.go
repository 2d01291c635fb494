package parallel

import (
	"sync/atomic"

	"exhaust/statecodec"
)

// An outbox is the successors that one worker has generated and nobody has entered, in blocks,
// by shard of the table.
type outbox[W statecodec.Words] []queue[W]

// A queue is blocks of one shard.
type queue[W statecodec.Words] struct {
	full []page[W] // full pages
	last page[W]   // the page that is being filled
}

// post adds blocks to the queues of their shards.
func (o outbox[W]) post(blocks []statecodec.Block[W], shards []uint16, p *pool[W]) {
	for i, shard := range shards {
		q := &o[shard]
		if len(q.last) == cap(q.last) {
			q.turn(p)
		}
		q.last = append(q.last, blocks[i])
	}
}

// turn puts a full page aside.
func (q *queue[W]) turn(p *pool[W]) {
	if len(q.last) > 0 {
		q.full = append(q.full, q.last)
	}
	q.last = p.get()
}

// next takes a page from the queue. It returns nil if there is none.
func (q *queue[W]) next() (next page[W]) {
	if n := len(q.full); n > 0 {
		next, q.full[n-1] = q.full[n-1], nil
		q.full = q.full[:n-1]
		return next
	}
	next, q.last = q.last, nil
	return next
}

// An exchange is where successors wait between the two halves of a round: first workers expand
// blocks, each into an outbox of its own, then they enter what they find
// in all outboxes, each into shards of its own.
type exchange struct {
	posted atomic.Int64 // blocks that wait
	room   int64        // about how many may
	shard  atomic.Int64 // the next shard that nobody has taken
	noRoom atomic.Bool  // a shard has no room for what waits for it
}

// isFull reports whether it is time to enter what waits.
func (x *exchange) isFull() bool { return x.posted.Load() >= x.room }
