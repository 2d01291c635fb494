package parallel

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
)

// watchedFS calls watch before each sync of the directory, and before each file is made.
type watchedFS struct {
	*faultfs.FS
	sync, create func()
}

func (fs watchedFS) Sync() error { fs.sync(); return fs.FS.Sync() }

func (fs watchedFS) Create(name string) (checkpoint.Writer, error) {
	fs.create()
	return fs.FS.Create(name)
}

// TestProgressOfWriting keeps a search of more levels than may wait to be written, on a disk that does nothing before the search
// waits for it. It is then said to be writing, and at the end, when all is written, to be syncing.
func TestProgressOfWriting(t *testing.T) {
	var s Search[[1]uint64]
	var atEnd Doing
	started, waited := false, false
	fs := watchedFS{FS: &faultfs.FS{}}
	fs.sync = func() { atEnd = s.Progress().Doing }
	fs.create = func() {
		for tries := 0; started && !waited && tries < 20_000; tries++ {
			waited = s.Progress().Doing == Writing
			time.Sleep(time.Millisecond)
		}
	}
	dir, err := checkpoint.Create(fs, checkpoint.Run{Tool: "test"}, false)
	require.NoError(t, err)
	defer dir.Close()
	started = true
	m := thread{3 * queueLevels, func() {}}
	got, err := s.Run(context.Background(), m, Options{Checkpoint: &Checkpoint{Dir: dir}})
	require.NoError(t, err)
	require.True(t, got.Exhausted)
	require.True(t, waited)
	require.Equal(t, Syncing, atEnd)
}
