// Package cycle looks for a Hamiltonian cycle of a grid graph: a way through all vertices, each
// once, and back. It is written for graphs alone and knows no board.
//
// A path grows from one vertex and is taken back where it cannot be closed. It cannot if some
// vertex that is not on it has fewer than two neighbours left, where the two ends of the
// path count as left, or if the vertices that are left are not connected. Before that, two quick
// answers: every vertex needs two neighbours, and as each edge joins a vertex of even x + y to one
// of odd x + y, a cycle has as many of either kind.
package cycle

import (
	"slices"

	"exhaust/puzzles/gridgraph"
)

// Find returns a Hamiltonian cycle of a graph, or nil if it has none. Time can grow
// exponentially with the number of vertices.
func Find(g *gridgraph.Graph) []gridgraph.Point {
	s, ok := newSearch(g)
	if !ok || !s.extend() {
		return nil
	}
	cycle := make([]gridgraph.Point, 0, g.Len())
	for _, v := range s.path {
		cycle = append(cycle, g.Points()[v])
	}
	return cycle
}

// A search is a path in a graph whose vertices are numbered.
type search struct {
	beside [][]int // for each vertex
	onPath []bool  // for each vertex
	path   []int
}

// newSearch returns a search whose path is one vertex, and false if a quick look says that there
// is no cycle.
func newSearch(g *gridgraph.Graph) (*search, bool) {
	s := &search{beside: make([][]int, g.Len()), onPath: make([]bool, g.Len())}
	number := map[gridgraph.Point]int{}
	for v, p := range g.Points() {
		number[p] = v
	}
	balance := 0
	for v, p := range g.Points() {
		for _, q := range p.Beside() {
			if w, ok := number[q]; ok {
				s.beside[v] = append(s.beside[v], w)
			}
		}
		if len(s.beside[v]) < 2 {
			return nil, false
		}
		balance += 1 - 2*((p.X+p.Y)&1)
	}
	if g.Len() == 0 || balance != 0 {
		return nil, false
	}
	s.push(0)
	return s, true
}

func (s *search) push(v int) {
	s.onPath[v] = true
	s.path = append(s.path, v)
}

func (s *search) pop() {
	s.onPath[s.path[len(s.path)-1]] = false
	s.path = s.path[:len(s.path)-1]
}

func (s *search) head() int { return s.path[len(s.path)-1] }

// extend makes the path a Hamiltonian cycle, or leaves it as it was and returns false.
func (s *search) extend() bool {
	if len(s.path) == len(s.beside) {
		return slices.Contains(s.beside[s.head()], s.path[0])
	}
	if !s.open() {
		return false
	}
	for _, v := range s.beside[s.head()] {
		if s.onPath[v] {
			continue
		}
		s.push(v)
		if s.extend() {
			return true
		}
		s.pop()
	}
	return false
}

// open reports whether each vertex off the path has two neighbours that are off it or are its
// ends, and all of them are connected.
func (s *search) open() bool {
	first := -1
	for v := range s.beside {
		if s.onPath[v] {
			continue
		}
		first = v
		left := 0
		for _, w := range s.beside[v] {
			if !s.onPath[w] || w == s.head() || w == s.path[0] {
				left++
			}
		}
		if left < 2 {
			return false
		}
	}
	return s.flood(first) == len(s.beside)-len(s.path)
}

// flood returns how many vertices off the path can be reached from one of them without it.
func (s *search) flood(from int) int {
	met := slices.Clone(s.onPath)
	met[from] = true
	n := 0
	for todo := []int{from}; len(todo) > 0; n++ {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, w := range s.beside[v] {
			if !met[w] {
				met[w] = true
				todo = append(todo, w)
			}
		}
	}
	return n
}
