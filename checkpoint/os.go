package checkpoint

import (
	"fmt"
	"os"
	"path/filepath"
)

// OS returns a directory of the operating system.
func OS(path string) FS { return directory(path) }

type directory string

func (d directory) path(name string) string { return filepath.Join(string(d), name) }

func (d directory) Open(name string) (Reader, error) {
	f, err := os.Open(d.path(name))
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
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

func (d directory) List() ([]string, error) {
	entries, err := os.ReadDir(string(d))
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

func (d directory) Create(name string) (Writer, error) {
	f, err := os.Create(d.path(name))
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (d directory) Rename(from, to string) error { return os.Rename(d.path(from), d.path(to)) }

func (d directory) Link(from, to string) error { return os.Link(d.path(from), d.path(to)) }

func (d directory) Remove(name string) error { return os.Remove(d.path(name)) }

// Make syncs each directory in which it makes another.
func (d directory) Make() error {
	path := filepath.Clean(string(d))
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if above := filepath.Dir(path); above != path {
		if err := directory(above).Make(); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o777); err != nil && !os.IsExist(err) {
		return err
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: not a directory", path)
	}
	return directory(filepath.Dir(path)).Sync()
}

func (d directory) Sync() error {
	f, err := os.Open(string(d))
	if err != nil {
		return err
	}
	err = f.Sync()
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
