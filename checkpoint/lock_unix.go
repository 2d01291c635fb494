//go:build unix

package checkpoint

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the locks of a directory, by flock. One that another process has is an ErrLocked. It
// makes no file before it has that of the directory.
func (d *directory) lock(root *os.Root, name, holder string) (_ *hold, err error) {
	h := &hold{root: root}
	defer func() {
		for _, f := range []*os.File{h.lock, h.dir} {
			if f != nil && err != nil {
				f.Close()
			}
		}
	}()
	if h.dir, err = root.Open("."); err != nil {
		return nil, err
	}
	if err := flock(h.dir); errors.Is(err, unix.EWOULDBLOCK) {
		return nil, d.lockedBy(root, name)
	} else if err != nil { // this file system has none for directories
		h.dir.Close()
		h.dir = nil
	}
	if h.lock, err = root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, err
	}
	if err := flock(h.lock); errors.Is(err, unix.EWOULDBLOCK) {
		return nil, d.lockedBy(root, name)
	} else if err != nil {
		return nil, fmt.Errorf("lock %s: %w", h.lock.Name(), err)
	}
	if err = h.lock.Truncate(0); err == nil {
		_, err = h.lock.WriteAt([]byte(holder+"\n"), 0)
	}
	if err == nil {
		err = h.same(d.path) // the directory and the file may have been removed meanwhile
	}
	return h, err
}

func flock(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
