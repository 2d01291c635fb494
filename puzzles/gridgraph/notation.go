package gridgraph

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A graph is written in one of two ways:
//
//	###/#.#/###              rows of # for a vertex and . for none, from the top, with
//	                         a / or an end of line between them, all of the same length
//	0,0 1,0 2,0 0,1 2,1      points X,Y in any order, with blanks, semicolons or ends of line
//	                         between them; X counts to the right, Y down
//
// The top left corner of the rows is the point 0,0.

// Parse returns the graph that a text stands for. A graph without a vertex is an error,
// as is a point given twice.
func Parse(text string) (*Graph, error) {
	text = strings.TrimSpace(text)
	parse := parseRows
	if strings.ContainsFunc(text, unicode.IsDigit) {
		parse = parsePoints
	}
	points, err := parse(text)
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("a graph without a vertex: want rows such as ##/##, or points such as 0,0 1,0 0,1 1,1")
	}
	return New(points...)
}

// parseRows parses rows of # and . characters.
func parseRows(text string) (points []Point, err error) {
	if text == "" {
		return nil, nil
	}
	first := 0 // the length of row 1
	for y, row := range strings.Split(strings.ReplaceAll(text, "/", "\n"), "\n") {
		row = strings.TrimSpace(row)
		for x, char := range row {
			switch char {
			case '#':
				points = append(points, Point{x, y})
			case '.':
			default:
				return nil, fmt.Errorf("row %d, column %d: %q: want # or ., or else points such as 0,0 1,0", y+1, x+1, char)
			}
		}
		if y == 0 {
			first = len(row)
		}
		if len(row) != first || first == 0 {
			return nil, fmt.Errorf("row %d of %d characters: want %d, as in row 1", y+1, len(row), max(first, 1))
		}
	}
	return points, nil
}

// parsePoints parses points X,Y.
func parsePoints(text string) (points []Point, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ';' }) {
		x, y, _ := strings.Cut(word, ",")
		p := Point{}
		if p.X, err = parseCoordinate(x); err == nil {
			p.Y, err = parseCoordinate(y)
		}
		if err != nil {
			return nil, fmt.Errorf("point %d, %.24q: want X,Y with coordinates of -%d to %d", len(points)+1, word, MaxCoordinate, MaxCoordinate)
		}
		points = append(points, p)
	}
	return points, nil
}

func parseCoordinate(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && max(n, -n) > MaxCoordinate {
		err = strconv.ErrRange
	}
	return n, err
}

// mostDrawn is the most points, vertices or none, of a graph that is written as rows or drawn: more than
// any board has.
const mostDrawn = 1 << 18

// sparse reports whether a graph lies so far apart that its rows would be too many points.
func (g *Graph) sparse() bool {
	low, high := g.Box()
	width, height := high.X-low.X+1, high.Y-low.Y+1
	return width > mostDrawn || height > mostDrawn || width*height > mostDrawn
}

// String returns the graph as rows with a / between them, from the least coordinates on, which
// Parse reads back as the graph moved to 0,0; or, if its points lie far apart, as List does.
func (g *Graph) String() string {
	if g.Len() == 0 {
		return ""
	}
	if g.sparse() {
		return g.List()
	}
	low, high := g.Box()
	var out strings.Builder
	for y := low.Y; y <= high.Y; y++ {
		if y > low.Y {
			out.WriteByte('/')
		}
		for x := low.X; x <= high.X; x++ {
			if g.Has(Point{x, y}) {
				out.WriteByte('#')
			} else {
				out.WriteByte('.')
			}
		}
	}
	return out.String()
}

// List returns the graph as its points, row by row. Parse reads back the same graph.
func (g *Graph) List() string { return List(g.points) }

// List returns points as a text, with blanks between them.
func List(points []Point) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = p.String()
	}
	return strings.Join(words, " ")
}

// Draw draws the graph, a vertex as o, and the edges of a cycle in it:
//
//	o-o-o
//	|   |
//	o-o-o
//
// A graph whose points lie far apart is returned as a list of them.
func (g *Graph) Draw(cycle []Point) string {
	switch {
	case g.Len() == 0:
		return ""
	case g.sparse():
		return g.List() + "\n"
	}
	low, high := g.Box()
	width := 2*(high.X-low.X) + 1
	canvas := make([][]byte, 2*(high.Y-low.Y)+1)
	for i := range canvas {
		canvas[i] = []byte(strings.Repeat(" ", width))
	}
	for _, p := range g.points {
		canvas[2*(p.Y-low.Y)][2*(p.X-low.X)] = 'o'
	}
	for i, p := range cycle {
		q, edge := cycle[(i+1)%len(cycle)], byte('-')
		if p.X == q.X {
			edge = '|'
		}
		canvas[p.Y-low.Y+q.Y-low.Y][p.X-low.X+q.X-low.X] = edge // the middle of the two
	}
	var out strings.Builder
	for _, line := range canvas {
		out.WriteString(strings.TrimRight(string(line), " "))
		out.WriteByte('\n')
	}
	return out.String()
}
