package graph

import "math/bits"

// A queue gives out nodes by their distance from the start, nearest first. The distances in it
// never lie farther apart than there are buckets, so that a bucket holds nodes of one distance. A
// bucket is a list of its nodes, linked both ways, so that a node whose distance falls leaves its
// bucket.
type queue struct {
	heads     []int32 // the first node of each bucket, or none
	next, ago []int32 // the nodes of a bucket, linked forwards and back; none at the ends
	distance  []int32 // of each node; unknown before it is pushed
	at        int     // the distance of the last node given out
	size      int     // nodes in the queue
}

const (
	none    = -1
	unknown = 1<<31 - 1
)

// bucketsFor returns the number of buckets, a power of two, for a board of so many cells: a step of
// the queue is a walk through some of the cells and one slide more.
func bucketsFor(cells int) int { return 1 << bits.Len(uint(cells)+1) }

// reset makes room for nodes.
func (q *queue) reset(nodes, buckets int) {
	q.heads = resized(q.heads, buckets)
	q.next, q.ago = resized(q.next, nodes), resized(q.ago, nodes)
	q.distance = resized(q.distance, nodes)
}

// begin empties the queue.
func (q *queue) begin() {
	for i := range q.heads {
		q.heads[i] = none
	}
	for i := range q.distance {
		q.distance[i] = unknown
	}
	q.at, q.size = 0, 0
}

// head returns the bucket of a distance.
func (q *queue) head(distance int) *int32 { return &q.heads[distance&(len(q.heads)-1)] }

// push puts a node into the queue, or brings it nearer, and reports whether it did: not if the node
// has a distance as small.
func (q *queue) push(node, distance int) bool {
	old := int(q.distance[node])
	if old <= distance {
		return false
	}
	if old != unknown {
		q.remove(node)
	}
	head := q.head(distance)
	q.next[node], q.ago[node] = *head, none
	if *head != none {
		q.ago[*head] = int32(node)
	}
	*head = int32(node)
	q.distance[node] = int32(distance)
	q.size++
	return true
}

// remove takes a node out of its bucket.
func (q *queue) remove(node int) {
	next, ago := q.next[node], q.ago[node]
	if next != none {
		q.ago[next] = ago
	}
	if ago != none {
		q.next[ago] = next
	} else {
		*q.head(int(q.distance[node])) = next
	}
	q.size--
}

// pop takes out a nearest node, or returns none. Its distance is then at.
func (q *queue) pop() int {
	if q.size == 0 {
		return none
	}
	for *q.head(q.at) == none {
		q.at++
	}
	node := int(*q.head(q.at))
	q.remove(node)
	return node
}
