package command

import (
	"testing"

	"github.com/stretchr/testify/require"
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
