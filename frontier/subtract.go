package frontier

import "exhaust/statecodec"

// Subtract removes from sorted candidates, in place, those that the run holds, and returns the
// rest. Only blocks into which a candidate falls are read, and the last one stays in b for the next call. It may be called for parts of
// the candidates at once. After an error, one of Decode's, candidates are of no use.
func (f *Reader[W]) Subtract(candidates []W, b *Buffer[W]) ([]W, error) {
	kept := 0
	for at := 0; at < len(candidates); {
		i := f.Find(candidates[at])
		end := len(candidates)
		if i+1 < len(f.blocks) {
			end = at + search(candidates[at:], &f.blocks[i+1].first)
		}
		if i < 0 || i+1 == len(f.blocks) && statecodec.Less(&f.foot.last, &candidates[at]) {
			kept += copy(candidates[kept:], candidates[at:end])
			at = end
			continue
		}
		states, err := f.look(i, b)
		if err != nil {
			return nil, err
		}
		kept += subtract(candidates[kept:], candidates[at:end], states)
		at = end
	}
	return candidates[:kept], nil
}

// subtract copies the candidates that are not among the states to dst, which may be
// the front of the candidates, and returns their number. Both are sorted.
func subtract[W statecodec.Words](dst, candidates, states []W) int {
	const stride = 8
	n, j := 0, 0
	for i := range candidates {
		w := candidates[i]
		for j+stride < len(states) && statecodec.Less(&states[j+stride], &w) {
			j += stride
		}
		for j < len(states) && statecodec.Less(&states[j], &w) {
			j++
		}
		dst[n] = w
		if j == len(states) || states[j] != w {
			n++
		}
	}
	return n
}
