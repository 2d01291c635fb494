package checkpoint_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
)

func create(t *testing.T, dir checkpoint.FS, force bool) (*checkpoint.Dir, error) {
	t.Helper()
	return checkpoint.Create(dir, checkpoint.Run{Tool: tool, Identity: identity,
		Notes: map[string]string{"workers": "2"}}, force)
}

func finished(t *testing.T) *faultfs.FS {
	t.Helper()
	s := &faultfs.FS{}
	_, err := run(s)
	require.NoError(t, err)
	return s
}

func TestManifestIsForPeople(t *testing.T) {
	s := &faultfs.FS{}
	d, err := create(t, s, false)
	require.NoError(t, err)
	require.NoError(t, step(d, 0))
	require.Equal(t, fmt.Sprintf(`exhaust checkpoint 1
{
  "generation": 2,
  "identity": {
    "case": "2x2:BWRB:0:3:1,2",
    "rule": "strict"
  },
  "notes": {
    "workers": "2"
  },
  "files": [
    {
      "name": "level-0.exhaust",
      "bytes": 4,
      "count": 4,
      "xxhash": "%016x"
    }
  ],
  "progress": 1
}
`, xxhash.Sum64String("zero")), withoutLastLine(string(s.Bytes("MANIFEST"))))
}

func withoutLastLine(text string) string {
	return text[:strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n")+1]
}

// TestCreateRefuses begins runs where there are files already.
func TestCreateRefuses(t *testing.T) {
	s := finished(t)
	before := snapshot(t, s)
	_, err := create(t, s, false)
	require.ErrorIs(t, err, checkpoint.ErrNotEmpty)
	require.ErrorContains(t, err, "there is a run of 2 files, generation 5, which can be resumed")
	require.Equal(t, before, snapshot(t, s))

	whole := s.Bytes("MANIFEST")
	s.Put("MANIFEST", whole[:100])
	_, err = create(t, s, false)
	require.ErrorIs(t, err, checkpoint.ErrNotEmpty)
	require.ErrorIs(t, err, checkpoint.ErrCorrupt)
	for why, damaged := range map[string][]byte{"it does not begin with": {},
		"there is no such file": nil} {
		s.Put("MANIFEST", damaged)
		_, err = create(t, s, false)
		require.ErrorIs(t, err, checkpoint.ErrNotEmpty)
		require.ErrorContains(t, err,
			"there is a run, and it cannot be read: MANIFEST at offset 0: corrupt checkpoint: "+why)
	}

	s = &faultfs.FS{}
	s.Put("notes.txt", []byte("mine"))
	_, err = create(t, s, false)
	require.EqualError(t, err, "directory not empty: it holds notes.txt")
	require.Equal(t, map[string]string{"notes.txt": "mine"}, snapshot(t, s))
}

// TestForce replaces a run, and leaves alone what is not the run's.
func TestForce(t *testing.T) {
	s := finished(t)
	s.Put("notes.txt", []byte("mine"))
	d, err := create(t, s, true)
	require.NoError(t, err)
	require.Equal(t, uint64(6), d.Manifest().Generation)
	require.Empty(t, d.Manifest().Files)
	files := snapshot(t, s)
	require.Equal(t, "mine", files["notes.txt"])
	require.Len(t, files, 3, "notes.txt, MANIFEST and LOCK")

	s = finished(t)
	s.Put("MANIFEST", []byte{})
	_, err = create(t, s, true)
	require.NoError(t, err, "the MANIFEST of a run, by the one before it")
	require.Len(t, snapshot(t, s), 2)

	s = &faultfs.FS{}
	s.Put("MANIFEST", []byte("Manifest-Version: 1.0\n"))
	_, err = create(t, s, true)
	require.ErrorIs(t, err, checkpoint.ErrNotEmpty)
	require.Len(t, snapshot(t, s), 1)
}

// TestOpenRefuses takes up what is not the run. Nothing is removed, not even debris.
func TestOpenRefuses(t *testing.T) {
	s := finished(t)
	s.Put("debris.exhaust", []byte("left"))
	before := snapshot(t, s)
	_, err := checkpoint.Open(s, tool, map[string]string{"case": "3x3", "codec": "2"})
	require.ErrorIs(t, err, checkpoint.ErrMismatch)
	require.EqualError(t, err,
		"the run in this directory is another one: case: 2x2:BWRB:0:3:1,2 -> 3x3; codec: (nothing) -> 2; rule: strict -> (nothing)")
	require.Equal(t, before, snapshot(t, s))

	s = &faultfs.FS{}
	_, err = checkpoint.Open(s, tool, identity)
	require.ErrorIs(t, err, checkpoint.ErrNotCheckpoint)
	s.Put("MANIFEST", []byte("Manifest-Version: 1.0\n"))
	s.Put("level-0.exhaust", nil)
	_, err = checkpoint.Open(s, tool, identity)
	require.ErrorIs(t, err, checkpoint.ErrNotCheckpoint)
	require.Len(t, snapshot(t, s), 1)
}

// TestDebris removes what the run left and nothing else.
func TestDebris(t *testing.T) {
	s := finished(t)
	s.Put("debris.exhaust", []byte("left"))
	s.Put("MANIFEST.new", []byte("left"))
	s.Put("notes.txt", []byte("mine"))
	d, err := checkpoint.Open(s, tool, identity)
	require.NoError(t, err)
	want := []string{"LOCK", "MANIFEST", "MANIFEST.old", "notes.txt"}
	for name := range content(len(steps)) {
		want = append(want, name)
	}
	names, err := s.List()
	require.NoError(t, err)
	require.ElementsMatch(t, want, names)

	f, err := d.Open("merged.exhaust")
	require.NoError(t, err)
	size, err := f.Size()
	require.NoError(t, err)
	require.Equal(t, int64(9), size)
	_, err = d.Open("notes.txt")
	require.Error(t, err)
}

// TestWrongChanges asks for what a caller with a bug might.
func TestWrongChanges(t *testing.T) {
	s := finished(t)
	d, err := checkpoint.Open(s, tool, identity)
	require.NoError(t, err)
	before := snapshot(t, s)
	for _, name := range []string{"", ".exhaust", "../up.exhaust", "a/b.exhaust", "MANIFEST", "LOCK",
		"a", "ä.exhaust", "merged.exhaust"} {
		_, err := d.New(name)
		require.Error(t, err, name)
	}
	for _, c := range []checkpoint.Change{
		{Remove: []string{"absent.exhaust"}},
		{Add: []checkpoint.Entry{{Name: "merged.exhaust"}}},
		{Add: []checkpoint.Entry{{Name: "a.exhaust"}, {Name: "a.exhaust"}}},
		{Add: []checkpoint.Entry{{Name: "merged.exhaust"}}, Remove: []string{"merged.exhaust"}},
		{Add: []checkpoint.Entry{{Name: "../up.exhaust"}}},
		{Progress: func() {}},
	} {
		require.Error(t, d.Commit(c))
	}
	require.Equal(t, before, snapshot(t, s))
	require.Equal(t, uint64(5), d.Manifest().Generation)
}

func TestFile(t *testing.T) {
	s := finished(t)
	d, err := checkpoint.Open(s, tool, identity)
	require.NoError(t, err)
	f, err := d.New("a.exhaust")
	require.NoError(t, err)
	_, err = f.Write([]byte("text"))
	require.NoError(t, err)
	require.Equal(t, int64(4), f.Bytes())
	e, err := f.Finish(7)
	require.NoError(t, err)
	f.Discard() // as deferred by a caller
	require.Equal(t, "text", string(s.Bytes("a.exhaust")))
	require.Equal(t, uint64(7), e.Count)
	_, err = f.Write([]byte("more"))
	require.Error(t, err)
	_, err = f.Finish(7)
	require.Error(t, err)

	f, err = d.New("b.exhaust")
	require.NoError(t, err)
	f.Discard()
	require.NotContains(t, snapshot(t, s), "b.exhaust")
}

// TestLockInOneProcess opens a directory twice.
func TestLockInOneProcess(t *testing.T) {
	for name, dir := range map[string]checkpoint.FS{"memory": &faultfs.FS{},
		"system": checkpoint.OS(t.TempDir())} {
		d, err := create(t, dir, false)
		require.NoError(t, err, name)
		_, err = checkpoint.Open(dir, tool, identity)
		require.ErrorIs(t, err, checkpoint.ErrLocked, name)
		require.ErrorContains(t, err, tool+" (pid ", name)
		_, err = create(t, dir, true)
		require.ErrorIs(t, err, checkpoint.ErrLocked, name)
		_, err = checkpoint.Read(dir)
		require.NoError(t, err, "reading needs no lock")
		require.NoError(t, d.Close())
		d, err = checkpoint.Open(dir, tool, identity)
		require.NoError(t, err, name)
		require.NoError(t, d.Close())
	}
}

// TestEveryBitOfAManifest flips each bit and cuts at each byte, where the commit before is kept and
// where it is not: the run is refused, and nothing in the directory changes.
func TestEveryBitOfAManifest(t *testing.T) {
	s := finished(t)
	old := s.Bytes("MANIFEST.old")
	for _, kept := range [][]byte{old, old[:1], nil} {
		s.Put("MANIFEST.old", kept)
		testEveryBit(t, s, len(kept) == len(old))
	}
}

func testEveryBit(t *testing.T, s *faultfs.FS, hasOld bool) {
	s.Put("debris.exhaust", []byte("left"))
	text := s.Bytes("MANIFEST")
	defer s.Put("MANIFEST", text)
	refused := func(damaged []byte, corrupt bool) {
		t.Helper()
		s.Put("MANIFEST", damaged)
		before := snapshot(t, s)
		_, err := checkpoint.Open(s, tool, identity)
		require.Error(t, err)
		require.ErrorContains(t, err, "MANIFEST")
		want := checkpoint.ErrNotCheckpoint
		if corrupt || hasOld {
			want = checkpoint.ErrCorrupt
		}
		require.ErrorIs(t, err, want)
		_, err = checkpoint.ReadPrevious(s)
		require.Equal(t, hasOld, err == nil, err)
		require.True(t, maps.Equal(before, snapshot(t, s)))
	}
	for i := range 8 * len(text) {
		text[i/8] ^= 1 << (i % 8)
		refused(text, true)
		text[i/8] ^= 1 << (i % 8)
	}
	for n := range text {
		refused(text[:n], n > len("exhaust checkpoint 1"))
	}
	refused(slices.Concat(text, text), true)
	refused(slices.Concat(text, []byte("\n")), true)
}

// TestDamagedFiles flips each bit and changes the length of each data file. Lengths are seen
// when the run is opened, bits when it is verified, and errors name the file.
func TestDamagedFiles(t *testing.T) {
	s := finished(t)
	m, err := checkpoint.Read(s)
	require.NoError(t, err)
	for _, e := range m.Files {
		whole := s.Bytes(e.Name)
		for i := range 8 * len(whole) {
			damaged := append([]byte{}, whole...)
			damaged[i/8] ^= 1 << (i % 8)
			s.Put(e.Name, damaged)
			err := checkpoint.Verify(s, e)
			require.ErrorIs(t, err, checkpoint.ErrCorrupt)
			require.ErrorContains(t, err, e.Name+" at offset ")
		}
		for _, damaged := range [][]byte{nil, {}, whole[:1], whole[:len(whole)-1],
			append(append([]byte{}, whole...), 0)} {
			s.Put(e.Name, damaged)
			require.ErrorIs(t, checkpoint.Verify(s, e), checkpoint.ErrCorrupt)
			before := snapshot(t, s)
			_, err := checkpoint.Open(s, tool, identity)
			require.ErrorIs(t, err, checkpoint.ErrCorrupt)
			require.ErrorContains(t, err, e.Name+" at offset ")
			require.Equal(t, before, snapshot(t, s))
		}
		s.Put(e.Name, whole)
		require.NoError(t, checkpoint.Verify(s, e))
	}
	_, err = checkpoint.Open(s, tool, identity)
	require.NoError(t, err)
}

// TestInUse tells a directory that somebody has from one that nobody has, and changes nothing of
// the run.
func TestInUse(t *testing.T) {
	s := &faultfs.FS{}
	d, err := create(t, s, false)
	require.NoError(t, err)
	s.Put("debris.exhaust", []byte("left"))
	before := snapshot(t, s)
	err = checkpoint.InUse(s, "another")
	require.ErrorIs(t, err, checkpoint.ErrLocked)
	require.ErrorContains(t, err, tool)
	require.NoError(t, d.Close())
	require.NoError(t, checkpoint.InUse(s, "another"))
	require.NoError(t, checkpoint.InUse(s, "another"), "it gives the lock back")
	after := snapshot(t, s)
	delete(before, "LOCK")
	delete(after, "LOCK")
	require.Equal(t, before, after)
}

// A latecomer is a file system on which another run begins, and ends, while somebody waits for the
// lock.
type latecomer struct {
	*faultfs.FS
	force bool // it begins in the place of another
	began *bool
}

func (l latecomer) Lock(name, holder string) (io.Closer, error) {
	if !*l.began {
		*l.began = true
		if err := begin(l.FS, map[string]string{"case": "another"}, l.force, 2); err != nil {
			return nil, err
		}
	}
	return l.FS.Lock(name, holder)
}

// TestCreateLooksAgain has another run begin between the first look at a directory and the lock. It
// is not replaced.
func TestCreateLooksAgain(t *testing.T) {
	s := &faultfs.FS{}
	_, err := create(t, latecomer{s, false, new(bool)}, false)
	require.ErrorIs(t, err, checkpoint.ErrNotEmpty)
	require.ErrorContains(t, err, "there is a run of 3 files, generation 3, which can be resumed")
	m, err := checkpoint.Read(s)
	require.NoError(t, err)
	require.NoError(t, m.Check(map[string]string{"case": "another"}))
	require.NoError(t, verifyAll(s, m))
	require.NoError(t, checkpoint.InUse(s, tool), "the lock is given back")

	s.Put("MANIFEST", []byte("Manifest-Version: 1.0\n"))
	s.Put("MANIFEST.old", nil)
	_, err = create(t, s, true)
	require.ErrorIs(t, err, checkpoint.ErrNotEmpty)
}

// TestOpenLooksAgain has another run take the place of the one that is to be taken up before it is
// locked. It is refused.
func TestOpenLooksAgain(t *testing.T) {
	s := finished(t)
	_, err := checkpoint.Open(latecomer{s, true, new(bool)}, tool, identity)
	require.ErrorIs(t, err, checkpoint.ErrMismatch)
	require.NoError(t, checkpoint.InUse(s, tool), "the lock is given back")
}

// TestForget removes a file that no commit has added, and no other.
func TestForget(t *testing.T) {
	s := finished(t)
	d, err := checkpoint.Open(s, tool, identity)
	require.NoError(t, err)
	defer d.Close()
	require.Error(t, d.Forget(checkpoint.Entry{Name: "merged.exhaust"}))
	require.Error(t, d.Forget(checkpoint.Entry{Name: "MANIFEST"}))
	for range 2 {
		f, err := d.New("more.exhaust")
		require.NoError(t, err)
		e, err := f.Finish(0)
		require.NoError(t, err)
		require.NoError(t, d.Forget(e))
		require.NotContains(t, snapshot(t, s), "more.exhaust")
		require.Error(t, d.Forget(e))
	}
	f, err := d.New("more.exhaust")
	require.NoError(t, err)
	e, err := f.Finish(0)
	require.NoError(t, err)
	require.NoError(t, d.Commit(checkpoint.Change{Add: []checkpoint.Entry{e}}))
	require.Error(t, d.Forget(e))

	f, err = d.New("last.exhaust")
	require.NoError(t, err)
	e, err = f.Finish(0)
	require.NoError(t, err)
	s.FailAt(9, faultfs.Error) // the sync after the rename: the commit may have been made
	require.ErrorContains(t, d.Commit(checkpoint.Change{Add: []checkpoint.Entry{e}}),
		"may not be durable")
	require.ErrorContains(t, d.Forget(e), "may not be durable")
	require.Contains(t, snapshot(t, s), "last.exhaust")
}
