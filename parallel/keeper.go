package parallel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"exhaust/checkpoint"
	"exhaust/frontier"
	"exhaust/statecodec"
)

// A Checkpoint is where a search keeps its levels, and how often it makes sure of them. Each
// finished level is written once, as a sorted run; small ones share a file. What a search needs to
// go on is committed every now and then, and at its end, whatever ends it.
type Checkpoint struct {
	Dir       *checkpoint.Dir
	Demand    <-chan struct{}          // a commit is made for each; may be nil
	EachLevel bool                     // a commit is made after each level
	Notes     func() map[string]string // what the manifest is to note at a commit; may be nil

	// FileBytes is the size from which a file takes no more levels, for testing that nothing depends
	// on it. 0 is the usual one.
	FileBytes int64
}

// queueLevels is how many levels the writing may be behind. What they take counts as memory of
// runs.
const queueLevels = 64

// groupBytes is the size from which a file of levels takes no more of them.
const groupBytes = 1 << 20

// A keeper writes levels to a checkpoint, on a goroutine of its own.
type keeper[W statecodec.Words] struct {
	*Checkpoint
	progress *progress
	fail     context.CancelCauseFunc // told what ends the writing early
	queue    chan keptRun[W]
	ended    chan struct{}
	start    time.Time
	before   float64 // seconds of the runs before this one
	levels   int     // that were put, or were there

	finishing sync.Once

	// what only the goroutine has
	file  *checkpoint.File   // of levels, that is being written; or nil
	added []checkpoint.Entry // files that are finished and not committed
	said  Kept               // what is written, but for levels not yet in a finished file
	safe  Kept               // what is in finished files
	dirty bool               // safe is not committed
	err   error              // what ended the writing

	mu sync.Mutex
	// of the levels that are in finished files; what is counted in them may be missing
	places []KeptLevel
	runs   map[int]*frontier.Run[W] // the levels that are not
}

// Searched is what is said of a search when a level was met or the last one expanded.
type searched struct {
	expanded        int    // levels
	edges, deadEnds uint64 // of the last one of these
	goals           uint64 // in the level met
	goalDepth       int
	goal            []uint64
	seconds         float64
}

// A keptRun is a level to be written, none if the run is nil, and what is then to be said of the
// search.
type keptRun[W statecodec.Words] struct {
	run   *frontier.Run[W]
	state searched
}

// newKeeper returns the keeper of a checkpoint.
func newKeeper[W statecodec.Words](c *Checkpoint, p *progress,
	fail context.CancelCauseFunc) (*keeper[W], error) {
	k := &keeper[W]{
		Checkpoint: c,
		progress:   p,
		fail:       fail,
		queue:      make(chan keptRun[W], queueLevels),
		ended:      make(chan struct{}),
		start:      time.Now(),
		runs:       map[int]*frontier.Run[W]{},
	}
	kept, err := ReadKept(c.Dir.Manifest())
	if err != nil {
		return nil, err
	}
	if kept != nil {
		k.said, k.safe, k.before = *kept, *kept, kept.Seconds
		k.places, k.levels = slices.Clone(kept.Levels), len(kept.Levels)
	}
	go k.work()
	return k, nil
}

// resumes reports whether there are levels to go on from.
func (k *keeper[W]) resumes() bool { return k.levels > 0 }

// put hands a level over, or none if the search has ended, and what is to be said of the search.
// The run is the keeper's then. It waits if the writing is some levels behind.
func (k *keeper[W]) put(ctx context.Context, run *frontier.Run[W], state searched) error {
	state.seconds = k.before + time.Since(k.start).Seconds()
	if run != nil {
		k.mu.Lock()
		k.runs[k.levels] = run
		k.mu.Unlock()
		k.levels++
	}
	select {
	case k.queue <- keptRun[W]{run, state}:
		return nil
	default:
	}
	defer k.progress.do(Doing(k.progress.doing.Load()))
	k.progress.do(Writing)
	select {
	case k.queue <- keptRun[W]{run, state}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// open returns a level as a run that the caller must drop.
func (k *keeper[W]) open(level int) (*frontier.Run[W], error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if run := k.runs[level]; run != nil {
		return run.Hold(), nil
	}
	if level >= len(k.places) {
		return nil, fmt.Errorf("level %d: %w", level, errGivenUp)
	}
	l := k.places[level]
	f, err := k.Dir.Open(l.File)
	if err != nil {
		return nil, err
	}
	run, err := frontier.OpenRun[W](f, l.At, l.Bytes, l.File)
	if err == nil && run.Info().States != l.States {
		err = l.wrongStates(run.Info().States)
		_ = run.Drop()
	}
	return run, err
}

// finish writes and commits all that was put, ends the goroutine, and returns what ended the
// writing early, if anything did.
func (k *keeper[W]) finish() error {
	k.finishing.Do(func() { close(k.queue) })
	<-k.ended
	return k.err
}

// drop finishes, if nobody has done so because of a panic, and gives back the levels that were
// never written.
func (k *keeper[W]) drop() {
	_ = k.finish()
	for _, run := range k.runs {
		_ = run.Drop()
	}
}

// work writes levels as they come, and commits when it is time, when told so, and at the end.
func (k *keeper[W]) work() {
	defer close(k.ended)
	for {
		select {
		case l, more := <-k.queue:
			if !more {
				k.try(k.commit)
				k.rescue()
				return
			}
			k.try(func() error { return k.write(l) })
			if k.EachLevel {
				k.try(k.commit)
			}
		case <-k.Demand:
			k.try(k.commit)
		}
	}
}

// try does something unless the writing has ended early. If it fails, what is safe is committed, if
// that can still be done.
func (k *keeper[W]) try(do func() error) {
	if k.err != nil {
		return
	}
	if k.err = do(); k.err == nil {
		return
	}
	k.fail(k.err)
	k.discard()
	_ = k.commitSafe()
}

// discard removes the file that is being written.
func (k *keeper[W]) discard() {
	if k.file != nil {
		k.file.Discard()
		k.file = nil
	}
}

// write writes a level.
func (k *keeper[W]) write(l keptRun[W]) error {
	levels := k.said.Levels
	if l.run != nil {
		place, err := k.copy(l.run, len(levels))
		place.Goals = l.state.goals
		if err != nil {
			return err
		}
		levels = append(levels, place)
	}
	if n := l.state.expanded; n > 0 {
		levels[n-1].Edges, levels[n-1].DeadEnds = l.state.edges, l.state.deadEnds
	}
	k.said = Kept{levels, l.state.expanded, l.state.goalDepth, l.state.goal, l.state.seconds}
	if k.file == nil {
		k.safe, k.dirty = k.said, true
	} else if k.file.Bytes() >= cmp.Or(k.FileBytes, groupBytes) {
		if err := k.endFile(); err != nil {
			return err
		}
		return k.release()
	}
	return nil
}

// copy appends a level to the file that is being written.
func (k *keeper[W]) copy(run *frontier.Run[W], level int) (place KeptLevel, err error) {
	if k.file == nil {
		if k.file, err = k.Dir.New(fmt.Sprintf("levels-%06d%s", level, checkpoint.Suffix)); err != nil {
			return place, err
		}
	}
	at := k.file.Bytes()
	info, err := run.Copy(k.file)
	return KeptLevel{States: info.States, File: k.file.Name(), At: at, Bytes: info.Bytes}, err
}

// endFile finishes the file that is being written. Its levels can be read from it from then on.
func (k *keeper[W]) endFile() error {
	if k.file == nil {
		return nil
	}
	states := uint64(0)
	for _, l := range k.said.Levels[len(k.safe.Levels):] {
		states += l.States
	}
	k.progress.syncing.Store(true)
	defer k.progress.syncing.Store(false)
	entry, err := k.file.Finish(states)
	k.file = nil
	if err != nil {
		return err
	}
	k.added, k.safe, k.dirty = append(k.added, entry), k.said, true
	k.mu.Lock()
	defer k.mu.Unlock()
	k.places = append(k.places, k.safe.Levels[len(k.places):]...)
	return nil
}

// release drops the runs of levels that are in finished files.
func (k *keeper[W]) release() (err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for level, run := range k.runs {
		if level < len(k.places) {
			err = errors.Join(err, run.Drop())
			delete(k.runs, level)
		}
	}
	return err
}

// commit commits all that is written.
func (k *keeper[W]) commit() error {
	if err := k.endFile(); err != nil {
		return err
	}
	if err := k.commitSafe(); err != nil {
		return err // the runs are there still: rescue may need them
	}
	return k.release()
}

// commitSafe commits what is in finished files.
func (k *keeper[W]) commitSafe() error {
	if !k.dirty {
		return nil
	}
	change := checkpoint.Change{Add: k.added, Progress: &k.safe}
	if k.Notes != nil {
		change.Notes = k.Notes()
	}
	k.progress.syncing.Store(true)
	defer k.progress.syncing.Store(false)
	if err := k.Dir.Commit(change); err != nil {
		return err
	}
	k.added, k.dirty = nil, false
	return nil
}
