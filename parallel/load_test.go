package parallel

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
	"exhaust/frontier"
)

var threadIdentity = map[string]string{"run": "thread"}

// TestLoadManyLevels goes on with a search of more levels than are loaded together, with one worker and with several.
func TestLoadManyLevels(t *testing.T) {
	const last, kept = 3 * loadedTogether, 2*loadedTogether + 50
	for workers := range 4 {
		var s Search[[1]uint64]
		fs := &faultfs.FS{}
		dir, err := checkpoint.Create(fs, checkpoint.Run{Tool: "test", Identity: threadIdentity}, false)
		require.NoError(t, err)
		m := thread{last, func() {}}
		got, err := s.Run(context.Background(), m, Options{States: kept, Checkpoint: &Checkpoint{Dir: dir}})
		require.NoError(t, err)
		require.ErrorIs(t, got.Limit, ErrStates)
		require.NoError(t, dir.Close())

		loaded := uint64(0)
		m.watch = func() {
			if loaded == 0 { // the way back asks again
				loaded = s.set.Len()
			}
		}
		dir, err = checkpoint.Open(fs, "test", threadIdentity)
		require.NoError(t, err)
		got, err = s.Run(context.Background(), m, Options{Workers: 1 + workers, Path: true, Checkpoint: &Checkpoint{Dir: dir}})
		require.NoError(t, err)
		require.True(t, got.Exhausted)
		require.Equal(t, last, got.Depth())
		require.Len(t, got.Path, last+1)
		require.Equal(t, uint64(last), loaded, "blocks of the table, when the last but one is expanded")
		require.NoError(t, dir.Close())
	}
}

// TestLoadFindsStatesTwice writes a level again, with right checksums, as one that comes after it: next to it, or so far behind that the
// two are not loaded together.
func TestLoadFindsStatesTwice(t *testing.T) {
	for _, levels := range []int{2, loadedTogether + 20} {
		for _, twice := range []int{0, levels - 1} {
			fs := &faultfs.FS{}
			dir, err := checkpoint.Create(fs, checkpoint.Run{Tool: "test", Identity: threadIdentity}, false)
			require.NoError(t, err)
			states := []uint64{}
			for i := range levels {
				states = append(states, uint64(i)<<6)
			}
			commitLevels(t, dir, append(states, states[twice]))
			var s Search[[1]uint64]
			_, err = s.Run(context.Background(), thread{1 << 20, func() {}}, Options{Checkpoint: &Checkpoint{Dir: dir}})
			require.ErrorIs(t, err, checkpoint.ErrCorrupt)
			require.ErrorContains(t, err, "1 of their ")
			require.ErrorContains(t, err, "states are in two levels")
			require.NoError(t, dir.Close())
		}
	}
}

// commitLevels commits levels of one state each.
func commitLevels(t *testing.T, dir *checkpoint.Dir, states []uint64) {
	t.Helper()
	file, err := dir.New("levels-000000.exhaust")
	require.NoError(t, err)
	k := Kept{Expanded: len(states) - 1, GoalDepth: -1}
	for _, state := range states {
		at := file.Bytes()
		w, err := frontier.NewWriter[[1]uint64](file, frontier.Options{})
		require.NoError(t, err)
		require.NoError(t, w.Write([][1]uint64{{state}}))
		info, err := w.Close()
		require.NoError(t, err)
		k.Levels = append(k.Levels, KeptLevel{States: 1, Edges: 1, File: file.Name(), At: at, Bytes: info.Bytes})
	}
	entry, err := file.Finish(uint64(len(states)))
	require.NoError(t, err)
	require.NoError(t, dir.Commit(checkpoint.Change{Add: []checkpoint.Entry{entry}, Progress: &k}))
}
