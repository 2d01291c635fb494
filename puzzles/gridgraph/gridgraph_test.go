package gridgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, text string) *Graph {
	g, err := Parse(text)
	require.NoError(t, err)
	return g
}

func TestNotation(t *testing.T) {
	for _, text := range []string{"#", "##/##", "###/#.#/###", "#.#", "..#/#..", "#/#/#"} {
		g := parse(t, text)
		require.Equal(t, text, g.String())
		require.Equal(t, strings.Count(text, "#"), g.Len())
		require.Equal(t, g, parse(t, g.List()))
		require.Equal(t, g, parse(t, "\n "+strings.ReplaceAll(text, "/", " \r\n")+"\n"))
		require.Equal(t, g, parse(t, strings.ReplaceAll(g.List(), " ", ";\n")))
	}
	g := parse(t, "3,-2 2,-2 3,-1")
	require.Equal(t, []Point{{2, -2}, {3, -2}, {3, -1}}, g.Points())
	require.Equal(t, "##/.#", g.String())
	require.Equal(t, "2,-2 3,-2 3,-1", g.List())
	require.Equal(t, []Point{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}}, parse(t, "###/#.#").Points()) // x to the right, y down
	require.Empty(t, new(Graph).String())
	require.Empty(t, new(Graph).List())
}

func TestBadNotation(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "a graph without a vertex: want rows such as ##/##, or points such as 0,0 1,0 0,1 1,1",
		" \n":                           "a graph without a vertex: want rows such as ##/##, or points such as 0,0 1,0 0,1 1,1",
		"../..":                         "a graph without a vertex: want rows such as ##/##, or points such as 0,0 1,0 0,1 1,1",
		"##/#":                          "row 2 of 1 characters: want 2, as in row 1",
		"##//##":                        "row 2 of 0 characters: want 2, as in row 1",
		"##\n\n##":                      "row 2 of 0 characters: want 2, as in row 1",
		"##/":                           "row 2 of 0 characters: want 2, as in row 1",
		"/##":                           "row 1 of 0 characters: want 1, as in row 1",
		"##/#x":                         "row 2, column 2: 'x': want # or ., or else points such as 0,0 1,0",
		"#é":                            "row 1, column 2: 'é': want # or ., or else points such as 0,0 1,0",
		"0,0 1,0 0,0":                   "point 0,0 twice: want each vertex once",
		"0,0 1":                         `point 2, "1": want X,Y with coordinates of -1000000 to 1000000`,
		"0,0,0":                         `point 1, "0,0,0": want X,Y with coordinates of -1000000 to 1000000`,
		"0,1000001":                     `point 1, "0,1000001": want X,Y with coordinates of -1000000 to 1000000`,
		"-1000001,0":                    `point 1, "-1000001,0": want X,Y with coordinates of -1000000 to 1000000`,
		"0,0 x,1":                       `point 2, "x,1": want X,Y with coordinates of -1000000 to 1000000`,
		"99999999999999999999,0":        `point 1, "99999999999999999999,0": want X,Y with coordinates of -1000000 to 1000000`,
		"0," + strings.Repeat("9", 100): `point 1, "0,9999999999999999999999": want X,Y with coordinates of -1000000 to 1000000`,
	} {
		_, err := Parse(text)
		require.EqualError(t, err, want, "%q", text)
	}
	_, err := New(Point{0, MaxCoordinate + 1})
	require.EqualError(t, err, "point 0,1000001: want coordinates of -1000000 to 1000000")
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"##/##", "0,0 1,0", "#.\n.#", "-3,7;", "//", "1,1 1,1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			require.Less(t, len(err.Error()), 200)
			return
		}
		require.Equal(t, g, parse(t, g.List()))
		if low, high := g.Box(); (high.X-low.X)*(high.Y-low.Y) < 10_000 {
			require.Equal(t, g.Len(), parse(t, g.String()).Len())
		}
	})
}

func TestConnected(t *testing.T) {
	require.True(t, new(Graph).Connected())
	require.True(t, parse(t, "###/#.#").Connected())
	require.False(t, parse(t, "#./.#").Connected())
	require.False(t, parse(t, "#.#").Connected())
}

func TestDegree(t *testing.T) {
	g := parse(t, "###/##.")
	for point, want := range map[Point]int{{0, 0}: 2, {1, 0}: 3, {2, 0}: 1, {1, 1}: 2, {2, 1}: 2, {3, 0}: 1, {9, 9}: 0} {
		require.Equal(t, want, g.Degree(point), point)
	}
}

func TestCheckCycle(t *testing.T) {
	g := parse(t, "###/###")
	cycle := parse(t, "0,0").Points()
	for _, p := range []Point{{1, 0}, {2, 0}, {2, 1}, {1, 1}, {0, 1}} {
		cycle = append(slices.Clone(cycle), p)
	}
	require.NoError(t, g.CheckCycle(cycle))
	require.Equal(t, "o-o-o\n|   |\no-o-o\n", g.Draw(cycle))
	require.Equal(t, "o o o\n\no o o\n", g.Draw(nil))

	require.ErrorContains(t, g.CheckCycle(cycle[:5]), "a cycle of 5 vertices in a graph of 6")
	require.ErrorContains(t, new(Graph).CheckCycle(nil), "a cycle of 0 vertices")
	require.ErrorContains(t, parse(t, "##").CheckCycle([]Point{{0, 0}, {1, 0}}), "three or more")
	bad := slices.Clone(cycle)
	bad[5] = Point{0, 2}
	require.ErrorContains(t, g.CheckCycle(bad), "no edge from 1,1 to 0,2")
	bad = slices.Clone(cycle)
	bad[1], bad[2] = bad[2], bad[1]
	require.ErrorContains(t, g.CheckCycle(bad), "no edge from 0,0 to 2,0")
	require.ErrorContains(t, g.CheckCycle([]Point{{0, 0}, {1, 0}, {0, 0}, {1, 0}, {1, 1}, {0, 1}}), "vertex 0,0 twice")
	require.ErrorContains(t, parse(t, "##/#.").CheckCycle([]Point{{1, 0}, {0, 0}, {0, 1}}), "no edge from 0,1 to 1,0")
	require.ErrorContains(t, parse(t, "###./#...").CheckCycle([]Point{{0, 0}, {1, 0}, {1, 1}, {0, 1}}), "point 1,1 of the cycle is no vertex")
}

// The published numbers: https://oeis.org/A000105 of free polyominoes, https://oeis.org/A001168 of
// fixed ones.
func TestPolyominoCounts(t *testing.T) {
	free := []int{1: 1, 1, 2, 5, 12, 35, 108, 369, 1285}
	fixed := []int{1: 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446}
	for n := 1; n < len(fixed); n++ {
		got := 0
		fixedPolyominoes(n, func([]Point) bool { got++; return true })
		require.Equal(t, fixed[n], got, n)
	}
	for n := 1; n < len(free); n++ {
		require.Len(t, Polyominoes(n), free[n], n)
	}
}

// A loop over polyominoes ends when it is left, at whichever it is.
func TestPolyominoesEnd(t *testing.T) {
	for stop := 1; stop <= 35; stop++ {
		seen := 0
		for range FreePolyominoes(6) {
			if seen++; seen == stop {
				break
			}
		}
		require.Equal(t, stop, seen)
	}
}

// Each polyomino is connected, of n vertices, at 0,0, and no image of another.
func TestPolyominoesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for n := 1; n <= 7; n++ {
		for _, g := range Polyominoes(n) {
			require.True(t, g.Connected())
			require.Equal(t, n, g.Len())
			low, _ := g.Box()
			require.Equal(t, Point{}, low)
			require.False(t, seen[g.String()], g)
			images := g.Images()
			require.Equal(t, g, images[0])
			for _, image := range images {
				require.True(t, image.Connected())
				seen[image.String()] = true
			}
		}
	}
	require.Len(t, seen, 1+2+6+19+63+216+760) // all fixed ones are images
}

// The eight images of a graph without symmetry, drawn by hand.
func TestImages(t *testing.T) {
	var got []string
	for _, g := range parse(t, "###/#..").Images() {
		got = append(got, g.String())
	}
	require.ElementsMatch(t, []string{
		"###/#..", "###/..#", "#../###", "..#/###", "##/#./#.", "##/.#/.#", "#./#./##", ".#/.#/##",
	}, got)
}

// The pairs are disconnected, of n vertices, as many as there should be, and those that touch
// at a corner do.
func TestPairs(t *testing.T) {
	free := [][]*Graph{nil}
	counts := []int{2: 1, 1, 2 + 1, 5 + 2, 12 + 5 + 3, 35 + 12 + 10, 108 + 35 + 24 + 15} // pairs by A000105, by hand
	for n := 1; n < len(counts); n++ {
		pairs := Pairs(n, free)
		require.Len(t, pairs, 2*counts[n])
		seen := map[string]bool{}
		for i, g := range pairs {
			require.Equal(t, n, g.Len())
			require.False(t, g.Connected(), g)
			require.False(t, seen[g.String()], g)
			seen[g.String()] = true
			require.Equal(t, i%2 == 1, touches(g), g)
		}
		free = append(free, Polyominoes(n))
	}
}

// touches reports whether kings could walk over all vertices of a graph.
func touches(g *Graph) bool {
	met := map[Point]bool{g.points[0]: true}
	for todo := []Point{g.points[0]}; len(todo) > 0; {
		p := todo[0]
		todo = todo[1:]
		for _, q := range g.points {
			if !met[q] && max(q.X-p.X, p.X-q.X, q.Y-p.Y, p.Y-q.Y) == 1 {
				met[q] = true
				todo = append(todo, q)
			}
		}
	}
	return len(met) == g.Len()
}

func BenchmarkPolyominoes(b *testing.B) {
	for _, n := range []int{8, 10, 12} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(float64(len(Polyominoes(n))), "graphs")
			}
		})
	}
}

// Points that lie far apart are listed: rows would be as many characters as their box has points.
func TestSparse(t *testing.T) {
	for _, text := range []string{"0,0 1000000,1000000", "0,0 1,0 1000000,0", "0,0 0,1 3,999999"} {
		g, err := Parse(text)
		require.NoError(t, err)
		require.Equal(t, text, g.String())
		require.Equal(t, text+"\n", g.Draw(nil))
		again, err := Parse(g.String())
		require.NoError(t, err)
		require.Equal(t, g, again)
	}
}
