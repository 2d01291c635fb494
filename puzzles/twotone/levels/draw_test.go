package levels

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

// requireFits requires a board to be of the kind that was wished for.
func requireFits(t *testing.T, w *Wish, b *twotone.Board) {
	t.Helper()
	c := twotone.Case{Board: *b}
	require.NoError(t, c.Validate())
	require.Equal(t, []int{w.Rows, w.Cols, w.Stars}, []int{b.Rows, b.Cols, b.StarCount()})
	require.Equal(t, twotone.Black, b.Turn)
	require.False(t, b.Stars[b.Black] || b.Stars[b.White], c.ID())
	rainbow := b.Count(twotone.Rainbow)
	require.True(t, w.Rainbow[0] <= rainbow && rainbow <= w.Rainbow[1], c.ID())
}

// kinds are wishes for boards of many shapes, full ones among them.
var kinds = []Wish{
	{Rows: 1, Cols: 3, Stars: 1, Rainbow: [2]int{0, 3}},
	{Rows: 2, Cols: 3, Stars: 4, Rainbow: [2]int{2, 2}},
	{Rows: 5, Cols: 2, Stars: 3, Rainbow: [2]int{1, 4}},
	{Rows: 3, Cols: 4, Stars: 10, Rainbow: [2]int{12, 12}},
	{Rows: 8, Cols: 8, Stars: 6, Rainbow: [2]int{0, 8}},
}

func TestDrawAndMutate(t *testing.T) {
	skipUnderRace(t)
	for _, w := range kinds {
		rng := rand.New(rand.NewPCG(41, 1))
		rainbow := map[int]bool{}
		for range 60 {
			var b twotone.Board
			w.draw(rng, &b)
			requireFits(t, &w, &b)
			rainbow[b.Count(twotone.Rainbow)] = true
			for range 40 {
				w.mutate(rng, &b)
				requireFits(t, &w, &b)
				rainbow[b.Count(twotone.Rainbow)] = true
			}
		}
		require.Len(t, rainbow, w.Rainbow[1]-w.Rainbow[0]+1, "every number of rainbow cells comes up")
	}
}

// differ counts in how many cells two boards differ in colour, in stars, and in pieces.
func differ(a, b *twotone.Board) (cells, stars, pieces int) {
	for i := range a.Cells {
		if a.Cells[i] != b.Cells[i] {
			cells++
		}
		if a.Stars[i] != b.Stars[i] {
			stars++
		}
	}
	if a.Black != b.Black {
		pieces++
	}
	if a.White != b.White {
		pieces++
	}
	return cells, stars, pieces
}

// Each change changes what it is called for and nothing else, every colour, star and piece in turn.
func TestChanges(t *testing.T) {
	skipUnderRace(t)
	w := Wish{Rows: 4, Cols: 5, Stars: 3, Rainbow: [2]int{2, 6}}
	for name, test := range map[string]struct {
		change func(*rand.Rand, *twotone.Board)
		want   [][3]int // cells, stars, pieces that may change
	}{
		"flip":    {w.flip, [][3]int{{0, 0, 0}, {1, 0, 0}}},
		"star":    {w.moveStar, [][3]int{{0, 2, 0}}},
		"piece":   {w.movePiece, [][3]int{{0, 0, 1}}},
		"rainbow": {w.toggleRainbow, [][3]int{{0, 0, 0}, {1, 0, 0}}},
		"swap":    {w.swapCells, [][3]int{{0, 0, 0}, {2, 0, 0}}},
	} {
		rng := rand.New(rand.NewPCG(41, 2))
		met := map[[3]int]bool{}
		where := map[[3]int]bool{}
		for range 3000 {
			var b twotone.Board
			w.draw(rng, &b)
			before := cloneBoard(&b)
			test.change(rng, &b)
			requireFits(t, &w, &b)
			var diff [3]int
			diff[0], diff[1], diff[2] = differ(&before, &b)
			require.True(t, slices.Contains(test.want, diff), "%s: %v", name, diff)
			met[diff] = true
			for i := range b.Cells {
				if b.Cells[i] != before.Cells[i] {
					where[[3]int{int(before.Cells[i]), int(b.Cells[i]), i}] = true
				}
				if b.Stars[i] != before.Stars[i] {
					where[[3]int{0, 1, i}] = true
				}
				if b.Black != before.Black && b.Black == i || b.White != before.White && b.White == i {
					where[[3]int{0, 2, i}] = true
				}
			}
		}
		require.Len(t, met, len(test.want), name)
		turns := map[string]int{"flip": 2, "star": 1, "piece": 1, "rainbow": 4, "swap": 6}[name]
		require.Len(t, where, turns*w.Cells(), "%s: every change at every cell", name)
	}
}
