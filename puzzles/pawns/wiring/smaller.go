package wiring

import (
	"iter"

	"exhaust/puzzles/pawns"
	"exhaust/puzzles/pawns/referee"
)

// smaller yields what pawns.Smaller does, where the knight can reach all pawns.
func smaller(g *pawns.Game) iter.Seq[*pawns.Game] {
	return func(yield func(*pawns.Game) bool) {
		for d := range g.Smaller() {
			if referee.Unreachable(d) == nil && !yield(d) {
				return
			}
		}
	}
}

// What is tried of the smaller games: boards of up to lastSide, and of each side the numbers of
// pawns that make up to fewGames, in batches of batchSize.
const (
	lastSide  = 8
	fewGames  = 60_000
	batchSize = 4096
)

// before yields the games of few pawns on small boards that are smaller than c, in the sense of
// pawns.Order, and reports whether these are all smaller games.
func before(c *pawns.Game) (batches iter.Seq[[]*pawns.Game], all bool) {
	all = c.IsSorted() && c.Side <= lastSide
	var spaces []*space
	for side := leastSide; side <= min(c.Side, lastSide); side++ {
		few, complete := smallSpace(side)
		spaces = append(spaces, few)
		all = all && (complete || side == c.Side && len(c.Pawns) <= few.pawns)
	}
	return func(yield func([]*pawns.Game) bool) {
		for _, s := range spaces {
			if !s.batches(c, yield) {
				return
			}
		}
	}, all
}

// smallSpace returns the games of a side with as many pawns as make up to fewGames, and reports
// whether these are all games of the side.
func smallSpace(side int) (s *space, complete bool) {
	cells := region(side)
	most := min(len(cells)-1, pawns.MaxPawns)
	for n := 1; n <= most; n++ {
		next, err := spaceOf(size{side, n}, cells)
		if err != nil || n > 1 && next.Len() > fewGames {
			return s, false
		}
		s = next
	}
	return s, true
}

// batches yields the games of the space that are smaller than c. It reports whether that may go on
// with another space.
func (s *space) batches(c *pawns.Game, yield func([]*pawns.Game) bool) bool {
	var batch []*pawns.Game
	for i := range s.Len() {
		g := s.At(i, nil)
		if pawns.Order(g, c) >= 0 {
			break
		}
		if batch = append(batch, g); len(batch) == batchSize {
			if !yield(batch) {
				return false
			}
			batch = nil
		}
	}
	return len(batch) == 0 || yield(batch)
}
