package plain

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

// soak tells whether to test all that is otherwise sampled.
func soak() bool { return os.Getenv("EXHAUST_SOAK") != "" }

func parse(t testing.TB, id string) *tiles.Board {
	t.Helper()
	b, err := tiles.Parse(id)
	require.NoError(t, err)
	return b
}

// boards calls do with every arrangement of a size.
func boards(rows, cols int, do func(b *tiles.Board)) {
	b := tiles.Goal(rows, cols)
	var arrange func(cell int)
	arrange = func(cell int) {
		if cell == b.Size() {
			do(b)
			return
		}
		for other := cell; other < b.Size(); other++ {
			b.Tiles[cell], b.Tiles[other] = b.Tiles[other], b.Tiles[cell]
			arrange(cell + 1)
			b.Tiles[cell], b.Tiles[other] = b.Tiles[other], b.Tiles[cell]
		}
	}
	arrange(0)
}

// requireParity searches a board whatever its parity, until the goal is met or all that can be
// reached is: the parity says which.
func requireParity(t *testing.T, b *tiles.Board, half uint64) (odd bool) {
	a := New(puzzle.Limits{}).search(context.Background(), b)
	odd = isOdd(b)
	if odd && (a.Verdict != puzzle.Unsolvable || a.States != half) ||
		!odd && a.Verdict != puzzle.Solvable {
		require.Failf(t, "parity", "%v: odd %v, %v after %d boards", b, odd, a.Verdict, a.States)
	}
	return odd
}

// TestParity searches every arrangement of small sizes without looking at its parity. Half of them
// come to half of all arrangements, and the goal is not among these.
func TestParity(t *testing.T) {
	for size, half := range map[[2]int]uint64{{2, 2}: 12, {2, 3}: 360, {3, 2}: 360} {
		odd := uint64(0)
		boards(size[0], size[1], func(b *tiles.Board) {
			if requireParity(t, b, half) {
				odd++
			}
		})
		require.Equal(t, half, odd)
	}
}

// TestParityOfLargerBoards does the same with a few boards of larger sizes.
func TestParityOfLargerBoards(t *testing.T) {
	count := 1
	if soak() {
		count = 100
	}
	r := rand.New(rand.NewPCG(1, 3))
	for size, half := range map[[2]int]uint64{{2, 4}: 20160, {4, 2}: 20160, {3, 3}: 181440} {
		odd := 0
		for range count {
			b := tiles.Goal(size[0], size[1])
			all := b.Cells()
			r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			if requireParity(t, b, half) {
				odd++
			}
			all[0], all[1] = all[1], all[0] // the other half, unless the gap moves
			requireParity(t, b, half)
		}
	}
}

func TestAsks(t *testing.T) {
	s := New(puzzle.Limits{})
	b := parse(t, "2x3:1,0,3,4,2,5")
	for ask, want := range map[puzzle.Ask]puzzle.Answer{
		puzzle.Decide: {Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Bare: true},
		puzzle.Any:    {Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Certificate: []byte("UL")},
		puzzle.Best:   {Verdict: puzzle.Solvable, Value: 2, Certificate: []byte("UL")},
	} {
		a, err := s.Solve(t.Context(), b, ask)
		require.NoError(t, err)
		require.NotZero(t, a.States)
		a.States = 0
		require.Equal(t, want, a)
	}
	a, err := s.Solve(t.Context(), parse(t, "2x2:1,2,0,3"), puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, "L", string(a.Certificate))
	a, err = s.Solve(t.Context(), tiles.Goal(2, 3), puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, puzzle.Answer{Verdict: puzzle.Solvable, Certificate: []byte{}, States: 1}, a)
	a, err = s.Solve(t.Context(), parse(t, "3x2:2,1,3,4,5,0"), puzzle.Best)
	require.NoError(t, err)
	want := puzzle.Answer{Verdict: puzzle.Unsolvable, Value: puzzle.Unsaid, Reason: oddReason}
	require.Equal(t, want, a)
	_, err = s.Solve(t.Context(), &tiles.Board{}, puzzle.Best)
	require.EqualError(t, err, "a board of 0x0: want 2x2 to 5x5")
}

func TestLimits(t *testing.T) {
	far := parse(t, "3x3:8,6,7,2,5,4,3,0,1") // 31 moves
	broken := errors.New("broken off")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	for _, c := range []struct {
		ctx    context.Context
		limits puzzle.Limits
		cause  error
		states uint64
	}{
		{t.Context(), puzzle.Limits{States: 1000}, puzzle.ErrStates, 1003},
		{t.Context(), puzzle.Limits{Memory: 1 << 20}, puzzle.ErrMemory, 1 << 20 / 100},
		{t.Context(), puzzle.Limits{Within: 30}, puzzle.ErrWithin, 181440},
		{ctx, puzzle.Limits{}, broken, 0},
	} {
		a, err := New(c.limits).Solve(c.ctx, far, puzzle.Best)
		require.NoError(t, err)
		require.LessOrEqual(t, a.States, c.states)
		require.Equal(t, puzzle.Answer{Value: puzzle.Unsaid, States: a.States, Cause: c.cause}, a)
	}
	a, err := New(puzzle.Limits{Within: 31, States: 181440}).Solve(t.Context(), far, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, 31, a.Value)

	ctx, stop := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, broken)
	defer stop()
	a, err = New(puzzle.Limits{}).Solve(ctx, tiles.Goal(5, 5), puzzle.Best)
	require.NoError(t, err)
	require.Zero(t, a.Value)
	hard := parse(t, "4x4:0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1")
	a, err = New(puzzle.Limits{}).Solve(ctx, hard, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, broken, a.Cause)
}
