package zeroone

import (
	"strings"

	"exhaust/puzzles/twotone"
)

// The naive simulator writes a state as a picture: the rows of the board, one
// line each, and a last line that names the mover, b or w. A cell is drawn as
// three letters: its colour B, W or R; its star * or .; its piece b, w or a dot.
// Everything is found by looking at the picture.

// A naiveEdge leads to another picture.
type naiveEdge struct {
	step byte
	to   string
}

// draw returns the picture of a case.
func draw(c *twotone.Case) string {
	var out strings.Builder
	for i := range c.Cells {
		star, piece := ".", "."
		if c.Stars[i] {
			star = "*"
		}
		if i == c.Black {
			piece = "b"
		}
		if i == c.White {
			piece = "w"
		}
		out.WriteString([]string{"B", "W", "R"}[c.Cells[i]] + star + piece + " ")
		if (i+1)%c.Cols == 0 {
			out.WriteString("\n")
		}
	}
	return out.String() + []string{"b", "w"}[c.Turn]
}

func naiveWon(picture string) bool { return !strings.Contains(picture, "*") }

func otherPiece(piece string) string { return strings.Trim("bw", piece) }

// split returns the cells of a picture by rows, and the mover.
func split(picture string) (grid [][]string, mover string) {
	lines := strings.Split(picture, "\n")
	for _, line := range lines[:len(lines)-1] {
		grid = append(grid, strings.Fields(line))
	}
	return grid, lines[len(lines)-1]
}

// join is the reverse of split.
func join(grid [][]string, mover string) string {
	picture := ""
	for _, row := range grid {
		picture += strings.Join(row, " ") + " \n"
	}
	return picture + mover
}

// find returns where the piece stands.
func find(grid [][]string, piece string) (row, col int) {
	for row := range grid {
		for col, cell := range grid[row] {
			if strings.HasSuffix(cell, piece) {
				return row, col
			}
		}
	}
	panic("no piece " + piece)
}

// naiveMove returns the picture after a step of the mover, and false if the
// step is not legal.
func naiveMove(picture string, step byte) (string, bool) {
	grid, mover := split(picture)
	row, col := find(grid, mover)
	to := map[byte][2]int{'U': {row - 1, col}, 'D': {row + 1, col}, 'L': {row, col - 1}, 'R': {row, col + 1}}[step]
	if to[0] < 0 || to[0] == len(grid) || to[1] < 0 || to[1] == len(grid[0]) {
		return "", false
	}
	target := grid[to[0]][to[1]]
	own := strings.ToUpper(mover)
	if target[2] != '.' || target[:1] == own {
		return "", false
	}
	colour := own
	if target[0] == 'R' {
		colour = "R"
	}
	grid[row][col] = grid[row][col][:2] + "."
	grid[to[0]][to[1]] = colour + "." + mover
	if target[1] == '*' {
		mover = otherPiece(mover)
	}
	return join(grid, mover), true
}

// naiveEdges returns everything that may happen next in a picture that is not won.
func naiveEdges(picture string, rule twotone.Rule) []naiveEdge {
	var edges []naiveEdge
	for _, step := range []byte("UDLR") {
		if to, ok := naiveMove(picture, step); ok {
			edges = append(edges, naiveEdge{step, to})
		}
	}
	if edges == nil && rule == twotone.Handover {
		grid, mover := split(picture)
		edges = append(edges, naiveEdge{'-', join(grid, otherPiece(mover))})
	}
	return edges
}

// A relation holds the edges out of every picture that can be reached from
// some first pictures, under one rule. A won picture has none.
type relation struct {
	pictures []string
	edges    map[string][]naiveEdge
}

// relate returns the relation of everything that can be reached from starts.
func relate(rule twotone.Rule, starts ...string) *relation {
	r := &relation{edges: make(map[string][]naiveEdge)}
	for todo := starts; len(todo) > 0; {
		picture := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, seen := r.edges[picture]; seen {
			continue
		}
		r.pictures = append(r.pictures, picture)
		r.edges[picture] = nil
		if naiveWon(picture) {
			continue
		}
		r.edges[picture] = naiveEdges(picture, rule)
		for _, e := range r.edges[picture] {
			todo = append(todo, e.to)
		}
	}
	return r
}

// lengths returns the fewest moves to win from every picture from which the
// game can be won. It starts with the won pictures at 0 and applies the edges,
// backwards, until nothing becomes shorter.
func (r *relation) lengths() map[string]int {
	best := make(map[string]int)
	for _, picture := range r.pictures {
		if naiveWon(picture) {
			best[picture] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, picture := range r.pictures {
			changed = r.improve(best, picture) || changed
		}
	}
	return best
}

// improve shortens the length of one picture by the lengths of its successors.
func (r *relation) improve(best map[string]int, picture string) (changed bool) {
	for _, e := range r.edges[picture] {
		length, ok := best[e.to]
		if !ok {
			continue
		}
		if e.step != '-' {
			length++
		}
		if old, ok := best[picture]; !ok || length < old {
			best[picture], changed = length, true
		}
	}
	return changed
}

// naiveReplay reports whether a play is legal step by step and ends, and does
// not end before its last step, in a won picture.
func naiveReplay(picture string, rule twotone.Rule, play twotone.Solution) bool {
	for _, step := range play {
		next := ""
		for _, e := range naiveEdges(picture, rule) {
			if e.step == step {
				next = e.to
			}
		}
		if next == "" || naiveWon(picture) {
			return false
		}
		picture = next
	}
	return naiveWon(picture)
}
