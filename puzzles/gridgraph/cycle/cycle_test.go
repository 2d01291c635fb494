package cycle

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/gridgraph"
)

// hasCycle says whether a graph of up to 16 vertices has a Hamiltonian cycle, without search:
// for each set of vertices that holds the first, at which of them a path from the
// first through all of the set can end (the method of Held and Karp).
func hasCycle(g *gridgraph.Graph) bool {
	n := g.Len()
	if n < 3 {
		return false
	}
	beside := make([]uint32, n)
	for v, p := range g.Points() {
		for w, q := range g.Points() {
			if (p.X-q.X)*(p.X-q.X)+(p.Y-q.Y)*(p.Y-q.Y) == 1 {
				beside[v] |= 1 << w
			}
		}
	}
	ends := make([]uint32, 1<<n)
	ends[1] = 1
	for set := uint32(1); set < 1<<n; set += 2 {
		for v := range n {
			if ends[set]>>v&1 == 0 {
				continue
			}
			for w := range n {
				if beside[v]&^set>>w&1 != 0 {
					ends[set|1<<w] |= 1 << w
				}
			}
		}
	}
	return ends[1<<n-1]&beside[0] != 0
}

// Every polyomino of up to 10 cells and every pair of up to 8, against a method that does
// not search; and each cycle is one.
func TestAgainstSets(t *testing.T) {
	found := map[bool]int{}
	free := [][]*gridgraph.Graph{nil}
	for n := 1; n <= 10; n++ {
		graphs := gridgraph.Polyominoes(n)
		free = append(free, graphs)
		if n <= 8 {
			graphs = append(graphs, gridgraph.Pairs(n, free)...)
		}
		for _, g := range graphs {
			cycle := Find(g)
			if g.Len() <= 2 {
				require.Nil(t, cycle)
			}
			if want := hasCycle(g); want != (cycle != nil) {
				t.Fatalf("%v: cycle %v, want one: %v", g, cycle, want)
			}
			if cycle != nil {
				require.NoError(t, g.CheckCycle(cycle))
			}
			found[cycle != nil]++
		}
	}
	require.Greater(t, found[true], 10)
	require.Greater(t, found[false], 1000)
}

// A full rectangle has a Hamiltonian cycle if and only if both sides are at least 2 and
// one is even.
func TestRectangles(t *testing.T) {
	for rows := 1; rows <= 6; rows++ {
		for cols := 1; cols <= 7; cols++ {
			text := strings.TrimSuffix(strings.Repeat(strings.Repeat("#", cols)+"/", rows), "/")
			g, err := gridgraph.Parse(text)
			require.NoError(t, err)
			cycle := Find(g)
			require.Equal(t, min(rows, cols) >= 2 && rows*cols%2 == 0, cycle != nil, text)
			if cycle != nil {
				require.NoError(t, g.CheckCycle(cycle))
			}
		}
	}
}

func TestKnownGraphs(t *testing.T) {
	for text, want := range map[string]bool{
		"###/#.#/###":         true,
		"##./###/.##":         false, // a vertex that cuts it in two
		"##.##/#####/##.##":   false, // two squares and a bridge
		"##.##/##.##":         false, // two squares
		"####/#..#/#..#/####": true,
		"####/#.##/#.##/####": true,
		"#####/#.#.#/#####":   false, // 13 vertices
	} {
		g, err := gridgraph.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, Find(g) != nil, text)
	}
	require.Nil(t, Find(new(gridgraph.Graph)))
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{8, 10} {
		graphs := gridgraph.Polyominoes(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				for _, g := range graphs {
					Find(g)
				}
			}
		})
	}
}
