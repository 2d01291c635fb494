package bfs

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
)

// levels3x3 are the positions of the 8-puzzle at each distance from the one with
// the blank in a corner: https://oeis.org/A089473.
var levels3x3 = []uint64{
	1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
	16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
}

// known are the sizes and depths of the spaces that the tests explore. The sizes
// are (rows·cols)!/2.
var known = []struct {
	rows, cols int
	states     uint64
	depth      int
}{
	{2, 2, 12, 6},
	{2, 3, 360, 21},
	{3, 2, 360, 21},
	{2, 4, 20160, 36},
	{4, 2, 20160, 36},
	{3, 3, 181440, 31},
}

func TestKnownSpaces(t *testing.T) {
	var s parallel.Search[[1]uint64]
	for _, k := range known {
		r := explore(t, &s, modelOf(t, k.rows, k.cols))
		require.Equal(t, k.states, r.States, "%dx%d", k.rows, k.cols)
		require.Equal(t, k.depth, r.Depth(), "%dx%d", k.rows, k.cols)
		edges := k.states * meanMoves(k.rows, k.cols) / uint64(k.rows*k.cols)
		require.Equal(t, edges, r.Edges, "%dx%d", k.rows, k.cols)
		require.Zero(t, r.DeadEnds)
		if k.rows == 3 && k.cols == 3 {
			require.Equal(t, levels3x3, r.Levels)
		}
	}
}

// meanMoves returns the number of moves of all cells of the blank together: the
// blank is in each cell equally often.
func meanMoves(rows, cols int) uint64 { return uint64(2 * (rows*(cols-1) + cols*(rows-1))) }

// TestAgainstPlainSearch compares the levels with those of a search that moves
// tiles about in a slice and keeps strings in a map.
func TestAgainstPlainSearch(t *testing.T) {
	var s parallel.Search[[1]uint64]
	for _, k := range known {
		if k.states > 20160 && testing.Short() {
			continue
		}
		r := explore(t, &s, modelOf(t, k.rows, k.cols))
		require.Equal(t, plainLevels(k.rows, k.cols), r.Levels, "%dx%d", k.rows, k.cols)
	}
}

// plainLevels returns the number of positions at each distance from the solved one.
func plainLevels(rows, cols int) (levels []uint64) {
	solved := make([]byte, rows*cols)
	for i := range solved {
		solved[i] = byte(i+1) % byte(len(solved))
	}
	seen := map[string]bool{string(solved): true}
	for level := []string{string(solved)}; len(level) > 0; {
		levels = append(levels, uint64(len(level)))
		var next []string
		for _, position := range level {
			for _, p := range plainMoves(position, rows, cols) {
				if !seen[p] {
					seen[p] = true
					next = append(next, p)
				}
			}
		}
		level = next
	}
	return levels
}

// plainMoves returns the positions one move from a position, in the order of Successors.
func plainMoves(position string, rows, cols int) (to []string) {
	blank := slices.Index([]byte(position), 0)
	for _, step := range [...]struct{ row, col int }{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		row, col := blank/cols+step.row, blank%cols+step.col
		if row < 0 || row >= rows || col < 0 || col >= cols {
			continue
		}
		b := []byte(position)
		b[blank], b[row*cols+col] = b[row*cols+col], b[blank]
		to = append(to, string(b))
	}
	return to
}

// TestSuccessorsOfLargeBoards walks the boards that are too large to explore:
// every position's moves and their order are those of the plain ones, and each
// can be taken back.
func TestSuccessorsOfLargeBoards(t *testing.T) {
	for _, size := range [][2]int{{3, 4}, {4, 3}, {4, 4}} {
		rows, cols := size[0], size[1]
		m := modelOf(t, rows, cols)
		at := m.Initial(nil)[0]
		for step := range 5000 {
			var want [][1]uint64
			for _, p := range plainMoves(unpack(m, at), rows, cols) {
				want = append(want, pack(m, p))
			}
			got := m.Successors(&at, nil)
			require.Equal(t, want, got, "%dx%d: %x", rows, cols, at)
			for i := range got {
				require.Contains(t, m.Predecessors(&got[i], nil), at)
			}
			at = got[step*step*7919%len(got)]
		}
	}
}

// unpack returns the tiles of a position, row by row.
func unpack(m *Model, w [1]uint64) string {
	content := bytes.Repeat([]byte{0xff}, m.rows*m.cols) // of each cell
	content[w[0]>>7&15] = 0
	for i, tile := range m.placed {
		content[w[0]>>(11+4*i)&15] = byte(tile)
	}
	order := exchanged(m.ranks.even[w[0]&63-1], int(w[0]>>6&1))
	for _, i := range order {
		content[bytes.IndexByte(content, 0xff)] = byte(m.ranked[i])
	}
	var b []byte
	for i := range content {
		b = append(b, content[m.cell(i/m.cols, i%m.cols)])
	}
	return string(b)
}

func pack(m *Model, position string) [1]uint64 {
	tiles := make([]int, len(position))
	for i := range tiles {
		tiles[i] = int(position[i])
	}
	return m.Pack(tiles...)
}

// TestTarget walks to one of the two positions that take most moves.
func TestTarget(t *testing.T) {
	m := modelOf(t, 3, 3)
	m.Target = m.Pack(8, 6, 7, 2, 5, 4, 3, 0, 1)
	var s parallel.Search[[1]uint64]
	r, err := s.Run(context.Background(), m, parallel.Options{StopAtGoal: true, Path: true})
	require.NoError(t, err)
	require.Equal(t, 31, r.GoalDepth)
	require.Len(t, r.Path, 32)
	require.Equal(t, m.Initial(nil)[0], r.Path[0])
	require.Equal(t, m.Target, r.Path[31])
	for i, w := range r.Path[:31] {
		require.Contains(t, m.Successors(&w, nil), r.Path[i+1])
	}
}

func TestNewWhole(t *testing.T) {
	for _, size := range [][2]int{{1, 4}, {4, 1}, {5, 2}, {2, 5}, {0, 0}, {-3, 3}} {
		_, err := NewWhole(size[0], size[1])
		require.Error(t, err, "%v", size)
	}
	require.Equal(t, "tiles:3x4", modelOf(t, 3, 4).Name())
}

func modelOf(t testing.TB, rows, cols int) *Model {
	m, err := NewWhole(rows, cols)
	require.NoError(t, err)
	return m
}

func explore(t testing.TB, s *parallel.Search[[1]uint64], m *Model) parallel.Result[[1]uint64] {
	r, err := s.Run(context.Background(), m, parallel.Options{})
	require.NoError(t, err)
	require.True(t, r.Exhausted)
	require.Zero(t, r.Goals)
	return r
}

// The 3x4 board needs a few gigabytes and the better part of a minute:
//
//	go test -run '^$' -bench Explore/3x4 -benchtime 1x ./puzzles/tiles/bfs
func BenchmarkExplore(b *testing.B) {
	b.Run("3x3", func(b *testing.B) { benchmarkExplore(b, 3, 3, 181440, 31) })
	b.Run("3x4", func(b *testing.B) { benchmarkExplore(b, 3, 4, 239500800, 53) })
}

func benchmarkExplore(b *testing.B, rows, cols int, states uint64, depth int) {
	var s parallel.Search[[1]uint64]
	m := modelOf(b, rows, cols)
	for b.Loop() {
		r := explore(b, &s, m)
		require.Equal(b, states, r.States)
		require.Equal(b, depth, r.Depth())
	}
	b.ReportMetric(float64(states)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mstates/s")
}

func BenchmarkSuccessors(b *testing.B) {
	m := modelOf(b, 3, 4)
	at := m.Initial(nil)[0]
	var dst [][1]uint64
	for b.Loop() {
		dst = m.Successors(&at, dst[:0])
		at = dst[len(dst)/2]
	}
}
