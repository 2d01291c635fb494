package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"syscall"
)

// A Dir is a checkpoint directory that this process has locked. Its methods may be called by
// many goroutines at once.
type Dir struct {
	fs   FS
	lock io.Closer

	mu       sync.Mutex
	manifest *Manifest       // as committed
	finished map[string]bool // files that were finished since the directory was opened
	broken   error           // what left it unknown whether a commit is durable
}

// A Run is what a new run says of itself.
type Run struct {
	Tool     string            // what holds the lock, for those who find it locked
	Identity map[string]string // what must be equal when it is resumed
	Notes    map[string]string // what need not be: workers, memory, host
}

// Create begins a run in a directory, made if there is none, and commits it without files or
// progress. It is ErrNotEmpty if the directory holds anything, a run above all, unless it is
// forced: then the files of the run that was there are removed, and no others. It is ErrLocked
// if another process has the directory.
func Create(dir FS, r Run, force bool) (*Dir, error) {
	if err := dir.Make(); err != nil {
		return nil, Limit(err)
	}
	if err := checkEmpty(dir, force); err != nil {
		return nil, err
	}
	return locked(dir, r.Tool, func(d *Dir) error {
		if err := checkEmpty(dir, force); err != nil {
			return err
		}
		first := &Manifest{Generation: 1, Identity: r.Identity, Notes: r.Notes,
			Progress: json.RawMessage("null")}
		if old, err := Read(dir); err == nil {
			first.Generation += old.Generation
		}
		if err := d.replace(first, d.forgetOld); err != nil {
			return err
		}
		return d.removeDebris()
	})
}

// checkEmpty returns an ErrNotEmpty if there is more in a directory than an attempt to create
// a run may have left. Forced, it minds only a MANIFEST of something else.
func checkEmpty(dir FS, force bool) error {
	names, err := dir.List()
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == lockName || n == newManifest })
	slices.Sort(names)
	m, err := Read(dir)
	switch ours := !errors.Is(err, ErrNotCheckpoint); {
	case !ours && slices.Contains(names, manifestName):
		return fmt.Errorf("%w: %w", ErrNotEmpty, err)
	case force || len(names) == 0:
		return nil
	case !ours:
		return fmt.Errorf("%w: it holds %s", ErrNotEmpty, names[0])
	case err != nil:
		return fmt.Errorf("%w: there is a run, and it cannot be read: %w", ErrNotEmpty, err)
	}
	return fmt.Errorf("%w: there is a run of %d files, generation %d, which can be resumed",
		ErrNotEmpty, len(m.Files), m.Generation)
}

// Open takes up the run of a directory: it locks it, checks that its identity is the given one
// and that its files are there with their sizes, and removes debris. The errors are those of
// Read, and ErrMismatch, ErrLocked, and ErrCorrupt for a file. Nothing but LOCK is
// made, changed or removed before all is checked.
func Open(dir FS, tool string, identity map[string]string) (*Dir, error) {
	return takeUp(dir, tool, identity, Read, func(d *Dir, m *Manifest) error {
		d.manifest = m
		return nil
	})
}

// OpenPrevious takes up the run of a directory whose manifest is damaged, as the commit before the
// last left it. Once all is checked, it makes the manifest of that commit the last one again,
// durably; if that fails, it can be tried again. What the lost commit added is debris. The errors
// are those of ReadPrevious, and those of Open.
func OpenPrevious(dir FS, tool string, identity map[string]string) (*Dir, error) {
	return takeUp(dir, tool, identity, ReadPrevious, func(d *Dir, m *Manifest) error {
		return d.replace(m, func() error { return nil }) // MANIFEST.old stays: there is no other yet
	})
}

// takeUp locks the directory of a run and checks it, and has it set what is to be the manifest of
// all that was read.
func takeUp(dir FS, tool string, identity map[string]string, read func(Opener) (*Manifest, error),
	set func(*Dir, *Manifest) error) (*Dir, error) {
	check := func() (*Manifest, error) {
		m, err := read(dir)
		if err != nil {
			return nil, err
		}
		return m, m.Check(identity)
	}
	if _, err := check(); err != nil {
		return nil, err
	}
	return locked(dir, tool, func(d *Dir) error {
		m, err := check()
		if err != nil {
			return err
		}
		if err := m.checkSizes(dir); err != nil {
			return err
		}
		if err := set(d, m); err != nil {
			return err
		}
		return d.removeDebris()
	})
}

// Amend changes the run of a directory without a look at its files, as Open has: to take damaged
// ones out of it, or to put others in their place. What change says is committed. The errors are
// those of Open but for the files', and those of change and Commit.
func Amend(dir FS, tool string, identity map[string]string,
	change func(d *Dir) (Change, error)) error {
	d, err := locked(dir, tool, func(d *Dir) error {
		m, err := Read(dir)
		if err != nil {
			return err
		}
		d.manifest = m
		return m.Check(identity)
	})
	if err != nil {
		return err
	}
	defer d.Close()
	c, err := change(d)
	if err != nil {
		return err
	}
	return d.Commit(c)
}

// locked locks a directory and does something with it. If that fails the lock is given back.
func locked(dir FS, tool string, do func(*Dir) error) (*Dir, error) {
	lock, err := dir.Lock(lockName, fmt.Sprintf("%s (pid %d)", tool, os.Getpid()))
	if err != nil {
		return nil, Limit(err)
	}
	d := &Dir{fs: dir, lock: lock, finished: map[string]bool{}}
	if err := do(d); err != nil {
		lock.Close()
		return nil, Limit(err)
	}
	return d, nil
}

// InUse returns an ErrLocked that names the process that has a directory, and nil if none has. It
// leaves the files of the run alone.
func InUse(dir FS, tool string) error {
	d, err := locked(dir, tool, func(*Dir) error { return nil })
	if err != nil {
		return err
	}
	return d.Close()
}

// removeDebris removes the files of a run that the manifest does not name.
func (d *Dir) removeDebris() error {
	names, err := d.fs.List()
	if err != nil {
		return err
	}
	ours := d.manifest.names()
	for _, name := range names {
		if name == newManifest || validName(name) && !ours[name] {
			if err := d.fs.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close gives the lock back. The directory stays as it was last committed.
func (d *Dir) Close() error { return d.lock.Close() }

// Manifest returns the manifest as last committed, which must not be changed.
func (d *Dir) Manifest() *Manifest {
	m, _ := d.state()
	return m
}

func (d *Dir) state() (committed *Manifest, broken error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.manifest, d.broken
}

// A Change is the difference between two commits.
type Change struct {
	Add      []Entry           // files that were written, each the result of File.Finish
	Remove   []string          // files that the run needs no longer
	Notes    map[string]string // nil leaves them
	Progress any               // the caller's, as JSON
}

// Commit makes a change durable, all of it or nothing. If it fails, the run in the
// directory is that of the last commit, and the added files are still no part of it: the
// same change can be tried again, after space has been made for instance. Only if the
// rename or the sync after it fails, of which nobody can say what it did, is the Dir good for
// nothing more: it must be closed, and opened anew. The directory is then before or after the
// change, whole. It is an ErrLost, and the Dir good for nothing more, if the directory is no longer
// the one that was locked.
func (d *Dir) Commit(c Change) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken != nil {
		return d.broken
	}
	next := d.manifest.clone()
	next.Generation++
	if err := next.apply(c); err != nil {
		return err
	}
	if err := d.same(); err != nil {
		return err
	}
	if len(c.Add) > 0 {
		if err := d.fs.Sync(); err != nil {
			return Limit(err)
		}
	}
	old := d.keepOld
	if len(c.Remove) > 0 {
		old = d.forgetOld
	}
	if err := d.replace(next, old); err != nil {
		return Limit(err)
	}
	for _, name := range c.Remove {
		_ = d.fs.Remove(name) // what stays is debris
	}
	return nil
}

// same returns an ErrLost if the directory is not the one that was locked, from then on for good.
// The caller holds the mutex.
func (d *Dir) same() error {
	err := d.fs.Same()
	if errors.Is(err, ErrLost) {
		d.broken = err
	}
	return err
}

// Forget removes a file that is finished and that no commit has added, to make room. It does
// nothing if it cannot be known whether one has.
func (d *Dir) Forget(e Entry) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.broken != nil:
		return d.broken
	case !d.finished[e.Name] || d.manifest.find(e.Name) >= 0:
		return fmt.Errorf("forget %s: want a file that is finished and not committed", e.Name)
	}
	delete(d.finished, e.Name)
	return d.fs.Remove(e.Name)
}

// apply changes a manifest.
func (m *Manifest) apply(c Change) (err error) {
	named, removed := m.names(), make(map[string]bool, len(c.Remove))
	for _, name := range c.Remove {
		if !named[name] || removed[name] {
			return fmt.Errorf("remove %s: the manifest does not name it", name)
		}
		removed[name] = true
	}
	for _, e := range c.Add {
		if named[e.Name] {
			return fmt.Errorf("add %s: the manifest names it already", e.Name)
		}
		named[e.Name] = true
	}
	m.Files = slices.DeleteFunc(m.Files, func(e Entry) bool { return removed[e.Name] })
	m.Files = append(m.Files, c.Add...)
	if c.Notes != nil {
		m.Notes = c.Notes
	}
	if m.Progress, err = json.Marshal(c.Progress); err != nil {
		return fmt.Errorf("progress: %w", err)
	}
	return m.validate(manifestName)
}

// replace puts a manifest in the place of the one that is there, after it has been seen to
// MANIFEST.old.
func (d *Dir) replace(m *Manifest, old func() error) error {
	text, err := m.format()
	if err != nil {
		return err
	}
	if err = d.writeNew(text); err == nil {
		err = old()
	}
	if err == nil {
		err = d.same()
	}
	if errors.Is(err, ErrLost) { // nothing here is ours to remove
		return err
	}
	if err != nil {
		_ = d.fs.Remove(newManifest) // debris, and space for others
		return err
	}
	err = d.fs.Rename(newManifest, manifestName)
	if err == nil {
		err = d.fs.Sync()
	}
	if err != nil {
		d.broken = fmt.Errorf("commit of generation %d may not be durable: %w", m.Generation, Limit(err))
		return d.broken
	}
	d.manifest = m
	return nil
}

// keepOld makes MANIFEST.old a second name of the manifest that is about to be replaced. A file
// system that has no links, or gives this file none, and a manifest that is gone are no errors:
// then there is no MANIFEST.old. All others are, a full disk above all, and end the commit before
// it has changed anything else.
func (d *Dir) keepOld() error {
	if err := d.removeOld(); err != nil {
		return err
	}
	err := d.fs.Link(manifestName, oldManifest)
	for _, none := range []error{errors.ErrUnsupported, fs.ErrPermission, syscall.EMLINK,
		fs.ErrNotExist} {
		if errors.Is(err, none) {
			return nil
		}
	}
	return err
}

// forgetOld removes MANIFEST.old, durably, before files that it names are removed.
func (d *Dir) forgetOld() error {
	if err := d.removeOld(); err != nil {
		return err
	}
	return d.fs.Sync()
}

func (d *Dir) removeOld() error {
	if err := d.fs.Remove(oldManifest); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (d *Dir) writeNew(text []byte) error {
	f, err := d.fs.Create(newManifest)
	if err != nil {
		return err
	}
	n, err := f.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// lost returns an ErrLost in the place of another error if the directory is not the one that was
// locked.
func (d *Dir) lost(err error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if lost := d.same(); errors.Is(lost, ErrLost) {
		return lost
	}
	return err
}

// finish notes that a file is whole.
func (d *Dir) finish(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.finished[name] = true
}

// Open opens a file that the manifest names, or one that is finished and not yet committed. It does
// not check its content, which readers of a format with checksums do as they go, and Verify does
// for all.
func (d *Dir) Open(name string) (Reader, error) {
	d.mu.Lock()
	known := d.finished[name] || d.manifest.find(name) >= 0
	d.mu.Unlock()
	if !known {
		return nil, fmt.Errorf("open %s: the manifest does not name it", name)
	}
	f, err := d.fs.Open(name)
	if err != nil {
		return nil, d.lost(err)
	}
	return f, nil
}

// Scratch returns the directory for files that are no part of the run. What stays there when the
// run ends, and has a name that a data file might have, is removed as debris when it is resumed.
func (d *Dir) Scratch() FS { return d.fs }
