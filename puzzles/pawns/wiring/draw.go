package wiring

import (
	"math/rand/v2"
	"slices"

	"exhaust/family"
	"exhaust/puzzles/pawns"
)

// A drawer draws games of a size, each with its pawns in any order as likely as any other.
type drawer struct {
	size
	region []pawns.Cell
}

// newDrawer returns the drawer of a size.
func newDrawer(text string, _ family.Draws) (family.Drawer[*pawns.Game], error) {
	z, cells, err := parseSize(text)
	if err != nil {
		return nil, err
	}
	return drawer{z, cells}, nil
}

// String names several of the games for people.
func (d drawer) String() string { return "random games with " + d.words() }

// Draw draws a game. It uses the memory of reuse.
func (d drawer) Draw(rng *rand.Rand, reuse *pawns.Game) *pawns.Game {
	g := fresh(reuse, d.side)
	g.Knight = d.cell(rng)
	for len(g.Pawns) < d.pawns {
		if c := d.cell(rng); c != g.Knight && !slices.Contains(g.Pawns, c) {
			g.Pawns = append(g.Pawns, c)
		}
	}
	return g
}

// cell draws a cell of the region.
func (d drawer) cell(rng *rand.Rand) pawns.Cell { return d.region[rng.IntN(len(d.region))] }

// workshop makes games worth keeping.
func workshop() *family.Workshop[*pawns.Game] {
	return &family.Workshop[*pawns.Game]{
		Draw: func(rng *rand.Rand, text string) (*pawns.Game, error) {
			z, cells, err := parseSize(text)
			if err != nil {
				return nil, err
			}
			return drawer{z, cells}.Draw(rng, nil), nil
		},
		Mutate:    mutate,
		Signature: func(g *pawns.Game) string { return g.Least().ID() },
		Size:      func(g *pawns.Game) string { return size{g.Side, len(g.Pawns)}.String() },
	}
}

// mutate returns a copy of a game with one piece elsewhere. Where all cells are taken, the knight
// and a pawn change places.
func mutate(rng *rand.Rand, g *pawns.Game) *pawns.Game {
	m := g.Clone()
	z := drawer{size{g.Side, len(g.Pawns)}, region(g.Side)}
	for {
		pawn, to := rng.IntN(len(m.Pawns)+1), z.cell(rng)
		switch {
		case slices.Contains(m.Pawns, to):
		case pawn == len(m.Pawns):
			if to != m.Knight {
				m.Knight = to
				return m
			}
		case to != m.Knight:
			m.Pawns[pawn] = to
			return m
		case len(z.region) == len(m.Pawns)+1:
			m.Knight, m.Pawns[pawn] = m.Pawns[pawn], m.Knight
			return m
		}
	}
}
