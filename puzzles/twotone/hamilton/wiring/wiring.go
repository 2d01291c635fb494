// Package wiring is the two-tone boards that grid graphs make, as a family: the same rules and
// solvers, another space, and checks that are true of these boards alone.
package wiring

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzles/gridgraph"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/hamilton"
	"exhaust/puzzles/twotone/hamilton/graphs"
	twotonewiring "exhaust/puzzles/twotone/wiring"
)

// Family returns the boards of grid graphs.
func Family() *family.Family[*twotone.Case] {
	f := twotonewiring.Family()
	f.Name = "hamilton"
	f.Title = "Hamiltonian cycles as two-tone boards"
	f.Asks = "whether a grid graph has a Hamiltonian cycle, as a two-tone board"
	f.Rules = rules + f.Rules
	f.IDs = []family.Example{
		{Text: "hamilton:###/#.#/###", Is: "a grid graph, # for a vertex, row by row, as a board under the strict rule"},
	}
	f.Files = nil
	f.Spaces = []family.Example{{Text: "8", Is: "the boards of all grid graphs of up to 8 vertices"}}
	f.Facts = []string{
		"A board is solvable exactly if its graph has a Hamiltonian cycle, then in two moves a vertex.",
		"Polyominoes of 1 to 8 cells: 1, 1, 2, 5, 12, 35, 108, 369 (https://oeis.org/A000105).",
	}
	f.Notation.Parse = parse
	f.Lists = "connected graphs"
	f.Space, f.Random, f.Sample, f.Workshop, f.Flags = space, nil, nil, nil, nil
	f.Checks.New = func(s family.Space[*twotone.Case]) family.Checker[*twotone.Case] {
		return s.(*graphs.Space).NewChecker()
	}
	return f
}

const rules = `A grid graph is some points of the grid, with an edge between neighbours. It
becomes a two-tone board that can be won, under either rule, exactly if the
graph has a Hamiltonian cycle: a way round that visits every point once.
docs/RULES.md, section 7, has the construction and its proof.

`

// parse reads a graph, or the ID of a board.
func parse(id string) (*twotone.Case, error) {
	if start := twotonewiring.Family().StartOfID; start.MatchString(id) {
		return twotone.ParseID(id)
	}
	g, err := gridgraph.Parse(id)
	if err != nil {
		return nil, err
	}
	r, err := hamilton.Reduce(g)
	if err != nil {
		return nil, err
	}
	return &twotone.Case{Board: r.Board}, nil
}

// space returns the boards of all graphs of up to so many vertices.
func space(ctx context.Context, size string, listed *atomic.Uint64) (family.Space[*twotone.Case], error) {
	n, err := strconv.ParseUint(size, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("hamilton:%.24q: want a number of vertices of 1 to %d", size, graphs.MaxVertices)
	}
	s, err := graphs.New(ctx, int(n), listed)
	if err != nil {
		return nil, err
	}
	return s, nil
}
