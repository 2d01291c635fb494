//go:build unix

package checkpoint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
)

// A loss is what becomes of the directory "ck" of a run while it goes on, in a directory of its
// own.
type loss struct {
	name   string
	happen func(t *testing.T, in string)
	want   string // in the error
	now    string // where the run is then; empty if nowhere
}

var losses = []loss{
	{"moved", func(t *testing.T, in string) {
		require.NoError(t, os.Rename(filepath.Join(in, "ck"), filepath.Join(in, "ck2")))
	}, "it was moved or removed; if it was moved, the run can be resumed where it is now", "ck2"},
	{"moved and replaced", func(t *testing.T, in string) {
		require.NoError(t, os.Rename(filepath.Join(in, "ck"), filepath.Join(in, "ck2")))
		require.NoError(t, os.Mkdir(filepath.Join(in, "ck"), 0o777))
	}, "it was moved or removed, and another one has its name; if it was moved, the run can be resumed where it is now", "ck2"},
	{"moved, and a file has its name", func(t *testing.T, in string) {
		require.NoError(t, os.Rename(filepath.Join(in, "ck"), filepath.Join(in, "ck2")))
		require.NoError(t, os.WriteFile(filepath.Join(in, "ck"), nil, 0o666))
	}, "it was moved or removed, and another one has its name; ", "ck2"},
	{"moved, and another run began", func(t *testing.T, in string) {
		require.NoError(t, os.Rename(filepath.Join(in, "ck"), filepath.Join(in, "ck2")))
		other, err := create(t, checkpoint.OS(filepath.Join(in, "ck")), false)
		require.NoError(t, err)
		t.Cleanup(func() { other.Close() })
	}, "it was moved or removed, and another one has its name; ", "ck2"},
	{"moved, and a link leads to another", func(t *testing.T, in string) {
		require.NoError(t, os.Rename(filepath.Join(in, "ck"), filepath.Join(in, "ck2")))
		require.NoError(t, os.Mkdir(filepath.Join(in, "ck3"), 0o777))
		require.NoError(t, os.Symlink("ck3", filepath.Join(in, "ck")))
	}, "it was moved or removed, and another one has its name; ", "ck2"},
	{"removed", func(t *testing.T, in string) {
		require.NoError(t, os.RemoveAll(filepath.Join(in, "ck")))
	}, "it was moved or removed; ", ""},
	{"removed and made again", func(t *testing.T, in string) {
		require.NoError(t, os.RemoveAll(filepath.Join(in, "ck")))
		require.NoError(t, os.Mkdir(filepath.Join(in, "ck"), 0o777))
	}, "it was moved or removed, and another one has its name; ", ""},
	{"its lock removed", func(t *testing.T, in string) {
		require.NoError(t, os.Remove(filepath.Join(in, "ck", "LOCK")))
	}, "its file LOCK was removed or replaced, so that another run may have begun in it", "ck"},
	{"its lock replaced", func(t *testing.T, in string) {
		require.NoError(t, os.Remove(filepath.Join(in, "ck", "LOCK")))
		require.NoError(t, os.WriteFile(filepath.Join(in, "ck", "LOCK"), nil, 0o666))
	}, "its file LOCK was removed or replaced, so that another run may have begun in it", "ck"},
}

// TestLostDirectory takes the directory away from a run in each way. The next commit says so,
// nothing is written to what has its name now, and the run can be gone on with where it is.
func TestLostDirectory(t *testing.T) {
	for _, l := range losses {
		t.Run(l.name, func(t *testing.T) {
			in := t.TempDir()
			d, err := create(t, checkpoint.OS(filepath.Join(in, "ck")), false)
			require.NoError(t, err)
			require.NoError(t, step(d, 0))
			l.happen(t, in)
			before := treeOf(t, in, l.now)

			requireLost(t, step(d, 1), l.want)
			requireLost(t, d.Commit(checkpoint.Change{Progress: 7}), l.want)
			_, err = d.New("more.exhaust")
			requireLost(t, err, l.want)
			require.Equal(t, uint64(2), d.Manifest().Generation)
			require.Equal(t, before, treeOf(t, in, l.now), "what is not the run's")
			require.NoError(t, d.Close())
			if l.now != "" {
				dir := checkpoint.OS(filepath.Join(in, l.now))
				require.NoError(t, check(dir, 1))
				require.NoError(t, finish(dir))
			}
		})
	}
}

func requireLost(t *testing.T, err error, want string) {
	t.Helper()
	require.ErrorIs(t, err, checkpoint.ErrLost)
	require.ErrorContains(t, err, "the directory is no longer that of this run: "+want)
}

// treeOf returns the content of all files below a directory, but for those in one of a name.
func treeOf(t *testing.T, in, but string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(in, func(path string, e os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == but:
			return filepath.SkipDir
		case !e.Type().IsRegular():
			files[path] = e.Type().String()
			return nil
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	}))
	return files
}

// TestLostWhileWriting moves the directory while a file is being written and another is read: both
// are those of the run.
func TestLostWhileWriting(t *testing.T) {
	in := t.TempDir()
	dir := checkpoint.OS(filepath.Join(in, "ck"))
	d, err := create(t, dir, false)
	require.NoError(t, err)
	require.NoError(t, step(d, 0))
	f, err := d.New("level-1.exhaust")
	require.NoError(t, err)
	_, err = f.Write([]byte("one"))
	require.NoError(t, err)
	losses[1].happen(t, in)
	require.NoError(t, os.WriteFile(filepath.Join(in, "ck", "level-0.exhaust"), []byte("else"), 0o666))
	_, err = f.Finish(3)
	require.NoError(t, err)
	r, err := d.Open("level-0.exhaust")
	require.NoError(t, err)
	text := make([]byte, 4)
	_, err = r.ReadAt(text, 0)
	require.NoError(t, err)
	require.Equal(t, "zero", string(text))
	require.NoError(t, r.Close())
	require.FileExists(t, filepath.Join(in, "ck2", "level-1.exhaust"))
	names, err := dir.List()
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"LOCK", "MANIFEST", "MANIFEST.old", "level-0.exhaust", "level-1.exhaust"}, names)
	require.NoError(t, d.Close())
	names, err = dir.List()
	require.NoError(t, err)
	require.Equal(t, []string{"level-0.exhaust"}, names, "once it is closed, the path counts again")
}

// TestLockOutlivesItsFile removes LOCK under a run: no other run can take the directory all the
// same.
func TestLockOutlivesItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ck")
	d, err := create(t, checkpoint.OS(path), false)
	require.NoError(t, err)
	for _, text := range []string{"", "somebody else\n"} {
		require.NoError(t, os.Remove(filepath.Join(path, "LOCK")))
		want := "a process that removed its name"
		if text != "" {
			require.NoError(t, os.WriteFile(filepath.Join(path, "LOCK"), []byte(text), 0o666))
			want = "somebody else"
		}
		_, err = checkpoint.Open(checkpoint.OS(path), "another", identity)
		require.ErrorIs(t, err, checkpoint.ErrLocked)
		require.ErrorContains(t, err, path+" is locked by "+want)
		_, err = create(t, checkpoint.OS(path), true)
		require.ErrorIs(t, err, checkpoint.ErrLocked)
		if text == "" {
			require.NoFileExists(t, filepath.Join(path, "LOCK"), "it was not made again")
			require.NoError(t, os.WriteFile(filepath.Join(path, "LOCK"), nil, 0o666))
		}
	}
	require.NoError(t, d.Close())
	require.NoError(t, check(checkpoint.OS(path), 0))
}

// TestLinkedFiles takes up a run of which a file was moved to another disk, with a link in its
// place.
func TestLinkedFiles(t *testing.T) {
	path, elsewhere := filepath.Join(t.TempDir(), "ck"), filepath.Join(t.TempDir(), "moved")
	dir := checkpoint.OS(path)
	_, err := run(dir)
	require.NoError(t, err)
	require.NoError(t, os.Rename(filepath.Join(path, "merged.exhaust"), elsewhere))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(path, "merged.exhaust")))
	require.NoError(t, check(dir, len(steps)))
}

// TestErrorsNameTheFile has the path of the directory in each error.
func TestErrorsNameTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ck")
	dir := checkpoint.OS(path)
	_, err := dir.Open("a")
	require.EqualError(t, err, "open "+path+": no such file or directory")
	require.NoError(t, dir.Make())
	_, err = dir.Open("a")
	require.EqualError(t, err, "open "+filepath.Join(path, "a")+": no such file or directory")
	require.NoError(t, os.Mkdir(filepath.Join(path, "d"), 0o777))
	_, err = dir.Create("d")
	require.EqualError(t, err, "open "+filepath.Join(path, "d")+": is a directory")
	require.EqualError(t, dir.Link("a", "b"), "link "+filepath.Join(path, "a")+" "+filepath.Join(path, "b")+": no such file or directory")
	require.EqualError(t, dir.Rename("a", "b"), "rename "+filepath.Join(path, "a")+" "+filepath.Join(path, "b")+": no such file or directory")
	require.ErrorContains(t, dir.Remove("a"), filepath.Join(path, "a")+": no such file or directory")
}

// A sudden file system loses the directory after an operation on the next manifest.
type sudden struct {
	*faultfs.FS
	after string
}

func (l sudden) Create(name string) (checkpoint.Writer, error) {
	w, err := l.FS.Create(name)
	if l.after == "create" {
		l.Lose()
	}
	return w, err
}

func (l sudden) Link(from, to string) error {
	err := l.FS.Link(from, to)
	if l.after == "link" {
		l.Lose()
	}
	return err
}

// TestLostWithinACommit loses the directory after a commit has begun: it is not made.
func TestLostWithinACommit(t *testing.T) {
	for _, after := range []string{"create", "link"} {
		s := &faultfs.FS{}
		require.NoError(t, begin(s, identity, false, 1))
		d, err := checkpoint.Open(sudden{s, after}, tool, identity)
		require.NoError(t, err)
		before := s.Bytes("MANIFEST")
		require.ErrorIs(t, d.Commit(checkpoint.Change{Progress: 2}), checkpoint.ErrLost)
		require.Equal(t, before, s.Bytes("MANIFEST"))
		require.ErrorIs(t, d.Commit(checkpoint.Change{Progress: 2}), checkpoint.ErrLost)
		s.Restart(faultfs.All)
		require.NoError(t, check(s, 1))
		require.NoError(t, finish(s))
	}
}
