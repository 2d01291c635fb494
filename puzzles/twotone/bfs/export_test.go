package bfs

import "exhaust/puzzles/twotone"

// NewPlain returns a solver whose states hold every cell, whether or not a piece can
// ever enter it.
func NewPlain(o Options) *Solver {
	s := New(o)
	s.layout.plain = true
	return s
}

// Explore prepares an exploration with the solver's memory and kind of states.
func (s *Solver) Explore(c *twotone.Case) (*Exploration, error) { return s.explore(c, "") }

// LiveBits returns the number of bits of a state of a valid case.
func LiveBits(c *twotone.Case) int {
	var l layout
	l.reset(c)
	return l.bits()
}
