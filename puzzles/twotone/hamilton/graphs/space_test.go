package graphs

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/census"
	"exhaust/puzzle"
	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/hamilton"
	"exhaust/puzzles/twotone/wiring"
)

var (
	bothRules   = []int{int(twotone.Strict), int(twotone.Handover)}
	bothSolvers = []string{"bfs", "zeroone"}
)

func newFamily(t testing.TB, n int) *Space {
	f, err := New(context.Background(), n, nil)
	require.NoError(t, err)
	return f
}

// take takes the census of a family as the program does.
func take(t testing.TB, f *Space) census.Tally {
	boards := wiring.Family()
	boards.Checks.New = func(family.Space[*twotone.Case]) family.Checker[*twotone.Case] { return f.NewChecker() }
	c := &census.Census[*twotone.Case]{Family: boards, Space: f, Variants: bothRules, Solvers: bothSolvers}
	report, err := c.Run(context.Background())
	require.NoError(t, err)
	require.NoError(t, report.Limit)
	require.Equal(t, f.Len(), report.Done)
	return report.Tally
}

// The main job, and two sizes more: all graphs of up to 10 vertices, under both rules, by both
// solvers, with all checks.
func TestFamily(t *testing.T) {
	vertices := 10
	if raceEnabled {
		vertices = 8
	}
	f := newFamily(t, vertices)
	tally := take(t, f)
	require.Nil(t, tally.First)

	// the numbers of polyominoes, https://oeis.org/A000105
	published := []int{1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655}
	connected, proper := 0, 0
	for i, row := range f.Rows() {
		require.Equal(t, published[i], row.Connected)
		require.Equal(t, i+1, row.Vertices)
		if i < 8 {
			connected += row.Connected
		}
		proper += row.Proper + row.Images
	}
	require.Equal(t, 533, connected)

	for _, rule := range bothRules {
		r := &tally.Variants[rule]
		require.Equal(t, f.Len(), r.Cases)
		require.Positive(t, r.Values.Of(16))
		require.Less(t, r.Solvable, uint64(proper)) // some are unsolvable for want of a cycle alone
		for length := range r.Values.All() {
			require.Zero(t, length%4, length) // 2v, and v is even
		}
	}
	require.Equal(t, tally.Variants[0].Values, tally.Variants[1].Values)
	require.Greater(t, tally.Checked, f.Len()*2)
}

// Graphs of every symmetry, and one of none.
func TestOtherImages(t *testing.T) {
	for text, want := range map[string]int{"##/##": 0, "###/###": 1, ".##/###/##.": 1, "###./####/####/####": 3, "###./####/..##": 7} {
		g, err := gridgraph.Parse(text)
		require.NoError(t, err)
		images := otherImages(g)
		require.Len(t, images, want, text)
		for _, image := range images {
			require.NotEqual(t, g, image)
			require.Equal(t, g.Len(), image.Len())
		}
	}
}

// A mutant is a wrong step of the construction, made on the right board.
type mutant struct {
	name   string
	change func(*hamilton.Reduction)
	check  string // that must see it
	graph  string // the first graph at which it shows
}

// put paints a cell, with a star or without.
func put(r *hamilton.Reduction, cell int, colour twotone.Colour, star bool) {
	r.Board.Cells[cell], r.Board.Stars[cell] = colour, star
}

// cellOf returns the cell of a point of the graph, or of u.
func cellOf(r *hamilton.Reduction, p gridgraph.Point) int {
	for cell, q := range r.Points {
		if p == q {
			return cell
		}
	}
	panic("no such point")
}

// last returns the last cell of the corridor.
func last(r *hamilton.Reduction) int { return r.Corridor[len(r.Corridor)-1] }

// uAt moves u to another neighbour of t, if it is on the board and not taken.
func uAt(r *hamilton.Reduction, step gridgraph.Point) {
	cell := cellOf(r, r.T) + step.Y*r.Board.Cols + step.X
	if _, taken := r.Points[cell]; taken || cell < 0 {
		return
	}
	old := cellOf(r, r.U)
	delete(r.Points, old)
	put(r, old, twotone.Black, false)
	r.U = r.T.Plus(step)
	r.Points[cell] = r.U
	put(r, cell, twotone.White, true)
}

var (
	square = "##/##"
	bitten = ".##/###/##." // odd, so without a cycle; 0,1 and 1,0 have the least x + y
)

var mutants = []mutant{
	{"nothing", func(*hamilton.Reduction) {}, "", ""},
	{"no ring above", func(r *hamilton.Reduction) { put(r, last(r)-r.Board.Cols, twotone.Black, false) }, IsolationCheck, square},
	{"no ring below", func(r *hamilton.Reduction) { put(r, r.Corridor[1]+r.Board.Cols, twotone.Black, false) }, IsolationCheck, square},
	{"no ring left", func(r *hamilton.Reduction) { put(r, r.Board.White-1, twotone.Black, false) }, IsolationCheck, square},
	{"no ring right", func(r *hamilton.Reduction) { put(r, last(r)+1, twotone.Black, false) }, IsolationCheck, square},
	{"no layer of black", func(r *hamilton.Reduction) {
		for col := range r.Graph.Len() + 3 {
			put(r, r.Board.White-1-2*r.Board.Cols+col, twotone.White, false)
		}
	}, IsolationCheck, square},
	{"corridor one short", func(r *hamilton.Reduction) { put(r, last(r), twotone.White, false) }, TwiceCheck, square},
	{"corridor one long", func(r *hamilton.Reduction) { put(r, last(r)+1, twotone.Black, true) }, CycleCheck, square},
	{"corridor without its last star", func(r *hamilton.Reduction) { r.Board.Stars[last(r)] = false }, TwiceCheck, square},
	{"s with a star", func(r *hamilton.Reduction) { r.Board.Stars[r.Board.Black] = true }, CycleCheck, square},
	{"s white", func(r *hamilton.Reduction) { r.Board.Cells[r.Board.Black] = twotone.White }, CycleCheck, "###/###/###"}, // to the middle and back
	{"u without a star", func(r *hamilton.Reduction) { r.Board.Stars[cellOf(r, r.U)] = false }, CycleCheck, square},
	{"no u", func(r *hamilton.Reduction) { put(r, cellOf(r, r.U), twotone.Black, false) }, CycleCheck, square},
	{"u above t", func(r *hamilton.Reduction) { uAt(r, gridgraph.Point{Y: -1}) }, CycleCheck, bitten},
	{"t without a star", func(r *hamilton.Reduction) { r.Board.Stars[cellOf(r, r.T)] = false }, CycleCheck, square},
	{"a vertex that is black", func(r *hamilton.Reduction) { r.Board.Cells[cellOf(r, r.T)] = twotone.Black }, CycleCheck, square},
	{"a star in the background", func(r *hamilton.Reduction) { r.Board.Stars[r.Board.Size()-1] = true }, CycleCheck, square},
	{"a lost board that is won", func(r *hamilton.Reduction) { r.Board.Stars[2] = r.Lost == "" && r.Board.Stars[2] }, CycleCheck, "#"},
	{"a lost board with a way", func(r *hamilton.Reduction) {
		if r.Lost != "" {
			r.Board.Cells[3] = twotone.Black
		}
	}, IsolationCheck, "#"},
}

// Each wrong step is seen by the census that the program takes, first at the graph and by the
// check given.
func TestMutants(t *testing.T) {
	if raceEnabled {
		t.Skip("the detector sees nothing here that it does not see in TestFamily")
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			f := newFamily(t, 9) // the least at which all show
			f.Reduce = func(g *gridgraph.Graph) (*hamilton.Reduction, error) {
				r, err := hamilton.Reduce(g)
				if r.Lost == "" || len(m.name) > 6 && m.name[:6] == "a lost" {
					m.change(r)
				}
				return r, err
			}
			first := take(t, f).First
			if m.check == "" {
				require.Nil(t, first)
				return
			}
			require.NotNil(t, first)
			require.Equal(t, m.check, first.Check, first.Why)
			require.Contains(t, first.Why, "(exhaust reduce '"+m.graph+"' --rule ")
		})
	}
}

// What the solvers may say wrong of the board of a square, and which check sees it.
func TestAnswers(t *testing.T) {
	f := newFamily(t, 4)
	i := uint64(0)
	for f.Graph(i).String() != square {
		i++
	}
	c := f.At(i, nil)
	right := puzzle.Answer{Verdict: puzzle.Solvable, Value: 8, Certificate: []byte("RRURLRLR")}
	for _, test := range []struct {
		change func(*puzzle.Answer)
		check  string
	}{
		{func(*puzzle.Answer) {}, ""},
		{func(a *puzzle.Answer) { a.Verdict = puzzle.Unsolvable }, CycleCheck},
		{func(a *puzzle.Answer) { a.Value = 9 }, TwiceCheck},
		{func(a *puzzle.Answer) { a.Certificate = []byte("RRURLRL") }, ReadBackCheck},
	} {
		wrong := right
		test.change(&wrong)
		for _, answers := range [][]puzzle.Answer{{wrong}, {right, wrong}} { // of any solver
			check, _ := f.NewChecker().CheckAnswers(i, c, answers)
			require.Equal(t, test.check, check)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, n := range []int{-1, 0, MaxVertices + 1} {
		_, err := New(context.Background(), n, nil)
		require.EqualError(t, err, fmt.Sprintf("no family of graphs of up to %d vertices: want 1 to 14", n))
	}
	f := newFamily(t, 4)
	require.Equal(t, "hamilton:4", f.String())
	require.Equal(t, []Row{{1, 1, 0, 0, 0}, {2, 1, 2, 0, 0}, {3, 2, 2, 0, 0}, {4, 5, 6, 1, 0}}, f.Rows())
	require.EqualValues(t, 1+3+4+11, f.Len())
}

// A done context ends the listing of graphs at the next one.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var found atomic.Uint64
	for range while(ctx, gridgraph.FreePolyominoes(MaxVertices), &found) {
		if found.Load() == 41 {
			cancel()
		}
	}
	require.EqualValues(t, 42, found.Load())
	_, err := New(ctx, MaxVertices, nil)
	require.ErrorIs(t, err, context.Canceled)

	found.Store(0)
	_, err = New(context.Background(), 6, &found)
	require.NoError(t, err)
	require.EqualValues(t, 1+1+2+5+12+35, found.Load())
}

// BenchmarkFamily takes the census of all graphs of up to so many vertices: both rules, both
// solvers, all checks, on all cores.
func BenchmarkFamily(b *testing.B) {
	for _, n := range []int{8, 10, 12} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := newFamily(b, n)
			for b.Loop() {
				if first := take(b, f).First; first != nil {
					b.Fatal(first)
				}
			}
			b.ReportMetric(float64(b.N)*float64(2*f.Len())/b.Elapsed().Seconds(), "cases/s")
		})
	}
}
