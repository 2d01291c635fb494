package atlas

import "exhaust/puzzles/twotone"

// A Tally is what was found in some classes. It is a plain value that encoding/json
// writes and reads back.
type Tally struct {
	Classes    int         `json:"classes"`        // how many there are, symmetric ones not counted
	Boards     uint64      `json:"boards"`         // how many cases of each rule, symmetric ones counted
	Groups     [][]Group   `json:"groups"`         // by the number of rainbow cells and the number of stars
	Longest    [2]*Longest `json:"longest"`        // for each rule, the first case of the greatest length; nil if none is solvable
	Nearest    *Nearest    `json:"nearest_length"` // the first case nearest to the length bound of the strict rule; nil if none has a star and is solvable
	Mismatches uint64      `json:"mismatches"`     // how often something found does not fit the rules' bounds
	First      string      `json:"first_mismatch"` // the first of them
}

// A Group is what was found in the boards with so many rainbow cells and so many stars.
type Group struct {
	Boards  uint64      `json:"boards"`
	Lengths [2][]uint64 `json:"lengths"` // for each rule, how many boards have each length
	Same    uint64      `json:"same"`    // boards of the same length under both rules
}

// A Longest is a case with the greatest shortest length.
type Longest struct {
	Length int    `json:"length"`
	Number uint64 `json:"number"` // of the board in its space
}

// A Nearest is a case whose strict length is nearest to its bound.
type Nearest struct {
	twotone.Nearness
	Number uint64 `json:"number"` // of the board in its space
}

// merge adds another tally.
func (t *Tally) merge(more Tally) {
	t.Classes += more.Classes
	t.Boards += more.Boards
	for len(t.Groups) < len(more.Groups) {
		t.Groups = append(t.Groups, nil)
	}
	for rainbow, groups := range more.Groups {
		for len(t.Groups[rainbow]) < len(groups) {
			t.Groups[rainbow] = append(t.Groups[rainbow], Group{})
		}
		for stars := range groups {
			t.Groups[rainbow][stars].merge(&groups[stars], 1)
		}
	}
	for rule, l := range more.Longest {
		if l != nil && l.before(t.Longest[rule]) {
			t.Longest[rule] = l
		}
	}
	if n := more.Nearest; n != nil && n.before(t.Nearest) {
		t.Nearest = n
	}
	if t.First == "" {
		t.First = more.First
	}
	t.Mismatches += more.Mismatches
}

// before reports whether l is the one to keep: the longer, or of the same length the
// first.
func (l *Longest) before(other *Longest) bool {
	return other == nil || l.Length > other.Length || l.Length == other.Length && l.Number < other.Number
}

// before reports whether n is the one to keep: the nearer, or of those as near the first.
func (n *Nearest) before(other *Nearest) bool {
	if other == nil {
		return true
	}
	by := n.Compare(other.Nearness)
	return by > 0 || by == 0 && n.Number < other.Number
}

// merge adds a group so many times.
func (g *Group) merge(more *Group, times uint64) {
	g.Boards += more.Boards * times
	g.Same += more.Same * times
	for rule := range g.Lengths {
		for length, n := range more.Lengths[rule] {
			if n > 0 {
				g.count(rule, length, n*times)
			}
		}
	}
}

// count adds n boards of a length.
func (g *Group) count(rule, length int, n uint64) {
	for len(g.Lengths[rule]) <= length {
		g.Lengths[rule] = append(g.Lengths[rule], 0)
	}
	g.Lengths[rule][length] += n
}

// solvable returns how many boards are solvable under a rule.
func (g *Group) solvable(rule int) uint64 {
	n := uint64(0)
	for _, boards := range g.Lengths[rule] {
		n += boards
	}
	return n
}
