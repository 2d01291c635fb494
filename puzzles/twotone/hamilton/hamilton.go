// Package hamilton turns a grid graph into a board that is solvable if and only if the graph
// has a Hamiltonian cycle, under either rule, and reads the cycle back from a solution.
//
// Let v be the number of vertices, each with two neighbours or more, and t the vertex with the least
// x + y, of these the one with the least x. Neither (x-1, y) nor (x, y-1) is a vertex, so t
// has exactly two neighbours; the one below it is s. Let u be the point left of t. Its neighbours
// but t have a smaller x + y than t, or the same and a smaller x: none is a vertex. So a
// Hamiltonian path from s through the graph and u ends in u and comes there from t, and with the
// edge from t to s the rest of it is a Hamiltonian cycle; and a cycle, cut at that edge, makes such
// a path, because t has two neighbours only, and so the edge is in every cycle.
//
//	# # # # # # # #     the graph and u in black: u and every vertex but s are white and
//	u t * # # # # #     hold a star; s is black and has the black piece
//	# s * # # # # #
//	# # # # # # # #     a layer of black
//	. . . . . . . #     a ring of white; in it the white piece on white, and a
//	. w * * * * . #     corridor of v black cells, each with a star
//	. . . . . . . #
//	# # # # # # # #     black, up to a square
//
// Black can only step to a white vertex beside it and takes its star, then white to the next
// cell of the corridor, and so on: nobody can go back, since a cell that was left has the
// mover's own colour. So black walks a path from s, and must come through all v - 1 other vertices and
// u to take the last star, in v moves; white has v cells to match them. Black never steps on
// the background, which is black, nor white on the ring, which is white: neither comes to where
// the other is. Under handover white may go on when black is stuck, which takes no star of black's.
//
// (docs/RULES.md, section 7.)
package hamilton

import (
	"fmt"

	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/twotone"
)

// A Reduction is a graph as a board.
type Reduction struct {
	Graph *gridgraph.Graph
	Board twotone.Board

	// Lost says why the board is lost from the start, if the graph is empty or has a vertex of
	// fewer than two neighbours; the fields below are then not set.
	Lost string

	S, T, U  gridgraph.Point
	Points   map[int]gridgraph.Point // black's region: the cells of the vertices and of U
	Corridor []int                   // white's region: where it starts, and the corridor
}

// SizeError says that a graph needs a larger board than there is.
type SizeError struct {
	Vertices int
	Side     int // of the board
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("a graph of %d vertices that needs a board of side %d: want at most %d", e.Vertices, e.Side, twotone.MaxSide)
}

// What lies below the graph: a layer of black and the ring.
const (
	layer = 1
	ring  = 3
)

// Reduce makes a board of a graph, black to move. The error is a *SizeError. A graph of v
// vertices takes a square of side v + 3, or of its height + 4 or its width, u included, if
// these are more.
func Reduce(g *gridgraph.Graph) (*Reduction, error) {
	r := &Reduction{Graph: g}
	if r.Lost = lost(g); r.Lost != "" {
		r.Board = lostBoard()
		return r, nil
	}
	r.T = corner(g)
	r.S, r.U = r.T.Plus(gridgraph.Point{Y: 1}), r.T.Plus(gridgraph.Point{X: -1})
	low, high := g.Box()
	low.X = min(low.X, r.U.X)
	height := high.Y - low.Y + 1
	side := max(height+layer+ring, g.Len()+3, high.X-low.X+1)
	if side > twotone.MaxSide {
		return nil, &SizeError{g.Len(), side}
	}
	r.Board = background(side)
	r.layGraph(low)
	r.layCorridor(height + layer)
	return r, nil
}

// lost returns why a graph has no Hamiltonian cycle at first sight, or nothing.
func lost(g *gridgraph.Graph) string {
	if g.Len() == 0 {
		return "the graph has no vertex"
	}
	for _, p := range g.Points() {
		switch degree := g.Degree(p); degree {
		case 0:
			return fmt.Sprintf("vertex %v has no neighbour: a cycle needs two", p)
		case 1:
			return fmt.Sprintf("vertex %v has one neighbour: a cycle needs two", p)
		}
	}
	return ""
}

// lostBoard returns a board on which both pieces are stuck and a star is left:
//
//	b w     on white and on black
//	* #     black and white
func lostBoard() twotone.Board {
	return twotone.Board{
		Rows: 2, Cols: 2,
		Cells: []twotone.Colour{twotone.White, twotone.Black, twotone.Black, twotone.White},
		Stars: []bool{false, false, true, false},
		Black: 0, White: 1, Turn: twotone.Black,
	}
}

// corner returns the vertex with the least x + y, of these the one with the least x.
func corner(g *gridgraph.Graph) gridgraph.Point {
	t := g.Points()[0]
	for _, p := range g.Points() {
		if p.X+p.Y < t.X+t.Y || p.X+p.Y == t.X+t.Y && p.X < t.X {
			t = p
		}
	}
	return t
}

// background returns a black square without stars. The pieces are not yet placed.
func background(side int) twotone.Board {
	return twotone.Board{
		Rows: side, Cols: side,
		Cells: make([]twotone.Colour, side*side), // black
		Stars: make([]bool, side*side),
		Turn:  twotone.Black,
	}
}

// layGraph lays the graph and u with their least coordinates in the top left corner.
func (r *Reduction) layGraph(low gridgraph.Point) {
	r.Points = map[int]gridgraph.Point{}
	for _, p := range append([]gridgraph.Point{r.U}, r.Graph.Points()...) {
		cell := (p.Y-low.Y)*r.Board.Cols + p.X - low.X
		r.Points[cell] = p
		if p == r.S {
			r.Board.Black = cell
			continue
		}
		r.Board.Cells[cell], r.Board.Stars[cell] = twotone.White, true
	}
}

// layCorridor lays the ring with its first row in the given one, and what it holds.
func (r *Reduction) layCorridor(top int) {
	b, v := &r.Board, r.Graph.Len()
	for row := top; row < top+ring; row++ {
		for col := range v + 3 {
			b.Cells[row*b.Cols+col] = twotone.White
		}
	}
	b.White = (top+1)*b.Cols + 1
	r.Corridor = []int{b.White}
	for i := range v {
		cell := b.White + 1 + i
		b.Cells[cell], b.Stars[cell] = twotone.Black, true
		r.Corridor = append(r.Corridor, cell)
	}
}

// Cycle reads the Hamiltonian cycle back from a solution of the board under either rule: the
// vertices from S to T in the order in which black comes to them. It returns an error if the
// solution does not replay, or if what it spells is no such cycle.
func (r *Reduction) Cycle(s twotone.Solution) ([]gridgraph.Point, error) {
	if r.Lost != "" {
		return nil, fmt.Errorf("no cycle to read back: %s", r.Lost)
	}
	path, err := r.walk(s)
	if err != nil {
		return nil, err
	}
	last := len(path) - 1
	if path[last] != r.U {
		return nil, fmt.Errorf("black ends at %v: want u = %v", path[last], r.U)
	}
	if err := r.Graph.CheckCycle(path[:last]); err != nil {
		return nil, err
	}
	return path[:last], nil
}

// walk returns the points that black comes to in a play that wins, its first included.
func (r *Reduction) walk(s twotone.Solution) ([]gridgraph.Point, error) {
	// a play under the strict rule is one under handover that hands nothing over
	c := &twotone.Case{Board: r.Board, Rule: twotone.Handover}
	var referee twotone.Referee
	if _, err := referee.Replay(c, s); err != nil {
		return nil, err
	}
	referee.Start(c)
	path := []gridgraph.Point{r.S}
	for _, letter := range s {
		black := referee.Board().Turn == twotone.Black && letter != twotone.StepHandover
		if err := referee.Step(letter); err != nil || !black {
			if err != nil {
				return nil, err
			}
			continue
		}
		p, ok := r.Points[referee.Board().Black]
		if !ok {
			return nil, fmt.Errorf("black leaves the graph for cell %d", referee.Board().Black)
		}
		path = append(path, p)
	}
	return path, nil
}
