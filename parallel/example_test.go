package parallel_test

import (
	"context"
	"fmt"

	"exhaust/parallel"
)

// A puzzle8 is the 8-puzzle as a model. A state is one word with the tile of cell
// i in bits 4i to 4i+3, row by row, 0 for the blank.
type puzzle8 struct{}

func position(tiles ...uint64) (w [1]uint64) {
	for cell, tile := range tiles {
		w[0] |= tile << (4 * cell)
	}
	return w
}

// Initial appends the solved position.
func (puzzle8) Initial(dst [][1]uint64) [][1]uint64 {
	return append(dst, position(1, 2, 3, 4, 5, 6, 7, 8, 0))
}

// Goal reports whether a state is the one that this search looks for.
func (puzzle8) Goal(w *[1]uint64) bool { return *w == position(8, 6, 7, 2, 5, 4, 3, 0, 1) }

// Successors slides each tile beside the blank into it.
func (puzzle8) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	blank := 0
	for w[0]>>(4*blank)&15 != 0 {
		blank++
	}
	for _, step := range [...]struct{ row, col int }{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		row, col := blank/3+step.row, blank%3+step.col
		if row >= 0 && row < 3 && col >= 0 && col < 3 {
			from := 3*row + col
			tile := w[0] >> (4 * from) & 15
			dst = append(dst, [1]uint64{w[0] - tile<<(4*from) + tile<<(4*blank)})
		}
	}
	return dst
}

// The 8-puzzle, searched from its solved position through all that can be reached.
func Example() {
	var search parallel.Search[[1]uint64]
	r, err := search.Run(context.Background(), puzzle8{}, parallel.Options{Path: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.States, "states, depth", r.Depth(), "- all of them:", r.Exhausted)
	fmt.Println("the position sought is", r.GoalDepth, "moves away; the path holds", len(r.Path), "positions")
	// Output:
	// 181440 states, depth 31 - all of them: true
	// the position sought is 31 moves away; the path holds 32 positions
}
