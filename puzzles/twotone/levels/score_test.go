package levels

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

func TestScore(t *testing.T) {
	strict := Answer{Verdict: puzzle.Solvable, Length: 44, Turns: 6, Count: 12, First: "UR"}
	handover := Answer{Verdict: puzzle.Solvable, Length: 40, Turns: 8, Handovers: 2, Count: 1, First: "DL"}
	lost := Answer{Verdict: puzzle.Unsolvable}
	same := strict
	for _, test := range []struct {
		aim              Aim
		strict, handover Answer
		want             Score
	}{
		{AimBoth, strict, handover, Score{Length: 420, Turns: 40, Handovers: 20, Difference: 5*4 + 20, Solutions: 4 * 13}},
		{AimStrict, strict, handover, Score{Length: 440, Turns: 30, Difference: 40, Solutions: 4 * 13}},
		{AimHandover, strict, handover, Score{Length: 400, Turns: 40, Handovers: 20, Difference: 40, Solutions: 4 * 16}},
		{AimHandover, lost, handover, Score{Length: 400, Turns: 40, Handovers: 20, Difference: 100, Solutions: 4 * 16}},
		{AimBoth, strict, same, Score{Length: 440, Turns: 30, Solutions: 4 * 13}},
	} {
		require.Equal(t, test.want, NewScore(test.aim, &[Rules]Answer{test.strict, test.handover}))
	}
	require.Equal(t, "532 = length 420 + turns 40 + handovers 20 + difference 0 + solutions 52",
		Score{Length: 420, Turns: 40, Handovers: 20, Solutions: 52}.String())
}

func TestRarity(t *testing.T) {
	for _, test := range []struct {
		count uint64
		want  int
	}{{1, 64}, {2, 60}, {3, 60}, {4, 56}, {255, 36}, {256, 32}, {65535, 4}, {65536, 0}, {1 << 40, 0}, {math.MaxUint64, 0}} {
		require.Equal(t, test.want, rarity(test.count), "%d", test.count)
	}
}

func TestAims(t *testing.T) {
	for a, name := range aimNames {
		got, ok := AimNamed(name)
		require.True(t, ok)
		require.Equal(t, Aim(a), got)
		require.Equal(t, name, got.String())
	}
	_, ok := AimNamed("")
	require.False(t, ok)
	require.True(t, AimBoth.needs(twotone.Strict) && AimBoth.needs(twotone.Handover))
	require.True(t, AimStrict.needs(twotone.Strict) && !AimStrict.needs(twotone.Handover))
	require.True(t, !AimHandover.needs(twotone.Strict) && AimHandover.needs(twotone.Handover))
}

// A try with a least score leaves out boards that score less, and no others.
func TestLeastScore(t *testing.T) {
	skipUnderRace(t)
	rng := rand.New(rand.NewPCG(42, 2))
	w := Wish{Rows: 3, Cols: 4, Stars: 3, Rainbow: [2]int{0, 3}}
	j := newJudge(0)
	left := 0
	for range 300 {
		var b twotone.Board
		w.draw(rng, &b)
		for aim := range Aim(3) {
			score, ok := scoreOf(t, j, &b, aim)
			if !ok {
				continue
			}
			for _, more := range []int{-200, -1, 0, 1, 200} {
				got, err := j.try(context.Background(), &b, aim, 1<<20, score.Total()+more)
				require.NoError(t, err)
				require.True(t, got || more > 0)
				if !got {
					left++
				}
			}
		}
	}
	require.Greater(t, left, 50)
}

// All images of a board have its signature and its score, whatever the aim.
func TestImages(t *testing.T) {
	skipUnderRace(t)
	rng := rand.New(rand.NewPCG(42, 1))
	w := Wish{Rows: 3, Cols: 4, Stars: 3, Rainbow: [2]int{0, 3}}
	j := newJudge(0)
	scored := 0
	for range 150 {
		var b twotone.Board
		w.draw(rng, &b)
		for aim := range Aim(3) {
			want, ok := scoreOf(t, j, &b, aim)
			if ok {
				scored++
			}
			for y := range twotone.Symmetry(twotone.Symmetries) {
				image := y.Apply(&twotone.Case{Board: b}).Board
				require.Equal(t, Signature(&b), Signature(&image))
				got, alike := scoreOf(t, j, &image, aim)
				require.Equal(t, ok, alike)
				require.Equal(t, want, got)
			}
		}
	}
	require.Greater(t, scored, 50)
}

// scoreOf scores a board if it is solvable as it should be.
func scoreOf(t *testing.T, j *judge, b *twotone.Board, aim Aim) (Score, bool) {
	ok, err := j.try(context.Background(), b, aim, 1<<20, 0)
	require.NoError(t, err)
	if !ok {
		return Score{}, false
	}
	answers := j.answers(b.StarCount())
	return NewScore(aim, &answers), true
}

// A signature is the ID of one of the images, and the images under what all symmetries are made of have it too: so no other board has. All 1x3
// boards with either side to move, and many of 2x2.
func TestSignature(t *testing.T) {
	skipUnderRace(t)
	for _, test := range []struct {
		rows, cols int
		step       uint64
	}{{1, 3, 1}, {2, 2, 5}} {
		for _, turn := range []twotone.Colour{twotone.Black, twotone.White} {
			space, err := twotone.NewSpace(test.rows, test.cols, turn)
			require.NoError(t, err)
			var c twotone.Case
			for i := uint64(0); i < space.Len(); i += test.step {
				space.Board(i, &c.Board)
				signature, member := Signature(&c.Board), false
				for y := range twotone.Symmetry(twotone.Symmetries) {
					member = member || y.Apply(&c).ID() == signature
				}
				for _, y := range []twotone.Symmetry{1, 2, 4, twotone.SwapColours} {
					image := y.Apply(&c)
					if got := Signature(&image.Board); got != signature {
						t.Fatalf("%s: %s, its image %s: %s", c.ID(), signature, image.ID(), got)
					}
				}
				require.True(t, member, c.ID())
			}
		}
	}
}
