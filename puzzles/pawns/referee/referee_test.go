package referee

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
)

func parse(t testing.TB, id string) *pawns.Game {
	t.Helper()
	g, err := pawns.Parse(id, nil)
	require.NoError(t, err)
	return g
}

func TestReplay(t *testing.T) {
	r := New()
	for _, test := range []struct {
		id, line string
		moves    int
		err      string // "" if the line is accepted
	}{
		{"50:1,1:0,0", "0", 4, ""},
		{"50:0,2:1,1:2,2:3,3", "120", 8, ""}, // 2, 2 and 4 moves
		{"50:0,2:1,1:2,2:3,3", "210", 6, ""}, // each pawn is 2 moves away from the last
		{"50:0,0:1,2:2,4", "01", 2, ""},
		{"50:0,0:1,2:2,4", "10", 3, ""},
		{"50:0,0:1,2:2,4", "", 0, "at the start: the play ends with pawns left: 0 1"},
		{"50:0,0:1,2:2,4", "1", 0, "after step 1: the play ends with pawns left: 0"},
		{"50:0,0:1,2:2,4", "11", 0, "step 2 (1): this pawn is captured already"},
		{"50:0,0:1,2:2,4", "012", 0, "step 3 (2): all pawns are captured already"},
		{"50:0,0:1,2:2,4", "2", 0, "step 1 (2): no such pawn, want 0 to 1"},
		{"50:0,0:1,2:2,4", "0 1", 0, "step 2 ( ): no such pawn, want 0 to 1"},
		{"50:0,0:1,2:2,4", "0\x00", 0, `step 2 ("\x00"): no such pawn, want 0 to 1`},
		{"50:0,0:1,2:2,4", "\xe9", 0, `step 1 ("\xe9"): no such pawn, want 0 to 1`},
		{"3:0,0:1,2:1,1", "01", 0,
			"step 2 (1): pawn 1 on 1,1: want a cell that a knight on 1,2 can reach"},
		{"3:0,0:1,2:1,1", "0", 0, "after step 1: the play ends with pawns left: 1"},
		{"2:0,0:1,1", "0", 0,
			"step 1 (0): pawn 0 on 1,1: want a cell that a knight on 0,0 can reach"},
	} {
		moves, err := r.Replay(parse(t, test.id), []byte(test.line))
		require.Equal(t, test.moves, moves, "%s %s", test.id, test.line)
		if test.err == "" {
			require.NoError(t, err)
			continue
		}
		var wrong *puzzle.StepError
		require.ErrorAs(t, err, &wrong)
		require.EqualError(t, err, test.err)
	}
	_, err := r.Replay(&pawns.Game{Side: 4}, nil)
	require.EqualError(t, err, "0 pawns: want 1 to 15")
}

// A capture says whose it is, and how many moves have been made; a wrong one changes nothing.
func TestCaptures(t *testing.T) {
	g := parse(t, "50:0,2:1,1:2,2:3,3")
	at := func(x, y int) pawns.Cell { return pawns.Cell{X: x, Y: y} }
	var r Referee
	r.Start(g)
	require.Equal(t, g.Knight, r.Knight())
	for _, test := range []struct {
		mark byte
		want Capture
	}{
		{'1', Capture{Alice: true, From: at(0, 2), To: at(2, 2), Pawn: 1, Moves: 2, Total: 2}},
		{'1', Capture{}},
		{'0', Capture{Alice: false, From: at(2, 2), To: at(1, 1), Pawn: 0, Moves: 2, Total: 4}},
		{'3', Capture{}},
		{'2', Capture{Alice: true, From: at(1, 1), To: at(3, 3), Pawn: 2, Moves: 4, Total: 8}},
	} {
		before := r.Knight()
		got, err := r.Capture(test.mark)
		require.Equal(t, test.want, got)
		if test.want.Moves == 0 {
			require.Error(t, err)
			require.Equal(t, before, r.Knight())
			continue
		}
		require.NoError(t, err)
		require.Equal(t, test.want.To, r.Knight())
		require.False(t, r.Left(test.want.Pawn))
	}
	require.True(t, r.Over())
	require.Equal(t, parse(t, "50:0,2:1,1:2,2:3,3"), g, "the game of the caller is left alone")
}

// fromCorner are the moves of a knight from a corner of the chessboard, as they are printed in
// books on the game: the corner next to it across the diagonal takes 4, the far corner 6.
var fromCorner = [8][8]int{
	{0, 3, 2, 3, 2, 3, 4, 5},
	{3, 4, 1, 2, 3, 4, 3, 4},
	{2, 1, 4, 3, 2, 3, 4, 5},
	{3, 2, 3, 2, 3, 4, 3, 4},
	{2, 3, 2, 3, 4, 3, 4, 5},
	{3, 4, 3, 4, 3, 4, 5, 4},
	{4, 3, 4, 3, 4, 5, 4, 5},
	{5, 4, 5, 4, 5, 4, 5, 6},
}

func TestDistancesFromTheCorner(t *testing.T) {
	var r Referee
	for y := range 8 {
		for x := range 8 {
			if x == 0 && y == 0 {
				continue
			}
			g := &pawns.Game{Side: 8, Pawns: []pawns.Cell{{X: x, Y: y}}}
			moves, err := r.Replay(g, []byte("0"))
			require.NoError(t, err)
			require.Equal(t, fromCorner[y][x], moves, "%d,%d", x, y)
		}
	}
}

// powers returns the moves between all cells of a board, -1 for none, by another method than a
// search: cells are k moves apart if power k of the matrix of jumps is the first to join them.
func powers(side int) [][]int {
	n := side * side
	jump := make([][]int, n)
	moves := make([][]int, n)
	for a := range n {
		moves[a] = make([]int, n)
		for b := range n {
			moves[a][b] = -1
			dx, dy := a%side-b%side, a/side-b/side
			if dx*dy == 2 || dx*dy == -2 {
				jump[a] = append(jump[a], b)
			}
		}
		moves[a][a] = 0
	}
	for k, more := 1, true; more; k++ {
		more = false
		for a := range n {
			for b := range n {
				if moves[a][b] != k-1 {
					continue
				}
				for _, c := range jump[b] {
					if moves[a][c] < 0 {
						moves[a][c], more = k, true
					}
				}
			}
		}
	}
	return moves
}

func TestDistancesOfAllPairs(t *testing.T) {
	var r Referee
	for side := 2; side <= 8; side++ {
		want, greatest := powers(side), 0
		for a := range want {
			for b, moves := range want[a] {
				g := &pawns.Game{Side: side, Knight: pawns.Cell{X: a % side, Y: a / side},
					Pawns: []pawns.Cell{{X: b % side, Y: b / side}}}
				if a == b {
					continue
				}
				got, err := r.Replay(g, []byte("0"))
				require.Equal(t, moves < 0, err != nil)
				require.Equal(t, max(moves, 0), got, g.ID())
				require.Equal(t, moves < 0, Unreachable(g) != nil)
				greatest = max(greatest, moves)
			}
		}
		// Known of the knight: the greatest distance on 3x3 to 8x8.
		require.Equal(t, []int{0, 4, 5, 4, 4, 5, 6}[side-2], greatest, "%d", side)
	}
}

func TestReach(t *testing.T) {
	for side := 2; side <= 8; side++ {
		want := powers(side)
		for a := range want {
			for b, reached := range Reach(side, pawns.Cell{X: a % side, Y: a / side}) {
				require.Equal(t, want[a][b] >= 0, reached)
			}
		}
	}
}

func TestUnreachableIsTheFirst(t *testing.T) {
	require.Nil(t, Unreachable(parse(t, "3:0,0:2,2:1,2")))
	got := Unreachable(parse(t, "3:1,1:2,2:1,2"))
	from, to := pawns.Cell{X: 1, Y: 1}, pawns.Cell{X: 2, Y: 2}
	require.Equal(t, &pawns.Unreachable{Pawn: 0, Cell: to, From: from}, got)
	require.Equal(t, 2, Unreachable(parse(t, "3:0,0:2,2:1,2:1,1:0,1")).Pawn)
}

// Whatever the marks are, the referee says no or pays what the naive replay of the same line does.
func FuzzReplay(f *testing.F) {
	f.Add("50:0,2:1,1:2,2:3,3", "210")
	f.Add("3:0,0:1,2:1,1", "01")
	f.Add("4:0,0:3,3:2,1", "0\xff")
	f.Fuzz(func(t *testing.T, id, line string) {
		g, err := pawns.Parse(id, nil)
		if err != nil || g.Side > 12 {
			return
		}
		moves, err := new(Referee).Replay(g, []byte(line))
		want, ok := naive(powers(g.Side), g, line)
		require.Equal(t, ok, err == nil)
		require.Equal(t, want, moves)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
	})
}

// naive replays a line of play with the moves between all cells.
func naive(moves [][]int, g *pawns.Game, line string) (total int, ok bool) {
	at := g.Knight
	left := map[byte]pawns.Cell{}
	for i, c := range g.Pawns {
		left["0123456789abcde"[i]] = c
	}
	for i := range len(line) {
		to, ok := left[line[i]]
		if !ok {
			return 0, false
		}
		m := moves[g.Number(at)][g.Number(to)]
		if m < 0 {
			return 0, false
		}
		total, at = total+m, to
		delete(left, line[i])
	}
	if len(left) > 0 {
		return 0, false
	}
	return total, true
}

// A line of play that is changed in one mark is refused, or pays what the naive replay says.
func TestChangedLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const others = "0123456789abcdef A-"
	var r Referee
	eight, refused, accepted := powers(8), 0, 0
	for range 300 {
		n := 1 + rng.IntN(15)
		cells := rng.Perm(64)
		g := &pawns.Game{Side: 8, Knight: pawns.Cell{X: cells[n] % 8, Y: cells[n] / 8}}
		line := make([]byte, n)
		for i, p := range rng.Perm(n) {
			g.Pawns = append(g.Pawns, pawns.Cell{X: cells[i] % 8, Y: cells[i] / 8})
			line[i] = pawns.Mark(p)
		}
		for range 20 {
			changed := string(line)
			i := rng.IntN(n)
			switch rng.IntN(4) {
			case 0: // another mark
				changed = changed[:i] + string(others[rng.IntN(len(others))]) + changed[i+1:]
			case 1: // a mark less
				changed = changed[:i] + changed[i+1:]
			case 2: // a mark more
				changed = changed[:i] + string(others[rng.IntN(len(others))]) + changed[i:]
			case 3: // two marks exchanged
				j := rng.IntN(n)
				b := []byte(changed)
				b[i], b[j] = b[j], b[i]
				changed = string(b)
			}
			moves, err := r.Replay(g, []byte(changed))
			want, ok := naive(eight, g, changed)
			require.Equal(t, ok, err == nil, "%s %q", g.ID(), changed)
			require.Equal(t, want, moves)
			if ok {
				accepted++
			} else {
				refused++
			}
		}
	}
	require.Greater(t, refused, 2000)
	require.Greater(t, accepted, 1000)
}

func BenchmarkReplay(b *testing.B) {
	g := parse(b, "50:0,0:49,49:1,1:48,48:2,2:47,47:3,3:46,46:4,4:45,45:5,5:44,44:6,6:43,43:7,7"+
		":42,42")
	var r Referee
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Replay(g, []byte("0123456789abcde")); err != nil {
			b.Fatal(err)
		}
	}
}
