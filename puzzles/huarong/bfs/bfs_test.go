package bfs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/parallel/modeltest"
	"exhaust/puzzle"
	"exhaust/puzzles/huarong"
	"exhaust/puzzles/huarong/plain"
	"exhaust/statecodec"
)

// random returns a random case of a size, of which each cell is free with a chance of so many
// percent.
func random(r *rand.Rand, rows, cols, percent int) *huarong.Case {
	c := &huarong.Case{Board: huarong.Board{Rows: rows, Cols: cols}}
	for {
		for cell := range c.Size() {
			c.SetFree(cell, r.IntN(100) < percent)
		}
		c.Hole, c.Piece, c.Target = r.IntN(c.Size()), r.IntN(c.Size()), r.IntN(c.Size())
		if c.Validate() == nil {
			return c
		}
	}
}

func TestCells(t *testing.T) {
	seen := map[int]bool{}
	for row := range huarong.MaxSide {
		for col := range huarong.MaxSide {
			cell := cellAt(row, col)
			require.False(t, seen[cell])
			require.Less(t, cell, 1<<cellBits)
			seen[cell] = true
			gotRow, gotCol := rowCol(cell)
			require.Equal(t, [2]int{row, col}, [2]int{gotRow, gotCol})
		}
	}
	w := stateOf(4095, 1234)
	hole, piece := placesOf(&w)
	require.Equal(t, [2]int{4095, 1234}, [2]int{hole, piece})
}

// TestBlocks holds what the model says of whole blocks against what it says of each state: of every
// tile that has free cells, with the piece in it, beside it, and elsewhere.
func TestBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{
		{1, 2}, {2, 3}, {3, 3}, {8, 8}, {9, 8}, {1, 64}, {64, 2}, {17, 30}, {64, 64},
	} {
		for _, percent := range []int{40, 75, 100} {
			c := random(r, size[0], size[1], percent)
			m := NewModel(c)
			require.NoError(t, modeltest.CheckBlocks(m, m, blocksOf(r, m, c)))
		}
	}
}

// blocksOf returns blocks of a board with the piece on some of its cells: with the hole in the
// piece's tile, in those around it, and in any other.
func blocksOf(r *rand.Rand, m *Model, c *huarong.Case) (blocks []statecodec.Block[state]) {
	for range 50 {
		at := r.IntN(c.Size())
		if !c.IsFree(at) {
			continue
		}
		row, col := at/c.Cols, at%c.Cols
		for _, away := range [][2]int{{0, 0}, {-8, 0}, {8, 0}, {0, -8}, {0, 8}, {r.IntN(64), 8}} {
			blocks = appendBlock(blocks, m, cellAt(row, col), row+away[0], col+away[1])
		}
	}
	return blocks
}

// appendBlock appends the block of all states with the hole in the tile of a row and a column,
// unless there are none.
func appendBlock(
	blocks []statecodec.Block[state], m *Model, piece, row, col int,
) []statecodec.Block[state] {
	if row < 0 || col < 0 || row >= huarong.MaxSide || col >= huarong.MaxSide {
		return blocks
	}
	tile := cellAt(row, col) / tileCells
	b := statecodec.Block[state]{Key: stateOf(tile*tileCells, piece), Set: m.free[tile]}
	if piece/tileCells == tile {
		b.Set &^= 1 << (piece % tileCells)
	}
	if b.Set == 0 {
		return blocks
	}
	return append(blocks, b)
}

// TestSuccessors looks at the slides from some positions of a 3x4 board.
func TestSuccessors(t *testing.T) {
	c, err := huarong.Parse("0111/0110/0100:2,2,2,3,1,4")
	require.NoError(t, err)
	m := NewModel(c)
	got := m.Successors(&m.first, nil)
	at := func(row, col int) int { return cellAt(row, col) }
	require.Equal(t, []state{
		stateOf(at(0, 1), at(1, 2)),
		stateOf(at(2, 1), at(1, 2)),
		stateOf(at(1, 2), at(1, 1)), // the piece slides left
	}, got)
	require.Equal(t, "R", string(m.Certificate([]state{m.first, got[2]})))
}

// TestWhole finds all positions of boards without fixed cells: the hole and the piece on any two
// cells. A row or a column alone is a line on which the piece follows the hole.
func TestWhole(t *testing.T) {
	for _, size := range [][2]int{
		{2, 2}, {2, 3}, {3, 2}, {2, 9}, {9, 2}, {3, 3}, {7, 9}, {8, 8}, {17, 9},
	} {
		n := uint64(size[0] * size[1])
		require.Equal(t, n*(n-1), wholeOf(t, NewWhole(size[0], size[1])).States, "%v", size)
	}
	for _, size := range [][2]int{{1, 2}, {2, 1}, {1, 9}} {
		n := uint64(size[0] * size[1])
		require.Equal(t, n, wholeOf(t, NewWhole(size[0], size[1])).States, "%v", size)
	}
}

// wholeOf searches the whole space of a model.
func wholeOf(t *testing.T, m *Model) parallel.Summary {
	var search parallel.Search[state]
	found, err := search.Run(context.Background(), m, parallel.Options{})
	require.NoError(t, err)
	require.True(t, found.Exhausted)
	require.Zero(t, found.Goals)
	return found.Summary
}

// TestAgainstPlain solves random boards of many sizes across tiles.
func TestAgainstPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := New(puzzle.Limits{Workers: 2})
	for range 150 {
		c := random(r, 1+r.IntN(12), 2+r.IntN(12), 50+r.IntN(50))
		want, err := plain.New(puzzle.Limits{}).Solve(context.Background(), c, puzzle.Best)
		require.NoError(t, err)
		got, err := s.Solve(context.Background(), c, puzzle.Best)
		require.NoError(t, err)
		require.Equal(t, want.Verdict, got.Verdict, c)
		require.Equal(t, want.Value, got.Value, c)
		if want.Verdict == puzzle.Unsolvable {
			require.Equal(t, want.States, got.States, c)
		}
	}
}

// BenchmarkSolve solves random queries.
func BenchmarkSolve(b *testing.B) {
	for _, size := range [][2]int{{3, 3}, {30, 30}, {64, 64}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			r := rand.New(rand.NewPCG(2, 2))
			var cases []*huarong.Case
			for range 8 {
				cases = append(cases, random(r, size[0], size[1], 75))
			}
			s := New(puzzle.Limits{})
			var states uint64
			for b.Loop() {
				for _, c := range cases {
					a, err := s.Solve(context.Background(), c, puzzle.Best)
					if err != nil {
						b.Fatal(err)
					}
					states += a.States
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(cases)), "ns/case")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(states), "ns/state")
		})
	}
}
