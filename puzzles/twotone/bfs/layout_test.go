package bfs

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// TestLayout lays out boards of all sizes, with few and many stars and ordinary cells, some of them out of
// reach: the fields lie within the words, apart from each other and in their order, the pieces and the turn
// in word 0, and together they have the bits of a state. A bit is there for what can change, and for nothing else.
func TestLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var l layout
	widths := map[int]bool{}
	for range 600 {
		c := scatter(r)
		l.reset(c)
		words, err := statecodec.Width(l.bits())
		if err != nil {
			continue
		}
		widths[words] = true
		checkBits(t, &l, words)
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
// colours, stars, others, white, black, turn.
func checkBits(t *testing.T, l *layout, words int) {
	sum, free := 0, 0 // bits taken, and the first bit that is above all taken ones
	take := func(f statecodec.Field) {
		at := 64*(words-1-f.Word) + int(f.Shift)
		require.GreaterOrEqual(t, at, free, "a field lies below or in the one before")
		sum, free = sum+int(f.Width), at+int(f.Width)
	}
	for _, list := range [][]bit{l.colour, l.star, {l.others}} {
		for _, b := range list {
			if b.mask != 0 {
				require.Equal(t, 1, bits.OnesCount64(b.mask))
				take(statecodec.Field{Word: int(b.word), Shift: uint(bits.TrailingZeros64(b.mask)), Width: 1})
			}
		}
	}
	for _, f := range []statecodec.Field{l.white, l.black, l.turn} {
		require.Zero(t, f.Word, "the pieces and the turn lie in word 0")
		require.LessOrEqual(t, f.Shift+f.Width, uint(64))
		take(f)
	}
	require.LessOrEqual(t, free, 64*words)
	require.Equal(t, l.bits(), sum)
}
