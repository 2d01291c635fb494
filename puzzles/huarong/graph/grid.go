package graph

import (
	"math"

	"exhaust/puzzles/huarong"
)

// The sides of a cell. The opposite of one differs in the lowest bit.
const (
	up = iota
	down
	left
	right
	sides
)

// letters are the slides in which the hole goes to a side.
var letters = [sides]byte{huarong.HoleUp, huarong.HoleDown, huarong.HoleLeft, huarong.HoleRight}

// opposite returns the side across.
func opposite(side int) int { return side ^ 1 }

// noWalk is the length of a walk that there is not. Walks have fewer slides than the largest board
// has cells.
const noWalk = math.MaxUint16

// A grid is a board with a rim of fixed cells, and the hole's walks on it. A cell's number counts
// the rim.
type grid struct {
	cols  int
	delta [sides]int // what to add to a cell to come to that beside it
	open  []bool     // for each cell, whether it is free

	known []bool                 // for each cell, whether its walks are known
	walks [][sides][sides]uint16 // for each cell, the lengths of the walks between its sides

	// the last flood
	stamp  uint32
	stamps []uint32   // the cells reached have the present stamp
	steps  []uint16   // the hole's steps to a cell reached
	wanted []bool     // the cells that a flood looks for; all false between floods
	line   []int32    // the cells in the order in which they were reached
	list   [sides]int // what sidesOf returns
}

// reset puts a board in place of the last one.
func (g *grid) reset(b *huarong.Board) {
	g.cols = b.Cols
	stride := b.Cols + 2
	g.delta = [sides]int{up: -stride, down: stride, left: -1, right: 1}
	n := (b.Rows + 2) * stride
	g.open, g.known, g.wanted = resized(g.open, n), resized(g.known, n), resized(g.wanted, n)
	g.walks, g.steps = resized(g.walks, n), resized(g.steps, n)
	g.stamps, g.stamp = resized(g.stamps, n), 0
	g.line = resized(g.line, n)[:0]
	for cell := range b.Size() {
		g.open[g.cell(cell)] = b.IsFree(cell)
	}
}

// resized returns a slice of n zeros, in the memory of the given one if that is enough.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// cell returns the number of a cell of the board.
func (g *grid) cell(number int) int {
	return (number/g.cols+1)*g.delta[down] + number%g.cols + 1
}

// flood searches for the wanted cells with the hole, from a cell on and never through the blocked
// one, nearest first, until it has reached all of them or there is no more. All cells nearer than
// the last have their steps then. It leaves no cell wanted.
func (g *grid) flood(from, blocked int, wanted []int) {
	for _, cell := range wanted {
		g.wanted[cell] = true
	}
	g.spread(from, blocked, len(wanted))
	for _, cell := range wanted {
		g.wanted[cell] = false
	}
}

// spread is flood for so many cells that are marked as wanted.
func (g *grid) spread(from, blocked, missing int) {
	g.nextStamp()
	g.stamps[blocked] = g.stamp // so that no step leads there
	g.line = g.line[:0]
	g.reach(from, 0)
	for next := 0; next < len(g.line); next++ {
		cell := int(g.line[next])
		if g.wanted[cell] {
			if missing--; missing == 0 {
				break
			}
		}
		for _, delta := range &g.delta {
			if to := cell + delta; g.open[to] && g.stamps[to] != g.stamp {
				g.reach(to, g.steps[cell]+1)
			}
		}
	}
	g.stamps[blocked] = 0
}

// reach notes that the hole comes to a cell.
func (g *grid) reach(cell int, steps uint16) {
	g.stamps[cell], g.steps[cell] = g.stamp, steps
	g.line = append(g.line, int32(cell))
}

// nextStamp makes all cells unreached.
func (g *grid) nextStamp() {
	if g.stamp == math.MaxUint32 {
		clear(g.stamps)
		g.stamp = 0
	}
	g.stamp++
}

// reached reports whether the last flood came to a cell.
func (g *grid) reached(cell int) bool { return g.stamps[cell] == g.stamp }

// sidesOf returns the free cells beside a cell, from a side on. The result is overwritten by the
// next call.
func (g *grid) sidesOf(cell, from int) []int {
	list := g.list[:0]
	for _, delta := range g.delta[from:] {
		if g.open[cell+delta] {
			list = append(list, cell+delta)
		}
	}
	return list
}

// measure finds the walks between the sides of a cell with the piece on it.
func (g *grid) measure(piece int) {
	walks := &g.walks[piece]
	for side := range sides {
		for to := range sides {
			walks[side][to] = noWalk
		}
	}
	for side, delta := range g.delta {
		if !g.open[piece+delta] {
			continue
		}
		g.flood(piece+delta, piece, g.sidesOf(piece, side))
		for to := side; to < sides; to++ {
			if cell := piece + g.delta[to]; g.reached(cell) {
				walks[side][to], walks[to][side] = g.steps[cell], g.steps[cell]
			}
		}
	}
	g.known[piece] = true
}

// appendWalk appends the slides of a shortest walk of the hole, from one cell to another, never
// through the blocked one. There must be one.
func (g *grid) appendWalk(dst []byte, from, to, blocked int) []byte {
	g.flood(to, blocked, []int{from}) // backwards, so that steps count down on the way
	for cell := from; cell != to; {
		for side, delta := range g.delta {
			next := cell + delta
			if g.reached(next) && g.steps[next]+1 == g.steps[cell] {
				dst, cell = append(dst, letters[side]), next
				break
			}
		}
	}
	return dst
}
