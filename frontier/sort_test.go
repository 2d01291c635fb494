package frontier

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// randomStates draws states of which only the bits of some masks vary, so that there are
// constant bits, constant words and equal states.
func randomStates[W statecodec.Words](r *rand.Rand, n int) []W {
	states := make([]W, n)
	var mask, base W
	for j := 0; j < len(mask); j++ {
		if r.IntN(3) > 0 {
			mask[j] = r.Uint64() & r.Uint64() >> r.IntN(64)
		}
		base[j] = r.Uint64() &^ mask[j]
	}
	for i := range states {
		for j := 0; j < len(mask); j++ {
			states[i][j] = base[j] | r.Uint64()&mask[j]
		}
	}
	return states
}

func TestSort(t *testing.T) {
	t.Run("1", testSort[[1]uint64])
	t.Run("2", testSort[[2]uint64])
	t.Run("3", testSort[[3]uint64])
	t.Run("4", testSort[[4]uint64])
	t.Run("8", testSort[[8]uint64])
}

// testSort sorts beside the comparison sort of the library: sizes around each change of
// method, and some above the cache.
func testSort[W statecodec.Words](t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	sizes := []int{0, 1, 2, insertionStates, insertionStates + 1, cacheBytes / 8, cacheBytes/8 + 1, 200_000}
	for range 30 {
		sizes = append(sizes, r.IntN(3000))
	}
	for _, n := range sizes {
		states := randomStates[W](r, n)
		want := slices.Clone(states)
		slices.SortFunc(want, statecodec.Compare)
		sortWords(states)
		require.True(t, slices.Equal(want, states), "seed %d: %d states", seed, n)
	}
}

// sortWords sorts by all bits, in place.
func sortWords[W statecodec.Words](states []W) {
	var none W
	sortInto(states, make([]W, len(states)), &none, false)
}

func TestSortOfEqualStates(t *testing.T) {
	states := slices.Repeat([][1]uint64{{7}}, cacheBytes)
	sortWords(states)
	require.Equal(t, [][1]uint64{{7}}, slices.Compact(states))
}

// levelStates draws n states as a level has them: few values in the high bits, many of the
// low ones below each. They come sorted.
func levelStates[W statecodec.Words](r *rand.Rand, n int) []W {
	states := make([]W, n)
	var w W
	last := len(w) - 1
	for i := range states {
		switch k := r.IntN(100); {
		case k < 75:
			w[last] += 1 + r.Uint64N(100)
		case k < 99 || last == 0:
			w[last] += 1 + r.Uint64N(1<<14)
		default:
			w[last-1]++
			w[last] = r.Uint64N(1 << 10)
		}
		states[i] = w
	}
	return states
}

func BenchmarkSort(b *testing.B) {
	for _, n := range []int{1 << 12, 1 << 16, 1 << 22} {
		b.Run(fmt.Sprintf("1/%d", n), func(b *testing.B) { benchmarkSort[[1]uint64](b, n) })
	}
	b.Run("2/65536", func(b *testing.B) { benchmarkSort[[2]uint64](b, 1<<16) })
	b.Run("4/65536", func(b *testing.B) { benchmarkSort[[4]uint64](b, 1<<16) })
}

func benchmarkSort[W statecodec.Words](b *testing.B, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	shuffled := levelStates[W](r, n)
	r.Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	states, scratch := make([]W, n), make([]W, n)
	for b.Loop() {
		copy(states, shuffled)
		sortInto(states, scratch, new(W), false)
	}
	perState(b, n)
}

// perState reports how many states a second an iteration over n states comes to.
func perState(b *testing.B, n int) {
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mstates/s")
}
