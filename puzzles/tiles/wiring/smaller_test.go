package wiring

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

// smallBoards returns all boards of up to 6 cells in increasing order.
func smallBoards() []*tiles.Board { return boardsOf([]space{{2, 2}, {2, 3}, {3, 2}}) }

// TestOrder holds the order of all boards of up to six cells against itself: it is strict and
// whole. The solved boards are the least of their sizes.
func TestOrder(t *testing.T) {
	list := smallBoards()
	require.Len(t, list, 24+2*720)
	for i := range list[1:] {
		require.Equal(t, -1, Order(list[i], list[i+1]))
		require.Equal(t, 1, Order(list[i+1], list[i]))
		require.Equal(t, 0, Order(list[i], list[i].Clone()))
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		i, j := r.IntN(len(list)), r.IntN(len(list))
		require.Equal(t, i < j, Order(list[i], list[j]) < 0)
	}
	require.Equal(t, tiles.Goal(2, 2), list[0])
	require.Equal(t, tiles.Goal(2, 3), list[24])
	require.Equal(t, tiles.Goal(3, 2), list[25])
}

// TestSmaller takes what is one step smaller than random boards: valid, smaller, and apart in
// memory.
func TestSmaller(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, size := range []string{"2x2", "2x3", "3x2", "3x3", "4x5", "5x5"} {
		d, err := drawerOf(size, false)
		require.NoError(t, err)
		for range 10 {
			b := d.Draw(r, nil)
			before := *b
			n := 0
			for c := range Smaller(b) {
				require.NoError(t, c.Validate())
				require.Equal(t, -1, Order(c, b))
				*c = tiles.Board{}
				n++
			}
			require.Equal(t, before, *b)
			require.NotZero(t, n, b)
		}
	}
	require.Empty(t, slices.Collect(Smaller(tiles.Goal(2, 2))))
}

// TestSmallerStops stops after each number of boards.
func TestSmallerStops(t *testing.T) {
	b := parse(t, "3x4:11,3,5,0,1,2,9,10,4,6,8,7")
	all := slices.Collect(Smaller(b))
	require.Greater(t, len(all), 15)
	for stop := range len(all) {
		var some []*tiles.Board
		for c := range Smaller(b) {
			some = append(some, c)
			if len(some) > stop {
				break
			}
		}
		require.Equal(t, all[:stop+1], some)
	}
}

// TestSmallerSteps looks for one of each kind of step.
func TestSmallerSteps(t *testing.T) {
	var ids []string
	for c := range Smaller(parse(t, "3x2:3,1,4,2,0,5")) {
		ids = append(ids, c.String())
	}
	for id, step := range map[string]string{
		"2x2:2,1,0,3":     "the first row less",
		"2x2:1,2,0,3":     "the same, and the tiles 1 and 2 swapped",
		"2x2:3,1,0,2":     "the last row less: the gap goes up",
		"3x2:1,3,4,2,0,5": "a tile put into place",
		"3x2:1,2,4,3,0,5": "two tiles put into place",
		"3x2:3,1,4,2,5,0": "a move",
		"3x2:1,2,3,4,0,5": "",
	} {
		if step == "" {
			require.NotContains(t, ids, id)
			continue
		}
		require.Contains(t, ids, id, step)
	}
	ids = nil
	for c := range Smaller(parse(t, "3x2:1,2,3,4,0,5")) {
		ids = append(ids, c.String())
	}
	require.Contains(t, ids, "2x3:1,2,0,4,5,3", "rows and columns swapped")
}

// TestShrink goes down from random boards as long as there is a smaller one of the same verdict and
// a value of 4 and more, and ends at four cells.
func TestShrink(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	p := newPanel(puzzle.Limits{}, "ida")
	for _, solvable := range []bool{true, false} {
		holds := func(b *tiles.Board) bool {
			a := p.ask(t, 0, b, puzzle.Best)
			return (a.Verdict == puzzle.Solvable) == solvable && (!solvable || a.Value >= 4)
		}
		d, err := drawerOf("3x4", false)
		require.NoError(t, err)
		b := d.Draw(r, nil)
		for !holds(b) {
			b = d.Draw(r, nil)
		}
		for {
			next := b
			for c := range Smaller(b) {
				if holds(c) {
					next = c
					break
				}
			}
			if next == b {
				break
			}
			b = next
		}
		require.Equal(t, 4, b.Size(), b)
	}
}

// TestBefore holds the boards before one against all boards of up to six cells.
func TestBefore(t *testing.T) {
	list := smallBoards()
	for _, id := range []string{"2x2:1,2,3,0", "2x2:3,1,0,2", "2x3:4,1,2,5,0,3", "3x2:0,1,2,3,4,5"} {
		b := parse(t, id)
		batches, all := Before(b)
		var got []*tiles.Board
		for batch := range batches {
			require.NotEmpty(t, batch)
			got = append(got, batch...)
		}
		require.True(t, all)
		end, met := slices.BinarySearchFunc(list, b, Order)
		require.True(t, met)
		require.Len(t, got, end)
		for i := range got {
			require.Equal(t, list[i], got[i])
		}
	}
	batches, all := Before(tiles.Goal(3, 3))
	require.False(t, all)
	n := 0
	for batch := range batches {
		n += len(batch)
	}
	require.Equal(t, len(list), n)
	for range batches {
		break // stops
	}
}
