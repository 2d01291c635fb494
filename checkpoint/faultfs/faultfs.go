// Package faultfs is a file system in memory that fails as told: the i-th operation returns an
// error, writes half of what it should, finds the disk full, or is the last before a crash.
//
// After a crash the directory holds what a real one might: what was synced in any case, and of the
// rest all, nothing, or the names without the content, those that were removed too if so wanted. A
// test that fails operation 0, 1, 2, ... of a run until one gets through has tried every fault that
// the run can meet.
package faultfs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"syscall"

	"exhaust/checkpoint"
)

// A Fault is what happens at an operation.
type Fault int

// The faults. An operation that cannot be done in part is not done at all.
const (
	None   Fault = iota
	Error        // it fails with an input/output error, and does nothing
	Short        // half of the bytes are written or read, and then an input/output error
	NoRoom       // half of the bytes are written, and then there is no space, for this operation
	Full         // likewise, and for all that write or create after it
	Crash        // it does nothing, and all that come after it fail too, until Restart
)

func (f Fault) String() string {
	return [...]string{"none", "error", "short", "no room", "full", "crash"}[f]
}

// A Survival says what outlives a crash, beside what was synced.
type Survival int

// The survivals.
const (
	Synced    Survival = iota // nothing: names and content are as last synced
	Names                     // the names, with the content that was last synced: files may be empty
	All                       // all: the process was killed, and the machine goes on
	Unremoved                 // the names, and those that were removed since they were last synced
)

// ErrCrashed is the error of all operations from a crash on.
var ErrCrashed = errors.New("crashed")

// An FS is a checkpoint.FS in memory. Its zero value has no directory yet; Make makes it.
// Its methods may be called by many goroutines at once.
type FS struct {
	mu      sync.Mutex
	names   map[string]*file // as seen now
	synced  map[string]*file // as last synced; nil: the directory is not there
	opened  map[*file]bool   // those with a handle
	holders map[string]string
	ops     int
	failAt  int
	fault   Fault
	full    bool
	room    int64 // bytes of all files; 0: no limit
	crashed bool
	lost    bool
	epoch   int // restarts; handles from before are dead
}

// A file is the content of a file, whatever its names.
type file struct {
	data, synced []byte
	open         int // handles
}

// FailAt sets what happens at an operation, counted from 0 since this call.
func (s *FS) FailAt(operation int, fault Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ops, s.failAt, s.fault, s.full = 0, operation, fault, false
}

// SetRoom sets how many bytes the disk has for the content of all files together, those without a
// name too that are still open; 0: as many as anybody writes. A write that finds too little of it
// does what has room. Names take none, and what is removed makes room again.
func (s *FS) SetRoom(bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.room = bytes
}

// used returns how many bytes the files have. The caller holds the mutex.
func (s *FS) used() (bytes int64) {
	files := maps.Clone(s.opened)
	if files == nil {
		files = map[*file]bool{}
	}
	for _, f := range s.names {
		files[f] = true
	}
	for f := range files {
		bytes += int64(len(f.data))
	}
	return bytes
}

// Operations returns how many operations there were since FailAt was last called.
func (s *FS) Operations() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ops
}

// Restart begins anew after a crash or without one: locks and open files are gone, what
// survives is there, and no fault is set.
func (s *FS) Restart(what Survival) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch what {
	case Synced:
		s.names = maps.Clone(s.synced)
	case Unremoved:
		survivors := maps.Clone(s.synced)
		maps.Copy(survivors, s.names)
		s.names = survivors
	}
	s.opened = nil
	for _, f := range s.names {
		f.open = 0
		if what != All {
			f.data = slices.Clone(f.synced)
		}
		f.synced = slices.Clone(f.data)
	}
	s.synced = maps.Clone(s.names)
	s.holders, s.fault, s.full, s.crashed, s.lost = nil, None, false, false, false
	s.epoch++
}

// Bytes returns the content of a file.
func (s *FS) Bytes(name string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.names[name]; f != nil {
		return slices.Clone(f.data)
	}
	return nil
}

// Put gives a file a content, under all names that it has, synced, without an operation: to plant
// damage. The content nil removes the name.
func (s *FS) Put(name string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.make()
	if data == nil {
		delete(s.names, name)
		delete(s.synced, name)
		return
	}
	f := s.names[name]
	if f == nil {
		f = &file{}
	}
	f.data, f.synced = slices.Clone(data), slices.Clone(data)
	s.names[name], s.synced[name] = f, f
}

func (s *FS) make() {
	if s.names == nil {
		s.names, s.synced = map[string]*file{}, map[string]*file{}
	}
}

// A kind says what an operation does, as far as faults go.
type kind int

const (
	reads kind = iota
	changes
	writes // takes space
)

// begin counts an operation and returns its error, and the fault if it is to be done in part.
// The caller holds the mutex.
func (s *FS) begin(k kind, name string) (part Fault, err error) {
	if s.crashed {
		return None, ErrCrashed
	}
	now := s.ops == s.failAt
	s.ops++
	fault := None
	if now {
		fault = s.fault
	}
	if s.full && k == writes {
		fault = NoRoom
	}
	switch {
	case fault == None, k != writes && (fault == NoRoom || fault == Full):
		return None, nil
	case fault == Crash:
		s.crashed = true
		return None, ErrCrashed
	case fault == Full:
		s.full = true
	}
	cause := syscall.EIO
	if fault == NoRoom || fault == Full {
		cause = syscall.ENOSPC
	}
	return fault, &fs.PathError{Op: "fault", Path: name, Err: cause}
}

// Open opens a file.
func (s *FS) Open(name string) (checkpoint.Reader, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(reads, name); err != nil {
		return nil, err
	}
	f := s.names[name]
	if f == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &reader{s.handle(f, name)}, nil
}

// List returns the names.
func (s *FS) List() ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(reads, "."); err != nil {
		return nil, err
	}
	return slices.Collect(maps.Keys(s.names)), nil
}

// Create makes a file, or empties it.
func (s *FS) Create(name string) (checkpoint.Writer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(writes, name); err != nil {
		return nil, err
	}
	if s.names == nil {
		return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrNotExist}
	}
	f := s.names[name]
	if f == nil {
		f = &file{}
		s.names[name] = f
	}
	f.data = nil
	return &writer{s.handle(f, name)}, nil
}

// Rename gives a file another name, in the place of what had it.
func (s *FS) Rename(from, to string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(changes, from); err != nil {
		return err
	}
	if s.names[from] == nil {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	s.names[to] = s.names[from]
	delete(s.names, from)
	return nil
}

// Link gives a file a second name. Its content is one, whatever name it is read or written by.
func (s *FS) Link(from, to string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(writes, to); err != nil {
		return err
	}
	switch {
	case s.names[from] == nil:
		return &fs.PathError{Op: "link", Path: from, Err: fs.ErrNotExist}
	case s.names[to] != nil:
		return &fs.PathError{Op: "link", Path: to, Err: fs.ErrExist}
	}
	s.names[to] = s.names[from]
	return nil
}

// Remove removes a file.
func (s *FS) Remove(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(changes, name); err != nil {
		return err
	}
	if s.names[name] == nil {
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	}
	delete(s.names, name)
	return nil
}

// Make makes the directory.
func (s *FS) Make() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(writes, "."); err != nil {
		return err
	}
	s.make()
	return nil
}

// Sync makes the names durable.
func (s *FS) Sync() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(changes, "."); err != nil {
		return err
	}
	s.synced = maps.Clone(s.names)
	return nil
}

// Lock takes a lock that lasts until it is closed or the file system restarts.
func (s *FS) Lock(name, holder string) (io.Closer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(writes, name); err != nil {
		return nil, err
	}
	if by := s.holders[name]; by != "" {
		return nil, fmt.Errorf("%w: locked by %s", checkpoint.ErrLocked, by)
	}
	if s.holders == nil {
		s.holders = map[string]string{}
	}
	s.holders[name] = holder
	s.names[name] = &file{data: []byte(holder + "\n")}
	return &lock{s, name, s.epoch}, nil
}

// Lose moves the directory away from its name, without an operation: as long as it is locked, it is
// not the same. Restart gives it its name again.
func (s *FS) Lose() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost = true
}

// Same reports whether the directory was lost.
func (s *FS) Same() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.begin(reads, "."); err != nil {
		return err
	}
	if s.lost && len(s.holders) > 0 {
		return checkpoint.ErrLost
	}
	return nil
}

type lock struct {
	fs    *FS
	name  string
	epoch int
}

// Close gives the lock back, unless a restart has. It is no operation that can fail.
func (l *lock) Close() error {
	l.fs.mu.Lock()
	defer l.fs.mu.Unlock()
	if l.epoch == l.fs.epoch {
		delete(l.fs.holders, l.name)
	}
	return nil
}

// A handle is an open file.
type handle struct {
	fs     *FS
	file   *file
	name   string
	epoch  int
	closed bool
}

// handle opens a file. The caller holds the mutex.
func (s *FS) handle(f *file, name string) handle {
	if s.opened == nil {
		s.opened = map[*file]bool{}
	}
	f.open++
	s.opened[f] = true
	return handle{s, f, name, s.epoch, false}
}

// begin counts an operation on the file. The caller holds the mutex.
func (h *handle) begin(k kind) (Fault, error) {
	if h.epoch != h.fs.epoch {
		return None, ErrCrashed
	}
	return h.fs.begin(k, h.name)
}

// Close ends the use of the file. It is no operation that can fail: what close(2) reports was
// reported by the sync before.
func (h *handle) Close() error {
	h.fs.mu.Lock()
	defer h.fs.mu.Unlock()
	if h.closed || h.epoch != h.fs.epoch {
		return nil
	}
	h.closed = true
	if h.file.open--; h.file.open == 0 {
		delete(h.fs.opened, h.file)
	}
	return nil
}

type reader struct{ handle }

func (r *reader) Size() (int64, error) {
	r.fs.mu.Lock()
	defer r.fs.mu.Unlock()
	if _, err := r.begin(reads); err != nil {
		return 0, err
	}
	return int64(len(r.file.data)), nil
}

func (r *reader) ReadAt(b []byte, at int64) (int, error) {
	r.fs.mu.Lock()
	defer r.fs.mu.Unlock()
	part, err := r.begin(reads)
	if err != nil && part != Short {
		return 0, err
	}
	if part == Short {
		b = b[:len(b)/2]
	}
	n, end := bytes.NewReader(r.file.data).ReadAt(b, at)
	if err == nil {
		err = end
	}
	return n, err
}

type writer struct{ handle }

func (w *writer) Write(b []byte) (int, error) {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	part, err := w.begin(writes)
	switch part {
	case None:
		if err != nil {
			return 0, err
		}
	case Error:
		return 0, err
	default:
		b = b[:len(b)/2]
	}
	if w.fs.room > 0 {
		if left := max(w.fs.room-w.fs.used(), 0); left < int64(len(b)) {
			b = b[:left]
			err = &fs.PathError{Op: "write", Path: w.name, Err: syscall.ENOSPC}
		}
	}
	w.file.data = append(w.file.data, b...)
	return len(b), err
}

func (w *writer) Sync() error {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	if _, err := w.begin(writes); err != nil {
		return err
	}
	w.file.synced = slices.Clone(w.file.data)
	return nil
}
