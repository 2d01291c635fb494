package bfs

import (
	"slices"

	"exhaust/statecodec"
)

// mostRanked is how many tiles are ranked where there are enough: five have 60 even orders, which
// fit into six bits.
const mostRanked = 5

// split sets the tiles that a position holds the cells of, and those of which it ranks the order:
// in the solved position, the tiles that fill the blank's corner, up to three cells along the
// shorter side of the board and six in all. On the 3x4 board, 10.9 positions of one level share a
// block then; it is 8.6 with the last five tiles and 7.7 with the first.
func (m *Model) split() {
	const corner = mostRanked + 1
	short, long := min(m.rows, m.cols), max(m.rows, m.cols)
	side := min(3, short)
	for tile := 1; tile < short*long; tile++ {
		cell := m.cell((tile-1)/m.cols, (tile-1)%m.cols)
		if cell%short >= short-side && cell/short >= long-corner/side {
			m.ranked = append(m.ranked, tile)
		} else {
			m.placed = append(m.placed, tile)
		}
	}
}

// A ranking numbers the orders of a few tiles, which are called 0, 1, 2, ... An even order and the
// odd one that comes from it by exchanging the tiles 0 and 1 have the same rank. So moving the tile
// at i changes a rank in the same way whether the order is even or odd.
type ranking struct {
	even [][]int // the even orders in lexical order: the one of rank r is at r-1

	// moved[i][j] holds, for each rank, the one after the tile at i moves to j.
	moved [mostRanked][mostRanked][1 << statecodec.BlockBits]uint8
}

// newRanking ranks the orders of n tiles.
func newRanking(n int) *ranking {
	r := &ranking{}
	r.extend(nil, n)
	for i := range n {
		for j := range n {
			for at, order := range r.even {
				order = slices.Clone(order)
				tile := order[i]
				order = slices.Insert(slices.Delete(order, i, i+1), j, tile)
				rank, _ := r.rank(order)
				r.moved[i][j][at+1] = uint8(rank)
			}
		}
	}
	return r
}

// extend appends the even orders of n tiles that begin with the given ones, in lexical order.
func (r *ranking) extend(order []int, n int) {
	if len(order) == n && odd(order) == 0 {
		r.even = append(r.even, slices.Clone(order))
	}
	for tile := range n {
		if !slices.Contains(order, tile) {
			r.extend(append(order, tile), n)
		}
	}
}

// rank returns the rank of an order, and 1 if it is odd, else 0.
func (r *ranking) rank(order []int) (rank, isOdd int) {
	isOdd = odd(order)
	at, _ := slices.BinarySearchFunc(r.even, exchanged(order, isOdd), slices.Compare[[]int])
	return at + 1, isOdd
}

// exchanged returns the order with the tiles 0 and 1 exchanged if times is 1.
func exchanged(order []int, times int) []int {
	order = slices.Clone(order)
	for i, tile := range order {
		if tile <= 1 {
			order[i] = tile ^ times
		}
	}
	return order
}

// odd returns 1 if an odd number of pairs is in falling order, else 0.
func odd(order []int) (parity int) {
	for i := range order {
		for _, later := range order[i+1:] {
			if later < order[i] {
				parity ^= 1
			}
		}
	}
	return parity
}
