package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What was begun is removed, and what was there stays, unless all is written.
func TestOutFileDiscarded(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o600))
	o, err := CreateOut(path, nil)
	require.NoError(t, err)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	o.Discard()
	entries, err = os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "before", string(text))
	o.Discard()
	(*OutFile)(nil).Discard()
}

// A link that leads nowhere is one to a file that is made.
func TestOutFileThroughLinks(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "deep"), 0o777))
	require.NoError(t, os.Symlink("deep/second", filepath.Join(dir, "first")))
	require.NoError(t, os.Symlink("file", filepath.Join(dir, "deep", "second")))
	require.NoError(t, WriteOut(filepath.Join(dir, "first"), []byte("text")))
	info, err := os.Lstat(filepath.Join(dir, "first"))
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)
	text, err := os.ReadFile(filepath.Join(dir, "deep", "file"))
	require.NoError(t, err)
	require.Equal(t, "text", string(text))

	require.NoError(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	require.Error(t, WriteOut(filepath.Join(dir, "loop"), nil))
}

// A directory that is not there is found before the work.
func TestOutFileNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "a")
	_, err := CreateOut(path, nil)
	require.EqualError(t, err, "writing "+path+": no such file or directory")
	require.Equal(t, ExitUsage, ExitCode(err))
	o, err := CreateOut("", nil)
	require.NoError(t, err)
	require.Nil(t, o)
	require.False(t, o.ToStdout())
}
