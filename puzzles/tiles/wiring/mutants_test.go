package wiring

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
)

// A wrong is a rule that a naive solver has wrong.
type wrong string

// The wrong rules. right is none.
const (
	right        wrong = ""
	wraps        wrong = "the left edge is joined to the right one"
	noUp         wrong = "no tile moves up"
	noLastColumn wrong = "no tile moves into the last column"
	diagonal     wrong = "tiles move along diagonals too"
	jumps        wrong = "a tile jumps over another"
	rowsMove     wrong = "two tiles of a row move at once"
	gapNames     wrong = "moves are named by the gap's way"
	gapFirst     wrong = "the goal has the gap first"
	gapAnywhere  wrong = "the goal has the gap anywhere"
	columnsFirst wrong = "the goal is in order column by column"
	oneMore      wrong = "the value counts boards, not moves"
	deepFirst    wrong = "the first way found is taken for the shortest"
	allSolvable  wrong = "all arrangements can be solved"
	rowParity    wrong = "parity leaves out the row of the gap"
	gapParity    wrong = "parity leaves out the gap's distance"
	hopes        wrong = "boards beyond a depth of 17 are given up"
)

// wrongs are all of them.
var wrongs = []wrong{
	wraps, noUp, noLastColumn, diagonal, jumps, rowsMove, gapNames, gapFirst, gapAnywhere,
	columnsFirst, oneMore, deepFirst, allSolvable, rowParity, gapParity, hopes,
}

// A naive solver searches boards in a list, and may have one rule wrong.
type naive struct {
	*tiles.Board
	wrong wrong
}

// A spot is a board of the naive solver, and how it was come to.
type spot struct {
	board  tiles.Board
	before int // the number of the spot before; -1 at the start
	letter byte
	depth  int
}

// solve returns the value and a certificate; no certificate if there is no solution.
func (n naive) solve() (value int, certificate []byte) {
	if n.odd() {
		return 0, nil
	}
	spots := []spot{{*n.Board, -1, 0, 0}}
	met := map[tiles.Board]bool{*n.Board: true}
	open := []int{0}
	for len(open) > 0 {
		next := 0
		if n.wrong == deepFirst {
			next = len(open) - 1
		}
		at := open[next]
		open = slices.Delete(open, next, next+1)
		if n.solved(&spots[at].board) {
			return n.read(spots, at)
		}
		if n.wrong == hopes && spots[at].depth == 17 {
			continue
		}
		for _, next := range n.after(&spots[at].board) {
			next.before, next.depth = at, spots[at].depth+1
			if !met[next.board] {
				met[next.board] = true
				open = append(open, len(spots))
				spots = append(spots, next)
			}
		}
	}
	if n.wrong == allSolvable {
		return 1, []byte{'U'}
	}
	return 0, nil
}

// odd tells whether a wrong rule of parity says that there is no solution. The right rule is not
// needed: all boards are searched.
func (n naive) odd() bool {
	wrong := 0
	for i, tile := range n.Cells() {
		for _, later := range n.Cells()[i+1:] {
			if later < tile && (later != tiles.Gap || n.wrong == gapParity) {
				wrong++
			}
		}
	}
	return (n.wrong == rowParity || n.wrong == gapParity) && wrong%2 == 1
}

// solved tells whether a board is the goal.
func (n naive) solved(b *tiles.Board) bool {
	switch n.wrong {
	case gapFirst:
		return slices.IsSorted(b.Cells())
	case gapAnywhere:
		gap := cellOf(b, tiles.Gap)
		return slices.IsSorted(slices.Delete(slices.Clone(b.Cells()), gap, gap+1))
	case columnsFirst:
		for cell, tile := range b.Cells() {
			if int(tile) != (cell%b.Cols*b.Rows+cell/b.Cols+1)%b.Size() {
				return false
			}
		}
		return true
	}
	return *b == *tiles.Goal(b.Rows, b.Cols)
}

// read returns the value and the certificate of a spot.
func (n naive) read(spots []spot, at int) (value int, certificate []byte) {
	certificate = []byte{}
	for ; spots[at].before >= 0; at = spots[at].before {
		certificate = append(certificate, spots[at].letter)
		value++
	}
	slices.Reverse(certificate)
	switch n.wrong {
	case oneMore:
		value++
	case gapNames:
		across := strings.NewReplacer("U", "D", "D", "U", "L", "R", "R", "L")
		certificate = []byte(across.Replace(string(certificate)))
	}
	return value, certificate
}

// after returns the spots a move away.
func (n naive) after(b *tiles.Board) (list []spot) {
	gap := cellOf(b, tiles.Gap)
	row, col := gap/b.Cols, gap%b.Cols
	froms := [][2]int{{row + 1, col}, {row - 1, col}, {row, col + 1}, {row, col - 1}}
	switch n.wrong {
	case diagonal:
		froms = append(froms, [2]int{row + 1, col + 1}, [2]int{row - 1, col - 1})
	case jumps, rowsMove:
		froms = append(froms, [2]int{row + 2, col}, [2]int{row - 2, col})
		froms = append(froms, [2]int{row, col + 2}, [2]int{row, col - 2})
	}
	for i, from := range froms {
		if n.wrong == wraps {
			from[1] = (from[1] + b.Cols) % b.Cols
		}
		if from[0] < 0 || from[0] >= b.Rows || from[1] < 0 || from[1] >= b.Cols ||
			n.wrong == noUp && i == 0 || n.wrong == noLastColumn && col == b.Cols-1 {
			continue
		}
		after := *b
		cell := from[0]*b.Cols + from[1]
		if middle := (cell + gap) / 2; n.wrong == rowsMove && i >= 4 {
			exchange(&after, gap, middle)
			exchange(&after, middle, cell)
		} else {
			exchange(&after, gap, cell)
		}
		list = append(list, spot{board: after, letter: "UDLR"[i%4]})
	}
	return list
}

// differs says how a naive solver differs from the usual solver and the referee on a board, or
// nothing.
func differs(t *testing.T, p *panel, n naive) string {
	want := p.ask(t, 0, n.Board, puzzle.Best)
	value, certificate := n.solve()
	switch {
	case (certificate != nil) != (want.Verdict == puzzle.Solvable):
		return "verdict"
	case certificate == nil:
		return ""
	case value != want.Value:
		return "value"
	}
	if shown, err := p.referee.Replay(n.Board, certificate); err != nil || shown != value {
		return "certificate"
	}
	return ""
}

// TestMutants solves all boards of 2x2 and some of 2x3 and 3x2 with a naive solver. With the right
// rules it never differs from any solver and the referee. With any one rule wrong it does, from
// each.
func TestMutants(t *testing.T) {
	var boards []*tiles.Board
	for _, size := range []string{"2x2", "2x3", "3x2"} {
		s := spaceNamed(t, size)
		for i := uint64(0); i < s.Len(); i += 1 + s.Len()/100 {
			boards = append(boards, s.At(i, nil))
		}
	}
	for _, maker := range Family().Solvers {
		p := newPanel(puzzle.Limits{Workers: 1}, maker.Name)
		for _, b := range boards {
			require.Empty(t, differs(t, p, naive{b, right}), b)
		}
		for _, w := range wrongs {
			caught := func(b *tiles.Board) bool { return differs(t, p, naive{b, w}) != "" }
			require.True(t, slices.ContainsFunc(boards, caught), "no board shows that %s", w)
		}
	}
}

// play replays a certificate apart from the referee: it reads the picture of the board as rows of
// words and swaps words. It returns the number of moves, or -1 if one is not legal or the words are
// not in order at the end, and there alone.
func play(b *tiles.Board, certificate []byte) int {
	words := strings.Fields(tiles.Picture(b))
	var goal []string
	for i := range b.Size() - 1 {
		goal = append(goal, fmt.Sprint(i+1))
	}
	goal = append(goal, ".")
	gap := slices.Index(words, ".")
	for _, letter := range certificate {
		if slices.Equal(words, goal) {
			return -1
		}
		from := gap
		switch {
		case letter == 'U' && gap+b.Cols < len(words):
			from += b.Cols
		case letter == 'D' && gap >= b.Cols:
			from -= b.Cols
		case letter == 'L' && (gap+1)%b.Cols != 0:
			from++
		case letter == 'R' && gap%b.Cols != 0:
			from--
		default:
			return -1
		}
		words[gap], words[from] = words[from], words[gap]
		gap = from
	}
	if !slices.Equal(words, goal) {
		return -1
	}
	return len(certificate)
}

// TestChangedCertificates changes one move of thousands of correct certificates, leaves one out,
// puts one in, or swaps two: the referee says what a play with words says, and no changed one is
// shorter than the shortest.
func TestChangedCertificates(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	p := newPanel(puzzle.Limits{}, "ida")
	rejected, right := 0, 0
	sizes := []string{"2x2", "2x3", "3x2", "2x4", "4x2", "3x3"}
	for rejected+right < 10_000 {
		d, err := drawerOf(sizes[r.IntN(len(sizes))], true)
		require.NoError(t, err)
		b := d.Draw(r, nil)
		a := p.ask(t, 0, b, puzzle.Best)
		require.Equal(t, a.Value, play(b, a.Certificate))
		for range 20 {
			changed := changeOne(r, a.Certificate)
			value, err := p.referee.Replay(b, changed)
			if err != nil {
				value = -1
				rejected++
			} else {
				right++
				require.GreaterOrEqual(t, value, a.Value, "%v %s", b, changed)
			}
			if played := play(b, changed); played != value {
				require.Equal(t, played, value, "%v %s: %v", b, changed, err)
			}
		}
	}
	require.Greater(t, rejected, 5_000)
	require.NotZero(t, right)
}

// changeOne returns a certificate that is changed by one step.
func changeOne(r *rand.Rand, certificate []byte) []byte {
	out := slices.Clone(certificate)
	letter := "UDLRUDLRUDLRx\x00"[r.IntN(14)]
	if len(out) == 0 {
		return []byte{letter}
	}
	at := r.IntN(len(out))
	switch r.IntN(4) {
	case 0:
		out[at] = letter
	case 1:
		out = slices.Delete(out, at, at+1)
	case 2:
		out = slices.Insert(out, r.IntN(len(out)+1), letter)
	default:
		other := r.IntN(len(out))
		out[at], out[other] = out[other], out[at]
	}
	return out
}

// FuzzCertificate replays any bytes on any board: the referee never panics, and says what a play
// with words says.
func FuzzCertificate(f *testing.F) {
	f.Add("2x3:1,0,3,4,2,5", []byte("UL"))
	f.Add("3x3:1,2,3,4,5,6,0,7,8", []byte("LL"))
	f.Add("3x3:1,2,3,4,5,6,0,7,8", []byte("LLx"))
	f.Fuzz(func(t *testing.T, id string, certificate []byte) {
		b, err := tiles.Parse(id)
		if err != nil {
			return
		}
		value, err := Family().Referee().Replay(b, certificate)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			value = -1
		}
		require.Equal(t, play(b, certificate), value)
		require.NoError(t, show(new(strings.Builder), b, certificate))
	})
}

// FuzzSolve solves any small board with all solvers.
func FuzzSolve(f *testing.F) {
	f.Add("2x3:1,0,3,4,2,5")
	f.Add("4x2:1,2,3,4,5,6,0,7")
	p := newPanel(puzzle.Limits{Workers: 1})
	f.Fuzz(func(t *testing.T, id string) {
		b, err := tiles.Parse(id)
		if err != nil || b.Size() > 8 {
			return
		}
		p.agree(t, b)
	})
}

// BenchmarkSolvers solves every seventh board of 2x4 with each solver.
func BenchmarkSolvers(b *testing.B) {
	s := spaceNamed(b, "2x4")
	for _, maker := range Family().Solvers {
		b.Run(maker.Name, func(b *testing.B) {
			solver := maker.New(puzzle.Limits{Workers: 1})
			var c *tiles.Board
			n := 0
			for b.Loop() {
				for i := uint64(n % 701); i < s.Len(); i += 701 {
					c = s.At(i, c)
					if _, err := solver.Solve(context.Background(), c, puzzle.Best); err != nil {
						b.Fatal(err)
					}
					n++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/board")
		})
	}
}

func ExampleFamily() {
	f := Family()
	b, err := f.Notation.Parse("3x3:1,2,3,4,5,6,0,7,8")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := f.Solvers[0].New(puzzle.Limits{}).Solve(context.Background(), b, puzzle.Best)
	fmt.Println(a.Verdict, a.Value, f.Notation.FormatSolution(a.Certificate), err)
	// Output: solvable 2 L L <nil>
}
