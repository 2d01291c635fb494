package checkpoint

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// OS returns a directory of the operating system.
//
// As long as nobody has locked it, each call finds the directory by its path. From Lock on all
// calls work through one handle of it, an os.Root, until the lock is closed. So a run writes to its
// own directory wherever that is moved, and never to another one that has taken its name. On
// systems where an os.Root is but a name, which are js and plan9, there is no lock either, and so
// no run.
func OS(path string) FS { return &directory{path: path} }

type directory struct {
	path string

	mu   sync.Mutex
	held *hold // nil as long as nobody has locked it
}

// A hold is the handle of a directory that is locked.
type hold struct {
	root *os.Root
	lock *os.File // the file LOCK
	dir  *os.File // the directory itself, if the system has a lock for it; or nil
}

func (d *directory) String() string { return d.path }

// holder returns what holds the directory, or nil.
func (d *directory) holder() *hold {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.held
}

// open returns a handle of the directory and what closes it, if it is to be closed.
func (d *directory) open() (root *os.Root, done func(), err error) {
	if h := d.holder(); h != nil {
		return h.root, func() {}, nil
	}
	root, err = os.OpenRoot(d.path)
	if err != nil {
		if info, none := os.Stat(d.path); none == nil && !info.IsDir() {
			err = &fs.PathError{Op: "open", Path: d.path, Err: syscall.ENOTDIR}
		}
		return nil, nil, err
	}
	return root, func() { root.Close() }, nil
}

// in does something in the directory. Errors have the path of the directory.
func (d *directory) in(do func(*os.Root) error) error {
	root, done, err := d.open()
	if err != nil {
		return err
	}
	defer done()
	return d.named(do(root))
}

// named puts the path of the directory before the names in an error of an os.Root, which are those
// whose operation ends in "at".
func (d *directory) named(err error) error {
	switch err := err.(type) {
	case *fs.PathError:
		if op, ofRoot := strings.CutSuffix(err.Op, "at"); ofRoot {
			return &fs.PathError{Op: op, Path: filepath.Join(d.path, err.Path), Err: err.Err}
		}
	case *os.LinkError:
		if op, ofRoot := strings.CutSuffix(err.Op, "at"); ofRoot {
			from, to := filepath.Join(d.path, err.Old), filepath.Join(d.path, err.New)
			return &os.LinkError{Op: op, Old: from, New: to, Err: err.Err}
		}
	}
	return err
}

// Open follows a link to a file in another directory, which an os.Root refuses: somebody may have
// moved a file to where there is more room.
func (d *directory) Open(name string) (r Reader, err error) {
	err = d.in(func(root *os.Root) error {
		f, err := root.Open(name)
		if err != nil {
			if to, none := root.Readlink(name); none == nil && filepath.IsAbs(to) {
				f, err = os.Open(to)
			}
		}
		if err == nil {
			r = osFile{f}
		}
		return err
	})
	return r, err
}

// An osFile knows its size.
type osFile struct{ *os.File }

func (f osFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s: not a file", f.Name())
	}
	return info.Size(), nil
}

func (d *directory) List() (names []string, err error) {
	err = d.in(func(root *os.Root) error {
		f, err := root.Open(".")
		if err != nil {
			return err
		}
		defer f.Close()
		names, err = f.Readdirnames(-1)
		return err
	})
	return names, err
}

func (d *directory) Create(name string) (w Writer, err error) {
	err = d.in(func(root *os.Root) error {
		f, err := root.Create(name)
		if err == nil {
			w = f
		}
		return err
	})
	return w, err
}

func (d *directory) Rename(from, to string) error {
	return d.in(func(root *os.Root) error { return root.Rename(from, to) })
}

func (d *directory) Link(from, to string) error {
	return d.in(func(root *os.Root) error { return root.Link(from, to) })
}

func (d *directory) Remove(name string) error {
	return d.in(func(root *os.Root) error { return root.Remove(name) })
}

// Make syncs each directory in which it makes another.
func (d *directory) Make() error { return makeAll(filepath.Clean(d.path)) }

func makeAll(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	above := filepath.Dir(path)
	if above != path {
		if err := makeAll(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o777); err != nil && !os.IsExist(err) {
		return err
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: not a directory", path)
	}
	return (&directory{path: above}).Sync()
}

func (d *directory) Sync() error {
	return d.in(func(root *os.Root) error {
		f, err := root.Open(".")
		if err != nil {
			return err
		}
		err = f.Sync()
		if closed := f.Close(); err == nil {
			err = closed
		}
		return err
	})
}

// Lock takes two locks of the system, which drops them when the process ends, however it ends: that
// of a file, whose content names the last holder, and that of the directory itself, which nobody
// undoes by removing the file. Some file systems have none for directories; then Same alone tells
// that the file was removed.
func (d *directory) Lock(name, holder string) (io.Closer, error) {
	root, done, err := d.open()
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held != nil { // by this process
		return nil, d.lockedBy(root, name)
	}
	h, err := d.lock(root, name, holder)
	if err != nil {
		done()
		return nil, d.named(err)
	}
	d.held = h
	return &unlocker{d, h}, nil
}

// lockedBy returns an ErrLocked with what the content of a file says of the holder.
func (d *directory) lockedBy(root *os.Root, name string) error {
	by := []byte("a process that removed its name")
	if f, err := root.Open(name); err == nil {
		defer f.Close()
		by, _ = io.ReadAll(io.LimitReader(f, 1000))
	}
	return fmt.Errorf("%w: %s is locked by %s", ErrLocked, d, strings.TrimSpace(string(by)))
}

// An unlocker closes a hold of a directory.
type unlocker struct {
	d *directory
	h *hold
}

func (u *unlocker) Close() error {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	if u.d.held != u.h { // closed before
		return nil
	}
	u.d.held = nil
	return u.h.close()
}

// close gives back all that is held.
func (h *hold) close() (err error) {
	for _, f := range []*os.File{h.lock, h.dir} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return errors.Join(err, h.root.Close())
}

// Same compares what the path leads to with the handle, and the file LOCK with the one that is
// locked.
func (d *directory) Same() error {
	if h := d.holder(); h != nil {
		return h.same(d.path)
	}
	return nil
}

func (h *hold) same(path string) error {
	const (
		moved    = "it was moved or removed; if it was moved, the run can be resumed where it is now"
		replaced = "it was moved or removed, and another one has its name; " +
			"if it was moved, the run can be resumed where it is now"
		unlocked = "its file " + lockName + " was removed or replaced, " +
			"so that another run may have begun in it"
	)
	here, err := h.root.Stat(".")
	if err != nil {
		return err
	}
	switch there, err := os.Stat(path); {
	case isGone(err):
		return fmt.Errorf("%w: %s", ErrLost, moved)
	case err != nil:
		return err
	case !os.SameFile(here, there):
		return fmt.Errorf("%w: %s", ErrLost, replaced)
	}
	mine, err := h.lock.Stat()
	if err != nil {
		return err
	}
	switch lock, err := h.root.Lstat(lockName); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil, !os.SameFile(mine, lock):
		return fmt.Errorf("%w: %s", ErrLost, unlocked)
	}
	return nil
}

// isGone reports whether an error says that a path leads nowhere.
func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) ||
		errors.Is(err, syscall.ELOOP)
}
