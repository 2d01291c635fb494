package bfs

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

// reachByRounds finds the sets A of a board with the definition in hand: round after round over
// all cells, until none is added.
func reachByRounds(c *twotone.Case) [2][]bool {
	sets := [2][]bool{make([]bool, c.Size()), make([]bool, c.Size())}
	for grown := true; grown; {
		grown = false
		for piece, first := range []int{c.Black, c.White} {
			for cell, colour := range c.Cells {
				near := false
				for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
					row, col := cell/c.Cols+step[0], cell%c.Cols+step[1]
					if row >= 0 && row < c.Rows && col >= 0 && col < c.Cols {
						near = near || row*c.Cols+col == first || sets[piece][row*c.Cols+col]
					}
				}
				if near && (colour != twotone.Colour(piece) || sets[1-piece][cell]) && !sets[piece][cell] {
					sets[piece][cell], grown = true, true
				}
			}
		}
	}
	return sets
}

// Both ways to find the reach, on every board of a few cells and on drawn ones up to the
// largest that fit a word and beyond.
func TestReach(t *testing.T) {
	var flood, walk reach
	check := func(c *twotone.Case) {
		want := reachByRounds(c)
		reaches := []*reach{&walk}
		walk.resize(c.Rows, c.Cols)
		walk.walk(c)
		if c.Size() <= wordCells {
			flood.resize(c.Rows, c.Cols)
			flood.flood(c)
			reaches = append(reaches, &flood)
		}
		for _, r := range reaches {
			for cell := range c.Cells {
				black, white := r.entered(0, cell), r.entered(1, cell)
				if black != want[0][cell] || white != want[1][cell] || r.changes(cell) != (black || white) ||
					r.stood(0, cell) != (black || cell == c.Black) || r.stood(1, cell) != (white || cell == c.White) ||
					r.place(cell) != (r.stood(0, cell) || r.stood(1, cell)) {
					t.Fatalf("%s, cell %d: marks %b, want %v %v", c.ID(), cell, r.marks[cell], want[0][cell], want[1][cell])
				}
			}
		}
	}
	for _, size := range [][2]int{{1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2}, {1, 4}, {4, 1}} {
		space, err := twotone.NewSpace(size[0], size[1], twotone.Black)
		require.NoError(t, err)
		var c twotone.Case
		for i := range space.Len() {
			space.Board(i, &c.Board)
			check(&c)
		}
	}
	rng := rand.New(rand.NewPCG(22, 4))
	for range 3000 {
		check(drawReachCase(rng))
	}
}

// drawReachCase draws a board of up to ten rows, few of its cells rainbow, so that its reach
// is neither all nor nothing.
func drawReachCase(rng *rand.Rand) *twotone.Case {
	c := &twotone.Case{}
	c.Rows, c.Cols = 1+rng.IntN(10), 2+rng.IntN(8)
	if rng.IntN(20) == 0 {
		c.Rows, c.Cols = 1, 64
	}
	for range c.Size() {
		c.Cells = append(c.Cells, twotone.Colour(min(rng.IntN(9)/4, 2)))
	}
	c.Stars = make([]bool, c.Size())
	places := rng.Perm(c.Size())
	c.Black, c.White = places[0], places[1]
	return c
}
