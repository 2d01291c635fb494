package modeltest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

type block = statecodec.Block[[1]uint64]

// A line is a model of states 0 to 63 in one block, each of which leads to the next, the last to none. State 5 is a goal. As a block model
// it says what change makes of the truth.
type line struct {
	change func(next []block, deadEnds, goals *uint64) []block
}

func (line) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, [1]uint64{}) }
func (line) Goal(w *[1]uint64) bool              { return w[0] == 5 }
func (line) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	if w[0] < 63 {
		dst = append(dst, [1]uint64{w[0] + 1})
	}
	return dst
}

func (l line) all(b *block) (next []block, deadEnds, goals uint64) {
	if b.Set<<1 != 0 {
		next = []block{{Set: b.Set << 1}}
	}
	deadEnds, goals = b.Set&(1<<63), b.Set&(1<<5)
	return l.change(next, &deadEnds, &goals), deadEnds, goals
}

func (l line) BlockSuccessors(b *block, dst []block) ([]block, uint64) {
	next, deadEnds, _ := l.all(b)
	if len(next) > 0 && next[0].Key[0] == ^uint64(0) {
		return next[1:], deadEnds // forgets dst
	}
	return append(dst, next...), deadEnds
}

func (l line) BlockGoals(b *block) uint64 {
	_, _, goals := l.all(b)
	return goals
}

// TestPlanted plants each lie that a block model can tell.
func TestPlanted(t *testing.T) {
	of := []block{{Set: ^uint64(0)}, {Set: 1 << 63}, {Set: 3 << 4}}
	for complaint, change := range map[string]func(next []block, deadEnds, goals *uint64) []block{
		"":            func(next []block, _, _ *uint64) []block { return next },
		"successors ": func(next []block, _, _ *uint64) []block { return append(next, block{Set: 2}) },
		"dead ends":   func(next []block, deadEnds, _ *uint64) []block { *deadEnds = 0; return next },
		"goals":       func(next []block, _, goals *uint64) []block { *goals = 0; return next },
		"no block":    func(next []block, _, _ *uint64) []block { return append(next, block{Key: [1]uint64{1}, Set: 1}) },
		"gone":        func([]block, *uint64, *uint64) []block { return []block{{Key: [1]uint64{^uint64(0)}}} },
	} {
		l := line{change}
		err := CheckBlocks(l, l, of)
		if complaint == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, complaint)
	}
	lost := line{func([]block, *uint64, *uint64) []block { return nil }}
	require.ErrorContains(t, CheckBlocks(lost, lost, of), "successors ")
}
