package checkpoint

import "io"

// FS is one directory of a file system. Names are those of files in it, without a
// path. Errors are those of package os, or wrap the same sentinels: fs.ErrNotExist,
// syscall.ENOSPC and so on. All methods may be called by many goroutines at once.
type FS interface {
	Opener
	Changer
	Directory
	Locker
}

// An Opener opens files and says which there are.
type Opener interface {
	Open(name string) (Reader, error)
	List() ([]string, error) // in any order, directories too
}

// A Changer changes files. What it did is durable after a sync of the directory, and
// what was written to a file after a sync of the file.
type Changer interface {
	Create(name string) (Writer, error) // empty, whether there was one or not
	Rename(from, to string) error       // atomic; replaces
	Link(from, to string) error         // gives a file a second name, which must be free
	Remove(name string) error
}

// A Directory is made and synced.
type Directory interface {
	Make() error // the directory, if there is none, and those above it
	Sync() error
}

// A Locker keeps other processes out.
type Locker interface {
	// Lock takes the lock of a file, made if there is none, or fails at once with an
	// ErrLocked that says who has it. The holder says it of itself.
	Lock(name, holder string) (io.Closer, error)

	// Same returns an ErrLost, which says what happened, if the directory is not the one that this
	// process has locked: its name leads to another one by now, or to none, or the lock's file is
	// another one. If nobody has locked it, it is nil.
	Same() error
}

// A Reader reads a file. ReadAt may be called by many goroutines at once.
type Reader interface {
	io.ReaderAt
	io.Closer
	Size() (int64, error)
}

// A Writer writes a file from its beginning.
type Writer interface {
	io.WriteCloser
	Sync() error
}
