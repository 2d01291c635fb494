package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
	"exhaust/parallel"
)

// newGroupedIn returns a search whose files take no more levels once they have so many bytes; 0:
// one file has all.
func newGroupedIn(t *testing.T, fileBytes int64) *grouped {
	t.Helper()
	g := newGrouped(t)
	if fileBytes == 0 {
		return g
	}
	g.fs = &faultfs.FS{}
	o := parallel.Options{Checkpoint: &parallel.Checkpoint{Dir: newDir(t, g.fs), FileBytes: fileBytes}}
	_, err := g.search.Run(context.Background(), g.model, o)
	require.NoError(t, err)
	require.NoError(t, o.Checkpoint.Dir.Close())
	g.levels = g.kept(t).Levels
	return g
}

// bytes returns how many bytes the levels have together.
func (g *grouped) bytes() (all int64) {
	for _, l := range g.levels {
		all += l.Bytes
	}
	return all
}

// manifestBytes is what a search needs for two manifests and the lock.
func (g *grouped) manifestBytes() int64 { return int64(2*len(g.fs.Bytes("MANIFEST")) + 100) }

// TestTinyDisk searches on disks of all sizes, from one that has no room for a manifest to one that
// has room for all. What is kept is all whole levels that have room beside the manifests, and the
// search is gone on with where there is room.
func TestTinyDisk(t *testing.T) {
	all := newGrouped(t).bytes()
	for _, fileBytes := range []int64{0, 1, all / 3} {
		g := newGroupedIn(t, fileBytes)
		full := all + g.manifestBytes()
		kept, limited := map[int]bool{}, 0
		for room := int64(200); room < full+full/20; room += full / 150 {
			about := fmt.Sprintf("%d bytes, files of %d", room, fileBytes)
			levels, ended := g.searchIn(t, room, fileBytes, about)
			if !ended {
				limited++
			}
			kept[levels] = true
			require.GreaterOrEqual(t, levels, g.fitting(room-g.manifestBytes(), fileBytes), about)
		}
		require.Greater(t, limited, 100)
		require.Greater(t, len(kept), 3, "numbers of levels that were kept: %v", kept)
	}
}

// fitting returns how many levels take no more than so many bytes. Those of the last file do not
// count if they may have been finished, so that they can be given up only together.
func (g *grouped) fitting(bytes, fileBytes int64) (levels int) {
	file := 0
	for levels < len(g.levels) && g.levels[levels].Bytes <= bytes {
		if levels > 0 && g.levels[levels].File != g.levels[levels-1].File {
			file = levels
		}
		bytes -= g.levels[levels].Bytes
		levels++
	}
	if fileBytes > 0 {
		return file
	}
	return levels
}

// searchIn searches on a disk of a size, and goes on from what is kept on one without a limit. It
// returns how many levels were kept, and whether the search came to its end at once.
func (g *grouped) searchIn(t *testing.T, room, fileBytes int64, about string) (levels int,
	ended bool) {
	t.Helper()
	fs := &faultfs.FS{}
	fs.SetRoom(room)
	d, err := checkpoint.Create(fs, checkpoint.Run{Tool: "test", Identity: identity}, false)
	if err != nil {
		require.ErrorIs(t, err, checkpoint.ErrDiskFull, about)
		return -1, false
	}
	o := parallel.Options{Path: true, Checkpoint: &parallel.Checkpoint{Dir: d, FileBytes: fileBytes}}
	got, err := g.search.Run(context.Background(), g.model, o)
	require.NoError(t, err, about)
	if ended = got.Limit == nil; ended {
		requireSame(t, g.want, got, about)
	} else {
		require.ErrorIs(t, got.Limit, checkpoint.ErrDiskFull, about)
	}
	require.NoError(t, d.Close())

	fs.SetRoom(0)
	m, err := checkpoint.Read(fs)
	require.NoError(t, err, about)
	k, err := parallel.ReadKept(m)
	require.NoError(t, err, about)
	if k != nil {
		levels = len(k.Levels)
		require.Positive(t, levels, about)
	}
	for _, e := range m.Files {
		require.NoError(t, checkpoint.Verify(fs, e), about)
	}
	o.Checkpoint = &parallel.Checkpoint{Dir: openDir(t, fs)}
	requireSame(t, g.want, run(t, &g.search, g.model, o, about), about)
	require.NoError(t, o.Checkpoint.Dir.Close())
	return levels, ended
}

// TestTinyDiskUnderEveryFault fails each operation of a search for which a small disk has no room.
func TestTinyDiskUnderEveryFault(t *testing.T) {
	g := newGrouped(t)
	r := rand.New(rand.NewPCG(6, 43))
	last := g.levels[len(g.levels)-1]
	for _, fault := range []faultfs.Fault{faultfs.Error, faultfs.NoRoom, faultfs.Full, faultfs.Crash} {
		for op := 0; ; op += 1 + op/30 + slowdown/2 {
			fs := &faultfs.FS{}
			d := newDir(t, fs)
			fs.SetRoom(g.manifestBytes() + r.Int64N(last.At))
			fs.FailAt(op, fault)
			o := parallel.Options{Path: true, Checkpoint: &parallel.Checkpoint{Dir: d,
				FileBytes: r.Int64N(2) * last.At / 4}}
			_, err := g.search.Run(context.Background(), g.model, o)
			reached := fs.Operations() > op
			about := fmt.Sprintf("%v at operation %d: %v", fault, op, err)
			if err != nil {
				require.True(t, errors.Is(err, syscall.EIO) || errors.Is(err, faultfs.ErrCrashed), about)
			}
			if fault != faultfs.Crash {
				_ = d.Close()
			}
			fs.Restart(faultfs.Survival(op % 4))
			fs.SetRoom(0)
			o.Checkpoint = &parallel.Checkpoint{Dir: openDir(t, fs)}
			requireSame(t, g.want, run(t, &g.search, g.model, o, about), about)
			require.NoError(t, o.Checkpoint.Dir.Close())
			if !reached {
				require.Greater(t, op, 15)
				break
			}
		}
	}
}
