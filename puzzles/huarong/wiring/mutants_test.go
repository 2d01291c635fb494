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
	"exhaust/puzzles/huarong"
)

// A wrong is a rule that a naive solver has wrong.
type wrong string

// The wrong rules. right is none.
const (
	right         wrong = ""
	throughFixed  wrong = "the hole goes over fixed cells"
	wraps         wrong = "the left edge is joined to the right one"
	noUp          wrong = "the hole never goes up"
	noLastColumn  wrong = "the last column is out of reach"
	pieceStays    wrong = "the piece stays when the hole goes through it"
	piecePushed   wrong = "the piece is pushed on by the hole"
	pieceBlocks   wrong = "the hole never goes through the piece"
	targetBlocks  wrong = "the hole never comes to the target"
	holeWins      wrong = "the hole is to come to the target"
	targetTurned  wrong = "the target's row and column are swapped"
	oneMore       wrong = "the value counts positions, not slides"
	pieceCounted  wrong = "the value counts the piece's slides alone"
	startIsNoGoal wrong = "a piece on its target at the start must move"
	holeOnce      wrong = "the hole never comes to a cell again"
	deepFirst     wrong = "the first way found is taken for the shortest"
	tilesNamed    wrong = "slides are named by the tile's way"
	alwaysComes   wrong = "whatever is connected is solvable"
	hopes         wrong = "positions beyond a depth of ten are given up"
)

// wrongs are all of them.
var wrongs = []wrong{
	throughFixed, wraps, noUp, noLastColumn, pieceStays, piecePushed,
	pieceBlocks, targetBlocks, holeWins, targetTurned, oneMore, pieceCounted,
	startIsNoGoal, holeOnce, deepFirst, tilesNamed, alwaysComes, hopes,
}

// A naive solver searches positions in a list, and may have one rule wrong.
type naive struct {
	*huarong.Case
	wrong wrong
}

// A spot is a position of the naive solver, and how it was come to.
type spot struct {
	hole, piece int
	before      int // the number of the spot before; -1 at the start
	letter      byte
	depth       int
}

// solve returns the value and a certificate; no certificate if there is no solution.
func (n naive) solve() (value int, certificate []byte) {
	spots := []spot{{n.Hole, n.Piece, -1, 0, 0}}
	open := []int{0}
	for len(open) > 0 {
		next := 0
		if n.wrong == deepFirst {
			next = len(open) - 1
		}
		at := open[next]
		open = slices.Delete(open, next, next+1)
		if n.won(spots[at]) {
			return n.read(spots, at)
		}
		if n.wrong == hopes && spots[at].depth == 10 {
			continue
		}
		for _, next := range n.after(spots[at]) {
			next.before, next.depth = at, spots[at].depth+1
			if !slices.ContainsFunc(spots, func(s spot) bool { return n.same(s, next) }) {
				open = append(open, len(spots))
				spots = append(spots, next)
			}
		}
	}
	if n.wrong == alwaysComes && spots[len(spots)-1].depth > 0 {
		return 1, []byte{'U'}
	}
	return 0, nil
}

// same tells whether two spots count as one.
func (n naive) same(a, b spot) bool {
	return a.hole == b.hole && (a.piece == b.piece || n.wrong == holeOnce)
}

// won tells whether a spot is a goal.
func (n naive) won(s spot) bool {
	target := n.Target
	if n.wrong == targetTurned {
		row, col := target/n.Cols, target%n.Cols
		target = col%n.Rows*n.Cols + row%n.Cols
	}
	switch n.wrong {
	case holeWins:
		return s.hole == target
	case startIsNoGoal:
		return s.piece == target && s.before >= 0
	}
	return s.piece == target
}

// read returns the value and the certificate of a spot.
func (n naive) read(spots []spot, at int) (value int, certificate []byte) {
	certificate = []byte{}
	for ; spots[at].before >= 0; at = spots[at].before {
		certificate = append(certificate, spots[at].letter)
		if n.wrong != pieceCounted || spots[at].piece != spots[spots[at].before].piece {
			value++
		}
	}
	slices.Reverse(certificate)
	switch n.wrong {
	case oneMore:
		value++
	case tilesNamed:
		across := strings.NewReplacer("U", "D", "D", "U", "L", "R", "R", "L")
		certificate = []byte(across.Replace(string(certificate)))
	}
	return value, certificate
}

// after returns the spots a slide away.
func (n naive) after(s spot) (list []spot) {
	row, col := s.hole/n.Cols, s.hole%n.Cols
	for i, to := range [][2]int{{row - 1, col}, {row + 1, col}, {row, col - 1}, {row, col + 1}} {
		if n.wrong == wraps {
			to[1] = (to[1] + n.Cols) % n.Cols
		}
		if n.wrong == noUp && i == 0 || !n.enters(to[0], to[1]) {
			continue
		}
		hole, piece := to[0]*n.Cols+to[1], s.piece
		if hole == s.piece {
			piece = s.hole
			switch n.wrong {
			case pieceBlocks:
				continue
			case pieceStays:
				piece = s.piece
			case piecePushed:
				if piece = 2*hole - s.hole; piece < 0 || piece >= n.Size() || !n.IsFree(piece) {
					continue
				}
			}
		}
		list = append(list, spot{hole: hole, piece: piece, letter: "UDLR"[i]})
	}
	return list
}

// enters tells whether the hole may come to a cell.
func (n naive) enters(row, col int) bool {
	cols := n.Cols
	if n.wrong == noLastColumn {
		cols--
	}
	if row < 0 || row >= n.Rows || col < 0 || col >= cols {
		return false
	}
	cell := row*n.Cols + col
	if n.wrong == targetBlocks && cell == n.Target {
		return false
	}
	return n.IsFree(cell) || n.wrong == throughFixed
}

// differs says how a naive solver differs from the usual solver and the referee on a case, or
// nothing.
func differs(t *testing.T, p *panel, n naive) string {
	want := p.ask(t, 0, n.Case, puzzle.Best)
	value, certificate := n.solve()
	switch {
	case (certificate != nil) != (want.Verdict == puzzle.Solvable):
		return "verdict"
	case certificate == nil:
		return ""
	case value != want.Value:
		return "value"
	}
	if shown, err := p.referee.Replay(n.Case, certificate); err != nil || shown != value {
		return "certificate"
	}
	return ""
}

// TestMutants solves all cases of 2x3 and 3x2 and some larger ones with a naive solver. With the
// right rules it never differs from the usual solver and the referee. With any one rule wrong it
// does.
func TestMutants(t *testing.T) {
	var cases []*huarong.Case
	for _, size := range []string{"2x3", "3x2"} {
		s := spaceNamed(t, size)
		for i := range s.Len() {
			cases = append(cases, s.At(i, nil))
		}
	}
	r := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		cases = append(cases, queryOf(r, boardOf(r, 2+r.IntN(3), 2+r.IntN(3), 80)))
	}
	p := newPanel(puzzle.Limits{}, "graph")
	for _, c := range cases {
		require.Empty(t, differs(t, p, naive{c, right}), c)
	}
	for _, w := range wrongs {
		caught := func(c *huarong.Case) bool { return differs(t, p, naive{c, w}) != "" }
		require.True(t, slices.ContainsFunc(cases, caught), "no case shows that %s", w)
	}
}

// play replays a certificate on a drawn board, apart from the referee: the characters # . o p
// change places. It returns the number of slides, or -1 if one is not legal or the piece is not on
// its target at the end, and there alone.
func play(c *huarong.Case, certificate []byte) int {
	drawn := make([][]byte, c.Rows+2)
	for row := range drawn {
		drawn[row] = []byte(strings.Repeat("#", c.Cols+2))
	}
	for cell := range c.Size() {
		if c.IsFree(cell) {
			drawn[cell/c.Cols+1][cell%c.Cols+1] = '.'
		}
	}
	drawn[c.Piece/c.Cols+1][c.Piece%c.Cols+1] = 'p'
	target := &drawn[c.Target/c.Cols+1][c.Target%c.Cols+1]
	hole := [2]int{c.Hole/c.Cols + 1, c.Hole%c.Cols + 1}
	drawn[hole[0]][hole[1]] = 'o'
	ways := map[byte][2]int{'U': {-1, 0}, 'D': {1, 0}, 'L': {0, -1}, 'R': {0, 1}}
	for _, letter := range certificate {
		way, known := ways[letter]
		from, to := &drawn[hole[0]][hole[1]], &drawn[hole[0]+way[0]][hole[1]+way[1]]
		if !known || *to == '#' || *target == 'p' {
			return -1
		}
		*from, *to = *to, *from
		hole = [2]int{hole[0] + way[0], hole[1] + way[1]}
	}
	if *target != 'p' {
		return -1
	}
	return len(certificate)
}

// TestChangedCertificates changes one slide of thousands of correct certificates, leaves one out,
// puts one in, or swaps two: the referee says what a play on a drawn board says, and no changed one
// is shorter than the shortest.
func TestChangedCertificates(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	p := newPanel(puzzle.Limits{}, "graph")
	rejected, right := 0, 0
	for rejected+right < 20_000 {
		c := queryOf(r, boardOf(r, 2+r.IntN(5), 2+r.IntN(5), 80))
		a := p.ask(t, 0, c, puzzle.Best)
		if a.Verdict != puzzle.Solvable || a.Value == 0 {
			continue
		}
		require.Equal(t, a.Value, play(c, a.Certificate))
		for range 20 {
			changed := changeOne(r, a.Certificate)
			value, err := p.referee.Replay(c, changed)
			if err != nil {
				require.Equal(t, -1, play(c, changed), "%v %s", c, changed)
				rejected++
				continue
			}
			require.Equal(t, value, play(c, changed), "%v %s", c, changed)
			require.GreaterOrEqual(t, value, a.Value, "%v %s", c, changed)
			right++
		}
	}
	require.Greater(t, rejected, 10_000)
	require.NotZero(t, right)
}

// changeOne returns a certificate that is changed by one step.
func changeOne(r *rand.Rand, certificate []byte) []byte {
	out := slices.Clone(certificate)
	at := r.IntN(len(out))
	letter := "UDLRUDLRUDLRx\x00"[r.IntN(14)]
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

// FuzzCertificate replays any bytes on any case: the referee never panics, and says what a play on
// a drawn board says.
func FuzzCertificate(f *testing.F) {
	f.Add("111/111:1,1,1,3,1,1", []byte("RRDLLUR"))
	f.Add("0111/0110/0100:3,2,1,2,2,2", []byte("UU"))
	f.Add("0111/0110/0100:3,2,1,2,2,2", []byte("UUx"))
	f.Fuzz(func(t *testing.T, id string, certificate []byte) {
		c, err := huarong.Parse(id)
		if err != nil {
			return
		}
		value, err := Family().Referee().Replay(c, certificate)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			value = -1
		}
		require.Equal(t, play(c, certificate), value)
		require.NoError(t, show(new(strings.Builder), c, certificate))
	})
}

// FuzzSolve solves any small case with all solvers.
func FuzzSolve(f *testing.F) {
	f.Add("111/111:1,1,1,3,1,1")
	f.Add("0111/0110/0100:1,2,2,2,3,2")
	p := newPanel(puzzle.Limits{Workers: 1})
	f.Fuzz(func(t *testing.T, id string) {
		c, err := huarong.Parse(id)
		if err != nil || c.Size() > 100 {
			return
		}
		p.agree(t, c)
	})
}

// BenchmarkSolvers solves all cases of 2x3 with each solver.
func BenchmarkSolvers(b *testing.B) {
	s := spaceNamed(b, "2x3")
	for _, maker := range Family().Solvers {
		b.Run(maker.Name, func(b *testing.B) {
			solver := maker.New(puzzle.Limits{Workers: 1})
			var c *huarong.Case
			for b.Loop() {
				for i := range s.Len() {
					c = s.At(i, c)
					if _, err := solver.Solve(context.Background(), c, puzzle.Best); err != nil {
						b.Fatal(err)
					}
				}
			}
			each := float64(b.Elapsed().Nanoseconds()) / float64(uint64(b.N)*s.Len())
			b.ReportMetric(each, "ns/case")
		})
	}
}

func ExampleFamily() {
	f := Family()
	c, err := f.Notation.Parse("0111/0110/0100:3,2,1,2,2,2")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := f.Solvers[0].New(puzzle.Limits{}).Solve(context.Background(), c, puzzle.Best)
	fmt.Println(a.Verdict, a.Value, f.Notation.FormatSolution(a.Certificate), err)
	// Output: solvable 2 U U <nil>
}
