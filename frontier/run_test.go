package frontier

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

var codecs = []Codec{None, S2, Zstd}

// sortedStates draws strictly increasing states, of random bits or as a level has them.
func sortedStates[W statecodec.Words](r *rand.Rand, n int) []W {
	if r.IntN(2) == 0 {
		return levelStates[W](r, n)
	}
	states := randomStates[W](r, n)
	slices.SortFunc(states, statecodec.Compare)
	return slices.Compact(states)
}

// write writes states as a run, some at a time.
func write[W statecodec.Words](t testing.TB, r *rand.Rand, o Options, states []W) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter[W](&out, o)
	require.NoError(t, err)
	for len(states) > 0 {
		n := 1 + r.IntN(len(states))
		require.NoError(t, w.Write(states[:n]))
		states = states[n:]
	}
	info, err := w.Close()
	require.NoError(t, err)
	require.Equal(t, int64(out.Len()), info.Bytes)
	return out.Bytes()
}

func open[W statecodec.Words](t testing.TB, run []byte) *Reader[W] {
	t.Helper()
	f, err := Open[W](bytes.NewReader(run), int64(len(run)), "run")
	require.NoError(t, err)
	return f
}

// all reads a stream to its end.
func all[W statecodec.Words](t testing.TB, s Stream[W]) (states []W) {
	t.Helper()
	for {
		next, err := s.Next()
		require.NoError(t, err)
		if len(next) == 0 {
			return states
		}
		for i := range next {
			require.NotZero(t, next[i].Set, "a block of no states")
			states = next[i].Append(states)
		}
	}
}

// everyWidth runs a test for each width with a seed that failures show.
func everyWidth(t *testing.T, one, two, three, four, eight func(*testing.T, *rand.Rand)) {
	for name, test := range map[string]func(*testing.T, *rand.Rand){"1": one, "2": two, "3": three, "4": four, "8": eight} {
		t.Run(name, func(t *testing.T) {
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			test(t, rand.New(rand.NewPCG(seed, 0)))
		})
	}
}

func TestRun(t *testing.T) {
	everyWidth(t, testRun[[1]uint64], testRun[[2]uint64], testRun[[3]uint64], testRun[[4]uint64], testRun[[8]uint64])
}

// testRun reads back what it wrote: whole, by ranges, by blocks. It does not vary the reader,
// which is bytes in memory.
func testRun[W statecodec.Words](t *testing.T, r *rand.Rand) {
	for i := range 60 {
		o := Options{Codec: codecs[i%3], BlockStates: 1 + r.IntN(300)}
		states := sortedStates[W](r, r.IntN(2000))
		f := open[W](t, write(t, r, o, states))
		require.NoError(t, f.Verify())
		require.True(t, slices.Equal(states, all(t, f.Cursor(Range[W]{}))))

		info := f.Info()
		require.Equal(t, uint64(len(states)), info.States)
		require.Equal(t, (len(states)+o.BlockStates-1)/o.BlockStates, info.Blocks)
		require.Equal(t, o.Codec, info.Codec)
		if len(states) == 0 {
			require.Equal(t, -1, f.Find(*new(W)))
			continue
		}
		require.Equal(t, states[0], info.First)
		require.Equal(t, states[len(states)-1], info.Last)
		var b Buffer[W]
		for j := range states {
			require.Equal(t, j/o.BlockStates, f.Find(states[j]))
		}
		block, err := f.Decode(info.Blocks-1, &b)
		require.NoError(t, err)
		require.True(t, slices.Equal(states[(info.Blocks-1)*o.BlockStates:], block))
		require.Equal(t, block[0], f.First(info.Blocks-1))

		from, to := keyOf(&states[r.IntN(len(states))]), keyOf(&states[r.IntN(len(states))])
		i, _ := slices.BinarySearchFunc(states, from, statecodec.Compare)
		j, _ := slices.BinarySearchFunc(states, to, statecodec.Compare)
		require.True(t, slices.Equal(states[min(i, j):j], all(t, f.Cursor(Range[W]{&from, &to}))))
		require.True(t, slices.Equal(states[i:], all(t, f.Cursor(Range[W]{From: &from}))))
	}
}

// TestParts has workers encode ranges of a level at once. The parts make the same states
// as one writer does, whatever their number.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	states := levelStates[[2]uint64](r, 50_000)
	for _, workers := range []int{1, 2, 7} {
		o := Options{BlockStates: 1000, Codec: codecs[workers%3]}
		parts := make([]*Part[[2]uint64], workers)
		var group sync.WaitGroup
		for i := range parts {
			p, err := NewPart[[2]uint64](o)
			require.NoError(t, err)
			parts[i] = p
			group.Go(func() {
				for chunk := range slices.Chunk(states[i*len(states)/workers:(i+1)*len(states)/workers], 333) {
					if err := p.Write(chunk); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		var out bytes.Buffer
		w, err := NewWriter[[2]uint64](&out, o)
		require.NoError(t, err)
		for _, p := range parts {
			require.NoError(t, w.Append(p))
			p.Reset()
			require.Zero(t, p.States())
		}
		require.NoError(t, w.Write([][2]uint64{{^uint64(0), 1}}))
		info, err := w.Close()
		require.NoError(t, err)
		require.Equal(t, uint64(len(states)+1), info.States)
		f := open[[2]uint64](t, out.Bytes())
		require.NoError(t, f.Verify())
		require.Equal(t, info, f.Info())
		require.True(t, slices.Equal(states, all(t, f.Cursor(Range[[2]uint64]{}))[:len(states)]))
	}
}

// TestOrder puts a state where it may not be, in each place where it could slip through: within
// a block, between blocks, between calls, between parts.
func TestOrder(t *testing.T) {
	for _, states := range [][][1]uint64{
		{{1}, {1}}, {{2}, {1}}, {{1}, {2}, {2}, {3}}, {{1}, {2}, {1}, {3}}, {{1}, {2}, {3}, {3}, {4}},
	} {
		for cut := range states {
			w, err := NewWriter[[1]uint64](&bytes.Buffer{}, Options{BlockStates: 2})
			require.NoError(t, err)
			_ = w.Write(states[:cut])
			_ = w.Write(states[cut:])
			_, err = w.Close()
			require.ErrorIs(t, err, ErrOrder)

			w, err = NewWriter[[1]uint64](&bytes.Buffer{}, Options{BlockStates: 2})
			require.NoError(t, err)
			for _, s := range [][][1]uint64{states[:cut], states[cut:]} {
				p, err := NewPart[[1]uint64](Options{BlockStates: 2})
				require.NoError(t, err)
				_ = p.Write(s)
				_ = w.Append(p)
			}
			_, err = w.Close()
			require.ErrorIs(t, err, ErrOrder)
		}
	}
	var b bytes.Buffer
	w, err := NewWriter[[2]uint64](&b, Options{})
	require.NoError(t, err)
	require.ErrorIs(t, w.Write([][2]uint64{{1, 5}, {0, 6}}), ErrOrder)
	_, err = w.Close()
	require.ErrorIs(t, err, ErrOrder)
}

// fullDisk takes so many bytes and no more.
type fullDisk int

var errFull = errors.New("disk full")

func (d *fullDisk) Write(b []byte) (int, error) {
	n := min(len(b), int(*d))
	*d -= fullDisk(n)
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

// TestWriteErrors fails a run at every byte of it.
func TestWriteErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	states := levelStates[[1]uint64](r, 100)
	size := len(write(t, r, Options{BlockStates: 16}, states))
	for room := range size + 1 {
		disk := fullDisk(room)
		w, err := NewWriter[[1]uint64](&disk, Options{BlockStates: 16})
		require.NoError(t, err)
		_ = w.Write(states)
		_, err = w.Close()
		if room == size {
			require.NoError(t, err)
			require.Error(t, w.Write(states), "a closed writer takes states")
			continue
		}
		require.ErrorIs(t, err, errFull)
		require.ErrorIs(t, w.Write(states), errFull)
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{{BlockStates: -1}, {BlockStates: MaxBlockStates + 1}, {Codec: 4}} {
		_, err := NewWriter[[1]uint64](nil, o)
		require.Error(t, err)
		_, err = NewPart[[1]uint64](o)
		require.Error(t, err)
	}
	w, err := NewWriter[[1]uint64](nil, Options{})
	require.NoError(t, err)
	p, err := NewPart[[1]uint64](Options{Codec: S2})
	require.NoError(t, err)
	require.ErrorContains(t, w.Append(p), "want")
}

// TestDecodeAllocatesNothing is what makes a pass over a run cheap.
func TestDecodeAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, c := range codecs {
		f := open[[1]uint64](t, write(t, r, Options{Codec: c}, levelStates[[1]uint64](r, 30_000)))
		var b Buffer[[1]uint64]
		pass := func() {
			for i := range f.Blocks() {
				if _, err := f.Decode(i, &b); err != nil {
					t.Error(err)
				}
			}
		}
		pass()
		if allocs := testing.AllocsPerRun(20, pass); steadyPools || c != Zstd { // zstd has pools
			require.Zero(t, allocs, c)
		}
	}
}
