package wiring_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family/census"
	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/hamilton"
	"exhaust/puzzles/twotone/hamilton/graphs"
	"exhaust/puzzles/twotone/hamilton/wiring"
)

// take takes the census of the graphs of up to so many vertices, as the program does.
func take(t *testing.T, size string, change func(*hamilton.Reduction)) census.Tally {
	f := wiring.Family()
	var listed atomic.Uint64
	space, err := f.Space(t.Context(), size, &listed)
	require.NoError(t, err)
	require.Equal(t, "hamilton:"+size, f.Prefix()+space.String())
	require.Positive(t, listed.Load())
	space.(*graphs.Space).Reduce = func(g *gridgraph.Graph) (*hamilton.Reduction, error) {
		r, err := hamilton.Reduce(g)
		change(r)
		return r, err
	}
	c := &census.Census[*twotone.Case]{Family: f, Space: space, Variants: []int{0, 1}, Solvers: f.Standing()}
	report, err := c.Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, report.Limit)
	require.Equal(t, space.Len(), report.Done)
	return report.Tally
}

// The census of the family makes the checks of the graphs.
func TestCensus(t *testing.T) {
	tally := take(t, "6", func(*hamilton.Reduction) {})
	require.Nil(t, tally.First)
	for _, rule := range tally.Variants {
		require.Equal(t, uint64(2), rule.Values.Of(12)) // of six vertices, the two images of the block have a cycle
		require.Equal(t, uint64(1), rule.Values.Of(8))  // and of four, the square
		require.Equal(t, uint64(3), rule.Solvable)
	}
	require.Greater(t, tally.Checked, 2*tally.Variants[0].Cases)

	tally = take(t, "4", func(r *hamilton.Reduction) { r.Board.Stars[r.Board.Size()-1] = true }) // nobody gets there
	require.Equal(t, graphs.CycleCheck, tally.First.Check)
	require.Equal(t, uint64(2), tally.Mismatches) // the square, under each rule
}

// What names a case: a graph, or the ID of any two-tone board.
func TestParse(t *testing.T) {
	f := wiring.Family()
	g, err := gridgraph.Parse("##/##")
	require.NoError(t, err)
	r, err := hamilton.Reduce(g)
	require.NoError(t, err)
	c, err := f.Notation.Parse("##/##")
	require.NoError(t, err)
	require.Equal(t, r.Board, c.Board)
	require.Equal(t, twotone.Strict, c.Rule)
	again, err := f.Notation.Parse(f.ID(c))
	require.NoError(t, err)
	require.Equal(t, c, again)

	for text, want := range map[string]string{
		"##/#x":                "row 2, column 2: 'x': want # or ., or else points such as 0,0 1,0",
		"2x2:BWRB:0:3:1,2:lax": `case 2x2:BWRB:0:3:1,2:lax: column 18: unknown rule "lax", want strict or handover`,
	} {
		_, err := f.Notation.Parse(text)
		require.EqualError(t, err, want)
	}
	_, err = f.Notation.Parse("")
	require.Error(t, err)
}

func TestSizes(t *testing.T) {
	f := wiring.Family()
	for size, want := range map[string]string{
		"0":     "no family of graphs of up to 0 vertices: want 1 to 14",
		"15":    "no family of graphs of up to 15 vertices: want 1 to 14",
		"-1":    `hamilton:"-1": want a number of vertices of 1 to 14`,
		"2x3":   `hamilton:"2x3": want a number of vertices of 1 to 14`,
		"70000": `hamilton:"70000": want a number of vertices of 1 to 14`,
	} {
		_, err := f.Space(t.Context(), size, nil)
		require.EqualError(t, err, want)
	}
	require.Nil(t, f.Random)
	require.Nil(t, f.Sample)
}
