package atlas

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone/table"
)

// Whatever the workers and the memory, what sweeps share and what each worker has of its own are no
// more than the memory, as far as one worker has room.
func TestBudget(t *testing.T) {
	a := newAtlas(t, 3, 4)
	classes := a.Classes()
	own := table.SweepBytes(classes[0].Class) + keptSets*table.SetBytes(classes[0].Class)
	require.Greater(t, own, uint64(4<<20), "12 << 12 edges of each rule alone")
	for workers := 1; workers <= 256; workers *= 4 {
		for memory := uint64(1 << 20); memory <= 1<<32; memory *= 2 {
			a.Workers, a.Memory = workers, memory
			b, n := a.budget(classes)
			require.Positive(t, b.Limit)
			require.LessOrEqual(t, n, workers)
			if n > 1 {
				require.LessOrEqual(t, b.Limit+uint64(n)*own, memory, "%d workers, %d bytes", workers, memory)
				require.GreaterOrEqual(t, b.Limit, memory/2)
			}
			if memory > uint64(workers)*own*2 {
				require.Equal(t, workers, n)
			}
		}
	}
	a.Memory = 0
	b, n := a.budget(classes)
	require.Zero(t, b.Limit)
	require.Equal(t, a.Workers, n)
}
