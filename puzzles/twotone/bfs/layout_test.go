package bfs

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// TestLayout lays out boards of all sizes, with few and many stars and ordinary cells, some of them out of
// reach, in the order of the cells and in others: the fields lie within the words, apart from each other and in their order, the pieces and the turn
// in word 0, and together they have the bits of a state. A bit is there for what can change, and for nothing else.
func TestLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var l layout
	widths, reordered := map[int]bool{}, 0
	for range 600 {
		c := scatter(r)
		l.reset(c)
		words, err := statecodec.Width(l.bits())
		if err != nil {
			continue
		}
		widths[words] = true
		checkBits(t, &l, words)
		if lowest := drawLowest(r, &l); lowest != nil {
			reordered++
			l.reorder(lowest)
			checkBits(t, &l, words)
		}
		require.Len(t, l.colour, len(l.places))
		require.Len(t, l.star, len(l.places))
		for place, cell := range l.places {
			open := l.reach.changes(int(cell))
			require.Equal(t, open && c.Cells[cell] != twotone.Rainbow, l.colour[place].mask != 0)
			require.Equal(t, open && c.Stars[cell], l.star[place].mask != 0)
		}
		require.Equal(t, l.stranded >= 0, l.others.mask != 0)
	}
	require.Len(t, widths, 5)
	require.Greater(t, reordered, 200)
}

// drawLowest draws six cells with a colour, in their order; nil if there are no more than these.
func drawLowest(r *rand.Rand, l *layout) (lowest []int) {
	if l.colours <= 6 {
		return nil
	}
	for _, place := range r.Perm(len(l.places)) {
		if l.colour[place].mask != 0 && len(lowest) < 6 {
			lowest = append(lowest, int(l.places[place]))
		}
	}
	slices.Sort(lowest)
	return lowest
}

// The names that kept runs know layouts by.
func TestLayoutName(t *testing.T) {
	for id, want := range map[string]string{
		"2x4:WBRBBRWR:4:1:1,2,3,4,5:handover:white": "twotone 1, 1 bits free",
		"2x4:WBRBBBWR:4:1:1,2,3,4,5:handover:white": "twotone 1",
		"3x4:BWWBRBWWBRBW:0:11:3,5,6:handover":      "twotone 1",
	} {
		c, err := twotone.ParseID(id)
		require.NoError(t, err)
		var l layout
		l.reset(c)
		require.Equal(t, want, l.name(), id)
		if len(l.places) == 12 {
			l.reorder([]int{0, 2, 3, 7, 10, 11})
			require.Equal(t, "twotone 1, lowest cells 0 2 3 7 10 11", l.name())
			l.reset(c)
			require.Equal(t, want, l.name(), id)
		}
	}
}

// scatter draws a board of up to 300 cells in two rows.
func scatter(r *rand.Rand) *twotone.Case {
	n := 2 * (1 + r.IntN(150))
	c := &twotone.Case{Board: twotone.Board{Rows: 2, Cols: n / 2, Cells: make([]twotone.Colour, n), Stars: make([]bool, n), White: n - 1}}
	ordinary, white, stars := r.IntN(5), r.IntN(20), r.IntN(5)
	for i := range n {
		c.Cells[i] = twotone.Rainbow
		if r.IntN(4) < ordinary {
			c.Cells[i] = twotone.Black
		}
		if r.IntN(20) < white {
			c.Cells[i] = twotone.White
		}
		c.Stars[i] = r.IntN(4) < stars
	}
	return c
}

// checkBits holds the fields of a layout against the order of states, from the least significant one up:
// the lowest colours, the other ones, what is free, stars, others, white, black, turn.
func checkBits(t *testing.T, l *layout, words int) {
	sum, free := 0, 0 // bits taken, and the first bit that is above all taken ones
	take := func(f statecodec.Field) {
		at := 64*(words-1-f.Word) + int(f.Shift)
		require.GreaterOrEqual(t, at, free, "a field lies below or in the one before")
		sum, free = sum+int(f.Width), at+int(f.Width)
	}
	takeBits := func(list []bit) {
		for _, b := range list {
			if b.mask != 0 {
				require.Equal(t, 1, bits.OnesCount64(b.mask))
				take(statecodec.Field{Word: int(b.word), Shift: uint(bits.TrailingZeros64(b.mask)), Width: 1})
			}
		}
	}
	var low, high []bit
	for place, cell := range l.places {
		if slices.Contains(l.lowest, int(cell)) {
			low = append(low, l.colour[place])
		} else {
			high = append(high, l.colour[place])
		}
	}
	takeBits(append(low, high...))
	require.Equal(t, sum, free, "nothing lies between the colours")
	if sum < 6 {
		sum, free = 6, 6
	}
	takeBits(l.star)
	takeBits([]bit{l.others})
	for _, f := range []statecodec.Field{l.white, l.black, l.turn} {
		require.Zero(t, f.Word, "the pieces and the turn lie in word 0")
		require.LessOrEqual(t, f.Shift+f.Width, uint(64))
		take(f)
	}
	require.LessOrEqual(t, free, 64*words)
	require.Equal(t, l.bits(), sum)
}
