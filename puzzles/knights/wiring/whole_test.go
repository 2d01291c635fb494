package wiring

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// levels are the numbers of positions of the 5x5 board at each distance from the goal, computed by
// the engine (exhaust explore knights:5x5). They add up to 25 C(24,12).
var levels = []int{
	1, 8, 14, 38, 148, 368, 1001, 2440, 6468, 14_116, 32_825, 64_782, 137_262, 240_404, 455_522,
	716_458, 1_224_370, 1_720_894, 2_645_274, 3_327_210, 4_594_399, 5_148_132, 6_372_557,
	6_345_924, 6_997_217, 6_160_052, 6_002_337, 4_635_014, 3_942_462, 2_634_392, 1_921_476,
	1_086_234, 658_300, 300_838, 144_842, 49_078, 17_065, 3428, 488, 62,
}

// A wholeTable is the distances of all positions of the 5x5 board, by number.
type wholeTable struct {
	*space
	distance []uint8
}

// newWholeTable finds all distances: level by level from the goal, by numbers of cases.
func newWholeTable(t *testing.T) *wholeTable {
	w := &wholeTable{space: spaceNamed(t, "5x5")}
	w.distance = make([]uint8, w.Len())
	for i := range w.distance {
		w.distance[i] = 0xff
	}
	level := []knights.Board{w.goal}
	w.distance[w.number(&w.goal)] = 0
	for depth := uint8(1); len(level) > 0; depth++ {
		var next []knights.Board
		for _, b := range level {
			for cell := range b.Size() {
				down, right := cell/5-b.Hole/5, cell%5-b.Hole%5
				if down*down+right*right != 5 {
					continue
				}
				after := swapped(&b, cell, b.Hole)
				if at := &w.distance[w.number(after)]; *at == 0xff {
					*at = depth
					next = append(next, *after)
				}
			}
		}
		level = next
	}
	return w
}

// TestWhole5x5 holds solvers against the distances of all positions of the 5x5 board, which take a
// minute to find: of all positions at the greatest distance, some of those before it, and random
// ones.
func TestWhole5x5(t *testing.T) {
	sum := 0
	for _, n := range levels {
		sum += n
	}
	require.Equal(t, 67_603_900, sum)
	if !soak() {
		t.Skip("with EXHAUST_SOAK")
	}
	w := newWholeTable(t)
	got := make([]int, len(levels))
	var deepest, deep []uint64
	for i, d := range w.distance {
		got[d]++
		switch {
		case d == 39:
			deepest = append(deepest, uint64(i))
		case d >= 37 && i%64 == 0:
			deep = append(deep, uint64(i))
		}
	}
	require.Equal(t, levels, got)
	random := rand.New(rand.NewPCG(39, 39))
	for range 3000 {
		deep = append(deep, random.Uint64N(w.Len()))
	}
	w.compare(t, newPanel(puzzle.Limits{}, "perimeter"), append(deep, deepest...))
	w.compare(t, newPanel(puzzle.Limits{}, "ida"), deep[len(deep)-1000:])
	few := append(deep[len(deep)-50:], deepest[0])
	w.compare(t, newPanel(puzzle.Limits{}, "bidirectional", "ida"), few)
	w.compare(t, newPanel(puzzle.Limits{}, "bfs"), few[len(few)-3:])
}

// compare asks solvers for the values of some positions.
func (w *wholeTable) compare(t *testing.T, p *panel, numbers []uint64) {
	var b *knights.Board
	for _, i := range numbers {
		b = w.At(i, b)
		require.Equal(t, 12, bits.OnesCount64(b.Black))
		require.Equal(t, int(w.distance[i]), p.agree(t, b).Value, b)
	}
}
