package command

import (
	"math"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
)

func TestDefaultMemory(t *testing.T) {
	const gib = 1 << 30
	for _, c := range []struct {
		machine, space uint64
		limited        bool
		want           uint64
	}{
		{machine: 4 * gib, want: 3 * gib},
		{machine: 4 * gib, space: 100 * gib, limited: true, want: 3 * gib},
		{machine: 4 * gib, space: 2 * gib, limited: true, want: gib},
		{machine: 0, space: 2 * gib, limited: true, want: gib},
		{machine: 4 * gib, space: 0, limited: true, want: leastDefault},
		{machine: 1 << 20, space: 0, limited: true, want: 3 << 18},
		{machine: 0, want: 0},
	} {
		require.Equal(t, c.want, defaultMemory(c.machine, c.space, c.limited), "%+v", c)
	}
}

// The collector is told of a limit, and keeps a part of it whatever is mapped.
func TestLimitHeap(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	defer parallel.LimitMemory(0, 0)
	for _, limit := range []uint64{1 << 30, 256 << 20} {
		limitHeap(limit)
		require.EqualValues(t, limit-limit/16, debug.SetMemoryLimit(-1))
	}
	limitHeap(16 << 20)
	require.EqualValues(t, 20<<20, debug.SetMemoryLimit(-1))
	limitHeap(math.MaxUint64)
	require.Positive(t, debug.SetMemoryLimit(-1))
}
