package checkpoint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
)

// damages are what may become of a MANIFEST, given its bytes; nil removes it.
var damages = map[string]func(text []byte) []byte{
	"gone":        func([]byte) []byte { return nil },
	"empty":       func([]byte) []byte { return []byte{} },
	"cut":         func(text []byte) []byte { return text[:len(text)/2] },
	"flipped":     func(text []byte) []byte { text[len(text)/2] ^= 1; return text },
	"not a first": func(text []byte) []byte { text[0] ^= 1; return text },
	"no version": func(text []byte) []byte {
		return bytes.Replace(text, []byte("\n"), []byte(" \n"),
			1)
	},
	"two marks": func(text []byte) []byte { return slices.Concat([]byte("\ufeff\ufeff"), text) },
	"returns, and cut": func(text []byte) []byte {
		return bytes.ReplaceAll(text[:len(text)-9], []byte("\n"), []byte("\r\n"))
	},
}

// progressOf returns what a manifest says of the run of steps.
func progressOf(m *checkpoint.Manifest) (progress int, err error) {
	err = json.Unmarshal(m.Progress, &progress)
	return progress, err
}

// checkPrevious damages the MANIFEST of a directory in one way, and goes back to what is before it:
// the step before of the run, or the last one under another name, whole. It returns its progress,
// or -1 if there is nothing.
func checkPrevious(s *faultfs.FS, dir checkpoint.FS, damage func([]byte) []byte) (previous int,
	err error) {
	m, err := checkpoint.Read(dir)
	if errors.Is(err, checkpoint.ErrNotCheckpoint) && s.Bytes("MANIFEST.old") == nil {
		return -1, nil
	}
	if err != nil {
		return -1, err
	}
	last, err := progressOf(m)
	if err != nil {
		return -1, err
	}
	old := s.Bytes("MANIFEST.old")
	s.Put("MANIFEST", damage(s.Bytes("MANIFEST")))
	switch _, err := checkpoint.ReadPrevious(dir); {
	case err == nil:
		return goBack(dir, last)
	case errors.Is(err, checkpoint.ErrWhole):
		return -1, err
	// both are names of the file that is damaged
	case old == nil, !slices.Equal(old, s.Bytes("MANIFEST.old")):
		return -1, nil
	default:
		return -1, err
	}
}

// goBack goes back to the commit before one of a progress.
func goBack(dir checkpoint.FS, last int) (previous int, err error) {
	d, err := checkpoint.OpenPrevious(dir, tool, identity)
	if err != nil {
		return -1, err
	}
	previous, err = progressOf(d.Manifest())
	if err := errors.Join(err, d.Close()); err != nil {
		return -1, err
	}
	if previous != last && previous != last-1 {
		return -1, fmt.Errorf("progress %d is before %d", previous, last)
	}
	return previous, check(dir, previous)
}

// tryEveryPrevious damages the MANIFEST after each fault of a run, in one way after the other, and
// goes back to what is before it, and on from there to the end. It returns how often there was
// something.
func tryEveryPrevious(wrap func(*faultfs.FS) checkpoint.FS) (found int, err error) {
	names, turn := slices.Sorted(maps.Keys(damages)), 0
	judge := func(s *faultfs.FS, dir checkpoint.FS, _ int) error {
		turn++
		name := names[turn%len(names)]
		previous, err := checkPrevious(s, dir, damages[name])
		if err != nil {
			return fmt.Errorf("the MANIFEST is %s: %w", name, err)
		}
		if previous < 0 {
			return nil
		}
		found++
		return finish(dir)
	}
	_, err = trial{wrap: wrap, act: run, judge: judge}.underEveryFault()
	return found, err
}

// tryPreviousOfSteps damages the MANIFEST after each step of a run that nothing disturbs: the step
// before must be there, unless the last one gave up files, or is the first.
func tryPreviousOfSteps(wrap func(*faultfs.FS) checkpoint.FS) error {
	for name, damage := range damages {
		for n := range len(steps) + 1 {
			s := &faultfs.FS{}
			dir := wrap(s)
			if err := begin(dir, identity, false, n); err != nil {
				return err
			}
			s.Restart(faultfs.Synced)
			want := n - 1
			if n > 0 && len(steps[n-1].remove) > 0 {
				want = -1
			}
			previous, err := checkPrevious(s, dir, damage)
			if err == nil && previous != want {
				err = fmt.Errorf("progress %d: want %d", previous, want)
			}
			if err != nil {
				return fmt.Errorf("the MANIFEST is %s after %d steps: %w", name, n, err)
			}
		}
	}
	return nil
}

// begin begins a run and does its first steps.
func begin(dir checkpoint.FS, identity map[string]string, force bool, n int) error {
	d, err := checkpoint.Create(dir, checkpoint.Run{Tool: tool, Identity: identity}, force)
	if err != nil {
		return err
	}
	defer d.Close()
	for i := range n {
		if err := step(d, i); err != nil {
			return err
		}
	}
	return nil
}

func TestPreviousAfterEveryFault(t *testing.T) {
	require.NoError(t, tryPreviousOfSteps(plain))
	found, err := tryEveryPrevious(plain)
	require.NoError(t, err)
	require.Greater(t, found, 500)
}

// The mutants are file systems that keep the commit before in a wrong way.
type (
	linksLate  struct{ *faultfs.FS }
	keepsOld   struct{ *faultfs.FS }
	copiesLink struct{ *faultfs.FS }
	hasty      struct {
		*faultfs.FS
		skip bool
	}
)

// Link does nothing; Rename makes the second name afterwards.
func (m linksLate) Link(string, string) error { return nil }

func (m linksLate) Rename(from, to string) error {
	if err := m.FS.Rename(from, to); err != nil {
		return err
	}
	_ = m.FS.Remove("MANIFEST.old")
	return m.FS.Link(to, "MANIFEST.old")
}

// Remove removes MANIFEST.old only where Link puts another one in its place.
func (m keepsOld) Remove(name string) error {
	if name == "MANIFEST.old" {
		return nil
	}
	return m.FS.Remove(name)
}

func (m keepsOld) Link(from, to string) error {
	_ = m.FS.Remove(to)
	return m.FS.Link(from, to)
}

// Sync does nothing after a removal of MANIFEST.old.
func (m *hasty) Remove(name string) error {
	m.skip = name == "MANIFEST.old"
	return m.FS.Remove(name)
}

func (m *hasty) Sync() error {
	if m.skip {
		m.skip = false
		return nil
	}
	return m.FS.Sync()
}

func (m *hasty) Link(from, to string) error {
	m.skip = false
	return m.FS.Link(from, to)
}

// Link copies, and does not sync what it wrote.
func (m copiesLink) Link(from, to string) error {
	w, err := m.FS.Create(to)
	if err == nil {
		_, err = w.Write(m.FS.Bytes(from))
	}
	return err
}

// TestWrongPreviousIsSeen plants what the tests of the commit before are to find.
func TestWrongPreviousIsSeen(t *testing.T) {
	for name, wrap := range map[string]func(*faultfs.FS) checkpoint.FS{
		"it is linked after the rename":  func(s *faultfs.FS) checkpoint.FS { return linksLate{s} },
		"it outlives its files":          func(s *faultfs.FS) checkpoint.FS { return keepsOld{s} },
		"it is a copy":                   func(s *faultfs.FS) checkpoint.FS { return copiesLink{s} },
		"the directory is not synced":    func(s *faultfs.FS) checkpoint.FS { return noDirSync{s} },
		"its files are removed too soon": func(s *faultfs.FS) checkpoint.FS { return &removesFirst{FS: s} },
	} {
		err := tryPreviousOfSteps(wrap)
		if err == nil {
			_, err = tryEveryPrevious(wrap)
		}
		require.Error(t, err, name)
		t.Log(name, ":", err)
	}
}

// tryEveryReplacement fails each operation of a run that begins by force in the place of another,
// and removes the MANIFEST. What is before it is of the same run.
func tryEveryReplacement(wrap func(*faultfs.FS) checkpoint.FS) error {
	other := map[string]string{"case": "another"}
	judge := func(s *faultfs.FS, dir checkpoint.FS, _ int) error {
		m, err := checkpoint.Read(dir)
		if err != nil {
			return err
		}
		s.Put("MANIFEST", nil)
		old, none := checkpoint.ReadPrevious(dir)
		if none != nil {
			return nil
		}
		return errors.Join(old.Check(m.Identity), verifyAll(dir, old))
	}
	_, err := trial{
		wrap:  wrap,
		begin: func(s *faultfs.FS) error { return finish(s) },
		act:   func(dir checkpoint.FS) (int, error) { return 0, begin(dir, other, true, 2) },
		judge: judge,
	}.underEveryFault()
	return err
}

func verifyAll(dir checkpoint.FS, m *checkpoint.Manifest) error {
	for _, e := range m.Files {
		if err := checkpoint.Verify(dir, e); err != nil {
			return err
		}
	}
	return nil
}

// TestPreviousOfAnotherRun begins a run in the place of another.
func TestPreviousOfAnotherRun(t *testing.T) {
	require.NoError(t, tryEveryReplacement(plain))
	for name, wrap := range map[string]func(*faultfs.FS) checkpoint.FS{
		"it is not removed":             func(s *faultfs.FS) checkpoint.FS { return keepsOld{s} },
		"it is not removed for certain": func(s *faultfs.FS) checkpoint.FS { return &hasty{FS: s} },
	} {
		err := tryEveryReplacement(wrap)
		require.ErrorContains(t, err, "the run in this directory is another one", name)
		t.Log(name, ":", err)
	}
}

// TestGoingBackIsSafe fails each operation of going back to the commit before: it is then the last
// one, or still there to go back to.
func TestGoingBackIsSafe(t *testing.T) {
	judge := func(_ *faultfs.FS, dir checkpoint.FS, _ int) error {
		m, err := checkpoint.Read(dir)
		if err != nil {
			_, err = goBack(dir, len(steps))
		} else if m.Generation != uint64(len(steps)) {
			err = fmt.Errorf("generation %d", m.Generation)
		}
		if err := errors.Join(err, check(dir, len(steps)-1)); err != nil {
			return err
		}
		return finish(dir)
	}
	runs, err := trial{
		wrap: plain,
		begin: func(s *faultfs.FS) error {
			err := finish(s)
			s.Put("lost.exhaust", []byte("named by the MANIFEST that is lost"))
			s.Put("MANIFEST", damages["cut"](s.Bytes("MANIFEST")))
			return err
		},
		act:   func(dir checkpoint.FS) (int, error) { return goBack(dir, len(steps)) },
		judge: judge,
	}.underEveryFault()
	require.NoError(t, err)
	require.Greater(t, runs, 5*4*20)
}

// TestPreviousRefuses goes back where that is not wanted, or not possible. Nothing is changed.
func TestPreviousRefuses(t *testing.T) {
	refused := func(s *faultfs.FS, identity map[string]string, want error, text string) {
		t.Helper()
		before := snapshot(t, s)
		_, err := checkpoint.OpenPrevious(s, tool, identity)
		require.ErrorIs(t, err, want)
		require.ErrorContains(t, err, text)
		require.Equal(t, before, snapshot(t, s))
	}
	s := finished(t)
	refused(s, identity, checkpoint.ErrWhole, "the last commit is whole: generation 5")
	whole, old := s.Bytes("MANIFEST"), s.Bytes("MANIFEST.old")
	s.Put("MANIFEST", whole[:100])
	refused(s, map[string]string{"case": "3x3", "rule": "strict"}, checkpoint.ErrMismatch,
		"case: 2x2:BWRB:0:3:1,2 -> 3x3")

	merged := s.Bytes("merged.exhaust")
	s.Put("merged.exhaust", merged[1:])
	refused(s, identity, checkpoint.ErrCorrupt,
		"MANIFEST at offset 76: corrupt checkpoint: it ends with ")
	refused(s, identity, checkpoint.ErrCorrupt,
		"nor is the commit before it whole: merged.exhaust at offset 8: ")
	s.Put("merged.exhaust", merged)

	s.Put("MANIFEST.old", old[:90])
	refused(s, identity, checkpoint.ErrCorrupt,
		"nor is the commit before it whole: MANIFEST.old at offset 66: corrupt checkpoint: it ends with ")
	s.Put("MANIFEST.old", nil)
	refused(s, identity, checkpoint.ErrCorrupt,
		"nor is the commit before it whole: open MANIFEST.old: file does not exist")
	s.Put("MANIFEST", nil)
	refused(s, identity, checkpoint.ErrNotCheckpoint, "there is no MANIFEST")

	s = finished(t)
	s.Put("MANIFEST", []byte("exhaust checkpoint 2\nnobody knows\n"))
	refused(s, identity, checkpoint.ErrUnsupported, `version "2": want 1`)

	s = finished(t)
	s.Put("MANIFEST", whole[:100])
	d, err := checkpoint.OpenPrevious(s, tool, identity)
	require.NoError(t, err)
	require.Equal(t, old, s.Bytes("MANIFEST"))
	require.NoError(t, d.Close())
	s.Put("MANIFEST", nil)
	d, err = checkpoint.OpenPrevious(s, tool, identity)
	require.NoError(t, err, "the same commit, again")
	_, err = checkpoint.OpenPrevious(s, tool, identity)
	require.Error(t, err)
	require.NoError(t, d.Close())
}

// TestReadErrorOfTheManifest takes a MANIFEST that the disk does not give back for damaged: it is
// no other error that a wait would mend.
func TestReadErrorOfTheManifest(t *testing.T) {
	s := finished(t)
	for cause, want := range map[error]error{syscall.EIO: nil, syscall.EACCES: syscall.EACCES,
		syscall.EMFILE: syscall.EMFILE} {
		dir := unreadable{s, cause}
		_, err := checkpoint.Read(dir)
		require.ErrorIs(t, err, cause)
		m, err := checkpoint.ReadPrevious(dir)
		require.ErrorIs(t, err, want)
		if want == nil {
			require.Equal(t, uint64(4), m.Generation)
		}
	}
}

// An unreadable file system does not open the MANIFEST.
type unreadable struct {
	*faultfs.FS
	cause error
}

func (u unreadable) Open(name string) (checkpoint.Reader, error) {
	if name == "MANIFEST" {
		return nil, &fs.PathError{Op: "read", Path: name, Err: u.cause}
	}
	return u.FS.Open(name)
}

// A linkless file system makes no links.
type linkless struct {
	*faultfs.FS
	cause error
}

func (l linkless) Link(from, to string) error {
	return &fs.PathError{Op: "link", Path: to, Err: l.cause}
}

// TestWithoutLinks keeps runs where there are no links, without the commit before, and ends a
// commit where the disk fails to make one. The run is then that of the last commit, and the same
// change can be made again.
func TestWithoutLinks(t *testing.T) {
	for _, cause := range []error{syscall.EPERM, syscall.ENOTSUP, syscall.EOPNOTSUPP, syscall.ENOSYS,
		syscall.EMLINK} {
		s := &faultfs.FS{}
		dir := linkless{s, cause}
		_, err := run(dir)
		require.NoError(t, err)
		require.NoError(t, check(dir, len(steps)))
		require.NotContains(t, snapshot(t, s), "MANIFEST.old")
	}
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EROFS} {
		s := finished(t)
		d, err := checkpoint.Open(linkless{s, cause}, tool, identity)
		require.NoError(t, err)
		before := s.Bytes("MANIFEST")
		for range 2 {
			require.ErrorIs(t, d.Commit(checkpoint.Change{Progress: 5}), cause)
			require.Equal(t, before, s.Bytes("MANIFEST"))
			require.NotContains(t, snapshot(t, s), "MANIFEST.new")
		}
	}
}

// TestManifestGoneMeanwhile commits although somebody has removed the MANIFEST: it is then there
// again.
func TestManifestGoneMeanwhile(t *testing.T) {
	s := &faultfs.FS{}
	d, err := create(t, s, false)
	require.NoError(t, err)
	s.Put("MANIFEST", nil)
	require.NoError(t, step(d, 0))
	require.NoError(t, d.Close())
	require.NoError(t, check(s, 1))
}

// TestEditedManifest goes on with a run whose MANIFEST an editor has given other line ends and a
// mark. The commit before stays readable.
func TestEditedManifest(t *testing.T) {
	edit := func(text []byte) []byte {
		return slices.Concat([]byte("\ufeff"), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))
	}
	s := &faultfs.FS{}
	require.NoError(t, begin(s, identity, false, 1))
	s.Put("MANIFEST", edit(s.Bytes("MANIFEST")))
	_, err := checkpoint.ReadPrevious(s)
	require.ErrorIs(t, err, checkpoint.ErrWhole)
	require.NoError(t, check(s, 1))
	d, err := checkpoint.Open(s, tool, identity)
	require.NoError(t, err)
	require.NoError(t, step(d, 1))
	require.NoError(t, d.Close())
	s.Put("MANIFEST", nil)
	previous, err := goBack(s, 2)
	require.NoError(t, err)
	require.Equal(t, 1, previous)
	require.NoError(t, finish(s))
}
