package frontier

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// pick keeps each state with probability part/of.
func pick[W statecodec.Words](r *rand.Rand, states []W, part, of int) (kept []W) {
	for _, w := range states {
		if r.IntN(of) < part {
			kept = append(kept, w)
		}
	}
	return kept
}

func TestSubtract(t *testing.T) {
	everyWidth(t, testSubtract[[1]uint64], testSubtract[[2]uint64], testSubtract[[3]uint64], testSubtract[[4]uint64], testSubtract[[8]uint64])
}

func testSubtract[W statecodec.Words](t *testing.T, r *rand.Rand) {
	for i := range 60 {
		universe := sortedStates[W](r, r.IntN(2000))
		run := pick(r, universe, r.IntN(11), 10)
		candidates := pick(r, universe, 1+r.IntN(20), 20)
		if from := r.IntN(len(universe) + 1); r.IntN(3) == 0 { // they lie in a part of the run
			candidates = pick(r, universe[from:min(len(universe), from+100)], 1, 2)
		}
		held := map[W]bool{}
		for _, w := range run {
			held[w] = true
		}
		want := slices.DeleteFunc(slices.Clone(candidates), func(w W) bool { return held[w] })
		f := open[W](t, write(t, r, Options{Codec: codecs[i%3], BlockStates: 1 + r.IntN(200)}, run))
		var b Buffer[W]
		got, err := f.Subtract(statecodec.AppendBlocks(nil, candidates), &b)
		require.NoError(t, err)
		require.True(t, slices.Equal(statecodec.AppendBlocks(nil, want), got))
	}
}

// A countingReader counts its reads.
type countingReader struct {
	*bytes.Reader
	reads int
}

func (c *countingReader) ReadAt(b []byte, at int64) (int, error) {
	c.reads++
	return c.Reader.ReadAt(b, at)
}

// TestSubtractSkipsBlocks lets candidates fall into two of a hundred blocks, before the
// first and after the last.
func TestSubtractSkipsBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var states [][1]uint64
	for i := range uint64(1000) {
		states = append(states, [1]uint64{64 * (100 + 2*i)})
	}
	run := write(t, r, Options{BlockStates: 10}, states)
	c := &countingReader{Reader: bytes.NewReader(run)}
	f, err := Open[[1]uint64](c, int64(len(run)), "run")
	require.NoError(t, err)
	c.reads = 0
	var candidates []statecodec.Block[[1]uint64]
	for _, key := range []uint64{1, 2, 500, 501, 502, 1500, 5000} {
		candidates = append(candidates, statecodec.Block[[1]uint64]{Key: [1]uint64{64 * key}, Set: 3})
	}
	got, err := f.Subtract(candidates, &Buffer[[1]uint64]{})
	require.NoError(t, err)
	want := map[uint64]uint64{1: 3, 2: 3, 500: 2, 501: 3, 502: 2, 1500: 2, 5000: 3}
	require.Len(t, got, len(want))
	for _, b := range got {
		require.Equal(t, want[b.Key[0]/64], b.Set, "key %d", b.Key[0]/64)
	}
	require.Equal(t, 2, c.reads)
}

func TestMerge(t *testing.T) {
	everyWidth(t, testMerge[[1]uint64], testMerge[[2]uint64], testMerge[[3]uint64], testMerge[[4]uint64], testMerge[[8]uint64])
}

// testMerge merges runs of one universe, disjoint or not, whole and cut into ranges that are
// encoded as parts.
func testMerge[W statecodec.Words](t *testing.T, r *rand.Rand) {
	for i := range 20 {
		universe := sortedStates[W](r, r.IntN(30_000))
		var runs []*Reader[W]
		var want []W
		for range r.IntN(6) {
			states := pick(r, universe, r.IntN(4), 3)
			want = append(want, states...)
			runs = append(runs, open[W](t, write(t, r, Options{Codec: codecs[i%3], BlockStates: 1 + r.IntN(900)}, states)))
		}
		slices.SortFunc(want, statecodec.Compare)
		want = slices.Compact(want)

		var out bytes.Buffer
		w, err := NewWriter[W](&out, Options{})
		require.NoError(t, err)
		cuts := cutRuns(1+r.IntN(5), runs...)
		for j := range len(cuts) + 1 {
			var streams []Stream[W]
			for _, f := range runs {
				streams = append(streams, f.Cursor(rangeOf(cuts, j)))
			}
			p, err := NewPart[W](Options{})
			require.NoError(t, err)
			require.NoError(t, pass(context.Background(), tree(streams, new(buffers[W])), p.WriteBlocks))
			require.NoError(t, w.Append(p))
		}
		_, err = w.Close()
		require.NoError(t, err)
		f := open[W](t, out.Bytes())
		require.NoError(t, f.Verify())
		require.True(t, slices.Equal(want, all(t, f.Cursor(Range[W]{}))))
	}
}

// TestCut cuts a run whose states are spread unevenly into ranges of even size.
// cutRuns cuts the values of runs into parts of about as many blocks each.
func cutRuns[W statecodec.Words](parts int, runs ...*Reader[W]) []W {
	var firsts []W
	for _, f := range runs {
		firsts = f.appendFirsts(firsts, 1)
	}
	return cut(firsts, parts)
}

func TestCut(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var states [][1]uint64
	for i := range uint64(10_000) {
		states = append(states, [1]uint64{64 * i * i})
	}
	f := open[[1]uint64](t, write(t, r, Options{BlockStates: 100}, states))
	require.Equal(t, [][1]uint64{{64 * 2500 * 2500}, {64 * 5000 * 5000}, {64 * 7500 * 7500}}, cutRuns(4, f))
	require.Empty(t, cutRuns(1, f))
	require.Empty(t, cutRuns[[1]uint64](4))
}

func BenchmarkEncode(b *testing.B) {
	states := levelStates[[1]uint64](rand.New(rand.NewPCG(1, 2)), 1<<20)
	for _, c := range codecs {
		b.Run(c.String(), func(b *testing.B) {
			var info Info[[1]uint64]
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				w, _ := NewWriter[[1]uint64](&out, Options{Codec: c})
				_ = w.Write(states)
				info, _ = w.Close()
			}
			perState(b, len(states))
			b.ReportMetric(float64(info.Bytes)/float64(info.States), "bytes/state")
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	states := levelStates[[1]uint64](r, 1<<20)
	for _, c := range codecs {
		b.Run(c.String(), func(b *testing.B) {
			f := open[[1]uint64](b, write(b, r, Options{Codec: c}, states))
			for b.Loop() {
				for cursor := f.Cursor(Range[[1]uint64]{}); ; {
					if next, err := cursor.Next(); err != nil || len(next) == 0 {
						break
					}
				}
			}
			perState(b, len(states))
		})
	}
}

// BenchmarkSubtract has a candidate for every 27th state of a run, so that no block is
// skipped. Figures are states of the run.
func BenchmarkSubtract(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	states := levelStates[[1]uint64](r, 1<<20)
	candidates := statecodec.AppendBlocks(nil, pick(r, states, 1, 27))
	for _, c := range codecs {
		b.Run(c.String(), func(b *testing.B) {
			f := open[[1]uint64](b, write(b, r, Options{Codec: c}, states))
			scratch := slices.Clone(candidates)
			var buffer Buffer[[1]uint64]
			for b.Loop() {
				copy(scratch, candidates)
				_, _ = f.Subtract(scratch, &buffer)
			}
			perState(b, len(states))
		})
	}
}

func BenchmarkMerge(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var runs []*Reader[[1]uint64]
	states := levelStates[[1]uint64](r, 1<<20)
	parts := make([][][1]uint64, 4)
	for _, w := range states {
		i := r.IntN(4)
		parts[i] = append(parts[i], w)
	}
	for _, part := range parts {
		runs = append(runs, open[[1]uint64](b, write(b, r, Options{Codec: S2}, part)))
	}
	for b.Loop() {
		var streams []Stream[[1]uint64]
		for _, f := range runs {
			streams = append(streams, f.Cursor(Range[[1]uint64]{}))
		}
		p, _ := NewPart[[1]uint64](Options{Codec: S2})
		_ = pass(context.Background(), tree(streams, new(buffers[[1]uint64])), p.WriteBlocks)
	}
	perState(b, len(states))
}
