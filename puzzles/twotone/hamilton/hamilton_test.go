package hamilton

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/zeroone"
)

var bothRules = []twotone.Rule{twotone.Strict, twotone.Handover}

func parse(t testing.TB, text string) *gridgraph.Graph {
	g, err := gridgraph.Parse(text)
	require.NoError(t, err)
	return g
}

func reduce(t testing.TB, text string) *Reduction {
	r, err := Reduce(parse(t, text))
	require.NoError(t, err)
	return r
}

// The boards of two graphs, drawn by hand on docs/RULES.md, section 7. The second has two
// vertices with the least x + y, 0,1 and 1,0: t is the first.
func TestReduce(t *testing.T) {
	for text, want := range map[string]string{
		"##/##": "" +
			"W*  W*  W*  B   B   B   B\n" +
			"B   Bb  W*  B   B   B   B\n" +
			"B   B   B   B   B   B   B\n" +
			"W   W   W   W   W   W   W\n" +
			"W   Ww  B*  B*  B*  B*  W\n" +
			"W   W   W   W   W   W   W\n" +
			"B   B   B   B   B   B   B\n",
		".##/###/##.": "" +
			"B   B   W*  W*  B   B   B   B   B   B\n" +
			"W*  W*  W*  W*  B   B   B   B   B   B\n" +
			"B   Bb  W*  B   B   B   B   B   B   B\n" +
			"B   B   B   B   B   B   B   B   B   B\n" +
			"W   W   W   W   W   W   W   W   W   W\n" +
			"W   Ww  B*  B*  B*  B*  B*  B*  B*  W\n" +
			"W   W   W   W   W   W   W   W   W   W\n" +
			"B   B   B   B   B   B   B   B   B   B\n" +
			"B   B   B   B   B   B   B   B   B   B\n" +
			"B   B   B   B   B   B   B   B   B   B\n",
	} {
		c, err := twotone.ParseBoard("drawn", strings.NewReader(want))
		require.NoError(t, err)
		require.Equal(t, c.Board, reduce(t, text).Board, text)
	}
}

// Where the graph lies in the plane makes no difference.
func TestMovedGraph(t *testing.T) {
	a, b := reduce(t, "0,0 1,0 0,1 1,1"), reduce(t, "-7,100 -6,100 -7,101 -6,101")
	require.Equal(t, a.Board, b.Board)
	require.Equal(t, gridgraph.Point{X: -8, Y: 100}, b.U)
	require.Equal(t, gridgraph.Point{X: -7, Y: 100}, b.T)
	require.Equal(t, gridgraph.Point{X: -7, Y: 101}, b.S)
}

// A graph without vertices, or with one of too few neighbours: nobody can move.
func TestLostBoards(t *testing.T) {
	empty, err := Reduce(new(gridgraph.Graph))
	require.NoError(t, err)
	require.Equal(t, "the graph has no vertex", empty.Lost)
	for text, why := range map[string]string{
		"#":           "vertex 0,0 has no neighbour: a cycle needs two",
		"##":          "vertex 0,0 has one neighbour: a cycle needs two",
		"###/##.":     "vertex 2,0 has one neighbour: a cycle needs two",
		"##./##./..#": "vertex 2,2 has no neighbour: a cycle needs two",
	} {
		r := reduce(t, text)
		require.Equal(t, why, r.Lost, text)
		require.Equal(t, empty.Board, r.Board)
		_, err := r.Cycle(nil)
		require.EqualError(t, err, "no cycle to read back: "+why)
	}
	var referee twotone.Referee
	referee.Start(&twotone.Case{Board: empty.Board, Rule: twotone.Handover})
	require.False(t, referee.Won())
	for _, letter := range []byte("UDLR-") {
		require.Error(t, referee.Step(letter), string(letter))
	}
	require.ErrorContains(t, referee.Step('-'), "both pieces are stuck")
}

// rows returns the graph of a full rectangle.
func rows(n, of int) string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat("#", of)+"/", n), "/")
}

// The largest graphs that fit a board, and the next ones.
func TestSizeLimit(t *testing.T) {
	require.Equal(t, 255, reduce(t, rows(2, 126)).Board.Cols) // 252 vertices: a corridor of 252 in a ring
	far := "0,0 1,0 0,1 1,1 %d,0 %d,0 %d,1 %d,1"
	require.Equal(t, 255, reduce(t, fmt.Sprintf(far, 252, 253, 252, 253)).Board.Rows) // 255 columns with u
	for text, want := range map[string]string{
		rows(11, 23):                                            "a graph of 253 vertices that needs a board of side 256: want at most 255",
		fmt.Sprintf(far, 253, 254, 253, 254):                    "a graph of 8 vertices that needs a board of side 256: want at most 255",
		"0,0 1,0 0,1 1,1 0,250 1,250 0,251 1,251":               "a graph of 8 vertices that needs a board of side 256: want at most 255",
		"0,0 1,0 0,1 1,1 1000000,0 999999,0 1000000,1 999999,1": "a graph of 8 vertices that needs a board of side 1000002: want at most 255",
		"-1000000,-1000000 -999999,-1000000 -1000000,-999999 -999999,-999999 0,0 1,0 0,1 1,1": "a graph of 8 vertices that needs a board of side 1000006: want at most 255",
	} {
		_, err := Reduce(parse(t, text))
		require.EqualError(t, err, want)
		var size *SizeError
		require.ErrorAs(t, err, &size)
	}
}

// Boards too large for the family: both solvers, under both rules, read back the cycle of
// larger graphs, or find none.
func TestSolveAndReadBack(t *testing.T) {
	for text, want := range map[string]bool{
		rows(2, 8):                                  true,
		rows(4, 4):                                  true,
		rows(3, 5):                                  false,
		"#####/#...#/#...#/#...#/#####":             true,
		"##.##/#####/##.##":                         false,
		"###.###/#.#.#.#/###.###":                   false, // two rings, not connected
		"####/#.##/#.##/####":                       true,
		".####/##..#/#..##/####.":                   true,
		"##..../##..../..##../..##../....##/....##": false,
	} {
		r := reduce(t, text)
		for _, rule := range bothRules {
			c := &twotone.Case{Board: r.Board, Rule: rule}
			a, err := bfs.New(bfs.Options{Workers: 1}).Solve(context.Background(), c, puzzle.Best)
			require.NoError(t, err)
			b, err := zeroone.New().Solve(context.Background(), c, puzzle.Best)
			require.NoError(t, err)
			require.Equal(t, a.Verdict, b.Verdict, text)
			require.Equal(t, want, a.Verdict == puzzle.Solvable, text)
			for _, answer := range []puzzle.Answer{a, b} {
				if want {
					cycle, err := r.Cycle(answer.Certificate)
					require.NoError(t, err)
					require.NoError(t, r.Graph.CheckCycle(cycle))
					require.Equal(t, 2*r.Graph.Len(), answer.Value)
				}
			}
		}
	}
}

// What does not replay, or is on another board, is not read back.
func TestCycleErrors(t *testing.T) {
	r := reduce(t, "##/##")
	good, err := twotone.ParseSolution("R R U R L R L R")
	require.NoError(t, err)
	cycle, err := r.Cycle(good)
	require.NoError(t, err)
	require.Equal(t, "0,1 1,1 1,0 0,0", gridgraph.List(cycle))
	for text, want := range map[string]string{
		"":            "at the start: ",
		"R":           "after step 1: the play ends with stars left",
		"L":           "step 1 (L): cell 7 is black",
		"R R U R L R": "after step 6: ",
	} {
		s, err := twotone.ParseSolution(text)
		require.NoError(t, err)
		_, err = r.Cycle(s)
		require.ErrorContains(t, err, want)
	}
	// black wins on a way that leaves the graph, and on one that spells no cycle
	open := reduce(t, "##/##")
	delete(open.Points, 2)
	_, err = open.Cycle(good)
	require.EqualError(t, err, "black leaves the graph for cell 2")
	open = reduce(t, "##/##")
	open.U = gridgraph.Point{X: 0, Y: 0}
	_, err = open.Cycle(good)
	require.EqualError(t, err, "black ends at -1,0: want u = 0,0")
	open = reduce(t, "##/##")
	open.Points[2] = gridgraph.Point{X: 0, Y: 0}
	_, err = open.Cycle(good)
	require.ErrorContains(t, err, "no edge from 1,1 to 0,0")
}
