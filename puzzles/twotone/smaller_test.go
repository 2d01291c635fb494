package twotone

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// parsed returns a case by its ID.
func parsed(t *testing.T, id string) *Case {
	c, err := ParseID(id)
	require.NoError(t, err)
	return c
}

// These cases are in order, each by one more line of what Order says.
func TestOrder(t *testing.T) {
	ids := []string{
		"1x2:RR:1:0:0,1:handover:white", // two cells, all that makes a case larger besides
		"1x3:BBB:0:1:-:strict",
		"1x3:WBB:0:1:-:strict", // the colouring as a number, cell 0 last
		"1x3:BBW:0:1:-:strict",
		"1x3:BBB:0:2:-:strict", // then the white piece
		"1x3:BBB:2:0:-:strict", // then the black one
		"3x1:BBB:0:1:-:strict", // more rows
		"1x3:BBB:0:1:-:handover",
		"1x3:BBB:0:1:-:strict:white",
		"1x3:RBB:0:1:-:strict",
		"1x3:BBB:0:1:0:strict",
		"1x3:BBB:0:1:2:strict",
		"1x3:RBB:0:1:0:strict",
		"1x3:BBB:0:1:0,1:strict",
		"1x4:BBBB:0:1:-:strict",
		"2x2:BBBB:0:1:-:strict",
	}
	for i, a := range ids {
		for j, b := range ids {
			want := map[bool]int{true: -1, false: 1}[i < j]
			if i == j {
				want = 0
			}
			require.Equal(t, want, Order(parsed(t, a), parsed(t, b)), "%s and %s", a, b)
		}
	}
}

// Within a space, a rule and equal numbers of stars and rainbow cells, the order is that of the numbers.
func TestOrderIsThatOfTheSpace(t *testing.T) {
	s, err := NewSpace(2, 3, Black)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var c, d Case
		i, j := rng.Uint64N(s.Len()), rng.Uint64N(s.Len())
		s.Board(i, &c.Board)
		s.Board(j, &d.Board)
		if c.StarCount() == d.StarCount() && c.Count(Rainbow) == d.Count(Rainbow) {
			require.Equal(t, i < j, Order(&c, &d) < 0)
		}
	}
}

// ids returns the IDs of what is smaller, in the order in which it comes.
func smallerIDs(c *Case) []string {
	var ids []string
	for d := range c.Smaller() {
		ids = append(ids, d.ID())
	}
	return ids
}

func TestSmaller(t *testing.T) {
	ids := smallerIDs(parsed(t, "2x3:WRBBWB:0:5:1,4:handover:white"))
	for _, id := range []string{
		"1x3:BWB:0:2:1:handover:white", // without row 0: the black piece goes down
		"1x3:WRB:0:2:1:handover:white", // without row 1, the last: the white piece goes up
		"2x2:RBWB:0:3:0,2:handover:white",
		"2x2:WBBB:0:3:-:handover:white",
		"2x2:WRBW:0:3:1,3:handover:white",
		"2x3:WRBBWB:0:5:4:handover:white",
		"2x3:WRBBWB:0:5:1:handover:white",
		"2x3:WBBBWB:0:5:1,4:handover:white",
		"2x3:WWBBWB:0:5:1,4:handover:white",
		"2x3:WRBBWB:0:5:1,4:handover",
		"2x3:WRBBWB:0:5:1,4:strict:white",
		"2x3:WBWWRB:0:5:1,4:handover", // colours swapped, and turned by half
		"2x3:WRBBWB:0:4:1,4:handover:white",
		"2x3:WRBBWB:0:5:0,1:handover:white",
		"2x3:BRBBWB:0:5:1,4:handover:white",
		"2x3:WRBBBB:0:5:1,4:handover:white",
	} {
		require.Contains(t, ids, id)
	}
	require.Equal(t, "1x3:BWB:0:2:1:handover:white", ids[0])
	require.Empty(t, smallerIDs(parsed(t, "1x2:BB:0:1:-:strict"))) // the smallest of all
}

// What is smaller is valid, smaller, and shares no memory; and pieces stay apart.
func TestSmallerIsSmaller(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		c := randomCase(rng)
		before := c.ID()
		for d := range c.Smaller() {
			require.NoError(t, d.Validate())
			require.Negative(t, Order(d, c))
			clear(d.Cells)
			clear(d.Stars)
		}
		require.Equal(t, before, c.ID())
	}
}

// randomCase returns any case of up to 5x5.
func randomCase(rng *rand.Rand) *Case {
	c := &Case{Rule: Rule(rng.IntN(2))}
	c.Rows, c.Cols, c.Turn = 1+rng.IntN(5), 2+rng.IntN(4), Colour(rng.IntN(2))
	for range c.Size() {
		c.Cells = append(c.Cells, Colour(rng.IntN(3)))
		c.Stars = append(c.Stars, rng.IntN(3) == 0)
	}
	c.Black = rng.IntN(c.Size())
	c.White = (c.Black + 1 + rng.IntN(c.Size()-1)) % c.Size()
	return c
}

// All cases of a few cells, each once. For 4 cells: 3 shapes, 3^4 · 12 · 2^4 boards, two turns and two rules.
func TestCasesOf(t *testing.T) {
	for cells, want := range map[int]int{2: 2 * 9 * 2 * 4 * 4, 3: 2 * 27 * 6 * 8 * 4, 4: 3 * 81 * 12 * 16 * 4} {
		cases, err := CasesOf(cells)
		require.NoError(t, err)
		all := slices.Collect(cases)
		require.Len(t, all, want)
		slices.SortFunc(all, Order)
		for i, c := range all {
			require.Equal(t, cells, c.Size())
			require.True(t, i == 0 || Order(all[i-1], c) < 0)
		}
	}
	_, err := CasesOf(30)
	require.Error(t, err)
}

// The boards that Before lists are all there are below, a batch for each number of cells, in order.
func TestBefore(t *testing.T) {
	c := parsed(t, "1x3:WWB:0:1:0:handover")
	batches, all := Before(c)
	require.True(t, all)
	cells, n := 2, 0
	for before := range batches {
		for i, d := range before {
			require.Equal(t, cells, d.Size())
			require.Negative(t, Order(d, c))
			require.True(t, i == 0 || Order(before[i-1], d) < 0)
		}
		cases, err := CasesOf(cells)
		require.NoError(t, err)
		for d := range cases {
			if Order(d, c) < 0 {
				n++
			}
		}
		n -= len(before)
		if cells == 2 {
			require.Len(t, before, 2*9*2*4*4)
		}
		cells++
	}
	require.Zero(t, n)
	require.Equal(t, 4, cells) // batches of 2 and 3 cells

	// of larger boards, only some of those that are smaller are listed
	batches, all = Before(parsed(t, "1x5:WWBBB:0:1:0:handover"))
	require.False(t, all)
	require.Len(t, slices.Collect(batches), 3)
}
