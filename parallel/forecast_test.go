package parallel

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestForecast asks for the rest of bells of several widths at several times. A
// forecast may be wrong, and nothing but time and memory depends on it.
func TestForecast(t *testing.T) {
	for _, width := range []float64{8, 15, 40} {
		levels := bell(width)
		for _, part := range []float64{0.5, 0.7, 0.9} {
			now := int(part * float64(len(levels)))
			rest := sum(levels[now:])
			require.InEpsilon(t, rest, forecast(levels[:now], 1e15), 0.25, "width %v, level %d", width, now)
		}
	}
}

func TestForecastWithoutEnd(t *testing.T) {
	growing := []uint64{}
	for i := range 30 {
		growing = append(growing, 1<<i)
	}
	require.Equal(t, 5e9, forecast(growing, 5e9))
	require.Equal(t, 7.0, forecast([]uint64{1, 2, 3}, 7))
	require.Equal(t, 100.0, forecast(bell(20)[:60], 100))
	constant := make([]uint64, 100)
	for i := range constant {
		constant[i] = 5
	}
	require.Equal(t, 1e6, forecast(constant, 1e6))
}

// bell returns the levels of a bell-shaped space, of about 6 widths' levels.
func bell(width float64) []uint64 {
	var levels []uint64
	for x := -3 * width; x <= 3*width; x++ {
		levels = append(levels, 1+uint64(1e9*math.Exp(-x*x/(2*width*width))))
	}
	return levels
}

func sum(levels []uint64) (n float64) {
	for _, states := range levels {
		n += float64(states)
	}
	return n
}
