package checkpoint_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
)

var (
	identity = map[string]string{"case": "2x2:BWRB:0:3:1,2", "rule": "strict"}
	tool     = "exhaust test"
)

// steps are the commits of a small run: a file, two files, two files replaced by one, and
// progress alone. Each takes the run from progress i to i+1.
var steps = []struct {
	add    map[string]string
	remove []string
}{
	{add: map[string]string{"level-0.exhaust": "zero"}},
	{add: map[string]string{"level-1.exhaust": "one and more", "level-2.exhaust": "two"}},
	{add: map[string]string{"merged.exhaust": "zero, one"}, remove: []string{"level-0.exhaust", "level-1.exhaust"}},
	{},
}

// content returns the files of the run at a progress.
func content(progress int) map[string]string {
	files := map[string]string{}
	for _, s := range steps[:progress] {
		for name, text := range s.add {
			files[name] = text
		}
		for _, name := range s.remove {
			delete(files, name)
		}
	}
	return files
}

// step does the next commit.
func step(d *checkpoint.Dir, progress int) error {
	c := checkpoint.Change{Remove: steps[progress].remove, Progress: progress + 1}
	for name, text := range steps[progress].add {
		f, err := d.New(name)
		if err != nil {
			return err
		}
		half := len(text) / 2
		for _, part := range []string{text[:half], text[half:]} {
			if _, err := f.Write([]byte(part)); err != nil {
				f.Discard()
				return err
			}
		}
		entry, err := f.Finish(uint64(len(text)))
		if err != nil {
			return err
		}
		c.Add = append(c.Add, entry)
	}
	return d.Commit(c)
}

// run begins a run or takes one up, and goes on to the end. It returns the
// progress that is committed for certain.
func run(dir checkpoint.FS) (progress int, err error) {
	d, err := checkpoint.Open(dir, tool, identity)
	if errors.Is(err, checkpoint.ErrNotCheckpoint) {
		d, err = checkpoint.Create(dir, checkpoint.Run{Tool: tool, Identity: identity}, false)
	}
	if err != nil {
		return 0, err
	}
	defer d.Close()
	if err := json.Unmarshal(d.Manifest().Progress, &progress); err != nil {
		return 0, err
	}
	for ; progress < len(steps); progress++ {
		if err := step(d, progress); err != nil {
			return progress, err
		}
	}
	return progress, nil
}

// check holds a directory to a run whose progress is at least one that was committed and
// at most one more, whole, without debris. It opens it as a resumed run does.
func check(dir checkpoint.FS, committed int) error {
	d, err := checkpoint.Open(dir, tool, identity)
	if errors.Is(err, checkpoint.ErrNotCheckpoint) && committed == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	defer d.Close()
	var progress int
	if err := json.Unmarshal(d.Manifest().Progress, &progress); err != nil {
		return err
	}
	if progress < committed || progress > committed+1 {
		return fmt.Errorf("progress %d: want %d or one more", progress, committed)
	}
	want := content(progress)
	if len(d.Manifest().Files) != len(want) {
		return fmt.Errorf("%d files: want %d", len(d.Manifest().Files), len(want))
	}
	for _, e := range d.Manifest().Files {
		if err := checkpoint.Verify(dir, e); err != nil {
			return err
		}
		if e.Bytes != int64(len(want[e.Name])) || e.Count != uint64(e.Bytes) {
			return fmt.Errorf("%v: want %q", e, want[e.Name])
		}
	}
	names, err := dir.List()
	names = slices.DeleteFunc(names, func(n string) bool { return n == "MANIFEST.old" })
	if len(names) != len(want)+2 {
		return fmt.Errorf("the directory holds %v: want LOCK, MANIFEST and %v", names, want)
	}
	return err
}

// A trial is something that is done under every fault.
type trial struct {
	wrap  func(*faultfs.FS) checkpoint.FS                             // which may plant a bug
	begin func(s *faultfs.FS) error                                   // what is there before; nil: nothing
	act   func(dir checkpoint.FS) (committed int, err error)          // the progress that is committed for certain
	judge func(s *faultfs.FS, dir checkpoint.FS, committed int) error // what is there afterwards
}

// underEveryFault fails each operation of the act with each fault, restarts with each survival, and judges
// what is there. It returns the first complaint, and how many acts there were.
func (t trial) underEveryFault() (runs int, err error) {
	for fault := faultfs.Error; fault <= faultfs.Crash; fault++ {
		for survival := faultfs.Synced; survival <= faultfs.Unremoved; survival++ {
			for i := 0; ; i++ {
				runs++
				s := &faultfs.FS{}
				if t.begin != nil {
					if err := t.begin(s); err != nil {
						return runs, err
					}
				}
				dir := t.wrap(s)
				s.FailAt(i, fault)
				committed, failure := t.act(dir)
				if s.Operations() <= i {
					if failure != nil {
						return runs, fmt.Errorf("without a fault: %w", failure)
					}
					break
				}
				s.Restart(survival)
				if err := t.judge(s, dir, committed); err != nil {
					return runs, fmt.Errorf("%v at operation %d (%v), %d survives: %w", fault, i, failure, survival, err)
				}
			}
		}
	}
	return runs, nil
}

// tryEveryFault holds what is there after each fault of a run to what was committed. Then the run goes on to its end.
func tryEveryFault(wrap func(*faultfs.FS) checkpoint.FS) (runs int, err error) {
	judge := func(_ *faultfs.FS, dir checkpoint.FS, committed int) error {
		if err := check(dir, committed); err != nil {
			return err
		}
		return finish(dir)
	}
	return trial{wrap: wrap, act: run, judge: judge}.underEveryFault()
}

// finish takes up a run and goes on to its end.
func finish(dir checkpoint.FS) error {
	if _, err := run(dir); err != nil {
		return err
	}
	return check(dir, len(steps))
}

func plain(s *faultfs.FS) checkpoint.FS { return s }

func TestEveryFault(t *testing.T) {
	runs, err := tryEveryFault(plain)
	require.NoError(t, err)
	require.Greater(t, runs, 5*3*40)
}

// The mutants are file systems that leave out what a commit rests on.
type (
	noFileSync struct{ *faultfs.FS }
	noDirSync  struct{ *faultfs.FS }
	slowRename struct{ *faultfs.FS }
)

type unsynced struct{ checkpoint.Writer }

func (unsynced) Sync() error { return nil }

func (m noFileSync) Create(name string) (checkpoint.Writer, error) {
	w, err := m.FS.Create(name)
	return unsynced{w}, err
}

func (m noDirSync) Sync() error { return nil }

// Rename copies, and is not atomic.
func (m slowRename) Rename(from, to string) error {
	w, err := m.FS.Create(to)
	if err != nil {
		return err
	}
	if _, err := w.Write(m.FS.Bytes(from)); err != nil {
		return err
	}
	if err := w.Sync(); err != nil {
		return err
	}
	return m.FS.Remove(from)
}

// TestFaultsAreSeen plants what tryEveryFault is to find.
func TestFaultsAreSeen(t *testing.T) {
	for name, wrap := range map[string]func(*faultfs.FS) checkpoint.FS{
		"files are not synced":      func(s *faultfs.FS) checkpoint.FS { return noFileSync{s} },
		"directory is not synced":   func(s *faultfs.FS) checkpoint.FS { return noDirSync{s} },
		"the rename is not atomic":  func(s *faultfs.FS) checkpoint.FS { return slowRename{s} },
		"files are removed first":   func(s *faultfs.FS) checkpoint.FS { return &removesFirst{FS: s} },
		"a file is written in part": func(s *faultfs.FS) checkpoint.FS { return forgetful{s} },
	} {
		_, err := tryEveryFault(wrap)
		require.Error(t, err, name)
		t.Log(name, ":", err)
	}
}

// removesFirst removes level-0 before the commit that gives it up.
type removesFirst struct{ *faultfs.FS }

func (m *removesFirst) Create(name string) (checkpoint.Writer, error) {
	if name == "merged.exhaust" {
		_ = m.FS.Remove("level-0.exhaust")
	}
	return m.FS.Create(name)
}

// forgetful loses the second half of what is written to data files and says nothing.
type forgetful struct{ *faultfs.FS }

type half struct{ checkpoint.Writer }

func (h half) Write(b []byte) (int, error) {
	_, err := h.Writer.Write(b[:len(b)/2])
	return len(b), err
}

func (m forgetful) Create(name string) (checkpoint.Writer, error) {
	w, err := m.FS.Create(name)
	if name == "merged.exhaust" {
		return half{w}, err
	}
	return w, err
}

// TestFailedCommitCanBeRepeated fails each operation of one commit, once, and
// tries the same commit again in the same process, as after space was made.
func TestFailedCommitCanBeRepeated(t *testing.T) {
	repeated := 0
	for i := 0; ; i++ {
		s := &faultfs.FS{}
		d, err := checkpoint.Create(s, checkpoint.Run{Identity: identity}, false)
		require.NoError(t, err)
		require.NoError(t, step(d, 0))
		require.NoError(t, step(d, 1))
		s.FailAt(i, faultfs.NoRoom)
		err = step(d, 2)
		if s.Operations() <= i {
			require.NoError(t, err)
			break
		}
		if err == nil { // an operation that takes no space
			continue
		}
		repeated++
		require.ErrorIs(t, err, checkpoint.ErrDiskFull)
		require.ErrorIs(t, err, syscall.ENOSPC)
		require.Equal(t, uint64(3), d.Manifest().Generation)
		require.NoError(t, step(d, 2))
		require.NoError(t, d.Close())
		require.NoError(t, check(s, 3))
	}
	require.Equal(t, 7, repeated, "create, write twice and sync a file; create, write and sync the manifest")
}

// TestUncertainCommit fails the sync after the rename: nothing more may be done with the Dir,
// and the directory is whole either way.
func TestUncertainCommit(t *testing.T) {
	for survival := faultfs.Synced; survival <= faultfs.All; survival++ {
		s := &faultfs.FS{}
		d, err := checkpoint.Create(s, checkpoint.Run{Identity: identity}, false)
		require.NoError(t, err)
		// compare, create, write, sync, remove the old one, link, compare, rename, and the sync
		s.FailAt(8, faultfs.Error)
		require.ErrorContains(t, step(d, 3), "may not be durable")
		require.ErrorContains(t, d.Commit(checkpoint.Change{}), "may not be durable")
		_, err = d.New("a" + checkpoint.Suffix)
		require.ErrorContains(t, err, "may not be durable")
		s.Restart(survival)
		m, err := checkpoint.Read(s)
		require.NoError(t, err)
		require.Contains(t, []uint64{1, 2}, m.Generation)
	}
}

// TestReadFaults fails each operation of taking up a run and verifying it. Nothing is lost by it.
func TestReadFaults(t *testing.T) {
	for _, fault := range []faultfs.Fault{faultfs.Error, faultfs.Short, faultfs.Crash} {
		for i := 0; ; i++ {
			s := &faultfs.FS{}
			_, err := run(s)
			require.NoError(t, err)
			s.FailAt(i, fault)
			err = check(s, len(steps))
			if s.Operations() <= i {
				require.NoError(t, err)
				break
			}
			require.Error(t, err)
			require.NotErrorIs(t, err, checkpoint.ErrCorrupt)
			s.Restart(faultfs.Synced)
			require.NoError(t, check(s, len(steps)))
		}
	}
}

// snapshot returns the names and contents of a directory.
func snapshot(t *testing.T, s *faultfs.FS) map[string]string {
	t.Helper()
	names, err := s.List()
	require.NoError(t, err)
	slices.Sort(names)
	files := map[string]string{}
	for _, name := range names {
		files[name] = string(s.Bytes(name))
	}
	return files
}
