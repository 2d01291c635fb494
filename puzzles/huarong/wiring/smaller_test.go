package wiring

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
)

// TestOrder holds the order of all cases of up to five cells against itself: it is strict and
// whole.
func TestOrder(t *testing.T) {
	var list []*huarong.Case
	for cells := 2; cells <= 5; cells++ {
		list = append(list, casesOf(cells)...)
	}
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
}

// TestSmaller takes what is one step smaller than random cases: valid, smaller, and apart in
// memory.
func TestSmaller(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		c := queryOf(r, boardOf(r, 1+r.IntN(6), 2+r.IntN(6), 75))
		before := *c
		n := 0
		for d := range Smaller(c) {
			require.NoError(t, d.Validate())
			require.Equal(t, -1, Order(d, c))
			*d = huarong.Case{}
			n++
		}
		require.Equal(t, before, *c)
		require.NotZero(t, n, c)
	}
}

// TestSmallerStops stops after each number of cases.
func TestSmallerStops(t *testing.T) {
	c := parse(t, "0110/1111/1011:2,4,2,2,3,4")
	all := slices.Collect(Smaller(c))
	require.Greater(t, len(all), 15)
	for stop := range len(all) {
		var some []*huarong.Case
		for d := range Smaller(c) {
			some = append(some, d)
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
	for d := range Smaller(parse(t, "0110/1111/1011:2,4,2,2,3,4")) {
		ids = append(ids, d.String())
	}
	for id, step := range map[string]string{
		"1111/1011:1,4,1,2,2,4":      "the first row less",
		"0110/1111:2,4,2,2,2,4":      "the last row less: the target goes up",
		"110/111/011:2,3,2,1,3,3":    "the first column less",
		"010/111/101:2,3,2,2,3,3":    "a column between less",
		"0010/1111/1011:2,4,2,2,3,4": "a cell fixed",
		"0110/1111/1101:2,1,2,3,3,1": "a mirror image",
		"0110/1111/1011:1,2,2,2,3,4": "the hole moved",
		"0110/1111/1011:2,4,1,3,3,4": "the piece moved",
		"0110/1111/1011:2,4,2,2,2,1": "the target moved",
		"0110/1111/1101:2,4,2,2,3,4": "a free cell moved",
	} {
		require.Contains(t, ids, id, step)
	}
}

// TestShrink goes down from large unsolvable cases as long as there is a smaller one, and ends at
// four cells or fewer. The least of all is found among the smallest.
func TestShrink(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	p := newPanel(puzzle.Limits{}, "graph")
	unsolvable := func(c *huarong.Case) bool {
		return p.ask(t, 0, c, puzzle.Decide).Verdict == puzzle.Unsolvable
	}
	for range 5 {
		c := queryOf(r, boardOf(r, 7, 9, 60))
		for !unsolvable(c) {
			c = queryOf(r, c.Board)
		}
		for {
			next := c
			for d := range Smaller(c) {
				if unsolvable(d) {
					next = d
					break
				}
			}
			if next == c {
				break
			}
			c = next
		}
		require.LessOrEqual(t, c.Size(), 4, c)
	}
	batches, _ := Before(parse(t, "111/111:1,1,1,2,1,1"))
	for batch := range batches {
		if i := slices.IndexFunc(batch, unsolvable); i >= 0 {
			require.Equal(t, "101:1,1,1,3,1,1", batch[i].String())
			return
		}
	}
	require.Fail(t, "no unsolvable case is small")
}

// TestBefore holds the cases before one against all cases of the spaces.
func TestBefore(t *testing.T) {
	total := 0
	for cells := 2; cells <= maxBefore; cells++ {
		total += len(casesOf(cells))
	}
	require.Equal(t, 9300, total)
	for _, id := range []string{"11:1,1,1,2,1,1", "011/111:2,3,2,1,1,3", "11/01:2,2,1,2,2,2"} {
		c := parse(t, id)
		var want []*huarong.Case
		for cells := 2; cells <= c.Size(); cells++ {
			for _, d := range casesOf(cells) {
				if Order(d, c) < 0 {
					want = append(want, d)
				}
			}
		}
		batches, all := Before(c)
		var got []*huarong.Case
		for batch := range batches {
			require.NotEmpty(t, batch)
			got = append(got, batch...)
		}
		require.True(t, all)
		require.True(t, slices.IsSortedFunc(got, Order))
		require.Equal(t, want, got)
	}
	batches, all := Before(parse(t, "1111/1111:1,1,1,2,1,1"))
	require.False(t, all)
	n := 0
	for batch := range batches {
		n += len(batch)
	}
	require.Equal(t, total, n)
	for range batches {
		break // stops
	}
}
