package bfs

import (
	"math/bits"

	"exhaust/statecodec"
)

// The cells at the edges of a tile.
const (
	topRow      = 1<<tileSide - 1
	leftColumn  = ^uint64(0) / topRow
	bottomRow   = topRow << (tileCells - tileSide)
	rightColumn = leftColumn << (tileSide - 1)
)

// A shift is a way of the hole as it moves a whole tile's set of cells. Bits turn left by turn.
// Those of the cells at the edge leave the tile: they turn by cross and lie in the tile that is
// next.
type shift struct {
	turn, cross int
	edge        uint64 // the cells whose next one is in another tile
	next        int    // what to add to the number of the tile
	rim         int    // bits of a tile's number: no tile is next if they are all rimValue
	rimValue    int
}

// shifts are the shifts of the four ways, in the order of ways.
var shifts = [...]shift{
	{-tileSide, -tileSide, topRow, -tiles, tiles * (tiles - 1), 0},
	{tileSide, tileSide, bottomRow, tiles, tiles * (tiles - 1), tiles * (tiles - 1)},
	{-1, tileSide - 1, leftColumn, -1, tiles - 1, 0},
	{1, 1 - tileSide, rightColumn, 1, tiles - 1, tiles - 1},
}

// BlockSuccessors appends the states after each slide in each state of a block. For each way of the
// hole these are up to two blocks with the piece where it is, in this tile and in the next, and one
// state in which the piece has slid.
func (m *Model) BlockSuccessors(
	b *statecodec.Block[state], dst []statecodec.Block[state],
) ([]statecodec.Block[state], uint64) {
	hole, piece := placesOf(&b.Key)
	tile := hole / tileCells
	for i := range shifts {
		s := &shifts[i]
		dst = m.appendSlid(dst, piece, tile, tile, b.Set&^s.edge, s.turn)
		if tile&s.rim != s.rimValue {
			dst = m.appendSlid(dst, piece, tile, tile+s.next, b.Set&s.edge, s.cross)
		}
	}
	return dst, b.Set &^ m.able[tile]
}

// appendSlid appends the states in which the hole has gone from cells of one tile to cells of
// another, or of the same, so far as these are free. In one of them it may have come to the piece's
// cell: there the two have changed places.
func (m *Model) appendSlid(
	dst []statecodec.Block[state], piece, from, to int, holes uint64, turn int,
) []statecodec.Block[state] {
	set := bits.RotateLeft64(holes, turn) & m.free[to]
	if at := uint64(1) << (piece % tileCells); piece/tileCells == to && set&at != 0 {
		set &^= at
		hole := from*tileCells + bits.TrailingZeros64(bits.RotateLeft64(at, -turn))
		w := stateOf(piece, hole)
		dst = append(dst, statecodec.BlockOf(&w))
	}
	if set != 0 {
		dst = append(dst, statecodec.Block[state]{Key: stateOf(to*tileCells, piece), Set: set})
	}
	return dst
}
