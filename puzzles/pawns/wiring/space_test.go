package wiring

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzles/pawns"
	"exhaust/puzzles/pawns/referee"
)

// everySorted returns all games of a side with up to n pawns, in order, that can be played: every
// set of cells by its bits.
func everySorted(side, n int) (list []*pawns.Game) {
	cells := side * side
	for set := 1; set < 1<<cells; set++ {
		if bits.OnesCount(uint(set)) > n {
			continue
		}
		var pieces []pawns.Cell
		for c := range cells {
			if set>>c&1 != 0 {
				pieces = append(pieces, cell(c, side))
			}
		}
		for knight := range cells {
			g := &pawns.Game{Side: side, Knight: cell(knight, side), Pawns: pieces}
			if set>>knight&1 == 0 && referee.Unreachable(g) == nil {
				list = append(list, g.Clone())
			}
		}
	}
	slices.SortFunc(list, pawns.Order)
	return list
}

// A space is all games of its size, each once, in order.
func TestSpace(t *testing.T) {
	for text, want := range map[string]int{
		"3:7": 1016, "3:2": 8 * (7 + 21), "4:1": 16 * 15, "4:3": 9200,
	} {
		z, _, err := parseSize(text)
		require.NoError(t, err)
		s, err := newSpace(context.Background(), text, nil)
		require.NoError(t, err)
		require.EqualValues(t, want, s.Len())
		require.Equal(t, text, s.String())
		reuse := new(pawns.Game)
		for i, g := range everySorted(z.side, z.pawns) {
			require.Equal(t, g, s.At(uint64(i), nil))
			reuse = s.At(uint64(i), reuse)
			require.Equal(t, g, reuse)
		}
	}
}

// The greater spaces have increasing games, the first and the last of which are known.
func TestLargeSpaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for text, want := range map[string]struct {
		games       uint64
		first, last string
	}{
		"5:3": {58_100, "5:0,0:1,0", "5:4,4:1,4:2,4:3,4"},
		"4:15": {16 * (1<<15 - 1), "4:0,0:1,0",
			"4:3,3:0,0:1,0:2,0:3,0:0,1:1,1:2,1:3,1:0,2:1,2:2,2:3,2:0,3:1,3:2,3"},
		"64:2": {4096 * (4095 + 4095*4094/2), "64:0,0:1,0", "64:63,63:61,63:62,63"},
	} {
		s, err := newSpace(context.Background(), text, nil)
		require.NoError(t, err)
		require.Equal(t, want.games, s.Len())
		require.Equal(t, want.first, s.At(0, nil).ID())
		require.Equal(t, want.last, s.At(s.Len()-1, nil).ID())
		for range 2000 {
			i := rng.Uint64N(s.Len() - 1)
			a, b := s.At(i, nil), s.At(i+1, nil)
			require.NoError(t, a.Validate())
			require.True(t, a.IsSorted())
			require.Negative(t, pawns.Order(a, b))
		}
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]string{
		"":       `size "": want SIDE:PAWNS, such as 4:3`,
		"4":      `size "4": want SIDE:PAWNS, such as 4:3`,
		"4x4:2":  `size "4x4:2": want SIDE:PAWNS, such as 4:3`,
		"04:2":   `size "04:2": want SIDE:PAWNS, such as 4:3`,
		"4:0":    `size "4:0": want SIDE:PAWNS, such as 4:3`,
		"4:3 ":   `size "4:3 ": want SIDE:PAWNS, such as 4:3`,
		"2:1":    `size 2:1: want a side of 3 to 64`,
		"65:1":   `size 65:1: want a side of 3 to 64`,
		"3:8":    `size 3:8: want 1 to 7 pawns`,
		"4:16":   `size 4:16: want 1 to 15 pawns`,
		"64:5":   `size 64:5: want less than 2^64 games`,
		"50:15":  `size 50:15: want less than 2^64 games`,
		"999:99": `size "999:99": want SIDE:PAWNS, such as 4:3`,
	} {
		s, err := newSpace(context.Background(), text, nil)
		require.EqualError(t, err, want)
		require.True(t, s == nil)
		if !strings.Contains(want, "2^64") {
			_, err = newDrawer(text, family.Draws{})
			require.EqualError(t, err, want)
			_, err = workshop().Draw(nil, text)
			require.EqualError(t, err, want)
		}
	}
	for text, want := range map[string]string{
		"4:1": "game with 1 pawn on 4x4", "4:3": "game with 1 to 3 pawns on 4x4",
	} {
		s, err := newSpace(context.Background(), text, nil)
		require.NoError(t, err)
		require.Equal(t, want, s.Title())
	}
	_, err := newSpace(context.Background(), "64:4", nil)
	require.NoError(t, err)
}

// On each board, a knight can go from each cell of the region to each other, and from no other
// cell.
func TestRegion(t *testing.T) {
	require.Len(t, region(3), 8)
	for side := 3; side <= pawns.MaxSide; side++ {
		cells := region(side)
		if side > 3 {
			require.Len(t, cells, side*side)
		}
	}
	require.NotContains(t, region(3), pawns.Cell{X: 1, Y: 1})
}

// Each game of a size is drawn as often as another: 8*7*6 games of two pawns in order on 3x3.
func TestDrawIsUniform(t *testing.T) {
	d, err := newDrawer("3:2", family.Draws{})
	require.NoError(t, err)
	require.Equal(t, "random games with 2 pawns on 3x3", d.String())
	rng := rand.New(rand.NewPCG(21, 22))
	const games, each = 8 * 7 * 6, 200
	seen := map[string]int{}
	var g *pawns.Game
	for range games * each {
		g = d.Draw(rng, g)
		seen[g.ID()]++
	}
	require.Len(t, seen, games)
	chi := 0.0
	for id, n := range seen {
		require.Nil(t, referee.Unreachable(parse(t, id)))
		chi += float64((n-each)*(n-each)) / each
	}
	require.InDelta(t, games-1, chi, 5*26, "the deviation of chi squared is 26") // sqrt(2*335)
}

func TestWorkshop(t *testing.T) {
	w := workshop()
	rng := rand.New(rand.NewPCG(23, 24))
	for _, text := range []string{"3:1", "3:7", "4:2", "4:15", "9:6", "50:15"} {
		g, err := w.Draw(rng, text)
		require.NoError(t, err)
		require.Equal(t, text, w.Size(g))
		seen := map[string]bool{}
		for range 60 {
			id := g.ID()
			m := w.Mutate(rng, g)
			require.Equal(t, id, g.ID())
			require.NoError(t, m.Validate())
			require.Nil(t, referee.Unreachable(m))
			require.Equal(t, text, w.Size(m))
			require.NotEqual(t, g.Sorted(), m.Sorted(), "more than the order differs")
			require.Equal(t, w.Signature(m), w.Signature(m.Image(5)))
			seen[m.ID()] = true
			g = m
		}
		require.Greater(t, len(seen), 30)
	}
}

// Steps to smaller games can all be played.
func TestSmaller(t *testing.T) {
	count := 0
	for _, text := range []string{"3:3", "4:2", "12:3"} {
		for _, g := range drawMany(t, text, 20) {
			for d := range smaller(g) {
				require.Nil(t, referee.Unreachable(d))
				require.Negative(t, pawns.Order(d, g))
				count++
			}
		}
	}
	require.Greater(t, count, 500)
	for range smaller(parse(t, "4:0,0:1,1:2,2")) {
		break // a caller may stop
	}
}

// What comes before a game is smaller, increases, and is all where it says so.
func TestBefore(t *testing.T) {
	three, four := everySorted(3, 7), everySorted(4, 4)
	for id, want := range map[string]struct {
		games []*pawns.Game
		all   bool
	}{
		"3:0,0:1,0":                 {nil, true},
		"3:1,2:0,0:2,0":             {three, true},
		"3:1,2:2,0:0,0":             {three, false}, // not in order
		"4:0,0:1,0":                 {three, true},
		"4:2,1:0,0:1,0:3,3":         {append(slices.Clone(three), four...), true},
		"4:3,3:0,0:1,0:2,0:3,0:0,1": {append(slices.Clone(three), four...), false},
		"5:0,0:1,0":                 {append(slices.Clone(three), four...), false},
	} {
		c := parse(t, id)
		batches, all := before(c)
		require.Equal(t, want.all, all, id)
		var got []*pawns.Game
		for batch := range batches {
			require.NotEmpty(t, batch)
			got = append(got, batch...)
		}
		var smaller []*pawns.Game
		for _, g := range want.games {
			if pawns.Order(g, c) < 0 {
				smaller = append(smaller, g)
			}
		}
		require.Equal(t, smaller, got, id)
	}
}

// A large game has many small ones before it, with the pawns of each side that make few games.
func TestBeforeLarge(t *testing.T) {
	counts := map[string]int{}
	last := parse(t, "3:0,0:1,0")
	batches, all := before(parse(t, "50:0,0:1,0:2,0:3,0"))
	require.False(t, all)
	for batch := range batches {
		for _, g := range batch {
			if pawns.Order(last, g) > 0 {
				t.Fatalf("%s after %s", g.ID(), last.ID())
			}
			counts[size{g.Side, len(g.Pawns)}.String()]++
			last = g
		}
	}
	require.Equal(t, map[string]int{
		"3:1": 8 * 7, "3:2": 8 * 21, "3:3": 8 * 35, "3:4": 8 * 35,
		"3:5": 8 * 21, "3:6": 8 * 7, "3:7": 8,
		"4:1": 16 * 15, "4:2": 16 * 105, "4:3": 16 * 455, "4:4": 16 * 1365,
		"5:1": 25 * 24, "5:2": 25 * 276, "5:3": 25 * 2024,
		"6:1": 36 * 35, "6:2": 36 * 595, "7:1": 49 * 48, "7:2": 49 * 1128, "8:1": 64 * 63,
	}, counts)
	for range batches {
		break // a caller may stop
	}
}
