package atlas

import (
	"cmp"
	"slices"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/table"
)

// A Class stands for all classes of boards that rotations and reflections make of it.
type Class struct {
	table.Class
	Orbit uint64 // how many they are
}

// Boards returns the number of boards of the class itself, with one side to move: 2^M·N(N-1)·2^N.
func (c Class) Boards() uint64 { return c.Class.Boards(c.All()) }

// symmetries returns the rotations and reflections that map boards of a size to
// boards of that size, the identity first.
func symmetries(rows, cols int) []twotone.Symmetry {
	var all []twotone.Symmetry
	for y := range twotone.Symmetry(twotone.Symmetries) {
		if r, c := y.Size(rows, cols); y&twotone.SwapColours == 0 && r == rows && c == cols {
			all = append(all, y)
		}
	}
	return all
}

// image returns what a symmetry makes of a set of cells.
func image(y twotone.Symmetry, rows, cols int, set uint32) uint32 {
	moved := uint32(0)
	for cell := range rows * cols {
		if set>>cell&1 != 0 {
			moved |= 1 << y.Cell(rows, cols, cell)
		}
	}
	return moved
}

// classes returns all classes of boards of a size, those with the most ordinary cells first. The
// symmetries must be a group; of the sets of rainbow cells that they map to each other only the least is there.
func classes(rows, cols int, group []twotone.Symmetry) []Class {
	var all []Class
	whole := table.Class{Rows: rows, Cols: cols}.All()
	var images []uint32
	for rainbow := uint32(0); rainbow <= whole; rainbow++ {
		images = images[:0]
		least := rainbow
		for _, y := range group {
			moved := image(y, rows, cols, rainbow)
			if !slices.Contains(images, moved) {
				images = append(images, moved)
			}
			least = min(least, moved)
			if least < rainbow {
				break // another class stands for this one
			}
		}
		if least == rainbow {
			all = append(all, Class{table.Class{Rows: rows, Cols: cols, Rainbow: rainbow}, uint64(len(images))})
		}
	}
	slices.SortStableFunc(all, func(a, b Class) int { return cmp.Compare(b.Ordinary(), a.Ordinary()) })
	return all
}
