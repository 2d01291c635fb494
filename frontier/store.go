package frontier

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"exhaust/checkpoint"
	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// ErrNoRoom says that a run has no place: the memory for runs is used up, and there are no files.
var ErrNoRoom = errors.New("no memory for runs of states")

// Files is a directory in which a store puts runs. A checkpoint.FS is one.
type Files interface {
	Create(name string) (checkpoint.Writer, error)
	Open(name string) (checkpoint.Reader, error)
	Remove(name string) error
}

// spareParts is how many parts that were appended a store keeps for others at most.
const spareParts = 32

// A Store keeps runs: in memory as long as they fit, then in files. All but the beginnings of runs
// in memory lie outside the collector's heap. Its methods may be called by many goroutines at once.
type Store[W statecodec.Words] struct {
	memory int64
	files  Files
	pool   memory.Pool

	mu           sync.Mutex
	held         int64  // bytes of the runs in memory, each piece of the pool as a whole
	next         int    // the number of the next file
	buffers      uint64 // bytes of buffers for reading and merging runs; 0: no limit
	spare        []*Part[W]
	spareBuffers []*buffers[W]
}

// NewStore returns a store of so many bytes of memory for the runs themselves, none if negative. It
// may pass them by a piece of 64 KiB, and by the room that the beginning of a run has to grow while
// it is written; indexes and parts that are being written are not counted. Files may be nil; then a
// run that does not fit is an ErrNoRoom. Names in the directory of files are "spill-", a number and
// checkpoint.Suffix; each is removed as soon as it is open, so that nothing stays behind, or, where
// that cannot be, when its run is dropped.
func NewStore[W statecodec.Words](bytes int64, files Files) *Store[W] {
	return &Store[W]{memory: bytes, files: files, pool: memory.Pool{Words: pieceBytes / 8}}
}

// Close gives the memory of the store back. All its runs must have been dropped.
func (s *Store[W]) Close() { s.pool.Reset() }

// SetMemory changes how many bytes of runs may lie in memory. Those that do already stay there.
func (s *Store[W]) SetMemory(bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.memory = bytes
}

// Trim gives the memory that dropped runs have left back to the system.
func (s *Store[W]) Trim() { s.pool.Trim() }

// reserve takes memory for a run, and reports whether there was enough. A negative number gives it
// back.
func (s *Store[W]) reserve(bytes int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if bytes > 0 && s.held+bytes > s.memory {
		return false
	}
	if _, free := s.pool.Bytes(); s.held+max(bytes, int64(free)) > s.memory {
		s.pool.Trim()
	}
	s.held += bytes
	return true
}

// Held returns the bytes of memory that the store has: those of runs, and those that dropped ones
// have left for others.
func (s *Store[W]) Held() int64 {
	_, free := s.pool.Bytes()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held + int64(free)
}

// roomy reports whether half of the memory for runs is free.
func (s *Store[W]) roomy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held <= s.memory/2
}

// newName returns the name of a file that no run has had.
func (s *Store[W]) newName() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	return "spill-" + strconv.Itoa(s.next) + checkpoint.Suffix
}

// A Run is a run that can be read, and what holds it, a store or a file, for as long as somebody
// needs it: each Hold, and the making of the run, wants a Drop.
type Run[W statecodec.Words] struct {
	*Reader[W]
	held atomic.Int64 // drops to come
	drop func() error
}

func newRun[W statecodec.Words](r *Reader[W], drop func() error) *Run[W] {
	run := &Run[W]{Reader: r, drop: drop}
	run.held.Store(1)
	return run
}

// Hold returns the run, for another Drop.
func (r *Run[W]) Hold() *Run[W] {
	r.held.Add(1)
	return r
}

// OpenRun opens a run that is part of a file: size bytes from an offset on. The file is
// closed when the run is dropped. Errors are those of Open, with offsets in the file.
func OpenRun[W statecodec.Words](file checkpoint.Reader, at, size int64, name string) (*Run[W],
	error) {
	r, err := openSource[W](source{section{file, at}, size, name, at})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return newRun(r, file.Close), nil
}

// A section is a file from an offset on.
type section struct {
	file io.ReaderAt
	at   int64
}

func (s section) ReadAt(b []byte, at int64) (int, error) { return s.file.ReadAt(b, s.at+at) }

// Drop gives back what holds the run after the last Drop. A nil run has nothing to give back.
func (r *Run[W]) Drop() error {
	if r == nil || r.held.Add(-1) > 0 {
		return nil
	}
	return r.drop()
}

// A Draft is a run of a store that is being written, part after part. It is for one goroutine at a
// time.
type Draft[W statecodec.Words] struct {
	store   *Store[W]
	options Options
	bytes   pieces            // while it lies in memory
	blocks  []block[W]        // of these
	last    W                 // of their states
	name    string            // of the file
	file    checkpoint.Writer // nil while it lies in memory
	writer  *Writer[W]        // to the file
}

// Draft begins a run.
func (s *Store[W]) Draft(o Options) (*Draft[W], error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Draft[W]{store: s, options: o, bytes: pieces{pool: &s.pool}}, nil
}

// NewPart returns an empty part that can be appended.
func (d *Draft[W]) NewPart() *Part[W] {
	s := d.store
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.spare)
	if n == 0 {
		return &Part[W]{options: d.options}
	}
	p := s.spare[n-1]
	s.spare = s.spare[:n-1]
	p.options = d.options
	return p
}

// spend appends a part and keeps its memory for another.
func (d *Draft[W]) spend(p *Part[W]) error {
	err := d.Append(p)
	p.Reset()
	d.store.mu.Lock()
	defer d.store.mu.Unlock()
	if len(d.store.spare) < spareParts {
		d.store.spare = append(d.store.spare, p)
	}
	return err
}

// Append appends a copy of a part. Errors are ErrOrder, ErrNoRoom, and those of the files.
func (d *Draft[W]) Append(p *Part[W]) error {
	if err := p.seal(); err != nil || len(p.blocks) == 0 {
		return err
	}
	if d.writer != nil {
		return d.writer.Append(p)
	}
	if len(d.blocks) > 0 && !statecodec.Less(&d.last, &p.blocks[0].first) {
		return ErrOrder
	}
	if !d.store.reserve(d.bytes.toTake(len(p.bytes))) {
		if err := d.toFile(); err != nil {
			return err
		}
		return d.writer.Append(p)
	}
	at := d.bytes.size
	d.bytes.add(p.bytes)
	for _, b := range p.blocks {
		b.at = at
		at += int64(b.stored)
		d.blocks = append(d.blocks, b)
	}
	d.last = p.last
	return nil
}

// toFile moves the draft from memory to a file.
func (d *Draft[W]) toFile() (err error) {
	if d.store.files == nil {
		return ErrNoRoom
	}
	d.name = d.store.newName()
	if d.file, err = d.store.files.Create(d.name); err != nil {
		return fmt.Errorf("%s: %w", d.name, checkpoint.Limit(err))
	}
	if d.writer, err = NewWriter[W](limited{d.file, d.name}, d.options); err != nil {
		return err
	}
	if err := d.writer.copy(d.reader()); err != nil {
		return err
	}
	d.forget()
	return nil
}

// A limited writer names its file, and calls a full disk by its name.
type limited struct {
	w    checkpoint.Writer
	name string
}

func (l limited) Write(b []byte) (int, error) {
	n, err := l.w.Write(b)
	if err != nil {
		err = fmt.Errorf("%s: %w", l.name, checkpoint.Limit(err))
	}
	return n, err
}

// forget gives back the memory of the draft.
func (d *Draft[W]) forget() {
	d.store.reserve(-d.bytes.taken())
	d.bytes.free()
	d.blocks = nil
}

// Discard gives back what the draft has taken. After Close it does nothing.
func (d *Draft[W]) Discard() {
	d.forget()
	if d.file != nil {
		_ = d.file.Close()
		_ = d.store.files.Remove(d.name)
		d.file = nil
	}
}

// Close ends the run and returns it. The draft is of no use after that. Errors are those of Append.
func (d *Draft[W]) Close() (*Run[W], error) {
	if d.writer == nil {
		d.bytes.trim()
		held := *d
		d.bytes, d.blocks = pieces{}, nil
		return newRun(held.reader(), func() error { held.forget(); return nil }), nil
	}
	info, err := d.writer.Close()
	if closed := d.file.Close(); err == nil {
		err = closed
	}
	d.file = nil
	if err != nil {
		_ = d.store.files.Remove(d.name)
		return nil, err
	}
	return d.open(info.Bytes)
}

// open opens the file of a draft and removes its name.
func (d *Draft[W]) open(size int64) (*Run[W], error) {
	files, name := d.store.files, d.name
	f, err := files.Open(name)
	if err != nil {
		_ = files.Remove(name)
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r, err := OpenRun[W](f, 0, size, name)
	if err == nil {
		for i := range r.blocks {
			r.blocks[i].keys = d.writer.blocks[i].keys
		}
		r.blockRoom = roomOf(r.blocks)
	}
	if removed := files.Remove(name) == nil; err == nil && !removed {
		r.drop = func() error { return errors.Join(f.Close(), files.Remove(name)) }
	}
	return r, err
}

// reader returns a reader of what lies in memory.
func (d *Draft[W]) reader() *Reader[W] {
	r := &Reader[W]{source: source{r: &d.bytes, size: d.bytes.size, name: "run in memory"},
		blocks: d.blocks}
	r.header = header{Version, d.options.Codec, len(d.last), d.options.BlockStates}
	r.foot.last, r.foot.blocks = d.last, uint64(len(d.blocks))
	for i := range d.blocks {
		r.foot.states += uint64(d.blocks[i].states)
	}
	r.blockRoom = roomOf(r.blocks)
	return r
}
