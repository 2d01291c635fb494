package ida

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	kernel "exhaust/puzzles/heuristic/ida"
	"exhaust/puzzles/tiles"
)

// distances returns every board of a size that can be solved, and the moves from each to the goal,
// breadth first with a map.
func distances(rows, cols int) (list []tiles.Board, far map[tiles.Board]int) {
	goal := *tiles.Goal(rows, cols)
	list, far = append(list, goal), map[tiles.Board]int{goal: 0}
	for i := 0; i < len(list); i++ {
		for _, to := range after(list[i]) {
			if _, met := far[to]; !met {
				far[to] = far[list[i]] + 1
				list = append(list, to)
			}
		}
	}
	return list, far
}

// after returns the boards one move from b.
func after(b tiles.Board) (list []tiles.Board) {
	for cell, tile := range b.Cells() {
		for other := range b.Size() {
			rows, cols := cell/b.Cols-other/b.Cols, cell%b.Cols-other%b.Cols
			if tile == tiles.Gap && rows*rows+cols*cols == 1 {
				to := b
				to.Tiles[cell], to.Tiles[other] = to.Tiles[other], to.Tiles[cell]
				list = append(list, to)
			}
		}
	}
	return list
}

// boardOf returns the board of a layout.
func (g *grid) boardOf(l *layout) *tiles.Board {
	return &tiles.Board{Rows: g.rows, Cols: g.cols, Tiles: l.cells}
}

// checkNode returns an error unless a model is right about a board and those after it: no bound is
// too great, 0 is the bound of the goal alone, and what a move makes of a state is what the board
// after it is. Without the distances, it leaves out what needs them.
func checkNode[S comparable](g *grid, m model[S], b *tiles.Board, far map[tiles.Board]int) error {
	node := m.start(b)
	solved := *b == *tiles.Goal(g.rows, g.cols)
	if (node.Left == 0) != solved || far != nil && node.Left > far[*b] {
		return fmt.Errorf("%v: bound %d, want at most %d", b, node.Left, far[*b])
	}
	next := m.Expand(&node.State, 1<<20, nil)
	boards := map[tiles.Board]bool{}
	for i := range next {
		to := g.boardOf(m.layout(&next[i].State))
		want := m.start(to)
		*m.layout(&want.State) = *m.layout(&next[i].State) // but for the cell before
		if boards[*to] = true; next[i] != want {
			return fmt.Errorf("%v after %v: %v, want %v", to, b, next[i], want)
		}
		for room := want.Left - 2; room <= want.Left+2; room++ {
			near := m.Expand(&node.State, room, nil)[i]
			if (near.Left <= room) != (want.Left <= room) || near.Left > want.Left {
				return fmt.Errorf("%v: bound %d in a room of %d, want %d", to, near.Left, room, want.Left)
			}
		}
	}
	for _, to := range after(*b) {
		if !boards[to] {
			return fmt.Errorf("%v: no move to %v", b, to)
		}
	}
	if len(boards) != len(after(*b)) {
		return fmt.Errorf("%v: %d moves, want %d", b, len(boards), len(after(*b)))
	}
	return nil
}

// checkAll returns an error unless a model is right about all boards of a size, or one in so many.
func checkAll[S comparable](
	g *grid, m model[S], list []tiles.Board, far map[tiles.Board]int, oneIn int,
) error {
	for i := 0; i < len(list); i += oneIn {
		if err := checkNode(g, m, &list[i], far); err != nil {
			return err
		}
	}
	return nil
}

// smallSizes are sizes whose boards are all looked at, one in so many, with ways of parting their
// tiles.
var smallSizes = []struct {
	rows, cols, oneIn int
	drawn             []string
}{
	{2, 2, 1, []string{"ab/b", "aa/a"}},
	{2, 3, 1, []string{"aab/bb", "abc/de", "aaa/aa"}},
	{3, 2, 1, []string{"aab/bb"}},
	{2, 4, 16, []string{"aabb/aab", "aaaa/aab"}},
	{4, 2, 16, []string{"aabb/aab"}},
	{3, 3, 150, []string{"aab/abb/ab", "aaa/bbb/cc", "aaa/aab/bb"}},
}

func TestBounds(t *testing.T) {
	for _, size := range smallSizes {
		g := newGrid(size.rows, size.cols)
		list, far := distances(size.rows, size.cols)
		require.NoError(t, checkAll(g, newConflictModel(g), list, far, size.oneIn))
		for _, drawn := range size.drawn {
			m := patternsOf(t, g, drawn)
			require.NoError(t, checkAll(g, m, list, far, size.oneIn), drawn)
		}
	}
}

// patternsOf returns the model of a parting.
func patternsOf(t testing.TB, g *grid, drawn string) *patternModel {
	p := g.parting(drawn)
	tables, err := g.makeTables(t.Context(), p)
	require.NoError(t, err)
	return newPatternModel(g, p, tables)
}

// TestBoundsOfLargeBoards goes about on boards of every size, with tables of random numbers: what a
// move makes of a state is what the board after it is.
func TestBoundsOfLargeBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	for rows := tiles.MinSide; rows <= tiles.MaxSide; rows++ {
		for cols := tiles.MinSide; cols <= tiles.MaxSide; cols++ {
			g := newGrid(rows, cols)
			requireMoves(t, g, newConflictModel(g), r)
			for _, p := range g.partings() {
				requireMoves(t, g, newPatternModel(g, p, randomTables(g, p, r)), r)
			}
		}
	}
}

// randomTables returns tables of random numbers but for the goal.
func randomTables(g *grid, p *parting, r *rand.Rand) (tables [][]uint8) {
	for _, set := range p.sets {
		table, factor := make([]uint8, power(g.cells, len(set))), r.Uint32()|1
		for i := range table {
			table[i] = 1 + uint8(uint32(i)*factor>>24%9)
		}
		goal := 0
		for i, tile := range set {
			goal += home(tile) * power(g.cells, i)
		}
		table[goal] = 0
		tables = append(tables, table)
	}
	return tables
}

// requireMoves walks about from the goal and from random boards.
func requireMoves[S comparable](t *testing.T, g *grid, m model[S], r *rand.Rand) {
	b := tiles.Goal(g.rows, g.cols)
	for range 3 {
		for range 15 {
			require.NoError(t, checkNode(g, m, b, nil))
			next := after(*b)
			b = &next[r.IntN(len(next))]
		}
		all := b.Cells()
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
}

// TestTables holds the tables of all sets of two and some of three tiles, on boards that are no
// squares too, against a search by hand: over the cells of the tiles and of the gap, with the gap's
// own moves for nothing.
func TestTables(t *testing.T) {
	for _, size := range [][2]int{{2, 3}, {3, 2}, {3, 3}, {4, 2}, {3, 4}} {
		g := newGrid(size[0], size[1])
		for a := 1; a < g.cells; a++ {
			for b := a + 1; b < g.cells; b += 2 {
				requireTable(t, g, []int{b, a})
			}
			if a > 2 {
				requireTable(t, g, []int{a - 1, a, a - 2})
			}
		}
	}
}

// A hand is the cells of some tiles, and last that of the gap.
type hand [4]int

func requireTable(t *testing.T, g *grid, set []int) {
	t.Helper()
	small, err := (&builder[uint16]{grid: g}).build(t.Context(), set)
	require.NoError(t, err)
	large, err := (&builder[uint32]{grid: g}).build(t.Context(), set)
	require.NoError(t, err)
	require.Equal(t, small, large)
	least := byHand(g, set)
	met := 0
	for at, moves := range small {
		var h hand
		for i := range set {
			h[i] = at / power(g.cells, i) % g.cells
		}
		want, there := least[h]
		if !there {
			want = unmet
		} else {
			met++
		}
		require.EqualValues(t, want, moves, "%v %v", set, h)
	}
	require.Equal(t, len(least), met)
}

// byHand returns the least moves of the tiles for all their cells, with the gap anywhere.
func byHand(g *grid, set []int) map[hand]int {
	var start hand
	for i, tile := range set {
		start[i] = home(tile)
	}
	gap := len(set)
	start[gap] = g.cells - 1
	far := map[hand]int{start: 0}
	least := map[hand]int{}
	for cost, level := 0, []hand{start}; len(level) > 0; cost++ {
		var next []hand
		for i := 0; i < len(level); i++ {
			h := level[i]
			if far[h] < cost {
				continue
			}
			key := h
			key[gap] = 0
			if _, met := least[key]; !met {
				least[key] = cost
			}
			for _, to := range g.near[h[gap]][:g.count[h[gap]]] {
				after, price := h, 0
				after[gap] = int(to)
				for k := range set {
					if h[k] == int(to) {
						after[k], price = h[gap], 1
					}
				}
				if old, met := far[after]; met && old <= cost+price {
					continue
				}
				far[after] = cost + price
				if price == 0 {
					level = append(level, after)
				} else {
					next = append(next, after)
				}
			}
		}
		level = next
	}
	return least
}

// The planted bugs. Each is done to the models of 3x3, whose answers are then held against the
// distances.
var mutants = map[string]func(g *grid, c *conflictModel, p *patternModel){
	"the distance counts one more for some cells": func(g *grid, _ *conflictModel, _ *patternModel) {
		g.far[0][8] += 2
		g.far[1][0] += 2
	},
	"conflicts count three times": func(_ *grid, c *conflictModel, _ *patternModel) {
		for i := range c.inRow.extra {
			c.inRow.extra[i] *= 3
		}
	},
	"tiles in order are in conflict": func(_ *grid, c *conflictModel, _ *patternModel) {
		for i := range c.inCol.extra {
			c.inCol.extra[i] = 2
		}
		c.inCol.extra[0] = 0
	},
	"tiles of other rows are in conflict": func(_ *grid, c *conflictModel, _ *patternModel) {
		c.inRow.digits[0] = c.inRow.digits[1]
	},
	"tables count three more": func(_ *grid, _ *conflictModel, p *patternModel) {
		for _, table := range p.tables {
			for i := range table {
				if table[i] != 0 {
					table[i] += 3
				}
			}
		}
	},
	"sets are mixed up": func(_ *grid, _ *conflictModel, p *patternModel) {
		p.tables[0], p.tables[1] = p.tables[1], p.tables[0]
	},
	"tiles of a set are mixed up": func(_ *grid, _ *conflictModel, p *patternModel) {
		v := &p.views[0]
		v.power[1], v.power[2] = v.power[2], v.power[1]
	},
	"the mirrored board is turned": func(_ *grid, _ *conflictModel, p *patternModel) {
		v := &p.views[1]
		for i, j := 0, 8; i < j; i, j = i+1, j-1 {
			v.cell[i], v.cell[j] = v.cell[j], v.cell[i]
		}
	},
	"the gap never goes up in the last column": func(g *grid, _ *conflictModel, _ *patternModel) {
		g.near[8][0] = 7
	},
	"the gap goes round the edge": func(g *grid, _ *conflictModel, _ *patternModel) {
		g.near[3][g.count[3]] = 2
		g.count[3]++
	},
	"a move may be left out": func(g *grid, _ *conflictModel, _ *patternModel) { g.count[4] = 3 },
}

// wrongValue reports whether a model has a wrong answer to a board, or none.
func wrongValue[S any](t *testing.T, g *grid, m model[S], b *tiles.Board, want int) (wrong bool) {
	defer func() {
		if recover() != nil {
			wrong = true
		}
	}()
	limits := puzzle.Limits{States: 100_000, Within: 40}
	found := newClimber(g, m).run(t.Context(), b, 0, limits)
	return found.moves == nil || len(found.moves) != want
}

// TestMutants sees each bug in the answers, and none without.
func TestMutants(t *testing.T) {
	list, far := distances(3, 3)
	isCaught := func(bug func(*grid, *conflictModel, *patternModel)) bool {
		g := newGrid(3, 3)
		c, p := newConflictModel(g), patternsOf(t, g, "aaa/abb/bb")
		bug(g, c, p)
		for i := 0; i < len(list); i += 777 {
			b, want := &list[i], far[list[i]]
			if wrongValue(t, g, c, b, want) || wrongValue(t, g, p, b, want) {
				return true
			}
		}
		return false
	}
	require.False(t, isCaught(func(*grid, *conflictModel, *patternModel) {}))
	for name, bug := range mutants {
		require.True(t, isCaught(bug), name)
	}
}

// TestMutantTables sees a bug of the builder found by TestTables: of the goal, of free cells, of
// what lies beside.
func TestMutantTables(t *testing.T) {
	right, err := (&builder[uint16]{grid: newGrid(2, 5)}).build(t.Context(), []int{3, 7})
	require.NoError(t, err)
	for name, bug := range map[string]func(g *grid){
		"rows are joined":         func(g *grid) { g.inner = [2]uint32{^uint32(0), ^uint32(0)} },
		"the gap never goes left": func(g *grid) { g.inner[0] = 0 },
		"tiles never go down":     func(g *grid) { g.beside[3] &^= 1 << 8 },
	} {
		g := newGrid(2, 5)
		bug(g)
		wrong, err := (&builder[uint16]{grid: g}).build(t.Context(), []int{3, 7})
		require.NoError(t, err)
		require.NotEqual(t, right, wrong, name)
	}
}

var _ kernel.Model[patternState] = (*patternModel)(nil)
