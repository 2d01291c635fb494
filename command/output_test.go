package command

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRate(t *testing.T) {
	for want, given := range map[string]struct {
		n       uint64
		elapsed time.Duration
	}{
		"0.73/s":  {73, 100 * time.Second},
		"0.00/s":  {0, time.Second},
		"1.00/s":  {1, time.Second},
		"12.5/s":  {125, 10 * time.Second},
		"1.50k/s": {1500, time.Second},
		"732k/s":  {732_000, time.Second},
		"45.6M/s": {45_600_000, time.Second},
		"-":       {5, 0},
	} {
		require.Equal(t, want, Rate(given.n, given.elapsed))
	}
}
