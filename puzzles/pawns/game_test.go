package pawns_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/pawns"
)

func TestValidate(t *testing.T) {
	cell := func(x, y int) pawns.Cell { return pawns.Cell{X: x, Y: y} }
	many := make([]pawns.Cell, 16)
	for i := range many {
		many[i] = cell(i, 1)
	}
	for _, test := range []struct {
		g    pawns.Game
		want string // "" for a valid game
	}{
		{pawns.Game{Side: 5, Knight: cell(4, 0), Pawns: []pawns.Cell{cell(0, 4)}}, ""},
		{pawns.Game{Side: 64, Knight: cell(63, 63), Pawns: many[:15]}, ""},
		{pawns.Game{Side: 2, Knight: cell(1, 1), Pawns: []pawns.Cell{cell(0, 1)}}, ""},
		{pawns.Game{Side: 1, Pawns: many[:1]}, "side 1: want 2 to 64"},
		{pawns.Game{Side: 65, Pawns: many[:1]}, "side 65: want 2 to 64"},
		{pawns.Game{Side: 64}, "0 pawns: want 1 to 15"},
		{pawns.Game{Side: 64, Pawns: many}, "16 pawns: want 1 to 15"},
		{pawns.Game{Side: 5, Knight: cell(5, 0), Pawns: many[:1]},
			"the knight on 5,0: want a cell of the 5x5 board"},
		{pawns.Game{Side: 5, Knight: cell(0, -1), Pawns: many[:1]},
			"the knight on 0,-1: want a cell of the 5x5 board"},
		{pawns.Game{Side: 5, Pawns: []pawns.Cell{cell(1, 1), cell(1, 5)}},
			"pawn 1 on 1,5: want a cell of the 5x5 board"},
		{pawns.Game{Side: 5, Pawns: []pawns.Cell{cell(-1, 1)}},
			"pawn 0 on -1,1: want a cell of the 5x5 board"},
		{pawns.Game{Side: 5, Knight: cell(2, 1), Pawns: []pawns.Cell{cell(1, 2), cell(2, 1)}},
			"pawn 1 on 2,1, under the knight: want another cell"},
		{pawns.Game{Side: 5, Pawns: []pawns.Cell{cell(1, 2), cell(2, 1), cell(1, 2)}},
			"pawns 0 and 2 on 1,2: want two different cells"},
	} {
		err := test.g.Validate()
		if test.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, test.want)
		}
	}
}

func TestCloneSharesNothing(t *testing.T) {
	g := draw(rand.New(rand.NewPCG(1, 1)), 9, 5)
	id := g.ID()
	d := g.Clone()
	require.Equal(t, g, d)
	d.Pawns[0].X, d.Knight.Y = 8-d.Pawns[0].X, 8-d.Knight.Y
	require.Equal(t, id, g.ID())
}

// draw draws a valid game. Its pawns may be out of the knight's reach.
func draw(rng *rand.Rand, side, n int) *pawns.Game {
	cells := rng.Perm(side * side)
	at := func(i int) pawns.Cell { return pawns.Cell{X: cells[i] % side, Y: cells[i] / side} }
	g := &pawns.Game{Side: side, Knight: at(n)}
	for i := range n {
		g.Pawns = append(g.Pawns, at(i))
	}
	return g
}

func TestImages(t *testing.T) {
	g := parse(t, "4:1,0:3,2:0,0")
	var got []string
	for k := range pawns.Images {
		got = append(got, g.Image(k).ID())
	}
	require.Equal(t, []string{
		"4:1,0:3,2:0,0", "4:2,0:0,2:3,0", "4:1,3:3,1:0,3", "4:2,3:0,1:3,3",
		"4:0,1:2,3:0,0", "4:0,2:2,0:0,3", "4:3,1:1,3:3,0", "4:3,2:1,0:3,3",
	}, got)
}

// Each image of a game, with its pawns in any order, has the same least image, and that is one of
// them.
func TestLeastIsOneForAllImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		g := draw(rng, 2+rng.IntN(6), 1+rng.IntN(3))
		least := g.Least()
		require.True(t, least.IsSorted())
		ids := map[string]bool{}
		for k := range pawns.Images {
			image := g.Image(k)
			require.NoError(t, image.Validate())
			rng.Shuffle(len(image.Pawns), func(i, j int) {
				image.Pawns[i], image.Pawns[j] = image.Pawns[j], image.Pawns[i]
			})
			require.Equal(t, least, image.Least())
			ids[image.Sorted().ID()] = true
			require.LessOrEqual(t, pawns.Order(least, image), 0)
		}
		require.Contains(t, ids, least.ID())
	}
}

// Games that are not images of each other have different least images: on 4x4 there are as many as
// Burnside's lemma counts orbits of a knight and a pawn. Of the eight symmetries, the identity
// keeps 16*15 games, and each of the two diagonals the 4*3 on itself; the others keep no cell.
func TestLeastTellsGamesApart(t *testing.T) {
	orbits := map[string]bool{}
	for i := range 16 {
		for j := range 16 {
			if i != j {
				g := parse(t, fmt.Sprintf("4:%d,%d:%d,%d", i%4, i/4, j%4, j/4))
				orbits[g.Least().ID()] = true
			}
		}
	}
	require.Len(t, orbits, (16*15+2*4*3)/8)
}

// Order is a total order of games: it is 0 for the same game only, and what is sorted by it is
// sorted for every pair.
func TestOrderIsTotal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var games []*pawns.Game
	for range 60 {
		games = append(games, draw(rng, 3+rng.IntN(2), 1+rng.IntN(2)))
	}
	for _, a := range games {
		for _, b := range games {
			order := pawns.Order(a, b)
			require.Equal(t, a.ID() == b.ID(), order == 0)
			require.Equal(t, order < 0, pawns.Order(b, a) > 0)
			for _, c := range games {
				if order < 0 && pawns.Order(b, c) < 0 {
					require.Negative(t, pawns.Order(a, c))
				}
			}
		}
	}
}

func TestOrder(t *testing.T) {
	ids := []string{ // in increasing order
		"3:0,0:1,0", "3:1,0:0,0", "3:0,1:0,0", "3:0,0:1,0:2,0", "3:0,0:1,0:0,1", "3:0,0:2,0:0,1",
		"4:0,0:1,0", "64:63,63:62,63", "3:0,0:2,0:1,0", "4:0,0:2,0:1,0",
	}
	for i, a := range ids {
		for j, b := range ids {
			require.Equal(t, i < j, pawns.Order(parse(t, a), parse(t, b)) < 0, "%s %s", a, b)
		}
	}
}

func parse(t testing.TB, id string) *pawns.Game {
	t.Helper()
	g, err := pawns.Parse(id, nil)
	require.NoError(t, err)
	return g
}

// Each step of Smaller is a valid, smaller game without memory of g; the games of a sorted one are
// sorted. So a descent by any of the steps ends.
func TestSmaller(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		n := 1 + rng.IntN(15)
		g := draw(rng, 4+rng.IntN(61), n)
		if rng.IntN(2) == 0 {
			g = g.Sorted()
		}
		id, count := g.ID(), 0
		for d := range g.Smaller() {
			require.NoError(t, d.Validate())
			require.Negative(t, pawns.Order(d, g), "%s after %s", d.ID(), id)
			require.True(t, d.IsSorted() || !g.IsSorted())
			if count < n && n > 1 {
				require.Len(t, d.Pawns, n-1, "the first steps take a pawn away")
			}
			d.Knight, d.Pawns[0] = pawns.Cell{}, pawns.Cell{}
			count++
		}
		require.Equal(t, id, g.ID())
		require.Positive(t, count)
	}
}

// A caller may stop at any step.
func TestSmallerStops(t *testing.T) {
	g := parse(t, "9:8,7:5,6:2,3")
	all := 0
	for range g.Smaller() {
		all++
	}
	require.Greater(t, all, 20)
	for stop := range all {
		count := 0
		for range g.Smaller() {
			if count++; count > stop {
				break
			}
		}
		require.Equal(t, stop+1, count)
	}
}

// A fault that two neighbouring pieces make, wherever they are, is reduced to the least such game.
func TestSmallerReduces(t *testing.T) {
	neighbours := func(g *pawns.Game) bool {
		for _, a := range g.Pawns {
			if a.Y == g.Knight.Y && (a.X == g.Knight.X+1 || a.X == g.Knight.X-1) {
				return true
			}
		}
		return false
	}
	g := parse(t, "40:31,22:4,5:32,22:9,9:0,39")
	for again := true; again; {
		again = false
		for d := range g.Smaller() {
			if neighbours(d) {
				g, again = d, true
				break
			}
		}
	}
	require.Equal(t, "2:0,0:1,0", g.ID())
}

func ExampleGame_ID() {
	g := &pawns.Game{
		Side: 50, Knight: pawns.Cell{X: 1, Y: 1}, Pawns: []pawns.Cell{{X: 0, Y: 0}, {X: 3, Y: 4}},
	}
	fmt.Println(g.ID())
	// Output: 50:1,1:0,0:3,4
}
