// Package gridgraph is finite grid graphs: sets of lattice points, with an edge between
// any two at distance 1. It holds their notation, the families of all small ones, and what a
// Hamiltonian cycle of one is; package cycle below it looks for one.
//
// It knows no puzzle: it is what the boards of package hamilton are checked against.
package gridgraph

import (
	"cmp"
	"fmt"
	"slices"
)

// MaxCoordinate bounds the coordinates of points on either side of 0.
const MaxCoordinate = 1_000_000

// A Point is a lattice point: X counts to the right, Y down.
type Point struct{ X, Y int }

// String returns "X,Y".
func (p Point) String() string { return fmt.Sprintf("%d,%d", p.X, p.Y) }

// Plus returns p moved by q.
func (p Point) Plus(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Beside returns the four points at distance 1: above, below, left and right.
func (p Point) Beside() [4]Point {
	return [4]Point{{p.X, p.Y - 1}, {p.X, p.Y + 1}, {p.X - 1, p.Y}, {p.X + 1, p.Y}}
}

// comparePoints orders points row by row.
func comparePoints(p, q Point) int {
	return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
}

// A Graph is a finite grid graph. It never changes. The zero Graph is empty.
type Graph struct {
	points []Point // row by row
}

// New returns the graph with the given vertices. It is an error if one is given twice, or
// lies beyond MaxCoordinate.
func New(points ...Point) (*Graph, error) {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, comparePoints)
	for i, p := range sorted {
		if max(p.X, -p.X, p.Y, -p.Y) > MaxCoordinate {
			return nil, fmt.Errorf("point %v: want coordinates of -%d to %d", p, MaxCoordinate, MaxCoordinate)
		}
		if i > 0 && p == sorted[i-1] {
			return nil, fmt.Errorf("point %v twice: want each vertex once", p)
		}
	}
	return &Graph{sorted}, nil
}

// Len returns the number of vertices.
func (g *Graph) Len() int { return len(g.points) }

// Points returns the vertices row by row. They belong to the graph.
func (g *Graph) Points() []Point { return g.points }

// Has reports whether a point is a vertex.
func (g *Graph) Has(p Point) bool {
	_, ok := slices.BinarySearchFunc(g.points, p, comparePoints)
	return ok
}

// Degree returns the number of vertices beside a point.
func (g *Graph) Degree(p Point) int {
	n := 0
	for _, q := range p.Beside() {
		if g.Has(q) {
			n++
		}
	}
	return n
}

// Box returns the least and the greatest coordinates of the vertices. The graph must have one.
func (g *Graph) Box() (low, high Point) {
	low, high = g.points[0], g.points[0]
	for _, p := range g.points {
		low = Point{min(low.X, p.X), min(low.Y, p.Y)}
		high = Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	return low, high
}

// Connected reports whether every vertex can be reached from every other one.
func (g *Graph) Connected() bool {
	if g.Len() == 0 {
		return true
	}
	met := map[Point]bool{g.points[0]: true}
	for todo := []Point{g.points[0]}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, q := range p.Beside() {
			if g.Has(q) && !met[q] {
				met[q] = true
				todo = append(todo, q)
			}
		}
	}
	return len(met) == g.Len()
}

// CheckCycle returns an error unless the points, in their order and back to the first, are
// a Hamiltonian cycle: three vertices or more, each once, every one beside the next.
func (g *Graph) CheckCycle(cycle []Point) error {
	if len(cycle) != g.Len() || len(cycle) < 3 {
		return fmt.Errorf("a cycle of %d vertices in a graph of %d: want each vertex once, and three or more", len(cycle), g.Len())
	}
	met := map[Point]bool{}
	for i, p := range cycle {
		next, beside := cycle[(i+1)%len(cycle)], p.Beside()
		switch {
		case !g.Has(p):
			return fmt.Errorf("point %v of the cycle is no vertex", p)
		case met[p]:
			return fmt.Errorf("vertex %v twice in the cycle", p)
		case !slices.Contains(beside[:], next):
			return fmt.Errorf("no edge from %v to %v, which follows in the cycle", p, next)
		}
		met[p] = true
	}
	return nil
}
