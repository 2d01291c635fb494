package parallel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
	"exhaust/parallel"
)

// A grouped search is kept, with all of its levels in one file.
type grouped struct {
	fs     *faultfs.FS
	model  parallel.Model[[1]uint64]
	want   parallel.Result[[1]uint64]
	levels []parallel.KeptLevel
	search parallel.Search[[1]uint64]
}

func newGrouped(t *testing.T) *grouped {
	t.Helper()
	m := newReverseModel[[1]uint64](wideGraph(rand.New(rand.NewPCG(2, 41)), 1500, 3))
	g := &grouped{fs: &faultfs.FS{}, model: m}
	o := parallel.Options{Path: true, Checkpoint: &parallel.Checkpoint{Dir: newDir(t, g.fs)}}
	g.want = reference[[1]uint64](m, o)
	requireSame(t, g.want, run(t, &g.search, m, o, "first"), "first")
	require.NoError(t, o.Checkpoint.Dir.Close())
	g.levels = g.kept(t).Levels
	require.Greater(t, len(g.levels), 6)
	require.Equal(t, g.levels[0].File, g.levels[len(g.levels)-1].File)
	return g
}

func (g *grouped) kept(t *testing.T) *parallel.Kept {
	t.Helper()
	m, err := checkpoint.Read(g.fs)
	require.NoError(t, err)
	k, err := parallel.ReadKept(m)
	require.NoError(t, err)
	return k
}

// require damages the file of the levels, of which those before one are whole. They are found, and
// gone back to: every byte of the directory is then whole, and the search comes to its result. One
// more cannot be gone back to.
func (g *grouped) require(t *testing.T, damaged []byte, first int, about string) {
	t.Helper()
	before := snapshot(g.fs)
	defer restore(g.fs, before)
	g.fs.Put(g.levels[0].File, damaged)
	m, err := checkpoint.Read(g.fs)
	require.NoError(t, err)
	level, damage := parallel.LastWhole(g.fs, m)
	require.ErrorContains(t, damage, g.levels[0].File, about)
	require.Equal(t, first-1, level, about)
	planted := snapshot(g.fs)
	if first < len(g.levels) {
		err = parallel.Rewind(g.fs, "test", identity, first)
		require.ErrorContains(t, err, g.levels[0].File+" at offset ", about)
		require.Equal(t, planted["MANIFEST"], g.fs.Bytes("MANIFEST"), about)
		require.Equal(t, len(planted), len(snapshot(g.fs)), about)
	}
	if level < 0 {
		return
	}
	require.NoError(t, parallel.Rewind(g.fs, "test", identity, level), about)
	require.Len(t, g.kept(t).Levels, first, about)
	m, err = checkpoint.Read(g.fs)
	require.NoError(t, err)
	for _, e := range m.Files {
		require.NoError(t, checkpoint.Verify(g.fs, e), about)
	}
	o := parallel.Options{Path: true, Checkpoint: &parallel.Checkpoint{Dir: openDir(t, g.fs)}}
	requireSame(t, g.want, run(t, &g.search, g.model, o, about), about)
	require.NoError(t, o.Checkpoint.Dir.Close())
}

// TestDamageWithinAFile damages a file of several levels: a bit, its length, and what comes after
// the levels. All levels before the damage are offered, and after going back nothing is damaged.
func TestDamageWithinAFile(t *testing.T) {
	g := newGrouped(t)
	whole := g.fs.Bytes(g.levels[0].File)
	r := rand.New(rand.NewPCG(5, 42))
	for first, l := range g.levels {
		for _, at := range []int64{l.At, l.At + l.Bytes - 1, l.At + r.Int64N(l.Bytes)} {
			damaged := slices.Clone(whole)
			damaged[at] ^= 1 << r.IntN(8)
			g.require(t, damaged, first, fmt.Sprintf("byte %d of level %d", at, first))
		}
		g.require(t, whole[:l.At], first, fmt.Sprintf("cut before level %d", first))
		g.require(t, whole[:l.At+l.Bytes-1], first, fmt.Sprintf("cut in level %d", first))
	}
	g.require(t, append(slices.Clone(whole), 0), len(g.levels), "a byte more")
}

// TestDamageTwice damages what was written again, and another file.
func TestDamageTwice(t *testing.T) {
	g := newGrouped(t)
	for level := len(g.levels) - 2; level > 0; level -= 2 {
		name := g.kept(t).Levels[0].File
		damaged := g.fs.Bytes(name)
		damaged[g.kept(t).Levels[level+1].At] ^= 1
		g.fs.Put(name, damaged)
		require.NoError(t, parallel.Rewind(g.fs, "test", identity, level))
		require.NotEqual(t, name, g.kept(t).Levels[0].File)
		require.Contains(t, []string{"levels-000000-1.exhaust", "levels-000000-2.exhaust"},
			g.kept(t).Levels[0].File)
		require.Nil(t, g.fs.Bytes(name))
		d := openDir(t, g.fs)
		o := parallel.Options{States: g.want.States / 2, Checkpoint: &parallel.Checkpoint{Dir: d}}
		_, err := g.search.Run(context.Background(), g.model, o)
		require.NoError(t, err)
		require.NoError(t, d.Close())
	}
	o := parallel.Options{Path: true, Checkpoint: &parallel.Checkpoint{Dir: openDir(t, g.fs)}}
	requireSame(t, g.want, run(t, &g.search, g.model, o, "at last"), "at last")
	require.NoError(t, o.Checkpoint.Dir.Close())
}

// TestRewindUnderEveryFault fails each operation of going back to the levels that are whole. It has
// happened, or can be done again.
func TestRewindUnderEveryFault(t *testing.T) {
	g := newGrouped(t)
	const level = 3
	damaged := g.fs.Bytes(g.levels[0].File)
	damaged[g.levels[level+1].At] ^= 1
	g.fs.Put(g.levels[0].File, damaged)
	planted := snapshot(g.fs)
	for fault := faultfs.Error; fault <= faultfs.Crash; fault++ {
		for op := 0; ; op += 1 + op/20 {
			restore(g.fs, planted)
			g.fs.FailAt(op, fault)
			err := parallel.Rewind(g.fs, "test", identity, level)
			if g.fs.Operations() <= op {
				require.NoError(t, err)
				require.Greater(t, op, 20)
				break
			}
			about := fmt.Sprintf("%v at operation %d: %v", fault, op, err)
			g.fs.Restart(faultfs.Survival(op % 4))
			if len(g.kept(t).Levels) == len(g.levels) {
				require.Error(t, err, about)
				require.NoError(t, parallel.Rewind(g.fs, "test", identity, level), about)
			}
			require.Len(t, g.kept(t).Levels, level+1, about)
			m, err := checkpoint.Read(g.fs)
			require.NoError(t, err)
			for _, e := range m.Files {
				require.NoError(t, checkpoint.Verify(g.fs, e), about)
			}
			require.NoError(t, openDir(t, g.fs).Close(), about)
		}
	}
}
