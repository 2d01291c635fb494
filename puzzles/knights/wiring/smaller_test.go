package wiring

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// randomBoard returns a board of a random size of up to so many cells.
func randomBoard(random *rand.Rand, most int) *knights.Board {
	for {
		rows, cols := 1+random.IntN(8), 1+random.IntN(8)
		if knights.IsSize(rows, cols) && rows*cols <= most {
			s := spaceOf(rows, cols)
			return s.At(random.Uint64N(s.Len()), nil)
		}
	}
}

// TestOrder holds the order of all boards of up to six cells against itself: it is strict and
// whole.
func TestOrder(t *testing.T) {
	var list []*knights.Board
	for cells := knights.MinCells; cells <= 6; cells++ {
		list = append(list, boardsOf(cells)...)
	}
	for i := range list[1:] {
		require.Equal(t, -1, Order(list[i], list[i+1]))
		require.Equal(t, 1, Order(list[i+1], list[i]))
		require.Equal(t, 0, Order(list[i], list[i].Clone()))
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		i, j := random.IntN(len(list)), random.IntN(len(list))
		require.Equal(t, i < j, Order(list[i], list[j]) < 0)
	}
}

// TestSmaller takes what is one step smaller than random boards: valid, smaller, and apart in
// memory.
func TestSmaller(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 400 {
		b := randomBoard(random, 30)
		before := *b
		n := 0
		for c := range Smaller(b) {
			require.NoError(t, c.Validate())
			require.Equal(t, -1, Order(c, b))
			*c = knights.Board{}
			n++
		}
		require.Equal(t, before, *b)
		require.NotZero(t, n+boolOf(b.Size() == knights.MinCells), b)
	}
}

// boolOf returns 1 for true.
func boolOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestSmallerStops stops after each number of boards.
func TestSmallerStops(t *testing.T) {
	b := parse(t, "1101/*001/0001")
	all := slices.Collect(Smaller(b))
	require.Len(t, all, 17)
	for stop := range len(all) {
		var some []*knights.Board
		for c := range Smaller(b) {
			some = append(some, c)
			if len(some) > stop {
				break
			}
		}
		require.Equal(t, all[:stop+1], some)
	}
}

// TestSmallerSteps looks for one of each kind of step, what takes away most first.
func TestSmallerSteps(t *testing.T) {
	var ids []string
	for c := range Smaller(parse(t, "1101/*001/0001")) {
		ids = append(ids, c.String())
	}
	last := -1
	for _, step := range []struct{ id, what string }{
		{"*111/0001", "the first row less, and knights that are black now"},
		{"1101/*001", "the last row less"},
		{"101/0*1/001", "the first column less, with the hole, which is in its place now"},
		{"111/*01/000", "a column less, and a knight that is white now"},
		{"1101/00*1/0001", "the hole and a knight exchanged: both are as in the goal"},
		{"1111/*001/0000", "two knights exchanged: both are as in the goal"},
		{"11*1/0001/0001", "the hole and a knight exchanged: one is as in the goal"},
		{"1111/*000/0001", "two knights exchanged, the later one black"},
	} {
		at := slices.Index(ids, step.id)
		require.Greater(t, at, last, step.what)
		last = at
	}
	require.Len(t, ids, 17)

	ids = nil
	for c := range Smaller(parse(t, "111/000/01*")) {
		ids = append(ids, c.String())
	}
	require.Contains(t, ids, "*01/111/000", "turned by half a turn, with the colours swapped")
}

// TestShrink goes down from random boards that take more than three jumps as long as there is a
// smaller one.
func TestShrink(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	p := newPanel(puzzle.Limits{}, "ida")
	long := func(b *knights.Board) bool { return p.ask(t, 0, b, puzzle.Best).Value > 3 }
	for range 5 {
		s := spaceNamed(t, "4x4")
		b := s.At(random.Uint64N(s.Len()), nil)
		for !long(b) {
			b = s.At(random.Uint64N(s.Len()), nil)
		}
		for steps := 0; ; steps++ {
			require.Less(t, steps, 100)
			next := b
			for c := range Smaller(b) {
				if long(c) {
					next = c
					break
				}
			}
			if next == b {
				break
			}
			b = next
		}
		require.Equal(t, 12, b.Size(), b)
		require.LessOrEqual(t, misplaced(b), 4, b)
	}
}

// TestBefore holds the boards before one against all of its number of cells and fewer.
func TestBefore(t *testing.T) {
	for _, id := range []string{"1*", "*1/01", "11*/001", "111/000/01*", "1111/0*00"} {
		b := parse(t, id)
		var want []*knights.Board
		for cells := knights.MinCells; cells <= b.Size(); cells++ {
			for _, c := range boardsOf(cells) {
				if Order(c, b) < 0 {
					want = append(want, c)
				}
			}
		}
		batches, all := Before(b)
		var got []*knights.Board
		for batch := range batches {
			require.NotEmpty(t, batch)
			got = append(got, batch...)
		}
		require.True(t, all)
		require.True(t, slices.IsSortedFunc(got, Order))
		require.Equal(t, want, got)
	}
	batches, all := Before(parse(t, "1101/*001/0001"))
	require.False(t, all)
	for range batches {
		break // stops
	}
}

// TestSymmetries takes the images of boards that keep the goal: they take as many jumps. Turning
// the 5x5 board by half a turn with the colours swapped is one, and no other but none at all.
func TestSymmetries(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	p := newPanel(puzzle.Limits{}, "ida")
	kept := map[string]int{}
	for _, size := range []string{"1x5", "2x3", "3x3", "3x4", "4x3", "4x4", "3x5", "5x3", "5x5"} {
		s := spaceNamed(t, size)
		for range 12 {
			b := s.At(random.Uint64N(s.Len()), nil)
			a := p.ask(t, 0, b, puzzle.Best)
			all := images(b)
			kept[size] = len(all)
			require.Equal(t, b, all[0])
			for _, c := range all {
				require.NoError(t, c.Validate())
				image := p.ask(t, 0, c, puzzle.Best)
				require.Equal(t, a.Verdict, image.Verdict)
				require.Equal(t, a.Value, image.Value)
				require.Equal(t, Signature(b), Signature(c))
			}
		}
	}
	require.Equal(t, map[string]int{
		"1x5": 8, "2x3": 2, "3x3": 2, "3x4": 1, "4x3": 1, "4x4": 1, "3x5": 2, "5x3": 2, "5x5": 2,
	}, kept)
	b := parse(t, "10110/01*11/10111/01001/00000")
	image := (flipRows | flipCols | recolour).apply(b)
	require.Equal(t, "11111/01101/00010/00*01/10010", image.String())
	b = parse(t, "1101/*001/0001")
	require.Equal(t, "0*1/001/000/111", (flipRows | transpose).apply(b).String())
}

// TestMutate changes boards a little: the size stays, and the result is another board.
func TestMutate(t *testing.T) {
	w := Family().Workshop
	random := rand.New(rand.NewPCG(5, 5))
	for range 2000 {
		b := randomBoard(random, 30)
		before := *b
		c := w.Mutate(random, b)
		require.NoError(t, c.Validate())
		require.Equal(t, before, *b)
		require.NotEqual(t, b, c)
		require.Equal(t, w.Size(b), w.Size(c))
		drawn, err := w.Draw(random, w.Size(b))
		require.NoError(t, err)
		require.Equal(t, w.Size(b), w.Size(drawn))
	}
	goal := knights.Goal(5, 5)
	require.NotEqual(t, &goal, w.Mutate(random, &goal))
}
