package gridgraph

import (
	"cmp"
	"iter"
	"slices"
)

// Polyominoes returns the graphs of FreePolyominoes in order.
func Polyominoes(n int) []*Graph { return slices.SortedFunc(FreePolyominoes(n), Compare) }

// FreePolyominoes yields the connected grid graphs of n >= 1 vertices, one of each class of
// those that rotations, reflections and translations make of each other: the free
// polyominoes (https://oeis.org/A000105). It takes the least of each class, at 0,0. Time
// grows as with the fixed polyominoes, about fourfold from each n to the next: a second or
// two for n = 12.
func FreePolyominoes(n int) iter.Seq[*Graph] {
	return func(yield func(*Graph) bool) {
		images := make([][]Point, 8)
		fixedPolyominoes(n, func(points []Point) bool {
			for i := range images {
				images[i] = appendImage(images[i][:0], points, i)
				if i > 0 && slices.CompareFunc(images[i], images[0], comparePoints) < 0 {
					return true
				}
			}
			return yield(&Graph{slices.Clone(images[0])})
		})
	}
}

// Compare orders graphs by their points, row by row.
func Compare(a, b *Graph) int { return slices.CompareFunc(a.points, b.points, comparePoints) }

// appendImage appends the i-th of the eight images of points, moved to 0,0 and in order. The
// 0-th is the points themselves.
func appendImage(dst, points []Point, i int) []Point {
	low := Point{2 * len(points), 2 * len(points)}
	for _, p := range points {
		if i&1 != 0 {
			p.X = -p.X
		}
		if i&2 != 0 {
			p.Y = -p.Y
		}
		if i&4 != 0 {
			p.X, p.Y = p.Y, p.X
		}
		low = Point{min(low.X, p.X), min(low.Y, p.Y)}
		dst = append(dst, p)
	}
	for j := range dst {
		dst[j] = dst[j].Plus(Point{-low.X, -low.Y})
	}
	slices.SortFunc(dst, comparePoints)
	return dst
}

// Images returns the eight images of a graph under rotations and reflections, at 0,0,
// those that are equal included.
func (g *Graph) Images() []*Graph {
	low := Point{}
	if g.Len() > 0 {
		low, _ = g.Box()
	}
	moved := make([]Point, g.Len())
	for i, p := range g.points {
		moved[i] = p.Plus(Point{-low.X, -low.Y})
	}
	images := make([]*Graph, 8)
	for i := range images {
		images[i] = &Graph{appendImage(nil, moved, i)}
	}
	return images
}

// fixedPolyominoes calls yield with the points of each connected graph of n vertices, one of
// each class under translation alone, until it returns false. The algorithm is that of D. H. Redelmeier (Counting
// polyominoes: yet another attack, Discrete Mathematics 36, 1981): each has 0,0 as the leftmost
// vertex of its first row, and grows by cells that were beside an earlier one for the first time. The
// slice belongs to the caller until the next call.
func fixedPolyominoes(n int, yield func([]Point) bool) {
	seen := map[Point]bool{{0, 0}: true}
	points := make([]Point, 0, n)
	var grow func(untried []Point) bool
	grow = func(untried []Point) bool {
		for len(untried) > 0 {
			p := untried[len(untried)-1]
			untried = untried[:len(untried)-1]
			points = append(points, p)
			if len(points) == n {
				if !yield(points) {
					return false
				}
			} else {
				fresh := appendFresh(nil, p, seen)
				if !grow(append(slices.Clone(untried), fresh...)) {
					return false
				}
				for _, q := range fresh {
					delete(seen, q)
				}
			}
			points = points[:len(points)-1]
		}
		return true
	}
	grow([]Point{{0, 0}})
}

// appendFresh appends the points beside p that were not seen and do not come before 0,0, and
// marks them as seen.
func appendFresh(dst []Point, p Point, seen map[Point]bool) []Point {
	for _, q := range p.Beside() {
		if !seen[q] && cmp.Or(cmp.Compare(q.Y, 0), cmp.Compare(q.X, 0)) >= 0 {
			seen[q] = true
			dst = append(dst, q)
		}
	}
	return dst
}

// Pairs returns disconnected grid graphs of n vertices: for any two polyominoes P and Q of n
// vertices together, P not larger and not later than Q,
//
//   - P and Q side by side, their tops level, with an empty column between them;
//   - P and Q corner to corner: the first vertex of Q, row by row, is one down and one to the
//     right of the last of P.
//
// In the second no vertex of P is beside one of Q: those of P in its last row lie to the left of
// all of Q in its first row. free holds the polyominoes of 1, ..., n-1 vertices at these indices.
func Pairs(n int, free [][]*Graph) []*Graph {
	var found []*Graph
	for size := 1; 2*size <= n; size++ {
		for i, p := range free[size] {
			others := free[n-size]
			if 2*size == n {
				others = others[i:]
			}
			for _, q := range others {
				_, high := p.Box()
				last := p.points[size-1]
				found = append(found,
					join(p, q, Point{high.X + 2, 0}),
					join(p, q, last.Plus(Point{1, 1}).Plus(Point{-q.points[0].X, -q.points[0].Y})))
			}
		}
	}
	return found
}

// join returns the vertices of p, and those of q moved by a step, which must be others.
func join(p, q *Graph, by Point) *Graph {
	points := slices.Clone(p.points)
	for _, v := range q.points {
		points = append(points, v.Plus(by))
	}
	slices.SortFunc(points, comparePoints)
	return &Graph{points}
}
