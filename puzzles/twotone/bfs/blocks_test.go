package bfs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/parallel/modeltest"
	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// A blockDrawer draws blocks of a board.
type blockDrawer[W statecodec.Words] struct {
	rng    *rand.Rand
	layout layout
	model  model[W]
}

// reset makes the drawer one of a board, half of the time in a drawn order.
func (d *blockDrawer[W]) reset(c *twotone.Case) {
	d.layout.reset(c)
	if lowest := drawLowest(d.rng, &d.layout); lowest != nil && d.rng.IntN(2) == 0 {
		d.layout.reorder(lowest)
	}
	d.model.reset(c, &d.layout)
}

// draw draws a block of any states, whether they can be reached or not.
func (d *blockDrawer[W]) draw() (b statecodec.Block[W]) {
	l, m := &d.layout, &d.model
	for i := 0; i < len(b.Key); i++ {
		b.Key[i] = d.rng.Uint64() & (m.colours[twotone.Black][i] | m.stars[i])
		if d.rng.IntN(8) == 0 {
			b.Key[i] &^= m.stars[i]
		}
	}
	b.Key[len(b.Key)-1] &^= 63
	black := d.place(0, -1)
	statecodec.Set(&b.Key, l.black, uint64(black))
	statecodec.Set(&b.Key, l.white, uint64(d.place(1, black)))
	statecodec.Set(&b.Key, l.turn, d.rng.Uint64())
	all := uint64(1)<<(1<<min(l.colours, 6)) - 1
	for b.Set == 0 {
		b.Set = all
		for range d.rng.IntN(6) {
			b.Set &= d.rng.Uint64()
		}
	}
	return b
}

// place draws a place of a piece other than the given one.
func (d *blockDrawer[W]) place(piece, other int) int {
	for {
		place := d.rng.IntN(len(d.layout.places))
		if place != other && d.layout.reach.stood(piece, int(d.layout.places[place])) {
			return place
		}
	}
}

// reached returns the blocks of the first few hundred states met, breadth first.
func (d *blockDrawer[W]) reached() []statecodec.Block[W] {
	states, met := []W{d.model.initial}, map[W]bool{d.model.initial: true}
	for i := 0; i < len(states) && len(states) < 400; i++ {
		for _, w := range d.model.Successors(&states[i], nil) {
			if !met[w] {
				met[w] = true
				states = append(states, w)
			}
		}
	}
	slices.SortFunc(states, statecodec.Compare[W])
	return statecodec.AppendBlocks(nil, states)
}

// check checks a board with drawn blocks and reached ones. It returns how many reached blocks have several states.
func (d *blockDrawer[W]) check(c *twotone.Case, got func(*model[W]) parallel.BlockModel[W]) (several int, err error) {
	d.reset(c)
	m := got(&d.model)
	for range 40 {
		b := d.draw()
		if err := modeltest.CheckBlock[W](&d.model, m, &b); err != nil {
			return 0, fmt.Errorf("%s, drawn, %s: %w", c.ID(), d.layout.name(), err)
		}
	}
	for _, b := range d.reached() {
		if err := modeltest.CheckBlock[W](&d.model, m, &b); err != nil {
			return 0, fmt.Errorf("%s, reached, %s: %w", c.ID(), d.layout.name(), err)
		}
		if b.Len() > 1 {
			several++
		}
	}
	return several, nil
}

// drawBlockCase draws a board of a size with few or many stars and rainbow cells.
func drawBlockCase(rng *rand.Rand, rows, cols int) *twotone.Case {
	n := rows * cols
	c := &twotone.Case{Rule: twotone.Rule(rng.IntN(2))}
	c.Rows, c.Cols, c.Turn = rows, cols, twotone.Colour(rng.IntN(2))
	rainbow, stars := rng.IntN(5), rng.IntN(4)
	for range n {
		colour := twotone.Colour(rng.IntN(2))
		if rng.IntN(8) < rainbow {
			colour = twotone.Rainbow
		}
		c.Cells = append(c.Cells, colour)
		c.Stars = append(c.Stars, rng.IntN(8) < stars)
	}
	places := rng.Perm(n)
	c.Black, c.White = places[0], places[1]
	return c
}

// checkWidth checks boards of the sizes given with states of one width, and returns how many.
func checkWidth[W statecodec.Words](t *testing.T, rng *rand.Rand, boards int, sizes ...[2]int) {
	d, several, done := blockDrawer[W]{rng: rng}, 0, 0
	for range boards {
		size := sizes[rng.IntN(len(sizes))]
		c := drawBlockCase(rng, size[0], size[1])
		d.layout.reset(c)
		if words, err := statecodec.Width(d.layout.bits()); err != nil || words != len(d.model.initial) {
			continue
		}
		n, err := d.check(c, func(m *model[W]) parallel.BlockModel[W] { return m })
		require.NoError(t, err)
		several, done = several+n, done+1
	}
	require.Greater(t, done, boards/10, "boards of %d words", len(d.model.initial))
	require.Greater(t, several, done, "reached blocks of several states")
}

// TestBlocks holds blocks against their states one by one, on boards of all widths of a state, under both rules.
func TestBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	checkWidth[[1]uint64](t, rng, 500, smallSizes()...)
	large := [][2]int{{7, 9}, {8, 8}, {5, 13}, {8, 16}, {3, 43}, {12, 16}, {10, 40}}
	checkWidth[[2]uint64](t, rng, 100, large[:5]...)
	checkWidth[[3]uint64](t, rng, 100, large[3:]...)
	checkWidth[[4]uint64](t, rng, 100, large[4:]...)
	checkWidth[[8]uint64](t, rng, 100, large[4:]...)
}

// smallSizes are all sizes up to 6x6 but 1x1.
func smallSizes() (sizes [][2]int) {
	for i := 1; i < 36; i++ {
		sizes = append(sizes, [2]int{1 + i/6, 1 + i%6})
	}
	return sizes
}

// A mutant is a model of blocks with one thing wrong.
type mutant struct {
	*model[[1]uint64]
	right    *model[[1]uint64]
	deadEnds func(deadEnds, set uint64) uint64
	goals    func(goals, set uint64) uint64
	blocks   func([]statecodec.Block[[1]uint64]) []statecodec.Block[[1]uint64]
}

func (m *mutant) BlockSuccessors(b *statecodec.Block[[1]uint64], dst []statecodec.Block[[1]uint64]) ([]statecodec.Block[[1]uint64], uint64) {
	dst, deadEnds := m.model.BlockSuccessors(b, dst)
	if m.deadEnds != nil {
		deadEnds = m.deadEnds(deadEnds, b.Set)
	}
	if m.blocks != nil {
		dst = m.blocks(dst)
	}
	return dst, deadEnds
}

func (m *mutant) BlockGoals(b *statecodec.Block[[1]uint64]) uint64 {
	goals := m.right.BlockGoals(b)
	if m.goals != nil {
		goals = m.goals(goals, b.Set)
	}
	return goals
}

// mutants plant a bug in a model.
var mutants = map[string]func(*mutant){
	"shifts by one bit":         func(m *mutant) { m.eachLane(func(l *lane) { l.turn = l.turn % 2 }) },
	"shifts the other way":      func(m *mutant) { m.eachLane(func(l *lane) { l.turn = -l.turn }) },
	"does not shift":            func(m *mutant) { m.eachLane(func(l *lane) { l.turn = 0 }) },
	"enters its own colour":     func(m *mutant) { m.eachLane(func(l *lane) { l.open, l.turn = ^l.open, -l.turn }) },
	"enters any colour":         func(m *mutant) { m.eachLane(func(l *lane) { l.open = ^uint64(0) }) },
	"sixth bit is in the key":   func(m *mutant) { m.lanes[0][6], m.lanes[1][6] = m.lanes[0][0], m.lanes[1][0] },
	"black goes as white":       func(m *mutant) { m.lanes[0] = m.lanes[1] },
	"takes no star":             func(m *mutant) { m.eachMove(func(v *move[[1]uint64]) { v.star = 0 }) },
	"paints nothing in the key": func(m *mutant) { m.eachMove(func(v *move[[1]uint64]) { v.flip[0] &^= m.colours[0][0] }) },
	"enters all of the key":     func(m *mutant) { m.eachMove(func(v *move[[1]uint64]) { v.need &= -(v.need >> 63) }) },
	"enters the other piece":    func(m *mutant) { m.eachMove(func(v *move[[1]uint64]) { v.to |= 1 << 12 }) },
	"forgets to fold":           func(m *mutant) { m.rule = twotone.Strict },
	"folds when strict":         func(m *mutant) { m.rule = twotone.Handover },
	"folds what is won":         func(m *mutant) { m.stars[0] = ^uint64(0) },
	"counts the edges of one":   func(m *mutant) { m.blocks = withoutLast },
	"dead ends of none":         func(m *mutant) { m.deadEnds = func(uint64, uint64) uint64 { return 0 } },
	"all or no dead ends":       func(m *mutant) { m.deadEnds = allOrNone },
	"dead ends of others":       func(m *mutant) { m.deadEnds = func(d, set uint64) uint64 { return set &^ d } },
	"dead ends beyond the set":  func(m *mutant) { m.deadEnds = func(d, set uint64) uint64 { return d | ^set } },
	"nothing is won":            func(m *mutant) { m.goals = func(uint64, uint64) uint64 { return 0 } },
	"one of a block is won":     func(m *mutant) { m.goals = func(goals, _ uint64) uint64 { return goals & -goals } },
	"wins beyond the set":       func(m *mutant) { m.goals = func(goals, _ uint64) uint64 { return -(goals & -goals) } },
}

func (m *mutant) eachLane(change func(*lane)) {
	for piece := range m.lanes {
		for i := 1; i <= 6; i++ {
			change(&m.lanes[piece][i])
		}
	}
}

func (m *mutant) eachMove(change func(*move[[1]uint64])) {
	for piece := range m.from {
		for place := range m.from[piece] {
			for i := range m.from[piece][place] {
				change(&m.from[piece][place][i])
			}
		}
	}
}

func withoutLast(blocks []statecodec.Block[[1]uint64]) []statecodec.Block[[1]uint64] {
	if last := len(blocks) - 1; last > 0 {
		blocks[last].Set &= -blocks[last].Set
	}
	return blocks
}

func allOrNone(deadEnds, set uint64) uint64 {
	if deadEnds != set {
		return 0
	}
	return set
}

// TestBlockMutants plants bugs: each is found on one of a few hundred boards.
func TestBlockMutants(t *testing.T) {
	for name, plant := range mutants {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(42, 2))
			d, found := blockDrawer[[1]uint64]{rng: rng}, error(nil)
			for boards := 0; found == nil && boards < 300; boards++ {
				size := smallSizes()[rng.IntN(35)]
				_, found = d.check(drawBlockCase(rng, size[0], size[1]), func(m *model[[1]uint64]) parallel.BlockModel[[1]uint64] {
					wrong, lanes := *m, *m.lanes
					wrong.lanes = &lanes
					for piece := range wrong.from {
						wrong.from[piece] = slices.Clone(wrong.from[piece])
					}
					out := &mutant{model: &wrong, right: m}
					plant(out)
					return out
				})
			}
			require.Error(t, found)
		})
	}
}
