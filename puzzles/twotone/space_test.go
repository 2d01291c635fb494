package twotone_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

func newSpace(t testing.TB, rows, cols int, turn twotone.Colour) *twotone.Space {
	s, err := twotone.NewSpace(rows, cols, turn)
	require.NoError(t, err)
	return s
}

// The numbers of cases, two rules to a board, that docs/RULES.md, section 6, gives;
// and some more, by 3^N · N(N-1) · 2^N.
func TestSpaceLen(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		cases      uint64
	}{
		{2, 2, 31104},
		{1, 4, 31104},
		{3, 3, 1451188224},
		{3, 4, 574670536704},
		{4, 3, 574670536704},
		{1, 2, 9 * 2 * 4 * 2},
		{2, 1, 9 * 2 * 4 * 2},
		{1, 3, 27 * 6 * 8 * 2},
		{2, 3, 729 * 30 * 64 * 2},
	} {
		s := newSpace(t, test.rows, test.cols, twotone.Black)
		require.Equal(t, test.cases, 2*s.Len(), "%v", s)
		require.Equal(t, fmt.Sprintf("%dx%d", test.rows, test.cols), s.String())
	}
}

func TestSpaceSizes(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		want       string
	}{
		{1, 1, "no space of 1x1: want sides of 1 to 255 and at least two cells"},
		{0, 4, "no space of 0x4: want sides of 1 to 255 and at least two cells"},
		{4, 0, "no space of 4x0: want sides of 1 to 255 and at least two cells"},
		{-2, -2, "no space of -2x-2: want sides of 1 to 255 and at least two cells"},
		{1, 256, "no space of 1x256: want sides of 1 to 255 and at least two cells"},
		{256, 1, "no space of 256x1: want sides of 1 to 255 and at least two cells"},
		// 3^22 · 22·21 · 2^22 is about 6.1e19, 2^64 is 1.8e19
		{2, 11, "no space of 2x11: it has 2^64 boards or more"},
		{11, 2, "no space of 11x2: it has 2^64 boards or more"},
		{8, 8, "no space of 8x8: it has 2^64 boards or more"},
		{1, 41, "no space of 1x41: it has 2^64 boards or more"},
		{255, 255, "no space of 255x255: it has 2^64 boards or more"},
	} {
		s, err := twotone.NewSpace(test.rows, test.cols, twotone.Black)
		require.EqualError(t, err, test.want)
		require.Nil(t, s)
	}
	// 3^21 · 21·20 · 2^21 is 10460353203 · 420 · 2097152
	require.Equal(t, uint64(10460353203*420*2097152), newSpace(t, 3, 7, twotone.Black).Len())
}

// The order of the boards, by hand, on 1x3: the colour of cell 0 changes
// fastest, then the white piece, the black one, and the stars.
func TestSpaceOrder(t *testing.T) {
	s := newSpace(t, 1, 3, twotone.White)
	for number, id := range map[uint64]string{
		0:                  "1x3:BBB:0:1:-:strict:white",
		1:                  "1x3:WBB:0:1:-:strict:white",
		2:                  "1x3:RBB:0:1:-:strict:white",
		3:                  "1x3:BWB:0:1:-:strict:white",
		26:                 "1x3:RRR:0:1:-:strict:white",
		27:                 "1x3:BBB:0:2:-:strict:white",
		27 * 2:             "1x3:BBB:1:0:-:strict:white",
		27 * 5:             "1x3:BBB:2:1:-:strict:white",
		27 * 6:             "1x3:BBB:0:1:0:strict:white",
		27*6*2 + 27*3 + 7:  "1x3:WRB:1:2:1:strict:white",
		27*6*8 - 1:         "1x3:RRR:2:1:0,1,2:strict:white",
		27*6*6 + 27*4 + 18: "1x3:BBR:2:0:1,2:strict:white",
	} {
		var c twotone.Case
		s.Board(number, &c.Board)
		require.Equal(t, id, c.ID())
		require.Equal(t, number, s.Number(&c.Board))
	}
}

// Every board of the small spaces: valid, another one than all others, and Number
// gives its number back.
func TestSpaceExhaustive(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2}, {1, 4}} {
		s := newSpace(t, size[0], size[1], twotone.White)
		seen := map[string]bool{}
		var c twotone.Case
		for i := range s.Len() {
			s.Board(i, &c.Board)
			checkSpaceBoard(t, s, i, &c)
			seen[c.ID()] = true
		}
		require.Len(t, seen, int(s.Len()), "%v", s)
	}
}

func checkSpaceBoard(t *testing.T, s *twotone.Space, i uint64, c *twotone.Case) {
	if err := c.Validate(); err != nil || c.Rows != s.Rows || c.Cols != s.Cols || c.Turn != s.Turn {
		t.Fatalf("board %d of %v: %s: %v", i, s, c.ID(), err)
	}
	if back := s.Number(&c.Board); back != i {
		t.Fatalf("board %d of %v: %s has number %d", i, s, c.ID(), back)
	}
}

// Drawn boards of larger spaces, the ends included, one after the other in the same memory.
func TestSpaceSampled(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	var c twotone.Case
	for _, size := range [][2]int{{3, 3}, {2, 5}, {3, 4}, {4, 3}, {4, 4}, {4, 5}, {5, 4}, {3, 7}} {
		s := newSpace(t, size[0], size[1], twotone.Black)
		last := s.Len() - 1
		for n := range uint64(3000) {
			i := rng.Uint64N(s.Len())
			if n < 2 {
				i = n * last
			}
			s.Board(i, &c.Board)
			checkSpaceBoard(t, s, i, &c)
		}
		require.Equal(t, s.Rows*s.Cols, c.Size())
	}
}

// The other way round: a drawn board comes back from its number.
func TestSpaceNumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 3000 {
		rows, cols := 1+rng.IntN(4), 2+rng.IntN(4)
		c := drawNotedCase(rng, rows, cols)
		s := newSpace(t, rows, cols, c.Turn)
		i := s.Number(&c.Board)
		require.Less(t, i, s.Len())
		var back twotone.Board
		s.Board(i, &back)
		require.Equal(t, &c.Board, &back)
	}
}

func TestSpaceAllocatesNothing(t *testing.T) {
	s := newSpace(t, 3, 5, twotone.Black)
	var b twotone.Board
	s.Board(0, &b)
	i := uint64(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		i += 1_000_003
		s.Board(i, &b)
		i = s.Number(&b)
	}))
}

// ParseSpace reads what String writes, and nothing else.
func TestParseSpace(t *testing.T) {
	s, err := twotone.ParseSpace("2x3", twotone.White)
	require.NoError(t, err)
	require.Equal(t, newSpace(t, 2, 3, twotone.White), s)
	for _, text := range []string{"", "2", "x", "2x", "2x3zzz", "2x3 ", " 2x3", "2x3\n", "02x3", "2x03", "0x3", "-2x3", "+2x3", "2X3", "2x3x4", "1000000x2"} {
		_, err := twotone.ParseSpace(text, twotone.Black)
		require.ErrorContains(t, err, "want ROWSxCOLS, such as 2x3", "%q", text)
	}
	_, err = twotone.ParseSpace("256x1", twotone.Black)
	require.ErrorContains(t, err, "want sides of 1 to 255")
}
