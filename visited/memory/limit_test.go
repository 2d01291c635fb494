package memory

import (
	"math"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLimit maps memory and frees it: the collector is left what remains of a limit, and so much at
// least.
func TestLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	defer SetLimit(0, 0)
	const limit, heap = 64 << 20, 10 << 20
	SetLimit(limit, heap)
	told := func() int64 { return debug.SetMemoryLimit(-1) }
	require.EqualValues(t, limit-Held(), told())
	_ = Peak()
	for _, mib := range []uintptr{8, 20, 60, 100} {
		before := Held()
		m := NewFixed(mib << 20)
		require.True(t, m.Mapped())
		require.EqualValues(t, before+int64(mib)<<20, Held())
		require.EqualValues(t, max(limit-Held(), heap), told(), "%d MiB", mib)
		m.Free()
		require.Equal(t, before, Held())
		require.EqualValues(t, limit-Held(), told())
		require.EqualValues(t, before+int64(mib)<<20, Peak())
		require.Equal(t, before, Peak())
	}
	SetLimit(math.MaxInt64, heap)
	require.EqualValues(t, math.MaxInt64-Held(), told())
}
