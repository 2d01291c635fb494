package zeroone

// An entry is a node that waits to be expanded, and its distance when it was
// put into the deque. If the node has become nearer since, the entry is stale.
type entry struct {
	node, dist int
}

// A deque is a queue with two ends. Its entries lie in a ring whose size is a
// power of two. Each operation takes constant time, on average over the
// doublings of the ring. The zero value is empty.
type deque struct {
	ring  []entry
	first int // where the first entry lies
	count int
}

func (d *deque) len() int { return d.count }

// clear empties the deque and keeps its memory.
func (d *deque) clear() { d.first, d.count = 0, 0 }

// slot returns where the i-th entry from the front lies; i may be -1 or len.
func (d *deque) slot(i int) int { return (d.first + i) & (len(d.ring) - 1) }

func (d *deque) pushBack(e entry) {
	d.grow()
	d.ring[d.slot(d.count)] = e
	d.count++
}

func (d *deque) pushFront(e entry) {
	d.grow()
	d.first = d.slot(-1)
	d.ring[d.first] = e
	d.count++
}

// popFront removes the first entry. The deque must not be empty.
func (d *deque) popFront() entry {
	e := d.ring[d.first]
	d.first = d.slot(1)
	d.count--
	return e
}

// grow doubles the ring if it is full.
func (d *deque) grow() {
	if d.count < len(d.ring) {
		return
	}
	ring := make([]entry, max(16, 2*len(d.ring)))
	n := copy(ring, d.ring[d.first:])
	copy(ring[n:], d.ring[:d.first])
	d.ring, d.first = ring, 0
}
