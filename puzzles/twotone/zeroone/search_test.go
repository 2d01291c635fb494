package zeroone

import (
	"math/rand/v2"
	"testing"

	"exhaust/puzzles/twotone"
)

// A node at distance 1, met again by a handover from the start, comes to
// distance 0 and to the front; its old entry is stale. It is not raised again.
func TestDistanceIsOnlyLowered(t *testing.T) {
	c := newCase("BWW", at{0, 2, []int{1}}, black, handOver)
	var s search[word]
	s.reset(c, 0)
	from := s.add(s.start())
	met, _ := s.meet(&state[word]{at: [2]uint16{1, 0}})
	move := edge[word]{step: twotone.StepLeft, cost: 1}
	free := edge[word]{step: twotone.StepHandover, cost: 0}

	s.relax(from, met, &move)
	s.relax(from, met, &free)
	s.relax(from, met, &move)
	s.relax(from, met, &free)
	if n := s.nodes[met]; n.dist != 0 || n.step != twotone.StepHandover {
		t.Errorf("distance %d by %c, want 0 by a handover", n.dist, n.step)
	}
	fresh, stale := s.queue.popFront(), s.queue.popFront()
	if fresh.dist != 0 || stale.dist != 1 || s.queue.len() != 0 {
		t.Fatalf("entries %v, %v and %d more, want distance 0, 1 and no more", fresh, stale, s.queue.len())
	}
	s.expand(stale)
	if len(s.out) != 0 {
		t.Error("the stale entry was expanded")
	}
}

func TestDequeAgainstSlice(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var d deque
	var want []entry
	for i := range 5000 {
		e := entry{i, -i}
		switch op := r.IntN(7); {
		case i%1000 == 999:
			d.clear()
			want = nil
		case op < 2:
			d.pushBack(e)
			want = append(want, e)
		case op < 4:
			d.pushFront(e)
			want = append([]entry{e}, want...)
		case len(want) > 0:
			if got := d.popFront(); got != want[0] {
				t.Fatalf("step %d: %v, want %v", i, got, want[0])
			}
			want = want[1:]
		}
		if d.len() != len(want) {
			t.Fatalf("step %d: %d entries, want %d", i, d.len(), len(want))
		}
	}
}

func TestSets(t *testing.T) {
	testSet[word](t, wordCells)
	for _, n := range []int{2, 8, 9, 65, twotone.MaxCells} {
		testSet[packed](t, n)
	}
}

// testSet compares a set over n cells with a map.
func testSet[S set[S]](t *testing.T, n int) {
	var none S
	none = none.of(make([]bool, n))
	r := rand.New(rand.NewPCG(9, uint64(n)))
	s, want := none, make(map[int]bool)
	for range 200 {
		cell := r.IntN(n)
		if r.IntN(2) == 0 {
			s, want[cell] = s.with(cell), true
		} else {
			s, want[cell] = s.without(cell), false
		}
		probe := r.IntN(n)
		if !want[cell] == s.has(cell) || want[probe] != s.has(probe) {
			t.Fatalf("%d cells: wrong about %d or %d", n, cell, probe)
		}
	}
	cells := make([]bool, n)
	for cell, in := range want {
		cells[cell] = in
	}
	if s != none.of(cells) {
		t.Errorf("%d cells: not equal to the set of the same cells", n)
	}
	for cell := range want {
		s = s.without(cell)
	}
	if s != none {
		t.Errorf("%d cells: emptied set is not equal to the empty set", n)
	}
}
