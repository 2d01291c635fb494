package checkpoint

import (
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// A File is a data file that is being written. It becomes part of the run by a Commit that
// adds what Finish returns. It is for one goroutine.
type File struct {
	dir   *Dir
	w     Writer // nil once closed
	entry Entry
	sum   *xxhash.Digest
	err   error
}

// New begins a data file. Its name must end in Suffix and be none that the manifest names; a
// file of that name which it does not name is replaced.
func (d *Dir) New(name string) (*File, error) {
	if !validName(name) {
		return nil, fmt.Errorf("file name %q: want letters, digits, dots, dashes and %q", name, Suffix)
	}
	committed, broken := d.state()
	if broken != nil {
		return nil, broken
	}
	if committed.find(name) >= 0 {
		return nil, fmt.Errorf("file %s: the manifest names it already", name)
	}
	w, err := d.fs.Create(name)
	if err != nil {
		return nil, d.lost(Limit(err))
	}
	return &File{dir: d, w: w, entry: Entry{Name: name}, sum: xxhash.New()}, nil
}

// Write appends to the file. After an error, ErrDiskFull if space is lacking, every
// call returns it.
func (f *File) Write(b []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		f.err = fmt.Errorf("%s at offset %d: %w", f.entry.Name, f.entry.Bytes+int64(n), Limit(err))
	}
	f.sum.Write(b[:n])
	f.entry.Bytes += int64(n)
	return n, f.err
}

// Name returns the file's name.
func (f *File) Name() string { return f.entry.Name }

// Bytes returns how much was written.
func (f *File) Bytes() int64 { return f.entry.Bytes }

// Finish syncs and closes the file, and returns its entry for a Commit. The count is of what
// it holds. If it fails, now or before, the file is removed.
func (f *File) Finish(count uint64) (Entry, error) {
	if f.w == nil {
		return Entry{}, f.err
	}
	if f.err == nil {
		f.fail(f.w.Sync())
	}
	f.fail(f.w.Close())
	f.w = nil
	if f.err != nil {
		_ = f.dir.fs.Remove(f.entry.Name)
		return Entry{}, f.err
	}
	f.err = errFinished
	f.dir.finish(f.entry.Name)
	f.entry.Count, f.entry.Sum = count, Sum(f.sum.Sum64())
	return f.entry, nil
}

var (
	errFinished  = errors.New("the file is finished")
	errDiscarded = errors.New("the file is discarded")
)

// fail keeps the first error.
func (f *File) fail(err error) {
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("%s: %w", f.entry.Name, Limit(err))
	}
}

// Discard closes the file and removes it. After Finish it does nothing.
func (f *File) Discard() {
	if f.w != nil {
		f.fail(errDiscarded)
		_, _ = f.Finish(0)
	}
}
