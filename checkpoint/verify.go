package checkpoint

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/cespare/xxhash/v2"
)

// openEntry opens a file and checks its size.
func openEntry(dir Opener, e Entry) (Reader, error) {
	f, err := dir.Open(e.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, corrupt(e.Name, 0, "there is no such file: want one of %d bytes", e.Bytes)
	}
	if err != nil {
		return nil, err
	}
	size, err := f.Size()
	if err == nil && size != e.Bytes {
		err = corrupt(e.Name, min(size, e.Bytes), "it has %d bytes: want %d", size, e.Bytes)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func checkSize(dir Opener, e Entry) error {
	f, err := openEntry(dir, e)
	if err != nil {
		return err
	}
	return f.Close()
}

// checkSizes checks that all files of a manifest are there with their sizes.
func (m *Manifest) checkSizes(dir Opener) error {
	for _, e := range m.Files {
		if err := checkSize(dir, e); err != nil {
			return err
		}
	}
	return nil
}

// Verify reads every byte of a file that a manifest names and holds it to its size and
// checksum. It takes no lock. The error, ErrCorrupt or the file system's, names
// the file and an offset.
func Verify(dir Opener, e Entry) error {
	f, err := openEntry(dir, e)
	if err != nil {
		return err
	}
	defer f.Close()
	sum, buffer := xxhash.New(), make([]byte, min(1<<20, e.Bytes))
	for at := int64(0); at < e.Bytes; {
		n, err := f.ReadAt(buffer[:min(int64(len(buffer)), e.Bytes-at)], at)
		sum.Write(buffer[:n])
		at += int64(n)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return fmt.Errorf("%s at offset %d: %w", e.Name, at, err)
		case n == 0:
			return corrupt(e.Name, at, "the file ends: want %d bytes", e.Bytes)
		}
	}
	if have := Sum(sum.Sum64()); have != e.Sum {
		return corrupt(e.Name, 0, "bytes 0 to %d have checksum %016x: want %016x", e.Bytes, uint64(have), uint64(e.Sum))
	}
	return nil
}
