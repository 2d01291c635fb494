package visited

// ShardsOf sets shards to the numbers of the shards of states, as many as there are
// states. It costs a hash for each.
func (s *Set[W]) ShardsOf(states []W, shards []uint16) {
	shards = shards[:len(states)]
	switch {
	case s.Shards() == 1:
		clear(shards)
	case s.oneWord():
		shardsOf(wordsOf(states), shards, s.shift())
	default:
		shift := s.shift()
		for i := range states {
			shards[i] = uint16(s.hash(&states[i]) >> shift)
		}
	}
}
