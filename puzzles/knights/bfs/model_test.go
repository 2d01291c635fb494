package bfs

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
)

// target is the puzzle's target position, row by row.
const target = "11111 01111 00*11 00001 00000"

func TestStart(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		want       string
	}{
		{5, 5, target},
		{3, 3, "111 0*1 000"},
		{3, 4, "1111 00*1 0000"},
		{4, 3, "111 011 0*1 000"},
		{4, 4, "1111 0111 00*1 0000"},
		{1, 1, "*"},
	} {
		m := newModel(t, c.rows, c.cols)
		require.Equal(t, c.want, text(m, m.Initial(nil)[0]), m.Name())
	}
}

// text spells a position row by row. The colour that is left out is that of which there are too
// few.
func text(m *Model, w [1]uint64) string {
	cells := bytes.Repeat([]byte{'0'}, m.rows*m.cols)
	for place, cell := range m.order[:len(m.order)-1] {
		cells[cell] += byte(w[0] >> place & 1)
	}
	cells[m.order[len(m.order)-1]] += byte(m.blacks - bytes.Count(cells, []byte{'1'}))
	cells[w[0]>>m.hole] = '*'
	var rows []string
	for row := range slices.Chunk(cells, m.cols) {
		rows = append(rows, string(row))
	}
	return strings.Join(rows, " ")
}

// pack returns the position that text spells.
func pack(m *Model, text string) (w [1]uint64) {
	cells := strings.ReplaceAll(text, " ", "")
	for place, cell := range m.order[:len(m.order)-1] {
		w[0] |= uint64(cells[cell]&1) << place
	}
	w[0] |= uint64(strings.IndexByte(cells, '*')) << m.hole
	return w
}

// TestAgainstPlainSearch compares whole spaces with those of a search that moves
// characters about in the text and keeps it in a map.
func TestAgainstPlainSearch(t *testing.T) {
	var s parallel.Search[[1]uint64]
	for _, c := range []struct {
		rows, cols int
		states     int
	}{
		{1, 1, 1},
		{2, 5, 3},         // the hole stays within three cells
		{3, 3, 1},         // no knight reaches the middle
		{3, 4, 12 * 462},  // C(11, 5)
		{4, 3, 12 * 462},  // C(11, 6)
		{4, 4, 16 * 6435}, // C(15, 8)
	} {
		m := newModel(t, c.rows, c.cols)
		distance, levels := plain(text(m, m.start), c.rows, c.cols, 1000)
		r := explore(t, &s, m)
		require.Equal(t, levels, r.Levels, m.Name())
		require.Len(t, distance, int(r.States), m.Name())
		require.Equal(t, c.states, int(r.States), m.Name())
	}
}

// plain returns the distance of all positions up to a depth from the first one, and how
// many there are at each.
func plain(first string, rows, cols, depth int) (distance map[string]int, levels []uint64) {
	distance = map[string]int{first: 0}
	for level := []string{first}; len(level) > 0 && len(levels) <= depth; {
		levels = append(levels, uint64(len(level)))
		var next []string
		for _, position := range level {
			for _, p := range plainJumps(position, rows, cols) {
				if _, ok := distance[p]; !ok && len(levels) <= depth {
					distance[p] = len(levels)
					next = append(next, p)
				}
			}
		}
		level = next
	}
	return distance, levels
}

// plainJumps returns the positions one jump from a position.
func plainJumps(position string, rows, cols int) (to []string) {
	hole := strings.IndexByte(position, '*')
	row, col := hole/(cols+1), hole%(cols+1) // a space ends each row
	for _, step := range [...][2]int{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}} {
		r, c := row+step[0], col+step[1]
		if r < 0 || r >= rows || c < 0 || c >= cols {
			continue
		}
		b := []byte(position)
		b[hole], b[r*(cols+1)+c] = b[r*(cols+1)+c], b[hole]
		to = append(to, string(b))
	}
	return to
}

// near is the model cut off at a distance: positions that far away are goals,
// which are not expanded.
type near struct {
	parallel.Model[[1]uint64]
	distance map[string]int
	depth    int
}

func (n near) Goal(w *[1]uint64) bool { return n.distance[text(n.Model.(*Model), *w)] == n.depth }

// TestFirstLevels compares the levels of the large board that the plain search
// can hold. The map says which positions to cut off at: one that it does not
// hold would count as a level beyond.
func TestFirstLevels(t *testing.T) {
	const depth = 10
	m := newModel(t, 5, 5)
	distance, levels := plain(target, 5, 5, depth)
	var s parallel.Search[[1]uint64]
	r, err := s.Run(context.Background(), near{m, distance, depth}, parallel.Options{StopAtGoal: true})
	require.NoError(t, err)
	require.Equal(t, levels, r.Levels)
	require.Equal(t, depth, r.GoalDepth)
	require.Equal(t, levels[depth], r.Goals)
}

// TestJumpsAreUndirected follows a walk on a board with rows and columns of
// different length: every jump's positions lead back.
func TestJumpsAreUndirected(t *testing.T) {
	for _, size := range [][2]int{{5, 5}, {4, 6}, {7, 3}, {2, 29}} {
		m := newModel(t, size[0], size[1])
		at := m.start
		for step := range 2000 {
			want := plainJumps(text(m, at), m.rows, m.cols)
			var got []string
			next := m.Successors(&at, nil)
			for i := range next {
				got = append(got, text(m, next[i]))
				require.Contains(t, m.Predecessors(&next[i], nil), at)
			}
			require.Equal(t, want, got, "%s: %s", m.Name(), text(m, at))
			at = next[step*step*7919%len(next)]
		}
	}
}

func TestNew(t *testing.T) {
	for _, size := range [][2]int{{0, 5}, {5, 0}, {-1, -5}, {1, 59}, {8, 8}, {1 << 32, 1 << 32}} {
		_, err := NewWhole(size[0], size[1])
		require.Error(t, err, "%v", size)
	}
	require.Equal(t, "knights:5x7", newModel(t, 5, 7).Name())
	require.Equal(t, "knights:2x29", newModel(t, 2, 29).Name())
}

func newModel(t testing.TB, rows, cols int) *Model {
	m, err := NewWhole(rows, cols)
	require.NoError(t, err)
	return m
}

func explore(t testing.TB, s *parallel.Search[[1]uint64], m *Model) parallel.Result[[1]uint64] {
	r, err := s.Run(context.Background(), m, parallel.Options{})
	require.NoError(t, err)
	require.True(t, r.Exhausted)
	return r
}

// BenchmarkExplore explores the puzzle itself, which needs about a gigabyte.
func BenchmarkExplore(b *testing.B) {
	var s parallel.Search[[1]uint64]
	m := newModel(b, 5, 5)
	const states, depth = 25 * 2704156, 39 // 25·C(24, 12)
	for b.Loop() {
		r := explore(b, &s, m)
		require.EqualValues(b, states, r.States)
		require.Equal(b, depth, r.Depth())
	}
	b.ReportMetric(states*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mstates/s")
}
