package wiring

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzle"
)

// TestRandom draws cases: they are valid and of the size asked for, three cells in four are free,
// and the places are all over the board.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []string{"1x2", "2x1", "2x3", "30x17", "64x64"} {
		d, err := Family().Random(size, family.Draws{})
		require.NoError(t, err)
		require.Equal(t, "random "+size+" boards", d.String())
		for range 50 {
			c := d.Draw(r, nil)
			require.NoError(t, c.Validate())
			require.Equal(t, size, sizeOf(c))
		}
	}
	d, err := Family().Random("20x30", family.Draws{})
	require.NoError(t, err)
	free, drawn := 0, 200
	holes, pieces, targets := map[int]bool{}, map[int]bool{}, map[int]bool{}
	c := d.Draw(r, nil)
	for range drawn {
		same := d.Draw(r, c)
		require.Same(t, c, same)
		free += c.FreeCount()
		holes[c.Hole/100], pieces[c.Piece/100], targets[c.Target/100] = true, true, true
	}
	require.InDelta(t, 0.75, float64(free)/float64(600*drawn), 0.01)
	require.Equal(t, []int{6, 6, 6}, []int{len(holes), len(pieces), len(targets)})
}

// TestSample draws cases of 2x2: each of the 144 as often as any other.
func TestSample(t *testing.T) {
	const each = 100
	s := spaceNamed(t, "2x2")
	d, err := Family().Sample("2x2", family.Draws{})
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	counts := make([]int, s.Len())
	c := d.Draw(r, nil)
	for range each * len(counts) {
		c = d.Draw(r, c)
		counts[s.number(c)]++
	}
	deviation := 0.0 // the sum is about the number of cases if all have the same chance
	for _, n := range counts {
		deviation += float64((n-each)*(n-each)) / each
	}
	require.InDelta(t, len(counts), deviation, 70, "four standard deviations")
}

// TestMutate changes cases many times: each is valid, of the same size and another one, and the
// case before is as it was. All ten thousands of cases of 2x3 are a few changes away from any
// other.
func TestMutate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	w := Family().Workshop
	for _, size := range []string{"1x2", "2x3", "5x4", "30x30"} {
		c, err := w.Draw(r, size)
		require.NoError(t, err)
		require.Equal(t, size, w.Size(c))
		for range 200 {
			before := *c
			d := w.Mutate(r, c)
			require.NoError(t, d.Validate())
			require.Equal(t, size, w.Size(d))
			require.Equal(t, before, *c)
			require.NotEqual(t, before, *d)
			c = d
		}
	}
	s := spaceNamed(t, "2x3")
	met := map[uint64]bool{}
	for c := s.At(0, nil); uint64(len(met)) < s.Len(); c = w.Mutate(r, c) {
		met[s.number(c)] = true
	}
}

// TestSymmetries solves the images of random cases: they have one value and one signature, and are
// valid.
func TestSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	p := newPanel(puzzle.Limits{}, "graph")
	for range 300 {
		c := queryOf(r, boardOf(r, 1+r.IntN(5), 2+r.IntN(5), 75))
		want := p.ask(t, 0, c, puzzle.Best)
		signature := Signature(c)
		least := c.String()
		ids := map[string]bool{}
		for y := range symmetry(symmetries) {
			d := y.apply(c)
			require.NoError(t, d.Validate())
			got := p.ask(t, 0, d, puzzle.Best)
			require.Equal(t, want.Verdict, got.Verdict)
			require.Equal(t, want.Value, got.Value)
			require.Equal(t, signature, Signature(d))
			least = min(least, d.String())
			ids[d.String()] = true
		}
		require.Equal(t, least, signature)
		require.True(t, ids[c.String()])
		require.Zero(t, symmetries%len(ids), "the images are a group's")
	}
}

// TestSymmetryOfCells turns and mirrors a board of 2x3 whose images all differ.
func TestSymmetryOfCells(t *testing.T) {
	c := parse(t, "110/111:1,1,2,3,1,2")
	for y, want := range []string{
		"110/111:1,1,2,3,1,2", "111/110:2,1,1,3,2,2", "011/111:1,3,2,1,1,2", "111/011:2,3,1,1,2,2",
		"11/11/01:1,1,3,2,2,1", "11/11/10:1,2,3,1,2,2",
		"01/11/11:3,1,1,2,2,1", "10/11/11:3,2,1,1,2,2",
	} {
		require.Equal(t, want, symmetry(y).apply(c).String(), y)
	}
}
