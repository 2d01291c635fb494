// Package graphs is the boards that package hamilton makes of all small grid graphs, as a space
// for a census, and the checks that are true of these boards alone:
//
//   - a board is solvable if and only if a search in the graph finds a Hamiltonian cycle;
//   - its shortest length is then twice the number of vertices;
//   - the cycle read back from every solution is one of the graph;
//   - in every state that can be reached each piece is in its own region, and has changed
//     nothing outside it.
package graphs

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"text/tabwriter"

	"github.com/dustin/go-humanize"

	"exhaust/family"
	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/hamilton"
)

// MaxVertices is the most vertices of a family: there are a million graphs of 14, and four
// times as many of each next number.
const MaxVertices = 14

// A Space is all grid graphs of up to so many vertices: for each number of vertices
//
//   - the connected ones up to symmetry, which are the polyominoes;
//   - the disconnected ones that gridgraph.Pairs makes of two polyominoes;
//   - the other images, turned and mirrored, of those among both that are proper: without a vertex
//     of fewer than two neighbours. The construction looks at a graph from one corner, so each
//     image is another board.
//
// It is a family.Space and a family.Reporter.
type Space struct {
	// Reduce makes the boards: hamilton.Reduce.
	Reduce func(*gridgraph.Graph) (*hamilton.Reduction, error)

	graphs []*gridgraph.Graph
	rows   []Row
}

// A Row says how many graphs of a number of vertices there are.
type Row struct {
	Vertices  int `json:"vertices"`
	Connected int `json:"connected"`
	Pairs     int `json:"pairs"`
	Proper    int `json:"proper"` // of both
	Images    int `json:"images"` // other ones, of the proper
}

// New returns the family of the graphs of 1 to n vertices. It makes a list of them, which takes a
// minute or so for 14. A done context ends that with its error. Found counts the graphs so far, if
// it is not nil.
func New(ctx context.Context, n int, found *atomic.Uint64) (*Space, error) {
	if n < 1 || n > MaxVertices {
		return nil, fmt.Errorf("no family of graphs of up to %d vertices: want 1 to %d", n, MaxVertices)
	}
	f := &Space{Reduce: hamilton.Reduce}
	free := [][]*gridgraph.Graph{nil}
	for v := 1; v <= n; v++ {
		free = append(free, slices.SortedFunc(while(ctx, gridgraph.FreePolyominoes(v), found), gridgraph.Compare))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		pairs := gridgraph.Pairs(v, free)
		f.add(v, free[v], pairs)
	}
	return f, nil
}

// while yields graphs until a context is done, and counts them if there is a counter.
func while(ctx context.Context, graphs iter.Seq[*gridgraph.Graph], found *atomic.Uint64) iter.Seq[*gridgraph.Graph] {
	return func(yield func(*gridgraph.Graph) bool) {
		for g := range graphs {
			if ctx.Err() != nil || !yield(g) {
				return
			}
			if found != nil {
				found.Add(1)
			}
		}
	}
}

// add adds the graphs of v vertices.
func (f *Space) add(v int, connected, pairs []*gridgraph.Graph) {
	row := Row{Vertices: v, Connected: len(connected), Pairs: len(pairs)}
	graphs := slices.Concat(connected, pairs)
	f.graphs = append(f.graphs, graphs...)
	for _, g := range graphs {
		if proper(g) {
			images := otherImages(g)
			row.Proper++
			row.Images += len(images)
			f.graphs = append(f.graphs, images...)
		}
	}
	f.rows = append(f.rows, row)
}

// otherImages returns the images of a graph at 0,0 that differ from it and each other.
func otherImages(g *gridgraph.Graph) (images []*gridgraph.Graph) {
	seen := []string{g.String()}
	for _, image := range g.Images() {
		if text := image.String(); !slices.Contains(seen, text) {
			seen = append(seen, text)
			images = append(images, image)
		}
	}
	return images
}

// proper reports whether every vertex has two neighbours or more.
func proper(g *gridgraph.Graph) bool {
	for _, p := range g.Points() {
		if g.Degree(p) < 2 {
			return false
		}
	}
	return true
}

// Rows returns how many graphs there are, for each number of vertices from 1.
func (f *Space) Rows() []Row { return f.rows }

// Len returns the number of boards.
func (f *Space) Len() uint64 { return uint64(len(f.graphs)) }

// Graph returns the graph of board number i.
func (f *Space) Graph(i uint64) *gridgraph.Graph { return f.graphs[i] }

// At returns board number i under the strict rule.
func (f *Space) At(i uint64, _ *twotone.Case) *twotone.Case {
	return &twotone.Case{Board: f.reduce(i).Board}
}

// reduce returns board number i. Boards of so few vertices are never too large.
func (f *Space) reduce(i uint64) *hamilton.Reduction {
	r, err := f.Reduce(f.graphs[i])
	if err != nil {
		panic(err)
	}
	return r
}

// Title says what a board of the space is.
func (f *Space) Title() string {
	return fmt.Sprintf("grid graph of up to %d vertices as a board, black to move", len(f.rows))
}

// Report says how many graphs of each size there are, and what is checked. Checked is how many
// states the checkers met.
func (f *Space) Report(checked uint64) (details []family.Detail, table string, checks []string) {
	details = []family.Detail{{Key: "graphs", Value: f.rows}}
	if checked > 0 {
		details = append(details, family.Detail{Key: "isolation_states", Value: checked})
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "vertices\tconnected\tpairs\tproper\timages\t")
	for _, r := range f.rows {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t\n", r.Vertices, comma(r.Connected), comma(r.Pairs), comma(r.Proper), comma(r.Images))
	}
	w.Flush()
	return details, text.String(), []string{
		"solvable exactly if the graph has a Hamiltonian cycle", "in 2v moves", "which spell it",
		fmt.Sprintf("the pieces isolated in all %s states", comma(int(checked))),
	}
}

func comma(n int) string { return humanize.Comma(int64(n)) }

// String returns hamilton:N.
func (f *Space) String() string { return fmt.Sprintf("hamilton:%d", len(f.rows)) }
