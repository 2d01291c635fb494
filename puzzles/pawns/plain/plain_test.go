package plain

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

// columns returns the moves from each cell of a board, column by column.
func columns(b *board) (all [][]int) {
	for x := range b.side {
		all = append(all, b.moves[x][:b.side])
	}
	return all
}

// The moves to a cell, by hand: on 3x3 the knight goes round in a ring of eight cells and never
// comes to the middle, and on 4x4 a corner is 5 moves away from the corners beside it.
func TestBoard(t *testing.T) {
	var b board
	b.movesTo(3, pawns.Cell{X: 1, Y: 0})
	require.Equal(t, [][]int{{3, 2, 1}, {0, never, 4}, {3, 2, 1}}, columns(&b))
	b.movesTo(4, pawns.Cell{})
	require.Equal(t, [][]int{{0, 3, 2, 5}, {3, 4, 1, 2}, {2, 1, 4, 3}, {5, 2, 3, 2}}, columns(&b))
	b.movesTo(2, pawns.Cell{X: 1, Y: 1})
	require.Equal(t, [][]int{{never, never}, {never, 0}}, columns(&b))
	b.movesTo(64, pawns.Cell{})
	require.Equal(t, 42, b.moves[63][63])
}

func TestJump(t *testing.T) {
	count := 0
	for dx := -4; dx <= 4; dx++ {
		for dy := -4; dy <= 4; dy++ {
			want := dx*dy == 2 || dx*dy == -2
			require.Equal(t, want, jump(dx, dy), "%d,%d", dx, dy)
			if want {
				count++
			}
		}
	}
	require.Equal(t, 8, count)
}

// By hand, on 3x3: the knight is in a corner, and the pawns are 1, 3 and 4 jumps away on the ring,
// at its places 1, 3 and 4. Alice starts with the one at 1: Bob takes 2 moves to 3, and the last
// takes 1, which makes 4; or Bob takes 3 to 4, and the last 1, which makes 5. With 3, Bob takes 1
// to 4 and the last 3, or 2 to 1 and the last 3: 7. With 4, Bob takes 1 to 3 and the last 2: 7 as
// well. So 7, and the lower number is first.
func TestByHand(t *testing.T) {
	// Places 0 to 7 of the ring: 0,0 1,2 2,0 0,1 2,2 1,0 0,2 2,1.
	g := &pawns.Game{Side: 3, Pawns: []pawns.Cell{{X: 1, Y: 2}, {X: 0, Y: 1}, {X: 2, Y: 2}}}
	a, err := New(puzzle.Limits{}).Solve(context.Background(), g, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, 7, a.Value)
	require.Equal(t, "120", string(a.Certificate))
}

func Example() {
	g := &pawns.Game{Side: 50, Knight: pawns.Cell{X: 1, Y: 1}, Pawns: []pawns.Cell{{X: 0, Y: 0}}}
	a, err := New(puzzle.Limits{}).Solve(context.Background(), g, puzzle.Best)
	fmt.Println(a.Verdict, a.Value, string(a.Certificate), err)
	// Output: solvable 4 0 <nil>
}
