package ida

import (
	"fmt"
	"strings"

	"exhaust/puzzles/tiles"
)

// A choice is a way of parting the tiles of a board into sets, and when to turn to it.
type choice struct {
	// drawn has a letter for each tile of the goal, row by row, the same for tiles of a set. A
	// board that is taller than wide is parted as its mirror image.
	drawn string

	// after is how many nodes the search before costs at most. It takes about as long as making the
	// tables, or less where these are made in no time.
	after uint64
}

// choices are the ways of each size from 10 cells on, small tables before large ones. Those of 4x4
// are the best of some tens that were tried on Korf's instances: 1.5 million nodes on average with
// the first, 0.6 million with the second.
var choices = map[string][]choice{
	"2x5": {{"aaabb/aabb", 100_000}},
	"3x4": {{"aaab/aabb/bbb", 500_000}},
	"3x5": {{"aaabb/aacbb/cccb", 2_000_000}, {"aaabb/aaabb/ccbb", 50_000_000}},
	"4x4": {{"abbb/abbc/aacc/acc", 1_000_000}, {"abbb/aacc/aacc/acc", 100_000_000}},
	"4x5": {{"aaabb/aadbb/ccddb/cccd", 30_000_000}},
	"5x5": {{"aaabb/aadbb/cdddb/ccdee/ccee", 200_000_000}},
}

// A parting is the tiles of a board in sets.
type parting struct {
	number int // among the choices of its size
	after  uint64
	sets   [][]int
	set    [tiles.MaxCells]uint8  // of each tile
	power  [tiles.MaxCells]uint32 // of the number of cells, by which the tile's cell counts in its set
}

// partings returns how the tiles of a board are parted, small tables before large ones.
func (g *grid) partings() (list []*parting) {
	short, long := min(g.rows, g.cols), max(g.rows, g.cols)
	for i, c := range choices[fmt.Sprintf("%dx%d", short, long)] {
		p := g.parting(c.drawn)
		p.number, p.after = i, c.after
		list = append(list, p)
	}
	return list
}

// parting returns the sets that are drawn.
func (g *grid) parting(drawn string) *parting {
	p := new(parting)
	long := max(g.rows, g.cols)
	for i, letter := range []byte(strings.ReplaceAll(drawn, "/", "")) {
		cell := i
		if g.rows > g.cols {
			cell = i%long*g.cols + i/long
		}
		set := int(letter - 'a')
		for len(p.sets) <= set {
			p.sets = append(p.sets, nil)
		}
		tile := cell + 1
		p.set[tile] = uint8(set)
		p.power[tile] = uint32(power(g.cells, len(p.sets[set])))
		p.sets[set] = append(p.sets[set], tile)
	}
	return p
}

// power returns n to the power k.
func power(n, k int) int {
	product := 1
	for range k {
		product *= n
	}
	return product
}

// placings returns in how many ways a set of so many tiles may stand on the board.
func (g *grid) placings(count int) int {
	product := 1
	for i := range count {
		product *= g.cells - i
	}
	return product
}
