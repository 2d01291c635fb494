// Package checkpoint keeps a directory of which a run can be resumed at any time,
// whatever happens: a kill, a full disk, a crash of the machine.
//
// A file called MANIFEST names every other file of the run with its size, its count and its
// checksum, and holds what decides the meaning of the run and how far it got. docs/FORMAT.md
// shows one. Files are written under names that no manifest holds yet, and are
// never changed once one does:
//
//	write and sync the new files
//	sync the directory                      the files have their names
//	write and sync MANIFEST.new
//	give MANIFEST a second name             MANIFEST.old, in the place of what had it
//	rename MANIFEST.new to MANIFEST         the commit
//	sync the directory                      now it is durable
//	remove the files no longer named
//
// So at every moment the MANIFEST of the directory, be it the old one or the new, names files that
// are there, whole. Files of the run that it does not name are debris of a commit that did
// not come to its end; they are removed when the run is resumed. Only files that this package
// could have made are ever removed: LOCK, MANIFEST.new, MANIFEST.old, and names that end in Suffix.
//
// MANIFEST.old is for the day on which MANIFEST is damaged: ReadPrevious reads it, and OpenPrevious
// goes back to it. The files that it names are there too. A commit that gives up files therefore
// leaves none, and neither does one that begins a run in the place of another. There is none either after the first
// commit of a run or on a file system without links. After a commit that failed there may be none, or it is a second name of
// MANIFEST still.
//
// A run has the directory that it locked, not the name of one. What it writes goes to that
// directory, wherever it is moved. Before each commit it looks whether the name still leads there,
// and the lock is still its own; if not, the commit is an ErrLost, and the Dir is good for nothing
// more.
//
// All input and output goes through FS, a small interface; package faultfs is one that
// fails as told, for tests.
package checkpoint

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// The names of the files of a run that are not data.
const (
	manifestName = "MANIFEST"
	newManifest  = "MANIFEST.new"
	oldManifest  = "MANIFEST.old"
	lockName     = "LOCK"

	// Suffix ends the name of each data file.
	Suffix = ".exhaust"
)

var (
	// ErrCorrupt says that a file is not what was written: it is missing, shorter, longer, or
	// has another checksum.
	ErrCorrupt = errors.New("corrupt checkpoint")

	// ErrUnsupported says that a manifest is of a version that this one does not read.
	ErrUnsupported = errors.New("unsupported checkpoint")

	// ErrMismatch says that the run in the directory is not the one to be resumed. The
	// error lists what differs.
	ErrMismatch = errors.New("the run in this directory is another one")

	// ErrLocked says that a process has the directory. The error names it.
	ErrLocked = errors.New("directory in use")

	// ErrLost says that a run has lost its directory, which was moved, removed or replaced while it
	// went on. The error says which.
	ErrLost = errors.New("the directory is no longer that of this run")

	// ErrNotEmpty says that a new run may not begin here, because there are files.
	ErrNotEmpty = errors.New("directory not empty")

	// ErrNotCheckpoint says that no run can be resumed here, because there is none.
	ErrNotCheckpoint = errors.New("not a checkpoint directory")

	// ErrWhole says that there is no need to go back to the commit before, because the last one is whole.
	ErrWhole = errors.New("the last commit is whole")

	// ErrDiskFull says that there is no space left, or a quota is used up.
	ErrDiskFull = errors.New("disk full")
)

// Limit marks an error as ErrDiskFull if it is one.
func Limit(err error) error {
	if (errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)) && !errors.Is(err, ErrDiskFull) {
		return fmt.Errorf("%w: %w", ErrDiskFull, err)
	}
	return err
}

// corrupt returns an ErrCorrupt that names a file, an offset in it, and what is wrong there.
func corrupt(name string, at int64, format string, args ...any) error {
	return fmt.Errorf("%s at offset %d: %w: %s", name, at, ErrCorrupt, fmt.Sprintf(format, args...))
}

// validName reports whether a data file may have a name: letters, digits, dots, dashes and
// underscores, not beginning with a dot, and Suffix.
func validName(name string) bool {
	stem, ok := strings.CutSuffix(name, Suffix)
	return ok && stem != "" && stem[0] != '.' && len(name) <= 200 && strings.IndexFunc(stem, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", r)
	}) < 0
}
