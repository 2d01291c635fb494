package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// standardOutput is the name of standard output where a file is wanted.
const standardOutput = "-"

// An OutFile is a file that a verb has been told to write, and writes when its work is done. A
// plain file is written beside its place, synced and moved there, so that it is whole or as it was;
// a link leads to the file that it names. A device or a FIFO is written to as it is, and - is
// standard output.
type OutFile struct {
	path   string    // as the user wrote it
	place  string    // of a plain file, links followed; empty for what is written to as it is
	beside *os.File  // beside the place
	stdout io.Writer // or nil
}

// CreateOut checks that a file can be written, before the work begins. It returns nil for no name.
// The error is one of usage.
func CreateOut(path string, stdout io.Writer) (*OutFile, error) {
	switch path {
	case "":
		return nil, nil
	case standardOutput:
		return &OutFile{path: path, stdout: stdout}, nil
	}
	o := &OutFile{path: path}
	if err := o.find(); err != nil {
		return nil, UsageError(o.named(err))
	}
	if o.place == "" {
		return o, nil
	}
	if err := o.createBeside(); err != nil {
		return nil, UsageError(o.named(err))
	}
	return o, nil
}

// find finds the place of a plain file that is there or may be made.
func (o *OutFile) find() error {
	place, err := filepath.EvalSymlinks(o.path)
	if errors.Is(err, fs.ErrNotExist) {
		return o.findNew()
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(place)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("it is a directory")
	case info.Mode().IsRegular():
		o.place = place
	}
	return nil
}

// findNew finds the place of a file that is not there. A link that leads nowhere is one to a file
// that is to be made.
func (o *OutFile) findNew() error {
	o.place = o.path
	for range 40 { // links, as many as systems follow
		to, err := os.Readlink(o.place)
		if err != nil {
			return nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(o.place), to)
		}
		o.place = to
	}
	return errors.New("too many links")
}

// createBeside creates the file beside the place, as readable as the one that is there, or as the
// system would make it.
func (o *OutFile) createBeside() (err error) {
	for range 100 {
		name := filepath.Join(filepath.Dir(o.place), fmt.Sprintf(".exhaust-%08x", rand.Uint32()))
		o.beside, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	if info, err := os.Stat(o.place); err == nil {
		return o.beside.Chmod(info.Mode().Perm())
	}
	return nil
}

// ToStdout reports whether the file is standard output.
func (o *OutFile) ToStdout() bool { return o != nil && o.stdout != nil }

// Discard removes what was begun, unless it was written.
func (o *OutFile) Discard() {
	if o == nil || o.beside == nil {
		return
	}
	o.beside.Close()
	os.Remove(o.beside.Name())
	o.beside = nil
}

// Write writes the whole file. A full disk is a limit.
func (o *OutFile) Write(data []byte) error {
	err := o.write(data)
	if errors.Is(err, syscall.ENOSPC) {
		return LimitError(o.named(err))
	}
	if err != nil {
		return o.named(err)
	}
	return nil
}

func (o *OutFile) write(data []byte) error {
	switch {
	case o.stdout != nil:
		_, err := o.stdout.Write(data)
		return err
	case o.place == "":
		return writeThrough(o.path, data)
	}
	_, err := o.beside.Write(data)
	if err == nil {
		err = o.beside.Sync()
	}
	if closed := o.beside.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(o.beside.Name(), o.place)
	}
	if err != nil {
		os.Remove(o.beside.Name())
	}
	o.beside = nil
	if err == nil {
		err = syncDirectory(filepath.Dir(o.place))
	}
	return err
}

// writeThrough writes to a device or a FIFO.
func writeThrough(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// syncDirectory makes sure that the names in a directory last.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if closed := d.Close(); err == nil {
		err = closed
	}
	return err
}

// named names the file that the user asked for instead of the one beside it.
func (o *OutFile) named(err error) error {
	var inPath *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &inPath):
		err = inPath.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("writing %s: %w", o.path, err)
}

// WriteOut writes a file as an OutFile does.
func WriteOut(path string, data []byte) error {
	o, err := CreateOut(path, nil)
	if err != nil {
		return err
	}
	defer o.Discard()
	return o.Write(data)
}
