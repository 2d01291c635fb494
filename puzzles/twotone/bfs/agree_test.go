package bfs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/zeroone"
	"exhaust/statecodec"
)

func TestAllSmallBoards(t *testing.T) {
	if raceEnabled {
		t.Skip("one worker")
	}
	for _, size := range [][2]int{{1, 2}, {2, 1}, {1, 3}, {3, 1}, {1, 4}, {4, 1}, {2, 2}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			j := newJudge()
			eachCase(t, size[0], size[1], func(c *twotone.Case) { j.agree(t, c) })
			if size[0]*size[1] > 2 { // on two cells nobody can ever move
				require.Positive(t, j.counts[puzzle.Unsolvable])
			}
			require.Positive(t, j.counts[puzzle.Solvable])
			require.Zero(t, j.counts[puzzle.Limit])
		})
	}
}

func TestRandomBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, test := range []struct{ rows, cols, boards, stars int }{
		{2, 3, 2000, 6},
		{3, 2, 2000, 6},
		{1, 5, 2000, 5},
		{5, 1, 2000, 5},
		{3, 3, 1500, 6},
		{3, 4, 200, 6},
		{4, 3, 200, 6},
		{2, 5, 800, 6},
	} {
		j := newJudge()
		for range test.boards {
			j.agree(t, drawCase(rng, test.rows, test.cols, test.stars))
		}
		require.Greater(t, j.counts[puzzle.Solvable], test.boards/20)
		require.Greater(t, j.counts[puzzle.Unsolvable], test.boards/20)
		require.Zero(t, j.counts[puzzle.Limit])
	}
}

// laneSizes are boards of 63, 64, 65, 127, 128, 129, 192, 193 cells, where the
// numbers of cells and the sets over them outgrow a word, and some larger ones.
var laneSizes = [][2]int{
	{1, 63}, {3, 21}, {7, 9}, {1, 64}, {4, 16}, {1, 65}, {5, 13},
	{1, 127}, {1, 128}, {8, 16}, {1, 129}, {3, 43},
	{3, 64}, {12, 16}, {1, 193}, {1, 255}, {3, 80}, {10, 40}, {11, 42},
}

// Large boards of every width of the state.
func TestLargeBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	hit := map[int]map[puzzle.Verdict]int{}
	for _, words := range []int{1, 2, 3, 4, 8} {
		hit[words] = map[puzzle.Verdict]int{}
	}
	for _, size := range laneSizes {
		j := newJudge()
		j.zeroone.MaxStates = 3000
		for i := range 60 {
			least := []int{0, 60, 100, 120, 160, 190, 250}[i%7]
			if c, ok := drawLanes(rng, size[0], size[1], least); ok {
				hit[stateWords(stateBits(c))][j.agree(t, c).Verdict]++
			}
		}
	}
	for words, counts := range hit {
		require.Greater(t, counts[puzzle.Solvable], 10, "%d words", words)
		require.Greater(t, counts[puzzle.Unsolvable], 10, "%d words", words)
	}
}

// States that fill their words to the last bit, or need one bit more.
func TestFullWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	for _, test := range []struct{ rows, cols, bits, words int }{
		{7, 9, 64, 1},
		{7, 9, 65, 2},
		{3, 43, 128, 2},
		{1, 129, 129, 3},
		{12, 16, 192, 3},
		{12, 16, 193, 4},
		{1, 255, 256, 4},
		{3, 83, 257, 8},
		{20, 26, 512, 8},
	} {
		t.Run(fmt.Sprint(test.bits), func(t *testing.T) {
			j := newJudge()
			j.zeroone.MaxStates = 3000
			for range 100 {
				if c, ok := drawLanes(rng, test.rows, test.cols, test.bits); ok {
					require.Equal(t, test.words, stateWords(stateBits(c)))
					require.NotPanics(t, func() { j.agree(t, c) }, "%s", c.ID())
				}
			}
			require.Greater(t, j.counts[puzzle.Solvable], 2)
			require.Greater(t, j.counts[puzzle.Unsolvable], 2)
		})
	}
}

// A long way on one row: N - 2 moves, the last onto the only star.
func TestLongCorridors(t *testing.T) {
	for _, n := range []int{63, 64, 65, 127, 128, 129, 192, 193, 255} {
		c := &twotone.Case{}
		c.Rows, c.Cols = 1, n
		c.Cells, c.Stars = make([]twotone.Colour, n), make([]bool, n)
		for i := range c.Cells {
			c.Cells[i] = twotone.White
		}
		c.Stars[n-2] = true
		c.White = n - 1
		j := newJudge()
		require.Equal(t, n-2, j.agree(t, c).Value)

		turned := twotone.Symmetry(15).Apply(c) // n x 1, from the bottom up, by white
		require.Equal(t, n, turned.Rows)
		require.Equal(t, n-2, j.agree(t, turned).Value)

		c.Cells[n/2] = twotone.Black // a wall
		require.Equal(t, puzzle.Unsolvable, j.agree(t, c).Verdict)
	}
}

// So many stars that they fill several words: black walks along a row and takes
// the last ones, white is stuck and hands over each time. With 240 stars on 255 cells a state
// has 2·8 + 1 + 240 + 255 = 512 bits, and the last star is in the fifth word.
func TestManyStars(t *testing.T) {
	for _, test := range []struct{ cells, stars int }{{63, 40}, {64, 60}, {129, 127}, {193, 150}, {255, 239}, {255, 240}} {
		c := &twotone.Case{Rule: twotone.Handover}
		c.Rows, c.Cols, c.White = 1, test.cells, test.cells-1
		c.Cells, c.Stars = make([]twotone.Colour, test.cells), make([]bool, test.cells)
		for i := range c.Cells {
			c.Cells[i] = twotone.White
			c.Stars[i] = i < test.cells-1 && i >= test.cells-1-test.stars
		}
		j := newJudge()
		r := j.agree(t, c)
		require.Equal(t, test.cells-2, r.Value)
		require.Equal(t, test.stars-1, twotone.Solution(r.Certificate).Handovers())

		turned := twotone.Symmetry(15).Apply(c)
		require.Equal(t, r.Value, j.agree(t, turned).Value)

		c.Stars[test.cells-1], c.Stars[test.cells-1-test.stars] = true, false // under white, for ever
		require.Equal(t, puzzle.Unsolvable, j.agree(t, c).Verdict)
	}
}

func TestTooManyBits(t *testing.T) {
	c := &twotone.Case{}
	c.Rows, c.Cols = 20, 26
	c.Cells, c.Stars = make([]twotone.Colour, 520), make([]bool, 520)
	c.White, c.Stars[5] = 100, true
	for i := range 30 {
		c.Cells[200+i] = twotone.Rainbow
	}
	// 520 cells take 10 bits a piece; one star, 490 ordinary cells: 20 + 1 + 1 + 490 = 512
	require.Equal(t, puzzle.Unsolvable, solve(t, bfs.NewPlain(bfs.Options{}), c, puzzle.Best).Verdict)

	require.Equal(t, 512, bfs.LiveBits(c)) // the white piece comes everywhere
	c.Stars[6] = true
	tooWide(t, bfs.NewPlain(bfs.Options{}), c, 513)
	tooWide(t, bfs.New(bfs.Options{}), c, 513)
	_, err := bfs.Explore(c)
	require.Error(t, err)

	for _, cell := range []int{99, 101, 74, 126} { // beside the white piece
		c.Cells[cell] = twotone.White
	}
	tooWide(t, bfs.NewPlain(bfs.Options{}), c, 513)
	require.Equal(t, puzzle.Unsolvable, solve(t, bfs.New(bfs.Options{}), c, puzzle.Best).Verdict)
	require.Equal(t, 10, bfs.LiveBits(c)) // two places, the turn, other stars, and the bits of a block
}

// tooWide fails the test unless a solver refuses a case because of a state's bits.
func tooWide(t *testing.T, s *bfs.Solver, c *twotone.Case, bits int) {
	_, err := s.Solve(context.Background(), c, puzzle.Best)
	require.EqualError(t, err, fmt.Sprintf("board too large for this solver: a state would need %d bits: want at most 512", bits))
	var width *statecodec.WidthError
	require.ErrorAs(t, err, &width)
	require.Equal(t, bits, width.Bits)
}

func TestInvalidCase(t *testing.T) {
	c := parse(t, "2x3:BWRBWR:0:3:1,2:strict")
	c.White = 0
	_, err := bfs.New(bfs.Options{}).Solve(context.Background(), c, puzzle.Best)
	require.EqualError(t, err, "both pieces on cell 0: want two different cells")
}

// What is asked for decides what is answered.
func TestAsk(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	j := newJudge()
	for range 300 {
		c := drawCase(rng, 2, 3, 5)
		shortest := j.agree(t, c)
		decided := solve(t, j.bfs, c, puzzle.Decide)
		require.Equal(t, shortest.Verdict, decided.Verdict)
		require.Nil(t, decided.Certificate)
		found := solve(t, j.bfs, c, puzzle.Any)
		require.Equal(t, shortest.Verdict, found.Verdict)
		if found.Verdict == puzzle.Solvable {
			_, err := j.referee.Replay(c, found.Certificate)
			require.NoError(t, err)
		}
	}
}

// A handover before the first move, two of them, and one that ends nothing.
func TestHandovers(t *testing.T) {
	for _, test := range []struct {
		id, solution string
		verdict      puzzle.Verdict
	}{
		// black is walled in by its own colour; white walks left
		{"1x4:BBBW:0:3:2:handover", "- L", puzzle.Solvable},
		{"1x4:BBBW:0:3:2:strict", "", puzzle.Unsolvable},
		// after white's star it is black's turn, which is stuck: white goes on
		{"1x4:BBBW:0:3:1,2:handover", "- L - L", puzzle.Solvable},
		{"1x5:BBBBW:0:4:2,3:handover", "- L - L", puzzle.Solvable},
		{"1x5:BBBBW:0:4:2,3:handover:white", "L - L", puzzle.Solvable},
		// both stuck
		{"1x4:BBWW:0:3:1:handover", "", puzzle.Unsolvable},
		// nothing to do
		{"1x4:BBWW:0:3:-:handover", "", puzzle.Solvable},
	} {
		r := newJudge().agree(t, parse(t, test.id))
		require.Equal(t, test.verdict, r.Verdict, test.id)
		require.Equal(t, test.solution, twotone.Solution(r.Certificate).String(), test.id)
	}
}

// image is what a symmetry test compares: a verdict and a length.
type image struct {
	verdict puzzle.Verdict
	length  int
}

func imageOf(t testing.TB, s solver, c *twotone.Case) image {
	r := solve(t, s, c, puzzle.Best)
	return image{r.Verdict, r.Value}
}

// eachSolver runs a test with either solver.
func eachSolver(t *testing.T, f func(t *testing.T, s solver)) {
	t.Run("bfs", func(t *testing.T) { f(t, bfs.New(bfs.Options{Workers: 1})) })
	t.Run("zeroone", func(t *testing.T) { f(t, zeroone.New()) })
}

// Every 2x2 case, with either side to move, has the answer of its images under
// the symmetries that all 16 are made of.
func TestSymmetries2x2(t *testing.T) {
	eachSolver(t, func(t *testing.T, s solver) {
		answers := map[string]image{}
		eachCase(t, 2, 2, func(c *twotone.Case) { answers[c.ID()] = imageOf(t, s, c) })
		require.Len(t, answers, 2*31104) // docs/RULES.md, section 6, with either side to move
		eachCase(t, 2, 2, func(c *twotone.Case) {
			want := answers[c.ID()]
			for _, y := range []twotone.Symmetry{1, 2, 4, twotone.SwapColours} {
				id := y.Apply(c).ID()
				if got, ok := answers[id]; !ok || got != want {
					t.Fatalf("%s: %v; its image %s under %d: %v", c.ID(), want, id, y, got)
				}
			}
		})
	})
}

// Drawn boards have the answer of each of their 16 images.
func TestSymmetriesSampled(t *testing.T) {
	eachSolver(t, func(t *testing.T, s solver) {
		rng := rand.New(rand.NewPCG(9, 5))
		for _, test := range []struct{ rows, cols, boards int }{{2, 3, 150}, {1, 5, 100}, {3, 3, 40}} {
			for range test.boards {
				c := drawCase(rng, test.rows, test.cols, 5)
				want := imageOf(t, s, c)
				for y := range twotone.Symmetry(twotone.Symmetries) {
					require.Equal(t, want, imageOf(t, s, y.Apply(c)), "%s under %d", c.ID(), y)
				}
			}
		}
	})
}

func BenchmarkSolve2x2(b *testing.B) {
	c := parse(b, "2x2:BWRB:0:3:1,2:strict")
	s := bfs.New(bfs.Options{Workers: 1})
	b.ReportAllocs()
	for b.Loop() {
		if r, err := s.Solve(context.Background(), c, puzzle.Best); err != nil || r.Verdict != puzzle.Solvable {
			b.Fatal(r, err)
		}
	}
}
