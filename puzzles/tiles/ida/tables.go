package ida

import (
	"context"
)

// memory returns about how many bytes it takes to make and to keep the tables of a parting: the
// tables, and of the largest set what was met and two levels.
func (g *grid) memory(p *parting) (bytes uint64) {
	scratch := 0
	for _, set := range p.sets {
		size := power(g.cells, len(set))
		bytes += uint64(size)
		scratch = max(scratch, size*g.maskBytes()+2*levelShare(g.placings(len(set)))*placingBytes)
	}
	return bytes + uint64(scratch)
}

// placingBytes is the size of a placing.
const placingBytes = 8

// levelShare returns for how many of all placings a level has room at first. The largest levels of
// sets of five and of six tiles hold a third.
func levelShare(placings int) int { return placings * 3 / 8 }

// smallMask is how many cells fit into the smaller kind of sets of cells.
const smallMask = 16

// maskBytes returns the size of a set of cells.
func (g *grid) maskBytes() int {
	if g.cells <= smallMask {
		return 2
	}
	return 4
}

// makeTables returns the table of each set.
func (g *grid) makeTables(ctx context.Context, p *parting) ([][]uint8, error) {
	if g.cells <= smallMask {
		return makeTables[uint16](ctx, g, p)
	}
	return makeTables[uint32](ctx, g, p)
}

func makeTables[M mask](ctx context.Context, g *grid, p *parting) (tables [][]uint8, err error) {
	b := builder[M]{grid: g}
	for _, set := range p.sets {
		table, err := b.build(ctx, set)
		if err != nil {
			return nil, err
		}
		tables = append(tables, table)
	}
	return tables, nil
}

// A shelf keeps tables for all solvers of the program, which only read them.
type shelf struct {
	lock   chan struct{} // holds a token while somebody is at the shelf
	tables map[shelfMark][][]uint8
}

// A shelfMark says which tables they are.
type shelfMark struct{ rows, cols, number int }

var shared = shelf{lock: make(chan struct{}, 1), tables: map[shelfMark][][]uint8{}}

// get returns the tables of a parting, and makes them if nobody has. Others wait for them
// meanwhile. It ends with the cause of the context's end if that comes first.
func (s *shelf) get(ctx context.Context, g *grid, p *parting) ([][]uint8, error) {
	select {
	case s.lock <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-s.lock }()
	mark := shelfMark{g.rows, g.cols, p.number}
	if tables := s.tables[mark]; tables != nil {
		return tables, nil
	}
	tables, err := g.makeTables(ctx, p)
	if err == nil {
		s.tables[mark] = tables
	}
	return tables, err
}
