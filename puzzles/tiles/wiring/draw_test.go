package wiring

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

// counts draws boards of 2x2 and counts each.
func counts(t *testing.T, d family.Drawer[*tiles.Board], draws int) []int {
	s := spaceNamed(t, "2x2")
	r := rand.New(rand.NewPCG(3, 4))
	counts := make([]int, s.Len())
	b := d.Draw(r, nil)
	for range draws {
		same := d.Draw(r, b)
		require.Same(t, b, same)
		counts[s.number(b)]++
	}
	return counts
}

// requireUniform requires that the boards that can come have come about equally often: the sum of
// squared deviations is about their number if all have the same chance.
func requireUniform(t *testing.T, counts []int, each float64, can func(i int) bool) {
	deviation, boards := 0.0, 0
	for i, n := range counts {
		if can(i) {
			boards++
			deviation += (float64(n) - each) * (float64(n) - each) / each
		} else {
			require.Zero(t, n)
		}
	}
	require.InDelta(t, boards, deviation, 30, "four standard deviations and more")
}

// TestDraws draws boards of 2x2: all with the same chance, or all that can be solved. Valid boards
// of the size come of every size.
func TestDraws(t *testing.T) {
	s := spaceNamed(t, "2x2")
	half, err := Family().Random("2x2", family.Draws{})
	require.NoError(t, err)
	require.Equal(t, "random 2x2 boards that can be solved", half.String())
	can := func(i int) bool { return solvable(s.At(uint64(i), nil)) }
	requireUniform(t, counts(t, half, 12*500), 500, can)
	whole, err := Family().Sample("2x2", family.Draws{})
	require.NoError(t, err)
	require.Equal(t, "random 2x2 boards", whole.String())
	requireUniform(t, counts(t, whole, 24*500), 500, func(int) bool { return true })

	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []string{"2x3", "3x2", "4x5", "5x4", "5x5"} {
		d, err := Family().Random(size, family.Draws{})
		require.NoError(t, err)
		for range 50 {
			b := d.Draw(r, nil)
			require.NoError(t, b.Validate())
			require.True(t, solvable(b))
			require.Equal(t, size, sizeOf(b))
		}
	}
}

// TestMutate changes boards many times: each is valid, of the same size, of the same half and
// another one, the board before is as it was, and all that can be solved are a few changes away.
func TestMutate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	w := Family().Workshop
	for _, size := range []string{"2x2", "2x3", "5x4", "5x5"} {
		b, err := w.Draw(r, size)
		require.NoError(t, err)
		require.Equal(t, size, w.Size(b))
		for range 200 {
			before := *b
			d := w.Mutate(r, b)
			require.NoError(t, d.Validate())
			require.Equal(t, size, w.Size(d))
			require.True(t, solvable(d))
			require.Equal(t, before, *b)
			require.NotEqual(t, before, *d)
			b = d
		}
	}
	met := map[tiles.Board]bool{}
	for b := tiles.Goal(2, 3); len(met) < 360; b = w.Mutate(r, b) {
		met[*b] = true
	}
}

// TestSignature solves the images of random boards: they have one value and one signature, are
// valid, and the image of the image is the board.
func TestSignature(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	p := newPanel(puzzle.Limits{}, "ida")
	for _, size := range []string{"2x2", "2x3", "3x2", "2x4", "3x3"} {
		s := spaceNamed(t, size)
		require.Equal(t, tiles.Goal(s.cols, s.rows), transposed(goalOf(t, size)))
		for range 60 {
			b := s.At(r.Uint64N(s.Len()), nil)
			d := transposed(b)
			require.NoError(t, d.Validate())
			require.Equal(t, b, transposed(d))
			want, got := p.ask(t, 0, b, puzzle.Best), p.ask(t, 0, d, puzzle.Best)
			require.Equal(t, want.Verdict, got.Verdict)
			require.Equal(t, want.Value, got.Value)
			require.Equal(t, Signature(b), Signature(d))
			require.Contains(t, []string{b.String(), d.String()}, Signature(b))
		}
	}
	require.Equal(t, "3x2:1,2,5,4,0,3", transposed(parse(t, "2x3:1,3,0,4,5,2")).String())
}
